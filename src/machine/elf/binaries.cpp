// SPDX-License-Identifier: MIT
#include "machine/elf/elf.hpp"

#include "core/quote.hpp"
#include "core/text.hpp"
#include "machine/elf/file_walk.hpp"
#include "machine/elf/gpu_code.hpp"

#include <elf.h>

#include <bit>

namespace cudastdenv::machine {

namespace fs = std::filesystem;

namespace {

// Sizes in a hostile file mean nothing, so sizes that no linker produces are rejected before any allocation.
constexpr std::uint64_t largest_file = std::uint64_t{16} << 30;
constexpr std::uint64_t largest_table = std::uint64_t{1} << 29;

constexpr std::uint64_t most_sections = 1 << 20;
constexpr std::uint64_t most_segments = 1 << 16;
constexpr std::uint64_t longest_interpreter = 4096;
constexpr std::uint64_t largest_version_table = 1 << 20;
constexpr std::size_t most_names = 4096;
constexpr std::size_t longest_name = 4096;
constexpr std::size_t longest_run_path = 1 << 20;

/// A part of an ELF file that the loader maps.
struct LoadedPart : FilePart {
    std::uint64_t address = 0;
};

/// The record with that number, from 0; empty: after the last one.
template <class Record>
std::optional<Record> numbered(std::string_view table, std::uint64_t number) {
    return record_at<Record>(table, number * sizeof(Record));
}

/// The relevant tags of a dynamic section, besides DT_NEEDED.
constexpr std::array<std::int64_t, 12> dynamic_tags{DT_STRTAB,  DT_STRSZ,      DT_SYMTAB, DT_VERSYM,
                                                    DT_VERNEED, DT_VERNEEDNUM, DT_VERDEF, DT_VERDEFNUM,
                                                    DT_SONAME,  DT_RUNPATH,    DT_RPATH,  DT_FLAGS_1};

ElfFile::Kind kind_of(unsigned type, bool without_code) {
    switch (type) {
        case ET_REL: return ElfFile::Kind::object;
        case ET_EXEC: return without_code ? ElfFile::Kind::debug_information : ElfFile::Kind::executable;
        case ET_DYN: return without_code ? ElfFile::Kind::debug_information : ElfFile::Kind::shared_library;
        case ET_CORE: return ElfFile::Kind::core;
        default: return ElfFile::Kind::other;
    }
}

/// Reads an ELF file of one class. The file is not mapped, since another process may shorten it, and only the tables
/// that count are read. The structures of versions in <elf.h> are the same in both classes.
template <class Header, class Section, class Segment, class DynamicEntry, class Symbol>
class ElfReader {
public:
    /// `whole`: the ELF file in `file`. `name`: for errors. Both references must outlive this object.
    ElfReader(const RegularFile& file, FilePart whole, const std::string& name, bool is_little_endian,
              const KnownSymbols* known)
        : file_(file),
          whole_(whole),
          name_(name),
          is_swapped_(is_little_endian != (std::endian::native == std::endian::little)),
          known_(known),
          header_(*numbered<Header>(read_part({.size = sizeof(Header)}, "header"), 0)) {}

    ElfFile read() {
        check_layout();
        read_sections();
        ElfFile file;
        file.kind = kind_of(value(header_.e_type), without_code_);
        file.machine = value(header_.e_machine);
        file.is_64_bit = std::is_same_v<Header, Elf64_Ehdr>;
        if (file.kind == ElfFile::Kind::object && known_) read_known_symbols(file);
        if (file.kind == ElfFile::Kind::executable || file.kind == ElfFile::Kind::shared_library) {
            read_segments();
            const std::string interpreter = read_part(interpreter_, "interpreter's name");
            file.interpreter = interpreter.substr(0, interpreter.find('\0'));
            if (dynamic_.size > 0) read_dynamic(file);
        }
        return file;
    }

private:
    [[noreturn]] void fail(const std::string& what) const { throw MachineError(name_ + ": " + what); }
    [[noreturn]] void fail_invalid(const std::string& what) const { fail("is not a valid ELF file: " + what); }

    void check_extent(const FilePart& part, const char* what) const {
        if (part.offset > whole_.size || part.size > whole_.size - part.offset)
            fail(std::string("is truncated: its ") + what + " is beyond its end");
    }

