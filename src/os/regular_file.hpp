// SPDX-License-Identifier: MIT
#pragma once

#include "os/descriptors.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace cudastdenv::machine {

/// A regular file that is open for reading.
struct RegularFile {
    UniqueFd fd;
    std::uint64_t size = 0;
    std::uint64_t device = 0;  ///< device and inode are the same for every name of the file
    std::uint64_t inode = 0;
};

/// Opens it without waiting for whoever should write into a pipe. Throws MachineError with one line: missing, no
/// regular file, or not to be read.
[[nodiscard]] RegularFile open_regular_file(const std::filesystem::path& path);

/// The first `limit` bytes of a regular file; empty where there is none that can be read.
[[nodiscard]] std::string read_start(const std::filesystem::path& path, std::size_t limit);

/// The content of a regular file. Throws MachineError, also where it is larger than `max_bytes`.
[[nodiscard]] std::string read_regular_file(const std::filesystem::path& path, std::size_t max_bytes);

/// What can be read from a pipe to its end, as a file in memory. Throws MachineError, also where it is more than 1 GiB.
[[nodiscard]] RegularFile hold_in_memory(int pipe, const std::string& name);

/// A part of the file. Throws MachineError where the file ends before.
[[nodiscard]] std::vector<std::byte> read_at(const RegularFile& file, std::uint64_t offset, std::uint64_t size,
                                             const std::string& name);

}  // namespace cudastdenv::machine
