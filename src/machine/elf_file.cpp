#include "machine/elf_file.hpp"

#include "machine/machine_error.hpp"
#include "machine/regular_file.hpp"
#include "machine/symbol_versions.hpp"

#include <algorithm>
#include <gelf.h>
#include <map>
#include <memory>
#include <optional>

namespace cudastdenv::machine {

namespace {

// What no linker makes is refused before anything is allocated for it: sizes in a hostile file mean nothing.
constexpr std::uint64_t largest_file = std::uint64_t{16} << 30;
constexpr std::uint64_t largest_table = std::uint64_t{1} << 29;
constexpr std::uint64_t largest_version_table = 1 << 20;
constexpr std::size_t most_sections = 1 << 20;
constexpr std::size_t most_segments = 1 << 16;
constexpr std::size_t most_names = 4096;
constexpr std::size_t longest_name = 4096;
constexpr std::size_t longest_run_path = 1 << 20;

struct EndElf {
    void operator()(Elf* elf) const { ::elf_end(elf); }
};
using OpenElf = std::unique_ptr<Elf, EndElf>;

/// A part of the file that its loader maps.
struct Segment {
    std::uint64_t address = 0;
    std::uint64_t offset = 0;
    std::uint64_t size = 0;  ///< in the file
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

/// What the section headers say, where there are any.
struct Sections {
    std::uint64_t dynamic_symbols = 0;  ///< bytes of the table
    Elf_Scn* symbols = nullptr;
    bool without_code = false;  ///< that of another file, which has the code
};

class Reader {
public:
    Reader(OpenElf elf, std::uint64_t size, const std::string& name) : elf_(std::move(elf)), size_(size), name_(name) {}

    ElfFile read() {
        read_header();
        const Sections sections = read_sections();
        ElfFile file = describe(sections);
        if (file.kind == ElfFile::Kind::object) find_telling_symbols(file, sections);
        if (file.kind == ElfFile::Kind::executable || file.kind == ElfFile::Kind::shared_library) {
            read_segments(file);
            if (dynamic_segment_.size > 0) read_dynamic(file, sections);
        }
        return file;
    }

private:
    [[noreturn]] void fail(const std::string& what) const { throw MachineError(name_ + ": " + what); }
    [[noreturn]] void fail_senseless(const std::string& what) const {
        fail("is no ELF file that makes sense: " + what);
    }

    void check_extent(std::uint64_t offset, std::uint64_t size, const char* what) const {
        if (offset > size_ || size > size_ - offset)
            fail(std::string("is truncated: its ") + what + " lies beyond its end");
    }

    void read_header() {
        if (::elf_kind(elf_.get()) != ELF_K_ELF || !::gelf_getehdr(elf_.get(), &header_)) fail("is no ELF file");
        check_extent(header_.e_shoff, std::uint64_t{header_.e_shnum} * header_.e_shentsize, "section table");
        check_extent(header_.e_phoff, std::uint64_t{header_.e_phnum} * header_.e_phentsize, "program header");
    }

    [[nodiscard]] Sections read_sections() const {
        Sections sections;
        std::size_t count = 0;
        if (::elf_getshdrnum(elf_.get(), &count) != 0) fail_senseless("its section table");
        if (count > most_sections) fail_senseless("it has too many sections");
        for (Elf_Scn* section = nullptr; count > 0 && (section = ::elf_nextscn(elf_.get(), section)) != nullptr;) {
            GElf_Shdr shdr;
            if (!::gelf_getshdr(section, &shdr)) fail_senseless("a section header");
            if (shdr.sh_type == SHT_DYNSYM) sections.dynamic_symbols = shdr.sh_size;
            if (shdr.sh_type == SHT_SYMTAB) sections.symbols = section;
            if (shdr.sh_type == SHT_NOBITS && (shdr.sh_flags & SHF_EXECINSTR) != 0) sections.without_code = true;
            if (shdr.sh_type != SHT_NOBITS && shdr.sh_type != SHT_NULL)
                check_extent(shdr.sh_offset, shdr.sh_size, "section");
        }
        return sections;
    }

