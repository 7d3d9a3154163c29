// SPDX-License-Identifier: MIT
#include "findings/gpu_code.hpp"

#include "core/lists.hpp"
#include "core/text.hpp"

#include <bit>
#include <cstring>

namespace cudastdenv {

namespace {

// Sizes in a hostile file mean nothing. Real files stay far below these limits: libcublasLt has 5,424 pieces of code,
// a library has some hundred sections, and an archive some thousand members.
constexpr std::size_t most_pieces = 1 << 20;
constexpr std::size_t most_kinds = 4096;
constexpr std::size_t most_sections = 1 << 20;
constexpr std::size_t most_members = 1 << 20;
constexpr std::size_t longest_option_note = 1 << 16;

/// The bytes that a search reads at once.
constexpr std::size_t window = 1 << 16;

struct Range {
    std::uint64_t begin = 0, end = 0;
};

template <class Number>
Number number_at(std::string_view bytes, std::size_t offset) {
    Number number = 0;
    if (offset > bytes.size() || sizeof number > bytes.size() - offset) return number;
    std::memcpy(&number, bytes.data() + offset, sizeof number);
    if constexpr (std::endian::native == std::endian::big) {
        auto reversed = std::bit_cast<std::array<std::byte, sizeof number>>(number);
        std::ranges::reverse(reversed);
        number = std::bit_cast<Number>(reversed);
    }
    return number;
}

/// Exactly that many bytes.
std::string_view needed(const ReadAt& read, std::uint64_t offset, std::size_t size, const char* what) {
    const std::string_view bytes = read(offset, size);
    if (bytes.size() < size) throw GpuCodeError(std::string("is truncated: its ") + what + " is beyond its end");
    return bytes;
}

Range range_of(std::uint64_t offset, std::uint64_t length, std::uint64_t size, const char* what) {
    if (offset > size || length > size - offset)
        throw GpuCodeError(std::string("is truncated: its ") + what + " is beyond its end");
    return {offset, offset + length};
}

Capability capability_of(std::uint32_t architecture, Capability::Kind kind) noexcept {
    return {static_cast<int>(architecture / 10), static_cast<int>(architecture % 10), kind};
}

constexpr std::string_view elf_start = "\177ELF";

// The layout of a fat binary, as nvcc 11.8 to 13.5 write it: a header of 16 bytes, then pieces of code with a header of
// 64 or more bytes each. It was measured against cuobjdump (tests/oracle/nvcc/gpu_code.py).
constexpr std::string_view fatbin_start("\x50\xed\x55\xba\x01\x00\x10\x00", 8);  // magic, version, header size
constexpr std::size_t fatbin_header_size = 16;
constexpr std::size_t piece_header_size = 64;
enum PieceKind : std::uint16_t { ptx_piece = 1, elf_piece = 2, lto_piece = 8, other_elf_piece = 16 };
enum PieceFlag : std::uint64_t {
    debug_flag = 0x2,
    lz4_flag = 0x2000,
    zstd_flag = 0x8000,
    architecture_flag = 0x100000,
    family_flag = 0x200000,
};

GpuCodeForm form_of(std::uint16_t kind) noexcept {
    switch (kind) {
        case ptx_piece: return GpuCodeForm::ptx;
        case elf_piece:
        case other_elf_piece: return GpuCodeForm::machine_code;
        case lto_piece: return GpuCodeForm::lto_ir;
        default: return GpuCodeForm::other;
    }
}

GpuCodeKind kind_of(std::string_view header) {
    const auto flags = number_at<std::uint64_t>(header, 40);
    using enum Capability::Kind;
    const Capability::Kind suffix = (flags & architecture_flag) != 0 ? architecture
                                    : (flags & family_flag) != 0     ? family
                                                                     : baseline;
    GpuCodeKind kind{.form = form_of(number_at<std::uint16_t>(header, 0)),
                     .capability = capability_of(number_at<std::uint32_t>(header, 28) & 0xffff, suffix),
                     .compressed = (flags & (lz4_flag | zstd_flag)) != 0,
                     .debug = (flags & debug_flag) != 0};
    if (kind.form == GpuCodeForm::ptx)
        kind.ptx_version = Version{number_at<std::uint16_t>(header, 26), number_at<std::uint16_t>(header, 24)};
    return kind;
}

/// Reads fat binaries, and counts their pieces.
struct Fatbin {
    std::vector<GpuCodeKind> codes = {};
    bool has_functions = false;

