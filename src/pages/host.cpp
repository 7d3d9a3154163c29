// SPDX-License-Identifier: MIT
#include "pages/host.hpp"

#include "core/quote.hpp"
#include "report/page.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <span>

namespace cudastdenv::report {

namespace {

using words::DetectAnswer;

std::string toolkit_in_words(const DetectAnswer::Toolkit& toolkit) {
    std::string words = fmt::format("nvcc {}", toolkit.nvcc);
    if (!toolkit.same_build.empty())
        words += fmt::format(", which {} to {} have", to_string(toolkit.same_build.front()),
                             to_string(toolkit.same_build.back()));
    words += fmt::format(", {} ({})", as_plain_text(toolkit.path), toolkit.found_by);
    const std::filesystem::path root = std::string(toolkit.root);
    if (toolkit.path != (root / "bin" / "nvcc").string()) words += fmt::format("; in {}", shown(root));
    if (!toolkit.known) words += "; these tables don't know the release";
    if (const auto& named = toolkit.host_compiler)
        words += fmt::format("; hands host code to {} ({})", as_plain_text(named->path), named->named_by);
    return words;
}

std::string wrapper_in_words(const DetectAnswer::CxxCompiler& compiler) {
    switch (compiler.wrapper) {
        case FoundCompiler::Wrapper::none: return "";
        case FoundCompiler::Wrapper::cache: return fmt::format("; past the cache {}", as_plain_text(*compiler.wrapped));
        case FoundCompiler::Wrapper::nix: return fmt::format("; Nix's wrapper of {}", as_plain_text(*compiler.wrapped));
    }
    return "";
}

std::string headers_in_words(const DetectAnswer::CxxCompiler& compiler) {
    if (!compiler.libstdcxx_headers) return "; finds no libstdc++ headers";
    if (compiler.compiler == Compiler{Compiler::Family::gcc, *compiler.libstdcxx_headers}) return "";
    return fmt::format("; compiles with the libstdc++ headers of gcc-{}", *compiler.libstdcxx_headers);
}

std::string compiler_in_words(const DetectAnswer::CxxCompiler& compiler) {
    return fmt::format("{}, {}{}{}{}", compiler.version, as_plain_text(compiler.path),
                       compiler.is_default ? ", the default" : "", headers_in_words(compiler),
                       wrapper_in_words(compiler));
}

std::string libstdcxx_in_words(const DetectAnswer::Libstdcxx& library) {
    return fmt::format("{}: {}, {}, {}",
                       library.gcc ? fmt::format("of gcc-{}", *library.gcc) : "newer than these tables",
                       as_plain_text(library.path), library.glibcxx, library.cxxabi);
}

std::string gpu_in_words(const DetectAnswer::Gpu& gpu) {
    return fmt::format("{}{}", as_plain_text(gpu.name),
                       gpu.capability ? fmt::format(" ({})", to_string(*gpu.capability)) : ", of unknown capability");
}

template <class Found>
std::span<const Found> found(const std::optional<std::vector<Found>>& some) {
    return some ? std::span(*some) : std::span<const Found>();
}

}  // namespace

std::string detect_text(const DetectAnswer& answer, const Style& style) {
    const std::string_view no_gpu = answer.gpus ? "none" : "not known: nvidia-smi could not be asked";
    Page page(style);
    page.line("Toolkits");
    for (const DetectAnswer::Toolkit& toolkit : found(answer.toolkits)) {
        const std::string head = "CUDA " + to_string(toolkit.version);
        page.item(head, style.strong(head), toolkit_in_words(toolkit));
        for (const DetectAnswer::Lack& lack : toolkit.lacks) page.item_continued(lack.message);
    }
    if (!answer.toolkits) page.bullet("not known: nvcc could not be asked");
    else if (answer.toolkits->empty())
        page.bullet("none: no nvcc on PATH, by CUDA_HOME or CUDA_PATH, in the usual folders, of pip or of conda");
    page.gap();
    page.line("Compilers");
    for (const DetectAnswer::CxxCompiler& compiler : found(answer.compilers)) {
        const std::string head = to_string(compiler.compiler);
        page.item(head, style.strong(head), compiler_in_words(compiler));
    }
    if (!answer.compilers) page.bullet("not known: those on PATH could not be asked");
    else if (answer.compilers->empty()) page.bullet("none: no g++ and no clang++ on PATH");
    page.gap();
    page.row("libstdc++",
             answer.libstdcxx ? libstdcxx_in_words(*answer.libstdcxx) : "no libstdc++.so.6 that programs would load");
    page.row("glibc", answer.glibc ? to_string(*answer.glibc) : "not found");
    page.row("system", answer.system);
    page.row("driver", answer.driver ? *answer.driver : std::string(no_gpu));
    for (const DetectAnswer::Gpu& gpu : found(answer.gpus)) page.row("GPU", gpu_in_words(gpu));
    if (found(answer.gpus).empty()) page.row("GPU", no_gpu);
    if (!answer.notes.empty()) {
        page.gap();
        page.line("Notes");
        for (const Said& note : answer.notes) page.bullet(note.text);
    }
    return page.take();
}

}  // namespace cudastdenv::report
