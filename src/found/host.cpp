// SPDX-License-Identifier: MIT
#include "found/host.hpp"

#include "core/quote.hpp"
#include "core/versions.hpp"
#include "words/diagnostics.hpp"
#include "words/phrases.hpp"
#include "words/resolution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <vector>

namespace cudastdenv::found {

using namespace words;

Said say(const FoundToolkit& toolkit, ToolkitLack lack) {
    return said({to_string(lack), {{"root", shown(toolkit.root)}}});
}

std::string wanted_release(const WantedRelease& wanted) {
    return to_string(wanted.any_patch ? minor_of(wanted.version) : wanted.version);
}

std::string but_installed_are(const Host& host) {
    if (host.toolkits.empty()) return ", and no other (`cudastdenv detect` says where it looks)";
    return "; installed: " + joined(host.toolkits, ", ", [](const FoundToolkit& toolkit) {
               return fmt::format("CUDA {} ({})", toolkit.version, shown(toolkit.nvcc));
           });
}

std::string not_installed_message(const WantedRelease& wanted, const Host& host) {
    return fmt::format("CUDA {} is not installed here{}\n", wanted_release(wanted), but_installed_are(host));
}

namespace {

DetectAnswer::Toolkit to_answer(const FoundToolkit& found) {
    DetectAnswer::Toolkit toolkit{.version = found.version,
                                  .same_build = {found.same_build.begin(), found.same_build.end()},
                                  .known = found.release != nullptr,
                                  .nvcc = found.build,
                                  .path = {found.nvcc.string()},
                                  .root = {found.root.string()},
                                  .found_by = found.found_by,
                                  .headers = some_foreign(found.headers.string()),
                                  .headers_place = found.headers_place};
    for (const ToolkitLack lack : found.lacks) {
        Said said = say(found, lack);
        toolkit.lacks.push_back({said.code, std::move(said.text)});
    }
    if (!found.host_compiler.empty())
        toolkit.host_compiler = DetectAnswer::NamedCompiler{{found.host_compiler.string()},
                                                            found.host_compiler_named_by};
    return toolkit;
}

DetectAnswer::CxxCompiler to_answer(const Host& host, const FoundCompiler& compiler) {
    return {.compiler = compiler.compiler,
            .version = compiler.version,
            .path = {compiler.path.string()},
            .is_default = is_default(host, compiler),
            .libstdcxx_headers = compiler.libstdcxx_headers,
            .libstdcxx = some_foreign(compiler.libstdcxx.string()),
            .glibc = compiler.glibc,
            .wrapper = compiler.wrapper,
            .wrapped = some_foreign(compiler.wrapped.string())};
}

}  // namespace

DetectAnswer detect_answer(const Host& host) {
    DetectAnswer answer{.system = host.system,
                        .toolkits = std::vector<DetectAnswer::Toolkit>(),
                        .compilers = std::vector<DetectAnswer::CxxCompiler>(),
                        .libstdcxx = host.libstdcxx,
                        .glibc = host.glibc,
                        .driver = host.driver,
                        .gpus = host.gpus};
    for (const FoundToolkit& toolkit : host.toolkits) answer.toolkits->push_back(to_answer(toolkit));
    for (const FoundCompiler& compiler : host.compilers) answer.compilers->push_back(to_answer(host, compiler));
    // Nothing was found, but a program that would say it could not be asked: that is not known, and no "none".
    const auto forget_none = [](auto& list) {
        if (list && list->empty()) list.reset();
    };
    for (const HostNote& note : host.notes) {
        answer.notes.push_back({code_of(note.message), text_of(note.message)});
        const std::filesystem::path name = note.unanswered.filename();
        if (name == "nvidia-smi") forget_none(answer.gpus);
        else if (name == "nvcc") forget_none(answer.toolkits);
        else if (!name.empty()) forget_none(answer.compilers);
    }
    return answer;
}

namespace {

/// What the sentences about variables have to name.
Diagnostic about_variables(const ResolutionReport& answer, const BuildChoice& choice) {
    const HostCompiler& host = *answer.resolution.host;
    const std::optional<Version>& glibc = answer.request.stdenv.glibc;
    return {{},
            {{"which",
              host.uses_stdenv ? "this machine's default compiler works" : "the newest installed compiler that works"},
             {"release", answer.request.cuda},
             {"range", range_in_words(host.compiler.family, host.range)},
             {"compiler", choice.compiler->compiler},
             {"gcc", answer.request.stdenv.libstdcxx},
             {"glibc", glibc ? "glibc " + to_string(*glibc) : "glibc"},
             {"toolkit", choice.toolkit ? shown(choice.toolkit->root) : ""}}};
}

}  // namespace

EnvAnswer env_answer(std::span<const Assignment> assignments) {
    EnvAnswer answer;
    for (const Assignment& assignment : assignments)
        answer.variables.push_back(
            {assignment.name, assignment.value ? std::optional(ForeignText{*assignment.value}) : std::nullopt, {}});
    return answer;
}

EnvAnswer env_answer(std::span<const Assignment> assignments, const ResolutionReport& report,
                     const BuildChoice& choice) {
    EnvAnswer answer = env_answer(assignments);
    answer.cuda.value = asked_release(report);
    answer.host_compiler.value = choice.compiler->compiler;
    answer.uses_stdenv.value = report.resolution.host->uses_stdenv;
    Diagnostic about = about_variables(report, choice);
    for (std::size_t i = 0; i < assignments.size(); ++i)
        for (const std::string_view purpose : assignments[i].purposes) {
            about.id = purpose;
            // A comment ends with its line; nothing in it may begin another one.
            answer.variables[i].why.push_back({as_plain_text(text_of(about))});
        }
    return answer;
}

std::string unfit_folder_message(const UnfitFolder& unfit) {
    return shown(unfit.folder) +
           ": the variables cannot hold the name of this folder; it needs one without quotes, backslashes, "
           "dollar signs, commas, colons and control characters";
}

std::string nothing_works_message(const ResolutionReport& answer, const FoundCompiler* other,
                                  std::span<const CompilerPackage> packages) {
    const Compiler stdenv = answer.request.stdenv.compiler;
    const std::string release = to_string(answer.request.cuda);
    std::string message =
        other ? fmt::format(
                    "no {} that is installed here works with CUDA {}, and this machine's default compiler is {}\n",
                    stdenv.family == Compiler::Family::gcc ? "GCC" : "Clang", release, stdenv)
              : fmt::format("no compiler that is installed here works with CUDA {}\n", release);
    for (const std::span<const Rejection> run : rejection_runs(answer.resolution.rejected))
        message += fmt::format("  {}: {}\n", run_in_words(run), text_of(run.front().reason));
    if (other)
        return message + fmt::format("{0} would, if it were the default: `export CXX={1}`, and ask again\n",
                                     other->compiler, shown(other->path));
    if (packages.empty()) {
        message += "no known distribution packages one that would, with this machine's libstdc++\n";
        return message;
    }
    message += "what would work, if it were installed:\n";
    for (const CompilerPackage& package : packages)
        message += fmt::format("  {}: {} {}\n", package.environment->title, package.distribution->install,
                               package.name);
    return message;
}

namespace {

/// What the tables expect has the sentence of the resolver's reason, where that is why.
VerifyAnswer::Predicted say_prediction(const verify::Outcome& predicted) {
    if (!predicted.reason) return {code_of(predicted.message), text_of(predicted.message)};
    const Said said = words::said(*predicted.reason);
    if (predicted.reason->id == "known-broken") {
        const std::string advisory = argument_of(*predicted.reason, "advisory");
        return {said.code, fmt::format("does not compile: {}", advisory), advisory};
    }
    const std::string_view head = predicted.kind == verify::Outcome::Kind::refused ? "refused" : "does not compile";
    return {said.code, fmt::format("{}: {}", head, said.text)};
}

VerifyAnswer::Row to_answer(const verify::VerifyRow& row) {
    return {.kind = row.kind,
            .compiler = row.compiler,
            .path = some_foreign(row.path.string()),
            .standard = row.standard,
            .capability = row.capability,
            .rejected = row.rejected ? std::optional(CodeName(code_of(*row.rejected))) : std::nullopt,
            .predicted = say_prediction(row.predicted),
            .seen = {code_of(row.seen.message), text_of(row.seen.message)},
            .verdict = row.verdict()};
}

}  // namespace

VerifyAnswer verify_answer(const ResolutionReport& report, const FoundToolkit& toolkit,
                           std::span<const verify::VerifyRow> rows) {
    const Stdenv& stdenv = report.request.stdenv;
    const auto count = [&](verify::Verdict verdict) {
        return static_cast<std::size_t>(std::ranges::count(rows, verdict, &verify::VerifyRow::verdict));
    };
    VerifyAnswer answer{.cuda = asked_release(report),
                        .toolkit = {toolkit.build, {toolkit.nvcc.string()}},
                        .policy = report.request.policy,
                        .stdenv = {stdenv.compiler, stdenv.libstdcxx, stdenv.glibc},
                        .as_predicted = count(verify::Verdict::as_predicted),
                        .different = count(verify::Verdict::different),
                        .not_run = count(verify::Verdict::not_run)};
    for (const verify::VerifyRow& row : rows) answer.rows.push_back(to_answer(row));
    return answer;
}

}  // namespace cudastdenv::found
