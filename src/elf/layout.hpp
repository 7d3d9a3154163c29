// SPDX-License-Identifier: MIT
#pragma once

#include "elf/bytes.hpp"
#include "elf/records.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace cudastdenv::machine {

/// What the section headers say, where there are any.
struct ElfSections {
    std::uint64_t dynamic_symbols = 0;  ///< bytes of the table
    std::optional<elf::Section> symbols;
    std::optional<elf::Section> names_of_symbols;
    bool without_code = false;  ///< that of another file, which has the code
};

/// What the program header says.
struct ElfSegments {
    std::vector<ElfPart> loaded;
    ElfPart dynamic;      ///< empty where there is none
    ElfPart interpreter;  ///< empty where there is none
};

/// Where the parts of an ELF file lie. Each of them was looked at: it lies in the file.
class ElfLayout {
public:
    /// Reads the header. Throws MachineError, as all of this does, where what it reads makes no sense.
    explicit ElfLayout(const ElfBytes& bytes);

    [[nodiscard]] const elf::Header& header() const noexcept { return header_; }
    [[nodiscard]] ElfSections read_sections() const;
    [[nodiscard]] ElfSegments read_segments() const;

private:
    void count_headers();
    [[nodiscard]] ElfPart section_table() const;
    [[nodiscard]] ElfPart segment_table() const;

    const ElfBytes& bytes_;
    elf::Header header_;
    std::uint64_t section_count_ = 0;
    std::uint64_t segment_count_ = 0;
};

}  // namespace cudastdenv::machine