    [[nodiscard]] ElfFile describe(const Sections& sections) const {
        ElfFile file;
        file.machine = header_.e_machine;
        file.is_64_bit = header_.e_ident[EI_CLASS] == ELFCLASS64;
        file.is_little_endian = header_.e_ident[EI_DATA] == ELFDATA2LSB;
        switch (header_.e_type) {
            case ET_REL: file.kind = ElfFile::Kind::object; break;
            case ET_EXEC: file.kind = ElfFile::Kind::executable; break;
            case ET_DYN: file.kind = ElfFile::Kind::shared_library; break;
            case ET_CORE: file.kind = ElfFile::Kind::core; break;
            default: break;
        }
        const bool is_linked = file.kind == ElfFile::Kind::executable || file.kind == ElfFile::Kind::shared_library;
        if (is_linked && sections.without_code) file.kind = ElfFile::Kind::debug_information;
        return file;
    }

    void read_segments(ElfFile& file) {
        std::size_t count = 0;
        if (::elf_getphdrnum(elf_.get(), &count) != 0 || count > most_segments) fail_senseless("its program header");
        for (std::size_t i = 0; i < count; ++i) {
            GElf_Phdr phdr;
            if (!::gelf_getphdr(elf_.get(), static_cast<int>(i), &phdr)) fail_senseless("its program header");
            if (phdr.p_type == PT_INTERP) read_interpreter(file, phdr);
            if (phdr.p_type != PT_LOAD && phdr.p_type != PT_DYNAMIC) continue;
            check_extent(phdr.p_offset, phdr.p_filesz, "segment");
            const Segment segment{phdr.p_vaddr, phdr.p_offset, phdr.p_filesz};
            if (phdr.p_type == PT_LOAD) segments_.push_back(segment);
            else dynamic_segment_ = segment;
        }
    }

    void read_interpreter(ElfFile& file, const GElf_Phdr& phdr) const {
        check_extent(phdr.p_offset, phdr.p_filesz, "interpreter's name");
        if (phdr.p_filesz > longest_name) fail_senseless("its interpreter's name is too long");
        const Elf_Data* data = load({0, phdr.p_offset, phdr.p_filesz}, ELF_T_BYTE, "interpreter's name");
        const std::string_view text(static_cast<const char*>(data->d_buf), data->d_size);
        file.interpreter = text.substr(0, text.find('\0'));
    }

    /// What stands at an address, at most `size` bytes: from where to where in the file.
    [[nodiscard]] Segment find(std::uint64_t address, std::uint64_t size, const char* what) const {
        for (const Segment& segment : segments_) {
            if (address < segment.address || address - segment.address >= segment.size) continue;
            const std::uint64_t before = address - segment.address;
            return {address, segment.offset + before, std::min(size, segment.size - before)};
        }
        fail_senseless(std::string("its ") + what + " is in no segment");
    }

    Elf_Data* load(const Segment& part, Elf_Type type, const char* what) const {
        if (part.size > largest_table) fail_senseless(std::string("its ") + what + " is too large");
        Elf_Data* data = ::elf_getdata_rawchunk(elf_.get(), static_cast<std::int64_t>(part.offset), part.size, type);
        if (!data || !data->d_buf) fail_senseless(std::string("its ") + what);
        return data;
    }

