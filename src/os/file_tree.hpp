// SPDX-License-Identifier: MIT
#pragma once

#include "core/archive_entry.hpp"
#include "os/files.hpp"

#include <filesystem>
#include <memory>

namespace cudastdenv::machine {

/// A folder in which archives lie: as NVIDIA's server has them, or anyhow.
class ArchiveFolder {
public:
    /// Looks into the folders in it too, but follows no links to folders. Throws MachineError: no folder, not to be
    /// read.
    explicit ArchiveFolder(const std::filesystem::path& folder);

    /// The archive that a manifest has under a path below its own folder: at that path, else the one file of that name.
    /// Throws MachineError where there is more than one.
    [[nodiscard]] std::optional<std::filesystem::path> find(std::string_view relative_path) const;

private:
    std::filesystem::path folder_;
    std::map<std::string, std::vector<std::filesystem::path>, std::less<>> by_name_;
};

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
