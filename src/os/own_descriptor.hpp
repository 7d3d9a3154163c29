// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>

namespace cudastdenv::machine {

/// The descriptor of this process that a path names: `/dev/stdin`, `/dev/stdout`, `/dev/stderr`, `/dev/fd/3`,
/// `/proc/self/fd/3`. What is behind it is the shell's or another program's, and is used where it stands.
[[nodiscard]] std::optional<int> own_descriptor(const std::filesystem::path& path);

}  // namespace cudastdenv::machine
