// SPDX-License-Identifier: MIT
#include "messages/resolution.hpp"

#include "core/lists.hpp"
#include "core/quote.hpp"
#include "core/versions.hpp"
#include "messages/diagnostics.hpp"
#include "messages/drivers.hpp"
#include "resolve/drivers.hpp"
#include "resolve/host_compiler.hpp"
#include "tables/lookup.hpp"

namespace cudastdenv::messages {

namespace {

bool same_run(const Rejection& left, const Rejection& right) {
    if (left.hidden != right.hidden || left.version || right.version) return false;
    // Hidden advisories are printed once for the whole run.
    if (!left.hidden.empty() && left.check_refuses != right.check_refuses) return false;
    return left.compiler.family == right.compiler.family && left.reason.id == right.reason.id &&
           left.reason.arguments == right.reason.arguments;
}

Sentence describe_package_set(const ResolutionReport& answer) {
    const PackageSet& set = answer.package_set;
    std::string message = fmt::format("{} is CUDA {} in {}", answer.cuda_requested, answer.request.cuda, set.channel);
    if (set.assumed) message += " (assumed; pass --stdenv for another channel)";
    if (!set.patch_known) message += "; its patch release is unknown, so the newest is used";
    if (is_of_fork(answer.tables, set.sources)) message += "; from a fork of nixpkgs, which may be ahead of it";
    return {"package-set", std::move(message), set.sources};
}

ResolveAnswer::Libstdcxx shown_library(const ResolutionReport& answer) {
    const Stdenv& stdenv = answer.request.stdenv;
    const int major = stdenv.libstdcxx;
    ResolveAnswer::Libstdcxx library{.gcc = major, .release = stdenv.libstdcxx_release};
    const LibstdcxxRow* row = libstdcxx_of(answer.tables, stdenv);
    if (!row) {
        const bool is_older = major < answer.tables.libstdcxx.front().gcc.major;
        library.text = fmt::format("of gcc-{}, {} than these tables", major, is_older ? "older" : "newer");
        return library;
    }
    library.soname = row->soname;
    library.glibcxx = row->glibcxx;
    library.cxxabi = row->cxxabi;
    const bool is_lowest = !stdenv.libstdcxx_release && row != newest_libstdcxx(answer.tables, major);
    library.text = fmt::format("of gcc-{}{}: {}, {}, {}", major,
                               is_lowest ? fmt::format(" ({} or later: its release is unknown)", row->gcc) : "",
                               row->soname, row->glibcxx, row->cxxabi);
    return library;
}

std::string format_stdenv(const ResolutionReport& answer) {
    const Stdenv& stdenv = answer.request.stdenv;
    std::string words = format_name(stdenv.compiler, version_of(answer.request, stdenv.compiler));
    if (stdenv.compiler != Compiler{Compiler::Family::gcc, stdenv.libstdcxx})
        words += fmt::format(" with the libstdc++ of gcc-{}{}", stdenv.libstdcxx,
                             answer.libstdcxx_assumed ? " (assumed)" : "");
    else if (answer.stdenv_assumed) words += " and its libstdc++";
    if (stdenv.glibc) words += fmt::format(", glibc {}", *stdenv.glibc);
    if (answer.stdenv_assumed)
        words += fmt::format("{}{} (assumed)", stdenv.glibc ? "" : ", glibc unknown",
                             answer.available_assumed ? ", any compiler" : "");
    else if (!answer.environment.empty()) words += fmt::format(" ({})", answer.environment);
    return words;
}

/// `Ubuntu 24.04` of `Ubuntu 24.04 LTS (noble)`
std::string_view short_title(const EnvironmentRow& row) {
    return row.title.substr(0, std::min(row.title.find(" ("), row.title.find(" LTS")));
}

/// The environment of the answer, for its first line.
std::string format_place(const ResolutionReport& answer) {
    if (answer.environment == "host") return "on this machine";
    const std::string_view id = answer.stdenv_assumed ? answer.tables.assumed_environment : answer.environment;
    const EnvironmentRow* row = find_environment(answer.tables, id);
    if (answer.stdenv_assumed) return row ? fmt::format("on {} (assumed)", short_title(*row)) : "";
    if (row) return fmt::format("on {}", short_title(*row));
    const Stdenv& stdenv = answer.request.stdenv;
    const std::string name = format_name(stdenv.compiler, version_of(answer.request, stdenv.compiler));
    std::string words = fmt::format("in a {} environment", name);
    if (stdenv.compiler.family == Compiler::Family::gcc && stdenv.compiler.major != stdenv.libstdcxx)
        words += fmt::format(" with the libstdc++ of gcc-{}", stdenv.libstdcxx);
    return words;
}

ResolveAnswer::Stdenv shown_stdenv(const ResolutionReport& answer) {
    const Stdenv& stdenv = answer.request.stdenv;
    ResolveAnswer::Stdenv shown{.compiler = stdenv.compiler,
                                .version = {version_of(answer.request, stdenv.compiler)},
                                .assumed = answer.stdenv_assumed || answer.is_machines,
                                .glibc = stdenv.glibc,
                                .libstdcxx = shown_library(answer),
                                .libstdcxx_assumed = answer.libstdcxx_assumed,
                                .nonshared = stdenv.nonshared,
                                .text = format_stdenv(answer),
                                .place = format_place(answer)};
    if (!answer.environment.empty()) shown.environment = answer.environment;
    return shown;
}

std::optional<ResolveAnswer::HostCompiler> to_answer(const std::optional<HostCompiler>& host) {
    if (!host) return std::nullopt;
    const auto& [min, max, view] = host->range;
    ResolveAnswer::HostCompiler shown{.compiler = host->compiler,
                                      .version = {host->version},
                                      .family = host->compiler.family,
                                      .major = host->compiler.major,
                                      .uses_stdenv = host->uses_stdenv,
                                      .range = {.max = max.major,
                                                .view = view,
                                                .sources = max.sources,
                                                .text = format_range(host->compiler.family, host->range)},
                                      .libstdcxx_headers = host->headers,
                                      .headers_inferred = host->headers_inferred};
    if (min) {
        shown.range.min = min->major;
        shown.range.min_inferred_from = min->inferred_from;
    }
    return shown;
}

ResolveAnswer::Rejection to_answer(const Rejection& rejection) {
    Sentence note = messages::sentence(rejection.reason);
    return {.compiler = rejection.compiler,
            .version = {rejection.version},
            .code = note.code,
            .text = std::move(note.text),
            .sources = note.sources,
            .hides = advisories_of(rejection.hidden),
            .hides_text = format_hidden(rejection)};
}

/// `id: title, location, https://... (header, high confidence)`
std::vector<std::string> format_sources(const Tables& tables, std::span<const std::string_view> sources) {
    std::vector<std::string> words;
    for (const std::string_view id : sources) {
        const SourceRow& source = *find_source(tables, id);
        words.push_back(fmt::format("{}: {}, {}{}{} ({}, {} confidence)", id, source.title, source.locator,
                                    source.url ? ", " : "", source.url.value_or(""), source.kind, source.confidence));
    }
    return words;
}

/// The members of both answers.
template <class Answer>
Answer answer_of(const ResolutionReport& answer) {
    const Resolution& resolution = answer.resolution;
    Answer shown_answer{};
    if (resolution.broken_by) shown_answer.broken = resolution.broken_by->id;
    shown_answer.cuda = asked_release(answer);
    shown_answer.policy = answer.request.policy;
    shown_answer.stdenv = shown_stdenv(answer);
    shown_answer.toolkit_headers = answer.request.toolkit_headers;
    shown_answer.host_compiler = to_answer(resolution.host);
    shown_answer.advisories = advisories_of(resolution.advisories);
    shown_answer.notes = describe_notes(answer);
    return shown_answer;
}

/// `driver 525.60.13 or later (570.124.06 for PTX)`; empty: unknown.
std::string format_driver(const ResolutionReport& answer) {
    const Version release = answer.request.cuda;
    const std::string_view system = answer.request.system;
    const auto native = driver_minimum(answer.tables, release, system);
    if (!native || are_jetsons(answer.tables, answer.resolution.resolved)) return "";
    const auto minor_version = minor_version_minimum(answer.tables, release, system);
    if (!minor_version || minor_version->driver == native->driver)
        return fmt::format("driver {} or later", native->driver);
    return fmt::format("driver {} or later ({} for PTX)", minor_version->driver, native->driver);
}

/// The sources of the choice, then those of the advisories, without duplicates.
std::vector<std::string_view> sources_of_choice(const Resolution& resolution) {
    std::vector<std::string_view> ids;
    const auto add = [&](SourceIds sources) {
        for (const std::string_view id : sources)
            if (!contains(ids, id)) ids.push_back(id);
    };
    if (resolution.host) add(resolution.host->range.max.sources);
    for (const AdvisoryRow* advisory : resolution.advisories) add(advisory->sources);
    return ids;
}

/// Whether a compiler that was not chosen works; absent: unknown. In an environment of its own family, the usual rules
/// apply, and `why` becomes the reason there.
std::optional<bool> works_otherwise(const ResolutionReport& answer, Rejection& why) {
    if (why.reason.id == "superseded") return is_answered(answer.resolution);
    if (why.reason.id != "other-family") return false;
    Request own = answer.request;
    own.stdenv.compiler = why.compiler;
    const Resolution judged = resolve(answer.tables, own);
    const Rejection* found = find_in(judged.rejected, why.compiler, &Rejection::compiler);
    if (!found) return is_answered(judged);
    why = *found;
    return false;
}

/// The mode with the lowest driver requirement decides: minor-version compatibility, if the release has it. An
/// unsupported GPU has priority over everything. So does a GPU with unknown support, if no mode decides.
const BlockedMode* last_obstacle(const DriverAnswer& answer) {
    const BlockedMode* last = nullptr;
    for (const BlockedMode& obstacle : answer.obstacles) {
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

Sentence describe_driver(const DriverAnswer& answer) {
    const BlockedMode* obstacle = last_obstacle(answer);
    const auto mode = obstacle ? describe(*obstacle) : CompatAnswer::UnavailableMode{};
    return {runs(answer) ? "driver" : "driver-not-known", driver_message(answer, mode.text), mode.sources};
}

std::string rejections_message(const std::vector<Rejection>& rejected) {
    std::string message;
    std::vector<Rejection> plain;
    for (const Rejection& rejection : rejected) plain.push_back({rejection.compiler, rejection.reason});
    for (const std::span<const Rejection> run : rejection_runs(plain))
        message += fmt::format("{}{}: {}", message.empty() ? "" : "; ", format_run(run), text_of(run.front().reason));
    return message.empty() ? "no candidates" : message;
}

Sentence describe_no_host(const NoHostCompiler& obstacle) {
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

/// In the form of the command's options: `driver`, `550.54`.
ReleasesAnswer::Condition format_condition(const Condition& condition) {
    // In the order of the alternatives.
    constexpr std::array<std::string_view, 8> options{"capabilities", "gpu",       "system", "driver",
                                                      "std",          "available", "stdenv", "glibc"};
    const auto format_listed = [](const ListedCapability& listed) {
        return std::visit([](const auto& capability_or_name) { return fmt::format("{}", capability_or_name); }, listed);
    };
    const Overloaded value_texts{
        [&](const CapabilitiesCondition& c) { return joined(c, ",", format_listed); },
        [](const GpuCondition& c) {
            const auto name = [](const Gpu& gpu) {
                return gpu.name.empty() ? to_string(gpu.capability) : std::string(gpu.name);
            };
            return joined(c, ",", name);
        },
        [](const SystemCondition& c) { return std::string(c.redist_asked.empty() ? c.system : c.redist_asked); },
        [](DriverCondition c) { return to_string(c); },
        [](StandardCondition c) { return std::string(to_string(c)); },
        [](const CompilerCondition& c) {
            const auto name = [&](Compiler each) { return format_name(each, find_version(c.versions, each)); };
            return joined(c.any_of, ",", name);
        },
        [](const Environment& c) { return as_plain_text(c.name); },
        [](GlibcCondition c) { return to_string(c); },
    };
    return {options.at(condition.index()), std::visit(value_texts, condition)};
}

/// `12.2.0 to 12.9.2, 13.3.1`, oldest first. Only a missing public release ends a run.
std::string format_ranges(const Tables& tables, const std::vector<const Release*>& releases) {
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

/// Notes on assumptions, and on what the sources do not say.
void add_notes(const ReleasesReport& report, std::vector<Sentence>& notes) {
    const Tables& tables = report.tables;
    const std::vector<FittingRelease>& found = report.answer.releases;
    const auto add = [&](const Diagnostic& note) { notes.push_back(sentence(note)); };
    // A note that names the found releases with this property, if any.
    const auto add_for = [&](std::string_view id, auto is_so, std::vector<Argument> arguments = {}) {
        std::vector<const Release*> releases;
        for (const FittingRelease& fitting : found)
            if (std::invoke(is_so, fitting)) releases.push_back(fitting.row);
        arguments.emplace_back("releases", format_ranges(tables, releases));
        if (!releases.empty()) add({id, std::move(arguments)});
    };
    const EnvironmentRow& assumed = *find_environment(tables, tables.assumed_environment);
    const auto* compilers = find_condition<CompilerCondition>(report);
    const bool stdenv = find_condition<Environment>(report) != nullptr;
    const auto is_clang = [](Compiler compiler) { return compiler.family == Compiler::Family::clang; };
    if (!compilers && !stdenv) add({"stdenv-of-releases", {{"compiler", assumed.compiler}}});
    if (compilers && !stdenv && std::ranges::any_of(compilers->any_of, is_clang))
        add({"libstdcxx-assumed", {{"gcc", assumed.libstdcxx}}});
    const auto* environment = find_condition<Environment>(report);
    const auto* gpus = find_condition<GpuCondition>(report);
    if (!find_condition<SystemCondition>(report) && !(environment && environment->system) &&
        report.answer.system != Request{}.system)
        add({"system-assumed",
             {{"system", report.answer.system},
              {"because", gpus && !is_jetson(tables, gpus->front().capability) ? "the GPU" : "the Jetson"}}});

    const Policy policy = report.question.policy;
    add_for("view-without-row", [&](const FittingRelease& fitting) { return fitting.view != policy; },
            {{"view", format_view(policy)}});
    std::optional<Version> glibc;
    std::size_t count = 0;
    for (const FittingRelease& fitting : found) {
        if (!fitting.glibc_from) continue;
        if (!glibc || *fitting.glibc_from < *glibc) glibc = fitting.glibc_from;
        ++count;
    }
    if (glibc) add({"glibc-matters", {{"from", *glibc}, {"count", count}}});
    add_for("headers-of-releases", &FittingRelease::headers_inferred);
    for (const FittingRelease& fitting : found)
        if (!fitting.spared.empty())
            add({"spared-of-releases",
                 {{"cuda", format_release(fitting.release)}, {"advisories", joined_by_and(fitting.spared)}},
                 find_by_id(tables.advisories, fitting.spared.front())->sources});
    if (found.empty()) return;
    // The newest named release: if any is beyond the tables, it is.
    if (const auto note = beyond_tables(tables, found.front().release)) add(*note);
    if (find_condition<StandardCondition>(report))
        add_for("standard-not-known", [](const FittingRelease& fitting) { return !fitting.row->newest_standard; });
    if (found.front().preview) add({"only-previews"});
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
                                    format_ranges(report.tables, given_up.releases)});
    }
    return conflict;
}

}  // namespace

std::vector<std::string> format_hidden(const Rejection& rejection) {
    // The range of a table may be narrower than nvcc's check.
    const bool is_behind_check = rejection.reason.id.starts_with("too-") && rejection.check_refuses;
    const std::string_view when = is_behind_check ? "without nvcc's check (-allow-unsupported-compiler): " : "";
    std::vector<std::string> words;
    for (const AdvisoryRow* advisory : rejection.hidden)
        words.push_back(fmt::format("{}{} ({})", when, advisory->message, advisory->id));
    return words;
}

std::vector<std::span<const Rejection>> rejection_runs(std::span<const Rejection> rejections) {
    return runs_of(rejections, same_run);
}

std::string format_run(std::span<const Rejection> run) {
    std::string words = format_name(run.back().compiler, run.back().version);
    if (run.size() > 1) words += fmt::format(" to {}", run.front().compiler.major);
    return words;
}

Sentence describe(const ResolutionReport& answer, Diagnostic note) {
    const std::string_view whose = answer.environment;
    note.arguments.emplace_back("toolkit", whose == "host" ? "this machine's toolkit"
                                           : whose.empty() ? "the toolkit"
                                                           : fmt::format("the CUDA {} that {} packages itself",
                                                                         to_string(answer.request.cuda), whose));
    return sentence(note);
}

bool is_about_list(const Diagnostic& note) {
    return note.id == "ptx-of-baseline" || note.id == "not-in-nixpkgs" || note.id == "duplicate-capability";
}

AskedRelease asked_release(const ResolutionReport& answer) {
    const Release& release = *answer.resolution.release;
    AskedRelease asked{std::string(answer.cuda_requested), release.version, release.nvcc, {}};
    if (!answer.package_set.channel.empty()) asked.channel = answer.package_set.channel;
    return asked;
}

std::vector<Sentence> describe_reading(const ResolutionReport& answer) {
    std::vector<Sentence> all = describe(answer.defaults);
    if (answer.release_assumed) all.push_back(sentence({"release-assumed", {{"cuda", answer.request.cuda}}}));
    if (!answer.implied_by.empty())
        all.push_back(
            sentence({"system-assumed", {{"system", answer.request.system}, {"because", answer.implied_by}}}));
    if (!answer.package_set.channel.empty()) all.push_back(describe_package_set(answer));
    if (!answer.other_releases.empty())
        all.push_back(
            sentence({"several-releases",
                      {{"asked", in_quotes(answer.cuda_requested)}, {"releases", joined(answer.other_releases)}}}));
    return all;
}

std::vector<Sentence> describe_notes(const ResolutionReport& answer) {
    std::vector<Sentence> notes = describe_reading(answer);
    // This note suggests --stdenv host. That would be wrong if the user named a system (this machine's compilers say
    // nothing about another one), or with --nixpkgs-exact, which asks for nixpkgs' value.
    if (answer.stdenv_assumed && answer.system_assumed && !answer.request.nixpkgs_exact)
        notes.push_back(sentence(
            {"stdenv-assumed",
             {{"compiler", answer.request.stdenv.compiler}, {"environment", answer.tables.assumed_environment}}}));
    for (const Diagnostic& note : answer.resolution.notes) notes.push_back(describe(answer, note));
    return notes;
}

std::vector<Advisory> advisories_of(const std::vector<const AdvisoryRow*>& advisories) {
    std::vector<Advisory> all;
    for (const AdvisoryRow* row : advisories)
        all.push_back({row->id,
                       row->severity,
                       row->message,
                       row->workaround,
                       {row->workarounds.begin(), row->workarounds.end()},
                       row->sources});
    return all;
}

ResolveAnswer resolve_answer(const ResolutionReport& answer) {
    const Resolution& resolution = answer.resolution;
    auto resolved = answer_of<ResolveAnswer>(answer);
    resolved.works = is_answered(resolution);
    resolved.nixpkgs_exact = answer.request.nixpkgs_exact;
    resolved.standard = resolution.standard;
    resolved.system = {std::string(answer.request.system), resolution.redist};
    resolved.cross = resolution.cross;
    resolved.capabilities = resolution;
    resolved.flags = make_flags(answer.tables, answer.request, resolution);
    for (const std::span<const Rejection> run : rejection_runs(resolution.rejected)) {
        resolved.runs.push_back({format_run(run), resolved.rejected.size()});
        ResolveAnswer::Rejection shown = to_answer(run.front());
        for (const Rejection& rejection : run) {
            shown.compiler = rejection.compiler;
            resolved.rejected.push_back(shown);
        }
    }
    resolved.sources_text = format_sources(answer.tables, sources_of_choice(resolution));
    resolved.driver_text = format_driver(answer);
    return resolved;
}

ExplainAnswer explain_answer(const ResolutionReport& answer, Compiler compiler, bool supposed) {
    const Resolution& resolution = answer.resolution;
    auto explained = answer_of<ExplainAnswer>(answer);
    explained.has_answer = is_answered(resolution);
    explained.compiler = compiler;
    explained.version = {version_of(answer.request, compiler)};
    explained.available = !supposed;
    explained.chosen = resolution.host && resolution.host->compiler == compiler;
    if (explained.chosen) explained.works = explained.has_answer;
    if (const Rejection* rejection = find_in(resolution.rejected, compiler, &Rejection::compiler)) {
        Rejection why = *rejection;
        explained.works = works_otherwise(answer, why);
        explained.rejection = to_answer(why);
    }
    if (explained.works == true && !explained.chosen) {
        // The resolution is about the chosen compiler.
        Request own = answer.request;
        own.stdenv.compiler = compiler;
        own.available = {};
        const Resolution judged = resolve(answer.tables, own);
        auto alone = answer_of<ExplainAnswer>({answer, answer.tables, answer.request, judged});
        explained.broken = alone.broken;
        explained.advisories = std::move(alone.advisories);
        explained.notes = std::move(alone.notes);
    }
    if (const auto* row = find_host_compilers(answer.tables, compiler.family, answer.request.cuda))
        for (const Policy view : {Policy::nixpkgs, Policy::documented, Policy::enforced})
            explained.ranges.entries.emplace_back(to_string(view), view_of(*row, view));
    explained.sources_text = format_sources(answer.tables, explained.chosen ? explained.host_compiler->range.sources
                                                           : explained.rejection ? explained.rejection->sources
                                                                                 : SourceIds{});
    return explained;
}

Sentence describe(const LeftOutRelease& left_out) {
    return std::visit(Overloaded{
                          [](const Diagnostic& o) { return sentence(o); },
                          [](const DriverAnswer& o) { return describe_driver(o); },
                          [](const NoHostCompiler& o) { return describe_no_host(o); },
                      },
                      left_out.obstacle);
}

ReleasesAnswer releases_answer(const Tables& tables, const ReleasesQuestion& question,
                               const std::vector<UserDefault>& defaults) {
    const ReleasesReport report{tables, question, find_releases(tables, question)};
    const FoundReleases& found = report.answer;
    ReleasesAnswer answer{.policy = question.policy, .system = found.system, .notes = describe(defaults)};
    add_notes(report, answer.notes);
    for (const Condition& condition : question.conditions) answer.conditions.push_back(format_condition(condition));
    answer.releases.assign(found.releases.begin(), found.releases.end());
    for (const LeftOutRelease& left_out : found.left_out) {
        Sentence note = describe(left_out);
        answer.left_out.push_back({left_out.release->version, {}, note.code, std::move(note.text), note.sources});
        if (left_out.condition) answer.left_out.back().option = answer.conditions[*left_out.condition].option;
    }
    if (found.releases.empty()) answer.conflict = conflict_of(report, answer);
    return answer;
}

}  // namespace cudastdenv::messages
