// SPDX-License-Identifier: MIT
#include "pages/closure.hpp"

#include "report/page.hpp"
#include "words/diagnostics.hpp"
#include "words/phrases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace cudastdenv::report {

namespace {

/// Of a longer path the middle is left out.
constexpr std::size_t longest_path = 1000;

/// At most most_listed of a list.
template <class T>
std::span<const T> first_of(const std::vector<T>& list) {
    return std::span(list).first(std::min(list.size(), most_listed));
}

/// Adds a node's name and its path from a root; nothing to what is not in the closure.
template <class Answer>
void add_node(const DependencyGraph& graph, const Closure& closure, NodeIndex index, Answer& answer) {
    if (index == no_node) return;
    answer.node = std::string(graph.name(index));
    const std::vector<NodeIndex> path = closure.paths.to(index);
    const std::size_t omitted = path.size() > longest_path ? path.size() - longest_path : 0;
    for (std::size_t i = 0; i < path.size(); ++i)
        if (omitted == 0 || i < longest_path / 2 || i >= longest_path / 2 + omitted)
            answer.path.push_back({std::string(graph.name(path[i]))});
    if (omitted > 0) answer.path_omitted.value = omitted;
}

/// What the answer has of each of these, with the nearest of its nodes; of one without any with none.
template <class Found, class Make>
auto with_nodes(const DependencyGraph& graph, const Closure& closure, std::span<const Found> all, Make make) {
    std::vector<decltype(make(all.front()))> answers;
    for (const Found& found : all) {
        answers.push_back(make(found));
        add_node(graph, closure, found.nodes.empty() ? no_node : found.nodes.front(), answers.back());
        answers.back().count = found.nodes.size();
    }
    return answers;
}

ClosureAnswer::Finding finding_of(const DependencyGraph& graph, const Closure& closure, const ClosureSizes& sizes,
                                  const ClosureFinding& found) {
    ClosureAnswer::Finding answer{.code = words::code_of(found.message),
                                  .severity = to_string(found.severity),
                                  .message = words::text_of(found.message)};
    std::vector<NodeIndex> nodes;
    for (const FindingPart& part : found.parts) {
        auto& added = answer.parts.emplace_back();
        added.what = part.what;
        added.size = sizes.lost_without(part.nodes);
        add_node(graph, closure, part.node, added);
        nodes.insert(nodes.end(), part.nodes.begin(), part.nodes.end());
    }
    answer.size = sizes.lost_without(nodes);
    return answer;
}

}  // namespace

ClosureAnswer closure_answer(const Tables& tables, const ReadGraph& read, const Closure& closure,
                             std::optional<int> stdenv_libstdcxx) {
    const DependencyGraph& graph = read.graph;
    const ClosureSizes sizes(graph, closure);
    ClosureAnswer answer{.format = to_string(read.format),
                         .nodes = graph.size(),
                         .references = graph.references().size(),
                         .roots = closure.paths.roots.size(),
                         .not_listed = graph.dangling(),
                         .listed_twice = graph.duplicates(),
                         .size = sizes.whole(),
                         .stdenv_libstdcxx = stdenv_libstdcxx,
                         .of_builds = closure.is_of_builds,
                         .leakage = closure.leakage,
                         .cuda_set_count = closure.cuda_sets.size(),
                         .libstdcxx_count = closure.libstdcxx.size(),
                         .finding_count = closure.findings.size()};
    answer.cuda_sets = with_nodes(graph, closure, first_of(closure.cuda_sets), [](const FoundCudaSet& found) {
        return ClosureAnswer::CudaSet{.set = to_string(found.set), .releases = found.releases};
    });
    answer.libstdcxx = with_nodes(graph, closure, first_of(closure.libstdcxx), [&](const FoundLibstdcxx& found) {
        const LibstdcxxRow* row = libstdcxx_of_gcc(tables, found.gcc);
        return ClosureAnswer::Libstdcxx{.gcc = gcc_in_words(found.gcc),
                                        .glibcxx = row ? std::optional(row->glibcxx) : std::nullopt,
                                        .platform = std::string(found.platform),
                                        .stdenv = found.nodes.empty()};
    });
    answer.host_compilers = with_nodes(graph, closure, std::span(closure.host_compilers),
                                       [](const ClosureCompiler& found) {
                                           return ClosureAnswer::HostCompiler{.compiler = found.compiler};
                                       });
    for (const ClosureFinding& found : first_of(closure.findings))
        answer.findings.push_back(finding_of(graph, closure, sizes, found));
    return answer;
}