    [[nodiscard]] Dynamic read_entries() const {
        Dynamic dynamic;
        Elf_Data* data = load(dynamic_segment_, ELF_T_DYN, "dynamic section");
        GElf_Dyn entry;
        for (int i = 0; ::gelf_getdyn(data, i, &entry) && entry.d_tag != DT_NULL; ++i) {
            const std::uint64_t value = entry.d_un.d_val;
            switch (entry.d_tag) {
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
            if (dynamic.libraries.size() > most_names) fail_senseless("it needs too many libraries");
        }
        return dynamic;
    }

    [[nodiscard]] std::string_view string_at(std::uint64_t offset, std::size_t longest) const {
        if (offset >= strings_.size()) fail_senseless("a name lies outside of its strings");
        const std::string_view rest = strings_.substr(offset, longest + 1);
        const std::size_t end = rest.find('\0');
        if (end == rest.npos) fail_senseless("a name without an end");
        return rest.substr(0, end);
    }

    void load_strings(const Dynamic& dynamic) {
        if (dynamic.strings == 0 || dynamic.strings_size == 0) return;
        const Segment part = find(dynamic.strings, dynamic.strings_size, "string table");
        const Elf_Data* data = load(part, ELF_T_BYTE, "string table");
        strings_ = {static_cast<const char*>(data->d_buf), data->d_size};
    }

    void read_dynamic(ElfFile& file, const Sections& sections) {
        const Dynamic dynamic = read_entries();
        load_strings(dynamic);
        file.is_dynamic = true;
        for (const std::uint64_t offset : dynamic.libraries)
            file.libraries.emplace_back(string_at(offset, longest_name));
        if (dynamic.soname) file.soname = string_at(*dynamic.soname, longest_name);
        if (dynamic.is_executable || (!file.interpreter.empty() && !dynamic.soname))
            file.kind = ElfFile::Kind::executable;
        read_run_path(file, dynamic);
        read_defined(file, dynamic);
        read_needed(file, dynamic, sections);
    }

    void read_run_path(ElfFile& file, const Dynamic& dynamic) const {
        file.is_rpath = !dynamic.run_path && dynamic.rpath;
        const auto offset = dynamic.run_path ? dynamic.run_path : dynamic.rpath;
        if (!offset) return;
        std::string_view rest = string_at(*offset, longest_run_path);
        while (!rest.empty()) {
            const std::size_t end = std::min(rest.find(':'), rest.size());
            if (end > longest_name || file.run_path.size() == most_names) fail_senseless("its run path is too long");
            file.run_path.emplace_back(rest.substr(0, end));
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    }

    void read_defined(ElfFile& file, const Dynamic& dynamic) const {
        if (dynamic.defines == 0) return;
        Elf_Data* data = load(find(dynamic.defines, largest_version_table, "defined versions"), ELF_T_VDEF,
                              "defined versions");
        std::uint64_t at = 0;
        for (std::uint64_t i = 0; i < dynamic.defines_count; ++i) {
            if (i == most_names) fail_senseless("it defines too many versions");
            GElf_Verdef definition;
            GElf_Verdaux name;
            if (at >= data->d_size || !::gelf_getverdef(data, static_cast<int>(at), &definition))
                fail_senseless("its defined versions");
            const std::uint64_t name_at = at + definition.vd_aux;
            if (name_at >= data->d_size || !::gelf_getverdaux(data, static_cast<int>(name_at), &name))
                fail_senseless("its defined versions");
            // The base version is the file's own name.
            if ((definition.vd_flags & VER_FLG_BASE) == 0)
                file.defines.emplace_back(string_at(name.vda_name, longest_name));
            if (definition.vd_next == 0) break;
            at += definition.vd_next;
        }
    }

    void read_needed(ElfFile& file, const Dynamic& dynamic, const Sections& sections) const {
        if (dynamic.needs == 0) return;
        Elf_Data* data = load(find(dynamic.needs, largest_version_table, "needed versions"), ELF_T_VNEED,
                              "needed versions");
        std::map<std::uint16_t, std::size_t> by_index;
        std::uint64_t at = 0;
        for (std::uint64_t i = 0; i < dynamic.needs_count; ++i) {
            if (i == most_names) fail_senseless("it needs versions of too many libraries");
            GElf_Verneed need;
            if (at >= data->d_size || !::gelf_getverneed(data, static_cast<int>(at), &need))
                fail_senseless("its needed versions");
            read_needed_of(file, by_index, data, need, at + need.vn_aux);
            if (need.vn_next == 0) break;
            at += need.vn_next;
        }
        find_symbols(file, by_index, dynamic, sections);
    }

    /// The versions of one library.
    void read_needed_of(ElfFile& file, std::map<std::uint16_t, std::size_t>& by_index, Elf_Data* data,
                        const GElf_Verneed& need, std::uint64_t at) const {
        for (unsigned i = 0; i < need.vn_cnt; ++i) {
            GElf_Vernaux version;
            if (at >= data->d_size || !::gelf_getvernaux(data, static_cast<int>(at), &version))
                fail_senseless("its needed versions");
            if (file.needs.size() == most_names) fail_senseless("it needs too many versions");
            by_index.emplace(version.vna_other, file.needs.size());
            file.needs.push_back({std::string(string_at(need.vn_file, longest_name)),
                                  std::string(string_at(version.vna_name, longest_name)), ""});
            if (version.vna_next == 0) break;
            at += version.vna_next;
        }
    }

    /// The table of dynamic symbols says nowhere how long it is. Without a section the string table is its end, which
    /// linkers put there.
    [[nodiscard]] std::uint64_t size_of_symbols(const Dynamic& dynamic, const Sections& sections) const {
        if (sections.dynamic_symbols > 0) return sections.dynamic_symbols;
        return dynamic.strings > dynamic.symbols ? dynamic.strings - dynamic.symbols : 0;
    }

    void find_symbols(ElfFile& file, std::map<std::uint16_t, std::size_t> by_index, const Dynamic& dynamic,
                      const Sections& sections) const {
        const std::uint64_t size = size_of_symbols(dynamic, sections);
        if (dynamic.symbols == 0 || dynamic.versions_of_symbols == 0 || size == 0) return;
        const std::uint64_t count = size / ::gelf_fsize(elf_.get(), ELF_T_SYM, 1, EV_CURRENT);
        Elf_Data* symbols = load(find(dynamic.symbols, size, "symbol table"), ELF_T_SYM, "symbol table");
        Elf_Data* versions = load(find(dynamic.versions_of_symbols, 2 * count, "symbol versions"), ELF_T_HALF,
                                  "symbol versions");
        GElf_Sym symbol;
        GElf_Versym version;
        for (int i = 0; !by_index.empty(); ++i) {
            if (!::gelf_getversym(versions, i, &version) || !::gelf_getsym(symbols, i, &symbol)) break;
            constexpr unsigned index_bits = 0x7fff;
            const auto found = by_index.find(static_cast<std::uint16_t>(version & index_bits));
            if (found == by_index.end()) continue;
            file.needs[found->second].symbol = string_at(symbol.st_name, longest_run_path).substr(0, longest_name);
            by_index.erase(found);
        }
    }

    /// An undefined symbol of an object has no version, but some of them exist in new libraries only.
    void find_telling_symbols(ElfFile& file, const Sections& sections) {
        if (!sections.symbols) return;
        GElf_Shdr shdr;
        if (!::gelf_getshdr(sections.symbols, &shdr)) fail_senseless("a section header");
        Elf_Scn* names = ::elf_getscn(elf_.get(), shdr.sh_link);
        GElf_Shdr names_shdr;
        if (!names || !::gelf_getshdr(names, &names_shdr) || names_shdr.sh_type != SHT_STRTAB)
            fail_senseless("its symbol table has no names");
        Elf_Data* symbols = load({0, shdr.sh_offset, shdr.sh_size}, ELF_T_SYM, "symbol table");
        const Elf_Data* text = load({0, names_shdr.sh_offset, names_shdr.sh_size}, ELF_T_BYTE, "string table");
        strings_ = {static_cast<const char*>(text->d_buf), text->d_size};
        GElf_Sym symbol;
        for (int i = 0; ::gelf_getsym(symbols, i, &symbol); ++i) {
            if (symbol.st_shndx != SHN_UNDEF || symbol.st_name == 0) continue;
            const std::string_view name = string_at(symbol.st_name, longest_run_path);
            const std::string_view version = version_of_symbol(name);
            if (version.empty() || file.needs.size() == most_names) continue;
            file.needs.push_back({"", std::string(version), std::string(name)});
        }
    }

    OpenElf elf_;
    std::uint64_t size_;
    const std::string& name_;
    GElf_Ehdr header_{};
    std::vector<Segment> segments_;
    Segment dynamic_segment_;
    std::string_view strings_;
};

ElfFile read(OpenElf elf, std::uint64_t size, const std::string& name) {
    if (!elf) throw MachineError(name + ": is no ELF file: " + ::elf_errmsg(-1));
    return Reader(std::move(elf), size, name).read();
}

void start_libelf() {
    static const unsigned version = ::elf_version(EV_CURRENT);
    if (version == EV_NONE) throw MachineError("libelf is older than its header");
}

}  // namespace

ElfFile read_elf_file(int fd, std::uint64_t size, const std::string& name) {
    if (size == 0) throw MachineError(name + ": is empty");
    if (size > largest_file) throw MachineError(name + ": is larger than 16 GiB, which is not looked into");
    start_libelf();
    // Read, not mapped: a file that somebody shortens meanwhile must not end this process, and of a file of gigabytes
    // only the few tables that count are read.
    return read(OpenElf(::elf_begin(fd, ELF_C_READ, nullptr)), size, name);
}

ElfFile read_elf_file(const std::filesystem::path& path) {
    const RegularFile file = open_regular_file(path);
    return read_elf_file(file.fd.get(), file.size, shown(path));
}

ElfFile read_elf_image(std::span<const std::byte> image, const std::string& name) {
    if (image.empty()) throw MachineError(name + ": is empty");
    start_libelf();
    // libelf only reads it: elf_memory opens as ELF_C_READ does.
    char* bytes = const_cast<char*>(reinterpret_cast<const char*>(image.data()));
    return read(OpenElf(::elf_memory(bytes, image.size())), image.size(), name);
}

namespace {

/// Digits and dots: the numbers between the dots, as texts without leading zeros; empty where it is something else.
std::vector<std::string_view> numbers_of(std::string_view text) {
    std::vector<std::string_view> numbers;
    while (true) {
        const std::size_t end = std::min(text.find('.'), text.size());
        std::string_view number = text.substr(0, end);
        if (number.empty() || number.find_first_not_of("0123456789") != number.npos) return {};
        number.remove_prefix(std::min(number.find_first_not_of('0'), number.size()));
        numbers.push_back(number);
        if (end == text.size()) return numbers;
        text.remove_prefix(end + 1);
    }
}

bool is_older(const std::vector<std::string_view>& left, const std::vector<std::string_view>& right) {
    const auto is_less = [](std::string_view a, std::string_view b) {
        return a.size() != b.size() ? a.size() < b.size() : a < b;
    };
    return std::lexicographical_compare(left.begin(), left.end(), right.begin(), right.end(), is_less);
}

}  // namespace

std::string architecture(const ElfFile& file) {
    switch (file.machine) {
        case EM_X86_64: return "x86_64";
        case EM_386: return "i386";
        case EM_AARCH64: return "aarch64";
        case EM_ARM: return "arm";
        case EM_PPC64: return file.is_little_endian ? "ppc64le" : "ppc64";
        case EM_RISCV: return file.is_64_bit ? "riscv64" : "riscv32";
        case EM_S390: return "s390x";
        case EM_CUDA: return "cuda";
        default: return "machine " + std::to_string(file.machine);
    }
}

std::string_view to_string(ElfFile::Kind kind) noexcept {
    switch (kind) {
        case ElfFile::Kind::object: return "object";
        case ElfFile::Kind::executable: return "executable";
        case ElfFile::Kind::shared_library: return "shared-library";
        case ElfFile::Kind::debug_information: return "debug-information";
        case ElfFile::Kind::core: return "core";
        case ElfFile::Kind::other: return "other";
    }
    return {};
}

std::string newest_version(const std::vector<std::string>& versions, const std::string& prefix) {
    std::string_view newest;
    std::vector<std::string_view> newest_numbers;
    for (const std::string& version : versions) {
        if (!version.starts_with(prefix)) continue;
        const auto numbers = numbers_of(std::string_view(version).substr(prefix.size()));
        if (!is_older(newest_numbers, numbers)) continue;
        newest = version;
        newest_numbers = numbers;
    }
    return std::string(newest);
}

}  // namespace cudastdenv::machine
