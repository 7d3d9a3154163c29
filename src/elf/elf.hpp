// SPDX-License-Identifier: MIT
#pragma once

/// ELF files, archives of them, and where the loader would find the libraries of a binary: its run path, then the
/// loader's cache, then its folders.

#include "findings/abi.hpp"
#include "os/files.hpp"
#include "os/process.hpp"

#include <cstring>
#include <filesystem>

namespace cudastdenv::machine {

/// Reads it. Throws MachineError with one line where it is none, truncated, or makes no sense. The symbols of an object
/// are looked up in `known`; nullptr: they are not read.
[[nodiscard]] ElfFile read_elf_file(const std::filesystem::path& path, const KnownSymbols* known = nullptr);

/// The record at an offset of a table; empty: the table ends before the record does.
template <class Record>
[[nodiscard]] std::optional<Record> record_at(std::string_view table, std::uint64_t offset) {
    Record record;
    if (offset > table.size() || sizeof record > table.size() - offset) return std::nullopt;
    std::memcpy(&record, table.data() + offset, sizeof record);
    return record;
}

/// A part of a file.
struct FilePart {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
};

/// The same of a file that is open, or of a part of it, such as a member of an archive; it is called `name` in errors.
[[nodiscard]] ElfFile read_elf_file(const RegularFile& file, FilePart part, const std::string& name,
                                    const KnownSymbols* known = nullptr);

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

/// What glibc's `ld.so.cache` says: libraries by name, several of one name in the loader's order. Empty where it is
/// none of this machine's byte order, or one from before glibc 2.32 that holds the old form too.
[[nodiscard]] std::multimap<std::string, std::filesystem::path> read_loader_cache(std::string_view bytes);

/// Where the loader would find the libraries of each binary.
[[nodiscard]] std::vector<LibrarySearch> search_libraries(const Surroundings& surroundings,
                                                          std::span<const Binary> binaries);

}  // namespace cudastdenv::machine
