// SPDX-License-Identifier: MIT
/// `nix impact` agrees with resolve() for each set and stdenv, before and after, for all channels and all possible new
/// default compilers. The changes are the difference of the two.

#include "builtin.hpp"
#include "core/versions.hpp"
#include "nix/impact.hpp"
#include "sample.hpp"

#include "core/lists.hpp"
#include "messages/nix.hpp"
#include "messages/resolution.hpp"
#include "nix/rows.hpp"
#include "query/context.hpp"
#include "query/query.hpp"
#include "tables/lookup.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

using namespace cudastdenv;
using namespace cudastdenv::nix;
using query::OptionTexts;
using query::Query;

namespace {

using Family = Compiler::Family;
using Ids = std::set<std::string_view>;
using ImpactOutcome = NixImpactAnswer::Outcome;
using ImpactInStdenv = NixImpactAnswer::InStdenv;
using ImpactSet = NixImpactAnswer::Set;

Ids ids_of(const std::vector<const AdvisoryRow*>& advisories) {
    Ids ids;
    for (const AdvisoryRow* advisory : advisories) ids.insert(advisory->id);
    return ids;
}

Ids ids_of(const std::vector<std::string_view>& ids) { return {ids.begin(), ids.end()}; }

Ids ids_of(const std::optional<ImpactOutcome>& seen) { return seen ? ids_of(seen->advisories) : Ids(); }

Ids minus(const Ids& left, const Ids& right) {
    Ids rest;
    std::ranges::set_difference(left, right, std::inserter(rest, rest.end()));
    return rest;
}

std::vector<const EnvironmentRow*> channels() {
    std::vector<const EnvironmentRow*> rows;
    for (const EnvironmentRow& row : tables.environments)
        if (std::ranges::find(tables.package_sets, row.id, &PackageSetRow::channel) != tables.package_sets.end())
            rows.push_back(&row);
    return rows;
}

/// Every channel, and each with every known compiler as its default.
std::vector<ImpactSide> all_sides() {
    std::vector<ImpactSide> sides;
    for (const EnvironmentRow* row : channels()) {
        sides.push_back(side_of(tables, *row));
        for (const Compiler compiler : known_compilers(tables))
            sides.push_back(with_default_compiler(side_of(tables, *row), compiler, std::nullopt));
    }
    return sides;
}

bool same_answer(const Resolution& left, const Resolution& right) {
    if (left.host.has_value() != right.host.has_value() || left.broken_by != right.broken_by) return false;
    if (ids_of(left.advisories) != ids_of(right.advisories) || left.notes.size() != right.notes.size()) return false;
    return !left.host || (left.host->compiler == right.host->compiler && left.host->headers == right.host->headers &&
                          left.host->uses_stdenv == right.host->uses_stdenv);
}

/// Whether the answer for a set agrees with the observed outcome.
bool equals_observation(const ImpactOutcome& outcome, const SetInStdenv& seen) {
    const Resolution& resolution = seen.resolution;
    const auto& host = resolution.host;
    if (outcome.host_compiler.has_value() != host.has_value() || outcome.missing != seen.missing) return false;
    if (outcome.broken_by.has_value() != (resolution.broken_by != nullptr)) return false;
    if (outcome.broken_by && *outcome.broken_by != resolution.broken_by->id) return false;
    if (ids_of(outcome.advisories) != ids_of(resolution.advisories)) return false;
    return !host || (outcome.host_compiler == host->compiler && outcome.headers_inferred == host->headers_inferred &&
                     outcome.way == (host->uses_stdenv ? "own" : "wrapped"));
}

/// The answer of `resolve --cuda R --stdenv E`.
Resolution resolved(Version release, std::string_view stdenv, const OptionTexts& more) {
    const query::Context context = query::without_machine(tables);
    const query::Query question(context, more.with("cuda", to_string(release)).with("stdenv", stdenv));
    return resolve(tables, question.request());
}

/// The request, built again from the rows alone.
struct MadeAnew {
    std::vector<Compiler> available;
    std::vector<int> headers;
    Request request;