    /// Throws MachineError if the part is beyond the end, or larger than any linker's. `what`: for the error.
    [[nodiscard]] std::string read_part(const FilePart& part, const char* what) const {
        check_extent(part, what);
        if (part.size > largest_table) fail_invalid(std::string("its ") + what + " is too large");
        return read_at(file_, whole_.offset + part.offset, part.size, name_);
    }

    /// A number of a record, in this machine's byte order.
    template <class Number>
    [[nodiscard]] Number value(Number number) const {
        auto bytes = std::bit_cast<std::array<std::byte, sizeof number>>(number);
        if (is_swapped_) std::ranges::reverse(bytes);
        return std::bit_cast<Number>(bytes);
    }

    [[nodiscard]] FilePart part_of(const Section& section) const {
        return {value(section.sh_offset), value(section.sh_size)};
    }

    /// Checks that each part is in the file.
    void check_layout() {
        count_headers();
        if (section_count_ > most_sections) fail_invalid("it has too many sections");
        if (section_count_ > 0 && value(header_.e_shentsize) != sizeof(Section)) fail_invalid("its section table");
        if (segment_count_ > 0 && value(header_.e_phentsize) != sizeof(Segment)) fail_invalid("its program header");
        check_extent(section_table(), "section table");
        check_extent(segment_table(), "program header");
    }

    /// In a file with sections, the first one has counts that are too large for the header.
    void count_headers() {
        const std::uint64_t sections = value(header_.e_shoff);
        section_count_ = sections == 0 ? 0 : value(header_.e_shnum);
        segment_count_ = header_.e_phoff == 0 ? 0 : value(header_.e_phnum);
        if (sections == 0 || value(header_.e_shentsize) != sizeof(Section)) return;
        if (section_count_ > 0 && segment_count_ < PN_XNUM) return;
        const auto first = *numbered<Section>(read_part({sections, sizeof(Section)}, "section table"), 0);
        if (section_count_ == 0) section_count_ = value(first.sh_size);
        if (segment_count_ == PN_XNUM) segment_count_ = value(first.sh_info);
    }

    [[nodiscard]] FilePart section_table() const {
        return {value(header_.e_shoff), section_count_ * value(header_.e_shentsize)};
    }

    [[nodiscard]] FilePart segment_table() const {
        return {value(header_.e_phoff), segment_count_ * value(header_.e_phentsize)};
    }

    void read_sections() {
        const std::string table = read_part(section_table(), "section table");
        for (std::size_t i = 1; const auto section = numbered<Section>(table, i); ++i) {
            const auto type = value(section->sh_type);
            if (type == SHT_DYNSYM) dynamic_symbols_size_ = value(section->sh_size);
            if (type == SHT_SYMTAB) symbols_ = section;
            if (type == SHT_NOBITS && (value(section->sh_flags) & SHF_EXECINSTR) != 0) without_code_ = true;
            if (type != SHT_NOBITS && type != SHT_NULL) check_extent(part_of(*section), "section");
        }
        if (symbols_) names_of_symbols_ = numbered<Section>(table, value(symbols_->sh_link));
    }

    void read_segments() {
        if (segment_count_ > most_segments) fail_invalid("its program header");
        const std::string table = read_part(segment_table(), "program header");
        for (std::size_t i = 0; const auto segment = numbered<Segment>(table, i); ++i) {
            const FilePart part{value(segment->p_offset), value(segment->p_filesz)};
            const auto type = value(segment->p_type);
            switch (type) {
                case PT_LOAD: loaded_.push_back({part, value(segment->p_vaddr)}); break;
                case PT_DYNAMIC: dynamic_ = part; break;
                case PT_INTERP: interpreter_ = part; break;
                default: continue;
            }
            check_extent(part, type == PT_INTERP ? "interpreter's name" : "segment");
        }
        if (interpreter_.size > longest_interpreter) fail_invalid("its interpreter's name is too long");
    }

    /// A required record. Throws MachineError if it is missing or not aligned.
    template <class Record>
    [[nodiscard]] Record needed_at(std::string_view table, std::uint64_t offset, const char* what) const {
        const auto record = record_at<Record>(table, offset);
        if (!record || offset % sizeof(Elf32_Word) != 0) fail_invalid(std::string("its ") + what);
        return *record;
    }

