// SPDX-License-Identifier: MIT
// Every spelling: its reader, its writer if it has no ListForm, and the table of them.
#include "core/format.hpp"
#include "core/text.hpp"
#include "spelling/reading.hpp"
#include "tables/shape.hpp"

#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace cudastdenv {

namespace spelling {

namespace {

// ---- pieces and entries

/// The pieces between separators; may be empty.
std::vector<Piece> split(Piece piece, std::string_view separators) {
    std::vector<Piece> pieces;
    for (;;) {
        const std::size_t end = piece.text.find_first_of(separators);
        pieces.push_back(piece.part(0, end));
        if (end == piece.text.npos) return pieces;
        piece = piece.part(end + 1);
    }
}

/// The pieces between runs of separators; none is empty.
std::vector<Piece> words(Piece piece, std::string_view separators = white_space) {
    std::vector<Piece> pieces = split(piece, separators);
    std::erase_if(pieces, [](const Piece& word) { return word.text.empty(); });
    return pieces;
}

[[noreturn]] void fail_architecture(const Piece& piece) {
    fail(piece.text.empty() ? "list-empty" : "list-no-architecture", piece);
}

/// The whole piece as a capability, `9.0a`; throws list-no-architecture.
Capability dotted(const Piece& piece) {
    const auto capability = parse_capability(piece.text);
    // No GPU is 0.x, and most formats cannot express it.
    if (!capability || capability->major == 0 || piece.text.find('.') == piece.text.npos) fail_architecture(piece);
    return *capability;
}

/// The same for `sm_90a` with the prefix `sm_`; for `90a` with an empty one.
Capability prefixed(const Piece& piece, std::string_view prefix) {
    Piece number = piece;
    if (!take(number, prefix)) fail_architecture(piece);
    const auto capability = parse_capability(number.text);
    const bool begins_with_digit = !number.text.empty() && is_digit(number.text.front());
    if (!capability || !begins_with_digit || number.text.find('.') != number.text.npos) fail_architecture(piece);
    return *capability;
}

/// `with_ptx`: and PTX of the same.
ListEntry real_entry(const Piece& piece, Capability capability, bool with_ptx = false) {
    return {std::string(piece.text), piece.offset, capability, with_ptx ? std::optional(capability) : std::nullopt};
}

ListEntry ptx_entry(const Piece& piece, Capability capability) {
    return {.text = std::string(piece.text), .offset = piece.offset, .ptx = capability};
}

/// `sm_90a` as machine code, `compute_90a` as PTX; throws list-no-architecture.
ListEntry code_entry(const Piece& piece) {
    if (piece.text.starts_with("compute_")) return ptx_entry(piece, prefixed(piece, "compute_"));
    return real_entry(piece, prefixed(piece, "sm_"));
}

ListEntry keyword_entry(const Piece& piece, ListKeyword keyword) {
    return {.text = std::string(piece.text), .offset = piece.offset, .keyword = keyword};
}

/// A listing of `entry_of` of each piece.
template <class Make>
Listing listing_of(const std::vector<Piece>& pieces, Make entry_of) {
    Listing listing;
    std::ranges::transform(pieces, std::back_inserter(listing.entries), entry_of);
    return listing;
}

/// The target of an entry that is not a keyword.
Capability target_of(const ListEntry& entry) { return entry.real ? *entry.real : *entry.ptx; }

/// Sets the PTX that an entry is compiled from. nvcc 13.0 calls machine code made from family-specific PTX
/// family-specific: from compute_100f, sm_103 becomes sm_103f.
void compile_from(ListEntry& entry, Capability arch) {
    using enum Capability::Kind;
    if (arch.kind == family && entry.real && entry.real->kind == baseline) entry.real->kind = family;
    if (target_of(entry) != arch) entry.compiled_from = arch;
}

// ---- compilers

constexpr std::string_view name_characters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
constexpr std::string_view arch_characters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
// The shell removes quotes and backslashes before nvcc sees the rest.
constexpr std::string_view blanks = " \t\r\n'\"\\";
// Separators of options, and of list items in CMake, Meson or Python.
constexpr std::string_view between_options = " \t\r\n'\"\\,;[]";

/// The text up to the next blank, for an error.
Piece next_word(const Piece& piece) { return piece.part(0, piece.text.find_first_of(between_options)); }

void expect(Piece& piece, std::string_view literal) {
    if (!take(piece, literal)) fail("list-unexpected", next_word(piece), literal);
}

/// One or several names: `sm_80`, `[sm_80,compute_80]`, `"sm_80,compute_80"`. `-gencode` accepts several only in
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

/// Removes the value of `-gencode` from the front: `arch=compute_80,code=sm_80`, in either order.
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

/// `-arch` and `-code` are one pair, in either order.
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

bool take_any(Piece& piece, std::initializer_list<std::string_view> options) {
    return std::ranges::any_of(options, [&](std::string_view option) { return take(piece, option); });
}

Listing read_gencode(const SpellingContext&, const Piece& text) {
    for (const char quote : {'\'', '"'})
        if (const std::size_t at = text.text.rfind(quote); std::ranges::count(text.text, quote) % 2 != 0)
            fail("list-unexpected", {text.text.substr(at), at}, "a closing quote");
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

/// An option of Clang: whether it concerns PTX, and whether it adds or removes.
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

/// Whether one option requests PTX.
struct PtxOption {
    std::optional<Capability> of;  ///< absent: all
    bool is_wanted = true;
};

void take_value(const ConsumerRules& rules, const ClangOption& option, const Piece& value, Listing& listing,
                std::vector<PtxOption>& ptx) {
    if (option.asks && !option.of_ptx) {
        const bool is_native = value.text == to_string(ListKeyword::native);
        listing.entries.push_back(is_native ? keyword_entry(value, ListKeyword::native)
                                            : real_entry(value, rules.supported(prefixed(value, "sm_"), value)));
        return;
    }
    std::optional<Capability> of;
    if (value.text != "all") of = prefixed(value, "sm_");
    if (option.of_ptx) ptx.push_back({of, option.asks});
    else std::erase_if(listing.entries, [&](const ListEntry& entry) { return !of || entry.real == of; });
}

// Clang 19 and older embeds PTX of every architecture unless it is refused, later ones only on request
// (tests/oracle/consumers/clang.json). Refusing all and then requesting some works with both.
std::string write_clang(const SpellingContext&, const BuildList& list) {
    std::vector<std::string> options;
    for (const Capability capability : list.real) options.push_back("--offload-arch=" + real_architecture(capability));
    options.emplace_back("--no-cuda-include-ptx=all");
    for (const Capability capability : list.ptx)
        options.push_back("--cuda-include-ptx=" + real_architecture(capability));
    return fmt::format("{}", fmt::join(options, " "));
}

/// Architectures in order, with or without PTX; a later option overrides an earlier one.
Listing read_clang(const SpellingContext& context, const Piece& text) {
    const ConsumerRules rules(context, "clang");
    Listing listing;
    std::vector<PtxOption> ptx;
    for (Piece word : words(text)) {
        const auto option = std::ranges::find_if(clang_options, [&](const auto& one) { return take(word, one.text); });
        if (option == clang_options.end()) fail("list-unexpected", word, "--offload-arch=sm_90");
        const std::vector<Piece> values = words(word, ",");
        if (values.empty()) fail("list-empty", word);
        for (const Piece& value : values) take_value(rules, *option, value, listing, ptx);
    }
    for (ListEntry& entry : listing.entries) {
        if (!entry.real) continue;
        std::optional<bool> is_wanted;  // absent: unspecified
        for (const PtxOption& option : ptx)
            if (!option.of || option.of == entry.real) is_wanted = option.is_wanted;
        if (is_wanted == true) entry.ptx = entry.real;
        entry.ptx_by_version = !is_wanted;
    }
    return listing;
}

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

/// Several options add up. PTX for other GPUs is undocumented, so it is not assumed.
Listing read_nvhpc(const SpellingContext&, const Piece& text) {
    Listing listing;
    for (Piece word : words(text)) {
        (void)take(word, "-gpu=");
        for (const Piece& suboption : split(word, ",")) take_suboption(suboption, listing);
    }
    return listing;
}

// ---- build systems

// CMake's own check refuses a keyword within a list. An empty entry after a `;` is ignored, but CMake refuses a `;` at
// the front.
Listing read_cmake(const SpellingContext& context, const Piece& value) {
    const ConsumerRules rules(context, "cmake");
    if (const std::optional<ListKeyword> keyword = enumerator_named<ListKeyword>(value.text)) {
        const ConsumerWordRow* word = rules.find_word(value.text);
        if (!word) fail_unsupported(value, rules.other_versions(value.text));
        if (word->entries.empty()) return {{keyword_entry(value, *keyword)}};
        Listing own;  // CMake's own list, for an nvcc without the word
        for (const Capability real : word->entries) own.entries.push_back(real_entry(value, real, real == word->ptx));
        return own;
    }
    if (value.text.starts_with(';')) fail("list-empty", value.part(0, 0));
    return listing_of(words(value, ";"), [&](const Piece& entry) {
        const std::size_t dash = std::min(entry.text.find('-'), entry.text.size());
        const Capability capability = rules.supported(prefixed(entry.part(0, dash), ""), entry);
        const std::string_view kind = entry.text.substr(dash);
        if (kind == "-virtual") return ptx_entry(entry, capability);
        if (!kind.empty() && kind != "-real") fail("list-unexpected", entry.part(dash), "-real or -virtual");
        return real_entry(entry, capability, kind.empty());
    });
}

/// `9.0`, `8.6(8.0)`, `Hopper`, each with `+PTX` or without.
void take_entry(const ConsumerRules& rules, const Piece& piece, Listing& listing) {
    constexpr std::string_view ptx_mark = "+PTX";
    const bool with_ptx = piece.text.ends_with(ptx_mark);
    const Piece name = piece.part(0, piece.text.size() - (with_ptx ? ptx_mark.size() : 0));
    const auto add = [&](Capability real, Capability from, bool adds_ptx) {
        ListEntry entry = real_entry(piece, real);
        if (from != real) entry.compiled_from = from;
        if (adds_ptx) entry.ptx = from;
        listing.entries.push_back(entry);
    };
    if (const ConsumerWordRow* generation = rules.find_word(name.text)) {
        // Meson drops the numbers of a generation that the release does not support.
        const std::size_t before = listing.entries.size();
        for (const Capability number : generation->entries) {
            const bool is_last = number == generation->entries.back();
            if (rules.supports(number)) add(number, number, generation->ptx == number || (with_ptx && is_last));
        }
        if (generation->entries.empty()) fail("list-unknown-name", piece);
        if (listing.entries.size() == before)
            fail_unsupported(piece, rules.other_versions(generation->entries.front()));
        return;
    }
    if (const auto others = rules.other_versions(name.text)) fail_unsupported(piece, others);
    const std::size_t bracket = name.text.find('(');
    const Capability real = rules.supported(dotted(name.part(0, bracket)), name.part(0, bracket));
    if (bracket == name.text.npos) return add(real, real, with_ptx);
    if (!name.text.ends_with(')')) fail("list-unexpected", name, "8.6(8.0)");
    const Piece from = name.part(bracket + 1, name.text.size() - bracket - 2);
    add(real, rules.supported(dotted(from), from), with_ptx);
}

/// Entries and generations, or one word for a list.
Listing read_generations(const ConsumerRules& rules, const std::vector<Piece>& pieces) {
    Listing listing;
    for (const Piece& piece : pieces) {
        if ((piece.text == "All" || piece.text == "Common") && pieces.size() > 1)
            fail("list-refused", piece, "this word alone");
        if (piece.text == "Auto") listing.entries.push_back(keyword_entry(piece, ListKeyword::native));
        else take_entry(rules, piece, listing);
    }
    return listing;
}

/// The call's arguments, or the whole text without a call. Skips the module and the compiler.
Piece arguments_of(const Piece& text) {
    Piece piece = trimmed(text);
    const std::size_t open = piece.text.find("nvcc_arch_flags(");
    if (open == piece.text.npos) return piece;
    if (!piece.text.ends_with(')')) fail("list-unexpected", piece.part(piece.text.size()), ")");
    piece = piece.part(piece.text.find('(', open) + 1);
    piece = piece.part(0, piece.text.size() - 1);
    piece = piece.part(0, piece.text.find("detected"));  // the GPUs for Auto
    return piece.part(std::min(piece.text.find(','), piece.text.size() - 1) + 1);
}

Listing read_meson(const SpellingContext& context, const Piece& text) {
    return read_generations({context, "meson"}, words(arguments_of(text), " \t\r\n,;'[]"));
}

/// `7.5 8.6+PTX`, also as the arguments of the call after its variable.
Listing read_findcuda(const SpellingContext& context, const Piece& text) {
    Piece list = trimmed(text);
    constexpr std::string_view call = "cuda_select_nvcc_arch_flags(";
    if (const std::size_t open = in_lower_case(list.text).find(call); open != list.text.npos) {
        if (!list.text.ends_with(')')) fail("list-unexpected", list.part(list.text.size()), ")");
        list = trimmed(list.part(open + call.size(), list.text.size() - open - call.size() - 1));
        list = list.part(std::min(list.text.find_first_of(white_space), list.text.size()));
        const std::size_t bracket = list.text.find('(');  // to CMake an argument of its own, unless it is in quotes
        if (bracket != list.text.npos && !contains(list.text, '"'))
            fail("list-unexpected", list.part(bracket), "quotes around the list");
    }
    Listing listing = read_generations({context, "findcuda"}, words(list, " \t\r\n;\""));
    // It embeds PTX of both numbers of 8.6(8.0)+PTX.
    std::vector<ListEntry> more;
    for (const ListEntry& entry : listing.entries)
        if (entry.compiled_from && entry.ptx) more.push_back(ptx_entry({entry.text, entry.offset}, *entry.real));
    std::ranges::move(more, std::back_inserter(listing.entries));
    return listing;
}

/// A name of xmake: `sm_80`, `SM80`, `compute_100f`.
ListEntry name_of(const ConsumerRules& rules, const Piece& piece) {
    const std::string lower = in_lower_case(piece.text);
    Piece rest{lower, piece.offset};
    const bool ptx = take(rest, "compute");
    if (!ptx && !take(rest, "sm")) fail("list-no-architecture", piece, "sm_90 or compute_90");
    (void)take(rest, "_");
    const auto capability = parse_capability(rest.text);
    if (!capability || rest.text.find('.') != rest.text.npos || rest.text.starts_with("sm_") ||
        rest.text.starts_with("compute_"))
        fail("list-no-architecture", piece);
    return ptx ? ptx_entry(piece, rules.supported(*capability, piece))
               : real_entry(piece, rules.supported(*capability, piece));
}

/// One string. `compute_90` alone is PTX; with others it is their source, and machine code as well.
void take_string(const ConsumerRules& rules, const Piece& text, Listing& listing) {
    std::vector<ListEntry> names;
    for (const Piece& piece : words(text, ",")) names.push_back(name_of(rules, trimmed(piece)));
    if (names.empty()) fail("list-empty", text);
    if (names.size() > 1) {
        const auto is_ptx = [](const ListEntry& name) { return name.ptx.has_value(); };
        if (std::ranges::count_if(names, is_ptx) > 1)
            fail("list-refused", text, "one compute_ architecture in a string");
        auto chosen = std::ranges::find_if(names, is_ptx);
        if (chosen == names.end()) chosen = std::ranges::min_element(names, {}, target_of);
        const Capability from = target_of(*chosen);
        for (ListEntry& name : names) {
            name.real = target_of(name);
            name.ptx.reset();
            if (name.real != from) name.compiled_from = from;
        }
    }
    std::ranges::move(names, std::back_inserter(listing.entries));
}

/// The text between the parentheses of the call, or the whole text.
Piece arguments_of_call(const Piece& text) {
    Piece piece = trimmed(text);
    if (take(piece, "add_cugencodes(")) {
        if (!piece.text.ends_with(')')) fail("list-unexpected", piece.part(piece.text.size()), ")");
        piece = trimmed(piece.part(0, piece.text.size() - 1));
    }
    if (piece.text.starts_with('{') && piece.text.ends_with('}')) piece = piece.part(1, piece.text.size() - 2);
    return piece;
}

Listing read_xmake(const SpellingContext& context, const Piece& text) {
    const ConsumerRules rules(context, "xmake");
    Listing listing;
    Piece rest = trimmed(arguments_of_call(text));
    while (!rest.text.empty()) {
        const char quote = rest.text.front();
        if (quote != '"' && quote != '\'') fail("list-unexpected", rest, "\"sm_90\"");
        const std::size_t end = rest.text.find(quote, 1);
        if (end == rest.text.npos) fail("list-unexpected", rest, "a closing quote");
        const Piece string = trimmed(rest.part(1, end - 1));
        if (rules.supports_keyword(string.text)) listing.entries.push_back(keyword_entry(string, ListKeyword::native));
        else take_string(rules, string, listing);
        rest = trimmed(rest.part(end + 1));
        if (rest.text.empty()) break;
        if (!take(rest, ",")) fail("list-unexpected", rest, ",");
        rest = trimmed(rest);
    }
    return listing;
}

std::optional<Capability> common_entry(const SpellingContext&, Capability capability) {
    // Spack's package and rules_cuda do not support these.
    constexpr std::array<Capability, 2> uncommon{{{8, 8}, {10, 7}}};
    return contains(uncommon, baseline_of(capability)) ? std::nullopt : std::optional(capability);
}

Listing read_spack(const SpellingContext& context, const Piece& value) {
    return listing_of(split(value, ","), [&](const Piece& entry) {
        const Capability capability = prefixed(entry, "");
        if (!common_entry(context, capability)) fail("list-unknown-name", entry);
        return real_entry(entry, capability, true);
    });
}

std::string write_kokkos(const SpellingContext& context, const BuildList& list) {
    const ConsumerWordRow* name = ConsumerRules(context, "kokkos").word_for(list.real.front());
    return fmt::format("-DKokkos_ENABLE_CUDA=ON -DKokkos_ARCH_{}=ON", name->word);
}

/// The letters at the front of a word, in upper case: `AMPERE` of `Ampere80`.
std::string letters_of(std::string_view word) {
    return in_upper_case(word.substr(0, word.find_first_of("0123456789")));
}

/// Whether a word begins like a GPU of the consumer, in any version. Other words of KOKKOS_ARCH are processors.
bool is_like_word_of(const Tables& tables, std::string_view consumer, std::string_view word) {
    return std::ranges::any_of(tables.consumer_words, [&](const ConsumerWordRow& row) {
        return row.consumer == consumer && letters_of(row.word) == letters_of(word);
    });
}

/// Kokkos passes `-arch=sm_90` to nvcc: machine code and PTX. `Ampere80,SKX` is the list of its Makefile.
Listing read_kokkos(const SpellingContext& context, const Piece& text) {
    const ConsumerRules rules(context, "kokkos");
    const bool may_have_processors = text.text.find_first_of(white_space) == text.text.npos && contains(text.text, ',');
    Listing listing;
    for (const Piece& word : words(text, " \t\r\n,;")) {
        if (word.text == "-DKokkos_ENABLE_CUDA=ON" || word.text == "Kokkos_ENABLE_CUDA=ON") continue;
        Piece name = word;
        (void)take(name, "-D");
        const bool is_option = take(name, "Kokkos_ARCH_");
        constexpr std::string_view on = "=ON";
        if (name.text.ends_with(on)) name = name.part(0, name.text.size() - on.size());
        const std::string upper = is_option ? std::string(name.text) : in_upper_case(name.text);
        if (may_have_processors && !is_option && !is_like_word_of(context.tables, "kokkos", upper)) continue;
        const ConsumerWordRow* found = rules.find_word(upper);
        if (!found || found->entries.size() != 1) {
            if (const auto others = rules.other_versions(upper)) fail_unsupported(word, others);
            fail("list-unknown-name", word, "-DKokkos_ARCH_HOPPER90=ON");
        }
        if (!listing.entries.empty()) fail("list-several", word);
        listing.entries.push_back(real_entry(word, found->entries.front(), true));
    }
    return listing;
}

Listing read_easybuild(const SpellingContext&, const Piece& value) {
    return listing_of(split(value, ","), [](const Piece& entry) { return real_entry(entry, dotted(entry)); });
}

Listing read_rules_cuda(const SpellingContext& context, const Piece& value) {
    Listing listing;
    for (const Piece& word : words(value, ";")) {
        const Piece spec = trimmed(word);
        if (spec.text.empty()) continue;
        const std::size_t colon = spec.text.find(':');
        std::optional<Capability> arch;
        if (colon != spec.text.npos) arch = prefixed(spec.part(0, colon), "compute_");
        const std::size_t first = listing.entries.size();
        for (const Piece& code : split(colon == spec.text.npos ? spec : spec.part(colon + 1), ",")) {
            listing.entries.push_back(code_entry(code));
            if (!common_entry(context, target_of(listing.entries.back()))) fail("list-unknown-name", code);
        }
        // Without an architecture before the colon, all are made from PTX of the lowest.
        if (!arch) arch = target_of(std::ranges::min(std::span(listing.entries).subspan(first), {}, target_of));
        for (ListEntry& entry : std::span(listing.entries).subspan(first)) compile_from(entry, *arch);
    }
    return listing;
}

/// `8.0,9.0`: machine code of all, and PTX of the last in string order, which is 9.0 of 9.0 and 10.0. In a list with
/// names, 9.0 means compute_90.
Listing read_hermetic(const SpellingContext&, const Piece& value) {
    const std::vector<Piece> entries = split(value, ",");
    const auto has_dot = [](const Piece& piece) { return piece.text.find('.') != piece.text.npos; };
    Listing listing;
    listing.sorted_as_strings = std::ranges::all_of(entries, has_dot);
    for (const Piece& entry : entries) {
        const bool ptx = !listing.sorted_as_strings && (has_dot(entry) || entry.text.starts_with("compute_"));
        const Capability capability = has_dot(entry) ? dotted(entry) : prefixed(entry, ptx ? "compute_" : "sm_");
        if (capability.kind == Capability::Kind::family) fail("list-unknown-name", entry);
        listing.entries.push_back(real_entry(entry, capability, ptx));
    }
    if (!listing.sorted_as_strings) return listing;
    const auto last = std::ranges::max_element(listing.entries, {},
                                               [](const ListEntry& e) { return undotted(*e.real); });
    last->ptx = last->real;
    return listing;
}

// ---- packages of Python

/// Reads `9.0a+PTX` from `number`. `piece` is the entry in the original text.
ListEntry read_entry(const ConsumerRules& rules, const Piece& piece, Piece number) {
    constexpr std::string_view ptx = "+PTX";
    const bool with_ptx = number.text.ends_with(ptx);
    if (with_ptx) number = number.part(0, number.text.size() - ptx.size());
    return real_entry(piece, rules.supported(dotted(number), piece), with_ptx);
}

/// PyTorch replaces a name by its list; the text after the name then belongs to the list's last entry.
Listing read_torch(const SpellingContext& context, const Piece& value) {
    const ConsumerRules rules(context, "torch");
    if (rules.supports_keyword(value.text)) return {{keyword_entry(value, ListKeyword::native)}};
    Listing listing;
    for (const Piece& piece : split(value, "; ")) {
        const ConsumerWordRow* named = rules.word_at_front(piece.text);
        if (!named || named->entries.empty()) {
            if (const auto others = rules.other_versions(piece.text)) fail_unsupported(piece, others);
            listing.entries.push_back(read_entry(rules, piece, piece));
            continue;
        }
        // `8.0;8.6+PTX`
        const std::string list = joined(named->entries, ";") + (named->ptx ? "+PTX" : "") +
                                 std::string(piece.text.substr(named->word.size()));
        try {
            for (const Piece& entry : split({list, 0}, ";"))
                listing.entries.push_back(read_entry(rules, piece, {entry.text, piece.offset}));
        } catch (ListReadError& error) {
            error.found = piece.text;  // The replacement is not in the text.
            throw;
        }
    }
    return listing;
}

/// It builds neither PTX nor specific targets. Machine code of the first of a major number runs on the others, but not
/// on a Jetson.
std::optional<Capability> flash_attn_entry(const SpellingContext& context, Capability capability) {
    const ConsumerRules rules(context, "flash-attn");
    if (rules.supports(capability)) return capability;
    const Capability first_of_major{capability.major, 0};
    const bool runs = first_of_major <= capability && !is_jetson(context.tables, capability);
    return runs && rules.supports(first_of_major) ? std::optional(first_of_major) : std::nullopt;
}

/// flash-attn silently skips entries that it does not know, so the user would get no code for them. Here such an entry
/// is an error.
Listing read_flash_attn(const SpellingContext& context, const Piece& value) {
    const ConsumerRules rules(context, "flash-attn");
    return listing_of(words(value, ";"), [&](const Piece& entry) {
        return real_entry(entry, rules.supported(prefixed(entry, ""), entry));
    });
}

Listing read_cupy(const SpellingContext&, const Piece& value) {
    if (value.text == "current") return {{keyword_entry(value, ListKeyword::native)}};
    Listing listing;
    for (const Piece& part : words(value, ";")) {
        Piece pair = trimmed(part);
        take_gencode_pair(pair, listing);
        if (!pair.text.empty()) fail("list-unexpected", pair, ";");
    }
    return listing;
}

/// Consumers of one entry ignore any others; here that is an error, because they are lost.
void refuse_more(const Piece& value) {
    for (const Piece& more : words(value.part(std::min(value.text.find_first_of(",; "), value.text.size())), ",; "))
        fail("list-several", more);
}

Listing read_numba(const SpellingContext&, const Piece& value) {
    refuse_more(value);
    const Capability capability = dotted(value);
    if (capability.kind != Capability::Kind::baseline) fail("list-unknown-name", value);
    return {{ptx_entry(value, capability)}};
}

std::optional<Capability> triton_entry(const SpellingContext&, Capability capability) {
    constexpr Capability first_specific{9, 0};  // for this and higher numbers Triton adds an `a`
    const Capability number = baseline_of(capability);
    if (number < first_specific) return number;
    return Capability{number.major, number.minor, Capability::Kind::architecture};
}

Listing read_triton(const SpellingContext& context, const Piece& value) {
    refuse_more(value);
    const Capability number = prefixed(value, "sm");
    if (number.kind != Capability::Kind::baseline) fail("list-unknown-name", value);
    return {{real_entry(value, *triton_entry(context, number))}};
}

// ---- projects with variables of their own

/// Machine code of each number.
Listing read_machine_code(const Piece& value, std::string_view separators) {
    return listing_of(words(value, separators), [](const Piece& word) {
        const Piece entry = trimmed(word);
        const Capability capability = prefixed(entry, "");
        if (capability.kind != Capability::Kind::baseline) fail("list-unknown-name", entry);
        return real_entry(entry, capability);
    });
}

/// `75;80;86`: machine code of all, and PTX of the highest, which the build adds.
Listing read_with_highest(const Piece& value, std::string_view separators) {
    Listing listing = read_machine_code(value, separators);
    const auto highest = std::ranges::max_element(listing.entries, {}, [](const ListEntry& e) { return *e.real; });
    if (highest != listing.entries.end()) highest->ptx = highest->real;
    return listing;
}

/// PTX is that of the last number, which need not be the highest.
Listing read_xgboost(const SpellingContext&, const Piece& value) {
    Listing listing = read_machine_code(value, ";");
    if (!listing.entries.empty()) listing.entries.back().ptx = listing.entries.back().real;
    return listing;
}

Listing read_bitsandbytes(const SpellingContext&, const Piece& value) { return read_with_highest(value, "; "); }
Listing read_horovod(const SpellingContext&, const Piece& value) { return read_with_highest(value, ","); }

/// Numbers that no GPU has are another value of the variable.
std::optional<Capability> known_entry(const SpellingContext& context, Capability capability) {
    return find_capability(context.tables, baseline_of(capability)) ? std::optional(capability) : std::nullopt;
}

/// `80 90`, `8.0;9.0`: variables of several projects.
Listing read_numbers(const SpellingContext& context, const Piece& value) {
    return listing_of(words(value, " ,;"), [&](const Piece& entry) {
        const bool has_dot = entry.text.find('.') != entry.text.npos;
        const Capability capability = has_dot ? dotted(entry) : prefixed(entry, "");
        if (!known_entry(context, capability)) fail_architecture(entry);
        return real_entry(entry, capability);
    });
}

Listing read_sm(const SpellingContext&, const Piece& value) {
    return listing_of(words(value, " ,;"),
                      [](const Piece& entry) { return real_entry(entry, prefixed(entry, "sm_")); });
}

/// `sm_80`, and generations, of which each is several.
Listing read_magma(const SpellingContext& context, const Piece& value) {
    const ConsumerRules rules(context, "magma");
    Listing listing;
    for (const Piece& piece : words(value, " ,;")) {
        const ConsumerWordRow* generation = rules.find_word(piece.text);
        if (!generation) {
            if (const auto others = rules.other_versions(piece.text)) fail_unsupported(piece, others);
            listing.entries.push_back(real_entry(piece, rules.supported(prefixed(piece, "sm_"), piece)));
            continue;
        }
        for (const Capability number : generation->entries) listing.entries.push_back(real_entry(piece, number));
    }
    return listing;
}

/// `compute_80,sm_90`: the CUDA rules of MSBuild pass `arch=compute_80,code="sm_90,compute_80"`.
Listing read_msbuild(const SpellingContext&, const Piece& value) {
    return listing_of(words(value, ";"), [](const Piece& word) {
        const Piece pair = trimmed(word);
        const std::size_t comma = pair.text.find(',');
        if (comma == pair.text.npos) fail("list-unexpected", pair, "compute_90,sm_90");
        const Capability arch = prefixed(pair.part(0, comma), "compute_");
        ListEntry entry = real_entry(pair, prefixed(trimmed(pair.part(comma + 1)), "sm_"));
        entry.ptx = arch;
        compile_from(entry, arch);
        return entry;
    });
}

/// It adds `a` to 9.0 and later, and builds 12.0f for 12.x if the release has it. It builds no PTX.
std::optional<Capability> flashinfer_entry(const SpellingContext& context, Capability capability) {
    using enum Capability::Kind;
    constexpr Capability first_specific{9, 0};
    constexpr int first_with_family = 13;
    if (capability.kind != baseline || capability < first_specific) return capability;
    if (capability.major != 12) return Capability{capability.major, capability.minor, architecture};
    const Version release = context.release.value_or(newest_release(context.tables)->version);
    return Capability{12, 0, release.major >= first_with_family ? family : architecture};
}

Listing read_flashinfer(const SpellingContext& context, const Piece& value) {
    return listing_of(split(value, " "),
                      [&](const Piece& entry) { return real_entry(entry, *flashinfer_entry(context, dotted(entry))); });
}

/// A text with variables, `NAME="value" NAME=value`: calls `read` with each name and its value.
template <class Read>
void read_assignments(const Piece& text, std::string_view names, const Read& read) {
    const std::vector<std::string_view> known = pieces_of(names, ' ');
    Piece rest = trimmed(text);
    while (!rest.text.empty()) {
        (void)take(rest, "-D");
        rest = trimmed(rest);
        const auto name = std::ranges::find_if(known, [&](std::string_view each) { return take(rest, each); });
        if (name == known.end()) fail("list-unexpected", next_word(rest), known.front());
        if (take(rest, ":")) take_all(rest, arch_characters);  // :STRING
        if (!take(rest, "=")) fail("list-unexpected", next_word(rest), "=");
        const bool is_quoted = rest.text.starts_with('"') || rest.text.starts_with('\'');
        const std::size_t end = is_quoted ? rest.text.find(rest.text.front(), 1) : rest.text.find_first_of(white_space);
        if (is_quoted && end == rest.text.npos) fail("list-unexpected", rest, "a closing quote");
        read(*name, is_quoted ? rest.part(1, end - 1) : rest.part(0, end));
        rest = trimmed(rest.part(std::min(end, rest.text.size()) + (is_quoted ? 1 : 0)));
    }
}

/// `8.6` and `86`, as OpenCV and Caffe remove the dots.
Capability with_or_without_dot(const Piece& piece) {
    const Capability capability = piece.text.find('.') == piece.text.npos ? prefixed(piece, "") : dotted(piece);
    if (capability.kind != Capability::Kind::baseline) fail("list-unknown-name", piece);
    return capability;
}

/// The value of CUDA_ARCH_BIN, without its name, is machine code alone.
Listing read_opencv(const SpellingContext&, const Piece& text) {
    Listing listing;
    const auto read_value = [&](std::string_view name, const Piece& value) {
        for (const Piece& entry : words(value, " ,;")) {
            const std::size_t bracket = std::min(entry.text.find('('), entry.text.size());
            const Capability capability = with_or_without_dot(entry.part(0, bracket));
            listing.entries.push_back(name == "CUDA_ARCH_PTX" ? ptx_entry(entry, capability)
                                                              : real_entry(entry, capability));
            if (bracket == entry.text.size()) continue;
            if (!entry.text.ends_with(')')) fail("list-unexpected", entry, "8.6(8.0)");
            compile_from(listing.entries.back(),
                         with_or_without_dot(entry.part(bracket + 1, entry.text.size() - bracket - 2)));
        }
    };
    read_assignments(text, "CUDA_ARCH_BIN CUDA_ARCH_PTX", read_value);
    return listing;
}

std::string write_pair(const BuildList& list, std::string_view real, std::string_view ptx, std::string_view separator,
                       std::string (*named)(Capability)) {
    return fmt::format("-D{}=\"{}\" -D{}=\"{}\"", real, joined(list.real, separator, named), ptx,
                       joined(list.ptx, separator, named));
}

std::string write_opencv(const SpellingContext&, const BuildList& list) {
    return write_pair(list, "CUDA_ARCH_BIN", "CUDA_ARCH_PTX", " ", [](Capability c) { return to_string(c); });
}

Listing read_gromacs(const SpellingContext&, const Piece& text) {
    Listing listing;
    read_assignments(text, "GMX_CUDA_TARGET_SM GMX_CUDA_TARGET_COMPUTE",
                     [&](std::string_view name, const Piece& value) {
                         for (const Piece& entry : words(value, ";")) {
                             const Capability capability = prefixed(entry, "");
                             listing.entries.push_back(name == "GMX_CUDA_TARGET_SM" ? real_entry(entry, capability)
                                                                                    : ptx_entry(entry, capability));
                         }
                     });
    return listing;
}

std::string write_gromacs(const SpellingContext&, const BuildList& list) {
    return write_pair(list, "GMX_CUDA_TARGET_SM", "GMX_CUDA_TARGET_COMPUTE", ";",
                      [](Capability c) { return undotted(c); });
}

/// `['sm_80', 'compute_90']`: the names as PyTorch's torch.cuda.get_arch_list() prints them.
Listing read_names(const SpellingContext&, const Piece& text) {
    Piece list = trimmed(text);
    if (list.text.starts_with('[')) {
        if (!list.text.ends_with(']')) fail("list-unexpected", list.part(list.text.size()), "]");
        return listing_of(words(list.part(1, list.text.size() - 2), " \t\r\n,'\""), code_entry);
    }
    return listing_of(words(list), code_entry);
}

// ---- nixpkgs, and what is no build system's

/// Skips white space and comments.
void skip_blanks(Piece& rest) {
    for (;;) {
        take_all(rest, white_space);
        if (!rest.text.starts_with('#')) return;
        rest = rest.part(std::min(rest.text.find('\n'), rest.text.size()));
    }
}

Piece next_nix_word(const Piece& rest) { return rest.part(0, rest.text.find_first_of(" \t\r\n;")); }

void expect_nix(Piece& rest, std::string_view literal) {
    skip_blanks(rest);
    if (!take(rest, literal)) fail("list-unexpected", next_nix_word(rest), literal);
}

bool take_boolean(Piece& rest) {
    skip_blanks(rest);
    if (take(rest, "true")) return true;
    if (take(rest, "false")) return false;
    fail("list-unexpected", next_nix_word(rest), "true or false");
}

Listing take_capabilities(Piece& rest) {
    Listing listing;
    expect_nix(rest, "[");
    for (skip_blanks(rest); !take(rest, "]"); skip_blanks(rest)) {
        const Piece quoted = rest;
        expect_nix(rest, "\"");
        const std::size_t end = rest.text.find('"');
        if (end == rest.text.npos) fail("list-unexpected", next_nix_word(quoted), "a closing quote");
        const Piece entry = rest.part(0, end);
        listing.entries.push_back(real_entry(entry, dotted(entry)));
        rest = rest.part(end + 1);
    }
    return listing;
}

// nixpkgs adds PTX of the list's last element, so the PTX capability is moved there.
std::string write_nix(const SpellingContext&, const BuildList& list) {
    const auto quoted = [](Capability capability) { return fmt::format("\"{}\"", capability); };
    return fmt::format("cudaCapabilities = [ {} ]; cudaForwardCompat = {};",
                       joined(in_nixpkgs_order(list), " ", quoted), !list.ptx.empty());
}

/// The attributes of nixpkgs' config for the list, in any order, with or without braces.
Listing read_nix(const SpellingContext&, const Piece& text) {
    Listing listing;
    bool forward_compat = true;  // nixpkgs' default
    Piece rest = text;
    skip_blanks(rest);
    const bool braces = take(rest, "{");
    for (skip_blanks(rest); !rest.text.empty() && !rest.text.starts_with('}'); skip_blanks(rest)) {
        (void)(take(rest, "nixpkgs.config.") || take(rest, "config."));
        const std::size_t end = std::min(rest.text.find_first_of(" \t\r\n="), rest.text.size());
        const Piece name = rest.part(0, end);
        rest = rest.part(end);
        if (name.text != "cudaCapabilities" && name.text != "cudaForwardCompat" && name.text != "cudaSupport")
            fail("list-unexpected", name, "cudaCapabilities or cudaForwardCompat");
        expect_nix(rest, "=");
        if (name.text == "cudaCapabilities") listing = take_capabilities(rest);
        else if (name.text == "cudaForwardCompat") forward_compat = take_boolean(rest);
        else (void)take_boolean(rest);
        expect_nix(rest, ";");
    }
    if (braces) expect_nix(rest, "}");
    skip_blanks(rest);
    if (!rest.text.empty()) fail("list-unexpected", next_nix_word(rest), "the end");
    if (forward_compat && !listing.entries.empty()) listing.entries.back().ptx = listing.entries.back().real;
    return listing;
}

constexpr std::string_view before_ptx = "PTX of ";

std::string write_readable(const SpellingContext& context, const BuildList& list) {
    const auto named = [&](Capability capability) {
        const CapabilityRow* row = find_capability(context.tables, capability);
        return fmt::format("{} ({})", capability, row ? row->architecture : "unknown");
    };
    const bool has_ptx = !list.ptx.empty();
    return fmt::format("{}{}{}{}", joined(list.real, ", ", named), list.real.empty() || !has_ptx ? "" : "; ",
                       has_ptx ? before_ptx : "", joined(list.ptx, ", "));
}

Listing read_readable(const SpellingContext&, const Piece& text) {
    Listing listing;
    for (const Piece& half : split(text, ";")) {
        Piece list = trimmed(half);
        const bool ptx = take(list, before_ptx);
        for (const Piece& part : split(list, ",")) {
            const Piece entry = trimmed(part), number = trimmed(entry.part(0, entry.text.find('(')));
            if (number.text.size() < entry.text.size() && !entry.text.ends_with(')'))
                fail("list-unexpected", entry, "9.0 (Hopper)");
            const Capability capability = dotted(number);
            listing.entries.push_back(ptx ? ptx_entry(entry, capability) : real_entry(entry, capability));
        }
    }
    return listing;
}

using nlohmann::json;

constexpr std::string_view wanted_attributes = "the attributes of nixpkgs' cudaPackages.flags";
// More than any list has. Limits the parser's work on a hostile text.
constexpr int deepest = 8;

json parse(std::string_view text) {
    const auto not_too_deep = [](int depth, json::parse_event_t, json&) {
        if (depth > deepest) fail("list-unexpected", {}, wanted_attributes);
        return true;
    };
    try {
        return json::parse(text, not_too_deep);
    } catch (const json::parse_error& error) {
        const std::size_t offset = std::min(error.byte == 0 ? 0 : error.byte - 1, text.size());
        fail("list-unexpected", Piece{text, 0}.part(offset, 1), "JSON");
    } catch (const json::exception&) {  // a number that is too large
        fail("list-unexpected", Piece{text, 0}.part(0, 1), wanted_attributes);
    }
}

/// The place of a text in the JSON, for an error.
Piece place_of(std::string_view text, const std::string& value, std::size_t from) {
    const std::size_t found = text.find('"' + value + '"', from);
    return {value, found == text.npos ? from : found + 1};
}

std::string write_json(const SpellingContext& context, const BuildList& list) {
    return json_text(make_flags(context.tables, context.system, list));
}

/// The attribute `arches` is sufficient: `sm_90` for machine code, `compute_90` for PTX.
Listing read_json(const SpellingContext&, const Piece& value) {
    const std::string_view text = value.text;
    const json root = parse(text);
    const Piece whole = value.part(0, 1);
    if (!root.is_object() || !root.contains("arches") || !root["arches"].is_array())
        fail("list-unexpected", whole, wanted_attributes);
    Listing listing;
    std::size_t from = text.find("\"arches\"");
    for (const json& item : root["arches"]) {
        if (!item.is_string()) fail("list-unexpected", whole, wanted_attributes);
        const std::string name = item.get<std::string>();
        const Piece entry = place_of(text, name, from);
        from = entry.offset;
        listing.entries.push_back(code_entry(entry));
    }
    return listing;
}

using enum PtxRule;
constexpr bool yes = true;
constexpr bool no = false;

// Abilities: several entries, architecture-specific, family-specific, PTX.
// clang-format off
constexpr auto all_spellings = std::to_array<Spelling>({
    {.name = "bitsandbytes", .summary = "bitsandbytes' build, COMPUTE_CAPABILITY", .abilities = {yes, no, no, highest},
     .form = {"-DCOMPUTE_CAPABILITY=\"{}\"", ";", "{number}"}, .read_value = read_bitsandbytes,
     .needs_variable = true},
    {.name = "clang", .summary = "Clang's driver, --offload-arch", .abilities = {yes, yes, yes, with_real},
     .write = write_clang, .read_value = read_clang, .unasked_ptx_until = 19},
    // `-real` on every entry but the PTX one: CMake embeds PTX for a bare number, and no other GPU runs PTX of `90a`.
    {.name = "cmake", .summary = "CMAKE_CUDA_ARCHITECTURES, CUDAARCHS", .abilities = {yes, yes, yes, any},
     .form = {"{}", ";", "{number}-real", "{number}", "{number}-virtual"}, .read_value = read_cmake},
    {.name = "cupy", .summary = "CuPy's build, CUPY_NVCC_GENERATE_CODE", .abilities = {yes, yes, yes, any},
     .form = {"CUPY_NVCC_GENERATE_CODE=\"{}\"", ";", "arch={compute},code={sm}", "", "arch={compute},code={compute}"},
     .read_value = read_cupy},
    {.name = "easybuild", .summary = "EasyBuild, --cuda-compute-capabilities", .abilities = {yes, yes, yes, unsaid},
     .form = {"--cuda-compute-capabilities={}", ",", "{dotted}"}, .read_value = read_easybuild},
    {.name = "findcuda", .summary = "CMake's FindCUDA, cuda_select_nvcc_arch_flags", .abilities = {yes, no, no, with_real},
     .form = {"cuda_select_nvcc_arch_flags(ARCH_FLAGS {})", " ", "{dotted}", "{dotted}+PTX"},
     .read_value = read_findcuda,
     .needs_variable = true},
    {.name = "flash-attn", .summary = "flash-attention's build, FLASH_ATTN_CUDA_ARCHS",
     .abilities = {yes, no, no, unsaid},
     .form = {"FLASH_ATTN_CUDA_ARCHS=\"{}\"", ";", "{number}"}, .read_value = read_flash_attn,
     .entry = flash_attn_entry},
    {.name = "flashinfer", .summary = "FlashInfer's build, FLASHINFER_CUDA_ARCH_LIST", .abilities = {yes, yes, yes, unsaid},
     .form = {"FLASHINFER_CUDA_ARCH_LIST=\"{}\"", " ", "{dotted}"}, .read_value = read_flashinfer,
     .entry = flashinfer_entry, .needs_variable = true},
    {.name = "gencode", .summary = "nvcc's own command line", .abilities = {yes, yes, yes, any},
     .form = {"{}", " ", "-gencode=arch={compute},code={sm}", "", "-gencode=arch={compute},code={compute}"},
     .read_value = read_gencode},
    {.name = "gromacs", .summary = "GROMACS, GMX_CUDA_TARGET_SM and GMX_CUDA_TARGET_COMPUTE",
     .abilities = {yes, yes, yes, any}, .write = write_gromacs, .read_value = read_gromacs, .reads_assignments = true},
    // `compute_90` is machine code and PTX. The form with dots is not used: it sorts numbers as strings.
    {.name = "hermetic", .summary = "JAX, XLA and TensorFlow, HERMETIC_CUDA_COMPUTE_CAPABILITIES",
     .abilities = {yes, yes, no, with_real},
     .form = {"HERMETIC_CUDA_COMPUTE_CAPABILITIES={}", ",", "{sm}", "{compute}"}, .read_value = read_hermetic},
    {.name = "horovod", .summary = "Horovod's build, HOROVOD_BUILD_CUDA_CC_LIST", .abilities = {yes, no, no, highest},
     .form = {"HOROVOD_BUILD_CUDA_CC_LIST={}", ",", "{number}"}, .read_value = read_horovod,
     .needs_variable = true},
    {.name = "json", .summary = "the ten attributes of nixpkgs' cudaPackages.flags", .abilities = {yes, yes, yes, any},
     .write = write_json, .read_value = read_json},
    {.name = "kokkos", .summary = "Kokkos, the CMake options Kokkos_ARCH_*", .abilities = {no, no, no, every},
     .write = write_kokkos, .read_value = read_kokkos},
    {.name = "magma", .summary = "MAGMA, GPU_TARGET", .abilities = {yes, yes, yes, unsaid},
     .form = {"GPU_TARGET=\"{}\"", " ", "{sm}"}, .read_value = read_magma,
     .needs_variable = true},
    {.name = "meson", .summary = "Meson's unstable-cuda module, nvcc_arch_flags", .abilities = {yes, no, no, with_real},
     .form = {"nvcc_arch_flags(nvcc, {})", ", ", "'{dotted}'", "'{dotted}+PTX'"}, .read_value = read_meson,
     .reads_assignments = true},
    {.name = "msbuild", .summary = "Visual Studio, CodeGeneration", .abilities = {yes, yes, yes, every},
     .form = {"{}", ";", "", "{compute},{sm}"}, .read_value = read_msbuild,
     .needs_variable = true},
    {.name = "names", .summary = "nvcc's names, as torch.cuda.get_arch_list() prints them",
     .abilities = {yes, yes, yes, any}, .form = {"[{}]", ", ", "'{sm}'", "", "'{compute}'"}, .read_value = read_names,
     .reads_assignments = true},
    {.name = "nix", .summary = "nixpkgs' config: cudaCapabilities and cudaForwardCompat",
     .abilities = {yes, yes, yes, last}, .write = write_nix, .read_value = read_nix, .reads_assignments = true},
    {.name = "numba", .summary = "Numba, NUMBA_FORCE_CUDA_CC", .abilities = {no, no, no, only},
     .form = {"NUMBA_FORCE_CUDA_CC={}", "", "", "", "{dotted}"},
     .read_value = read_numba},
    {.name = "numbers", .summary = "variables of projects, such as HYPRE_CUDA_SM", .abilities = {yes, yes, yes, unsaid},
     .form = {"{}", " ", "{number}"}, .read_value = read_numbers, .entry = known_entry,
     .needs_variable = true},
    {.name = "nvhpc", .summary = "NVIDIA's HPC compilers, -gpu", .abilities = {yes, no, no, unsaid},
     .form = {"-gpu={}", ",", "cc{number}"}, .read_value = read_nvhpc},
    {.name = "opencv", .summary = "OpenCV, CUDA_ARCH_BIN and CUDA_ARCH_PTX", .abilities = {yes, no, no, any},
     .write = write_opencv, .read_value = read_opencv, .reads_assignments = true},
    {.name = "readable", .summary = "for people", .abilities = {yes, yes, yes, any}, .write = write_readable,
     .read_value = read_readable},
    {.name = "rules_cuda", .summary = "Bazel's rules_cuda, its flag archs", .abilities = {yes, yes, yes, any},
     .form = {"--@rules_cuda//cuda:archs={}", ";", "{compute}:{sm}", "{compute}:{sm},{compute}", "{compute}:{compute}"},
     .read_value = read_rules_cuda, .entry = common_entry},
    {.name = "sm", .summary = "variables of projects, such as QUDA_GPU_ARCH", .abilities = {yes, yes, yes, unsaid},
     .form = {"{}", " ", "{sm}"}, .read_value = read_sm,
     .needs_variable = true},
    {.name = "spack", .summary = "Spack's variant cuda_arch", .abilities = {yes, yes, yes, every},
     .form = {"cuda_arch={}", ",", "{number}"}, .read_value = read_spack,
     .entry = common_entry},
    {.name = "torch", .summary = "PyTorch extensions, TORCH_CUDA_ARCH_LIST", .abilities = {yes, yes, no, with_real},
     .form = {"{}", ";", "{dotted}", "{dotted}+PTX"}, .read_value = read_torch},
    {.name = "triton", .summary = "Triton, TRITON_OVERRIDE_ARCH", .abilities = {no, yes, no, unsaid},
     .form = {"TRITON_OVERRIDE_ARCH={}", "", "sm{bare}"},
     .read_value = read_triton, .entry = triton_entry},
    {.name = "xgboost", .summary = "XGBoost's build, GPU_COMPUTE_VER", .abilities = {yes, no, no, last_too},
     .form = {"-DGPU_COMPUTE_VER=\"{}\"", ";", "{number}"}, .read_value = read_xgboost,
     .needs_variable = true},
    {.name = "xmake", .summary = "xmake, add_cugencodes", .abilities = {yes, yes, yes, any},
     .form = {"add_cugencodes({})", ",", "\"{sm}\"", "", "\"{compute}\""}, .read_value = read_xmake,
     .reads_assignments = true},
});
// clang-format on
static_assert(std::ranges::is_sorted(all_spellings, {}, &Spelling::name));

}  // namespace

}  // namespace spelling

std::span<const Spelling> spellings() noexcept { return spelling::all_spellings; }

}  // namespace cudastdenv
