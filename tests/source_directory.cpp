// SPDX-License-Identifier: MIT
#include "source_directory.hpp"

namespace cudastdenv {

std::filesystem::path source_directory() { return CUDASTDENV_SOURCE_DIRECTORY; }
std::filesystem::path build_directory() { return CUDASTDENV_BUILD_DIRECTORY; }

}  // namespace cudastdenv
