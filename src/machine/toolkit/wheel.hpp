// SPDX-License-Identifier: MIT
#pragma once

/// Wheels of projects, like torch. NVIDIA's wheels of the toolkit are read as toolkits.

#include "findings/wheel.hpp"
#include "machine/os/file_tree.hpp"

namespace cudastdenv::machine {

/// The contents of a package that is the wheel of a project; absent: it is not. The limits are those of `covers FILE`.
/// `progress`: as in read_code_files(). Throws MachineError: damaged, or a file in it cannot be read.
[[nodiscard]] std::optional<WheelContents> read_project_wheel(const FileTree& tree, const std::filesystem::path& path,
                                                              const std::function<void(std::uint64_t bytes)>& progress);

}  // namespace cudastdenv::machine
