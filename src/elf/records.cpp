// SPDX-License-Identifier: MIT
#include "elf/records.hpp"

#include "os/files.hpp"

#include <elf.h>

#include <string>

namespace cudastdenv::machine {

namespace {

// What no linker makes is refused before anything is allocated for it: sizes in a hostile file mean nothing.
constexpr std::uint64_t largest_file = std::uint64_t{16} << 30;
constexpr std::uint64_t largest_table = std::uint64_t{1} << 29;

/// How a file that begins so is written; nothing where it is no ELF file.
std::optional<ElfFormat> format_of(std::string_view identification) {
    if (identification.size() < EI_NIDENT || !identification.starts_with(ELFMAG)) return std::nullopt;
    const char bits = identification[EI_CLASS];
    const char order = identification[EI_DATA];
    if (bits != ELFCLASS32 && bits != ELFCLASS64) return std::nullopt;
    if (order != ELFDATA2LSB && order != ELFDATA2MSB) return std::nullopt;
    if (identification[EI_VERSION] != EV_CURRENT) return std::nullopt;
    return ElfFormat{bits == ELFCLASS64, order == ELFDATA2LSB};
}

}  // namespace

ElfBytes::ElfBytes(const RegularFile& file, const std::string& name) : file_(&file), size_(file.size), name_(name) {
    begin();
}

ElfBytes::ElfBytes(std::span<const std::byte> image, const std::string& name)
    : image_(image), size_(image.size()), name_(name) {
    begin();
}

void ElfBytes::begin() {
    if (size_ == 0) fail("is empty");
    if (size_ > largest_file) fail("is larger than 16 GiB, which is not looked into");
    const ElfTable start(bytes_of({.size = std::min<std::uint64_t>(size_, EI_NIDENT)}), {});
    const auto format = format_of(start.text());
    if (!format) fail("is no ELF file");
    format_ = *format;
}

void ElfBytes::fail(const std::string& what) const { throw MachineError(name_ + ": " + what); }

void ElfBytes::fail_senseless(const std::string& what) const { fail("is no ELF file that makes sense: " + what); }

void ElfBytes::check_extent(const ElfPart& part, const char* what) const {
    if (part.offset > size_ || part.size > size_ - part.offset)
        fail(std::string("is truncated: its ") + what + " lies beyond its end");
}

ElfTable ElfBytes::read(const ElfPart& part, const char* what) const {
    check_extent(part, what);
    if (part.size > largest_table) fail_senseless(std::string("its ") + what + " is too large");
    return {bytes_of(part), format_};
}

std::vector<std::byte> ElfBytes::bytes_of(const ElfPart& part) const {
    if (file_) return read_at(*file_, part.offset, part.size, name_);
    const auto bytes = image_.subspan(part.offset, part.size);
    return {bytes.begin(), bytes.end()};
}

namespace {

constexpr std::uint64_t most_sections = 1 << 20;
constexpr std::uint64_t most_segments = 1 << 16;
constexpr std::uint64_t longest_interpreter = 4096;

template <class Record>
Record only_record(const ElfBytes& bytes, std::uint64_t offset, const char* what) {
    return *bytes.read({offset, Record::size(bytes.format())}, what).template at<Record>(0);
}

}  // namespace

ElfLayout::ElfLayout(const ElfBytes& bytes) : bytes_(bytes), header_(only_record<elf::Header>(bytes, 0, "header")) {
    count_headers();
    if (section_count_ > most_sections) bytes_.fail_senseless("it has too many sections");
    if (section_count_ > 0 && header_.section_size != elf::Section::size(bytes_.format()))
        bytes_.fail_senseless("its section table");
    if (segment_count_ > 0 && header_.segment_size != elf::Segment::size(bytes_.format()))
        bytes_.fail_senseless("its program header");
    bytes_.check_extent(section_table(), "section table");
    bytes_.check_extent(segment_table(), "program header");
}

/// Counts that are too large for the header stand in the first section's, where there are sections.
void ElfLayout::count_headers() {
    section_count_ = header_.sections == 0 ? 0 : header_.section_count;
    segment_count_ = header_.segments == 0 ? 0 : header_.segment_count;
    if (header_.sections == 0 || header_.section_size != elf::Section::size(bytes_.format())) return;
    if (section_count_ > 0 && segment_count_ < PN_XNUM) return;
    const auto first = only_record<elf::Section>(bytes_, header_.sections, "section table");
    if (section_count_ == 0) section_count_ = first.length;
    if (segment_count_ == PN_XNUM) segment_count_ = first.info;
}

ElfPart ElfLayout::section_table() const { return {header_.sections, section_count_ * header_.section_size}; }

ElfPart ElfLayout::segment_table() const { return {header_.segments, segment_count_ * header_.segment_size}; }

ElfSections ElfLayout::read_sections() const {
    const ElfTable table = bytes_.read(section_table(), "section table");
    ElfSections sections;
    for (std::size_t i = 1; const auto section = table.record<elf::Section>(i); ++i) {
        if (section->type == SHT_DYNSYM) sections.dynamic_symbols = section->length;
        if (section->type == SHT_SYMTAB) sections.symbols = section;
        if (section->type == SHT_NOBITS && (section->flags & SHF_EXECINSTR) != 0) sections.without_code = true;
        if (section->type != SHT_NOBITS && section->type != SHT_NULL)
            bytes_.check_extent({section->offset, section->length}, "section");
    }
    if (sections.symbols) sections.names_of_symbols = table.record<elf::Section>(sections.symbols->link);
    return sections;
}

ElfSegments ElfLayout::read_segments() const {
    if (segment_count_ > most_segments) bytes_.fail_senseless("its program header");
    const ElfTable table = bytes_.read(segment_table(), "program header");
    ElfSegments segments;
    for (std::size_t i = 0; const auto segment = table.record<elf::Segment>(i); ++i) {
        const ElfPart part{segment->offset, segment->length, segment->address};
        switch (segment->type) {
            case PT_LOAD: segments.loaded.push_back(part); break;
            case PT_DYNAMIC: segments.dynamic = part; break;
            case PT_INTERP: segments.interpreter = part; break;
            default: continue;
        }
        bytes_.check_extent(part, segment->type == PT_INTERP ? "interpreter's name" : "segment");
    }
    if (segments.interpreter.size > longest_interpreter) bytes_.fail_senseless("its interpreter's name is too long");
    return segments;
}

}  // namespace cudastdenv::machine
