// SPDX-License-Identifier: MIT
#include "words/resolution.hpp"

#include "core/lists.hpp"
#include "core/quote.hpp"
#include "resolve/drivers.hpp"
#include "resolve/host_compiler.hpp"
#include "tables/lookup.hpp"
#include "words/diagnostics.hpp"
#include "words/phrases.hpp"

#include <fmt/format.h>

namespace cudastdenv::words {

namespace {

bool same_run(const Rejection& left, const Rejection& right) {
    if (left.hidden != right.hidden || left.version || right.version) return false;
    // Hidden advisories are printed once for the whole run.
    if (!left.hidden.empty() && left.check_refuses != right.check_refuses) return false;
    if (left.compiler.family != right.compiler.family) return false;
    return left.reason.id == right.reason.id && left.reason.arguments == right.reason.arguments;
}

Said say_package_set(const ResolutionReport& answer) {
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

std::string stdenv_in_words(const ResolutionReport& answer) {
    const Stdenv& stdenv = answer.request.stdenv;
    std::string words = name_in_words(stdenv.compiler, version_of(answer.request, stdenv.compiler));
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
std::string place_in_words(const ResolutionReport& answer) {
    if (answer.environment == "host") return "on this machine";
    const std::string_view id = answer.stdenv_assumed ? answer.tables.assumed_environment : answer.environment;
    const EnvironmentRow* row = find_environment(answer.tables, id);
    if (answer.stdenv_assumed) return row ? fmt::format("on {} (assumed)", short_title(*row)) : "";
    if (row) return fmt::format("on {}", short_title(*row));
    const Stdenv& stdenv = answer.request.stdenv;
    const std::string name = name_in_words(stdenv.compiler, version_of(answer.request, stdenv.compiler));
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
                                .text = stdenv_in_words(answer),
                                .place = place_in_words(answer)};
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
                                                .text = range_in_words(host->compiler.family, host->range)},
                                      .libstdcxx_headers = host->headers,
                                      .headers_inferred = host->headers_inferred};
    if (min) {
        shown.range.min = min->major;
        shown.range.min_inferred_from = min->inferred_from;
    }
    return shown;
}

ResolveAnswer::Rejection to_answer(const Rejection& rejection) {
    Said said = words::said(rejection.reason);
    return {.compiler = rejection.compiler,
            .version = {rejection.version},
            .code = said.code,
            .text = std::move(said.text),
            .sources = said.sources,
            .hides = advisories_of(rejection.hidden),
            .hides_text = hidden_in_words(rejection)};
}

/// `id: title, location, https://... (header, high confidence)`
std::vector<std::string> sources_in_words(const Tables& tables, std::span<const std::string_view> sources) {
    std::vector<std::string> words;
    for (const std::string_view id : sources) {
        const SourceRow* source = find_source(tables, id);
        words.push_back(fmt::format("{}: {}, {}{}{} ({}, {} confidence)", id, source->title, source->locator,
                                    source->url ? ", " : "", source->url.value_or(""), source->kind,
                                    source->confidence));
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
    shown_answer.notes = say_notes(answer);
    return shown_answer;
}

/// `driver 525.60.13 or later (570.124.06 for PTX)`; empty: unknown.
std::string driver_in_words(const ResolutionReport& answer) {
    const Version release = answer.request.cuda;
    const std::string_view system = answer.request.system;
    const bool is_jetson_build = are_jetsons(answer.tables, answer.resolution.resolved);
    const auto native = driver_minimum(answer.tables, release, system);
    if (!native || is_jetson_build) return "";
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

/// Facts about a compiler that was not chosen.
struct Judged {
    std::optional<bool> works;  ///< absent: unknown
    Rejection why;
};

Judged judge(const ResolutionReport& answer, const Rejection& rejection) {
    if (rejection.reason.id == "superseded") return {is_answered(answer.resolution), rejection};
    if (rejection.reason.id != "other-family") return {false, rejection};
    // In an environment of its own family, the usual rules apply.
    Request own = answer.request;
    own.stdenv.compiler = rejection.compiler;
    const Resolution judged = resolve(answer.tables, own);
    const auto found = std::ranges::find(judged.rejected, rejection.compiler, &Rejection::compiler);
    if (found != judged.rejected.end()) return {false, *found};
    return {is_answered(judged), rejection};
}

}  // namespace

std::vector<std::string> hidden_in_words(const Rejection& rejection) {
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

std::string run_in_words(std::span<const Rejection> run) {
    std::string words = name_in_words(run.back().compiler, run.back().version);
    if (run.size() > 1) words += fmt::format(" to {}", run.front().compiler.major);
    return words;
}

Said say(const ResolutionReport& answer, Diagnostic note) {
    const std::string_view whose = answer.environment;
    note.arguments.emplace_back("toolkit", whose == "host" ? "this machine's toolkit"
                                           : whose.empty() ? "the toolkit"
                                                           : fmt::format("the CUDA {} that {} packages itself",
                                                                         to_string(answer.request.cuda), whose));
    return said(note);
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

std::vector<Said> say_reading(const ResolutionReport& answer) {
    std::vector<Said> all = say(answer.defaults);
    if (answer.release_assumed) all.push_back(said({"release-assumed", {{"cuda", answer.request.cuda}}}));
    if (!answer.package_set.channel.empty()) all.push_back(say_package_set(answer));
    if (!answer.other_releases.empty())
        all.push_back(
            said({"several-releases",
                  {{"asked", in_quotes(answer.cuda_requested)}, {"releases", joined(answer.other_releases)}}}));
    return all;
}

std::vector<Said> say_notes(const ResolutionReport& answer) {
    std::vector<Said> notes = say_reading(answer);
    // This note suggests --stdenv host. That would be wrong if the user named a system (this machine's compilers say
    // nothing about another one), or with --nixpkgs-exact, which asks for nixpkgs' value.
    if (answer.stdenv_assumed && answer.system_assumed && !answer.request.nixpkgs_exact)
        notes.push_back(
            said({"stdenv-assumed",
                  {{"compiler", answer.request.stdenv.compiler}, {"environment", answer.tables.assumed_environment}}}));
    for (const Diagnostic& note : answer.resolution.notes) notes.push_back(say(answer, note));
    return notes;
}

std::vector<Advisory> advisories_of(const std::vector<const AdvisoryRow*>& advisories) {
    std::vector<Advisory> all;
    for (const AdvisoryRow* row : advisories)
        all.push_back({row->id,
                       row->severity,
                       row->message,
                       row->workaround,
                       {row->ways_out.begin(), row->ways_out.end()},
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
    resolved.capabilities = {resolution.supported, resolution.defaults, resolution.resolved, resolution.ptx};
    resolved.flags = make_flags(answer.tables, answer.request, resolution);
    for (const std::span<const Rejection> run : rejection_runs(resolution.rejected)) {
        resolved.runs.push_back({run_in_words(run), resolved.rejected.size()});
        ResolveAnswer::Rejection shown = to_answer(run.front());
        for (const Rejection& rejection : run) {
            shown.compiler = rejection.compiler;
            resolved.rejected.push_back(shown);
        }
    }
    resolved.sources_text = sources_in_words(answer.tables, sources_of_choice(resolution));
    resolved.driver_text = driver_in_words(answer);
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
    const auto rejection = std::ranges::find(resolution.rejected, compiler, &Rejection::compiler);
    if (rejection != resolution.rejected.end()) {
        const Judged judged = judge(answer, *rejection);
        explained.works = judged.works;
        explained.rejection = to_answer(judged.why);
    }
    if (const auto* row = find_host_compilers(answer.tables, compiler.family, answer.request.cuda))
        for (const Policy view : {Policy::nixpkgs, Policy::documented, Policy::enforced})
            explained.ranges.entries.emplace_back(to_string(view), view_of(*row, view));
    explained.sources_text = sources_in_words(answer.tables, explained.chosen ? explained.host_compiler->range.sources
                                                             : explained.rejection ? explained.rejection->sources
                                                                                   : SourceIds{});
    return explained;
}

}  // namespace cudastdenv::words