    /// The part of the file at an address, of at most `size` bytes.
    [[nodiscard]] FilePart find(std::uint64_t address, std::uint64_t size, const char* what) const {
        for (const LoadedPart& segment : loaded_) {
            if (address < segment.address || address - segment.address >= segment.size) continue;
            const std::uint64_t before = address - segment.address;
            return {segment.offset + before, std::min(size, segment.size - before)};
        }
        fail_invalid(std::string("its ") + what + " is in no segment");
    }

    [[nodiscard]] std::string read_at_address(std::uint64_t address, std::uint64_t size, const char* what) const {
        return read_part(find(address, size, what), what);
    }

    void read_entries() {
        const std::string table = read_part(dynamic_, "dynamic section");
        for (std::size_t i = 0; const auto entry = numbered<DynamicEntry>(table, i); ++i) {
            if (entry->d_tag == DT_NULL) break;
            const std::int64_t tag = value(entry->d_tag);
            if (tag == DT_NEEDED) libraries_.push_back(value(entry->d_un.d_val));
            if (contains(dynamic_tags, tag)) tags_[tag] = value(entry->d_un.d_val);
            if (libraries_.size() > most_names) fail_invalid("it needs too many libraries");
        }
    }

    /// The value of a tag in the dynamic section.
    [[nodiscard]] std::optional<std::uint64_t> tagged(std::int64_t tag) const {
        const auto found = tags_.find(tag);
        return found == tags_.end() ? std::nullopt : std::optional(found->second);
    }
    /// An address, a size or flags; 0: absent.
    [[nodiscard]] std::uint64_t number(std::int64_t tag) const { return tagged(tag).value_or(0); }

    /// At most `longest` characters of a name.
    [[nodiscard]] std::string_view start_of_string(std::uint64_t offset, std::size_t longest) const {
        if (offset >= strings_.size()) fail_invalid("a name is outside its strings");
        const std::string_view rest = std::string_view(strings_).substr(offset, longest);
        const std::size_t end = rest.find('\0');
        if (end == rest.npos && rest.size() < longest) fail_invalid("a name without an end");
        return rest.substr(0, end);
    }

    [[nodiscard]] std::string_view string_at(std::uint64_t offset, std::size_t longest) const {
        const std::string_view text = start_of_string(offset, longest + 1);
        if (text.size() > longest) fail_invalid("a name without an end");
        return text;
    }

    void read_dynamic(ElfFile& file) {
        read_entries();
        if (number(DT_STRTAB) != 0 && number(DT_STRSZ) != 0)
            strings_ = read_at_address(number(DT_STRTAB), number(DT_STRSZ), "string table");
        file.is_dynamic = true;
        for (const std::uint64_t offset : libraries_) file.libraries.emplace_back(string_at(offset, longest_name));
        const auto soname = tagged(DT_SONAME);
        if (soname) file.soname = string_at(*soname, longest_name);
        if ((number(DT_FLAGS_1) & DF_1_PIE) != 0 || (!file.interpreter.empty() && !soname))
            file.kind = ElfFile::Kind::executable;
        read_run_path(file);
        read_defined(file);
        read_needed(file);
    }

    void read_run_path(ElfFile& file) const {
        const auto run_path = tagged(DT_RUNPATH), rpath = tagged(DT_RPATH);
        file.is_rpath = !run_path && rpath;
        const auto offset = run_path ? run_path : rpath;
        if (!offset) return;
        for (const std::string_view folder : pieces_of(string_at(*offset, longest_run_path), ':')) {
            if (folder.size() > longest_name || file.run_path.size() == most_names)
                fail_invalid("its run path is too long");
            file.run_path.emplace_back(folder);
        }
    }

    void read_defined(ElfFile& file) const {
        constexpr auto what = "defined versions";
        if (number(DT_VERDEF) == 0) return;
        const std::string table = read_at_address(number(DT_VERDEF), largest_version_table, what);
        std::uint64_t at = 0;
        for (std::uint64_t i = 0; i < number(DT_VERDEFNUM); ++i) {
            if (i == most_names) fail_invalid("it defines too many versions");
            const auto version = needed_at<Elf64_Verdef>(table, at, what);
            const auto name = needed_at<Elf64_Verdaux>(table, at + value(version.vd_aux), what);
            // The base version is the file's own name.
            if ((value(version.vd_flags) & VER_FLG_BASE) == 0)
                file.defines.emplace_back(string_at(value(name.vda_name), longest_name));
            if (version.vd_next == 0) break;
            at += value(version.vd_next);
        }
    }

