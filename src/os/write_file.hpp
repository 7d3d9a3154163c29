// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string_view>

namespace cudastdenv::machine {

/// Makes `path` hold exactly `text`, all at once: whoever reads it sees the old content or the new one. An existing
/// file keeps its permissions, and is left alone if it holds that text already; a symbolic link stays, its target is
/// replaced. What is no regular file, or a descriptor of ours (`/dev/stdout`), is written to as it is. Throws
/// MachineError.
void write_file(const std::filesystem::path& path, std::string_view text);

/// Throws MachineError: what is at that path cannot be written, for that reason (errno).
[[noreturn]] void fail_to_write(const std::filesystem::path& path, int code);

/// Without this a crash soon after a rename may bring the old name back; a folder that cannot be synced is no failure.
void sync_folder(const std::filesystem::path& folder);

}  // namespace cudastdenv::machine
