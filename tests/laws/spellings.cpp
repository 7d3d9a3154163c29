#include "sweep.hpp"

#include <cudastdenv/spell.hpp>

#include <functional>
#include <set>

// Each spelling is read back by a reader that knows nothing of the writer, and must give the same list and PTX.

namespace cudastdenv::laws {

namespace {

struct Read {
    std::vector<Capability> list;
    std::optional<Capability> ptx;
    bool well_formed = true;

    void add_ptx(const std::optional<Capability>& capability) {
        well_formed = well_formed && capability && !ptx;
        ptx = capability;
    }
    void add(const std::optional<Capability>& capability) {
        well_formed = well_formed && capability;
        if (capability) list.push_back(*capability);
    }
};

std::vector<std::string_view> split(std::string_view text, std::string_view separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == text.npos) return parts;
        text.remove_prefix(end + separator.size());
    }
}

/// CMake: `90-real` is machine code, `90-virtual` PTX, `90` both. A dot is no part of it.
Read read_cmake(std::string_view text) {
    Read read;
    for (std::string_view entry : split(text, ";")) {
        read.well_formed = read.well_formed && entry.find('.') == entry.npos;
        const bool real = entry.ends_with("-real");
        const bool ptx = entry.ends_with("-virtual");
        const auto capability = parse_capability(entry.substr(0, entry.find('-')));
        if (!ptx) read.add(capability);
        if (!real) read.add_ptx(capability);
    }
    return read;
}

/// nixpkgs: the list in its order; PTX of its last element where cudaForwardCompat is true.
Read read_nix(std::string_view text) {
    Read read;
    const std::vector<std::string_view> quoted = split(text, "\"");
    for (std::size_t i = 1; i < quoted.size(); i += 2) read.add(parse_capability(quoted[i]));
    if (text.ends_with("cudaForwardCompat = true;") && !read.list.empty()) read.add_ptx(read.list.back());
    read.well_formed = read.well_formed && text.starts_with("cudaCapabilities = [ \"");
    std::ranges::sort(read.list);
    return read;
}

/// For people: `8.9 (Ada), 9.0a (Hopper); PTX of 8.9`.
Read read_readable(std::string_view text) {
    Read read;
    const std::vector<std::string_view> halves = split(text, "; PTX of ");
    for (const std::string_view part : split(halves[0], ", ")) {
        read.add(parse_capability(part.substr(0, part.find(' '))));
        read.well_formed = read.well_formed && part.ends_with(")");
    }
    if (halves.size() == 2) read.add_ptx(parse_capability(halves[1]));
    return read;
}

/// nvcc: pairs of arch and code.
Read read_gencode(std::string_view text) {
    Read read;
    for (const std::string_view word : split(text, " ")) {
        const std::vector<std::string_view> parts = split(word, ",code=");
        const auto capability = parse_capability(parts.back());
        const std::string arch = "-gencode=arch=compute_" + (capability ? undotted(*capability) : "?");
        read.well_formed = read.well_formed && parts.size() == 2 && parts[0] == arch;
        if (parts.back().starts_with("sm_")) read.add(capability);
        else read.add_ptx(capability);
    }
    return read;
}

/// The list that the JSON form holds under "arches", which is the fullest of the ten.
Read read_json(std::string_view text) {
    Read read;
    const std::size_t begin = text.find("\"arches\": [");
    const std::string_view list = text.substr(begin, text.find(']', begin) - begin);
    const std::vector<std::string_view> quoted = split(list, "\"");
    for (std::size_t i = 3; i < quoted.size(); i += 2) {
        if (quoted[i].starts_with("sm_")) read.add(parse_capability(quoted[i]));
        else read.add_ptx(parse_capability(quoted[i]));
    }
    return read;
}

struct Reader {
    std::string_view format;
    Read (*read)(std::string_view);
};
constexpr std::array readers{Reader{"cmake", read_cmake}, Reader{"gencode", read_gencode}, Reader{"json", read_json},
                             Reader{"nix", read_nix}, Reader{"readable", read_readable}};

void check_spellings(const Tables& tables, const Request& request, Law& clean, Law& same) {
    const Resolution resolution = resolve(tables, request);
    for (const Spelling& spelling : spellings()) {
        const Spelled spelled = spelling.write(tables, request, resolution);
        const bool several_lines = spelling.name == "json";
        clean.expect(!spelled.text.empty() && !spelled.text.ends_with('\n') && !spelled.text.ends_with(' '), request,
                     spelling.name);
        clean.expect(std::ranges::none_of(spelled.text,
                                          [&](char c) {
                                              const auto byte = static_cast<unsigned char>(c);
                                              return (byte < 0x20 && !(several_lines && c == '\n')) || byte >= 0x7f;
                                          }),
                     request, spelling.name);
        const auto reader = std::ranges::find(readers, spelling.name, &Reader::format);
        if (reader == readers.end()) continue;  // A format that is not known here yet.
        const Read read = reader->read(spelled.text);
        const bool lossless = spelled.losses.empty();
        same.expect(read.well_formed && read.list == resolution.resolved, request, spelled.text);
        same.expect((read.ptx == resolution.ptx) == lossless, request, spelled.text);
    }
}

}  // namespace

TEST_CASE("every spelling of every default list is clean and reads back") {
    const Tables tables = builtin_tables();
    Law clean("a spelling is not empty, and printable");
    Law same("a spelling reads back as the same list and PTX, or reports the loss");
    Request request;
    request.stdenv = {.compiler = "gcc-13"_cc, .libstdcxx = 13, .glibc = std::nullopt, .fixed_advisories = {}};
    for (const Release& release : tables.releases)
        for (const Policy policy : policies)
            for (const bool forward : {true, false})
                for (const bool exact : {true, false}) {
                    request.cuda = release.version;
                    request.policy = policy;
                    request.forward_compat = forward;
                    request.nixpkgs_exact = exact;
                    check_spellings(tables, request, clean, same);
                }
}

TEST_CASE("every spelling of every buildable pair is clean and reads back") {
    const Tables tables = builtin_tables();
    Law clean("a spelling is not empty, and printable");
    Law same("a spelling reads back as the same list and PTX, or reports the loss");
    Request request;
    request.system = "aarch64-linux";
    request.stdenv = {.compiler = "gcc-13"_cc, .libstdcxx = 13, .glibc = std::nullopt, .fixed_advisories = {}};
    for (const Version minor : {"11.8"_version, "12.9"_version, "13.2"_version, "13.4"_version}) {
        request.cuda = find_release(tables, minor)->version;
        for (const CapabilityRow& left : tables.capabilities)
            for (const CapabilityRow& right : tables.capabilities) {
                const std::array list{left.capability, right.capability};
                request.capabilities = list;
                if (!check_capabilities(tables, request).empty()) continue;
                for (const bool forward : {true, false}) {
                    request.forward_compat = forward;
                    check_spellings(tables, request, clean, same);
                }
            }
    }
}

TEST_CASE("every spelling that there is has a reader here") {
    for (const Reader& reader : readers) CHECK(find_spelling(reader.format));
}

}  // namespace cudastdenv::laws
