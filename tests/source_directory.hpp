// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

namespace cudastdenv {

/// The source and build directories. Only one small object file depends on these paths, so a compiler cache works for a
/// clone in another directory.
std::filesystem::path source_directory();
std::filesystem::path build_directory();

/// Throws std::runtime_error if the file cannot be read.
std::string contents_of(const std::filesystem::path& file);

}  // namespace cudastdenv
