// SPDX-License-Identifier: MIT
#pragma once

#include "core/std.hpp"

namespace cudastdenv {

/// An entry of an archive.
struct ArchiveEntry {
    enum class Kind : std::uint8_t { file, folder, link };

    std::string name;  ///< as in the archive, without a leading `./` and a trailing `/`
    Kind kind = Kind::file;
    std::string target = {};  ///< of a symbolic link
};

}  // namespace cudastdenv
