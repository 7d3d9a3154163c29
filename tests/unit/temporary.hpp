// SPDX-License-Identifier: MIT
#pragma once

/// Temporary files and programs for tests.

#include "machine/os/write_file.hpp"

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace cudastdenv::test {

inline void write(const std::filesystem::path& path, std::string_view text) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
}

/// A shell script. It finds other programs only by absolute paths.
inline void write_program(const std::filesystem::path& path, std::string_view body) {
    write(path, "#!/bin/sh\n" + std::string(body) + "\n");
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
}

}  // namespace cudastdenv::test
