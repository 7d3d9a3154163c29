// SPDX-License-Identifier: MIT
#include "pages/closure.hpp"
#include "report/page.hpp"
#include "words/phrases.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace cudastdenv::report {

namespace {

using words::counted;

/// Of a longer path the middle is left out.
constexpr std::size_t longest_path_shown = 40;

/// `first, second` with at most most_listed items.
template <class Found, class InWords>
std::string first_of(const std::vector<Found>& all, InWords in_words) {
    std::string text;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (i == most_listed) return text + fmt::format(" and {} more", all.size() - i);
        text += (i == 0 ? "" : ", ") + in_words(all[i]);
    }
    return text.empty() ? "none" : text;
}

std::string set_in_words(const FoundCudaSet& found) {
    std::string words = fmt::format("{} ({}", to_text(found.set), counted(found.nodes.size(), "node"));
    if (!found.releases.empty()) words += "; nvcc of " + words::joined(found.releases, ", ");
    return words + ")";
}

std::string set_library_in_words(const FoundLibstdcxx& found) {
    std::string words = gcc_in_words(found.gcc);
    if (!found.platform.empty()) words += fmt::format(" for {}", found.platform);
    if (found.nodes.empty()) words += " (the stdenv's)";
    if (found.nodes.size() > 1) words += fmt::format(" ({} builds)", found.nodes.size());
    return words;
}

/// A path, one node a line, without the store's folder.
void print_path(Page& page, const DependencyGraph& graph, const std::vector<NodeIndex>& path) {
    for (std::size_t i = 0; i < path.size(); ++i) {
        if (path.size() > longest_path_shown && i == longest_path_shown / 2) {
            page.line(fmt::format("      ... {} more", path.size() - longest_path_shown));
            i = path.size() - longest_path_shown / 2;
        }
        std::string_view name = graph.name(path[i]);
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

/// What is behind a part's words where it is known what the part costs.
std::string cost_in_words(std::optional<std::uint64_t> bytes) {
    return bytes ? fmt::format(", {} that would go with it", bytes_in_words(*bytes)) : "";
}

std::string painted(AdvisoryRow::Severity severity, const Style& style) {
    switch (severity) {
        case AdvisoryRow::Severity::broken: return style.bad(to_string(severity));
        case AdvisoryRow::Severity::caution: return style.warn(to_string(severity));
        case AdvisoryRow::Severity::note: return style.faint(to_string(severity));
    }
    return {};
}

void print_finding(Page& page, const ClosureAnswer& answer, const ClosureFinding& finding, const Style& style) {
    const AdvisoryRow::Severity grave = severity(finding);
    page.gap();
    const SaidOfClosure said = say(answer, finding);
    page.item(to_string(grave), painted(grave, style), fmt::format("{} [{}]", said.text, said.code));
    for (const FindingPart& part : said.parts) {
        if (part.node == no_node) {
            page.line(fmt::format("    {}", part.what));
            continue;
        }
        page.line(fmt::format("    {}{}:", part.what, cost_in_words(answer.sizes.lost_without(part.nodes))));
        print_path(page, answer.read.graph, answer.closure.paths.to(part.node));
    }
}

void print_contents(Page& page, const ClosureAnswer& answer) {
    const Closure& closure = answer.closure;
    const DependencyGraph& graph = answer.read.graph;
    page.row("CUDA package sets", first_of(closure.cuda_sets, set_in_words));
    page.row("libstdc++", closure.is_of_builds ? "not said by derivations: give the closure of what they build"
                                               : first_of(closure.libstdcxx, set_library_in_words));
    page.row("host compilers", first_of(closure.host_compilers, [](const ClosureCompiler& found) {
                 return fmt::format("{} ({})", to_string(found.compiler), counted(found.nodes.size(), "node"));
             }));
    if (const std::optional<std::uint64_t> size = answer.sizes.whole()) page.row("size", bytes_in_words(*size));
    if (graph.dangling() > 0)
        page.row("not listed", fmt::format("{} of which the input does not say what they refer to; it is not the "
                                           "whole closure",
                                           counted(graph.dangling(), "node")));
    if (graph.duplicates() > 0)
        page.row("listed twice", fmt::format("{}; the references are joined", counted(graph.duplicates(), "node")));
}

std::string verdict_in_words(const ClosureAnswer& answer, const Style& style) {
    if (has_leakage(answer.closure)) return style.bad("leakage");
    return answer.closure.is_whole ? style.good("no leakage") : style.warn("not known");
}

std::string verdict_explained(const ClosureAnswer& answer) {
    const Closure& closure = answer.closure;
    if (has_leakage(closure)) return "Leakage, by the shortest path from a root:";
    if (answer.read.graph.size() == 0) return "Not known: the input has no nodes.";
    if (!closure.is_whole) return "Not known: none in what the input says, and it is not the whole closure.";
    if (closure.is_of_builds) return "No leakage into what is built: at most one CUDA package set.";
    return "No leakage: at most one CUDA package set and one libstdc++.";
}

}  // namespace

std::string closure_text(const ClosureAnswer& answer, const Style& style) {
    Page page(style);
    const DependencyGraph& graph = answer.read.graph;
    page.sentence(fmt::format("{}: {} ({}, {}, {}, {})", style.strong("Closure"), verdict_in_words(answer, style),
                              to_string(answer.read.format), counted(graph.size(), "node"),
                              counted(graph.references().size(), "reference"),
                              counted(answer.closure.paths.roots.size(), "root")));
    page.gap();
    print_contents(page, answer);
    page.gap();
    page.sentence(verdict_explained(answer));
    const auto& findings = answer.closure.findings;
    for (std::size_t i = 0; i < findings.size() && i < most_listed; ++i)
        print_finding(page, answer, findings[i], style);
    if (findings.size() > most_listed) page.line(fmt::format("\n... {} more findings", findings.size() - most_listed));
    return page.take();
}

}  // namespace cudastdenv::report
