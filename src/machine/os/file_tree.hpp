// SPDX-License-Identifier: MIT
#pragma once

#include "core/entries.hpp"
#include "machine/os/files.hpp"

#include <memory>

namespace cudastdenv::machine {

/// Finds the archive that a manifest has under a path relative to its own directory: at that path, otherwise the only
/// file of that name; empty: no such file. Throws MachineError if several files have the name.
using FindArchive = std::function<std::optional<std::filesystem::path>(std::string_view relative_path)>;

/// The archives in a directory and below, without following links to directories. Throws MachineError: not a directory,
/// or not readable.
[[nodiscard]] FindArchive archives_in(const std::filesystem::path& folder);

/// The files below a directory, in an archive, or a single file.
struct FileTree {
    /// The names that match a pattern with a fixed number of parts; each `*` matches any characters but `/`:
    /// `targets/*/include/x.h`, `nvidia_cuda_crt-*.dist-info/METADATA`. Sorted.
    std::function<std::vector<std::string>(std::string_view pattern)> find;
    /// Throws MachineError, also if the file is larger than `max_bytes`.
    std::function<std::string(const std::string& name, std::size_t max_bytes)> read;
    std::filesystem::path folder = {};  ///< the directory itself; empty: not a directory
};

/// Throws MachineError: missing, neither a directory nor an archive or file, not readable.
[[nodiscard]] FileTree open_file_tree(const std::filesystem::path& path);

/// Whether `text` matches a pattern in which each `*` matches any characters but `/`.
[[nodiscard]] bool matches_pattern(std::string_view pattern, std::string_view text);

/// All entries of a package, in order, without names that have control characters. Throws MachineError: not an archive,
/// damaged, too large.
[[nodiscard]] std::vector<ArchiveEntry> entries_of_package(const std::filesystem::path& file);

/// The output of `work` in a separate process about a package, which is untrusted input. Throws MachineError, with the
/// package in front, unless it succeeds in ten minutes. `on_output`: as in Process.
[[nodiscard]] std::string printed_about(const std::filesystem::path& package, const std::function<void()>& work,
                                        std::size_t output_limit,
                                        const std::function<void(std::string&)>& on_output = {});

/// The content of a `.gz` file. Throws MachineError.
[[nodiscard]] std::string read_compressed(const std::filesystem::path& file, std::size_t max_bytes);

}  // namespace cudastdenv::machine
