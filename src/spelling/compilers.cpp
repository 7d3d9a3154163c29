// SPDX-License-Identifier: MIT
#include "core/lists.hpp"
#include "core/versions.hpp"
#include "resolve/resolve.hpp"
#include "spelling/reading.hpp"
#include "spelling/spell.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace cudastdenv::spelling {

namespace {

constexpr std::string_view name_characters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
constexpr std::string_view arch_characters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
// The shell takes quotes and backslashes away before nvcc sees the rest.
constexpr std::string_view blanks = " \t\r\n'\"\\";
// Between options, also what stands between the items of a list in CMake, Meson or Python.
constexpr std::string_view between_options = " \t\r\n'\"\\,;[]";

/// What stands there, up to the next blank, for an error.
Piece next_word(const Piece& piece) { return piece.part(0, piece.text.find_first_of(between_options)); }

void expect(Piece& piece, std::string_view literal) {
    if (!take(piece, literal)) fail("list-unexpected", next_word(piece), literal);
}

/// One or several names: `sm_80`, `[sm_80,compute_80]`, `"sm_80,compute_80"`. `-gencode` takes several only in
/// brackets or in quotes of their own, `-code` only without brackets.
std::vector<Piece> take_names(Piece& piece, bool bare_list, bool arch_may_follow = false) {
    const std::size_t before_quotes = piece.offset;
    take_all(piece, blanks);
    const bool bracket = !bare_list && take(piece, "[");
    const bool list = bare_list || bracket || piece.offset > before_quotes;
    std::vector<Piece> names;
    for (;;) {
        names.push_back(take_all(piece, name_characters));
        if (names.back().text.empty()) fail("list-empty", next_word(piece), "sm_90 or compute_90");
        Piece next = piece;
        if (!take(next, ",") || next.text.empty() || name_characters.find(next.text.front()) == std::string_view::npos)
            break;
        if (next.text.starts_with("arch=") && arch_may_follow) break;
        if (next.text.starts_with("arch=")) fail("list-refused", next_word(next), "one -gencode for each arch");
        if (!list) fail("list-refused", next_word(next), "several in brackets: code=[sm_80,sm_86]");
        piece = next;
    }
    if (bracket) expect(piece, "]");
    return names;
}

bool is_link_time(const Piece& name) { return name.text.starts_with("lto_"); }

Capability arch_of(const Piece& name) {
    if (is_link_time(name)) fail("list-link-time-code", name);
    return prefixed(name, "compute_");
}

ListEntry compiled_entry(const Piece& name, Capability arch) {
    if (is_link_time(name)) fail("list-link-time-code", name);
    ListEntry entry = code_entry(name);
    compile_from(entry, arch);
    return entry;
}

}  // namespace

void take_gencode_pair(Piece& rest, Listing& listing) {
    take_all(rest, blanks);
    std::optional<Capability> arch;
    std::vector<Piece> codes;
    const Piece pair = next_word(rest);
    for (bool more = true; more; more = (!arch || codes.empty()) && take(rest, ",")) {
        if (!arch && take(rest, "arch=")) arch = arch_of(take_all(rest, name_characters));
        else if (codes.empty() && take(rest, "code=")) codes = take_names(rest, false, !arch);
        else fail("list-unexpected", next_word(rest), arch ? "code=sm_90" : "arch=compute_90");
    }
    if (!arch || codes.empty()) fail("list-refused", pair, "arch=compute_90,code=sm_90");
    for (const Piece& name : codes) listing.entries.push_back(compiled_entry(name, *arch));
}

namespace {

/// `-arch` and `-code`, which stand for one pair and may come in any order.
void add_single_pair(const std::optional<Piece>& arch, const std::vector<Piece>& codes, Listing& listing) {
    if (!arch && codes.empty()) return;
    if (!arch) fail("list-refused", codes.front(), "-arch in addition to -code");
    const std::optional<ListKeyword> keyword = enumerator_named<ListKeyword>(arch->text);
    const bool is_real = arch->text.starts_with("sm_");
    if (!codes.empty()) {
        if (keyword || is_real) fail("list-refused", *arch, "a compute_ architecture in addition to -code");
        const Capability from = arch_of(*arch);
        for (const Piece& code : codes) listing.entries.push_back(compiled_entry(code, from));
        return;
    }
    if (keyword) return listing.entries.push_back(keyword_entry(*arch, *keyword));
    const Capability target = is_real ? prefixed(*arch, "sm_") : arch_of(*arch);
    listing.entries.push_back(ptx_entry(*arch, target));
    if (is_real) listing.entries.back().real = target;
    // Measured with nvcc 13.0: -arch=sm_90a and -arch=compute_90a embed PTX of 9.0 as well.
    if (target.kind != Capability::Kind::baseline) listing.entries.push_back(ptx_entry(*arch, baseline_of(target)));
}

void check_quotes(std::string_view text) {
    for (const char quote : {'\'', '"'})
        if (std::ranges::count(text, quote) % 2 != 0)
            fail("list-unexpected", {text.substr(text.rfind(quote)), text.rfind(quote)}, "a closing quote");
}

bool take_any(Piece& piece, std::initializer_list<std::string_view> options) {
    return std::ranges::any_of(options, [&](std::string_view option) { return take(piece, option); });
}

}  // namespace

