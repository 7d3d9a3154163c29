// SPDX-License-Identifier: MIT
#include "elf/layout.hpp"

#include <string>

namespace cudastdenv::machine {

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
