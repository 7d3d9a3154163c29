// SPDX-License-Identifier: MIT
#include "elf/elf.hpp"

#include "core/quote.hpp"
#include "core/text.hpp"
#include "elf/records.hpp"
#include "os/files.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>

namespace cudastdenv::machine {

namespace {

// What no linker makes is refused before anything is allocated for it: sizes in a hostile file mean nothing.
constexpr std::uint64_t largest_file = std::uint64_t{16} << 30;
constexpr std::uint64_t largest_table = std::uint64_t{1} << 29;

constexpr std::uint64_t most_sections = 1 << 20;
constexpr std::uint64_t most_segments = 1 << 16;
constexpr std::uint64_t longest_interpreter = 4096;
constexpr std::uint64_t largest_version_table = 1 << 20;
constexpr std::size_t most_names = 4096;
constexpr std::size_t longest_name = 4096;
constexpr std::size_t longest_run_path = 1 << 20;

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
    ElfBytes(const RegularFile& file, const std::string& name) : file_(&file), size_(file.size), name_(name) {
        begin();
    }
    ElfBytes(std::span<const std::byte> image, const std::string& name)
        : image_(image), size_(image.size()), name_(name) {
        begin();
    }

    [[nodiscard]] ElfFormat format() const noexcept { return format_; }

    /// Throws MachineError where the part lies beyond the end, or is larger than what a linker makes. `what` it is
    /// stands in the error: `section table`.
    [[nodiscard]] ElfTable read(const ElfPart& part, const char* what) const {
        check_extent(part, what);
        if (part.size > largest_table) fail_senseless(std::string("its ") + what + " is too large");
        return {bytes_of(part), format_};
    }

    template <class Record>
    [[nodiscard]] Record record_at(std::uint64_t offset, const char* what) const {
        return *read({offset, Record::size(format_)}, what).template at<Record>(0);
    }

    void check_extent(const ElfPart& part, const char* what) const {
        if (part.offset > size_ || part.size > size_ - part.offset)
            fail(std::string("is truncated: its ") + what + " lies beyond its end");
    }

    /// Throw MachineError.
    [[noreturn]] void fail(const std::string& what) const { throw MachineError(name_ + ": " + what); }
    [[noreturn]] void fail_senseless(const std::string& what) const {
        fail("is no ELF file that makes sense: " + what);
    }

private:
    void begin() {
        if (size_ == 0) fail("is empty");
        if (size_ > largest_file) fail("is larger than 16 GiB, which is not looked into");
        const ElfTable start(bytes_of({.size = std::min<std::uint64_t>(size_, EI_NIDENT)}), {});
        const auto format = format_of(start.text());
        if (!format) fail("is no ELF file");
        format_ = *format;
    }

    [[nodiscard]] std::vector<std::byte> bytes_of(const ElfPart& part) const {
        if (file_) return read_at(*file_, part.offset, part.size, name_);
        const auto bytes = image_.subspan(part.offset, part.size);
        return {bytes.begin(), bytes.end()};
    }

    const RegularFile* file_ = nullptr;
    std::span<const std::byte> image_;
    std::uint64_t size_;
    const std::string& name_;
    ElfFormat format_;
};

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

/// The dynamic section. Addresses and sizes of 0: absent.
struct Dynamic {
    std::uint64_t strings = 0, strings_size = 0;
    std::uint64_t symbols = 0;
    std::uint64_t versions_of_symbols = 0;
    std::uint64_t needs = 0, needs_count = 0;
    std::uint64_t defines = 0, defines_count = 0;
    std::optional<std::uint64_t> soname, run_path, rpath;  ///< offsets into the strings
    std::vector<std::uint64_t> libraries;                  ///< offsets into the strings
    bool is_executable = false;
};

ElfFile::Kind kind_of(const elf::Header& header, const ElfSections& sections) {
    switch (header.type) {
        case ET_REL: return ElfFile::Kind::object;
        case ET_EXEC: return sections.without_code ? ElfFile::Kind::debug_information : ElfFile::Kind::executable;
        case ET_DYN: return sections.without_code ? ElfFile::Kind::debug_information : ElfFile::Kind::shared_library;
        case ET_CORE: return ElfFile::Kind::core;
        default: return ElfFile::Kind::other;
    }
}

class ElfReader {
public:
    ElfReader(const ElfBytes& bytes, const KnownSymbols* known)
        : bytes_(bytes), known_(known), header_(bytes.record_at<elf::Header>(0, "header")) {}

