// SPDX-License-Identifier: MIT
#include "words/ingest.hpp"

#include "core/lists.hpp"
#include "core/quote.hpp"
#include "tables/fields.hpp"
#include "words/phrases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace cudastdenv::words {

namespace {

std::string_view check_in_words(HostCheck check) {
    switch (check) {
        case HostCheck::gcc: return "GCC";
        case HostCheck::clang: return "Clang";
        case HostCheck::grace: return "Clang for Grace";
    }
    return {};
}

std::string unknown_check_message(const UnknownCheck& p) {
    if (p.condition.empty())
        return fmt::format("line {}: stops every compiler, under no condition that this program reads", p.line);
    return fmt::format(
        "line {}: GCC or Clang may be stopped here, under a condition that this program does not know: {}", p.line,
        as_plain_text(p.condition));
}

SaidProblem say_header(const HeaderProblem& problem) {
    using Said = SaidProblem;
    return std::visit(
        Overloaded{
            [](const UnknownCheck& p) { return said<Said>("unknown-check", "{}", unknown_check_message(p)); },
            [](const RepeatedCheck& p) {
                return said<Said>("repeated-check",
                                  "line {}: checks {} a second time; the first check is the one taken", p.line,
                                  check_in_words(p.check));
            },
            [](const ImpossibleCheck& p) {
                return said<Said>("impossible-check", "line {}: lets no {} pass at all", p.line,
                                  check_in_words(p.check));
            },
            [](const MissingCheck& p) {
                return said<Said>("missing-check", "does not check {}", check_in_words(p.check));
            },
            [](const StrayDirective& p) {
                return said<Said>("stray-directive", "line {}: #{} where none can stand", p.line, p.directive);
            },
            [](const OpenConditional& p) {
                return said<Said>("open-conditional", "line {}: this #if has no #endif", p.line);
            },
            [](const OpenComment& p) {
                return said<Said>("open-comment", "line {}: this comment does not end", p.line);
            },
            [](const LongLine& p) {
                return said<Said>("long-line", "line {}: longer than {} KiB", p.line, max_header_line >> 10);
            },
            [](const DeepNesting& p) {
                return said<Said>("deep-nesting", "line {}: #if within #if, too deep to follow", p.line);
            },
            [](const LargeHeader&) {
                return said<Said>("large-header", "the header is larger than {} MiB", max_header_bytes >> 20);
            },
        },
        problem);
}

std::string clue_in_words(const Clue& clue) {
    const std::string version = clue.build ? "nvcc " + to_string(*clue.build)
                                           : "CUDA " + to_string(clue.release.value_or(Version{}));
    return fmt::format("{} says {}", as_plain_text(clue.where), version);
}

std::string trouble_message(const ToolTrouble& p) {
    switch (p.what) {
        case ToolTrouble::What::missing: return "there is no nvcc and no ptxas to run";
        case ToolTrouble::What::cannot_start: return fmt::format("{} cannot be started: {}", p.tool, p.detail);
        case ToolTrouble::What::hangs: return fmt::format("{} does not end within {} s", p.tool, p.detail);
        case ToolTrouble::What::floods: return fmt::format("{} prints more than 1 MiB", p.tool);
        case ToolTrouble::What::fails: return fmt::format("{} ends with {}", p.tool, p.detail);
        case ToolTrouble::What::says_nothing:
            if (p.detail.empty()) return fmt::format("{} prints nothing", p.tool);
            return fmt::format("{} prints nothing like {} where it belongs", p.tool, p.detail);
        case ToolTrouble::What::unknown_architecture:
            return fmt::format("{} lists {}, which is no architecture that this program can read", p.tool,
                               in_quotes(p.detail));
        case ToolTrouble::What::unknown_standard:
            return fmt::format(
                "{} lists {}, a C++ standard that this program does not know: which is the newest is left "
                "open",
                p.tool, in_quotes(p.detail));
        case ToolTrouble::What::lists_differ: return fmt::format("{} list different architectures", p.tool);
    }
    return {};
}

std::string unknown_release_message(const ReleaseUnknown& p) {
    if (p.build)
        return fmt::format("no release of the tables has nvcc {}; say which one it is with --cuda {}",
                           to_string(*p.build), to_string(p.likely));
    return "nothing here says which release it is: no version.json, no cuda_runtime_api.h, no name of a package; say "
           "it with --cuda 12.8.1";
}

std::string new_release_message(const NewRelease& d) {
    std::string message = fmt::format("{}: the tables do not have it", to_string(d.release));
    if (d.same_nvcc_as) message += fmt::format("; its nvcc is that of {}", to_string(*d.same_nvcc_as));
    return message;
}

std::string_view row_or_none(bool known) { return known ? "the tables do not" : "the tables have no row for it"; }

}  // namespace

