// SPDX-License-Identifier: MIT
#pragma once

#include "findings/abi.hpp"
#include "findings/elf.hpp"
#include "os/regular_file.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace cudastdenv::machine {

struct Binaries {
    std::vector<Binary> files;        ///< in the order of the arguments; those of a folder by path
    std::vector<std::string> errors;  ///< one line each: what could not be read
};

/// The files that the paths name, and those in the folders that they name and below: each file once, without following
/// links to folders, and without /proc, /sys and the like where they are not named themselves. What is no ELF file and
/// no archive is an error where it was named itself. Symbols of objects are looked up in `known`; nullptr: not read.
[[nodiscard]] Binaries read_binaries(const std::vector<std::filesystem::path>& paths, const KnownSymbols* known);

/// The same of one file that is open; `path` is where it lies, `name` what errors call it.
void read_binary(const RegularFile& file, const std::filesystem::path& path, const std::string& name,
                 const KnownSymbols* known, Binaries& found);

}  // namespace cudastdenv::machine