    ElfFile read() {
        check_layout();
        sections_ = read_sections();
        ElfFile file;
        file.kind = kind_of(header_, sections_);
        file.machine = header_.machine;
        file.is_64_bit = bytes_.format().is_64_bit;
        file.is_little_endian = bytes_.format().is_little_endian;
        if (file.kind == ElfFile::Kind::object && known_) read_known_symbols(file);
        if (file.kind == ElfFile::Kind::executable || file.kind == ElfFile::Kind::shared_library) {
            segments_ = read_segments();
            read_interpreter(file);
            if (segments_.dynamic.size > 0) read_dynamic(file);
        }
        return file;
    }

private:
    [[noreturn]] void fail_senseless(const std::string& what) const { bytes_.fail_senseless(what); }

    /// Each part of the file lies in it.
    void check_layout() {
        count_headers();
        if (section_count_ > most_sections) fail_senseless("it has too many sections");
        if (section_count_ > 0 && header_.section_size != elf::Section::size(bytes_.format()))
            fail_senseless("its section table");
        if (segment_count_ > 0 && header_.segment_size != elf::Segment::size(bytes_.format()))
            fail_senseless("its program header");
        bytes_.check_extent(section_table(), "section table");
        bytes_.check_extent(segment_table(), "program header");
    }

    /// Counts that are too large for the header stand in the first section's, where there are sections.
    void count_headers() {
        section_count_ = header_.sections == 0 ? 0 : header_.section_count;
        segment_count_ = header_.segments == 0 ? 0 : header_.segment_count;
        if (header_.sections == 0 || header_.section_size != elf::Section::size(bytes_.format())) return;
        if (section_count_ > 0 && segment_count_ < PN_XNUM) return;
        const auto first = bytes_.record_at<elf::Section>(header_.sections, "section table");
        if (section_count_ == 0) section_count_ = first.length;
        if (segment_count_ == PN_XNUM) segment_count_ = first.info;
    }

    [[nodiscard]] ElfPart section_table() const { return {header_.sections, section_count_ * header_.section_size}; }

    [[nodiscard]] ElfPart segment_table() const { return {header_.segments, segment_count_ * header_.segment_size}; }

