// SPDX-License-Identifier: MIT
#include "builtin.hpp"
#include "sweep.hpp"

#include "core/text.hpp"
#include "messages/diagnostics.hpp"
#include "spelling/spell.hpp"
#include "unit/show.hpp"

#include <algorithm>
#include <map>
#include <set>

// Each format of a list is without findings, and reading it back gives the same list, except for announced losses. The
// meaning of each loss is implemented here independently of the writer.

namespace cudastdenv::laws {

namespace {

constexpr std::size_t most_entries = 4;

void remove(std::vector<Capability>& list, Capability capability) { std::erase(list, capability); }

void replace(std::vector<Capability>& list, Capability from, Capability to) { std::ranges::replace(list, from, to); }

void sort_unique(std::vector<Capability>& list) {
    std::ranges::sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
}

/// The list as it is after one loss.
void lose(BuildList& list, const Diagnostic& loss) {
    const auto capability = [&](std::string_view name) {
        return parse_capability(argument_of(loss, name)).value_or(Capability{});
    };
    const Capability asked = capability("asked");
    const std::string_view code = messages::code_of(loss);
    if (code == "entry-changed") {
        replace(list.real, asked, capability("built"));
        replace(list.ptx, asked, capability("built"));
    } else if (code == "entry-dropped") {
        remove(list.real, asked);
        if (loss.id != "entry-dropped-beside") remove(list.ptx, asked);
    } else if (code == "machine-code-added") list.real.push_back(capability("real"));
    else if (code == "machine-code-dropped") remove(list.real, asked);
    else if (code == "ptx-dropped") remove(list.ptx, asked);
    else if (code == "ptx-changed") replace(list.ptx, asked, capability("written"));
    else {
        REQUIRE(code == "ptx-added");
        const std::string added = argument_of(loss, "added");
        for (std::string_view one : pieces_of(added, ',')) list.ptx.push_back(parse_capability(trimmed(one)).value());
    }
}

BuildList after(BuildList list, std::span<const Diagnostic> losses) {
    for (const Diagnostic& loss : losses) lose(list, loss);
    sort_unique(list.real);
    sort_unique(list.ptx);
    return list;
}

bool is_clean(std::string_view text, bool several_lines) {
    const auto is_bad = [&](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return (byte < 0x20 && !(several_lines && c == '\n')) || byte >= 0x7f;
    };
    return !text.ends_with('\n') && !text.ends_with(' ') && std::ranges::none_of(text, is_bad);
}

/// The laws, and the number of checks.
struct SpellingLaws {
    Law clean{"a written list is printable without trailing blanks"};
    Law read_back{"reading back loses only the announced losses"};
    Law honest{"writes an expressible list without losses"};

