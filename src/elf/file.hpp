// SPDX-License-Identifier: MIT
#pragma once

#include "findings/elf.hpp"
#include "findings/symbol_versions.hpp"
#include "os/regular_file.hpp"

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

namespace cudastdenv::machine {

/// Reads it. Throws MachineError with one line where it is none, truncated, or makes no sense. The symbols of an object
/// are looked up in `known`; nullptr: they are not read.
[[nodiscard]] ElfFile read_elf_file(const std::filesystem::path& path, const KnownSymbols* known = nullptr);

/// The same of a file that is open, and is called `name` in errors.
[[nodiscard]] ElfFile read_elf_file(const RegularFile& file, const std::string& name,
                                    const KnownSymbols* known = nullptr);

/// The same of one that is in memory, such as a member of an archive.
[[nodiscard]] ElfFile read_elf_image(std::span<const std::byte> image, const std::string& name,
                                     const KnownSymbols* known = nullptr);

}  // namespace cudastdenv::machine