    [[nodiscard]] ElfSections read_sections() const {
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

    [[nodiscard]] ElfSegments read_segments() const {
        if (segment_count_ > most_segments) fail_senseless("its program header");
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
        if (segments.interpreter.size > longest_interpreter) fail_senseless("its interpreter's name is too long");
        return segments;
    }

    /// A record that the table must have there, aligned as its numbers are.
    template <class Record>
    [[nodiscard]] Record record_at(const ElfTable& table, std::uint64_t offset, const char* what) const {
        const auto record = table.at<Record>(offset);
        if (!record || offset % sizeof(Elf32_Word) != 0) fail_senseless(std::string("its ") + what);
        return *record;
    }

    void read_interpreter(ElfFile& file) const {
        const ElfTable name = bytes_.read(segments_.interpreter, "interpreter's name");
        file.interpreter = name.text().substr(0, name.text().find('\0'));
    }

    /// What stands at an address, at most `size` bytes: from where to where in the file.
    [[nodiscard]] ElfPart find(std::uint64_t address, std::uint64_t size, const char* what) const {
        for (const ElfPart& segment : segments_.loaded) {
            if (address < segment.address || address - segment.address >= segment.size) continue;
            const std::uint64_t before = address - segment.address;
            return {segment.offset + before, std::min(size, segment.size - before), address};
        }
        fail_senseless(std::string("its ") + what + " is in no segment");
    }

    [[nodiscard]] ElfTable read_at_address(std::uint64_t address, std::uint64_t size, const char* what) const {
        return bytes_.read(find(address, size, what), what);
    }

    [[nodiscard]] Dynamic read_entries() const {
        const ElfTable table = bytes_.read(segments_.dynamic, "dynamic section");
        Dynamic dynamic;
        for (std::size_t i = 0; const auto entry = table.record<elf::DynamicEntry>(i); ++i) {
            if (entry->tag == DT_NULL) break;
            take_entry(dynamic, entry->tag, entry->value);
            if (dynamic.libraries.size() > most_names) fail_senseless("it needs too many libraries");
        }
        return dynamic;
    }

    static void take_entry(Dynamic& dynamic, std::uint64_t tag, std::uint64_t value) {
        switch (tag) {
            case DT_STRTAB: dynamic.strings = value; break;
            case DT_STRSZ: dynamic.strings_size = value; break;
            case DT_SYMTAB: dynamic.symbols = value; break;
            case DT_VERSYM: dynamic.versions_of_symbols = value; break;
            case DT_VERNEED: dynamic.needs = value; break;
            case DT_VERNEEDNUM: dynamic.needs_count = value; break;
            case DT_VERDEF: dynamic.defines = value; break;
            case DT_VERDEFNUM: dynamic.defines_count = value; break;
            case DT_SONAME: dynamic.soname = value; break;
            case DT_RUNPATH: dynamic.run_path = value; break;
            case DT_RPATH: dynamic.rpath = value; break;
            case DT_FLAGS_1: dynamic.is_executable = (value & DF_1_PIE) != 0; break;
            case DT_NEEDED: dynamic.libraries.push_back(value); break;
            default: break;
        }
    }

    /// At most `longest` characters of a name.
    [[nodiscard]] std::string_view start_of_string(std::uint64_t offset, std::size_t longest) const {
        const std::string_view strings = strings_.text();
        if (offset >= strings.size()) fail_senseless("a name lies outside of its strings");
        const std::string_view rest = strings.substr(offset, longest);
        const std::size_t end = rest.find('\0');
        if (end == rest.npos && rest.size() < longest) fail_senseless("a name without an end");
        return rest.substr(0, end);
    }

    [[nodiscard]] std::string_view string_at(std::uint64_t offset, std::size_t longest) const {
        const std::string_view text = start_of_string(offset, longest + 1);
        if (text.size() > longest) fail_senseless("a name without an end");
        return text;
    }

    void read_dynamic(ElfFile& file) {
        const Dynamic dynamic = read_entries();
        if (dynamic.strings != 0 && dynamic.strings_size != 0)
            strings_ = read_at_address(dynamic.strings, dynamic.strings_size, "string table");
        file.is_dynamic = true;
        for (const std::uint64_t offset : dynamic.libraries)
            file.libraries.emplace_back(string_at(offset, longest_name));
        if (dynamic.soname) file.soname = string_at(*dynamic.soname, longest_name);
        if (dynamic.is_executable || (!file.interpreter.empty() && !dynamic.soname))
            file.kind = ElfFile::Kind::executable;
        read_run_path(file, dynamic);
        read_defined(file, dynamic);
        read_needed(file, dynamic);
    }

    void read_run_path(ElfFile& file, const Dynamic& dynamic) const {
        file.is_rpath = !dynamic.run_path && dynamic.rpath;
        const auto offset = dynamic.run_path ? dynamic.run_path : dynamic.rpath;
        if (!offset) return;
        for (const std::string_view folder : pieces_of(string_at(*offset, longest_run_path), ':')) {
            if (folder.size() > longest_name || file.run_path.size() == most_names)
                fail_senseless("its run path is too long");
            file.run_path.emplace_back(folder);
        }
    }

    void read_defined(ElfFile& file, const Dynamic& dynamic) const {
        constexpr auto what = "defined versions";
        if (dynamic.defines == 0) return;
        const ElfTable table = read_at_address(dynamic.defines, largest_version_table, what);
        std::uint64_t at = 0;
        for (std::uint64_t i = 0; i < dynamic.defines_count; ++i) {
            if (i == most_names) fail_senseless("it defines too many versions");
            const auto version = record_at<elf::DefinedVersion>(table, at, what);
            const auto name = record_at<elf::DefinedVersionName>(table, at + version.names, what);
            // The base version is the file's own name.
            if ((version.flags & VER_FLG_BASE) == 0) file.defines.emplace_back(string_at(name.name, longest_name));
            if (version.next == 0) break;
            at += version.next;
        }
    }

    void read_needed(ElfFile& file, const Dynamic& dynamic) const {
        if (dynamic.needs == 0) return;
        const ElfTable table = read_at_address(dynamic.needs, largest_version_table, "needed versions");
        NeedsByIndex by_index;
        std::uint64_t at = 0;
        for (std::uint64_t i = 0; i < dynamic.needs_count; ++i) {
            if (i == most_names) fail_senseless("it needs versions of too many libraries");
            const auto library = record_at<elf::NeededLibrary>(table, at, "needed versions");
            read_needed_of(file, by_index, table, library, at + library.versions);
            if (library.next == 0) break;
            at += library.next;
        }
        find_symbols(file, std::move(by_index), dynamic);
    }

    /// Which of the needed versions has the index that symbols refer to it by.
    using NeedsByIndex = std::map<std::uint16_t, std::size_t>;

    /// The versions of one library.
    void read_needed_of(ElfFile& file, NeedsByIndex& by_index, const ElfTable& table, const elf::NeededLibrary& library,
                        std::uint64_t at) const {
        if (library.count == 0) return;
        const std::string name(string_at(library.file, longest_name));
        for (unsigned i = 0; i < library.count; ++i) {
            const auto version = record_at<elf::NeededLibraryVersion>(table, at, "needed versions");
            if (file.needs.size() == most_names) fail_senseless("it needs too many versions");
            by_index.emplace(version.index, file.needs.size());
            file.needs.push_back({name, std::string(string_at(version.name, longest_name)), ""});
            if (version.next == 0) break;
            at += version.next;
        }
    }

    /// The table of dynamic symbols says nowhere how long it is. Without a section the string table is its end, which
    /// linkers put there.
    [[nodiscard]] std::uint64_t size_of_symbols(const Dynamic& dynamic) const {
        if (sections_.dynamic_symbols > 0) return sections_.dynamic_symbols;
        return dynamic.strings > dynamic.symbols ? dynamic.strings - dynamic.symbols : 0;
    }

    /// The first symbol of each needed version. Only those few are read of a table that may be large.
    void find_symbols(ElfFile& file, NeedsByIndex by_index, const Dynamic& dynamic) const {
        const std::uint64_t size = size_of_symbols(dynamic);
        if (dynamic.symbols == 0 || dynamic.versions_of_symbols == 0 || size == 0) return;
        const std::size_t symbol_size = elf::Symbol::size(bytes_.format());
        const ElfPart symbols = find(dynamic.symbols, size, "symbol table");
        const std::uint64_t count = symbols.size / symbol_size;
        const ElfTable versions = read_at_address(dynamic.versions_of_symbols, 2 * count, "symbol versions");
        for (std::size_t i = 0; !by_index.empty(); ++i) {
            const auto version = versions.record<elf::SymbolVersion>(i);
            if (!version) break;
            const auto found = by_index.find(version->index);
            if (found == by_index.end()) continue;
            const ElfTable symbol = bytes_.read({symbols.offset + i * symbol_size, symbol_size}, "symbol table");
            file.needs[found->second].symbol = start_of_string(symbol.at<elf::Symbol>(0)->name, longest_name);
            by_index.erase(found);
        }
    }

    /// An undefined symbol of an object has no version, but one of a library's has that which brought it. A weak one
    /// may stay undefined.
    void read_known_symbols(ElfFile& file) {
        if (!sections_.symbols) return;
        const auto& names = sections_.names_of_symbols;
        if (!names || names->type != SHT_STRTAB) fail_senseless("its symbol table has no names");
        const ElfTable symbols = bytes_.read({sections_.symbols->offset, sections_.symbols->length}, "symbol table");
        strings_ = bytes_.read({names->offset, names->length}, "string table");
        std::set<const KnownSymbol*> met;
        for (std::size_t i = 0; const auto symbol = symbols.record<elf::Symbol>(i); ++i) {
            const bool is_undefined = symbol->section == SHN_UNDEF;
            if (symbol->name == 0 || symbol->binding == (is_undefined ? STB_WEAK : STB_LOCAL)) continue;
            // No more of it: many symbols may share a long name.
            const KnownSymbol* known = known_->find(start_of_string(symbol->name, known_->longest() + 1));
            if (known && met.insert(known).second) (is_undefined ? file.undefined : file.defined).push_back(*known);
        }
        std::set<std::string_view> versions;
        for (const KnownSymbol& symbol : file.undefined)
            if (versions.insert(symbol.version).second)
                file.needs.push_back({"", std::string(symbol.version), std::string(symbol.name)});
    }

    const ElfBytes& bytes_;
    const KnownSymbols* known_;
    elf::Header header_;
    std::uint64_t section_count_ = 0;
    std::uint64_t segment_count_ = 0;
    ElfSections sections_;
    ElfSegments segments_;
    ElfTable strings_;
};

}  // namespace

ElfFile read_elf_file(const RegularFile& file, const std::string& name, const KnownSymbols* known) {
    const ElfBytes bytes(file, name);
    return ElfReader(bytes, known).read();
}

ElfFile read_elf_file(const std::filesystem::path& path, const KnownSymbols* known) {
    return read_elf_file(open_regular_file(path), shown(path), known);
}

ElfFile read_elf_image(std::span<const std::byte> image, const std::string& name, const KnownSymbols* known) {
    const ElfBytes bytes(image, name);
    return ElfReader(bytes, known).read();
}

}  // namespace cudastdenv::machine
