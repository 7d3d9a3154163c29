// SPDX-License-Identifier: MIT
#include "words/host.hpp"

#include "core/minor_of.hpp"
#include "core/overloaded.hpp"
#include "core/quote.hpp"

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
    const auto left_out = [](std::string_view code, const std::filesystem::path& program,
                             std::string_view why) -> Said {
        return {code, fmt::format("{} is left out: {}", shown(program), why)};
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
            [](const NoCxxDriver& n) -> Said {
                return {"no-cxx-driver", fmt::format("{} has no g++ beside it: it compiles no C++", shown(n.program))};
            },
            [](const NoCxxHeaders& n) -> Said {
                return {"no-cxx-headers",
                        fmt::format("{} finds no C++ library headers: a Clang takes the GCC folder with the highest "
                                    "number, also one without headers; installing that GCC's libstdc++-dev helps",
                                    shown(n.program))};
            },
            [](const CxxNotUsed& n) -> Said {
                return {"cxx-not-used",
                        fmt::format("CXX is '{}', {}: what it names is not this machine's default compiler here",
                                    as_plain_text(n.value), why_not_used(n.why))};
            },
            [](const NamesNothing& n) -> Said {
                return {"names-nothing",
                        fmt::format("{} leads to {}, where there is no nvcc", n.variable, shown(n.path))};
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

}  // namespace cudastdenv::words