    MadeAnew(const EnvironmentRow& row, std::optional<Compiler> bumped, Compiler stdenv, Version release) {
        for (const int major : row.gccs) available.push_back({Family::gcc, major});
        for (const int major : row.clangs) available.push_back({Family::clang, major});
        available.push_back(row.compiler);
        headers.assign(row.gccs.begin(), row.gccs.end());
        headers.push_back(row.libstdcxx);
        if (bumped) {
            available.push_back(*bumped);
            if (bumped->family == Family::gcc) headers.push_back(bumped->major);
        }
        const Compiler own = bumped.value_or(row.compiler);
        const int library = own.family == Family::gcc ? own.major : row.libstdcxx;
        request.cuda = release;
        request.stdenv.compiler = stdenv;
        request.stdenv.libstdcxx = stdenv.family == Family::gcc ? stdenv.major : library;
        if (request.stdenv.libstdcxx == row.libstdcxx) request.stdenv.libstdcxx_release = row.libstdcxx_version;
        request.stdenv.glibc = row.glibc;
        request.stdenv.fixed_advisories = row.fixed_advisories;
        request.available = available;
        request.libstdcxx_headers = headers;
    }
};

/// Calls `visit` with each stdenv of each set after the change, and the release of the set there.
template <class Visit>
void for_each_after(const ImpactQuestion& question, Visit visit) {
    const NixImpactAnswer impact = messages::impact_answer(tables, question, false);
    for (const auto* sets : {&impact.sets, &impact.aliases})
        for (const ImpactSet& set : *sets)
            for (std::size_t i = 0; i < set.stdenvs.size(); ++i) {
                const std::optional<ImpactOutcome>& outcome = set.stdenvs[i].after;
                const std::optional<Compiler>& stdenv = impact.stdenvs[i].after;
                REQUIRE(outcome.has_value() == (set.after && stdenv));
                REQUIRE(set.stdenvs[i].before.has_value() == (set.before && impact.stdenvs[i].before));
                if (!outcome) continue;
                const SetInStdenv seen = look_at(tables, question, question.after, *stdenv, *set.after);
                CHECK(equals_observation(*outcome, seen));
                visit(*set.after, *stdenv, seen);
            }
}

ImpactQuestion question_of(ImpactSide before, ImpactSide after) {
    ImpactQuestion question;
    question.before = std::move(before);
    question.after = std::move(after);
    return question;
}

NixImpactAnswer impact_of(const ImpactQuestion& question) { return messages::impact_answer(tables, question, false); }

}  // namespace

TEST_CASE("package sets match resolve in a channel's default stdenv") {
    int answers = 0;
    Sample sample(3, 7);
    for (const EnvironmentRow* row : sampled<5>(channels()))
        for (const std::string_view policy : {"nixpkgs", "documented", "enforced", "exact"})
            for (const std::string_view system : {"x86_64-linux", "aarch64-linux"})
                for (const std::string_view standard : {"", "c++17", "c++20"}) {
                    if (!sample.takes_next()) continue;
                    OptionTexts texts({{"system", std::string(system)}});
                    texts = policy == "exact" ? texts.with("nixpkgs-exact", "") : texts.with("policy", policy);
                    const std::optional<CxxStandard> asked = parse_cxx_standard(standard);
                    ImpactQuestion question = question_of(side_of(tables, *row), side_of(tables, *row));
                    question.system = system;
                    question.policy = policy == "exact" ? Policy::nixpkgs : query::read_policy(texts);
                    question.nixpkgs_exact = policy == "exact";
                    question.standard = asked;
                    for_each_after(question, [&](Version release, Compiler stdenv, const SetInStdenv& seen) {
                        if (stdenv != row->compiler) return;
                        const Release& known = *find_release(tables, release);
                        const bool taken = asked && (!known.newest_standard || *asked <= *known.newest_standard);
                        const OptionTexts all = taken ? texts.with("std", standard) : texts;
                        CAPTURE(row->id);
                        CAPTURE(to_string(release));
                        CHECK(same_answer(seen.resolution, resolved(release, row->id, all)));
                        ++answers;
                    });
                }
    CHECK(answers > where_every_case_is_tried(1000));
}

TEST_CASE("other stdenvs and bumped compilers match a new request") {
    int answers = 0;
    for (const EnvironmentRow* row : sampled<5>(channels())) {
        std::vector<std::optional<Compiler>> bumps{std::nullopt};
        for (const Compiler compiler : known_compilers(tables)) bumps.emplace_back(compiler);
        for (const std::optional<Compiler>& bumped : sampled<53>(bumps)) {
            const ImpactSide own = side_of(tables, *row);
            const ImpactQuestion question = question_of(own, bumped ? with_default_compiler(own, *bumped, std::nullopt)
                                                                    : own);
            for_each_after(question, [&](Version release, Compiler stdenv, const SetInStdenv& seen) {
                const MadeAnew anew(*row, bumped, stdenv, release);
                const Resolution expected = resolve(tables, anew.request);
                CAPTURE(row->id);
                CAPTURE(to_string(release));
                CAPTURE(to_string(stdenv));
                CHECK(same_answer(seen.resolution, expected));
                const Stdenv& asked = seen.request.stdenv;
                CHECK(asked.libstdcxx == anew.request.stdenv.libstdcxx);
                CHECK(asked.libstdcxx_release == anew.request.stdenv.libstdcxx_release);
                // Packaging the missing compiler, and only that, gives a compiler.
                Request with_missing = anew.request;
                std::vector<Compiler> available = anew.available;
                if (seen.missing) available.push_back(*seen.missing);
                with_missing.available = available;
                const std::vector<Compiler> known = known_compilers(tables);
                Request with_all = anew.request;
                with_all.available = known;
                CHECK(seen.missing.has_value() == (!expected.host && pick_host_compiler(tables, with_all)));
                if (seen.missing) CHECK(pick_host_compiler(tables, with_missing) == seen.missing);
                ++answers;
            });
        }
    }
    CHECK(answers > where_every_case_is_tried(10000));
}

