// SPDX-License-Identifier: MIT
#include "core/lists.hpp"
#include "core/quote.hpp"
#include "core/versions.hpp"
#include "tables/lookup.hpp"
#include "words/diagnostics.hpp"
#include "words/drivers.hpp"
#include "words/phrases.hpp"
#include "words/resolution.hpp"

#include <fmt/format.h>

namespace cudastdenv::words {

namespace {

/// The mode with the lowest driver requirement decides: minor-version compatibility, if the release has it. An
/// unsupported GPU has priority over everything. So does a GPU with unknown support, if no mode decides.
const BlockedWay* last_obstacle(const DriverAnswer& answer) {
    const BlockedWay* last = nullptr;
    for (const BlockedWay& obstacle : answer.obstacles) {
        if (obstacle.gpu && (obstacle.is_certain || !runs(answer))) return &obstacle;
        const bool decides = obstacle.way == native_way || obstacle.why.id == "below-minor-versions";
        if (decides || (!last && !obstacle.gpu)) last = &obstacle;
    }
    return last;
}

std::string driver_message(const DriverAnswer& answer, std::string_view message) {
    if (!runs(answer)) return fmt::format("unknown: {}", message);
    if (answer.support != DriverSupport::package || runs(answer) != true) return std::string(message);
    const bool jetson = answer.package && answer.package->gpus == CompatPackageRow::Gpus::jetson;
    return fmt::format("{}; only with NVIDIA's {}, on {}", message, compat_package_of(answer.release->version),
                       jetson ? "Jetsons" : "data-center GPUs");
}

Said say_driver(const DriverAnswer& answer) {
    const BlockedWay* obstacle = last_obstacle(answer);
    const auto said = obstacle ? say(*obstacle) : CompatAnswer::ClosedWay{};
    return {runs(answer) ? "driver" : "driver-not-known", driver_message(answer, said.text), said.sources};
}

std::string rejections_message(const std::vector<Rejection>& rejected) {
    std::string message;
    std::vector<Rejection> plain;
    for (const Rejection& rejection : rejected) plain.push_back({rejection.compiler, rejection.reason});
    for (const std::span<const Rejection> run : rejection_runs(plain))
        message += fmt::format("{}{}: {}", message.empty() ? "" : "; ", run_in_words(run), text_of(run.front().reason));
    return message.empty() ? "no candidates" : message;
}

Said say_no_host(const NoHostCompiler& obstacle) {
    constexpr std::string_view code = "no-host-compiler";
    std::string message = rejections_message(obstacle.rejected);
    if (obstacle.rejected.empty()) return {code, std::move(message)};
    const Diagnostic& first = obstacle.rejected.front().reason;
    return {first.id == "system-not-covered" ? first.id : code, std::move(message), first.sources};
}

/// The result of `releases`, together with the query.
struct ReleasesReport {
    const Tables& tables;
    const ReleasesQuestion& question;
    const FoundReleases answer;
};

std::string listed_in_words(const ListedCapability& listed) {
    return std::visit([](const auto& capability_or_name) { return fmt::format("{}", capability_or_name); }, listed);
}

/// In the form of the command's options: `driver`, `550.54`.
ReleasesAnswer::Condition condition_in_words(const Condition& condition) {
    // In the order of the alternatives.
    constexpr std::array<std::string_view, 8> options{"capabilities", "gpu",       "system", "driver",
                                                      "std",          "available", "stdenv", "glibc"};
    const Overloaded in_words{
        [](const CapabilitiesCondition& c) { return joined(c, ",", listed_in_words); },
        [](const GpuCondition& c) { return joined(c, ",", &Gpu::name); },
        [](const SystemCondition& c) { return std::string(c.redist_asked.empty() ? c.system : c.redist_asked); },
        [](DriverCondition c) { return to_string(c); },
        [](StandardCondition c) { return std::string(to_string(c)); },
        [](const CompilerCondition& c) {
            const auto name = [&](Compiler each) { return name_in_words(each, find_version(c.versions, each)); };
            return joined(c.any_of, ",", name);
        },
        [](const Environment& c) { return as_plain_text(c.name); },
        [](GlibcCondition c) { return to_string(c); },
    };
    return {options.at(condition.index()), std::visit(in_words, condition)};
}

/// `12.2.0 to 12.9.2, 13.3.1`, oldest first. Only a missing public release ends a run.
std::string ranges_in_words(const Tables& tables, const std::vector<const Release*>& releases) {
    const auto is_there = [&](const Release* release) { return contains(releases, release); };
    std::vector<const Release*> seen;
    for (const Release& release : tables.releases)
        if (!release.preview || is_there(&release)) seen.push_back(&release);
    const auto are_alike = [&](const Release* left, const Release* right) { return is_there(left) == is_there(right); };
    std::vector<std::string> texts;
    for (const auto run : runs_of(std::span<const Release* const>(seen), are_alike))
        if (is_there(run.front()))
            texts.push_back(run.size() == 1 ? to_string(run.front()->version)
                                            : fmt::format("{} to {}", run.front()->version, run.back()->version));
    return joined(texts);
}

template <class Kind>
const Kind* find_condition(const ReleasesReport& report) {
    for (const Condition& condition : report.question.conditions)
        if (const Kind* found = std::get_if<Kind>(&condition)) return found;
    return nullptr;
}

/// The found releases with this property, as text; empty: none.
template <class IsSo>
std::string ranges_where(const ReleasesReport& report, IsSo is_so) {
    std::vector<const Release*> releases;
    for (const FittingRelease& fitting : report.answer.releases)
        if (std::invoke(is_so, fitting)) releases.push_back(fitting.row);
    return ranges_in_words(report.tables, releases);
}

void note_assumptions(const ReleasesReport& report, std::vector<Said>& notes) {
    const EnvironmentRow& assumed = *find_environment(report.tables, report.tables.assumed_environment);
    const auto* compilers = find_condition<CompilerCondition>(report);
    const bool stdenv = find_condition<Environment>(report) != nullptr;
    const auto is_clang = [](Compiler compiler) { return compiler.family == Compiler::Family::clang; };
    if (!compilers && !stdenv) notes.push_back(said({"stdenv-of-releases", {{"compiler", assumed.compiler}}}));
    if (compilers && !stdenv && std::ranges::any_of(compilers->any_of, is_clang))
        notes.push_back(said({"libstdcxx-assumed", {{"gcc", assumed.libstdcxx}}}));
    if (!find_condition<SystemCondition>(report) && report.answer.system != Request{}.system)
        notes.push_back(said({"system-assumed", {{"system", report.answer.system}}}));
}

/// For the newest named release: if any is beyond the tables, it is.
void add_unverified_notes(const ReleasesReport& report, std::vector<Said>& notes) {
    const std::vector<FittingRelease>& releases = report.answer.releases;
    if (releases.empty()) return;
    const Version newest = releases.front().release;
    if (const auto note = beyond_tables(report.tables, newest)) notes.push_back(said(*note));
    const std::string unknown =
        ranges_where(report, [](const FittingRelease& fitting) { return !fitting.row->newest_standard; });
    if (find_condition<StandardCondition>(report) && !unknown.empty())
        notes.push_back(said({"standard-not-known", {{"releases", unknown}}}));
}

void add_cautions(const ReleasesReport& report, std::vector<Said>& notes) {
    const std::vector<FittingRelease>& releases = report.answer.releases;
    const Policy policy = report.question.policy;
    const std::string without_row = ranges_where(report,
                                                 [&](const FittingRelease& fitting) { return fitting.view != policy; });
    if (!without_row.empty())
        notes.push_back(said({"view-without-row", {{"view", view_in_words(policy)}, {"releases", without_row}}}));
    std::optional<Version> glibc;
    std::size_t count = 0;
    for (const FittingRelease& fitting : releases) {
        if (!fitting.glibc_from) continue;
        if (!glibc || *fitting.glibc_from < *glibc) glibc = fitting.glibc_from;
        ++count;
    }
    if (glibc) notes.push_back(said({"glibc-matters", {{"from", *glibc}, {"count", count}}}));
    const std::string inferred = ranges_where(report, &FittingRelease::headers_inferred);
    if (!inferred.empty()) notes.push_back(said({"headers-of-releases", {{"releases", inferred}}}));
    for (const FittingRelease& fitting : releases)
        if (!fitting.spared.empty())
            notes.push_back(
                said({"spared-of-releases",
                      {{"cuda", release_in_words(fitting.release)}, {"advisories", joined_by_and(fitting.spared)}},
                      find_by_id(report.tables.advisories, fitting.spared.front())->sources}));
    add_unverified_notes(report, notes);
    if (!releases.empty() && releases.front().preview) notes.push_back(said({"only-previews"}));
}

std::vector<std::string_view> options_of(const ReleasesAnswer& answer, const Conflict& conflict) {
    std::vector<std::string_view> options;
    for (const std::size_t condition : conflict) options.push_back(answer.conditions[condition].option);
    return options;
}

ReleasesAnswer::Conflict conflict_of(const ReleasesReport& report, const ReleasesAnswer& answer) {
    ReleasesAnswer::Conflict conflict{options_of(answer, report.answer.conflict), {}};
    for (const GivenUp& given_up : report.answer.given_up) {
        std::vector<Version> releases;
        for (const Release* release : given_up.releases) releases.push_back(release->version);
        conflict.without.push_back({answer.conditions[given_up.condition].option, std::move(releases),
                                    options_of(answer, given_up.conflict),
                                    ranges_in_words(report.tables, given_up.releases)});
    }
    return conflict;
}

}  // namespace

Said say(const LeftOutRelease& left_out) {
    return std::visit(Overloaded{
                          [](const Diagnostic& o) { return said(o); },
                          [](const DriverAnswer& o) { return say_driver(o); },
                          [](const NoHostCompiler& o) { return say_no_host(o); },
                      },
                      left_out.obstacle);
}

ReleasesAnswer releases_answer(const Tables& tables, const ReleasesQuestion& question,
                               const std::vector<UserDefault>& defaults) {
    const ReleasesReport report{tables, question, find_releases(tables, question)};
    const FoundReleases& found = report.answer;
    ReleasesAnswer answer{.policy = question.policy, .system = found.system, .notes = say(defaults)};
    note_assumptions(report, answer.notes);
    add_cautions(report, answer.notes);
    for (const Condition& condition : question.conditions) answer.conditions.push_back(condition_in_words(condition));
    answer.releases.assign(found.releases.begin(), found.releases.end());
    for (const LeftOutRelease& left_out : found.left_out) {
        Said said = say(left_out);
        answer.left_out.push_back({left_out.release->version, {}, said.code, std::move(said.text), said.sources});
        if (left_out.condition) answer.left_out.back().option = answer.conditions[*left_out.condition].option;
    }
    if (found.releases.empty()) answer.conflict = conflict_of(report, answer);
    return answer;
}

}  // namespace cudastdenv::words
