// SPDX-License-Identifier: MIT
#pragma once

#include "core/std.hpp"

namespace cudastdenv {

/// What an archive has under a name.
struct ArchiveEntry {
    enum class Kind : std::uint8_t { file, folder, link };

    std::string name;  ///< as it is written there, without `./` in front and `/` behind
    Kind kind = Kind::file;
    std::string target = {};  ///< of a symbolic link
};

}  // namespace cudastdenv