    void read_needed(ElfFile& file) const {
        if (number(DT_VERNEED) == 0) return;
        const std::string table = read_at_address(number(DT_VERNEED), largest_version_table, "needed versions");
        NeedsByIndex by_index;
        std::uint64_t at = 0;
        for (std::uint64_t i = 0; i < number(DT_VERNEEDNUM); ++i) {
            if (i == most_names) fail_invalid("it needs versions of too many libraries");
            const auto library = needed_at<Elf64_Verneed>(table, at, "needed versions");
            read_needed_of(file, by_index, table, library, at + value(library.vn_aux));
            if (library.vn_next == 0) break;
            at += value(library.vn_next);
        }
        find_symbols(file, std::move(by_index));
    }

    /// The position in ElfFile::needs, by the index that symbols use.
    using NeedsByIndex = std::map<unsigned, std::size_t>;
    /// The bits of such an index; the bit above marks a hidden symbol.
    static constexpr unsigned index_bits = 0x7fff;

    void read_needed_of(ElfFile& file, NeedsByIndex& by_index, std::string_view table, const Elf64_Verneed& library,
                        std::uint64_t at) const {
        if (library.vn_cnt == 0) return;
        const std::string name(string_at(value(library.vn_file), longest_name));
        for (unsigned i = 0; i < value(library.vn_cnt); ++i) {
            const auto version = needed_at<Elf64_Vernaux>(table, at, "needed versions");
            if (file.needs.size() == most_names) fail_invalid("it needs too many versions");
            by_index.emplace(value(version.vna_other), file.needs.size());
            file.needs.push_back({name, std::string(string_at(value(version.vna_name), longest_name)), ""});
            if (version.vna_next == 0) break;
            at += value(version.vna_next);
        }
    }

    /// The first symbol of each needed version. Only those few entries are read, since the table may be large.
    void find_symbols(ElfFile& file, NeedsByIndex by_index) const {
        // The table has no size of its own. Without a section it ends at the string table, which linkers place after
        // it.
        const std::uint64_t begin = number(DT_SYMTAB), end = number(DT_STRTAB);
        const std::uint64_t size = dynamic_symbols_size_ > 0 ? dynamic_symbols_size_ : end > begin ? end - begin : 0;
        if (begin == 0 || number(DT_VERSYM) == 0 || size == 0) return;
        const FilePart symbols = find(begin, size, "symbol table");
        const std::uint64_t versions_size = sizeof(Elf64_Versym) * (symbols.size / sizeof(Symbol));
        const std::string versions = read_at_address(number(DT_VERSYM), versions_size, "symbol versions");
        for (std::size_t i = 0; !by_index.empty(); ++i) {
            const auto version = numbered<Elf64_Versym>(versions, i);
            if (!version) break;
            const auto found = by_index.find(value(*version) & index_bits);
            if (found == by_index.end()) continue;
            const FilePart place{symbols.offset + i * sizeof(Symbol), sizeof(Symbol)};
            const auto symbol = *numbered<Symbol>(read_part(place, "symbol table"), 0);
            file.needs[found->second].symbol = start_of_string(value(symbol.st_name), longest_name);
            by_index.erase(found);
        }
    }

    /// An undefined symbol of an object has no version yet; the version that introduced a library's symbol counts. A
    /// weak one may stay undefined.
    void read_known_symbols(ElfFile& file) {
        if (!symbols_) return;
        if (!names_of_symbols_ || value(names_of_symbols_->sh_type) != SHT_STRTAB)
            fail_invalid("its symbol table has no names");
        const std::string symbols = read_part(part_of(*symbols_), "symbol table");
        strings_ = read_part(part_of(*names_of_symbols_), "string table");
        std::set<const KnownSymbol*> seen;
        for (std::size_t i = 0; const auto symbol = numbered<Symbol>(symbols, i); ++i) {
            const bool is_undefined = value(symbol->st_shndx) == SHN_UNDEF;
            if (symbol->st_name == 0 || symbol->st_info >> 4 == (is_undefined ? STB_WEAK : STB_LOCAL)) continue;
            // Reads no more than that, since many symbols may share a long name.
            const KnownSymbol* known = known_->find(start_of_string(value(symbol->st_name), known_->longest + 1));
            if (known && seen.insert(known).second) (is_undefined ? file.undefined : file.defined).push_back(*known);
        }
        std::set<std::string_view> versions;
        for (const KnownSymbol& symbol : file.undefined)
            if (versions.insert(symbol.version).second)
                file.needs.push_back({"", std::string(symbol.version), std::string(symbol.name)});
    }

