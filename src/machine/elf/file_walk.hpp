// SPDX-License-Identifier: MIT
#pragma once

/// The files that a command line names, also by directories.

#include "machine/os/files.hpp"

namespace cudastdenv::machine {

struct FileWalk {
    /// Whether a file in a directory is read, by its first 512 bytes. Named files are read in any case.
    bool (*is_wanted)(std::string_view start) = nullptr;
    /// Reads a file. A MachineError that it throws becomes a line of `errors`.
    std::function<void(const RegularFile& file, const std::filesystem::path& path)> read;
    std::vector<std::string> errors = {};

    /// The files of these paths, and those in their directories and below, each once; those of a directory by path.
    /// Links to directories are not followed, and /proc, /sys and the like are only read if they are named.
    void walk(const std::vector<std::filesystem::path>& paths);
};

/// The first bytes of a file; fewer if it is shorter.
[[nodiscard]] std::string start_of(const RegularFile& file, std::size_t size, const std::string& name);

}  // namespace cudastdenv::machine