TEST_CASE("comparing a side with itself finds nothing") {
    for (const ImpactSide& side : sampled<53>(all_sides())) {
        const ImpactQuestion question = question_of(side, side);
        const NixImpactAnswer impact = impact_of(question);
        CHECK_FALSE(impact.sets.empty());
        CHECK_FALSE(impact.left_without);
        CHECK(impact.no_longer_needed.empty());
        for (const auto* sets : {&impact.sets, &impact.aliases})
            for (const ImpactSet& set : *sets)
                for (const ImpactInStdenv& stdenv : set.stdenvs) {
                    CHECK(stdenv.change == "unchanged");
                    CHECK(stdenv.begin.empty());
                    CHECK(stdenv.end.empty());
                }
    }
}

namespace {

const std::map<std::string_view, std::string_view> backwards{
    {"unchanged", "unchanged"}, {"follows", "follows"}, {"changed", "changed"}, {"lost", "gained"},
    {"gained", "lost"},         {"appears", "goes"},    {"goes", "appears"},
};

void check_differences(const ImpactSet& set, const ImpactInStdenv& impact) {
    const Ids before = ids_of(impact.before);
    const Ids after = ids_of(impact.after);
    CHECK(ids_of(impact.begin) == minus(after, before));
    CHECK(ids_of(impact.end) == minus(before, after));
    const auto host = [](const std::optional<ImpactOutcome>& seen) {
        return seen ? seen->host_compiler : std::nullopt;
    };
    const bool had = host(impact.before).has_value();
    const bool has = host(impact.after).has_value();
    CHECK((impact.change == "appears") == (!impact.before && impact.after));
    CHECK((impact.change == "goes") == (impact.before && !impact.after));
    if (impact.before && impact.after) {
        CHECK((impact.change == "lost") == (had && !has));
        CHECK((impact.change == "gained") == (!had && has));
        if (impact.change == "unchanged") CHECK(host(impact.before) == host(impact.after));
    }
    CHECK(impact.left_without == (impact.after && !has && (had || !set.before)));
}

}  // namespace

TEST_CASE("the changes are the difference, and reverse with the sides") {
    std::vector<ImpactSide> sides;
    for (const EnvironmentRow* row : sampled<5>(channels())) {
        sides.push_back(side_of(tables, *row));
        for (const char* name : {"gcc-12", "gcc-16", "clang-17", "clang-22"})
            sides.push_back(with_default_compiler(side_of(tables, *row), *parse_compiler(name), std::nullopt));
    }
    std::set<std::string_view> seen;
    Sample sample(3, 101);
    for (const ImpactSide& before : sides)
        for (const ImpactSide& after : sides) {
            if (!sample.takes_next()) continue;
            const ImpactQuestion question = question_of(before, after);
            const ImpactQuestion reverse = question_of(after, before);
            const NixImpactAnswer impact = impact_of(question);
            const NixImpactAnswer back = impact_of(reverse);
            REQUIRE(impact.sets.size() == back.sets.size());
            REQUIRE(impact.stdenvs.size() == back.stdenvs.size());
            bool left = false;
            for (std::size_t s = 0; s < impact.sets.size(); ++s) {
                const auto other = std::ranges::find(back.sets, impact.sets[s].attribute, &ImpactSet::attribute);
                REQUIRE(other != back.sets.end());
                for (std::size_t i = 0; i < impact.stdenvs.size(); ++i) {
                    const ImpactInStdenv& there = impact.sets[s].stdenvs[i];
                    check_differences(impact.sets[s], there);
                    CHECK(other->stdenvs[i].change == backwards.at(there.change));
                    CHECK(ids_of(other->stdenvs[i].begin) == ids_of(there.end));
                    seen.insert(there.change);
                    left = left || there.left_without;
                }
            }
            CHECK(left == impact.left_without);
        }
    if (tries_every_case()) CHECK(seen.size() == backwards.size());
}

