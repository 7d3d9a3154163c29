#pragma once

#include "machine/unique_fd.hpp"

#include <cstdint>
#include <filesystem>
#include <string>

namespace cudastdenv::machine {

/// A regular file that is open for reading.
struct RegularFile {
    UniqueFd fd;
    std::uint64_t size = 0;
};

/// A path as it may stand in an error line.
[[nodiscard]] std::string shown(const std::filesystem::path& path);

/// Opens it without waiting for whoever should write into a pipe. Throws MachineError with one line: missing, no
/// regular file, or not to be read.
[[nodiscard]] RegularFile open_regular_file(const std::filesystem::path& path);

}  // namespace cudastdenv::machine
