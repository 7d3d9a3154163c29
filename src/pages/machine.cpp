// SPDX-License-Identifier: MIT
#include "pages/machine.hpp"

#include "core/quote.hpp"
#include "report/page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <span>
#include <utility>

namespace cudastdenv::report {

namespace {

using found::DetectAnswer;

std::string toolkit_in_words(const DetectAnswer::Toolkit& toolkit) {
    std::string words = fmt::format("nvcc {}", toolkit.nvcc);
    if (!toolkit.same_build.empty())
        words += fmt::format(", which {} to {} have", toolkit.same_build.front(), toolkit.same_build.back());
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

std::string libstdcxx_in_words(const LoadedLibstdcxx& library) {
    return fmt::format("{}: {}, {}, {}",
                       library.gcc ? fmt::format("of gcc-{}", *library.gcc) : "newer than these tables",
                       as_plain_text(library.path), library.glibcxx, library.cxxabi);
}

std::string gpu_in_words(const FoundGpu& gpu) {
    return fmt::format("{}{}", as_plain_text(gpu.name),
                       gpu.capability ? fmt::format(" ({})", *gpu.capability) : ", of unknown capability");
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
        page.item(fmt::format("CUDA {}", toolkit.version), toolkit_in_words(toolkit), &Style::strong);
        for (const DetectAnswer::Lack& lack : toolkit.lacks) page.item_continued(lack.message);
    }
    if (!answer.toolkits) page.bullet("not known: nvcc could not be asked");
    else if (answer.toolkits->empty())
        page.bullet("none: no nvcc on PATH, by CUDA_HOME or CUDA_PATH, in the usual folders, of pip or of conda");
    page.gap();
    page.line("Compilers");
    for (const DetectAnswer::CxxCompiler& compiler : found(answer.compilers))
        page.item(to_string(compiler.compiler), compiler_in_words(compiler), &Style::strong);
    if (!answer.compilers) page.bullet("not known: those on PATH could not be asked");
    else if (answer.compilers->empty()) page.bullet("none: no g++ and no clang++ on PATH");
    page.gap();
    page.row("libstdc++",
             answer.libstdcxx ? libstdcxx_in_words(*answer.libstdcxx) : "no libstdc++.so.6 that programs would load");
    page.row("glibc", answer.glibc ? to_string(*answer.glibc) : "not found");
    page.row("system", answer.system);
    page.row("driver", answer.driver ? *answer.driver : std::string(no_gpu));
    for (const FoundGpu& gpu : found(answer.gpus)) page.row("GPU", gpu_in_words(gpu));
    if (found(answer.gpus).empty()) page.row("GPU", no_gpu);
    page.notes(answer.notes);
    return page.take();
}

namespace {

using found::AbiAnswer;

/// A name from a binary: one line, and not longer than a few of them.
std::string cut(std::string_view text) {
    constexpr std::size_t longest = 200;
    const std::string_view start = first_bytes(text, longest);
    return as_plain_text(start) + (start.size() < text.size() ? "..." : "");
}

std::string_view kind_in_words(ElfFile::Kind kind) {
    switch (kind) {
        case ElfFile::Kind::object: return "object";
        case ElfFile::Kind::executable: return "executable";
        case ElfFile::Kind::shared_library: return "shared library";
        case ElfFile::Kind::debug_information: return "debug information of another file";
        case ElfFile::Kind::core: return "memory of a process that died";
        case ElfFile::Kind::other: return "ELF file of an unknown kind";
    }
    return {};
}

std::string contents_in_words(const ArchiveContents& archive) {
    std::string words = fmt::format("{} of {} ELF file{}", archive.thin ? "thin archive" : "archive",
                                    archive.elf_members, archive.elf_members == 1 ? "" : "s");
    if (archive.other_members > 0) words += fmt::format(" and {} other member(s)", archive.other_members);
    return words;
}

/// `shared library, i386, 32 bit`
std::string nature(const AbiAnswer::File& file) {
    std::string words = file.archive ? contents_in_words(*file.archive) : std::string(kind_in_words(file.kind));
    if (file.archive && file.archive->elf_members == 0) return words;
    words += ", " + file.machine;
    if (file.bits == 32) words += ", 32 bit";
    if (file.byte_order == "big") words += ", big endian";
    return words;
}

std::string for_symbol(const std::optional<AbiAnswer::Symbol>& symbol) {
    return symbol ? fmt::format(", for {}", cut(symbol->demangled)) : "";
}

std::string need_in_words(std::string_view label, const AbiAnswer::Need& need) {
    std::string words = cut(need.version);
    if (need.first_gcc) words += fmt::format(" (gcc {})", *need.first_gcc);
    else if (label != "GLIBC") words += " (newer than the tables)";
    words += for_symbol(need.symbol);
    if (need.member) words += fmt::format(" in {}", cut(*need.member));
    return words;
}

std::string cudart_in_words(const AbiAnswer::NeededSymbolVersion& need) {
    const std::string library = need.library.value_or(ForeignText{});
    const bool says_more = need.version && *need.version != library;
    return cut(library) + (says_more ? " " + cut(*need.version) : "") + for_symbol(need.symbol);
}

/// Those there are, with a label.
std::vector<std::pair<std::string_view, const AbiAnswer::Need&>> needs_of(const AbiAnswer::Newest& newest) {
    std::vector<std::pair<std::string_view, const AbiAnswer::Need&>> needs;
    if (newest.glibcxx) needs.emplace_back("GLIBCXX", *newest.glibcxx);
    if (newest.cxxabi) needs.emplace_back("CXXABI", *newest.cxxabi);
    if (newest.glibc) needs.emplace_back("GLIBC", *newest.glibc);
    return needs;
}

bool is_object(const AbiAnswer::File& file) { return file.kind == ElfFile::Kind::object; }

/// An object's needs are no versions that its linker wrote: on what they rest is said.
std::string has_them_in_words(const AbiAnswer& answer, const AbiAnswer::File& file) {
    const std::string environments = file.environments.empty()
                                         ? "none that the tables know"
                                         : fmt::format("{} and later", fmt::join(file.environments, ", "));
    if (!is_object(file)) return environments;
    return fmt::format("{}; by its undefined symbols, those that libstdc++ has up to {}", environments,
                       answer.newest_glibcxx);
}

void print_needs(Page& page, const AbiAnswer& answer, const AbiAnswer::File& file) {
    if (is_object(file))
        page.row("versions", "none: an object has no symbol versions, its linker adds them; below is what "
                             "brought its undefined symbols");
    const auto needs = needs_of(file.newest);
    for (const auto& [label, need] : needs) page.row(label, need_in_words(label, need));
    for (const AbiAnswer::NeededSymbolVersion& need : file.libcudart) page.row("libcudart", cudart_in_words(need));
    if (needs.empty() && file.libcudart.empty())
        page.row("needs", is_object(file) ? fmt::format("none of libstdc++ up to {}", answer.newest_glibcxx)
                                          : std::string("no versions of libstdc++, glibc or libcudart"));
    if (!file.newest_defined.empty()) page.row("defines", joined(file.newest_defined, ", "));
    if (!needs.empty()) page.row("has them", has_them_in_words(answer, file));
}

/// Why nothing, or not all, is judged.
void print_unjudged(Page& page, std::string_view stdenv, const AbiAnswer::File& file) {
    if (is_object(file) && file.verdict == "not-judged")
        page.row("verdict", fmt::format("nothing in it tells of a version that {} lacks; what is linked of it "
                                        "can be judged",
                                        stdenv));
    for (const auto& [label, need] : needs_of(file.newest))
        if (!need.satisfied && !is_object(file))
            page.row("not judged", fmt::format("{}: the stdenv's is not known", label));
}

std::string state_in_words(const AbiAnswer::File& file, const Style& style) {
    if (file.verdict == "not-judged") return style.warn("not judged");
    return file.verdict == "satisfied" ? style.good("satisfied") : style.bad("not satisfied");
}

void print_verdict(Page& page, const AbiAnswer::Stdenv& stdenv, const AbiAnswer::File& file) {
    if (file.verdict == "satisfied") page.row("verdict", fmt::format("satisfied by {}", stdenv.name), &Style::good);
    else if (file.verdict == "not-satisfied")
        page.row("verdict", fmt::format("not satisfied by {}: {}", stdenv.name, joined(file.missing, "; ", cut)),
                 &Style::bad);
    if (const AbiAnswer::Libstdcxx& its = stdenv.libstdcxx; its.lowest_of_major && its.gcc && its.glibcxx)
        page.row("judged by",
                 fmt::format("what every gcc-{} has, up to {}; later ones of it have more", *its.gcc, *its.glibcxx));
    print_unjudged(page, stdenv.name, file);
    page.rows("change", file.changes, [](const AbiAnswer::Change& change) { return cut(change.message); });
}

std::string folder_in_words(const RunPathFolder& folder) {
    const std::string& entry = folder.entry;
    std::string words = cut(entry.empty() ? "(empty)" : entry);
    if (!folder.folder) return words + " (depends on where it is started)";
    if (*folder.folder != entry) words += fmt::format(" ({})", cut(*folder.folder));
    return words + (folder.exists ? "" : " (not there)");
}

/// nixpkgs wants cuda_compat in front: its libcuda must win over the driver's where it is needed.
std::string_view compat_in_words(CompatOrder order) {
    switch (order) {
        case CompatOrder::neither: return "";
        case CompatOrder::no_compat: return "no folder of it before /run/opengl-driver: the driver's libcuda is used";
        case CompatOrder::no_driver: return "in the run path, /run/opengl-driver is not";
        case CompatOrder::compat_first: return "before /run/opengl-driver, as nixpkgs wants it";
        case CompatOrder::driver_first: return "behind /run/opengl-driver: it is never used; it must stand before";
    }
    return {};
}

std::string_view by_in_words(FoundBy by) {
    switch (by) {
        case FoundBy::run_path: return "by the run path";
        case FoundBy::loader_cache: return "by the loader's cache";
        case FoundBy::default_folder: return "in a default folder";
    }
    return {};
}

std::string library_in_words(const SoughtLibrary& library) {
    std::string words = library.path ? fmt::format("{}, {}", as_plain_text(*library.path), by_in_words(*library.by))
                                     : "not found on this machine";
    if (library.glibcxx) words += fmt::format(" ({})", *library.glibcxx);
    if (library.new_enough) words += *library.new_enough ? ": has all that is needed" : ": too old";
    if (!library.needed) words += "; the file itself does not name it";
    if (library.ld_library_path)
        words += fmt::format("; LD_LIBRARY_PATH has {}", as_plain_text(*library.ld_library_path));
    return words;
}

void print_search(Page& page, const AbiAnswer::File& file) {
    page.rows(file.run_path.tag.value_or(""), file.run_path.folders, folder_in_words);
    for (const SoughtLibrary& library : file.search) page.row(library.name, library_in_words(library));
    const CompatOrder compat = file.run_path.cuda_compat;
    if (compat != CompatOrder::neither)
        page.row("cuda_compat", compat_in_words(compat),
                 compat == CompatOrder::driver_first ? &Style::warn : &Style::plain);
}

void print_summary(Page& page, const AbiAnswer& answer) {
    if (answer.files.size() < 2 || !answer.stdenv) return;
    const auto count = [&](std::string_view code) {
        return std::ranges::count(answer.files, code, &AbiAnswer::File::verdict);
    };
    page.sentence(fmt::format("{} files: {} satisfied by {}, {} not, {} not judged", answer.files.size(),
                              count("satisfied"), answer.stdenv->name, count("not-satisfied"), count("not-judged")));
    page.gap();
}

}  // namespace

std::string abi_text(const found::AbiAnswer& answer, const Style& style) {
    Page page(style);
    print_summary(page, answer);
    for (const AbiAnswer::File& file : answer.files) {
        if (&file != &answer.files.front()) page.gap();
        const std::string name = file.path ? as_plain_text(*file.path) : "standard input";
        page.line(fmt::format("{}: {}{}", style.strong(name), nature(file),
                              answer.stdenv ? ": " + state_in_words(file, style) : ""));
        print_needs(page, answer, file);
        if (answer.stdenv) print_verdict(page, *answer.stdenv, file);
        print_search(page, file);
    }
    if (answer.files.empty() && answer.unreadable.empty()) page.line("no ELF file and no archive there");
    return page.take();
}

}  // namespace cudastdenv::report