Listing read_gencode(const SpellingContext&, const Piece& text) {
    check_quotes(text.text);
    Listing listing;
    std::optional<Piece> arch;
    std::vector<Piece> codes;
    Piece rest = text;
    for (take_all(rest, between_options); !rest.text.empty(); take_all(rest, between_options)) {
        const Piece option = next_word(rest);
        const auto skip_sign = [&] {
            const std::size_t end = rest.offset;
            if (!take(rest, "=")) take_all(rest, blanks);
            if (rest.offset == end) fail("list-unexpected", option, "-gencode=arch=compute_90,code=sm_90");
            take_all(rest, blanks);
        };
        if (take_any(rest, {"--generate-code", "-gencode"})) {
            (void)take(rest, ";");
            skip_sign();
            take_gencode_pair(rest, listing);
        } else if (take_any(rest, {"--gpu-architecture", "-arch"})) {
            skip_sign();
            arch = take_all(rest, arch_characters);
        } else if (take_any(rest, {"--gpu-code", "-code"})) {
            skip_sign();
            const std::vector<Piece> names = take_names(rest, true);
            codes.insert(codes.end(), names.begin(), names.end());
        } else {
            fail("list-unexpected", option, "-gencode=arch=compute_90,code=sm_90");
        }
    }
    add_single_pair(arch, codes, listing);
    return listing;
}

namespace {

/// An option of Clang's: whether it is about PTX, and whether it asks for something.
struct ClangOption {
    std::string_view text;
    bool of_ptx, asks;
};
constexpr std::array<ClangOption, 6> clang_options{{{"--offload-arch=", false, true},
                                                    {"--cuda-gpu-arch=", false, true},
                                                    {"--no-offload-arch=", false, false},
                                                    {"--no-cuda-gpu-arch=", false, false},
                                                    {"--cuda-include-ptx=", true, true},
                                                    {"--no-cuda-include-ptx=", true, false}}};

/// Whether PTX is wanted, as one option says it.
struct PtxOption {
    std::optional<Capability> of;  ///< absent: all
    bool is_wanted = true;
};

void take_value(const ClangOption& option, const Piece& value, Listing& listing, std::vector<PtxOption>& ptx) {
    if (option.asks && !option.of_ptx) {
        const bool is_native = value.text == to_string(ListKeyword::native);
        listing.entries.push_back(is_native ? keyword_entry(value, ListKeyword::native)
                                            : real_entry(value, prefixed(value, "sm_")));
        return;
    }
    std::optional<Capability> of;
    if (value.text != "all") of = prefixed(value, "sm_");
    if (option.of_ptx) ptx.push_back({of, option.asks});
    else std::erase_if(listing.entries, [&](const ListEntry& entry) { return !of || entry.real == of; });
}

}  // namespace

// Up to Clang 19 PTX of every architecture is embedded unless it is refused, from 20 on none unless it is wanted
// (tests/oracle/consumers/clang.json): refusing all and then wanting some means the same to both.
std::string write_clang(const SpellingContext&, const BuildList& list) {
    std::vector<std::string> options;
    for (const Capability capability : list.real) options.push_back("--offload-arch=" + real_architecture(capability));
    options.emplace_back("--no-cuda-include-ptx=all");
    for (const Capability capability : list.ptx)
        options.push_back("--cuda-include-ptx=" + real_architecture(capability));
    return fmt::format("{}", fmt::join(options, " "));
}

/// Architectures in order, and for which of them PTX comes along; a later option overrules an earlier one.
Listing read_clang(const SpellingContext&, const Piece& text) {
    Listing listing;
    std::vector<PtxOption> ptx;
    for (Piece word : words(text)) {
        const auto option = std::ranges::find_if(clang_options, [&](const auto& one) { return take(word, one.text); });
        if (option == clang_options.end()) fail("list-unexpected", word, "--offload-arch=sm_90");
        const std::vector<Piece> values = words(word, ",");
        if (values.empty()) fail("list-empty", word);
        for (const Piece& value : values) take_value(*option, value, listing, ptx);
    }
    for (ListEntry& entry : listing.entries) {
        if (!entry.real) continue;
        std::optional<bool> is_wanted;  // absent: the options say nothing of it
        for (const PtxOption& option : ptx)
            if (!option.of || option.of == entry.real) is_wanted = option.is_wanted;
        if (is_wanted == true) entry.ptx = entry.real;
        entry.ptx_by_version = !is_wanted;
    }
    return listing;
}

namespace {

void take_suboption(const Piece& suboption, Listing& listing) {
    Piece rest = suboption;
    if (rest.text == "ccnative") {
        listing.entries.push_back(keyword_entry(rest, ListKeyword::native));
    } else if (rest.text.starts_with("ccall")) {
        fail("list-refused", rest, "a list; the meaning of this word depends on the compiler");
    } else if (!take(rest, "cuda")) {  // `cuda12.8` names the release
        const Capability capability = prefixed(rest, rest.text.starts_with("sm_") ? "sm_" : "cc");
        if (capability.kind != Capability::Kind::baseline) fail("list-unknown-name", suboption);
        listing.entries.push_back(real_entry(suboption, capability));
    }
}

}  // namespace

/// Several options add up. No document says that PTX is kept for other GPUs, so none is counted on.
Listing read_nvhpc(const SpellingContext&, const Piece& text) {
    Listing listing;
    for (Piece word : words(text)) {
        (void)take(word, "-gpu=");
        for (const Piece& suboption : split(word, ",")) take_suboption(suboption, listing);
    }
    return listing;
}

}  // namespace cudastdenv::spelling
