// SPDX-License-Identifier: MIT
#include "words/host.hpp"

#include "core/lists.hpp"
#include "core/quote.hpp"
#include "core/versions.hpp"
#include "words/phrases.hpp"
#include "words/resolution.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <vector>

namespace cudastdenv::words {

namespace {

std::string ending_in_words(const ProgramFails& note) {
    return note.signalled ? fmt::format("is ended by signal {}", note.status)
                          : fmt::format("fails with exit status {}", note.status);
}

std::string_view why_not_used(CxxNotUsed::Why why) {
    switch (why) {
        case CxxNotUsed::Why::names_nothing: return "and no such program is here";
        case CxxNotUsed::Why::relative_path: return "and no program of the current folder is asked";
        case CxxNotUsed::Why::names_cache_alone: return "a compiler cache without a compiler";
        case CxxNotUsed::Why::compiles_c_only: return "which compiles no C++, and has no C++ driver beside it";
        case CxxNotUsed::Why::left_out: return "which could not be used";
    }
    return "";
}

}  // namespace

Said say(const FoundToolkit& toolkit, ToolkitLack lack) {
    const std::string root = shown(toolkit.root);
    switch (lack) {
        case ToolkitLack::library_folder:
            return {"library-folder",
                    fmt::format("{} has its libraries in lib, and its nvcc looks in lib64: nothing links without the "
                                "-L that `cudastdenv env` adds",
                                root)};
        case ToolkitLack::cicc:
            return {"cicc", fmt::format("{} has cicc in bin, and its nvcc starts the one in nvvm/bin: nothing compiles "
                                        "until a link to it is there",
                                        root)};
        case ToolkitLack::link_stub:
            return {
                "link-stub",
                fmt::format("{} has no bin/crt/link.stub: no program with GPU code links; the package nvidia-cuda-crt "
                            "of a later patch has it",
                            root)};
    }
    return {};
}

std::string wanted_release(const WantedRelease& wanted) {
    return to_string(wanted.any_patch ? minor_of(wanted.version) : wanted.version);
}

std::string but_installed_are(const Host& host) {
    if (host.toolkits.empty()) return ", and no other (`cudastdenv detect` says where it looks)";
    std::vector<std::string> installed;
    for (const FoundToolkit& toolkit : host.toolkits)
        installed.push_back(fmt::format("CUDA {} ({})", to_string(toolkit.version), shown(toolkit.nvcc)));
    return fmt::format("; installed: {}", fmt::join(installed, ", "));
}

std::string not_installed_message(const WantedRelease& wanted, const Host& host) {
    return fmt::format("CUDA {} is not installed here{}\n", wanted_release(wanted), but_installed_are(host));
}

Said say(const HostNote& note) {
    const auto left_out = [](std::string_view code, const std::filesystem::path& program, std::string_view why) {
        return said(code, "{} is left out: {}", shown(program), why);
    };
    return std::visit(
        Overloaded{
            [&](const ProgramHangs& n) {
                return left_out("program-hangs", n.program, fmt::format("it did not answer within {} s", n.seconds));
            },
            [&](const ProgramFloods& n) {
                return left_out("program-floods", n.program, "asked for its version, it prints without end");
            },
            [&](const ProgramFails& n) {
                return left_out("program-fails", n.program, "asked for its version, it " + ending_in_words(n));
            },
            [&](const ProgramCannotStart& n) {
                return left_out("program-cannot-start", n.program, as_plain_text(n.why));
            },
            [&](const ProgramSaysNothing& n) {
                return left_out("program-says-nothing", n.program, fmt::format("what it prints is not {}", n.wanted));
            },
            [&](const ProgramLies& n) {
                return left_out("program-lies", n.program,
                                fmt::format("by its name it is {}, by its own word {}", n.name_says, n.it_says));
            },
            [](const NoCxxDriver& n) {
                return said("no-cxx-driver", "{} has no g++ beside it: it compiles no C++", shown(n.program));
            },
            [](const NoCxxHeaders& n) {
                return said("no-cxx-headers",
                            "{} finds no C++ library headers: a Clang takes the GCC folder with the highest "
                            "number, also one without headers; installing that GCC's libstdc++-dev helps",
                            shown(n.program));
            },
            [](const CxxNotUsed& n) {
                return said("cxx-not-used",
                            "CXX is '{}', {}: what it names is not this machine's default compiler here",
                            as_plain_text(n.value), why_not_used(n.why));
            },
            [](const NamesNothing& n) {
                return said("names-nothing", "{} leads to {}, where there is no nvcc", n.variable, shown(n.path));
            },
        },
        note);
}

namespace {

/// Of which nothing was found, but a program that would say it could not be asked: that is no "none".
struct NotKnown {
    bool toolkits = false;
    bool compilers = false;
    bool gpus = false;
};

NotKnown not_known(const Host& host) {
    NotKnown unknown;
    const auto could_not_be_asked = [&](const std::filesystem::path& program) {
        if (program.filename() == "nvidia-smi") unknown.gpus = host.gpus.empty();
        else if (program.filename() == "nvcc") unknown.toolkits = host.toolkits.empty();
        else unknown.compilers = host.compilers.empty();
    };
    for (const HostNote& note : host.notes)
        std::visit(Overloaded{
                       [&](const ProgramHangs& n) { could_not_be_asked(n.program); },
                       [&](const ProgramFloods& n) { could_not_be_asked(n.program); },
                       [&](const ProgramFails& n) { could_not_be_asked(n.program); },
                       [&](const ProgramCannotStart& n) { could_not_be_asked(n.program); },
                       [&](const ProgramSaysNothing& n) { could_not_be_asked(n.program); },
                       [](const auto&) {},
                   },
                   note);
    return unknown;
}

DetectAnswer::Toolkit to_answer(const FoundToolkit& found) {
    DetectAnswer::Toolkit toolkit{.version = found.version,
                                  .same_build = {found.same_build.begin(), found.same_build.end()},
                                  .known = found.release != nullptr,
                                  .nvcc = found.build,
                                  .path = {found.nvcc.string()},
                                  .root = {found.root.string()},
                                  .found_by = found.found_by,
                                  .headers = some_foreign(found.headers.string()),
                                  .headers_place = found.headers_place,
                                  .host_compiler = {}};
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
    DetectAnswer answer{.system = std::string(host.system), .glibc = host.glibc, .driver = host.driver};
    const NotKnown unknown = not_known(host);
    if (!unknown.toolkits) answer.toolkits = std::vector<DetectAnswer::Toolkit>();
    if (!unknown.compilers) answer.compilers = std::vector<DetectAnswer::CxxCompiler>();
    if (!unknown.gpus) answer.gpus = std::vector<DetectAnswer::Gpu>();
    for (const FoundToolkit& toolkit : host.toolkits) answer.toolkits->push_back(to_answer(toolkit));
    for (const FoundCompiler& compiler : host.compilers) answer.compilers->push_back(to_answer(host, compiler));
    for (const FoundGpu& gpu : host.gpus) answer.gpus->push_back({{gpu.name}, gpu.capability});
    if (const auto& library = host.libstdcxx)
        answer.libstdcxx =
            DetectAnswer::Libstdcxx{{library->path.string()}, library->gcc, library->glibcxx, library->cxxabi};
    for (const HostNote& note : host.notes) answer.notes.push_back(say(note));
    return answer;
}

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
