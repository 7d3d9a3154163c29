#include "pages/host.hpp"

#include "core/overloaded.hpp"
#include "core/quote.hpp"
#include "report/page.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace cudastdenv::report {

namespace {

std::string toolkit_in_words(const FoundToolkit& toolkit) {
    std::string words = fmt::format("nvcc {}", toolkit.build);
    if (!toolkit.same_build.empty())
        words += fmt::format(", which {} to {} have", to_string(toolkit.same_build.front()),
                             to_string(toolkit.same_build.back()));
    words += fmt::format(", {} ({})", shown(toolkit.nvcc), toolkit.found_by);
    if (toolkit.nvcc != toolkit.root / "bin" / "nvcc") words += fmt::format("; in {}", shown(toolkit.root));
    if (!toolkit.release) words += "; these tables don't know the release";
    if (!toolkit.host_compiler.empty())
        words += fmt::format("; hands host code to {} ({})", shown(toolkit.host_compiler), toolkit.host_compiler_named_by);
    return words;
}

std::string wrapper_in_words(const FoundCompiler& compiler) {
    switch (compiler.wrapper) {
        case FoundCompiler::Wrapper::none: return "";
        case FoundCompiler::Wrapper::cache: return fmt::format("; past the cache {}", shown(compiler.wrapped));
        case FoundCompiler::Wrapper::nix: return fmt::format("; Nix's wrapper of {}", shown(compiler.wrapped));
    }
    return "";
}

std::string headers_in_words(const FoundCompiler& compiler) {
    if (!compiler.libstdcxx_headers) return "; finds no libstdc++ headers";
    if (compiler.compiler == Compiler{Compiler::Family::gcc, *compiler.libstdcxx_headers}) return "";
    return fmt::format("; compiles with the libstdc++ headers of gcc-{}", *compiler.libstdcxx_headers);
}

bool is_default(const Host& host, const FoundCompiler& compiler) {
    return host.default_compiler && find_compiler(host, *host.default_compiler) == &compiler;
}

std::string compiler_in_words(const Host& host, const FoundCompiler& compiler) {
    return fmt::format("{}, {}{}{}{}", compiler.version, shown(compiler.path),
                       is_default(host, compiler) ? ", the default" : "", headers_in_words(compiler),
                       wrapper_in_words(compiler));
}

std::string libstdcxx_in_words(const LoadedLibstdcxx& library) {
    return fmt::format("{}: {}, {}, {}",
                       library.gcc ? fmt::format("of gcc-{}", *library.gcc) : "newer than these tables",
                       shown(library.path), library.glibcxx, library.cxxabi);
}

std::string gpu_in_words(const FoundGpu& gpu) {
    return fmt::format("{}{}", as_plain_text(gpu.name),
                       gpu.capability ? fmt::format(" ({})", to_string(*gpu.capability)) : ", of unknown capability");
}

std::string ending_in_words(const ProgramFails& note) {
    return note.signalled ? fmt::format("is ended by signal {}", note.status)
                          : fmt::format("fails with exit status {}", note.status);
}

}  // namespace

words::Said say(const HostNote& note) {
    using words::Said;
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
            [](const NamesNothing& n) -> Said {
                return {"names-nothing",
                        fmt::format("{} leads to {}, where there is no nvcc", n.variable, shown(n.path))};
            },
        },
        note);
}

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

std::string host_text(const Host& host, const Style& style) {
    const NotKnown unknown = not_known(host);
    const std::string_view no_gpu = unknown.gpus ? "not known: nvidia-smi could not be asked" : "none";
    Page page(style);
    page.line("Toolkits");
    for (const FoundToolkit& toolkit : host.toolkits) {
        const std::string head = "CUDA " + to_string(toolkit.version);
        page.item(head, style.strong(head), toolkit_in_words(toolkit));
    }
    if (host.toolkits.empty())
        page.bullet(unknown.toolkits
                        ? "not known: nvcc could not be asked"
                        : "none: no nvcc on PATH, by CUDA_HOME or CUDA_PATH, in the usual folders, of pip or of conda");
    page.gap();
    page.line("Compilers");
    for (const FoundCompiler& compiler : host.compilers) {
        const std::string head = to_string(compiler.compiler);
        page.item(head, style.strong(head), compiler_in_words(host, compiler));
    }
    if (host.compilers.empty())
        page.bullet(unknown.compilers ? "not known: those on PATH could not be asked"
                                      : "none: no g++ and no clang++ on PATH");
    page.gap();
    page.row("libstdc++", host.libstdcxx ? libstdcxx_in_words(*host.libstdcxx) : "no libstdc++.so.6 that programs would load");
    page.row("glibc", host.glibc ? to_string(*host.glibc) : "not found");
    page.row("system", host.system);
    page.row("driver", host.driver ? *host.driver : std::string(no_gpu));
    for (const FoundGpu& gpu : host.gpus) page.row("GPU", gpu_in_words(gpu));
    if (host.gpus.empty()) page.row("GPU", no_gpu);
    if (!host.notes.empty()) {
        page.gap();
        page.line("Notes");
        for (const HostNote& note : host.notes) page.bullet(say(note).text);
    }
    return page.take();
}

}  // namespace cudastdenv::report
