// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

namespace cudastdenv {

/// Where the sources and the build are. Only one small object file depends on these paths, so a compiler cache serves
/// a clone in another directory.
std::filesystem::path source_directory();
std::filesystem::path build_directory();

}  // namespace cudastdenv