namespace {

using words::counted;

/// Of a longer path the middle is left out.
constexpr std::size_t longest_path_shown = 40;

/// `first, second and 3 more`; `count`: how many there are.
template <class Found, class InWords>
std::string list_in_words(const std::vector<Found>& listed, std::size_t count, InWords in_words) {
    const auto shown = first_of(listed);
    std::string text = joined(shown, ", ", in_words);
    if (count > shown.size()) text += fmt::format(" and {} more", count - shown.size());
    return text.empty() ? "none" : text;
}

std::string listed_set(const ClosureAnswer::CudaSet& set) {
    std::string words = fmt::format("{} ({}", set.set, counted(set.count, "node"));
    if (!set.releases.empty()) words += "; nvcc of " + joined(set.releases, ", ");
    return words + ")";
}

std::string listed_library(const ClosureAnswer::Libstdcxx& library) {
    std::string words = "gcc " + library.gcc;
    if (!library.platform.empty()) words += fmt::format(" for {}", std::string_view(library.platform));
    if (library.stdenv) words += " (the stdenv's)";
    if (library.count > 1) words += fmt::format(" ({} builds)", library.count);
    return words;
}

std::string listed_compiler(const ClosureAnswer::HostCompiler& found) {
    return fmt::format("{} ({})", found.compiler, counted(found.count, "node"));
}

/// A path, one node a line, without the store's folder.
void print_path(Page& page, const ClosureAnswer::Part& part) {
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

/// What is behind a part's words where it is known what the part costs.
std::string cost_in_words(std::optional<std::uint64_t> bytes) {
    return bytes ? fmt::format(", {} would be saved without it", bytes_in_words(*bytes)) : "";
}

void print_finding(Page& page, const ClosureAnswer::Finding& finding) {
    page.gap();
    page.item(finding.severity, fmt::format("{} [{}]", finding.message, std::string_view(finding.code)),
              paint_of(finding.severity));
    for (const ClosureAnswer::Part& part : finding.parts) {
        page.line(fmt::format("    {}{}", part.what, part.node.empty() ? "" : cost_in_words(part.size) + ":"));
        print_path(page, part);
    }
}

void print_contents(Page& page, const ClosureAnswer& answer) {
    page.row("CUDA package sets", list_in_words(answer.cuda_sets, answer.cuda_set_count, listed_set));
    page.row("libstdc++", answer.of_builds ? "unknown: derivations do not contain it; pass the closure of their outputs"
                                           : list_in_words(answer.libstdcxx, answer.libstdcxx_count, listed_library));
    page.row("host compilers", list_in_words(answer.host_compilers, answer.host_compilers.size(), listed_compiler));
    if (answer.size) page.row("size", bytes_in_words(*answer.size));
    if (answer.not_listed > 0)
        page.row("not listed", fmt::format("{} without their references in the input, which is not the whole closure",
                                           counted(answer.not_listed, "node")));
    if (answer.listed_twice > 0)
        page.row("listed twice", fmt::format("{}; their references are merged", counted(answer.listed_twice, "node")));
}

std::string verdict_in_words(const ClosureAnswer& answer, const Style& style) {
    if (!answer.leakage) return style.warn("unknown");
    return *answer.leakage ? style.bad("leakage") : style.good("no leakage");
}

std::string verdict_explained(const ClosureAnswer& answer) {
    if (answer.leakage == true) return "Leakage, by the shortest path from a root:";
    if (answer.nodes == 0) return "Unknown: the input has no nodes.";
    if (!answer.leakage) return "Unknown: no leakage in the input, which is not the whole closure.";
    if (answer.of_builds) return "No leakage into the outputs: at most one CUDA package set.";
    return "No leakage: at most one CUDA package set and one libstdc++.";
}

}  // namespace

std::string closure_text(const ClosureAnswer& answer, const Style& style) {
    Page page(style);
    page.sentence(fmt::format("{}: {} ({}, {}, {}, {})", style.strong("Closure"), verdict_in_words(answer, style),
                              answer.format, counted(answer.nodes, "node"), counted(answer.references, "reference"),
                              counted(answer.roots, "root")));
    page.gap();
    print_contents(page, answer);
    page.gap();
    page.sentence(verdict_explained(answer));
    for (const ClosureAnswer::Finding& finding : answer.findings) print_finding(page, finding);
    if (answer.finding_count > answer.findings.size())
        page.line(fmt::format("\n... {} more findings", answer.finding_count - answer.findings.size()));
    return page.take();
}

}  // namespace cudastdenv::report
