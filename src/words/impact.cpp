// SPDX-License-Identifier: MIT
#include "words/impact.hpp"

#include "core/contains.hpp"
#include "core/minor_of.hpp"
#include "tables/lookup.hpp"
#include "words/phrases.hpp"
#include "words/resolution.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>
#include <variant>

namespace cudastdenv::words {

namespace {

using nix::Impact;
using nix::ImpactChange;
using nix::ImpactSide;
using nix::SetImpact;
using nix::SetInStdenv;
using nix::StdenvImpact;

/// Of the default stdenv.
std::size_t count_of(const Impact& impact, ImpactChange change) {
    return static_cast<std::size_t>(
        std::ranges::count_if(impact.sets, [&](const SetImpact& set) { return set.stdenvs.front().change == change; }));
}

std::string verb(std::size_t count, std::string_view one, std::string_view several) {
    return fmt::format("{} {}", count, count == 1 ? one : several);
}

/// `cudaPackages becomes 13.3`; empty: it stays of that minor release.
std::string default_in_words(const Impact& impact) {
    const auto found = std::ranges::find(impact.aliases, "cudaPackages", &SetImpact::attribute);
    if (found == impact.aliases.end() || !found->before || !found->after) return "";
    const Version after = minor_of(found->after->release);
    return after == minor_of(found->before->release) ? "" : "cudaPackages becomes " + cudastdenv::to_string(after);
}

/// `1 of 10 gets another one`, `2 follow`: what changes but for what is lost; empty: nothing.
std::vector<std::string> counts_in_words(const Impact& impact) {
    std::vector<std::string> parts;
    const auto add = [&](ImpactChange change, std::string_view one, std::string_view several) {
        if (const std::size_t count = count_of(impact, change)) parts.push_back(verb(count, one, several));
    };
    if (const std::size_t other = count_of(impact, ImpactChange::changed))
        parts.push_back(fmt::format("{} of {} {} another one", other, impact.sets.size(), other == 1 ? "gets" : "get"));
    add(ImpactChange::follows, "follows", "follow");
    add(ImpactChange::gained, "gets its first", "get their first");
    add(ImpactChange::appears, "appears", "appear");
    add(ImpactChange::goes, "goes", "go");
    if (const std::string moved = default_in_words(impact); !moved.empty()) parts.push_back(moved);
    return parts;
}

std::string list_in_words(const std::vector<std::string>& texts) { return fmt::format("{}", fmt::join(texts, ", ")); }

/// The sets that are left without a compiler, with the stdenvs where that is not the default one.
std::vector<std::string> left_without(const Impact& impact) {
    std::vector<std::string> left;
    for (const SetImpact& set : impact.sets) {
        std::vector<std::string> stdenvs;
        for (std::size_t i = 0; i < set.stdenvs.size(); ++i)
            if (nix::is_left_without(set, set.stdenvs[i])) stdenvs.push_back(stdenv_in_words(impact.stdenvs[i]));
        if (stdenvs.empty()) continue;
        const bool in_default = nix::is_left_without(set, set.stdenvs.front());
        left.push_back(in_default ? set.attribute : fmt::format("{} (with {})", set.attribute, list_in_words(stdenvs)));
    }
    return left;
}

bool has_none(const SetImpact& set) {
    const auto& after = set.stdenvs.front().after;
    return after && !after->host();
}

/// It is broken as it stands, and was not.
bool begins_to_break(const SetImpact& set) {
    const StdenvImpact& impact = set.stdenvs.front();
    return impact.after && impact.after->resolution.broken_by &&
           !(impact.before && impact.before->resolution.broken_by);
}

/// A few are named, more are counted.
std::string left_in_words(const std::vector<std::string>& left) {
    constexpr std::size_t few = 3;
    return fmt::format("no compiler is left for {}",
                       left.size() > few ? fmt::format("{} CUDA package sets", left.size()) : list_in_words(left));
}

}  // namespace

std::string headline(const ImpactReport& report) {
    const Impact& impact = report.impact;
    const std::vector<std::string> left = left_without(impact);
    const auto none = static_cast<std::size_t>(std::ranges::count_if(impact.sets, has_none));
    const auto broken = static_cast<std::size_t>(std::ranges::count_if(impact.sets, begins_to_break));
    std::vector<std::string> counts = counts_in_words(impact);
    if (counts.empty()) counts.emplace_back(left.empty() ? "none changes" : "no other changes");
    const std::string first = !left.empty() ? left_in_words(left)
                              : none > 0    ? fmt::format("no CUDA package set loses its compiler ({} had none)", none)
                                            : "every CUDA package set has a compiler";
    return fmt::format("{}: {}{}", first, list_in_words(counts),
                       broken > 0 ? fmt::format("; {}", verb(broken, "breaks", "break")) : "");
}

namespace {

/// What is packaged, where that is not what the channel packages and the default compiler.
std::string packaged_in_words(const EnvironmentRow* channel, const ImpactSide& side) {
    if (!channel) return "";
    const ImpactSide usual = nix::with_default_compiler(nix::side_of(*channel), side.stdenv.compiler, std::nullopt);
    if (usual.packaged == side.packaged) return "";
    std::vector<std::string> names;
    for (const Compiler compiler : side.packaged) names.push_back(cudastdenv::to_string(compiler));
    return fmt::format("; packaged: {}", list_in_words(names));
}

}  // namespace

std::string side_in_words(const ImpactReport& report, const ImpactSide& side) {
    const EnvironmentRow* channel = find_environment(report.tables, side.channel);
    const Stdenv& stdenv = side.stdenv;
    const auto known = std::ranges::find(side.versions, stdenv.compiler, &CompilerVersion::compiler);
    const std::string name = name_in_words(stdenv.compiler,
                                           known == side.versions.end() ? std::nullopt : std::optional(known->version));
    const bool own = channel && channel->compiler == stdenv.compiler;
    std::string words = fmt::format("{}{}{}", side.channel, own ? ": " : " with ", name);
    if (stdenv.compiler.family == Compiler::Family::clang)
        words += fmt::format(", libstdc++ of gcc-{}", stdenv.libstdcxx);
    words += stdenv.glibc ? fmt::format(", glibc {}", to_string(*stdenv.glibc)) : ", glibc not known";
    if (side.default_cuda) words += fmt::format(", CUDA {} by default", to_string(*side.default_cuda));
    return words + packaged_in_words(channel, side);
}

std::string_view to_string(ImpactChange change) noexcept {
    switch (change) {
        case ImpactChange::none: return "unchanged";
        case ImpactChange::follows: return "follows";
        case ImpactChange::changed: return "changed";
        case ImpactChange::lost: return "lost";
        case ImpactChange::gained: return "gained";
        case ImpactChange::appears: return "appears";
        case ImpactChange::goes: return "goes";
    }
    return "";
}

std::string outcome_in_words(const std::optional<SetInStdenv>& seen) {
    if (!seen) return "-";
    if (!seen->host()) return "none";
    return seen->host()->uses_stdenv ? "own" : "wrapped " + to_string(seen->host()->compiler);
}

std::string outcome_mark(const StdenvImpact& impact) {
    std::string mark = outcome_in_words(impact.after);
    if (impact.after && impact.after->host() && !impact.after->host()->uses_stdenv)
        mark = std::to_string(impact.after->host()->compiler.major);
    const bool differs = impact.change == ImpactChange::changed || impact.change == ImpactChange::lost ||
                         impact.change == ImpactChange::gained;
    return differs ? mark + '*' : mark;
}

std::string change_in_words(const StdenvImpact& impact) {
    const std::string before = outcome_in_words(impact.before);
    const std::string after = outcome_in_words(impact.after);
    std::string words;
    switch (impact.change) {
        case ImpactChange::none: words = after + ", unchanged"; break;
        case ImpactChange::follows:
            words = fmt::format("own -> own, now {}", to_string(impact.after->host()->compiler));
            break;
        case ImpactChange::appears: words = "new: " + after; break;
        case ImpactChange::goes: words = fmt::format("gone (was {})", before); break;
        case ImpactChange::changed:
        case ImpactChange::lost:
        case ImpactChange::gained: words = fmt::format("{} -> {}", before, after); break;
    }
    return impact.after && impact.after->resolution.broken_by ? words + "; broken" : words;
}

std::string releases_in_words(const SetImpact& set) {
    if (!set.before || !set.after) return to_string((set.before ? set.before : set.after)->release);
    const Version before = set.before->release;
    const Version after = set.after->release;
    return before == after ? to_string(before) : fmt::format("{} -> {}", to_string(before), to_string(after));
}

std::string stdenv_in_words(const nix::ImpactStdenv& stdenv) {
    if (!stdenv.before || !stdenv.after) return to_string(stdenv.before ? *stdenv.before : *stdenv.after);
    if (*stdenv.before == *stdenv.after) return to_string(*stdenv.before);
    return fmt::format("{} -> {}", to_string(*stdenv.before), to_string(*stdenv.after));
}

namespace {

/// Whether what the set has in that stdenv can begin or end.
bool may_turn(const Impact& impact, std::size_t stdenv, const SetImpact& set, Phase phase) {
    if (set.before && set.after) return impact.stdenvs[stdenv].before && impact.stdenvs[stdenv].after;
    return stdenv == 0 && set.after && phase == Phase::begins;
}

/// The sets in which the advisory begins or ends with that stdenv.
std::vector<std::string> turning_sets(const Impact& impact, std::size_t stdenv, Phase phase,
                                      const AdvisoryRow* advisory) {
    std::vector<std::string> sets;
    for (const SetImpact& set : impact.sets) {
        const StdenvImpact& seen = set.stdenvs[stdenv];
        if (may_turn(impact, stdenv, set, phase) && contains(phase == Phase::begins ? seen.begin : seen.end, advisory))
            sets.push_back(set.attribute);
    }
    const auto there = std::ranges::count_if(impact.sets, [](const SetImpact& set) { return set.after.has_value(); });
    if (sets.size() > 1 && sets.size() == static_cast<std::size_t>(there)) return {"every set"};
    return sets;
}

/// Stdenvs in which an advisory turns in the same sets.
struct Turn {
    std::vector<std::string> stdenvs;
    std::vector<std::string> sets;
};

std::string where_in_words(const Impact& impact, Phase phase, const AdvisoryRow* advisory) {
    std::vector<Turn> turns;
    for (std::size_t i = 0; i < impact.stdenvs.size(); ++i) {
        std::vector<std::string> sets = turning_sets(impact, i, phase, advisory);
        if (sets.empty()) continue;
        auto same = std::ranges::find(turns, sets, &Turn::sets);
        if (same == turns.end()) same = turns.insert(turns.end(), Turn{{}, std::move(sets)});
        same->stdenvs.push_back(stdenv_in_words(impact.stdenvs[i]));
    }
    const auto on_both = std::ranges::count_if(impact.stdenvs, [](const nix::ImpactStdenv& stdenv) {
        return stdenv.before && stdenv.after;
    });
    std::string words;
    for (const Turn& turn : turns) {
        const bool all = turn.stdenvs.size() > 1 && turn.stdenvs.size() == static_cast<std::size_t>(on_both);
        words += fmt::format("; {}: {}", all ? "every stdenv" : list_in_words(turn.stdenvs), list_in_words(turn.sets));
    }
    return words;
}

}  // namespace

std::vector<AdvisoryTurn> turns_of(const Impact& impact, Phase phase) {
    std::vector<const AdvisoryRow*> advisories;
    for (const SetImpact& set : impact.sets)
        for (const StdenvImpact& seen : set.stdenvs)
            for (const AdvisoryRow* advisory : phase == Phase::begins ? seen.begin : seen.end)
                if (!contains(advisories, advisory)) advisories.push_back(advisory);
    std::ranges::stable_sort(advisories, {}, &AdvisoryRow::severity);
    std::vector<AdvisoryTurn> turns;
    for (const AdvisoryRow* advisory : advisories)
        if (const std::string where = where_in_words(impact, phase, advisory); !where.empty())
            turns.push_back({advisory, std::string(to_string(advisory->severity)) + where});
    return turns;
}

namespace {

/// What concerns a capability list, or tells how to use a compiler: no question here.
bool is_beside(const Note& note) {
    return std::holds_alternative<PtxOfBaseline>(note) || std::holds_alternative<NotInNixpkgs>(note) ||
           std::holds_alternative<DuplicateCapability>(note) || std::holds_alternative<HeadersOlderThanLibrary>(note);
}

/// It hangs on what is not known whether an advisory begins or ends.
bool hides_an_advisory(const Said& said) {
    return said.code == "glibc-unknown" || said.code == "compiler-version-matters";
}

/// A standard that was asked for and that the release does not take.
bool lacks_standard(const ImpactReport& report, const SetInStdenv& seen) {
    return report.question.standard && !seen.request.standard;
}

/// The note of that text, made where there is none yet.
ImpactNote& note_of(std::vector<ImpactNote>& notes, Said said) {
    const auto same = std::ranges::find_if(notes, [&](const ImpactNote& note) { return note.said.text == said.text; });
    if (same != notes.end()) return *same;
    return notes.emplace_back(ImpactNote{std::move(said), {}});
}

void add_note(const SetImpact& set, Said said, std::vector<ImpactNote>& notes) {
    std::vector<std::string>& sets = note_of(notes, std::move(said)).sets;
    if (!contains(sets, set.attribute)) sets.push_back(set.attribute);
}

/// Of a set that goes nothing is said.
void add_notes_of(const ImpactReport& report, const SetImpact& set, std::vector<ImpactNote>& notes) {
    if (!set.after) return;
    const bool patches_known = (!set.before || set.before->patch_known) && set.after->patch_known;
    if (!patches_known)
        add_note(set, {"patch-not-known", "which patch release it holds is not known; the newest is supposed"}, notes);
    const StdenvImpact& seen = set.stdenvs.front();
    if (seen.before)
        for (Said& said : say_notes(report, *seen.before))
            if (hides_an_advisory(said)) add_note(set, std::move(said), notes);
    if (seen.after)
        for (Said& said : say_notes(report, *seen.after)) add_note(set, std::move(said), notes);
}

void add_new_compiler_note(const ImpactReport& report, const ImpactSide& side, std::vector<ImpactNote>& notes) {
    const EnvironmentRow* channel = find_environment(report.tables, side.channel);
    const Compiler compiler = side.stdenv.compiler;
    if (!channel || compiler == channel->compiler) return;
    const auto& majors = compiler.family == Compiler::Family::gcc ? channel->gccs : channel->clangs;
    if (contains(majors, compiler.major)) return;
    note_of(notes, {"not-packaged-yet",
                    fmt::format("{} does not package {}; it is supposed to be packaged then", channel->id,
                                to_string(compiler)),
                    channel->sources});
}

}  // namespace

std::vector<Said> say_notes(const ImpactReport& report, const SetInStdenv& seen) {
    const ResolutionReport answer{.tables = report.tables,
                                  .request = seen.request,
                                  .resolution = seen.resolution,
                                  .cuda_requested = {},
                                  .package_set = {},
                                  .environment = {}};
    std::vector<Said> notes;
    for (const Note& note : seen.resolution.notes)
        if (!is_beside(note)) notes.push_back(say(answer, note));
    if (lacks_standard(report, seen))
        notes.push_back({"standard-not-in-release",
                         fmt::format("CUDA {} does not take {}; {} is supposed", to_string(seen.request.cuda),
                                     to_string(*report.question.standard), to_string(seen.resolution.standard))});
    return notes;
}

std::vector<ImpactNote> say_notes(const ImpactReport& report) {
    std::vector<ImpactNote> notes;
    if (report.from_assumed)
        note_of(notes, {"from-assumed", fmt::format("the package sets and compilers of {} are assumed (--from)",
                                                    report.question.before.channel)});
    add_new_compiler_note(report, report.question.before, notes);
    add_new_compiler_note(report, report.question.after, notes);
    for (const SetImpact& set : report.impact.sets) add_notes_of(report, set, notes);
    return notes;
}

}  // namespace cudastdenv::words
