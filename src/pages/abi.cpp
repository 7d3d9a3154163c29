// SPDX-License-Identifier: MIT
#include "pages/abi.hpp"

#include "core/quote.hpp"
#include "findings/symbol_versions.hpp"
#include "report/page.hpp"
#include "words/phrases.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace cudastdenv::report {

namespace {

/// A name from a binary: one line, and not longer than a few of them.
std::string cut(std::string_view text) {
    constexpr std::size_t longest = 200;
    const std::string_view start = first_bytes(text, longest);
    return as_plain_text(start) + (start.size() < text.size() ? "..." : "");
}

std::string name_of(const Binary& binary) {
    return binary.path.empty() ? "standard input" : as_plain_text(binary.path.string());
}

std::string kind_in_words(const Binary& binary) {
    switch (binary.elf.kind) {
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
    std::string words = fmt::format("{} of {} ELF file{}", archive.is_thin ? "thin archive" : "archive",
                                    archive.elf_members, archive.elf_members == 1 ? "" : "s");
    if (archive.other_members > 0) words += fmt::format(" and {} other member(s)", archive.other_members);
    return words;
}

/// `shared library, i386, 32 bit`
std::string nature(const Binary& binary) {
    std::string words = binary.archive ? contents_in_words(*binary.archive) : kind_in_words(binary);
    if (binary.archive && binary.archive->elf_members == 0) return words;
    words += ", " + architecture(binary.elf);
    if (!binary.elf.is_64_bit) words += ", 32 bit";
    if (!binary.elf.is_little_endian) words += ", big endian";
    return words;
}

std::string needed_for(const NeededVersion& need, std::string_view member) {
    std::string words;
    if (!need.symbol.empty()) words += fmt::format(", for {}", cut(demangled(need.symbol)));
    if (!member.empty()) words += fmt::format(" in {}", cut(member));
    return words;
}

std::string need_in_words(const NewestNeed& need) {
    std::string words = cut(need.needed.version);
    if (need.first) words += fmt::format(" (gcc {})", to_string(need.first->gcc));
    else if (need.part != AbiPart::glibc) words += " (newer than the tables)";
    return words + needed_for(need.needed, need.member);
}

std::string cudart_in_words(const NeededVersion& need) {
    const bool says_more = !need.version.empty() && need.version != need.library;
    return cut(need.library) + (says_more ? " " + cut(need.version) : "") + needed_for(need, "");
}

/// `GLIBCXX` of `GLIBCXX_`
std::string_view label_of(AbiPart part) {
    const std::string_view prefix = prefix_of(part);
    return prefix.substr(0, prefix.size() - 1);
}

std::string environments_in_words(const AbiVerdict& verdict) {
    if (verdict.environments.empty()) return "none that the tables know";
    return fmt::format("{} and later", words::environments_in_words(verdict.environments));
}

/// An object's needs are no versions that its linker wrote: on what they rest is said.
std::string has_them_in_words(const words::AbiAnswer& answer, const words::AbiEntry& entry) {
    const std::string environments = environments_in_words(entry.verdict);
    if (entry.binary->elf.kind != ElfFile::Kind::object) return environments;
    return fmt::format("{}; by its undefined symbols, those that libstdc++ has up to {}", environments,
                       newest_known_glibcxx(answer.tables));
}

void print_needs(Page& page, const words::AbiAnswer& answer, const words::AbiEntry& entry) {
    const bool is_object = entry.binary->elf.kind == ElfFile::Kind::object;
    if (is_object)
        page.row("versions", "none: an object has no symbol versions, its linker adds them; below is what "
                             "brought its undefined symbols");
    for (const NewestNeed& need : entry.verdict.newest) page.row(label_of(need.part), need_in_words(need));
    for (const NeededVersion& need : entry.verdict.cudart) page.row("libcudart", cudart_in_words(need));
    const bool needs_nothing = entry.verdict.newest.empty() && entry.verdict.cudart.empty();
    if (needs_nothing)
        page.row("needs", is_object ? fmt::format("none of libstdc++ up to {}", newest_known_glibcxx(answer.tables))
                                    : std::string("no versions of libstdc++, glibc or libcudart"));
    if (const auto defined = words::newest_defined(entry.binary->elf); !defined.empty())
        page.row("defines", fmt::format("{}", fmt::join(defined, ", ")));
    if (!entry.verdict.newest.empty()) page.row("has them", has_them_in_words(answer, entry));
}

/// Why nothing, or not all, is judged.
void print_unjudged(Page& page, const words::AbiAnswer& answer, const words::AbiEntry& entry) {
    const bool is_object = entry.binary->elf.kind == ElfFile::Kind::object;
    if (is_object && !entry.verdict.satisfied)
        return page.row("verdict", fmt::format("nothing in it tells of a version that {} lacks; what is linked of it "
                                               "can be judged",
                                               answer.stdenv.name));
    for (const NewestNeed& need : entry.verdict.newest)
        if (!need.satisfied && !is_object)
            page.row("not judged", fmt::format("{}: the stdenv's is not known", label_of(need.part)));
}

std::string missing_in_words(const words::AbiAnswer& answer, const AbiVerdict& verdict) {
    std::vector<std::string> messages = words::missing_messages(answer, verdict);
    for (std::string& message : messages) message = cut(message);
    return fmt::format("{}", fmt::join(messages, "; "));
}

std::string state_in_words(const AbiVerdict& verdict, const Style& style) {
    if (!verdict.satisfied) return style.warn("not judged");
    return *verdict.satisfied ? style.good("satisfied") : style.bad("not satisfied");
}

void print_verdict(Page& page, const words::AbiAnswer& answer, const words::AbiEntry& entry, const Style& style) {
    const AbiVerdict& verdict = entry.verdict;
    const std::string& stdenv = answer.stdenv.name;
    if (stdenv.empty()) return;
    if (verdict.satisfied.value_or(false))
        page.row("verdict", fmt::format("satisfied by {}", stdenv),
                 [&](const std::string& s) { return style.good(s); });
    else if (verdict.satisfied)
        page.row("verdict", fmt::format("not satisfied by {}: {}", stdenv, missing_in_words(answer, verdict)),
                 [&](const std::string& s) { return style.bad(s); });
    if (answer.stdenv.lowest_of_major && answer.stdenv.gcc && answer.stdenv.glibcxx)
        page.row("judged by", fmt::format("what every gcc-{} has, up to GLIBCXX_{}; later ones of it have more",
                                          *answer.stdenv.gcc, to_string(*answer.stdenv.glibcxx)));
    print_unjudged(page, answer, entry);
    std::string label = "change";
    for (const AbiChange& change : verdict.changes) {
        page.row(label, cut(words::say(answer, verdict, change).text));
        label = "";
    }
}

std::string folder_in_words(const RunPathFolder& folder) {
    std::string words = cut(folder.entry.empty() ? "(empty)" : folder.entry);
    if (folder.folder.empty()) return words + " (depends on where it is started)";
    if (folder.folder.string() != folder.entry) words += fmt::format(" ({})", cut(folder.folder.string()));
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

std::string found_in_words(const FoundLibrary& found) {
    const std::string path = as_plain_text(found.path.string());
    switch (found.by) {
        case FoundLibrary::By::run_path: return path + ", by the run path";
        case FoundLibrary::By::loader_cache: return path + ", by the loader's cache";
        case FoundLibrary::By::default_folder: return path + ", in a default folder";
    }
    return path;
}

std::string library_in_words(const SoughtLibrary& library) {
    std::string words = library.found ? found_in_words(*library.found) : "not found on this machine";
    if (library.found && !library.found->glibcxx.empty()) words += fmt::format(" ({})", library.found->glibcxx);
    if (library.is_new_enough) words += *library.is_new_enough ? ": has all that is needed" : ": too old";
    if (!library.is_needed) words += "; the file itself does not name it";
    if (!library.in_library_path.empty())
        words += fmt::format("; LD_LIBRARY_PATH has {}", as_plain_text(library.in_library_path.string()));
    return words;
}

void print_search(Page& page, const words::AbiEntry& entry, const Style& style) {
    const LibrarySearch& search = entry.search;
    std::string label = entry.binary->elf.is_rpath ? "RPATH" : "RUNPATH";
    for (const RunPathFolder& folder : search.run_path) {
        page.row(label, folder_in_words(folder));
        label.clear();
    }
    for (const SoughtLibrary& library : search.libraries) page.row(library.name, library_in_words(library));
    const bool is_wrong = search.compat == CompatOrder::driver_first;
    if (search.compat != CompatOrder::neither)
        page.row("cuda_compat", compat_in_words(search.compat),
                 [&](const std::string& text) { return is_wrong ? style.warn(text) : text; });
}

void print_summary(Page& page, const words::AbiAnswer& answer) {
    const auto count = [&](std::string_view code) {
        return std::ranges::count_if(answer.entries, [&](const words::AbiEntry& entry) {
            return words::verdict_code(entry.verdict) == code;
        });
    };
    if (answer.entries.size() < 2 || answer.stdenv.name.empty()) return;
    page.sentence(fmt::format("{} files: {} satisfied by {}, {} not, {} not judged", answer.entries.size(),
                              count("satisfied"), answer.stdenv.name, count("not-satisfied"), count("not-judged")));
    page.gap();
}

}  // namespace

std::string abi_text(const words::AbiAnswer& answer, const Style& style) {
    Page page(style);
    print_summary(page, answer);
    bool is_first = true;
    for (const words::AbiEntry& entry : answer.entries) {
        if (!is_first) page.gap();
        is_first = false;
        page.line(fmt::format("{}: {}{}", style.strong(name_of(*entry.binary)), nature(*entry.binary),
                              answer.stdenv.name.empty() ? "" : ": " + state_in_words(entry.verdict, style)));
        print_needs(page, answer, entry);
        print_verdict(page, answer, entry, style);
        print_search(page, entry, style);
    }
    if (answer.entries.empty() && answer.errors.empty()) page.line("no ELF file and no archive there");
    return page.take();
}

}  // namespace cudastdenv::report
