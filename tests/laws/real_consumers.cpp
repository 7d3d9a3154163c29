// SPDX-License-Identifier: MIT
// Our readers compared with the real consumers. Each difference is in a reviewed file with its reason: a new one fails,
// and so does an obsolete one.

#include "laws/comparisons.hpp"
#include "spelling/spell.hpp"

#include <cudastdenv/load.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace cudastdenv::oracle {

namespace {

using nlohmann::ordered_json;

using Names = std::vector<std::string>;

/// The result of a consumer or of our reader for a text, as sorted names; an error has no list. It has names because
/// consumers accept numbers that are not capabilities.
struct Answer {
    Names real;
    Names ptx;
    std::string error;

    friend bool operator==(const Answer& a, const Answer& b) {
        return a.error.empty() == b.error.empty() && a.real == b.real && a.ptx == b.ptx;
    }
};

std::string show(const Answer& answer) {
    if (!answer.error.empty()) return "refused (" + answer.error + ")";
    std::string text = "real";
    for (const std::string& name : answer.real) text += " " + name;
    text += ", ptx";
    for (const std::string& name : answer.ptx) text += " " + name;
    return text;
}

Names sorted(Names names) {
    std::ranges::sort(names);
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

Names names_of(const std::vector<Capability>& capabilities) {
    Names names;
    for (const Capability capability : capabilities) names.push_back(to_string(capability));
    return sorted(std::move(names));
}

Answer kept_answer(const ordered_json& one) {
    if (!one.at("accepted").get<bool>()) return {{}, {}, one.at("error").get<std::string>()};
    return {sorted(one.at("real").get<Names>()), sorted(one.at("ptx").get<Names>()), {}};
}

/// The code that a text builds with that release. `version` is the consumer's, if versions differ.
Answer our_answer(const Spelling& spelling, const std::string& text, Version release, std::optional<int> version) {
    const Tables tables = builtin_tables();
    SpellingContext context{tables, SpellingContext{tables}.system, release};
    constexpr int first_with_minor = 18;  // Clang's first release of a major version is 18.1 since then
    if (version) context.consumer = Version{*version, *version < first_with_minor ? 0 : 1};
    const ListReadResult read = spelling.read(context, text);
    if (const auto* error = std::get_if<ListReadError>(&read)) return {{}, {}, "at " + std::to_string(error->offset)};
    Listing listing = std::get<Listing>(read);
    if (version) listing = with_implied_ptx(std::move(listing), *version <= spelling.unasked_ptx_until.value());
    const auto expanded = expand(tables, release, listing);
    if (!expanded) return {{}, {}, "native"};
    return {names_of(expanded->real), names_of(expanded->ptx), {}};
}

/// A rejection that depends on the toolkit's architectures or their combination, which a reader does not check.
bool is_of_the_toolkit(std::string_view error) {
    static constexpr std::array words{
        "Unsupported gpu architecture",          "Incompatible code generation", "The same GPU code",
        "is supported by CUDA versions between", "which are too new for",        "which are too old for"};
    return std::ranges::any_of(words, [&](std::string_view word) { return error.find(word) != error.npos; });
}

/// A consumer that accepts a text but builds nothing from it has not parsed it either.
bool agree(const Answer& theirs, const Answer& ours) {
    const bool nothing = !theirs.error.empty() || (theirs.real.empty() && theirs.ptx.empty());
    return nothing ? !ours.error.empty() : theirs == ours;
}

/// The major version of the consumer that was asked, if versions differ.
std::optional<int> version_of(const ordered_json& one) {
    const ordered_json given = one.value("given", ordered_json::object());
    if (!given.contains("clang")) return std::nullopt;
    return std::stoi(given.at("clang").get<std::string>());
}

/// An older version of a consumer may reject what a newer one accepts. Our reader follows the newest, except in what
/// architectures a version has.
bool is_asked(const ordered_json& one) {
    constexpr int newest_clang = 23;
    if (one.at("text").get<std::string>().empty()) return false;
    const ordered_json given = one.value("given", ordered_json::object());
    const bool newest = version_of(one).value_or(newest_clang) == newest_clang;
    const bool is_of_version =
        one.value("error", ordered_json()).is_string() &&
        one.at("error").get<std::string>().starts_with("unsupported CUDA gpu architecture: sm_") &&
        one.at("text").get<std::string>().find(',') == std::string::npos;
    return !given.contains("unset") && (newest || is_of_version || one.at("accepted").get<bool>());
}

Version release_of(const ordered_json& one) {
    const ordered_json given = one.value("given", ordered_json::object());
    return parse_version(given.value("cuda", "13.0")).value();
}

/// The consumer that was asked is the newest version in the tables, which our reader follows.
void check_version(const Spelling& spelling, const std::string& asked) {
    const Tables tables = builtin_tables();
    if (const auto consumer = consumer_of(spelling, {tables}))
        CHECK_MESSAGE(asked.starts_with(to_string(consumer->version)), spelling.name, " ", asked);
}

/// Differences by text. The consumer's result may depend on the release.
std::map<std::string, std::string> differences(const std::string& name, std::size_t& compared) {
    const Spelling* spelling = find_spelling(name);
    REQUIRE_MESSAGE(spelling, name);
    std::map<std::string, std::string> found;
    const ordered_json kept = recorded("consumers/" + name + ".json");
    check_version(*spelling, kept.at("version").get<std::string>());
    for (const ordered_json& one : kept.at("cases")) {
        if (!is_asked(one)) continue;
        ++compared;
        const auto text = one.at("text").get<std::string>();
        const Answer theirs = kept_answer(one);
        const Answer ours = our_answer(*spelling, text, release_of(one), version_of(one));
        if (agree(theirs, ours) || (!theirs.error.empty() && is_of_the_toolkit(theirs.error))) continue;
        found[text] += (found.contains(text) ? "; " : "") + show(theirs) + " | ours " + show(ours);
    }
    return found;
}

/// Every released consumer with recorded answers.
constexpr std::array consumers{"clang",   "cmake",      "cupy",   "easybuild", "findcuda", "flash-attn",
                               "gencode", "hermetic",   "kokkos", "meson",     "nix",      "numba",
                               "nvhpc",   "rules_cuda", "spack",  "torch",     "triton",   "xmake"};

}  // namespace

TEST_CASE("readers agree with the real consumers") {
    const ordered_json reviewed = recorded("known-differences/consumers.json");
    for (const auto& [name, unused] : reviewed.items())
        if (std::ranges::find(consumers, name) == consumers.end()) FAIL_CHECK("no consumer " << name);
    std::size_t compared = 0;
    for (const std::string name : consumers) {
        const auto found = differences(name, compared);
        const ordered_json listed = reviewed.value(name, ordered_json::object());
        for (const auto& [text, what] : found)
            if (!listed.contains(text))
                FAIL_CHECK("not listed: " << name << ": " << ordered_json(text).dump() << ": " << what);
        for (const auto& [text, why] : listed.items()) {
            CHECK(why.get<std::string>().size() > 10);
            if (!found.contains(text))
                FAIL_CHECK("no longer a difference: " << name << ": " << ordered_json(text).dump());
        }
    }
    MESSAGE(compared, " answers compared");
    CHECK(compared >= 500);
}

}  // namespace cudastdenv::oracle