    friend auto operator<=>(const Fatbin&, const Fatbin&) = default;
};

class FatbinReader {
public:
    explicit FatbinReader(const ReadAt& read) : read_(read) {}

    /// Reads the fat binary at `at`, which must end before `end`. Returns its end.
    std::uint64_t read_fatbin(std::uint64_t at, std::uint64_t end, Fatbin& fatbin) {
        const std::string_view header = needed(read_, at, fatbin_header_size, "fat binary");
        const Range pieces = range_of(at + fatbin_header_size, number_at<std::uint64_t>(header, 8), end, "fat binary");
        for (std::uint64_t piece = pieces.begin; piece < pieces.end;) {
            reached_ = piece;
            const Range rest = range_of(piece, piece_header_size, pieces.end, "GPU code");
            const std::string_view bytes = needed(read_, rest.begin, piece_header_size, "GPU code");
            const auto own_header = number_at<std::uint32_t>(bytes, 4);
            if (own_header < piece_header_size) throw GpuCodeError("has invalid GPU code: a header of wrong size");
            const Range payload = range_of(range_of(piece, own_header, pieces.end, "GPU code").end,
                                           number_at<std::uint64_t>(bytes, 8), pieces.end, "GPU code");
            if (++pieces_ > most_pieces) throw GpuCodeError("has more than 1048576 pieces of GPU code, the limit");
            fatbin.codes.push_back(kind_of(bytes));
            fatbin.has_functions = fatbin.has_functions || may_have_functions(fatbin.codes.back(), payload);
            piece = payload.end;
        }
        return pieces.end;
    }

    /// The offset of the last piece.
    [[nodiscard]] std::uint64_t reached() const noexcept { return reached_; }

    /// Reads all fat binaries in a section; between them there may be anything. Sections of a hostile file may overlap.
    void read_section(Range range, std::uint64_t size, GpuCode& code) {
        bytes_ += range.end - range.begin;
        if (bytes_ > size) throw GpuCodeError("has invalid GPU code: its sections overlap");
        while (const auto at = find(range)) {
            Fatbin fatbin;
            range.begin = read_fatbin(*at, range.end, fatbin);
            if (!fatbin.codes.empty()) code.add_fatbin(fatbin.codes, fatbin.has_functions);
        }
    }

    /// The next fat binary at any offset; absent: none.
    std::optional<std::uint64_t> find(Range range) {
        std::size_t at_once = 64;  // mostly, the next one follows the one before
        while (range.begin < range.end && range.end - range.begin >= fatbin_header_size) {
            const std::uint64_t left = range.end - range.begin;
            const std::string_view bytes = read_(range.begin, std::min<std::uint64_t>(left, at_once));
            at_once = window;
            if (bytes.size() < fatbin_header_size) return std::nullopt;
            if (const std::size_t found = bytes.find(fatbin_start); found != bytes.npos) return range.begin + found;
            range.begin += bytes.size() - (fatbin_start.size() - 1);
        }
        return std::nullopt;
    }

private:
    /// nvcc links an empty cubin into each program, for the architectures of its own command line.
    [[nodiscard]] bool may_have_functions(const GpuCodeKind& kind, Range payload) const {
        constexpr std::uint64_t most = 2048;  // it has 1,448 to 1,696 bytes
        const std::uint64_t size = payload.end - payload.begin;
        if (kind.form != GpuCodeForm::machine_code || kind.compressed || size > most) return true;
        const std::string_view bytes = read_(payload.begin, static_cast<std::size_t>(size));
        return !bytes.starts_with(elf_start) || bytes.find(".text.") != std::string_view::npos;
    }

