// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

namespace cudastdenv {

/// Where the sources and the build are. Only one small object file depends on these paths, so a compiler cache serves
/// a clone in another directory.
std::filesystem::path source_directory();
std::filesystem::path build_directory();

/// Throws std::runtime_error where the file cannot be read.
std::string contents_of(const std::filesystem::path& file);

}  // namespace cudastdenv
