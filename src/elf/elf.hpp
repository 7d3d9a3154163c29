// SPDX-License-Identifier: MIT
#pragma once

/// ELF files, archives of them, and where the loader would find the libraries of a binary: its run path, then the
/// loader's cache, then its folders.

#include "findings/abi.hpp"
#include "os/files.hpp"
#include "os/process.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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

/// A member of an `ar` archive.
struct ArchiveMember {
    std::string name;          ///< in a thin archive the path of the file that it is, from the archive's folder
    std::uint64_t offset = 0;  ///< of its content, which a thin archive does not hold
    std::uint64_t size = 0;
};

/// Goes through the members of an archive, thin ones too, without symbol and name tables.
class Archive {
public:
    /// `file` stays where it is. Throws MachineError.
    Archive(const RegularFile& file, std::string name);

    [[nodiscard]] bool is_thin() const noexcept { return is_thin_; }
    /// The next member, or nothing at the end. Throws MachineError with one line.
    std::optional<ArchiveMember> next();
    /// The content of a member of an archive that is not thin. Throws MachineError.
    [[nodiscard]] std::vector<std::byte> content(const ArchiveMember& member) const;

private:
    [[noreturn]] void fail(const std::string& what) const;
    [[nodiscard]] ArchiveMember read_header() const;
    [[nodiscard]] std::string long_name(std::string_view offset) const;
    void take_bsd_name(ArchiveMember& member) const;

    const RegularFile& file_;
    std::string name_;
    bool is_thin_ = false;
    std::uint64_t at_ = 0;
    std::vector<std::byte> long_names_;
};

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
[[nodiscard]] std::multimap<std::string, std::filesystem::path> read_loader_cache(std::span<const std::byte> bytes);

/// Where the loader would find the libraries of each binary.
[[nodiscard]] std::vector<LibrarySearch> search_libraries(const Surroundings& surroundings,
                                                          std::span<const Binary> binaries);

}  // namespace cudastdenv::machine
