// SPDX-License-Identifier: MIT
#include "pages/host.hpp"

#include "core/overloaded.hpp"
#include "core/quote.hpp"
#include "report/page.hpp"
#include "words/host.hpp"

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
        words += fmt::format("; hands host code to {} ({})", shown(toolkit.host_compiler),
                             toolkit.host_compiler_named_by);
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

}  // namespace

std::string host_text(const Host& host, const Style& style) {
    const words::NotKnown unknown = words::not_known(host);
    const std::string_view no_gpu = unknown.gpus ? "not known: nvidia-smi could not be asked" : "none";
    Page page(style);
    page.line("Toolkits");
    for (const FoundToolkit& toolkit : host.toolkits) {
        const std::string head = "CUDA " + to_string(toolkit.version);
        page.item(head, style.strong(head), toolkit_in_words(toolkit));
        for (const ToolkitLack lack : toolkit.lacks) page.item_continued(words::say(toolkit, lack).text);
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
    page.row("libstdc++",
             host.libstdcxx ? libstdcxx_in_words(*host.libstdcxx) : "no libstdc++.so.6 that programs would load");
    page.row("glibc", host.glibc ? to_string(*host.glibc) : "not found");
    page.row("system", host.system);
    page.row("driver", host.driver ? *host.driver : std::string(no_gpu));
    for (const FoundGpu& gpu : host.gpus) page.row("GPU", gpu_in_words(gpu));
    if (host.gpus.empty()) page.row("GPU", no_gpu);
    if (!host.notes.empty()) {
        page.gap();
        page.line("Notes");
        for (const HostNote& note : host.notes) page.bullet(words::say(note).text);
    }
    return page.take();
}

}  // namespace cudastdenv::report
