// SPDX-License-Identifier: MIT
#pragma once

/// ELF files, archives of them, and where the loader would find the libraries of a binary: in its run path, then the
/// loader's cache, then its directories.

#include "findings/abi.hpp"
#include "machine/os/files.hpp"
#include "machine/os/process.hpp"

#include <cstring>

namespace cudastdenv::machine {

/// Throws MachineError with one line: not an ELF file, truncated, or invalid. The symbols of an object are looked up in
/// `known`; nullptr: not read.
[[nodiscard]] ElfFile read_elf_file(const std::filesystem::path& path, const KnownSymbols* known = nullptr);

/// The record at an offset of a table; empty: the table ends before the record does.
template <class Record>
[[nodiscard]] std::optional<Record> record_at(std::string_view table, std::uint64_t offset) {
    Record record;
    if (offset > table.size() || sizeof record > table.size() - offset) return std::nullopt;
    std::memcpy(&record, table.data() + offset, sizeof record);
    return record;
}

struct FilePart {
    std::uint64_t offset = 0, size = 0;
};

/// The same for an open file, or a part of it such as a member of an archive. `name`: for errors.
[[nodiscard]] ElfFile read_elf_file(const RegularFile& file, FilePart part, const std::string& name,
                                    const KnownSymbols* known = nullptr);

struct Binaries {
    std::vector<Binary> files;        ///< in the order of the arguments; those of a directory by path
    std::vector<std::string> errors;  ///< one line each
};

/// The files of these paths, and those in their directories and below, each once. Links to directories are not
/// followed, and /proc, /sys and the like are only read if they are named. A named file that is neither ELF nor an
/// archive is an error. The symbols of objects are looked up in `known`; nullptr: not read.
[[nodiscard]] Binaries read_binaries(const std::vector<std::filesystem::path>& paths, const KnownSymbols* known);

/// The same for one open file; `path` is its path, `name` its name in errors.
void read_binary(const RegularFile& file, const std::filesystem::path& path, const std::string& name,
                 const KnownSymbols* known, Binaries& found);

/// The libraries of glibc's `ld.so.cache` by name, several of one name in the loader's order. Empty for another byte
/// order, and for a cache from before glibc 2.32 that also has the old format.
[[nodiscard]] std::multimap<std::string, std::filesystem::path> read_loader_cache(std::string_view bytes);

/// Where the loader would find the libraries of each binary.
[[nodiscard]] std::vector<LibrarySearch> search_libraries(const Surroundings& surroundings,
                                                          std::span<const Binary> binaries);

}  // namespace cudastdenv::machine