    const RegularFile& file_;
    FilePart whole_;
    const std::string& name_;
    bool is_swapped_;
    const KnownSymbols* known_;
    Header header_;
    std::uint64_t section_count_ = 0, segment_count_ = 0;
    std::optional<Section> symbols_, names_of_symbols_;
    std::uint64_t dynamic_symbols_size_ = 0;  ///< bytes of the table
    bool without_code_ = false;               ///< debug information: another file has the code
    std::vector<LoadedPart> loaded_;
    FilePart dynamic_;                            ///< empty: none
    std::map<std::int64_t, std::uint64_t> tags_;  ///< of the dynamic section
    std::vector<std::uint64_t> libraries_;        ///< its DT_NEEDED: offsets into the strings
    FilePart interpreter_;                        ///< empty: none
    std::string strings_;
};

constexpr std::string_view ar_magic = "!<arch>\n";
constexpr std::string_view thin_magic = "!<thin>\n";
constexpr std::uint64_t member_header_size = 60;
constexpr std::uint64_t largest_name_table = std::uint64_t{1} << 26;
constexpr std::size_t longest_member_name = 4096;

/// A field of a header, without the spaces after it.
std::string_view field(std::string_view header, std::size_t at, std::size_t size) {
    const std::string_view text = header.substr(at, size);
    const std::size_t last = text.find_last_not_of(' ');
    return text.substr(0, last == text.npos ? 0 : last + 1);
}

bool is_symbol_table(std::string_view name) {
    return name == "/" || name == "/SYM64/" || name.starts_with("__.SYMDEF");
}

bool begins_archive(std::string_view first_bytes) {
    return first_bytes.starts_with(ar_magic) || first_bytes.starts_with(thin_magic);
}

/// A member of an `ar` archive; the part is its content, which a thin archive lacks.
struct ArchiveMember : FilePart {
    std::string name;  ///< in a thin archive the member's path, relative to the archive's directory
};

constexpr std::size_t magic_size = 8;
/// The limit of messages for an archive with many broken members.
constexpr std::size_t most_errors_of_one = 16;
constexpr std::size_t most_needs_of_one = 4096;

bool begins_elf(std::string_view first_bytes) { return first_bytes.starts_with("\177ELF"); }

std::string first_bytes(const RegularFile& file, FilePart part, const std::string& name) {
    return read_at(file, part.offset, std::min<std::uint64_t>(part.size, magic_size), name);
}

/// Reads the members of an archive, also a thin one, and joins their needs. Symbol and name tables are skipped.
class ArchiveReading {
public:
    /// `file` and `name` must outlive this object.
    ArchiveReading(const RegularFile& file, const fs::path& path, const std::string& name, bool is_thin,
                   const KnownSymbols* known, Binaries& found)
        : file_(file),
          name_(name),
          is_thin_(is_thin),
          known_symbols_(known),
          found_(found),
          binary_{path, {}, ArchiveContents{.thin = is_thin, .needed_by = {}}} {}

