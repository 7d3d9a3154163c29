// SPDX-License-Identifier: MIT
#include "source_directory.hpp"

#include <fstream>
#include <stdexcept>

namespace cudastdenv {

std::filesystem::path source_directory() { return CUDASTDENV_SOURCE_DIRECTORY; }
std::filesystem::path build_directory() { return CUDASTDENV_BUILD_DIRECTORY; }

// By iterators it takes a sanitized build thirty times as long.
std::string contents_of(const std::filesystem::path& file) {
    std::string contents(std::filesystem::file_size(file), '\0');
    std::ifstream stream(file, std::ios::binary);
    if (!stream.read(contents.data(), static_cast<std::streamsize>(contents.size())))
        throw std::runtime_error(file.string() + ": cannot be read");
    return contents;
}

}  // namespace cudastdenv