std::string bounds_in_words(const std::optional<HeaderBounds>& bounds) {
    if (!bounds) return "not checked";
    return bounds->min ? fmt::format("{} to {}", *bounds->min, bounds->max) : fmt::format("up to {}", bounds->max);
}

namespace {

SaidProblem say_problem(const IngestProblem& problem) {
    using Said = SaidProblem;
    return std::visit(
        Overloaded{
            [](const HeaderProblem& p) { return say_header(p); },
            [](const UnreadableClue& p) {
                return said<Said>("unreadable", "{}: {}", as_plain_text(p.file), as_plain_text(p.why));
            },
            [](const CluesDisagree& p) {
                return said<Said>("clues-disagree", "{}, but {}", clue_in_words(p.first), clue_in_words(p.second));
            },
            [](const ReleaseUnknown& p) { return said<Said>("release-unknown", "{}", unknown_release_message(p)); },
            [](const ToolTrouble& p) { return said<Said>("tool", "{}", trouble_message(p)); },
        },
        problem);
}

/// Its sources are those of the tables; the place is where the toolkit's side of it was read.
IngestAnswer::Difference say_difference(const Toolkit& toolkit, const Difference& difference) {
    using Said = IngestAnswer::Difference;
    const std::string first_clue = toolkit.clues.empty() ? "" : toolkit.clues.front().where;
    return std::visit(Overloaded{
                          [&](const NewRelease& d) -> Said {
                              return {"new-release", d.release, new_release_message(d), {first_clue}, {}};
                          },
                          [&](const BuildDiffers& d) -> Said {
                              return {"build",
                                      d.release,
                                      fmt::format("{}: nvcc is {} here, {} in the tables", to_string(d.release),
                                                  to_string(d.toolkit), d.tables ? to_string(*d.tables) : "not known"),
                                      {first_clue},
                                      d.sources};
                          },
                          [&](const BoundsDiffer& d) -> Said {
                              return {"bounds",
                                      d.release,
                                      fmt::format("{}: {} {} here, {} in the tables", to_string(d.release),
                                                  check_in_words(d.check), bounds_in_words(d.toolkit),
                                                  bounds_in_words(d.tables)),
                                      {toolkit.header},
                                      d.sources};
                          },
                          [&](const StandardDiffers& d) -> Said {
                              return {"standard",
                                      d.release,
                                      fmt::format("{}: nvcc takes {} here, {} in the tables", to_string(d.release),
                                                  to_string(d.toolkit), d.tables ? to_string(*d.tables) : "not known"),
                                      {toolkit.answers->nvcc + " --help"},
                                      d.sources};
                          },
                          [&](const CapabilityTaken& d) -> Said {
                              return {"capability-taken",
                                      d.release,
                                      fmt::format("{}: nvcc takes {}, {}", to_string(d.release),
                                                  to_string(d.capability), row_or_none(d.known)),
                                      {toolkit.answers->capabilities_by},
                                      d.sources};
                          },
                          [&](const CapabilityRefused& d) -> Said {
                              return {"capability-refused",
                                      d.release,
                                      fmt::format("{}: nvcc does not take {}, the tables do", to_string(d.release),
                                                  to_string(d.capability)),
                                      {toolkit.answers->capabilities_by},
                                      d.sources};
                          },
                      },
                      difference);
}

IngestAnswer::Clue to_answer(const Clue& clue) {
    return {.where = {clue.where},
            .build = clue.build,
            .release = clue.release,
            .package = some_foreign(clue.package),
            .package_version = some_foreign(clue.package_version),
            .platform = some_foreign(clue.platform)};
}

}  // namespace

IngestAnswer ingest_answer(const Tables& tables, const IngestResult& result) {
    const Toolkit& toolkit = result.toolkit;
    const IngestVerdict& verdict = result.verdict;
    IngestAnswer answer{.schema = {SchemaVersion()},
                        .path = {toolkit.path.string()},
                        .releases = verdict.releases,
                        .release_exact = verdict.exact && !verdict.releases.empty(),
                        .nvcc = toolkit.build,
                        .header = some_foreign(toolkit.header),
                        .enforced = {toolkit.bounds.gcc, toolkit.bounds.clang, toolkit.bounds.grace},
                        .run = {},
                        .rows = ingest_rows(tables, result),
                        .uncited = verdict.uncited,
                        .is_meta_package = is_meta_package(toolkit)};
    if (const auto& run = toolkit.answers)
        answer.run = IngestAnswer::Run{run->capabilities, some_foreign(run->capabilities_by), run->newest_standard};
    for (const Clue& clue : toolkit.clues) answer.clues.push_back(to_answer(clue));
    for (const IngestProblem& problem : toolkit.problems) {
        answer.problems.push_back(say_problem(problem));
        if (std::holds_alternative<HeaderProblem>(problem)) answer.is_header_understood = false;
    }
    for (const Difference& difference : verdict.differences)
        answer.differences.push_back(say_difference(toolkit, difference));
    return answer;
}