    void read() {
        try {
            while (const auto member = next()) read_member(*member);
        } catch (const MachineError& error) {
            add_error(error.what());
        }
        if (errors_ > most_errors_of_one)
            found_.errors.push_back(name_ + ": " + std::to_string(errors_ - most_errors_of_one) +
                                    " more members cannot be read");
        // A symbol that another member defines is not needed.
        for (const auto& [symbol, member] : undefined_)
            if (!defined_.contains(symbol))
                add_need({"", std::string(symbol.version), std::string(symbol.name)}, member);
        found_.files.push_back(std::move(binary_));
    }

private:
    /// The next member; empty at the end.
    std::optional<ArchiveMember> next() {
        while (at_ < file_.size) {
            ArchiveMember member = read_header();
            const bool is_names = member.name == "//";
            const bool is_table = is_names || is_symbol_table(member.name);
            const bool has_content = !is_thin_ || is_table;
            if (has_content && member.size > file_.size - member.offset)
                fail("is truncated: member " + in_quotes(member.name) + " is beyond its end");
            at_ = member.offset + (has_content ? member.size + member.size % 2 : 0);
            if (is_names) {
                if (member.size > largest_name_table) fail("is not a valid archive: its names are too large");
                long_names_ = read_at(file_, member.offset, member.size, name_);
            }
            if (is_table) continue;
            if (member.name.starts_with("#1/") && has_content) take_bsd_name(member);
            else if (member.name.starts_with('/')) member.name = long_name(std::string_view(member.name).substr(1));
            else if (member.name.ends_with('/')) member.name.pop_back();
            if (!is_symbol_table(member.name)) return member;
        }
        return std::nullopt;
    }

    [[noreturn]] void fail(const std::string& what) const { throw MachineError(name_ + ": " + what); }

    /// The header at at_, with the name as written there.
    [[nodiscard]] ArchiveMember read_header() const {
        if (file_.size - at_ < member_header_size) fail("is truncated: a member's header is beyond its end");
        const std::string header = read_at(file_, at_, member_header_size, name_);
        const auto size = whole_number<std::uint64_t>(field(header, 48, 10));
        if (!header.ends_with("`\n") || !size) fail("is not a valid archive: a member's header");
        return {{at_ + member_header_size, *size}, std::string(field(header, 0, 16))};
    }

    [[nodiscard]] std::string long_name(std::string_view offset) const {
        const auto start = whole_number<std::uint64_t>(offset);
        if (!start || *start >= long_names_.size()) fail("is not a valid archive: a long name");
        const std::string_view name = std::string_view(long_names_).substr(*start, longest_member_name);
        // The path of a thin archive's member may have slashes: only one before the end of the line ends the name.
        const std::size_t end = std::min(name.find("/\n"), name.find('\n'));
        if (end == name.npos) fail("is not a valid archive: a name without an end");
        return std::string(name.substr(0, end));
    }

    /// `#1/12`: the name is the first 12 bytes of the content.
    void take_bsd_name(ArchiveMember& member) const {
        const auto length = whole_number<std::uint64_t>(std::string_view(member.name).substr(3));
        if (!length || *length > longest_member_name || *length > member.size)
            fail("is not a valid archive: a long name");
        const std::string name = read_at(file_, member.offset, *length, name_);
        member.name = name.substr(0, name.find('\0'));
        member.offset += *length;
        member.size -= *length;
    }

    void add_error(const std::string& line) {
        if (++errors_ <= most_errors_of_one) found_.errors.push_back(line);
    }

    void read_member(const ArchiveMember& member) {
        const std::string name = name_ + "(" + shown(member.name) + ")";
        try {
            std::optional<RegularFile> own;  // a thin archive only names its members
            if (is_thin_) own = open_regular_file(binary_.path.parent_path() / member.name);
            const RegularFile& file = own ? *own : file_;
            const FilePart content = own ? FilePart{.size = own->size} : FilePart(member);
            if (begins_elf(first_bytes(file, content, name)))
                join(read_elf_file(file, content, name, known_symbols_), member.name);
            else ++binary_.archive->other_members;
        } catch (const MachineError& error) {
            add_error(error.what());
        }
    }

    void join(const ElfFile& elf, const std::string& member) {
        ArchiveContents& contents = *binary_.archive;
        if (contents.elf_members++ == 0) {
            binary_.elf.kind = elf.kind;
            binary_.elf.machine = elf.machine;
            binary_.elf.is_64_bit = elf.is_64_bit;
            binary_.elf.is_little_endian = elf.is_little_endian;
        }
        defined_.insert(elf.defined.begin(), elf.defined.end());
        for (const KnownSymbol& symbol : elf.undefined)
            if (seen_.insert(symbol).second) undefined_.emplace_back(symbol, member);
        // The versions of an object are those of its symbols.
        if (elf.kind == ElfFile::Kind::object) return;
        for (const NeededVersion& need : elf.needs) add_need(need, member);
    }

