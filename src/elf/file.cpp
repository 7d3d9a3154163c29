// SPDX-License-Identifier: MIT
#include "elf/elf.hpp"

#include "core/quote.hpp"
#include "core/text.hpp"
#include "elf/records.hpp"
#include "os/files.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <string_view>

namespace cudastdenv::machine {

namespace {

constexpr std::uint64_t largest_version_table = 1 << 20;
constexpr std::size_t most_names = 4096;
constexpr std::size_t longest_name = 4096;
constexpr std::size_t longest_run_path = 1 << 20;

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
        : bytes_(bytes), known_(known), layout_(bytes), sections_(layout_.read_sections()) {}

    ElfFile read() {
        ElfFile file;
        file.kind = kind_of(layout_.header(), sections_);
        file.machine = layout_.header().machine;
        file.is_64_bit = bytes_.format().is_64_bit;
        file.is_little_endian = bytes_.format().is_little_endian;
        if (file.kind == ElfFile::Kind::object && known_) read_known_symbols(file);
        if (file.kind == ElfFile::Kind::executable || file.kind == ElfFile::Kind::shared_library) {
            segments_ = layout_.read_segments();
            read_interpreter(file);
            if (segments_.dynamic.size > 0) read_dynamic(file);
        }
        return file;
    }

private:
    [[noreturn]] void fail_senseless(const std::string& what) const { bytes_.fail_senseless(what); }

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
    ElfLayout layout_;
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

namespace {

constexpr std::string_view ar_magic = "!<arch>\n";
constexpr std::string_view thin_magic = "!<thin>\n";
constexpr std::uint64_t member_header_size = 60;
constexpr std::uint64_t largest_member = std::uint64_t{1} << 30;
constexpr std::uint64_t largest_name_table = std::uint64_t{1} << 26;
constexpr std::size_t longest_member_name = 4096;

std::string_view text_of(const std::vector<std::byte>& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// A field of a header: a text with spaces behind it.
std::string_view field(std::string_view header, std::size_t at, std::size_t size) {
    const std::string_view text = header.substr(at, size);
    const std::size_t last = text.find_last_not_of(' ');
    return text.substr(0, last == text.npos ? 0 : last + 1);
}

std::optional<std::uint64_t> number_in(std::string_view text) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

bool is_symbol_table(std::string_view name) {
    return name == "/" || name == "/SYM64/" || name.starts_with("__.SYMDEF");
}

}  // namespace

bool begins_archive(std::string_view first_bytes) noexcept {
    return first_bytes.starts_with(ar_magic) || first_bytes.starts_with(thin_magic);
}

Archive::Archive(const RegularFile& file, std::string name)
    : file_(file), name_(std::move(name)), at_(ar_magic.size()) {
    const std::vector<std::byte> start = read_at(file, 0, ar_magic.size(), name_);
    if (!begins_archive(text_of(start))) fail("is no archive");
    is_thin_ = text_of(start) == thin_magic;
}

void Archive::fail(const std::string& what) const { throw MachineError(name_ + ": " + what); }

std::string Archive::long_name(std::string_view offset) const {
    const auto start = number_in(offset);
    const std::string_view names = text_of(long_names_);
    if (!start || *start >= names.size()) fail("is no archive that makes sense: a long name");
    const std::string_view name = names.substr(*start, longest_member_name);
    // The path of a thin archive's member has slashes: only one before the end of the line ends the name.
    const std::size_t end = std::min(name.find("/\n"), name.find('\n'));
    if (end == name.npos) fail("is no archive that makes sense: a name without an end");
    return std::string(name.substr(0, end));
}

/// `#1/12`: the name is the first 12 bytes of the content.
void Archive::take_bsd_name(ArchiveMember& member) const {
    const auto length = number_in(std::string_view(member.name).substr(3));
    if (!length || *length > longest_member_name || *length > member.size)
        fail("is no archive that makes sense: a long name");
    const std::vector<std::byte> bytes = read_at(file_, member.offset, *length, name_);
    const std::string_view name = text_of(bytes);
    member.name = name.substr(0, name.find('\0'));
    member.offset += *length;
    member.size -= *length;
}

/// The header at at_, its name as it stands there.
ArchiveMember Archive::read_header() const {
    if (file_.size - at_ < member_header_size) fail("is truncated: a member's header lies beyond its end");
    const std::vector<std::byte> bytes = read_at(file_, at_, member_header_size, name_);
    const std::string_view header = text_of(bytes);
    const auto size = number_in(field(header, 48, 10));
    if (header.substr(58) != "`\n" || !size) fail("is no archive that makes sense: a member's header");
    return {std::string(field(header, 0, 16)), at_ + member_header_size, *size};
}

std::optional<ArchiveMember> Archive::next() {
    while (at_ < file_.size) {
        ArchiveMember member = read_header();
        const bool is_names = member.name == "//";
        const bool is_table = is_names || is_symbol_table(member.name);
        const bool has_content = !is_thin_ || is_table;
        if (has_content && member.size > file_.size - member.offset)
            fail("is truncated: member " + in_quotes(member.name) + " lies beyond its end");
        at_ = member.offset + (has_content ? member.size + member.size % 2 : 0);
        if (is_names) {
            if (member.size > largest_name_table) fail("is no archive that makes sense: its names are too large");
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

std::vector<std::byte> Archive::content(const ArchiveMember& member) const {
    if (member.size > largest_member) fail("member " + in_quotes(member.name) + " is larger than 1 GiB");
    return read_at(file_, member.offset, member.size, name_);
}

}  // namespace cudastdenv::machine