IngestAllAnswer ingest_all_answer(const Tables& tables, std::span<const IngestResult> results,
                                  std::span<const IngestFailure> failures) {
    IngestAllAnswer answer;
    for (const IngestResult& result : results) {
        answer.toolkits.push_back(ingest_answer(tables, result));
        answer.toolkits.back().schema.value.reset();
    }
    for (const IngestFailure& failure : failures)
        answer.left_out.push_back({{failure.path}, !failure.skipped, {failure.message}});
    return answer;
}

std::string not_applied_message(NotApplied reason) {
    switch (reason) {
        case NotApplied::applied:
        case NotApplied::nothing_to_change: return {};
        case NotApplied::no_header: return "a new release without its crt/host_config.h is not written";
        case NotApplied::release_not_exact: return "which release it is is not known well enough to write anything";
        case NotApplied::not_understood: return "what is not understood is not written";
        case NotApplied::only_pinned:
            return "an nvcc that only a meta package pins is not written over the one that the tables have";
    }
    return {};
}

namespace {

using Rows = Map<std::vector<Json>>;

void add_row(std::string_view file, Json row, Rows& rows) {
    auto found = std::ranges::find(rows.entries, file, [](const auto& entry) { return std::string_view(entry.first); });
    if (found == rows.entries.end()) found = rows.entries.insert(found, {std::string(file), {}});
    if (!contains(found->second, row)) found->second.push_back(std::move(row));
}

/// Whether anything says which toolkit it is.
bool is_named(const Toolkit& toolkit) { return toolkit.build || toolkit.release; }

/// Of a toolkit whose release nobody knows.
void add_nameless_rows(const IngestResult& result, Rows& rows) {
    const HostConfig& bounds = result.toolkit.bounds;
    std::vector<std::string_view> ids;
    if (is_named(result.toolkit)) ids.push_back(result.verdict.source.id);
    const auto range = [&](HostCheck check) -> std::optional<HostRange> {
        const std::optional<HeaderBounds>& found = bounds_of(bounds, check);
        return found ? std::optional(HostRange{found->min, found->max, SourceIds(ids)}) : std::nullopt;
    };
    for (const HostCheck check : {HostCheck::gcc, HostCheck::clang}) {
        HostCompilerRow row;
        row.family = check == HostCheck::gcc ? Compiler::Family::gcc : Compiler::Family::clang;
        row.enforced = range(check);
        if (check == HostCheck::clang) row.grace = range(HostCheck::grace);
        Json json = json_of(row);
        json["first"] = nullptr;
        json["last"] = nullptr;
        add_row("host_compilers.json", std::move(json), rows);
    }
}

void add_known_rows(const Tables& before, const IngestResult& result, Rows& rows) {
    const IngestVerdict& verdict = result.verdict;
    TableUpdate update(before);
    const bool is_applied = update.add(result) == NotApplied::applied;
    const Tables tables = update.view();
    for (const Version version : verdict.releases)
        for (const Release& release : tables.releases)
            if (release.version == version) add_row("releases.json", json_of(release), rows);
    // A new release without a header of its own has that of another one, so its rows are there too.
    const bool is_new = is_applied && std::ranges::any_of(verdict.differences, [](const Difference& difference) {
                            return std::holds_alternative<NewRelease>(difference);
                        });
    if (result.toolkit.header.empty() && !is_new) return;
    for (const HostCompilerRow& row : tables.host_compilers)
        for (const Version version : verdict.releases)
            if (row.first <= version && version <= row.last) add_row("host_compilers.json", json_of(row), rows);
}

}  // namespace

Rows ingest_rows(const Tables& tables, const IngestResult& result) {
    Rows rows;
    const bool has_header = !result.toolkit.header.empty();
    if (!result.verdict.releases.empty()) add_known_rows(tables, result, rows);
    else if (has_header) add_nameless_rows(result, rows);
    const bool has_source = has_header || is_meta_package(result.toolkit);
    if (has_source && result.verdict.exact && is_named(result.toolkit))
        add_row("sources.json", json_of(result.verdict.source), rows);
    return rows;
}

}  // namespace cudastdenv::words
