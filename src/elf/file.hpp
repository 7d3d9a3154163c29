// SPDX-License-Identifier: MIT
#pragma once

#include "findings/abi.hpp"
#include "findings/elf.hpp"
#include "os/regular_file.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
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

/// Whether a file that begins so is an archive.
[[nodiscard]] bool begins_archive(std::string_view first_bytes) noexcept;

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

}  // namespace cudastdenv::machine
