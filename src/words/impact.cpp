// SPDX-License-Identifier: MIT
#include "words/nix.hpp"

#include "core/lists.hpp"
#include "core/versions.hpp"
#include "tables/lookup.hpp"
#include "words/phrases.hpp"
#include "words/resolution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

namespace cudastdenv::words {

namespace {

using nix::ImpactChange;
using nix::ImpactQuestion;
using nix::ImpactSide;
using nix::SetImpact;
using nix::SetInStdenv;

/// Of the default stdenv.
std::size_t count_of(const NixImpactAnswer& answer, ImpactChange change) {
    return static_cast<std::size_t>(std::ranges::count_if(answer.sets, [&](const NixImpactAnswer::Set& set) {
        return set.stdenvs.front().change == to_string(change);
    }));
}

std::string verb(std::size_t count, std::string_view one, std::string_view several) {
    return fmt::format("{} {}", count, count == 1 ? one : several);
}

/// `cudaPackages becomes 13.3`; empty: it stays of that minor release.
std::string default_in_words(const NixImpactAnswer& answer) {
    const auto found = std::ranges::find(answer.aliases, "cudaPackages", &NixImpactAnswer::Set::attribute);
    if (found == answer.aliases.end() || !found->before || !found->after) return "";
    const Version after = minor_of(*found->after);
    return after == minor_of(*found->before) ? "" : "cudaPackages becomes " + to_string(after);
}

/// `1 of 10 gets another one`, `2 follow`: what changes but for what is lost; empty: nothing.
std::vector<std::string> counts_in_words(const NixImpactAnswer& answer) {
    std::vector<std::string> parts;
    const auto add = [&](ImpactChange change, std::string_view one, std::string_view several) {
        if (const std::size_t count = count_of(answer, change)) parts.push_back(verb(count, one, several));
    };
    if (const std::size_t other = count_of(answer, ImpactChange::changed))
        parts.push_back(fmt::format("{} of {} {} another one", other, answer.sets.size(), other == 1 ? "gets" : "get"));
    add(ImpactChange::follows, "follows", "follow");
    add(ImpactChange::gained, "gets its first", "get their first");
    add(ImpactChange::appears, "appears", "appear");
    add(ImpactChange::goes, "goes", "go");
    if (const std::string moved = default_in_words(answer); !moved.empty()) parts.push_back(moved);
    return parts;
}

/// The sets that are left without a compiler, with the stdenvs where that is not the default one.
std::vector<std::string> left_without(const NixImpactAnswer& answer) {
    std::vector<std::string> left;
    for (const NixImpactAnswer::Set& set : answer.sets) {
        std::vector<std::string> stdenvs;
        for (std::size_t i = 0; i < set.stdenvs.size(); ++i)
            if (set.stdenvs[i].left_without)
                stdenvs.push_back(change_in_words(answer.stdenvs[i].before, answer.stdenvs[i].after));
        if (stdenvs.empty()) continue;
        left.push_back(set.stdenvs.front().left_without ? set.attribute
                                                        : fmt::format("{} (with {})", set.attribute, joined(stdenvs)));
    }
    return left;
}

bool has_none(const NixImpactAnswer::Set& set) {
    const auto& after = set.stdenvs.front().after;
    return after && !after->host_compiler;
}

/// It is broken as it stands, and was not.
bool begins_to_break(const NixImpactAnswer::Set& set) {
    const NixImpactAnswer::InStdenv& seen = set.stdenvs.front();
    return seen.after && seen.after->broken_by && !(seen.before && seen.before->broken_by);
}

/// A few are named, more are counted.
std::string left_in_words(const std::vector<std::string>& left) {
    constexpr std::size_t few = 3;
    return fmt::format("no compiler is left for {}",
                       left.size() > few ? fmt::format("{} CUDA package sets", left.size()) : joined(left));
}

std::string headline(const NixImpactAnswer& answer) {
    const std::vector<std::string> left = left_without(answer);
    const auto none = static_cast<std::size_t>(std::ranges::count_if(answer.sets, has_none));
    const auto broken = static_cast<std::size_t>(std::ranges::count_if(answer.sets, begins_to_break));
    std::vector<std::string> counts = counts_in_words(answer);
    if (counts.empty()) counts.emplace_back(left.empty() ? "none changes" : "no other changes");
    const std::string first = !left.empty() ? left_in_words(left)
                              : none > 0    ? fmt::format("no CUDA package set loses its compiler ({} had none)", none)
                                            : "every CUDA package set has a compiler";
    return fmt::format("{}: {}{}", first, joined(counts),
                       broken > 0 ? fmt::format("; {}", verb(broken, "breaks", "break")) : "");
}

/// What is packaged, where that is not what the channel packages and the default compiler.
std::string packaged_in_words(const EnvironmentRow* channel, const ImpactSide& side) {
    if (!channel) return "";
    const ImpactSide usual = nix::with_default_compiler(nix::side_of(*channel), side.stdenv.compiler, std::nullopt);
    if (usual.packaged == side.packaged) return "";
    std::vector<std::string> names;
    for (const Compiler compiler : side.packaged) names.push_back(to_string(compiler));
    return fmt::format("; packaged: {}", joined(names));
}

std::string side_in_words(const Tables& tables, const ImpactSide& side) {
    const EnvironmentRow* channel = find_environment(tables, side.channel);
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

NixImpactAnswer::Side side_of(const Tables& tables, const ImpactSide& side) {
    NixImpactAnswer::Side result{side.channel, side.stdenv.compiler, side.stdenv.libstdcxx, side.stdenv.glibc,
                                 side.packaged};
    result.text = side_in_words(tables, side);
    return result;
}

/// What concerns a capability list, or tells how to use a compiler: no question here.
bool is_beside(const Diagnostic& note) { return is_about_list(note) || note.id == "headers-older-than-library"; }

/// It hangs on what is not known whether an advisory begins or ends.
bool hides_an_advisory(const Said& said) {
    return said.code == "glibc-unknown" || said.code == "compiler-version-matters";
}

/// What is not known of a set in a stdenv, or was supposed.
std::vector<Said> say_notes(const Tables& tables, const ImpactQuestion& question, const SetInStdenv& seen) {
    const ResolutionReport answer{{}, tables, seen.request, seen.resolution};
    std::vector<Said> notes;
    for (const Diagnostic& note : seen.resolution.notes)
        if (!is_beside(note)) notes.push_back(say(answer, note));
    if (question.standard && !seen.request.standard)
        notes.push_back({"standard-not-in-release",
                         fmt::format("CUDA {} does not take {}; {} is supposed", to_string(seen.request.cuda),
                                     to_string(*question.standard), to_string(seen.resolution.standard))});
    return notes;
}

std::vector<std::string_view> ids_of(const std::vector<const AdvisoryRow*>& advisories) {
    std::vector<std::string_view> ids;
    for (const AdvisoryRow* advisory : advisories) ids.push_back(advisory->id);
    return ids;
}

std::optional<NixImpactAnswer::Outcome> outcome_of(const Tables& tables, const ImpactQuestion& question,
                                                   const std::optional<SetInStdenv>& seen) {
    if (!seen) return std::nullopt;
    const std::optional<HostCompiler>& host = seen->host();
    const AdvisoryRow* broken = seen->resolution.broken_by;
    NixImpactAnswer::Outcome outcome{
        .stdenv = seen->request.stdenv.compiler,
        .way = !host               ? "none"
               : host->uses_stdenv ? "own"
                                   : "wrapped",
        .host_compiler = host ? std::optional(host->compiler) : std::nullopt,
        .missing = seen->missing,
        .view = host ? std::optional(host->range.view) : std::nullopt,
        .headers_inferred = host ? std::optional(host->headers_inferred) : std::nullopt,
        .broken_by = broken ? std::optional(broken->id) : std::nullopt,
        .advisories = ids_of(seen->resolution.advisories),
    };
    for (const Said& note : say_notes(tables, question, *seen)) outcome.notes.push_back({note.code});
    return outcome;
}

NixImpactAnswer::Set set_of(const Tables& tables, const ImpactQuestion& question, const SetImpact& set) {
    const auto release = [](const std::optional<nix::SetOnSide>& on_side) {
        return on_side ? std::optional(on_side->release) : std::nullopt;
    };
    const auto is_known = [](const std::optional<nix::SetOnSide>& on_side) { return !on_side || on_side->patch_known; };
    NixImpactAnswer::Set result{
        set.attribute, release(set.before), release(set.after), is_known(set.before) && is_known(set.after), {}};
    for (const nix::StdenvImpact& impact : set.stdenvs)
        result.stdenvs.push_back({.before = outcome_of(tables, question, impact.before),
                                  .after = outcome_of(tables, question, impact.after),
                                  .change = {to_string(impact.change)},
                                  .left_without = nix::is_left_without(set, impact),
                                  .begin = ids_of(impact.begin),
                                  .end = ids_of(impact.end)});
    return result;
}

/// Those that begin or end in any set and stdenv, the worst first.
std::vector<const AdvisoryRow*> turning(const nix::Impact& impact) {
    std::vector<const AdvisoryRow*> all;
    for (const SetImpact& set : impact.sets)
        for (const nix::StdenvImpact& stdenv : set.stdenvs)
            for (const auto* list : {&stdenv.begin, &stdenv.end})
                for (const AdvisoryRow* advisory : *list)
                    if (!contains(all, advisory)) all.push_back(advisory);
    std::ranges::stable_sort(all, {}, &AdvisoryRow::severity);
    return all;
}

/// What is not known or was supposed, each sentence once.
class Notes {
public:
    Notes(const Tables& tables, const ImpactQuestion& question) : tables_(tables), question_(question) {}

    void add_of_question(bool from_assumed) {
        if (from_assumed)
            add({"from-assumed",
                 fmt::format("the package sets and compilers of {} are assumed (--from)", question_.before.channel)});
        add_new_compiler(question_.before);
        add_new_compiler(question_.after);
    }
    /// In the default stdenv. Of a set that goes nothing is said.
    void add_of(const SetImpact& set) {
        if (!set.after) return;
        const bool patches_known = (!set.before || set.before->patch_known) && set.after->patch_known;
        if (!patches_known)
            add(set, {"patch-not-known", "which patch release it holds is not known; the newest is supposed"});
        const nix::StdenvImpact& seen = set.stdenvs.front();
        if (seen.before)
            for (Said& said : say_notes(tables_, question_, *seen.before))
                if (hides_an_advisory(said)) add(set, std::move(said));
        if (seen.after)
            for (Said& said : say_notes(tables_, question_, *seen.after)) add(set, std::move(said));
    }
    [[nodiscard]] std::vector<NixImpactAnswer::Note> take() { return std::move(notes_); }

private:
    NixImpactAnswer::Note& add(Said said) {
        const auto same = std::ranges::find(notes_, said.text, &NixImpactAnswer::Note::text);
        if (same != notes_.end()) return *same;
        return notes_.emplace_back(NixImpactAnswer::Note{said.code, std::move(said.text), {}, said.sources});
    }
    void add(const SetImpact& set, Said said) {
        std::vector<std::string>& sets = add(std::move(said)).sets;
        if (!contains(sets, set.attribute)) sets.push_back(set.attribute);
    }
    void add_new_compiler(const ImpactSide& side) {
        const EnvironmentRow* channel = find_environment(tables_, side.channel);
        const Compiler compiler = side.stdenv.compiler;
        if (!channel || compiler == channel->compiler) return;
        const auto& majors = compiler.family == Compiler::Family::gcc ? channel->gccs : channel->clangs;
        if (contains(majors, compiler.major)) return;
        add({"not-packaged-yet",
             fmt::format("{} does not package {}; it is supposed to be packaged then", channel->id,
                         to_string(compiler)),
             channel->sources});
    }

    const Tables& tables_;
    const ImpactQuestion& question_;
    std::vector<NixImpactAnswer::Note> notes_;
};

}  // namespace

NixImpactAnswer impact_answer(const Tables& tables, const ImpactQuestion& question, const nix::Impact& impact,
                              bool from_assumed) {
    NixImpactAnswer answer{
        .left_without = nix::leaves_any_without(impact),
        .policy = question.policy,
        .system = question.system,
        .before = side_of(tables, question.before),
        .after = side_of(tables, question.after),
        .needed = impact.needed,
        .no_longer_needed = impact.no_longer_needed,
        .other_needed = impact.other_needed,
        .advisories = advisories_of(turning(impact)),
    };
    answer.stdenvs = impact.stdenvs;
    for (const SetImpact& set : impact.sets) answer.sets.push_back(set_of(tables, question, set));
    for (const SetImpact& set : impact.aliases) answer.aliases.push_back(set_of(tables, question, set));
    answer.headline = headline(answer);
    Notes notes(tables, question);
    notes.add_of_question(from_assumed);
    for (const SetImpact& set : impact.sets) notes.add_of(set);
    answer.notes = notes.take();
    return answer;
}

}  // namespace cudastdenv::words
