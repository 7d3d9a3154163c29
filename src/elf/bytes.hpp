// SPDX-License-Identifier: MIT
#pragma once

#include "os/regular_file.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
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

    template <class Record>
    [[nodiscard]] std::size_t count() const noexcept {
        return bytes_.size() / Record::size(format_);
    }

    /// The record with that number; nothing behind the last.
    template <class Record>
    [[nodiscard]] std::optional<Record> record(std::size_t number) const {
        if (number >= count<Record>()) return std::nullopt;
        return at<Record>(number * Record::size(format_));
    }

private:
    std::vector<std::byte> bytes_;
    ElfFormat format_;
};

/// A part of an ELF file; one that its loader maps also has an address.
struct ElfPart {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    std::uint64_t address = 0;
};

/// The bytes of an ELF file, which is open or in memory. A file is read, not mapped: somebody who shortens it meanwhile
/// must not end this process, and of one of gigabytes only the few tables that count are read.
class ElfBytes {
public:
    /// The file stays where it is, and so do the image and the name, which stands in errors. Throws MachineError where
    /// it does not begin as an ELF file does.
    ElfBytes(const RegularFile& file, const std::string& name);
    ElfBytes(std::span<const std::byte> image, const std::string& name);

    [[nodiscard]] ElfFormat format() const noexcept { return format_; }
    /// Throws MachineError where the part lies beyond the end, or is larger than what a linker makes. `what` it is
    /// stands in the error: `section table`.
    [[nodiscard]] ElfTable read(const ElfPart& part, const char* what) const;
    void check_extent(const ElfPart& part, const char* what) const;

    /// Throw MachineError.
    [[noreturn]] void fail(const std::string& what) const;
    [[noreturn]] void fail_senseless(const std::string& what) const;

private:
    void begin();
    [[nodiscard]] std::vector<std::byte> bytes_of(const ElfPart& part) const;

    const RegularFile* file_ = nullptr;
    std::span<const std::byte> image_;
    std::uint64_t size_;
    const std::string& name_;
    ElfFormat format_;
};

}  // namespace cudastdenv::machine
