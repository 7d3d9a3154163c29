// SPDX-License-Identifier: MIT
#include "words/releases.hpp"

#include "core/lists.hpp"
#include "core/quote.hpp"
#include "core/versions.hpp"
#include "resolve/advisories.hpp"
#include "tables/lookup.hpp"
#include "words/diagnostics.hpp"
#include "words/drivers.hpp"
#include "words/phrases.hpp"
#include "words/resolution.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace cudastdenv::words {

namespace {

std::string listed_in_words(const ListedCapability& listed) {
    return std::visit(Overloaded{
                          [](Capability capability) { return to_string(capability); },
                          [](std::string_view name) { return std::string(name); },
                      },
                      listed);
}

template <class T, class InWords>
std::string with_commas(const std::vector<T>& values, InWords in_words) {
    std::vector<std::string> words;
    for (const T& value : values) words.push_back(in_words(value));
    return fmt::format("{}", fmt::join(words, ","));
}

/// The way that asks least of the driver decides: minor-version compatibility, where the release has that. A GPU that
/// the driver does not know goes before all, and so does one that it is not known to know where nothing else decides.
const DriverObstacle* last_obstacle(const DriverAnswer& answer) {
    const DriverObstacle* last = nullptr;
    for (const DriverObstacle& obstacle : answer.obstacles) {
        const bool is_gpu = std::holds_alternative<GpuKnowledge>(obstacle);
        if (is_gpu && (is_certain(obstacle) || !runs(answer))) return &obstacle;
        const auto* blocked = std::get_if<BlockedWay>(&obstacle);
        const bool is_way = blocked && (blocked->way == native_way || blocked->why.id == "below-minor-versions");
        if (is_way || (!last && !is_gpu)) last = &obstacle;
    }
    return last;
}

std::string driver_message(const DriverAnswer& answer, std::string_view message) {
    if (!runs(answer)) return fmt::format("not known: {}", message);
    if (answer.support != DriverSupport::package || runs(answer) != true) return std::string(message);
    const bool jetson = answer.package && answer.package->gpus == CompatPackageRow::Gpus::jetson;
    return fmt::format("{}; only with NVIDIA's {}, on {}", message, compat_package_of(answer.release->version),
                       jetson ? "Jetsons" : "data-center GPUs");
}

Said say_driver(const DriverAnswer& answer) {
    const DriverObstacle* obstacle = last_obstacle(answer);
    const auto said = obstacle ? say(*obstacle) : CompatAnswer::ClosedWay{};
    return {runs(answer) ? "driver" : "driver-not-known", driver_message(answer, said.text), said.sources};
}

std::string rejections_message(const std::vector<Rejection>& rejected) {
    std::string message;
    std::vector<Rejection> plain;
    for (const Rejection& rejection : rejected) plain.push_back({rejection.compiler, rejection.reason});
    for (const std::span<const Rejection> run : rejection_runs(plain))
        message += fmt::format("{}{}: {}", message.empty() ? "" : "; ", run_in_words(run), text_of(run.front().reason));
    return message.empty() ? "there is no candidate" : message;
}

Said say_no_host(const NoHostCompiler& obstacle) {
    constexpr std::string_view code = "no-host-compiler";
    std::string message = rejections_message(obstacle.rejected);
    if (obstacle.rejected.empty()) return {code, std::move(message)};
    const Diagnostic& first = obstacle.rejected.front().reason;
    return {first.id == "system-not-covered" ? first.id : code, std::move(message), first.sources};
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

namespace {

/// What `releases` answers, together with what was asked.
struct ReleasesReport {
    const Tables& tables;
    const ReleasesQuestion& question;
    const FoundReleases answer;
};

/// As the command's options say it: `driver`, `550.54`.
ReleasesAnswer::Condition condition_in_words(const Condition& condition) {
    return std::visit(Overloaded{
                          [](const CapabilitiesCondition& c) -> ReleasesAnswer::Condition {
                              return {"capabilities", with_commas(c.listed, listed_in_words)};
                          },
                          [](const GpuCondition& c) -> ReleasesAnswer::Condition {
                              return {"gpu", with_commas(c.gpus, [](const Gpu& gpu) { return std::string(gpu.name); })};
                          },
                          [](const SystemCondition& c) -> ReleasesAnswer::Condition {
                              return {"system", std::string(c.redist_asked.empty() ? c.system : c.redist_asked)};
                          },
                          [](const DriverCondition& c) -> ReleasesAnswer::Condition {
                              return {"driver", to_string(c.driver)};
                          },
                          [](const StandardCondition& c) -> ReleasesAnswer::Condition {
                              return {"std", std::string(to_string(c.standard))};
                          },
                          [](const CompilerCondition& c) -> ReleasesAnswer::Condition {
                              return {"available", with_commas(c.any_of, [&](Compiler compiler) {
                                          return name_in_words(compiler, find_version(c.versions, compiler));
                                      })};
                          },
                          [](const Environment& c) -> ReleasesAnswer::Condition {
                              return {"stdenv", as_plain_text(c.name)};
                          },
                          [](const GlibcCondition& c) -> ReleasesAnswer::Condition {
                              return {"glibc", to_string(c.glibc)};
                          },
                      },
                      condition);
}

/// `12.2.0 to 12.9.2, 13.3.1`, oldest first; only a public release in between that is missing ends a run.
std::string ranges_in_words(const Tables& tables, const std::vector<const Release*>& releases) {
    std::vector<std::string> runs;
    const Release* first = nullptr;
    const Release* last = nullptr;
    const auto close = [&] {
        if (!first) return;
        runs.push_back(to_string(first->version) + (first == last ? "" : " to " + to_string(last->version)));
        first = nullptr;
    };
    for (const Release& release : tables.releases) {
        if (std::ranges::find(releases, &release) != releases.end()) {
            if (!first) first = &release;
            last = &release;
        } else if (!release.preview) {
            close();
        }
    }
    close();
    return fmt::format("{}", fmt::join(runs, ", "));
}

template <class Kind>
const Kind* find_condition(const ReleasesReport& report) {
    for (const Condition& condition : report.question.conditions)
        if (const Kind* found = std::get_if<Kind>(&condition)) return found;
    return nullptr;
}

void note_assumptions(const ReleasesReport& report, std::vector<Said>& notes) {
    const EnvironmentRow& assumed = *find_environment(report.tables, report.tables.assumed_environment);
    const auto* compilers = find_condition<CompilerCondition>(report);
    const bool stdenv = find_condition<Environment>(report) != nullptr;
    const auto is_clang = [](Compiler compiler) { return compiler.family == Compiler::Family::clang; };
    if (!compilers && !stdenv)
        notes.push_back({"stdenv-assumed", fmt::format("assumed: {} and its libstdc++, any compiler at hand; for this "
                                                       "machine's own: --stdenv host",
                                                       to_string(assumed.compiler))});
    if (compilers && !stdenv && std::ranges::any_of(compilers->any_of, is_clang))
        notes.push_back({"libstdcxx-assumed",
                         fmt::format("the Clang's libstdc++ is assumed: that of gcc-{}; --stdenv names another",
                                     assumed.libstdcxx)});
    if (!find_condition<SystemCondition>(report) && report.answer.system != Request{}.system)
        notes.push_back({"system-assumed",
                         fmt::format("a Jetson is asked for: {} is assumed for the system", report.answer.system)});
}

/// Of the newest one that is named: it is beyond the tables if any is.
void note_what_nobody_read(const ReleasesReport& report, std::vector<Said>& notes) {
    const std::vector<FittingRelease>& releases = report.answer.releases;
    if (releases.empty()) return;
    const Version newest = releases.front().release->version;
    if (const auto note = beyond_tables(report.tables, newest)) notes.push_back(said(*note));
    std::vector<const Release*> unknown;
    for (const FittingRelease& fitting : releases)
        if (!fitting.release->newest_standard) unknown.push_back(fitting.release);
    if (find_condition<StandardCondition>(report) && !unknown.empty())
        notes.push_back({"standard-not-known", fmt::format("which C++ standards the nvcc of {} takes is not known",
                                                           ranges_in_words(report.tables, unknown))});
}

void note_cares(const ReleasesReport& report, std::vector<Said>& notes) {
    const std::vector<FittingRelease>& releases = report.answer.releases;
    std::vector<const Release*> without_row;
    for (const FittingRelease& fitting : releases)
        if (fitting.view != report.question.policy) without_row.push_back(fitting.release);
    if (!without_row.empty())
        notes.push_back(
            {"view-without-row",
             fmt::format("{} has no row for {}; the next view that has one counts there",
                         view_in_words(report.question.policy), ranges_in_words(report.tables, without_row))});
    std::optional<Version> glibc;
    std::size_t count = 0;
    for (const FittingRelease& fitting : releases) {
        if (!fitting.glibc_from) continue;
        if (!glibc || *fitting.glibc_from < *glibc) glibc = fitting.glibc_from;
        ++count;
    }
    if (glibc)
        notes.push_back(
            {"glibc-unknown", fmt::format("glibc is not known: from {} on it matters to {} of these releases (--glibc)",
                                          to_string(*glibc), count)});
    std::vector<const Release*> inferred;
    for (const FittingRelease& fitting : releases)
        if (fitting.headers_inferred) inferred.push_back(fitting.release);
    if (!inferred.empty())
        notes.push_back(
            {"headers-inferred", fmt::format("that the host compiler works with its libstdc++ headers under "
                                             "the nvcc of {} is inferred, not measured",
                                             ranges_in_words(report.tables, inferred))});
    for (const FittingRelease& fitting : releases)
        if (!fitting.spared.empty())
            notes.push_back(
                {"spared-by-headers",
                 fmt::format("{} works as the environment packages it itself; a toolkit that lies elsewhere "
                             "is broken by {}",
                             release_in_words(fitting.release->version), ids_in_words(fitting.spared)),
                 fitting.spared.front()->sources});
    note_what_nobody_read(report, notes);
    if (!releases.empty() && releases.front().release->preview)
        notes.push_back({"only-previews", "only developer previews work with all of this"});
}

std::vector<Said> say_notes(const ReleasesReport& report, const std::vector<UserDefault>& defaults) {
    std::vector<Said> notes = say(defaults);
    note_assumptions(report, notes);
    note_cares(report, notes);
    return notes;
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

ReleasesAnswer::Fitting to_answer(const FittingRelease& fitting) {
    ReleasesAnswer::Fitting shown{
        fitting.release->version, fitting.host, fitting.view, fitting.release->preview, fitting.headers_inferred, {}};
    for (const AdvisoryRow* advisory : fitting.spared) shown.spared.push_back(advisory->id);
    return shown;
}

}  // namespace

ReleasesAnswer releases_answer(const Tables& tables, const ReleasesQuestion& question,
                               const std::vector<UserDefault>& defaults) {
    const ReleasesReport report{tables, question, find_releases(tables, question)};
    const FoundReleases& found = report.answer;
    ReleasesAnswer answer{.policy = question.policy, .system = found.system, .notes = say_notes(report, defaults)};
    for (const Condition& condition : question.conditions) answer.conditions.push_back(condition_in_words(condition));
    for (const FittingRelease& fitting : found.releases) answer.releases.push_back(to_answer(fitting));
    for (const LeftOutRelease& left_out : found.left_out) {
        Said said = say(left_out);
        answer.left_out.push_back({left_out.release->version, {}, said.code, std::move(said.text), said.sources});
        if (left_out.condition) answer.left_out.back().option = answer.conditions[*left_out.condition].option;
    }
    if (found.releases.empty()) answer.conflict = conflict_of(report, answer);
    return answer;
}

}  // namespace cudastdenv::words
