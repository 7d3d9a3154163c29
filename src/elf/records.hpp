// SPDX-License-Identifier: MIT
#pragma once

#include <elf.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace cudastdenv::machine {

/// How the numbers of an ELF file are written.
struct ElfFormat {
    bool is_64_bit = true;
    bool is_little_endian = true;
};

/// Takes one number after the other from a record. A record is as long as its type says, so that none is missing.
class ElfNumbers {
public:
    ElfNumbers(std::span<const std::byte> record, ElfFormat format) : rest_(record), format_(format) {}

    std::uint8_t byte() { return take<std::uint8_t>(); }
    std::uint16_t half() { return take<std::uint16_t>(); }
    std::uint32_t word() { return take<std::uint32_t>(); }
    /// An address, an offset, or a size: of 4 bytes or 8, as the file is of 32 bits or 64.
    std::uint64_t address() { return format_.is_64_bit ? take<std::uint64_t>() : take<std::uint32_t>(); }
    void skip(std::size_t bytes) { rest_ = rest_.subspan(bytes); }

    [[nodiscard]] ElfFormat format() const noexcept { return format_; }

private:
    template <class Number>
    Number take() {
        std::array<std::byte, sizeof(Number)> bytes;
        std::ranges::copy(rest_.first<sizeof(Number)>(), bytes.begin());
        skip(sizeof(Number));
        if (format_.is_little_endian != (std::endian::native == std::endian::little)) std::ranges::reverse(bytes);
        return std::bit_cast<Number>(bytes);
    }

    std::span<const std::byte> rest_;
    ElfFormat format_;
};

/// A part of an ELF file, which was read: texts, or records such as elf_records.hpp has.
class ElfTable {
public:
    ElfTable() = default;
    ElfTable(std::vector<std::byte> bytes, ElfFormat format) : bytes_(std::move(bytes)), format_(format) {}

    [[nodiscard]] std::string_view text() const noexcept {
        return {reinterpret_cast<const char*>(bytes_.data()), bytes_.size()};
    }

    /// The record that begins there; nothing where the table ends before it does.
    template <class Record>
    [[nodiscard]] std::optional<Record> at(std::uint64_t offset) const {
        const std::size_t size = Record::size(format_);
        if (offset > bytes_.size() || size > bytes_.size() - offset) return std::nullopt;
        return Record(ElfNumbers(std::span(bytes_).subspan(offset, size), format_));
    }

    /// The record with that number; nothing behind the last.
    template <class Record>
    [[nodiscard]] std::optional<Record> record(std::uint64_t number) const {
        return at<Record>(number * Record::size(format_));
    }

private:
    std::vector<std::byte> bytes_;
    ElfFormat format_;
};

}  // namespace cudastdenv::machine

/// The records of an ELF file, each with those of its numbers that are asked for here. Both classes have the numbers of
/// most records in the same order, and only their widths differ.
namespace cudastdenv::machine::elf {

template <class Of32, class Of64>
struct Record {
    static std::size_t size(ElfFormat format) noexcept { return format.is_64_bit ? sizeof(Of64) : sizeof(Of32); }
};

struct Header : Record<Elf32_Ehdr, Elf64_Ehdr> {
    std::uint16_t type, machine;
    std::uint64_t segments, sections;  ///< where their tables lie
    std::uint16_t segment_size, segment_count;
    std::uint16_t section_size, section_count;

    explicit Header(ElfNumbers in) {
        in.skip(EI_NIDENT);
        type = in.half();
        machine = in.half();
        in.word();     // version
        in.address();  // entry point
        segments = in.address();
        sections = in.address();
        in.word();  // flags
        in.half();  // size of this
        segment_size = in.half();
        segment_count = in.half();
        section_size = in.half();
        section_count = in.half();
    }
};

struct Section : Record<Elf32_Shdr, Elf64_Shdr> {
    std::uint32_t type;
    std::uint64_t flags, offset, length;
    std::uint32_t link, info;

    explicit Section(ElfNumbers in) {
        in.word();  // name
        type = in.word();
        flags = in.address();
        in.address();  // address
        offset = in.address();
        length = in.address();
        link = in.word();
        info = in.word();
    }
};

struct Segment : Record<Elf32_Phdr, Elf64_Phdr> {
    std::uint32_t type;
    std::uint64_t offset, address, length;  ///< the length in the file

    explicit Segment(ElfNumbers in) {
        type = in.word();
        if (in.format().is_64_bit) in.word();  // flags
        offset = in.address();
        address = in.address();
        in.address();  // physical address
        length = in.address();
    }
};

struct DynamicEntry : Record<Elf32_Dyn, Elf64_Dyn> {
    std::uint64_t tag, value;

    explicit DynamicEntry(ElfNumbers in) : tag(in.address()), value(in.address()) {}
};

struct Symbol : Record<Elf32_Sym, Elf64_Sym> {
    std::uint32_t name;
    unsigned binding;
    std::uint16_t section;

    explicit Symbol(ElfNumbers in) {
        name = in.word();
        if (!in.format().is_64_bit) in.skip(2 * sizeof(Elf32_Word));  // value, size
        binding = in.byte() >> 4u;                                    // below it: the type
        in.byte();                                                    // visibility
        section = in.half();
    }
};

struct SymbolVersion : Record<Elf32_Versym, Elf64_Versym> {
    std::uint16_t index;

    explicit SymbolVersion(ElfNumbers in) : index(in.half() & 0x7fff) {}  // above it: whether the symbol is hidden
};

struct DefinedVersion : Record<Elf32_Verdef, Elf64_Verdef> {
    std::uint16_t flags;
    std::uint32_t names, next;  ///< offsets from here; a next of 0: the last

    explicit DefinedVersion(ElfNumbers in) {
        in.half();  // revision of this record
        flags = in.half();
        in.half();  // index
        in.half();  // count of names
        in.word();  // hash
        names = in.word();
        next = in.word();
    }
};

struct DefinedVersionName : Record<Elf32_Verdaux, Elf64_Verdaux> {
    std::uint32_t name;

    explicit DefinedVersionName(ElfNumbers in) : name(in.word()) {}
};

struct NeededLibrary : Record<Elf32_Verneed, Elf64_Verneed> {
    std::uint16_t count;
    std::uint32_t file, versions, next;  ///< a name, and offsets from here; a next of 0: the last

    explicit NeededLibrary(ElfNumbers in) {
        in.half();  // revision of this record
        count = in.half();
        file = in.word();
        versions = in.word();
        next = in.word();
    }
};

struct NeededLibraryVersion : Record<Elf32_Vernaux, Elf64_Vernaux> {
    std::uint16_t index;
    std::uint32_t name, next;  ///< the next as an offset from here; 0: the last

    explicit NeededLibraryVersion(ElfNumbers in) {
        in.word();  // hash
        in.half();  // flags
        index = in.half();
        name = in.word();
        next = in.word();
    }
};

}  // namespace cudastdenv::machine::elf
