// SPDX-License-Identifier: MIT
#include "pages/dot.hpp"

#include "core/quote.hpp"
#include "tables/lookup.hpp"

#include <fmt/format.h>

#include <algorithm>

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

/// Among paths of one length what comes first in the graph wins, and PTX is one step longer than machine code:
/// so the shortest path is that of the code which the driver prefers.
class CoverageGraphBuilder {
public:
    explicit CoverageGraphBuilder(std::span<const DeviceCoverage> devices) : devices_(devices) {}

    CoverageGraph build(const BuildList& list) {
        const std::size_t root = node(NodeKind::list, {});
        for (const Capability entry : entries_of(list)) add_edge(root, node(NodeKind::entry, {{}, entry}));
        for (const Code code : codes_of(list)) add_code(code);
        for (const DeviceCoverage& device : devices_) (void)node(NodeKind::device, {{}, device.device});
        return std::move(graph_);
    }

private:
    std::size_t node(NodeKind kind, Code code) {
        const CoverageNode wanted{kind, code};
        const auto found = std::ranges::find(graph_.nodes, wanted);
        const auto index = static_cast<std::size_t>(found - graph_.nodes.begin());
        if (found == graph_.nodes.end()) graph_.nodes.push_back(wanted);
        return index;
    }

    void add_edge(std::size_t from, std::size_t to) { graph_.edges.emplace_back(from, to); }

    void add_code(Code code) {
        std::size_t last = node(NodeKind::code, code);
        add_edge(node(NodeKind::entry, {{}, code.capability}), last);
        if (is_loaded_nowhere(code)) return;
        if (code.form == Code::Form::ptx) {
            const std::size_t compiled = node(NodeKind::compile, code);
            add_edge(last, compiled);
            last = compiled;
        }
        const std::size_t loaded = node(NodeKind::load, code);
        add_edge(last, loaded);
        for (const DeviceCoverage& device : devices_)
            if (!obstacle_of(code, device)) add_edge(loaded, node(NodeKind::device, {{}, device.device}));
    }

    static const std::optional<CodeObstacle>& obstacle_of(Code code, const DeviceCoverage& device) {
        return std::ranges::find(device.codes, code, &CodeVerdict::code)->obstacle;
    }

    /// On every GPU that it fits the driver is in the way.
    bool is_loaded_nowhere(Code code) const {
        bool fits = false;
        for (const DeviceCoverage& device : devices_) {
            const std::optional<CodeObstacle>& obstacle = obstacle_of(code, device);
            if (!obstacle) return false;
            fits = fits || is_of_driver(*obstacle);
        }
        return fits;
    }

    std::span<const DeviceCoverage> devices_;
    CoverageGraph graph_;
};

/// A node's name, in which no two nodes of one graph agree.
std::string name_of(const CoverageNode& node) {
    const std::string capability = to_string(node.code.capability);
    const std::string code = fmt::format("{} {}", node.code.form, capability);
    switch (node.kind) {
        case NodeKind::list: return "list";
        case NodeKind::entry: return "entry " + capability;
        case NodeKind::code: return code;
        case NodeKind::compile: return "compile " + code;
        case NodeKind::load: return "load " + code;
        case NodeKind::device: return "device " + capability;
    }
    return code;
}

/// How a node or an arrow looks: its attributes, of which those that are empty are left out.
using Look = std::vector<std::pair<std::string_view, std::string>>;

std::string attributes_of(const Look& look) {
    std::string text;
    for (const auto& [key, value] : look)
        if (!value.empty()) text += fmt::format("{}{}={}", text.empty() ? " [" : ", ", key, dot_quoted(value));
    return text.empty() ? ";\n" : text + "];\n";
}

std::string_view color_of(DevicePlace place) {
    switch (place) {
        case DevicePlace::hole: return "red";
        case DevicePlace::unknown: return "orange";
        case DevicePlace::older:
        case DevicePlace::reached: return "gray";
    }
    return "";
}

Look look_of_device(const words::CoverageReport& report, Capability number) {
    const auto device = std::ranges::find(report.devices, number, &DeviceCoverage::device);
    const CapabilityRow* row = find_capability(report.answer.tables, number);
    const std::string label = row ? fmt::format("{} {}", number, row->architecture) : to_string(number);
    const std::string tooltip = words::say(report, *device).text;
    if (device->place == DevicePlace::reached) return {{"shape", "box3d"}, {"label", label}, {"tooltip", tooltip}};
    return {{"shape", "box3d"},
            {"style", "dashed"},
            {"color", std::string(color_of(device->place))},
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
    return CoverageGraphBuilder(devices).build(list);
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
