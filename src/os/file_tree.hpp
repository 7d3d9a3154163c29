// SPDX-License-Identifier: MIT
#pragma once

#include "core/archive_entry.hpp"
#include "os/files.hpp"

#include <filesystem>
#include <memory>

namespace cudastdenv::machine {

/// Finds the archive that a manifest has under a path relative to its own directory: at that path, otherwise the only
/// file of that name; empty: no such file. Throws MachineError if several files have the name.
using FindArchive = std::function<std::optional<std::filesystem::path>(std::string_view relative_path)>;

/// The archives in a directory and below, without following links to directories. Throws MachineError: not a directory,
/// or not readable.
[[nodiscard]] FindArchive archives_in(const std::filesystem::path& folder);

/// Files by their names below a folder, in an archive, or one file by itself.
struct FileTree {
    /// The names that fit a pattern of fixed parts, in which each `*` stands for any part of one step:
    /// `targets/*/include/x.h`, `nvidia_cuda_crt-*.dist-info/METADATA`. Sorted.
    std::function<std::vector<std::string>(std::string_view pattern)> find;
    /// Throws MachineError, also where it is larger than `max_bytes`.
    std::function<std::string(const std::string& name, std::size_t max_bytes)> read;
    std::filesystem::path folder = {};  ///< the folder itself; empty where there is none
};

/// Throws MachineError: no such file, no folder and no archive, not readable.
[[nodiscard]] FileTree open_file_tree(const std::filesystem::path& path);

/// Whether `text` fits a pattern in which each `*` stands for any characters but `/`.
[[nodiscard]] bool fits_pattern(std::string_view pattern, std::string_view text);

/// All that is in a package, in its order; names with control characters are left out. Throws MachineError: no archive,
/// damaged, too large.
[[nodiscard]] std::vector<ArchiveEntry> entries_of_package(const std::filesystem::path& file);

/// A `.gz` file's content. Throws MachineError.
[[nodiscard]] std::string read_compressed(const std::filesystem::path& file, std::size_t max_bytes);

}  // namespace cudastdenv::machine
