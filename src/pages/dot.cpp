// SPDX-License-Identifier: MIT
#include "pages/table.hpp"

#include "core/quote.hpp"
#include "tables/lookup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace cudastdenv::report {

std::string dot_quoted(std::string_view text) {
    // Graphviz reads escapes of its own in labels and tooltips: \N is the node's name.
    return '"' + with_backslashes(as_plain_text(text), "\"\\") + '"';
}

namespace {

using NodeKind = CoverageNode::Kind;

/// The capabilities of a list, whatever is built for them, as the driver prefers them.
std::vector<Capability> entries_of(const BuildList& list) {
    BuildList all{list.real, {}};
    all.real.insert(all.real.end(), list.ptx.begin(), list.ptx.end());
    std::vector<Capability> entries;
    for (const Code code : codes_of(all)) entries.push_back(code.capability);
    return entries;
}

std::size_t node_in(CoverageGraph& graph, NodeKind kind, Code code) {
    const CoverageNode wanted{kind, code};
    const auto found = std::ranges::find(graph.nodes, wanted);
    const auto index = static_cast<std::size_t>(found - graph.nodes.begin());
    if (found == graph.nodes.end()) graph.nodes.push_back(wanted);
    return index;
}

const std::optional<CodeObstacle>& obstacle_of(Code code, const DeviceCoverage& device) {
    return std::ranges::find(device.codes, code, &CodeVerdict::code)->obstacle;
}

/// On every GPU that it fits the driver is in the way.
bool is_loaded_nowhere(Code code, std::span<const DeviceCoverage> devices) {
    bool fits = false;
    for (const DeviceCoverage& device : devices) {
        const std::optional<CodeObstacle>& obstacle = obstacle_of(code, device);
        if (!obstacle) return false;
        fits = fits || is_of_driver(*obstacle);
    }
    return fits;
}

/// PTX is one step longer than machine code.
void add_code(CoverageGraph& graph, Code code, std::span<const DeviceCoverage> devices) {
    std::size_t last = node_in(graph, NodeKind::entry, {{}, code.capability});
    const auto go_on_to = [&](NodeKind kind) {
        const std::size_t next = node_in(graph, kind, code);
        graph.edges.emplace_back(std::exchange(last, next), next);
    };
    go_on_to(NodeKind::code);
    if (is_loaded_nowhere(code, devices)) return;
    if (code.form == Code::Form::ptx) go_on_to(NodeKind::compile);
    go_on_to(NodeKind::load);
    for (const DeviceCoverage& device : devices)
        if (!obstacle_of(code, device))
            graph.edges.emplace_back(last, node_in(graph, NodeKind::device, {{}, device.device}));
}

/// A node's name, in which no two nodes of one graph agree.
std::string name_of(const CoverageNode& node) {
    constexpr std::array<std::string_view, 6> kinds{"list", "entry ", "", "compile ", "load ", "device "};
    const std::string_view kind = kinds.at(static_cast<std::size_t>(node.kind));
    if (node.kind == NodeKind::list) return std::string(kind);
    if (node.kind == NodeKind::entry || node.kind == NodeKind::device)
        return fmt::format("{}{}", kind, node.code.capability);
    return fmt::format("{}{} {}", kind, node.code.form, node.code.capability);
}

/// How a node or an arrow looks: its attributes, of which those that are empty are left out.
using Look = std::vector<std::pair<std::string_view, std::string>>;

std::string attributes_of(const Look& look) {
    std::string text;
    for (const auto& [key, value] : look)
        if (!value.empty()) text += fmt::format("{}{}={}", text.empty() ? " [" : ", ", key, dot_quoted(value));
    return text.empty() ? ";\n" : text + "];\n";
}

Look look_of_device(const words::CoverageReport& report, Capability number) {
    const auto device = std::ranges::find(report.devices, number, &DeviceCoverage::device);
    const CapabilityRow* row = find_capability(report.answer.tables, number);
    const std::string label = row ? fmt::format("{} {}", number, row->architecture) : to_string(number);
    const std::string tooltip = words::say(report, *device).text;
    if (device->place == DevicePlace::reached) return {{"shape", "box3d"}, {"label", label}, {"tooltip", tooltip}};
    return {{"shape", "box3d"},
            {"style", "dashed"},
            {"color", device->place == DevicePlace::hole      ? "red"
                      : device->place == DevicePlace::unknown ? "orange"
                                                              : "gray"},
            {"fontcolor", "gray40"},
            {"label", fmt::format("{} ({})", label, device->place)},
            {"tooltip", tooltip}};
}

Look look_of_code(const words::CoverageReport& report, Code code) {
    const std::string label = words::code_in_words(code);
    // What stops every piece of this code, whatever the GPU.
    const auto obstacle = report.driver ? load_obstacle(loads_of(report.driver->answer), code.form) : std::nullopt;
    if (!obstacle) return {{"shape", "note"}, {"label", label}};
    const Version release = report.answer.resolution.release->version;
    return {{"shape", "note"},
            {"style", "dashed"},
            {"label", label},
            {"tooltip", words::say(report.answer.tables, release, code, {}, *obstacle).text}};
}

Look look_of(const words::CoverageReport& report, const CoverageNode& node) {
    switch (node.kind) {
        case NodeKind::list:
            return {{"shape", "box"}, {"label", fmt::format("CUDA {}", report.answer.resolution.release->version)}};
        case NodeKind::entry: return {{"shape", "ellipse"}, {"label", to_string(node.code.capability)}};
        case NodeKind::code: return look_of_code(report, node.code);
        case NodeKind::compile: return {{"shape", "cds"}, {"label", "compiled by the driver at load"}};
        case NodeKind::load: return {{"shape", "cds"}, {"label", "loaded by the driver"}};
        case NodeKind::device: return look_of_device(report, node.code.capability);
    }
    return {};
}

/// What leads to a node, as the arrow says it, and the rule by which a GPU runs the code.
Look look_of_arrow(const words::CoverageReport& report, const CoverageNode& from, const CoverageNode& to) {
    if (to.kind == NodeKind::entry) return {{"label", "names"}};
    if (to.kind == NodeKind::code) return {{"label", "nvcc makes"}};
    if (to.kind != NodeKind::device) return {};
    const RuleRow* rule = find_by_id(report.answer.tables.rules, rule_of(from.code));
    return rule ? Look{{"label", std::string(rule->id)}, {"tooltip", std::string(rule->statement)}} : Look{};
}

}  // namespace