    void check(const Tables& tables, const Request& request, const BuildList& list) {
        for (const Spelling& spelling : spellings())
            check(spelling, {tables, request.system, request.cuda}, request, list);
    }

private:
    void check(const Spelling& spelling, const SpellingContext& context, const Request& request,
               const BuildList& list) {
        const Spelled spelled = write_list(spelling, context, list);
        const BuildList expected = after(list, spelled.losses);
        clean.expect(is_clean(spelled.text, spelling.name == "json"), request, spelled.text);
        if (expected.real.empty() && expected.ptx.empty()) {
            const auto is_drop = [](const Diagnostic& loss) {
                return loss.id.starts_with("entry-dropped") || loss.id == "ptx-dropped";
            };
            honest.expect(std::ranges::all_of(spelled.losses, is_drop) && spelled.text.empty(), request,
                          std::string(spelling.name) + ": nothing is left: " + spelled.text);
            return;
        }
        const ListReadResult read = spelling.read(context, spelled.text);
        const auto* listing = std::get_if<Listing>(&read);
        const bool same = listing && expand(context.tables, request.cuda, *listing) == expected;
        read_back.expect(same, request, std::string(spelling.name) + ": " + spelled.text);
        // Everything that was read can be written, so it is unchanged.
        const Spelled again = write_list(spelling, context, expected);
        honest.expect(again.losses.empty() && again.text == spelled.text, request,
                      std::string(spelling.name) + ": " + spelled.text + " then " + again.text);
    }
};

/// Calls `visit` with every subset of at most `most_entries` elements, except the empty one.
template <class Visit>
void for_each_subset(const std::vector<Capability>& all, std::size_t from, std::vector<Capability>& chosen,
                     const Visit& visit) {
    for (std::size_t i = from; i < all.size(); ++i) {
        chosen.push_back(all[i]);
        visit(chosen);
        if (chosen.size() < most_entries) for_each_subset(all, i + 1, chosen, visit);
        chosen.pop_back();
    }
}

}  // namespace

TEST_CASE("reads back each buildable list of up to four entries") {
    SpellingLaws laws;
    Request request;
    request.system = "aarch64-linux";  // Jetson lists can be built there.
    request.policy = Policy::enforced;
    // Few formats depend on the release, so a list for two releases is checked with the first.
    std::set<std::vector<Capability>> checked;
    std::map<std::vector<Capability>, Version> releases;
    for (const Release& release : tables.releases) {
        request.cuda = release.version;
        releases.try_emplace(resolve(tables, request).supported, release.version);
    }
    Sample sample(17, 1009);
    for (const auto& [supported, release] : releases) {
        request.cuda = release;
        std::vector<Capability> chosen;
        for_each_subset(supported, 0, chosen, [&](const std::vector<Capability>& list) {
            if (!sample.takes_next() || !checked.insert(list).second) return;
            request.capabilities = list;
            if (!check_capabilities(tables, request).empty()) return;
            for (const bool forward : {true, false}) {
                request.forward_compat = forward;
                laws.check(tables, request, build_list(resolve(tables, request)));
            }
        });
    }
}

TEST_CASE("reads back each default list of each release") {
    SpellingLaws laws;
    Request request;
    request.stdenv = {.compiler = "gcc-13"_cc, .libstdcxx = 13, .glibc = std::nullopt, .fixed_advisories = {}};
    for (const Release& release : sampled(tables.releases))
        for (const Policy policy : policies)
            for (const bool forward : {true, false}) {
                request.cuda = release.version;
                request.policy = policy;
                request.forward_compat = forward;
                laws.check(tables, request, build_list(resolve(tables, request)));
            }
}

TEST_CASE("reads back PTX alone, of several, and of a and f") {
    SpellingLaws laws;
    Request request;
    request.cuda = find_release(tables, {12, 9})->version;
    request.policy = Policy::enforced;
    const std::vector<Capability> supported = resolve(tables, request).supported;
    for (const Capability first : sampled<5>(supported))
        for (const Capability second : sampled<29>(supported)) {
            laws.check(tables, request, {{}, {first}});
            laws.check(tables, request, {{first}, {second}});
            if (first < second) laws.check(tables, request, {{first}, {first, second}});
            if (first < second) laws.check(tables, request, {{first, second}, {first, second}});
        }
}

TEST_CASE("keeps the requested order without changing the meaning") {
    Law same("a list in its own order reads back as announced");
    Request request;
    request.cuda = find_release(tables, {12, 9})->version;
    request.nixpkgs_exact = true;
    const SpellingContext context{tables, request.system, request.cuda};
    const std::vector<Capability> supported = resolve(tables, request).supported;
    for (const Capability first : supported)
        for (const Capability second : supported) {
            const std::array list{first, second};
            request.capabilities = list;
            const BuildList asked = build_list(resolve(tables, request));
            for (const Spelling& spelling : spellings()) {
                const Spelled spelled = write_list(spelling, context, asked);
                const BuildList expected = after(asked, spelled.losses);
                if (expected.real.empty()) continue;
                const ListReadResult read = spelling.read(context, spelled.text);
                const auto* listing = std::get_if<Listing>(&read);
                same.expect(listing && expand(tables, request.cuda, *listing) == expected, request,
                            std::string(spelling.name) + ": " + spelled.text);
            }
        }
}

}  // namespace cudastdenv::laws
