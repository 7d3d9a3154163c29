// SPDX-License-Identifier: MIT
#pragma once

/// Libraries, CMake targets and headers of the toolkit that build files name.

#include "core/std.hpp"

namespace cudastdenv {

/// A file of the toolkit that a build file names.
struct BuildUse {
    enum class Kind : std::uint8_t {
        target,   ///< `CUDA::nvToolsExt`
        library,  ///< `nvToolsExt` of `-lnvToolsExt`, or in a list of libraries
        header,   ///< that a build file tests for: `nvToolsExt.h`
    };
    Kind kind = Kind::target;
    std::string name;
    std::size_t line = 1;    ///< from 1
    std::size_t column = 1;  ///< of the name, in bytes, from 1
};

/// Finds them in a file for CMake, Make, Meson, setuptools or a shell. Skips comments. Bare words count only as
/// arguments of functions and lists for libraries or headers: `target_link_libraries(app nvToolsExt)`,
/// `libraries=["nvToolsExt"]`.
[[nodiscard]] std::vector<BuildUse> read_build_uses(std::string_view file);

}  // namespace cudastdenv