CoverageGraph coverage_graph(const BuildList& list, std::span<const DeviceCoverage> devices) {
    CoverageGraph graph;
    const std::size_t root = node_in(graph, NodeKind::list, {});
    for (const Capability entry : entries_of(list))
        graph.edges.emplace_back(root, node_in(graph, NodeKind::entry, {{}, entry}));
    for (const Code code : codes_of(list)) add_code(graph, code, devices);
    for (const DeviceCoverage& device : devices) (void)node_in(graph, NodeKind::device, {{}, device.device});
    return graph;
}

std::string coverage_dot(const words::CoverageReport& report) {
    const CoverageGraph graph = coverage_graph(report.list, report.devices);
    std::string text = "digraph \"coverage\" {\n  rankdir=LR;\n  node [fontname=\"sans-serif\"];\n"
                       "  edge [fontname=\"sans-serif\", fontsize=10];\n";
    for (const CoverageNode& node : graph.nodes)
        text += fmt::format("  {}{}", dot_quoted(name_of(node)), attributes_of(look_of(report, node)));
    for (const auto& [from, to] : graph.edges)
        text += fmt::format("  {} -> {}{}", dot_quoted(name_of(graph.nodes[from])),
                            dot_quoted(name_of(graph.nodes[to])),
                            attributes_of(look_of_arrow(report, graph.nodes[from], graph.nodes[to])));
    return text + "}\n";
}

}  // namespace cudastdenv::report
