// SPDX-License-Identifier: MIT
#include "pages/machine.hpp"

#include "report/page.hpp"
#include "words/phrases.hpp"

#include <fmt/format.h>

namespace cudastdenv::report {

namespace {

using words::counted;

/// The middle of a longer path is omitted.
constexpr std::size_t longest_path_shown = 40;

/// `first, second and 3 more`; `count` is the total number.
template <class Found, class InWords>
std::string list_in_words(const std::vector<Found>& found, std::size_t count, InWords in_words) {
    const auto listed = std::span(found).first(std::min(found.size(), most_listed));
    std::string text = joined(listed, ", ", in_words);
    if (count > listed.size()) text += fmt::format(" and {} more", count - listed.size());
    return text.empty() ? "none" : text;
}

std::string listed_set(const Closure::CudaSet& set) {
    std::string words = fmt::format("{} ({}", set.name, counted(set.count, "node"));
    if (!set.releases.empty()) words += "; nvcc of " + joined(set.releases, ", ");
    return words + ")";
}

std::string listed_library(const Closure::Libstdcxx& library) {
    std::string words = "gcc " + library.gcc_name;
    if (!library.platform.empty()) words += fmt::format(" for {}", std::string_view(library.platform));
    if (library.stdenv) words += " (the stdenv's)";
    if (library.count > 1) words += fmt::format(" ({} builds)", library.count);
    return words;
}

std::string listed_compiler(const Closure::HostCompiler& found) {
    return fmt::format("{} ({})", found.compiler, counted(found.count, "node"));
}

/// A path, one node a line, without the store directory.
void print_path(Page& page, const Closure::Part& part) {
    const std::size_t size = part.path.size() + part.path_omitted.value.value_or(0);
    const std::size_t omitted = size > longest_path_shown ? size - longest_path_shown : 0;
    for (std::size_t i = 0; i < part.path.size(); ++i) {
        if (omitted > 0 && i == longest_path_shown / 2) {
            page.line(fmt::format("      ... {} more", omitted));
            i = part.path.size() - longest_path_shown / 2;
        }
        std::string_view name = part.path[i];
        name.remove_prefix(name.rfind('/') + 1);
        page.line(fmt::format("      {}{}", i == 0 ? "" : "-> ", name));
    }
}

/// `512 bytes`, `3.4 GiB`
std::string bytes_in_words(std::uint64_t bytes) {
    constexpr std::array<std::string_view, 5> units{"KiB", "MiB", "GiB", "TiB", "PiB"};
    constexpr double step = 1024;
    if (bytes < 1024) return counted(static_cast<std::size_t>(bytes), "byte");
    double value = static_cast<double>(bytes) / step;
    std::size_t unit = 0;
    for (; value >= step && unit + 1 < units.size(); ++unit) value /= step;
    return fmt::format("{:.1f} {}", value, units[unit]);
}

/// The cost of a part, if it is known, to append to its description.
std::string cost_in_words(std::optional<std::uint64_t> bytes) {
    return bytes ? fmt::format(", {} would be saved without it", bytes_in_words(*bytes)) : "";
}

void print_finding(Page& page, const Closure::Finding& finding) {
    page.gap();
    page.item(finding.severity_name, fmt::format("{} [{}]", finding.message, std::string_view(finding.code)),
              paint_of(finding.severity_name));
    for (const Closure::Part& part : finding.parts) {
        page.line(fmt::format("    {}{}", part.what, part.node_name.empty() ? "" : cost_in_words(part.size) + ":"));
        print_path(page, part);
    }
}

void print_contents(Page& page, const Closure& answer) {
    page.row("CUDA package sets", list_in_words(answer.cuda_sets, answer.cuda_set_count, listed_set));
    page.row("libstdc++", answer.is_of_builds
                              ? "unknown: derivations do not contain it; pass the closure of their outputs"
                              : list_in_words(answer.libstdcxx, answer.libstdcxx_count, listed_library));
    page.row("host compilers", list_in_words(answer.host_compilers, answer.host_compilers.size(), listed_compiler));
    if (answer.size) page.row("size", bytes_in_words(*answer.size));
    if (answer.not_listed > 0)
        page.row("not listed", fmt::format("{} without their references in the input, which is not the whole closure",
                                           counted(answer.not_listed, "node")));
    if (answer.listed_twice > 0)
        page.row("listed twice", fmt::format("{}; their references are merged", counted(answer.listed_twice, "node")));
}

std::string verdict_in_words(const Closure& answer, const Style& style) {
    if (!answer.leakage) return style.warn("unknown");
    return *answer.leakage ? style.bad("leakage") : style.good("no leakage");
}

std::string verdict_explained(const Closure& answer) {
    if (answer.leakage == true) return "Leakage, by the shortest path from a root:";
    if (answer.nodes == 0) return "Unknown: the input has no nodes.";
    if (!answer.leakage) return "Unknown: no leakage in the input, which is not the whole closure.";
    if (answer.is_of_builds) return "No leakage into the outputs: at most one CUDA package set.";
    return "No leakage: at most one CUDA package set and one libstdc++.";
}

}  // namespace

std::string closure_text(const Closure& answer, const Style& style) {
    Page page(style);
    page.sentence(fmt::format("{}: {} ({}, {}, {}, {})", style.strong("Closure"), verdict_in_words(answer, style),
                              answer.format, counted(answer.nodes, "node"), counted(answer.references, "reference"),
                              counted(answer.roots, "root")));
    page.gap();
    print_contents(page, answer);
    page.gap();
    page.sentence(verdict_explained(answer));
    for (const Closure::Finding& finding : answer.findings) print_finding(page, finding);
    if (answer.finding_count > answer.findings.size())
        page.line(fmt::format("\n... {} more findings", answer.finding_count - answer.findings.size()));
    return page.take();
}

}  // namespace cudastdenv::report