    const ReadAt& read_;
    std::size_t pieces_ = 0;
    std::uint64_t bytes_ = 0;  ///< of all sections so far
    std::uint64_t reached_ = 0;
};

constexpr std::size_t elf_header_size = 64, section_header_size = 64;
constexpr std::uint16_t cuda_machine = 190;
constexpr std::uint32_t no_bits = 8;

/// A section of an ELF file.
struct Section {
    std::string name;
    Range range;
};

bool is_for_fatbins(std::string_view name) noexcept { return name == ".nv_fatbin" || name == "__nv_relfatbin"; }

/// The relevant sections of an ELF file of 64 bits in little-endian order: those of fat binaries, and of a cubin its
/// notes. `name_at`: its section names.
class ElfSections {
public:
    ElfSections(const ReadAt& read, std::string_view header, std::uint64_t size) : read_(read), size_(size) {
        offset_ = number_at<std::uint64_t>(header, 0x28);
        count_ = number_at<std::uint16_t>(header, 0x3c);
        names_ = number_at<std::uint16_t>(header, 0x3e);
        if (offset_ == 0) return;
        if (number_at<std::uint16_t>(header, 0x3a) != section_header_size) fail();
        // Counts that are too large for the header are in the first section.
        const std::string first(needed(read_, offset_, section_header_size, "section table"));
        if (count_ == 0) count_ = number_at<std::uint64_t>(first, 0x20);
        if (names_ == 0xffff) names_ = number_at<std::uint32_t>(first, 0x28);
        if (count_ > most_sections || names_ >= count_) fail();
        (void)range_of(offset_, count_ * section_header_size, size_, "section table");
    }

    [[nodiscard]] bool exist() const noexcept { return offset_ != 0; }

    /// The sections with those names.
    [[nodiscard]] std::vector<Section> named(bool (*is_wanted)(std::string_view)) const {
        std::vector<Section> found;
        if (!exist()) return found;
        const std::string table(needed(read_, offset_, count_ * section_header_size, "section table"));
        const auto header = [&](std::size_t i) { return std::string_view(table).substr(i * section_header_size); };
        const Range names = range_in_file(header(names_));
        for (std::size_t i = 1; i < count_; ++i) {
            const std::uint64_t name = number_at<std::uint32_t>(header(i), 0);
            if (number_at<std::uint32_t>(header(i), 4) == no_bits || name >= names.end - names.begin) continue;
            const std::string text = text_at(names.begin + name, names.end);
            if (is_wanted(text)) found.push_back({text, range_in_file(header(i))});
        }
        return found;
    }

    /// All sections in the file, without names.
    [[nodiscard]] std::vector<Section> unnamed() const {
        std::vector<Section> all;
        const std::string table(needed(read_, offset_, count_ * section_header_size, "section table"));
        for (std::size_t i = 1; i < count_; ++i) {
            const std::string_view header = std::string_view(table).substr(i * section_header_size);
            if (number_at<std::uint32_t>(header, 4) != no_bits) all.push_back({"", range_in_file(header)});
        }
        return all;
    }

private:
    [[noreturn]] static void fail() { throw GpuCodeError("is not a valid ELF file: its section table"); }

    [[nodiscard]] Range range_in_file(std::string_view section) const {
        return range_of(number_at<std::uint64_t>(section, 0x18), number_at<std::uint64_t>(section, 0x20), size_,
                        "section");
    }

    /// At most as many characters as the longest name here.
    [[nodiscard]] std::string text_at(std::uint64_t offset, std::uint64_t end) const {
        constexpr std::uint64_t longest = 24;
        const auto size = static_cast<std::size_t>(std::min(longest, end - offset));
        const std::string_view bytes = needed(read_, offset, size, "section name");
        return std::string(bytes.substr(0, bytes.find('\0')));
    }