    void add_need(const NeededVersion& need, const std::string& member) {
        if (binary_.elf.needs.size() == most_needs_of_one) return;
        if (!known_.insert(need.library + ' ' + need.version).second) return;
        binary_.elf.needs.push_back(need);
        binary_.archive->needed_by.push_back(member);
    }

    const RegularFile& file_;
    const std::string& name_;
    bool is_thin_;
    const KnownSymbols* known_symbols_;
    Binaries& found_;
    std::uint64_t at_ = ar_magic.size();
    std::string long_names_;
    Binary binary_;
    std::set<std::string> known_;  ///< library and version of the needs
    std::set<KnownSymbol> seen_, defined_;
    std::vector<std::pair<KnownSymbol, std::string>> undefined_;  ///< with the first member that refers to it
    std::size_t errors_ = 0;
};

/// Invalid GPU code does not hide the needed libraries.
void add_gpu_code(const RegularFile& file, const std::string& name, Binary& binary) {
    try {
        binary.code = read_gpu_code(file, name);
    } catch (const MachineError&) {
        // `covers` has the error.
    }
}

bool begins_binary(std::string_view start) { return begins_elf(start) || begins_archive(start); }

}  // namespace

ElfFile read_elf_file(const RegularFile& opened, FilePart part, const std::string& name, const KnownSymbols* known) {
    if (part.size == 0) throw MachineError(name + ": is empty");
    if (part.size > largest_file) throw MachineError(name + ": is larger than 16 GiB, the limit");
    const std::string start = read_at(opened, part.offset, std::min<std::uint64_t>(part.size, EI_NIDENT), name);
    const bool is_known = start.size() == EI_NIDENT && start.starts_with(ELFMAG) &&
                          (start[EI_CLASS] == ELFCLASS32 || start[EI_CLASS] == ELFCLASS64) &&
                          (start[EI_DATA] == ELFDATA2LSB || start[EI_DATA] == ELFDATA2MSB) &&
                          start[EI_VERSION] == EV_CURRENT;
    if (!is_known) throw MachineError(name + ": is not an ELF file");
    const bool is_little_endian = start[EI_DATA] == ELFDATA2LSB;
    using Reader32 = ElfReader<Elf32_Ehdr, Elf32_Shdr, Elf32_Phdr, Elf32_Dyn, Elf32_Sym>;
    using Reader64 = ElfReader<Elf64_Ehdr, Elf64_Shdr, Elf64_Phdr, Elf64_Dyn, Elf64_Sym>;
    ElfFile file = start[EI_CLASS] == ELFCLASS64 ? Reader64(opened, part, name, is_little_endian, known).read()
                                                 : Reader32(opened, part, name, is_little_endian, known).read();
    file.is_little_endian = is_little_endian;
    return file;
}

ElfFile read_elf_file(const std::filesystem::path& path, const KnownSymbols* known) {
    const RegularFile file = open_regular_file(path);
    return read_elf_file(file, {.size = file.size}, shown(path), known);
}

void read_binary(const RegularFile& file, const fs::path& path, const std::string& name, const KnownSymbols* known,
                 Binaries& found) {
    if (file.size == 0) throw MachineError(name + ": is empty");
    const std::string start = first_bytes(file, {.size = file.size}, name);
    if (!begins_elf(start) && !begins_archive(start)) throw MachineError(name + ": is not an ELF file or an archive");
    if (begins_archive(start)) ArchiveReading(file, path, name, start.starts_with(thin_magic), known, found).read();
    else found.files.push_back({path, read_elf_file(file, {.size = file.size}, name, known), std::nullopt});
    add_gpu_code(file, name, found.files.back());
}

Binaries read_binaries(const std::vector<fs::path>& paths, const KnownSymbols* known) {
    Binaries found;
    FileWalk walk{.is_wanted = begins_binary, .read = {}};
    walk.read = [&](const RegularFile& file, const fs::path& path) {
        read_binary(file, path, shown(path), known, found);
        std::ranges::move(std::exchange(found.errors, {}), std::back_inserter(walk.errors));
    };
    walk.walk(paths);
    found.errors = std::move(walk.errors);
    return found;
}

}  // namespace cudastdenv::machine
