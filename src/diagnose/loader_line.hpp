// SPDX-License-Identifier: MIT
#pragma once

/// The library that the loader found and the file that requires a newer one, as it names them:
/// `PROGRAM: LIBRARY: version `GLIBCXX_3.4.30' not found (required by FILE)`

#include "core/std.hpp"

namespace cudastdenv::diagnose {

/// Who installs a file. python: a package of pip's. other: a program's own directory, or a person's.
enum class FileOwner : std::uint8_t { system, conda, python, nix, spack, other };

[[nodiscard]] FileOwner owner_of(std::string_view path);

struct LoaderLine {
    std::string_view loaded;         ///< the library
    FileOwner owner;                 ///< of it
    std::optional<FileOwner> asker;  ///< owner of the file that requires a newer one; absent: the line does not name it
};

/// Absent if the line does not name the library. Points into the line.
[[nodiscard]] std::optional<LoaderLine> loader_line(std::string_view line);

}  // namespace cudastdenv::diagnose