TEST_CASE("compilers that wrap a set must stay packaged") {
    for (const EnvironmentRow* row : sampled<5>(channels()))
        for (ImpactSide& side : sampled<53>(all_sides())) {
            const ImpactQuestion question = question_of(side_of(tables, *row), side);
            const NixImpactAnswer impact = impact_of(question);
            std::map<Compiler, std::set<std::string>> needed;
            std::set<Compiler> before;
            for (const ImpactSet& set : impact.sets) {
                const ImpactInStdenv& own = set.stdenvs.front();
                if (own.after && own.after->way == "wrapped") needed[*own.after->host_compiler].insert(set.attribute);
                if (own.after && own.after->missing) needed[*own.after->missing].insert(set.attribute);
                if (own.before && own.before->way == "wrapped") before.insert(*own.before->host_compiler);
            }
            CHECK(impact.needed.size() == needed.size());
            for (const NixImpactAnswer::Needed& one : impact.needed) {
                CHECK(std::set<std::string>(one.sets.begin(), one.sets.end()) == needed[one.compiler]);
                CHECK(one.packaged == contains(side.available, one.compiler));
                before.erase(one.compiler);
            }
            before.erase(side.stdenv.compiler);
            CHECK(std::set<Compiler>(impact.no_longer_needed.begin(), impact.no_longer_needed.end()) == before);
        }
}

TEST_CASE("a set without its compiler gets another or none") {
    for (const EnvironmentRow* row : sampled<5>(channels())) {
        const ImpactQuestion own = question_of(side_of(tables, *row), side_of(tables, *row));
        const NixImpactAnswer usual = impact_of(own);
        for (const NixImpactAnswer::Needed& needed : usual.needed) {
            ImpactSide without = side_of(tables, *row);
            std::erase(without.available, needed.compiler);
            const ImpactQuestion question = question_of(side_of(tables, *row), without);
            for (const ImpactSet& set : impact_of(question).sets) {
                const bool concerned = contains(needed.sets, set.attribute) &&
                                       set.stdenvs.front().before->host_compiler;
                CHECK((set.stdenvs.front().change != "unchanged") == concerned);
            }
        }
    }
}

TEST_CASE("an unknown glibc starts no advisory but a note") {
    int noted = 0;
    for (const EnvironmentRow* row : channels()) {
        ImpactSide unknown = side_of(tables, *row);
        unknown.stdenv.glibc.reset();
        unknown.stdenv.fixed_advisories = {};
        const ImpactQuestion question = question_of(unknown, unknown);
        const NixImpactAnswer impact = impact_of(question);
        std::set<std::string> sets_with_note;
        for (const NixImpactAnswer::Note& note : impact.notes)
            if (note.code == "glibc-unknown") sets_with_note.insert(note.sets.begin(), note.sets.end());
        for (const ImpactSet& set : impact.sets) {
            const Resolution seen =
                look_at(tables, question, question.after, unknown.stdenv.compiler, *set.after).resolution;
            bool matters = false;
            for (const Diagnostic& note : seen.notes) matters = matters || note.id == "glibc-unknown";
            CHECK(sets_with_note.contains(set.attribute) == matters);
            noted += matters;
            for (const AdvisoryRow* advisory : seen.advisories) CHECK_FALSE(advisory->when.glibc);
        }
    }
    CHECK(noted > 0);
}

TEST_CASE("the sets are both channels', and --cuda moves only cudaPackages") {
    for (const EnvironmentRow* row : sampled<5>(channels())) {
        std::set<std::string_view> attributes;
        for (const PackageSetRow& set : tables.package_sets)
            if (set.channel == row->id) attributes.insert(set.attribute);
        const ImpactQuestion same = question_of(side_of(tables, *row), side_of(tables, *row));
        const NixImpactAnswer usual = impact_of(same);
        std::set<std::string_view> found;
        for (const auto* sets : {&usual.sets, &usual.aliases})
            for (const ImpactSet& set : *sets) CHECK(found.insert(set.attribute).second);
        CHECK(found == attributes);
        for (const Release* release : sampled(newest_patches(tables))) {
            const Version minor{release->version.major, release->version.minor};
            for (const Version asked : {minor, release->version}) {
                ImpactQuestion question = same;
                question.after.default_cuda = asked;
                const NixImpactAnswer impact = impact_of(question);
                const std::string named = package_set_name(asked);
                const auto set = std::ranges::find(impact.sets, named, &ImpactSet::attribute);
                REQUIRE(set != impact.sets.end());
                REQUIRE(set->after);
                CHECK(set->before.has_value() == attributes.contains(named));
                if (asked != minor) CHECK(*set->after == asked);
                else if (set->before) CHECK(*set->after == *set->before);
                for (const ImpactSet& alias : impact.aliases) {
                    if (alias.attribute == "cudaPackages") CHECK(*alias.after == *set->after);
                    // An alias always has the release of its set.
                    CHECK(std::ranges::any_of(impact.sets, [&](const ImpactSet& other) {
                        return other.after && *other.after == *alias.after;
                    }));
                }
                for (const ImpactSet& other : impact.sets)
                    if (other.attribute != named) CHECK(*other.before == *other.after);
            }
        }
    }
}
