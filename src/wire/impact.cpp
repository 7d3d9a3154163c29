// SPDX-License-Identifier: MIT
#include "wire/impact.hpp"

#include "core/contains.hpp"
#include "wire/records/impact.hpp"
#include "words/resolution.hpp"

#include <algorithm>
#include <utility>

namespace cudastdenv::wire {

namespace {

using words::ImpactReport;

std::vector<std::string_view> ids_of(const std::vector<const AdvisoryRow*>& advisories) {
    std::vector<std::string_view> ids;
    for (const AdvisoryRow* advisory : advisories) ids.push_back(advisory->id);
    return ids;
}

ImpactSideRecord side_record(const nix::ImpactSide& side) {
    return {side.channel, side.stdenv.compiler, side.stdenv.libstdcxx, side.stdenv.glibc, side.packaged};
}

std::optional<ImpactOutcomeRecord> outcome_record(const ImpactReport& report,
                                                  const std::optional<nix::SetInStdenv>& seen) {
    if (!seen) return std::nullopt;
    const std::optional<HostCompiler>& host = seen->host();
    const AdvisoryRow* broken = seen->resolution.broken_by;
    ImpactOutcomeRecord record{
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
        .notes = {},
    };
    for (const Said& note : words::say_notes(report, *seen)) record.notes.push_back({note.code});
    return record;
}

SetImpactRecord set_record(const ImpactReport& report, const nix::SetImpact& set) {
    const auto release = [](const std::optional<nix::SetOnSide>& on_side) {
        return on_side ? std::optional(on_side->release) : std::nullopt;
    };
    const auto is_known = [](const std::optional<nix::SetOnSide>& on_side) { return !on_side || on_side->patch_known; };
    SetImpactRecord record{
        set.attribute, release(set.before), release(set.after), is_known(set.before) && is_known(set.after), {}};
    for (const nix::StdenvImpact& impact : set.stdenvs)
        record.stdenvs.push_back({.before = outcome_record(report, impact.before),
                                  .after = outcome_record(report, impact.after),
                                  .change = {words::to_string(impact.change)},
                                  .left_without = nix::is_left_without(set, impact),
                                  .begin = ids_of(impact.begin),
                                  .end = ids_of(impact.end)});
    return record;
}

std::vector<NeededCompilerRecord> needed_records(const std::vector<nix::NeededCompiler>& needed) {
    std::vector<NeededCompilerRecord> records;
    for (const nix::NeededCompiler& one : needed) records.push_back({one.compiler, one.packaged, one.sets});
    return records;
}

/// Those that begin or end in any set and stdenv, the worst first.
std::vector<const AdvisoryRow*> turning(const nix::Impact& impact) {
    std::vector<const AdvisoryRow*> all;
    for (const nix::SetImpact& set : impact.sets)
        for (const nix::StdenvImpact& stdenv : set.stdenvs)
            for (const auto* list : {&stdenv.begin, &stdenv.end})
                for (const AdvisoryRow* advisory : *list)
                    if (!contains(all, advisory)) all.push_back(advisory);
    std::ranges::stable_sort(all, {}, [](const AdvisoryRow* advisory) { return advisory->severity; });
    return all;
}

}  // namespace

std::string impact_json(const ImpactReport& report) {
    const nix::Impact& impact = report.impact;
    NixImpactRecord record{
        .headline = words::headline(report),
        .left_without = nix::leaves_any_without(impact),
        .policy = report.question.policy,
        .system = report.question.system,
        .before = side_record(report.question.before),
        .after = side_record(report.question.after),
        .sets = {},
        .aliases = {},
        .needed = needed_records(impact.needed),
        .no_longer_needed = impact.no_longer_needed,
        .other_needed = needed_records(impact.other_needed),
        .advisories = words::advisories_of(turning(impact)),
        .notes = {},
    };
    for (const nix::SetImpact& set : impact.sets) record.sets.push_back(set_record(report, set));
    for (const nix::SetImpact& set : impact.aliases) record.aliases.push_back(set_record(report, set));
    for (words::ImpactNote& note : words::say_notes(report))
        record.notes.push_back({{note.said.code}, std::move(note.said.text), std::move(note.sets), note.said.sources});
    return answer_text(record);
}

}  // namespace cudastdenv::wire