    const ReadAt& read_;
    std::uint64_t size_;
    std::uint64_t offset_ = 0, count_ = 0, names_ = 0;
};

bool is_note_of_cubin(std::string_view name) { return name == ".nv.compat" || name == ".note.nv.tkinfo"; }

/// Whether `.nv.compat` has the attribute of architecture-specific code, which ptxas 13.0 and later write there.
bool is_architecture_specific(std::string_view attributes) {
    constexpr std::uint8_t sized = 4, specific = 9;
    for (std::size_t at = 0; at + 4 <= attributes.size();) {
        if (static_cast<std::uint8_t>(attributes[at + 1]) == specific) return attributes[at + 2] != 0;
        const bool has_size = static_cast<std::uint8_t>(attributes[at]) == sized;
        at += 4 + (has_size ? number_at<std::uint16_t>(attributes, at + 2) : 0);
    }
    return false;
}

/// `100f` of the options of ptxas: `-arch sm_100f -m 64`. A cubin has no other mark of family-specific code.
bool is_family_specific(std::string_view options) {
    constexpr std::string_view option = "-arch sm_";
    const std::size_t at = options.find(option);
    if (at == options.npos) return false;
    const std::string_view value = options.substr(at + option.size());
    const std::size_t end = value.find_first_not_of("0123456789");
    return end != value.npos && value[end] == 'f';
}

/// The capability of a cubin: in its flags, by ELF ABI versions 7 and 8.
Capability capability_of_cubin(const ReadAt& read, std::string_view header, std::uint64_t size) {
    using enum Capability::Kind;
    constexpr std::uint8_t newer_abi = 8;
    const auto flags = number_at<std::uint32_t>(header, 0x30);
    if (number_at<std::uint8_t>(header, 8) < newer_abi)
        return capability_of(flags & 0xff, (flags & 0x800) != 0 ? architecture : baseline);
    const ElfSections sections(read, header, size);
    Capability::Kind suffix = (flags & 0x8) != 0 ? architecture : baseline;
    for (const Section& section : sections.named(is_note_of_cubin)) {
        const std::uint64_t length = section.range.end - section.range.begin;
        const std::string note(read(section.range.begin, std::min<std::uint64_t>(length, longest_option_note)));
        if (section.name == ".nv.compat" && is_architecture_specific(note)) suffix = architecture;
        if (section.name == ".note.nv.tkinfo" && is_family_specific(note)) suffix = family;
    }
    return capability_of((flags >> 8) & 0xff, suffix);
}

/// The rest of the file by offsets from `begin`.
ReadAt part_of(const ReadAt& read, Range range) {
    return [&read, range](std::uint64_t offset, std::size_t size) -> std::string_view {
        const std::uint64_t length = range.end - range.begin;
        if (offset >= length) return {};
        return read(range.begin + offset, static_cast<std::size_t>(std::min<std::uint64_t>(size, length - offset)));
    };
}

bool is_elf_of_64_bits(std::string_view header) {
    constexpr char bits_64 = 2, little_endian = 1;
    return header.size() >= elf_header_size && header.starts_with(elf_start) && header[4] == bits_64 &&
           header[5] == little_endian;
}

void add_elf(const ReadAt& read, std::uint64_t size, GpuCode& code) {
    const std::string header(read(0, elf_header_size));
    if (!is_elf_of_64_bits(header)) return;  // nvcc builds for no other machines
    if (number_at<std::uint16_t>(header, 0x12) == cuda_machine)
        return code.add_fatbin({{.capability = capability_of_cubin(read, header, size)}});
    const ElfSections sections(read, header, size);
    FatbinReader fatbins(read);
    if (!sections.exist()) return fatbins.read_section({0, size}, size, code);
    for (const Section& section : sections.named(is_for_fatbins)) fatbins.read_section(section.range, size, code);
}

constexpr std::string_view pe_start = "MZ";

/// The names of sections of a PE file have at most 8 characters.
void add_pe(const ReadAt& read, std::uint64_t size, GpuCode& code) {
    const std::string start(read(0, 0x40));
    const auto at = number_at<std::uint32_t>(start, 0x3c);
    const std::string header(read(at, 24));
    if (start.size() < 0x40 || header.size() < 24 || !header.starts_with(std::string_view("PE\0\0", 4))) return;
    const std::size_t count = number_at<std::uint16_t>(header, 6);
    constexpr std::size_t entry_size = 40;
    const std::uint64_t table = std::uint64_t{at} + 24 + number_at<std::uint16_t>(header, 20);
    const std::string sections(needed(read, table, count * entry_size, "section table"));
    FatbinReader fatbins(read);
    for (std::size_t i = 0; i < count; ++i) {
        const std::string_view section = std::string_view(sections).substr(i * entry_size, entry_size);
        if (!section.starts_with(".nv_fatb")) continue;
        const auto offset = number_at<std::uint32_t>(section, 20), length = number_at<std::uint32_t>(section, 16);
        fatbins.read_section(range_of(offset, length, size, "section"), size, code);
    }
}

constexpr std::string_view ar_start = "!<arch>\n";
constexpr std::string_view thin_start = "!<thin>\n";

// PTX as text: compilers begin it with a comment, people often with the directive.
constexpr std::string_view ptx_comment = "//\n// Ge", ptx_directive = ".version";

bool is_ptx_text(std::string_view start) noexcept {
    return start.starts_with(ptx_directive) || start.starts_with(ptx_comment);
}

/// Netron knows the same two.
bool is_tensorrt_engine(std::string_view start) noexcept {
    return start.starts_with("ftrt") || start.starts_with("ptrt");
}

/// The argument of the directive, to the end of its line or the next comma: `8.4`, `sm_90a`. Empty: it is not there.
std::string_view ptx_argument(std::string_view text, std::string_view directive) {
    for (const std::string_view line : pieces_of(text, '\n')) {
        std::string_view rest = trimmed(line);
        if (take_prefix(rest, directive)) return trimmed(rest.substr(0, rest.find_first_of(",/;")));
    }
    return {};
}

/// The directives are in front of the code.
void add_ptx_text(const ReadAt& read, GpuCode& code) {
    constexpr std::size_t most = 1 << 16;
    const std::string_view text = read(0, most);
    std::string_view target = ptx_argument(text, ".target");
    const std::optional<Version> version = parse_version(ptx_argument(text, ptx_directive));
    const std::optional<Capability> capability = take_prefix(target, "sm_") ? parse_capability(target) : std::nullopt;
    if (version && capability)
        code.add_fatbin({{.form = GpuCodeForm::ptx, .capability = *capability, .ptx_version = version}});
}

void add_file(const ReadAt& read, std::uint64_t size, GpuCode& code, bool in_archive);

/// The members of an archive; those that hold names and symbols begin like no file with code.
void add_archive(const ReadAt& read, std::uint64_t size, GpuCode& code) {
    constexpr std::size_t header_size = 60;
    std::size_t members = 0;
    for (std::uint64_t at = ar_start.size(); at < size;) {
        const std::string header(needed(read, at, header_size, "member"));
        std::string_view length = std::string_view(header).substr(48, 10),
                         name = std::string_view(header).substr(0, 16);
        length = length.substr(0, length.find(' '));
        const auto bytes = whole_number<std::uint64_t>(length);
        if (!header.ends_with("`\n") || !bytes || ++members > most_members)
            throw GpuCodeError("is not a valid archive: a member's header");
        Range member = range_of(at + header_size, *bytes, size, "member");
        at = member.end + *bytes % 2;
        if (take_prefix(name, "#1/"))  // the name is in front of the content
            member.begin += std::min(whole_number<std::uint64_t>(name.substr(0, name.find(' '))).value_or(0), *bytes);
        const ReadAt part = part_of(read, member);
        add_file(part, member.end - member.begin, code, true);
    }
}

void add_file(const ReadAt& read, std::uint64_t size, GpuCode& code, bool in_archive) {
    const std::string start(read(0, gpu_code_start_size));
    if (start.starts_with(elf_start)) add_elf(read, size, code);
    else if (start.starts_with(pe_start)) add_pe(read, size, code);
    else if (start == fatbin_start) FatbinReader(read).read_section({0, size}, size, code);
    else if (start == ar_start && !in_archive) add_archive(read, size, code);
    else if (is_ptx_text(start)) add_ptx_text(read, code);
    else if (is_tensorrt_engine(start))
        throw GpuCodeError("is a TensorRT engine, which does not say which GPU it is for");
    else if (start == thin_start) throw GpuCodeError("is a thin archive, which has no code; pass its members");
}

/// The number of kinds that is left to a file.
void check_count(std::size_t count) {
    if (count > most_kinds) throw GpuCodeError("has more than 4096 kinds of GPU code, the limit");
}

/// Passes everything on, and keeps the bytes of a range; after a part that is skipped, only those behind it.
class RangeKeeper {
public:
    explicit RangeKeeper(const ReadAt& read) : read_(read) {}

