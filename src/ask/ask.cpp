// SPDX-License-Identifier: MIT
#include "ask/answers.hpp"
#include "ask/applied.hpp"
#include "ask/compiler_name.hpp"
#include "ask/consumer_name.hpp"
#include "ask/covered_list.hpp"
#include "ask/driver_name.hpp"
#include "ask/gpu_name.hpp"
#include "ask/linted_list.hpp"
#include "ask/list.hpp"
#include "ask/no_machine.hpp"
#include "ask/owned.hpp"
#include "ask/owned_request.hpp"
#include "ask/release_name.hpp"
#include "ask/result_of.hpp"
#include "ask/spelling_name.hpp"
#include "ask/texts_writer.hpp"
#include "resolve/gpu_support.hpp"
#include "tables/lookup.hpp"
#include "words/coverage.hpp"
#include "words/drivers.hpp"
#include "words/lint.hpp"
#include "words/lists.hpp"
#include "words/releases.hpp"
#include "words/resolution.hpp"

#include <cudastdenv/ask.hpp>
#include <cudastdenv/flags.hpp>

#include <span>

namespace cudastdenv {

namespace {

using asking::Context;
using asking::owned;
using asking::result_of;
using asking::Texts;
using asking::TextsWriter;

Texts texts_of(const Question& question) {
    TextsWriter texts;
    texts.give("cuda", question.cuda);
    texts.give("system", question.system);
    texts.give("build-system", question.build_system);
    texts.give("stdenv", question.stdenv);
    texts.give("libstdcxx", question.libstdcxx);
    texts.give("std", question.standard);
    texts.give("glibc", question.glibc);
    if (question.available) texts.give_list("available", *question.available);
    texts.give("capabilities", question.capabilities);
    texts.give("gpu", question.gpus);
    texts.give("no-forward-compat", !question.forward_compat);
    texts.give("policy", question.policy);
    texts.give("nixpkgs-exact", question.nixpkgs_exact);
    texts.give("for", question.for_tool);
    return texts.take();
}

Texts texts_of(const Conditions& conditions) {
    TextsWriter texts;
    texts.give("stdenv", conditions.stdenv);
    texts.give("available", conditions.available);
    texts.give("capabilities", conditions.capabilities);
    texts.give("gpu", conditions.gpus);
    texts.give("driver", conditions.driver);
    texts.give("system", conditions.system);
    texts.give("std", conditions.standard);
    texts.give("glibc", conditions.glibc);
    texts.give("policy", conditions.policy);
    return texts.take();
}

Texts texts_of(const CoversQuestion& question) {
    TextsWriter texts;
    texts.give("cuda", question.cuda);
    texts.give("capabilities", question.capabilities);
    texts.give("no-forward-compat", !question.forward_compat);
    texts.give("text", question.text);
    texts.give("format", question.spelling);
    texts.give("consumer", question.consumer);
    texts.give("gpu", question.gpu);
    texts.give("device", question.device);
    texts.give("all-devices", !question.gpu && !question.device);
    texts.give("driver", question.driver);
    texts.give("system", question.system);
    texts.give("for", question.for_tool);
    return texts.take();
}

Said said(const AdvisoryRow& advisory) { return owned({advisory.id, std::string(advisory.message), advisory.sources}); }

std::vector<std::string> names_of(std::span<const Capability> capabilities) {
    std::vector<std::string> names;
    for (const Capability capability : capabilities) names.push_back(to_string(capability));
    return names;
}

template <class T>
std::optional<std::string> name_of(const std::optional<T>& value) {
    return value ? std::optional(std::string(to_string(*value))) : std::nullopt;
}

ChosenCompiler chosen(const HostCompiler& host) {
    const HostCompilerRange& range = host.range;
    return {.name = to_string(host.compiler),
            .version = name_of(host.version),
            .family = std::string(to_string(host.compiler.family)),
            .major = host.compiler.major,
            .uses_stdenv = host.uses_stdenv,
            .oldest = range.min ? std::optional(range.min->major) : std::nullopt,
            .newest = range.max.major,
            .libstdcxx_headers = host.headers,
            .headers_inferred = host.headers_inferred};
}

RejectedCompiler rejected(const Tables& tables, const Rejection& rejection) {
    RejectedCompiler compiler{
        to_string(rejection.compiler), name_of(rejection.version), owned(words::say(tables, rejection.reason)), {}};
    for (const AdvisoryRow* advisory : rejection.hidden) compiler.hides.push_back(said(*advisory));
    return compiler;
}

Answer shown(const words::ResolutionReport& answer) {
    const Resolution& resolution = answer.resolution;
    const Stdenv& stdenv = answer.request.stdenv;
    Answer shown{.works = asking::is_answered(resolution),
                 .cuda = to_string(resolution.release->version),
                 .nvcc = resolution.release->nvcc ? std::optional<std::string>(*resolution.release->nvcc)
                                                  : std::nullopt,
                 .system = std::string(answer.request.system),
                 .redist = std::string(resolution.redist),
                 .stdenv = to_string(stdenv.compiler),
                 .libstdcxx = stdenv.libstdcxx,
                 .glibc = name_of(stdenv.glibc),
                 .standard = std::string(to_string(resolution.standard)),
                 .toolkit_headers = name_of(answer.request.toolkit_headers),
                 .host_compiler = resolution.host ? std::optional(chosen(*resolution.host)) : std::nullopt,
                 .rejected = {},
                 .supported = names_of(resolution.supported),
                 .capabilities = names_of(resolution.resolved),
                 .gencode = make_flags(answer.tables, answer.request, resolution).gencode,
                 .broken = resolution.broken_by ? std::optional(said(*resolution.broken_by)) : std::nullopt,
                 .advisories = {},
                 .notes = {},
                 .apply = {}};
    shown.apply = owned(answer.apply);
    for (const Rejection& rejection : resolution.rejected) shown.rejected.push_back(rejected(answer.tables, rejection));
    for (const AdvisoryRow* advisory : resolution.advisories) shown.advisories.push_back(said(*advisory));
    shown.notes = owned(words::say_notes(answer));
    return shown;
}

asking::ChosenSpelling chosen_spelling(const Tables& tables, const std::string& spelling,
                                       const std::optional<std::string>& consumer) {
    TextsWriter texts;
    texts.give("format", std::optional(spelling));
    texts.give("consumer", consumer);
    return asking::read_chosen_spelling(tables, texts.take(), "");
}

BuildList built_by(const Tables& tables, Version release, const std::string& text,
                   const asking::ChosenSpelling& chosen) {
    const SpellingContext context = asking::context_of(tables, Request{}.system, release, chosen.consumer);
    return asking::read_build_list(tables, release, asking::read_listing(chosen.spelling, context, text));
}

Version release_called(const Tables& tables, const std::string& cuda) {
    return asking::read_release_name(asking::without_machine(tables), cuda).version;
}

Answer answer_of(const asking::OwnedRequest& question, const Texts& texts) {
    const Resolution resolution = resolve(question.tables(), question.request());
    return shown(asking::answer_with_lines(question, resolution, texts));
}

std::vector<Said> said_of(std::string_view spelling, const std::vector<Loss>& losses) {
    std::vector<Said> said_losses;
    for (const Loss& loss : losses) said_losses.push_back(owned(words::say(spelling, loss)));
    return said_losses;
}

}  // namespace

Result<Answer> ask(const Question& question, const Tables& tables) {
    return result_of<Answer>([&]() -> Answer {
        const Context context = asking::without_machine(tables);
        const Texts texts = texts_of(question);
        return answer_of(asking::OwnedRequest(context, texts), texts);
    });
}

Result<Explanation> explain(const Question& question, const std::string& compiler, const Tables& tables) {
    return result_of<Explanation>([&]() -> Explanation {
        const Context context = asking::without_machine(tables);
        const Texts texts = texts_of(question);
        asking::OwnedRequest asked(context, texts);
        const Compiler meant = asking::read_compiler(tables, compiler).compiler;
        Explanation explanation{.compiler = to_string(meant),
                                .chosen = false,
                                .available = !asked.suppose_available(compiler),
                                .rejected = {},
                                .answer = answer_of(asked, texts)};
        const auto& host = explanation.answer.host_compiler;
        explanation.chosen = host && host->name == explanation.compiler;
        for (const RejectedCompiler& other : explanation.answer.rejected)
            if (other.name == explanation.compiler) explanation.rejected = other;
        return explanation;
    });
}

Result<SpelledList> spell(const Question& question, const std::string& spelling, const Tables& tables) {
    return result_of<SpelledList>([&]() -> SpelledList {
        const asking::ChosenSpelling chosen = chosen_spelling(tables, spelling, question.consumer);
        const Context context = asking::without_machine(tables);
        const asking::OwnedRequest asked(context, texts_of(question));
        const Request& request = asked.request();
        const Spelled spelled = write_list(chosen.spelling,
                                           asking::context_of(tables, request.system, request.cuda, chosen.consumer),
                                           build_list(resolve(tables, request)));
        return {spelled.text, said_of(chosen.spelling.name, spelled.losses)};
    });
}

Result<ReadList> read_list(const std::string& text, const std::string& spelling, const std::string& cuda,
                           const Tables& tables, const std::optional<std::string>& consumer) {
    return result_of<ReadList>([&]() -> ReadList {
        const BuildList list = built_by(tables, release_called(tables, cuda), text,
                                        chosen_spelling(tables, spelling, consumer));
        return {names_of(list.real), names_of(list.ptx)};
    });
}

Result<SpelledList> respell(const std::string& text, const std::string& from, const std::string& to,
                            const std::string& cuda, const Tables& tables, const RespellConsumers& consumers) {
    return result_of<SpelledList>([&]() -> SpelledList {
        const asking::ChosenSpelling chosen = chosen_spelling(tables, to, consumers.to);
        const Version release = release_called(tables, cuda);
        const BuildList list = built_by(tables, release, text, chosen_spelling(tables, from, consumers.from));
        const std::string_view system = are_jetsons(tables, list.real) ? jetson_system : Request{}.system;
        const Spelled spelled = write_list(chosen.spelling,
                                           asking::context_of(tables, system, release, chosen.consumer), list);
        return {spelled.text, said_of(chosen.spelling.name, spelled.losses)};
    });
}

Result<FoundReleases> releases(const Conditions& conditions, const Tables& tables) {
    return result_of<FoundReleases>([&]() -> FoundReleases {
        const Texts texts = texts_of(conditions);
        const ReleasesQuestion question = asking::read_releases_question(asking::without_machine(tables), texts);
        const ReleasesAnswer answer = find_releases(tables, question);
        const words::ReleasesReport report{tables, question, answer};
        FoundReleases found;
        for (const FittingRelease& fitting : answer.releases)
            found.releases.push_back({to_string(fitting.release->version), to_string(fitting.host)});
        for (const LeftOutRelease& left_out : answer.left_out)
            found.left_out.push_back({to_string(left_out.release->version), owned(words::say(report, left_out))});
        found.notes = owned(words::say_notes(report));
        return found;
    });
}

Result<DriverVerdict> compat(const Question& question, const std::string& driver, const Tables& tables) {
    return result_of<DriverVerdict>([&]() -> DriverVerdict {
        const Context context = asking::without_machine(tables);
        const asking::OwnedRequest asked(context, texts_of(question), std::nullopt, asking::Platforms::judged);
        const DriverAnswer answer = judge_driver(tables, asked.request(), asking::read_driver(driver), asked.gpus());
        DriverVerdict verdict{runs(answer), std::string(to_string(answer.support)), answer.ptx_loads, {}};
        for (const DriverObstacle& obstacle : answer.obstacles)
            verdict.obstacles.push_back(owned(words::say(asked.request().system, answer, obstacle)));
        return verdict;
    });
}

Result<NeededDriver> needed_driver(const Question& question, const Tables& tables) {
    return result_of<NeededDriver>([&]() -> NeededDriver {
        const Context context = asking::without_machine(tables);
        const asking::OwnedRequest asked(context, texts_of(question), std::nullopt, asking::Platforms::judged);
        const DriverAnswer answer = drivers_for(tables, asked.request(), asked.gpus());
        NeededDriver needed;
        if (answer.minimum) needed.native = to_string(answer.minimum->driver);
        if (answer.minor_version) needed.minor_version = to_string(answer.minor_version->driver);
        if (answer.bundled) needed.bundled = to_string(answer.bundled->driver);
        if (answer.jetson) needed.jetson = to_string(answer.jetson->driver);
        needed.ptx_branch = answer.ptx_branch;
        for (const GpuKnowledge& known : answer.gpus) needed.gpus.push_back(owned(words::say(known)));
        for (const DriverObstacle& obstacle : answer.obstacles)
            needed.obstacles.push_back(owned(words::say(asked.request().system, answer, obstacle)));
        return needed;
    });
}

Result<std::vector<GpuFacts>> gpu(const std::string& name, const Tables& tables) {
    return result_of<std::vector<GpuFacts>>([&]() -> std::vector<GpuFacts> {
        std::vector<GpuFacts> all;
        for (const Gpu& asked : asking::read_any_gpu(tables, name)) {
            const GpuSupport support = support_of(tables, asked);
            const CapabilityRow& row = *support.capability;
            GpuFacts facts{.name = std::string(asked.name),
                           .capability = to_string(row.capability),
                           .architecture = std::string(row.architecture),
                           .first_release = to_string(row.nvcc.first)};
            if (row.nvcc.last) facts.last_release = to_string(*row.nvcc.last);
            if (support.drivers.generation) {
                facts.first_branch = support.drivers.generation->first_branch;
                facts.last_branch = support.drivers.generation->last_branch;
            }
            if (support.newest_without_ptx) facts.newest_without_ptx = to_string(support.newest_without_ptx->version);
            if (support.newest_with_ptx) facts.newest_with_ptx = to_string(support.newest_with_ptx->version);
            all.push_back(std::move(facts));
        }
        return all;
    });
}

Result<ListCoverage> covers(const CoversQuestion& question, const Tables& tables) {
    return result_of<ListCoverage>([&]() -> ListCoverage {
        const Context context = asking::without_machine(tables);
        const Texts texts = texts_of(question);
        const asking::CoveredList asked(context, texts, asking::read_gpu_asked(tables, texts));
        const words::CoverageReport report = asked.report();
        ListCoverage coverage;
        for (const DeviceCoverage& device : report.devices)
            coverage.devices.push_back({to_string(device.device), runs(device.coverage),
                                        owned(words::say(report, device)), words::path_in_words(device)});
        coverage.apply = owned(asked.lines(asking::read_tool_asked(texts)));
        return coverage;
    });
}

Result<LintVerdict> lint(const std::string& text, const std::string& cuda, const std::optional<std::string>& spelling,
                         const Tables& tables, const std::optional<std::string>& consumer) {
    return result_of<LintVerdict>([&]() -> LintVerdict {
        TextsWriter texts;
        texts.give("text", std::optional(text));
        texts.give("cuda", std::optional(cuda));
        texts.give("format", spelling);
        texts.give("consumer", consumer);
        const Context context = asking::without_machine(tables);
        const asking::LintedList linted(context, texts.take());
        const words::LintReport report = linted.report();
        LintVerdict verdict{.clean = is_clean(report.findings),
                            .spelling = std::string(report.spelling.name),
                            .findings = {},
                            .fixed = std::string(report.fixed)};
        for (const Finding& finding : report.findings) {
            words::Correction said = words::say(report, finding);
            std::string instead = std::move(said.instead);
            verdict.findings.push_back(
                {std::string(to_string(finding.severity)), owned(std::move(said)), std::move(instead)});
        }
        return verdict;
    });
}

}  // namespace cudastdenv
