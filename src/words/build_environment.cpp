// SPDX-License-Identifier: MIT
#include "words/build_environment.hpp"

#include "core/quote.hpp"
#include "words/phrases.hpp"
#include "words/resolution.hpp"

#include <fmt/format.h>

namespace cudastdenv::words {

namespace {

struct BuildEnvironmentReport {
    const ResolutionReport& answer;
    const BuildChoice& choice;
};

std::string host_compiler_reason(const BuildEnvironmentReport& report) {
    const HostCompiler& host = *report.answer.resolution.host;
    const std::string release = "CUDA " + to_string(report.answer.request.cuda);
    const std::string range = range_in_words(host.compiler.family, host.range);
    const std::string_view which = host.uses_stdenv ? "this machine's default compiler works"
                                                    : "the newest installed compiler that works";
    return fmt::format("{} with {}: {}", which, release, range);
}

std::string newer_libstdcxx_reason(const BuildEnvironmentReport& report) {
    return fmt::format("{} brings an older libstdc++ to link than programs load here, that of gcc-{}: link that "
                       "one, or libraries that need it fail to link",
                       to_string(report.choice.compiler->compiler), report.answer.request.stdenv.libstdcxx);
}

std::string glibc_reason(const BuildEnvironmentReport& report) {
    const std::optional<Version>& glibc = report.answer.request.stdenv.glibc;
    return fmt::format("the CUDA headers and glibc{} contradict each other", glibc ? " " + to_string(*glibc) : "");
}

std::string toolkit_reason(const BuildEnvironmentReport& report) {
    return fmt::format("what this shell leads to is not the toolkit of CUDA {} in {}: that is put in front",
                       to_string(report.answer.request.cuda), shown(report.choice.toolkit->root));
}

std::string purpose_in_words(const BuildEnvironmentReport& report, Purpose purpose) {
    switch (purpose) {
        case Purpose::host_compiler: return host_compiler_reason(report);
        case Purpose::cmake_host_compiler: return "the same for CMake, which reads it when a build folder is new";
        case Purpose::flags_host_compiler: return "the same for this nvcc, which does not know NVCC_CCBIN yet";
        case Purpose::flags_host_compiler_for_sure:
            return "the same once more: whether this nvcc knows NVCC_CCBIN could not be found out";
        case Purpose::cmake_architectures: return "GPU capabilities for CMake; a bare one gets PTX too, for later GPUs";
        case Purpose::torch_architectures: return "the same for PyTorch's extensions";
        case Purpose::newer_libstdcxx: return newer_libstdcxx_reason(report);
        case Purpose::clang_headers:
            return "this Clang would take other libstdc++ headers than those that it and nvcc can parse";
        case Purpose::glibc_shim: return glibc_reason(report) + "; one header in front hides what does";
        case Purpose::toolkit_libraries:
            return "this nvcc looks for the toolkit's libraries in lib64, and they are in lib";
        case Purpose::toolkit_headers:
            return glibc_reason(report) + "; in a system directory, which this makes of theirs, a GCC lets that pass";
        case Purpose::toolkit_path: return toolkit_reason(report);
        case Purpose::toolkit_home: return "the same for build systems that go by CUDA_HOME, like PyTorch's extensions";
        case Purpose::toolkit_nvcc: return "the same for CMake, which reads it when a build folder is new";
        case Purpose::remembered: return "what was added or stood there, so that --unset can undo it";
    }
    return "";
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
    for (std::size_t i = 0; i < assignments.size(); ++i)
        for (const Purpose purpose : assignments[i].purposes)
            // A comment ends with its line; nothing in it may begin another one.
            answer.variables[i].why.push_back({as_plain_text(purpose_in_words({report, choice}, purpose))});
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
                    stdenv.family == Compiler::Family::gcc ? "GCC" : "Clang", release, to_string(stdenv))
              : fmt::format("no compiler that is installed here works with CUDA {}\n", release);
    for (const std::span<const Rejection> run : rejection_runs(answer.tables, answer.resolution.rejected))
        message += fmt::format("  {}: {}\n", run_in_words(run), say(answer.tables, run.front().reason).text);
    if (other)
        return message + fmt::format("{0} would, if it were the default: `export CXX={1}`, and ask again\n",
                                     to_string(other->compiler), shown(other->path));
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

}  // namespace cudastdenv::words
