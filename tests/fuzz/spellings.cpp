// SPDX-License-Identifier: MIT
// Mutated lists: every reader reads each of them or says where it is wrong, and what is read can be written again.
#include "builtin.hpp"
#include "mutate.hpp"
#include "source_directory.hpp"

#include "spelling/spell.hpp"

#include <cudastdenv/load.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>

using namespace cudastdenv;

namespace {

constexpr Version release{13, 0};
const SpellingContext context{tables, "x86_64-linux", release};
// No word stands for more entries than FindCUDA's `All`, of three letters.
constexpr std::size_t most_of_one_word = 12 - 3;

BuildList list_of(std::vector<Capability> real, std::vector<Capability> ptx) {
    return {std::move(real), std::move(ptx)};
}

/// What each writer makes of some lists, and the texts that the consumers were asked.
std::vector<std::string> seeds_of(const Spelling& spelling) {
    using enum Capability::Kind;
    const Capability ampere{8, 0}, hopper{9, 0, architecture}, blackwell{10, 0, family}, consumer{12, 0};
    std::vector<std::string> seeds;
    for (const BuildList& list : {list_of({ampere, hopper, blackwell, consumer}, {consumer}), list_of({consumer}, {}),
                                  list_of({}, {ampere}), list_of({ampere, consumer}, {ampere, consumer})})
        seeds.push_back(write_list(spelling, context, list).text);
    std::ifstream kept(source_directory() / "tests/oracle/consumers" / (std::string(spelling.name) + ".json"));
    if (!kept) return seeds;
    const auto answers = nlohmann::json::parse(kept);
    for (const auto& answer : answers.at("cases")) seeds.push_back(answer.at("text").get<std::string>());
    return seeds;
}

fuzz::Mutator mutator_of(const Spelling& spelling) {
    static constexpr std::string_view tokens[]{",",
                                               ";",
                                               " ",
                                               "+PTX",
                                               "-real",
                                               "-virtual",
                                               "sm_",
                                               "compute_",
                                               "lto_",
                                               "90a",
                                               "10.0f",
                                               "12.1",
                                               "native",
                                               "all",
                                               "all-major",
                                               "Blackwell",
                                               "Ampere+Tegra",
                                               "'",
                                               "\"",
                                               "[",
                                               "]",
                                               "{",
                                               "=",
                                               "-gencode",
                                               "arch=",
                                               "code=",
                                               "--",
                                               "\xff",
                                               "\n",
                                               "-D",
                                               "export ",
                                               ":",
                                               "999999999999",
                                               "0",
                                               ".",
                                               "\\",
                                               "\\u0073",
                                               "null",
                                               "(",
                                               ")",
                                               "PTX of"};
    return fuzz::Mutator(seeds_of(spelling), tokens);
}

bool same(const ListEntry& a, const ListEntry& b) {
    return a.text == b.text && a.offset == b.offset && a.real == b.real && a.ptx == b.ptx &&
           a.compiled_from == b.compiled_from && a.keyword == b.keyword;
}

bool same(const ListReadResult& a, const ListReadResult& b) {
    if (a.index() != b.index()) return false;
    if (const auto* listing = std::get_if<Listing>(&a)) {
        const auto is_same = [](const ListEntry& left, const ListEntry& right) { return same(left, right); };
        return std::ranges::equal(listing->entries, std::get<Listing>(b).entries, is_same);
    }
    const auto& left = std::get<ListReadError>(a);
    const auto& right = std::get<ListReadError>(b);
    return left.what.id == right.what.id && left.offset == right.offset && left.found == right.found &&
           left.expected == right.expected;
}

void sort_unique(std::vector<Capability>& list) {
    std::ranges::sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
}

/// A list reads back as what the spelling can say of it.
void check_written(const Spelling& spelling, const BuildList& list) {
    const Spelled spelled = write_list(spelling, context, list);
    BuildList expected = spelled.list;
    if (expected.real.empty() && expected.ptx.empty()) return;
    sort_unique(expected.real);
    sort_unique(expected.ptx);
    const std::string& text = spelled.text;
    INFO("written as ", spelling.name, ": ", text);
    const ListReadResult read = spelling.read(context, text);
    REQUIRE(std::holds_alternative<Listing>(read));
    REQUIRE((expand(tables, release, std::get<Listing>(read)) == expected));
}

void check_listing(const Spelling& read_as, const Listing& listing, std::string_view text) {
    REQUIRE_FALSE(listing.entries.empty());
    REQUIRE(listing.entries.size() <= text.size() + most_of_one_word);
    for (const ListEntry& entry : listing.entries) {
        REQUIRE(entry.offset <= text.size());
        REQUIRE((read_as.name == "json" || text.substr(entry.offset, entry.text.size()) == entry.text));
        REQUIRE((entry.keyword || entry.real || entry.ptx));
    }
    const auto expanded = expand(tables, release, listing);
    // The offset of each entry, of `native` too, was looked at above.
    REQUIRE(expanded.has_value() != std::ranges::any_of(listing.entries, [](const ListEntry& entry) {
                return entry.keyword == ListKeyword::native;
            }));
    if (!expanded) return;
    for (const Spelling& spelling : spellings()) check_written(spelling, *expanded);
}

/// Whether it was read.
bool check_text(const Spelling& spelling, const std::string& text) {
    INFO("read as ", spelling.name, ": ",
         nlohmann::json(text).dump(-1, ' ', true, nlohmann::json::error_handler_t::replace));
    const ListReadResult read = spelling.read(context, text);
    REQUIRE(same(read, spelling.read(context, text)));
    if (const auto* error = std::get_if<ListReadError>(&read)) {
        REQUIRE(error->offset <= text.size());
        // JSON's strings are shown as what their escapes stand for.
        REQUIRE((spelling.name == "json" || text.find(error->found) != text.npos));
        return false;
    }
    check_listing(spelling, std::get<Listing>(read), text);
    return true;
}

}  // namespace

TEST_CASE("mutated lists") {
    std::vector<fuzz::Mutator> mutators;
    for (const Spelling& spelling : spellings()) mutators.push_back(mutator_of(spelling));
    const auto until = fuzz::Clock::now() + fuzz::duration();
    std::vector<int> read(spellings().size());
    std::vector<int> refused(spellings().size());
    // On a slow machine too as many as it takes to meet a list that is read, in every spelling.
    constexpr int least_rounds = 300;
    for (int round = 0; round < least_rounds || fuzz::Clock::now() < until; ++round)
        for (std::size_t own = 0; own < mutators.size(); ++own) {
            const std::string text = mutators[own].next();
            // Its own reader, and one that was made for something else.
            for (const std::size_t i : {own, text.size() % mutators.size()})
                ++(check_text(spellings()[i], text) ? read : refused)[i];
        }
    for (std::size_t i = 0; i < spellings().size(); ++i) {
        MESSAGE(spellings()[i].name, ": ", read[i], " read, ", refused[i], " refused");
        CHECK(read[i] > 0);
        CHECK(refused[i] > 0);
    }
}
