#include "report/releases.hpp"

#include "report/drivers.hpp"
#include "report/json_parts.hpp"
#include "report/messages.hpp"
#include "report/overloaded.hpp"
#include "tables/lookup.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

namespace cudastdenv::report {

namespace {

/// The option of the command that asks for it.
std::string_view option_of(const Condition& condition) {
    return std::visit(Overloaded{
                          [](const CapabilitiesCondition&) { return "capabilities"; },
                          [](const GpuCondition&) { return "gpu"; },
                          [](const SystemCondition&) { return "system"; },
                          [](const DriverCondition&) { return "driver"; },
                          [](const StandardCondition&) { return "std"; },
                          [](const CompilerCondition&) { return "compiler"; },
                          [](const EnvironmentCondition&) { return "environment"; },
                          [](const GlibcCondition&) { return "glibc"; },
                      },
                      condition);
}

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

std::string value_of(const Condition& condition) {
    return std::visit(
        Overloaded{
            [](const CapabilitiesCondition& c) { return with_commas(c.listed, listed_in_words); },
            [](const GpuCondition& c) {
                return with_commas(c.gpus, [](const Gpu& gpu) { return std::string(gpu.name); });
            },
            [](const SystemCondition& c) { return std::string(c.redist_asked.empty() ? c.system : c.redist_asked); },
            [](const DriverCondition& c) { return to_string(c.driver); },
            [](const StandardCondition& c) { return std::string(to_string(c.standard)); },
            [](const CompilerCondition& c) {
                return with_commas(c.any_of, [](Compiler compiler) { return to_string(compiler); });
            },
            [](const EnvironmentCondition& c) { return std::string(c.environment->id); },
            [](const GlibcCondition& c) { return to_string(c.glibc); },
        },
        condition);
}

/// `--driver`
std::string name_of(const ReleasesReport& report, std::size_t condition) {
    return fmt::format("--{}", option_of(report.question.conditions[condition]));
}

/// `--driver 550.54, --std c++20 and --glibc 2.41`
std::string in_words(const ReleasesReport& report, const Conflict& conflict) {
    std::string words;
    for (std::size_t i = 0; i < conflict.size(); ++i) {
        if (i > 0) words += i + 1 < conflict.size() ? ", " : " and ";
        const Condition& condition = report.question.conditions[conflict[i]];
        words += fmt::format("--{} {}", option_of(condition), value_of(condition));
    }
    return words;
}

std::string_view obstacle_name(const ReleaseObstacle& obstacle) {
    return std::visit(
        Overloaded{
            [](const UnfitCapability& o) { return problem_name(o.problem); },
            [](const NoSuchArchitecture&) { return std::string_view("no-such-architecture"); },
            [](const NoMachineCode&) { return std::string_view("no-machine-code"); },
            [](const NoPlatform& o) {
                return reason_name(SystemNotShipped{{}, {}, o.platform});
            },
            [](const ExceptedGpu&) { return std::string_view("excepted-gpu"); },
            [](const OtherRedist&) { return std::string_view("other-platform"); },
            [](const UnfitDriver& o) { return std::string_view(runs(o.answer) ? "driver" : "driver-not-known"); },
            [](const NoSuchStandard&) { return std::string_view("no-such-standard"); },
            [](const NoHostCompiler& o) {
                const bool by_system = !o.rejected.empty() &&
                                       std::holds_alternative<SystemNotCovered>(o.rejected.front().reason);
                return by_system ? reason_name(o.rejected.front().reason) : std::string_view("no-host-compiler");
            },
            [](const KnownToBreak&) { return std::string_view("known-broken"); },
            [](const PreviewRelease&) { return std::string_view("preview"); },
        },
        obstacle);
}

/// The way that asks least of the driver decides: minor-version compatibility, where the release has that. A GPU that
/// the driver does not know goes before all, and so does one that it is not known to know where nothing else decides.
const DriverObstacle* last_obstacle(const DriverAnswer& answer) {
    const DriverObstacle* last = nullptr;
    for (const DriverObstacle& obstacle : answer.obstacles) {
        const bool is_gpu = std::holds_alternative<UnfitGpu>(obstacle);
        if (is_gpu && (is_certain(obstacle) || !runs(answer))) return &obstacle;
        const bool is_way = std::holds_alternative<DriverTooOld>(obstacle) ||
                            std::holds_alternative<BelowMinorVersions>(obstacle) ||
                            std::holds_alternative<JetPackTooOld>(obstacle) ||
                            std::holds_alternative<UnknownJetsonDriver>(obstacle) ||
                            std::holds_alternative<NoKnownMinimum>(obstacle);
        if (is_way || (!last && !is_gpu)) last = &obstacle;
    }
    return last;
}

std::string driver_message(const ReleasesReport& report, const DriverAnswer& answer) {
    std::string message;
    if (const DriverObstacle* obstacle = last_obstacle(answer))
        message = obstacle_message(report.answer.system, answer, *obstacle);
    if (!runs(answer)) return "not known: " + message;
    if (answer.support != DriverSupport::package || runs(answer) != true) return message;
    const bool jetson = answer.package && answer.package->gpus == CompatPackageRow::Gpus::jetson;
    return message + fmt::format("; only with NVIDIA's cuda-compat-{}-{}, on {}", answer.release->version.major,
                                 answer.release->version.minor, jetson ? "Jetsons" : "data-center GPUs");
}

std::string no_machine_code_message(const NoMachineCode& o) {
    const std::string gpu = fmt::format("{} ({})", o.gpu.name, to_string(o.gpu.capability));
    if (!o.first) return fmt::format("no release makes machine code for {}", gpu);
    if (!o.last) return fmt::format("machine code for {} comes with CUDA {} and later", gpu, to_string(*o.first));
    return fmt::format("machine code for {} comes with CUDA {} to {}", gpu, to_string(*o.first), to_string(*o.last));
}

std::string rejections_message(const std::vector<Rejection>& rejected) {
    std::string message;
    std::vector<Rejection> plain;
    for (const Rejection& rejection : rejected) plain.push_back({rejection.compiler, rejection.reason});
    for (const std::span<const Rejection> run : rejection_runs(plain))
        message += fmt::format("{}{}: {}", message.empty() ? "" : "; ", run_in_words(run),
                               reason_message(run.front().reason));
    return message.empty() ? "there is no candidate" : message;
}

std::string obstacle_message(const ReleasesReport& report, const LeftOutRelease& left_out) {
    const Version release = left_out.release->version;
    Request request;
    request.cuda = release;
    request.system = report.answer.system;
    return std::visit(
        Overloaded{
            [&](const UnfitCapability& o) { return problem_message(request, o.problem); },
            [&](const NoSuchArchitecture& o) {
                return fmt::format("CUDA {} knows no {} GPU", to_string(release), o.name);
            },
            [](const NoMachineCode& o) { return no_machine_code_message(o); },
            [&](const NoPlatform& o) { return no_platform_message(o, report.answer.system, release); },
            [](const ExceptedGpu& o) { return exception_message(*o.row); },
            [](const OtherRedist& o) { return other_redist_message(o); },
            [&](const UnfitDriver& o) { return driver_message(report, o.answer); },
            [](const NoSuchStandard& o) { return fmt::format("its nvcc takes {} at most", to_string(o.newest)); },
            [](const NoHostCompiler& o) { return rejections_message(o.rejected); },
            [](const KnownToBreak& o) { return reason_message(KnownBroken{o.advisory}); },
            [](const PreviewRelease&) { return std::string("a developer preview; public releases work too"); },
        },
        left_out.obstacle);
}

SourceIds sources_of(const ReleasesReport& report, const LeftOutRelease& left_out) {
    return std::visit(
        Overloaded{
            [&](const UnfitCapability& o) { return problem_sources(report.tables, o.problem); },
            [](const NoSuchArchitecture&) { return SourceIds{}; },
            [](const NoMachineCode&) { return SourceIds{}; },
            [](const NoPlatform& o) { return o.platform ? o.platform->sources : SourceIds{}; },
            [](const ExceptedGpu& o) { return o.row->sources; },
            [](const OtherRedist&) { return SourceIds{}; },
            [](const UnfitDriver& o) {
                const DriverObstacle* obstacle = last_obstacle(o.answer);
                return obstacle ? obstacle_sources(*obstacle) : SourceIds{};
            },
            [&](const NoSuchStandard&) { return left_out.release->sources; },
            [&](const NoHostCompiler& o) {
                return o.rejected.empty() ? SourceIds{} : reason_sources(report.tables, o.rejected.front().reason);
            },
            [](const KnownToBreak& o) { return o.advisory->sources; },
            [&](const PreviewRelease&) { return left_out.release->sources; },
        },
        left_out.obstacle);
}

/// `12.2.0 to 12.9.2, 13.3.1`, oldest first; only a public release in between that is missing ends a run.
std::string ranges_in_words(const ReleasesReport& report, const std::vector<const Release*>& releases) {
    std::vector<std::string> runs;
    const Release* first = nullptr;
    const Release* last = nullptr;
    const auto close = [&] {
        if (!first) return;
        runs.push_back(to_string(first->version) + (first == last ? "" : " to " + to_string(last->version)));
        first = nullptr;
    };
    for (const Release& release : report.tables.releases) {
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

void add_line(std::string& text, const Style& style, std::string_view line) {
    text += wrap(line, style.width, 4, 0) + '\n';
}

void print_conflict(std::string& text, const ReleasesReport& report, const Style& style) {
    const Conflict& conflict = report.answer.conflict;
    const std::string conditions = in_words(report, conflict);
    add_line(text, style,
             conflict.empty()       ? std::string("none: no release works, whatever is asked")
             : conflict.size() == 1 ? fmt::format("none: no release works with {}", conditions)
                                    : fmt::format("none: {} cannot hold together", conditions));
    for (const GivenUp& given_up : report.answer.given_up) {
        const std::string head = fmt::format("  without {}: ", name_of(report, given_up.condition));
        if (!given_up.releases.empty()) add_line(text, style, head + ranges_in_words(report, given_up.releases));
        else add_line(text, style, head + "still none, because of " + in_words(report, given_up.conflict));
    }
}

/// The condition that a release was left out for, as a column; where it is none, what is assumed.
std::string column_of(const ReleasesReport& report, const LeftOutRelease& left_out) {
    if (left_out.condition) return name_of(report, *left_out.condition);
    return std::holds_alternative<PreviewRelease>(left_out.obstacle) ? "preview" : "assumed";
}

void print_left_out(std::string& text, const ReleasesReport& report, const Style& style) {
    if (report.answer.left_out.empty()) return;
    std::size_t width = 0;
    std::size_t version_width = 0;
    for (const LeftOutRelease& left_out : report.answer.left_out) {
        width = std::max(width, column_of(report, left_out).size());
        version_width = std::max(version_width, to_string(left_out.release->version).size());
    }
    text += "\nLeft out\n";
    for (const LeftOutRelease& left_out : report.answer.left_out) {
        const std::string version = fmt::format("{:<{}}", to_string(left_out.release->version), version_width);
        const SourceIds sources = sources_of(report, left_out);
        text += fmt::format("  {}  {:<{}}  {}{}\n", style.bad(version), column_of(report, left_out), width,
                            obstacle_message(report, left_out),
                            sources.empty() ? std::string() : fmt::format(" [{}]", sources.front()));
    }
}

template <class Kind>
const Kind* find_condition(const ReleasesReport& report) {
    for (const Condition& condition : report.question.conditions)
        if (const Kind* found = std::get_if<Kind>(&condition)) return found;
    return nullptr;
}

void note_assumptions(const ReleasesReport& report, std::vector<std::string>& notes) {
    const EnvironmentRow& assumed = *find_environment(report.tables, report.tables.assumed_environment);
    const auto* compilers = find_condition<CompilerCondition>(report);
    const bool environment = find_condition<EnvironmentCondition>(report) != nullptr;
    const auto is_clang = [](Compiler compiler) { return compiler.family == Compiler::Family::clang; };
    if (!compilers && !environment)
        notes.push_back(fmt::format("assumed: {} and its libstdc++, any compiler at hand; --environment or --compiler "
                                    "names another",
                                    to_string(assumed.compiler)));
    if (compilers && !environment && std::ranges::any_of(compilers->any_of, is_clang))
        notes.push_back(fmt::format("the Clang's libstdc++ is assumed: that of gcc-{}; --environment names another",
                                    assumed.libstdcxx));
    if (!find_condition<SystemCondition>(report) && report.answer.system != Request{}.system)
        notes.push_back(fmt::format("a Jetson is asked for: {} is assumed for the system", report.answer.system));
}

/// Of the newest one that is named: it is beyond the tables if any is.
void note_what_nobody_read(const ReleasesReport& report, std::vector<std::string>& notes) {
    const std::vector<FittingRelease>& releases = report.answer.releases;
    if (releases.empty()) return;
    const Version newest = releases.front().release->version;
    if (const auto note = beyond_tables(report.tables, newest))
        notes.push_back(beyond_message(report.tables, *note, newest));
    std::vector<const Release*> unknown;
    for (const FittingRelease& fitting : releases)
        if (!fitting.release->newest_standard) unknown.push_back(fitting.release);
    if (find_condition<StandardCondition>(report) && !unknown.empty())
        notes.push_back(
            fmt::format("which C++ standards the nvcc of {} takes is not known", ranges_in_words(report, unknown)));
}

void note_cares(const ReleasesReport& report, std::vector<std::string>& notes) {
    const std::vector<FittingRelease>& releases = report.answer.releases;
    std::vector<const Release*> without_row;
    for (const FittingRelease& fitting : releases)
        if (fitting.view != report.question.policy) without_row.push_back(fitting.release);
    if (!without_row.empty())
        notes.push_back(fmt::format("{} has no row for {}; the next view that has one counts there",
                                    view_in_words(report.question.policy), ranges_in_words(report, without_row)));
    std::optional<Version> glibc;
    std::size_t count = 0;
    for (const FittingRelease& fitting : releases) {
        if (!fitting.glibc_from) continue;
        if (!glibc || *fitting.glibc_from < *glibc) glibc = fitting.glibc_from;
        ++count;
    }
    if (glibc)
        notes.push_back(fmt::format("glibc is not known: from {} on it matters to {} of these releases (--glibc)",
                                    to_string(*glibc), count));
    note_what_nobody_read(report, notes);
    if (!releases.empty() && releases.front().release->preview)
        notes.emplace_back("only developer previews work with all of this");
}

Json condition_json(const Condition& condition) {
    return {{"option", option_of(condition)}, {"value", value_of(condition)}};
}

Json names_json(const ReleasesReport& report, const Conflict& conflict) {
    Json list = Json::array();
    for (const std::size_t condition : conflict) list.push_back(option_of(report.question.conditions[condition]));
    return list;
}

Json conflict_json(const ReleasesReport& report) {
    if (!report.answer.releases.empty()) return nullptr;
    Json without = Json::array();
    for (const GivenUp& given_up : report.answer.given_up) {
        Json releases = Json::array();
        for (const Release* release : given_up.releases) releases.push_back(to_string(release->version));
        without.push_back({{"option", option_of(report.question.conditions[given_up.condition])},
                           {"releases", releases},
                           {"conflict", names_json(report, given_up.conflict)}});
    }
    return {{"options", names_json(report, report.answer.conflict)}, {"without", without}};
}

Json left_out_json(const ReleasesReport& report, const LeftOutRelease& left_out) {
    const auto& condition = left_out.condition;
    return {{"release", to_string(left_out.release->version)},
            {"option", condition ? Json(option_of(report.question.conditions[*condition])) : Json(nullptr)},
            {"reason", obstacle_name(left_out.obstacle)},
            {"message", obstacle_message(report, left_out)},
            {"sources", sources_of(report, left_out)}};
}

}  // namespace

std::string_view left_out_name(const LeftOutRelease& left_out) { return obstacle_name(left_out.obstacle); }

std::string left_out_message(const ReleasesReport& report, const LeftOutRelease& left_out) {
    return obstacle_message(report, left_out);
}

SourceIds left_out_sources(const ReleasesReport& report, const LeftOutRelease& left_out) {
    return sources_of(report, left_out);
}

std::string releases_text(const ReleasesReport& report, bool why, const Style& style) {
    std::string text;
    std::size_t version_width = 0;
    for (const FittingRelease& fitting : report.answer.releases)
        version_width = std::max(version_width, to_string(fitting.release->version).size());
    for (const FittingRelease& fitting : report.answer.releases)
        text += fmt::format("{:<{}}  {}{}\n", to_string(fitting.release->version), version_width,
                            to_string(fitting.host), fitting.release->preview ? "  preview" : "");
    if (report.answer.releases.empty()) print_conflict(text, report, style);
    if (why) print_left_out(text, report, style);
    return text;
}

std::string releases_json(const ReleasesReport& report) {
    Json conditions = Json::array();
    for (const Condition& condition : report.question.conditions) conditions.push_back(condition_json(condition));
    Json releases = Json::array();
    for (const FittingRelease& fitting : report.answer.releases)
        releases.push_back({{"release", to_string(fitting.release->version)},
                            {"hostCompiler", to_string(fitting.host)},
                            {"view", to_string(fitting.view)},
                            {"preview", fitting.release->preview}});
    Json left_out = Json::array();
    for (const LeftOutRelease& release : report.answer.left_out) left_out.push_back(left_out_json(report, release));
    return finish({
        {"schemaVersion", schema_version},
        {"policy", to_string(report.question.policy)},
        {"system", report.answer.system},
        {"conditions", conditions},
        {"releases", releases},
        {"leftOut", left_out},
        {"conflict", conflict_json(report)},
        {"notes", releases_notes(report)},
    });
}

std::vector<std::string> releases_notes(const ReleasesReport& report) {
    std::vector<std::string> notes;
    note_assumptions(report, notes);
    note_cares(report, notes);
    return notes;
}

}  // namespace cudastdenv::report