    void keep(const Range& range) { range_ = range; }

    std::string_view operator()(std::uint64_t offset, std::size_t size) {
        const std::string_view bytes = read_(offset, size);
        const std::uint64_t begin = std::max(offset, range_.begin), end = std::min(offset + bytes.size(), range_.end);
        if (begin >= end) return bytes;
        if (begin > begin_ + kept_.size()) {
            kept_.clear();
            begin_ = begin;
        }
        if (const std::uint64_t known = begin_ + kept_.size(); end > known)
            kept_ += bytes.substr(static_cast<std::size_t>(known - offset), static_cast<std::size_t>(end - known));
        return bytes;
    }

    /// The bytes of a part of the file; fewer where they were not kept.
    [[nodiscard]] std::string_view kept(std::uint64_t offset, std::size_t size) const {
        if (offset < begin_ || offset - begin_ > kept_.size()) return {};
        return std::string_view(kept_).substr(static_cast<std::size_t>(offset - begin_), size);
    }

private:
    const ReadAt& read_;
    Range range_;
    std::uint64_t begin_ = 0;
    std::string kept_;
};

/// Where an ELF file has its section table and, mostly directly before it, the names of the sections.
Range place_of_sections(std::string_view header, std::uint64_t size) {
    constexpr std::uint64_t around = 1 << 20;
    const auto table = number_at<std::uint64_t>(header, 0x28);
    const std::uint64_t length = number_at<std::uint16_t>(header, 0x3c) * section_header_size + around;
    if (!is_elf_of_64_bits(header) || table == 0 || table >= size) return {};
    return {table - std::min(table, around), table + std::min(length, size - table)};
}

/// The sections for fat binaries, by what was kept of an ELF file; absent: that is not enough. lld writes the names far
/// from the table. Then they are those that begin with a fat binary, as `is_fatbin` says of an offset.
std::optional<std::vector<Section>> kept_sections(const RangeKeeper& keeper, std::string_view header,
                                                  std::uint64_t size,
                                                  const std::function<bool(std::uint64_t offset)>& is_fatbin) {
    if (!is_elf_of_64_bits(header)) return std::nullopt;
    const ReadAt kept = [&](std::uint64_t offset, std::size_t length) { return keeper.kept(offset, length); };
    try {
        const ElfSections sections(kept, header, size);
        if (!sections.exist()) return std::nullopt;
        try {
            return sections.named(is_for_fatbins);
        } catch (const GpuCodeError&) {
            std::vector<Section> all = sections.unnamed();
            std::erase_if(all, [&](const Section& section) { return !is_fatbin(section.range.begin); });
            return all.empty() ? std::nullopt : std::optional(all);
        }
    } catch (const GpuCodeError&) {
        return std::nullopt;
    }
}

}  // namespace

void GpuCode::add_fatbin(const std::vector<GpuCodeKind>& codes, bool has_functions) {
    for (const GpuCodeKind& code : codes) {
        if (code.form != GpuCodeForm::other && code.capability.major == 0)
            throw GpuCodeError("is not valid: its GPU code is for no architecture");
        ++kinds[code];
    }
    check_count(kinds.size());
    if (!has_functions) return;
    std::vector<GpuCodeKind> list = codes;
    for (GpuCodeKind& code : list) code.compressed = code.debug = false;
    sort_unique(list);
    ++fatbins[std::move(list)];
    check_count(fatbins.size());
}

bool may_have_gpu_code(std::string_view start) noexcept {
    return start.starts_with(elf_start) || start.starts_with(pe_start) || start.starts_with(fatbin_start) ||
           start.starts_with(ar_start) || start.starts_with(thin_start) || is_ptx_text(start) ||
           is_tensorrt_engine(start);
}

GpuCode read_gpu_code(const ReadAt& read, std::uint64_t size) {
    GpuCode code;
    add_file(read, size, code, false);
    return code;
}

GpuCode read_gpu_code(std::string_view file) {
    return read_gpu_code(
        [file](std::uint64_t offset, std::size_t size) {
            return offset < file.size() ? file.substr(static_cast<std::size_t>(offset), size) : std::string_view();
        },
        file.size());
}

GpuCode scan_gpu_code(const ReadAt& read, std::uint64_t size) {
    RangeKeeper keeper(read);
    const ReadAt keeping = std::ref(keeper);
    const std::string header(keeping(0, elf_header_size));
    keeper.keep(place_of_sections(header, size));
    FatbinReader reader(keeping);
    std::map<Fatbin, std::size_t> numbers;  // by content
    struct Found {
        Range place;
        std::size_t number;
    };
    std::vector<Found> found;
    std::vector<std::pair<Range, GpuCodeError>> problems;
    for (Range rest{0, size}; const auto at = reader.find(rest);) {
        Fatbin fatbin;
        try {
            rest.begin = reader.read_fatbin(*at, size, fatbin);
        } catch (const GpuCodeError& error) {
            // Outside of the sections, the same bytes may mean something different.
            rest.begin = std::max(*at + fatbin_header_size, reader.reached() + 1);
            problems.push_back({{*at, *at + fatbin_header_size}, error});
            check_count(problems.size());
            continue;
        }
        if (fatbin.codes.empty()) continue;
        found.push_back({{*at, rest.begin}, numbers.try_emplace(std::move(fatbin), numbers.size()).first->second});
        check_count(numbers.size());
    }
    const auto is_fatbin = [&](std::uint64_t offset) {
        return std::ranges::binary_search(found, offset, {}, [](const Found& each) { return each.place.begin; });
    };
    const auto sections = kept_sections(keeper, header, size, is_fatbin);
    const auto is_in_section = [&](const Range& place) {
        const auto has_it = [&](const Section& section) {
            return section.range.begin <= place.begin && place.end <= section.range.end;
        };
        return !sections || std::ranges::any_of(*sections, has_it);
    };
    for (const auto& [place, problem] : problems)
        if (is_in_section(place)) throw GpuCodeError(problem);
    std::vector<const Fatbin*> by_number(numbers.size());
    for (const auto& [fatbin, number] : numbers) by_number[number] = &fatbin;
    GpuCode all;
    for (const Found& each : found)
        if (is_in_section(each.place))
            all.add_fatbin(by_number[each.number]->codes, by_number[each.number]->has_functions);
    return all;
}

}  // namespace cudastdenv
