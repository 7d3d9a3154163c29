// SPDX-License-Identifier: MIT
#include "pages/dot.hpp"

#include "core/lists.hpp"
#include "core/quote.hpp"
#include "graph/coverage_graph.hpp"
#include "tables/lookup.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cudastdenv::report {

std::string dot_quoted(std::string_view text) {
    std::string quoted = "\"";
    for (const char c : as_plain_text(text)) {
        // Graphviz reads escapes of its own in labels and tooltips: \N is the node's name.
        if (c == '"' || c == '\\') quoted += '\\';
        quoted += c;
    }
    return quoted + '"';
}

DotPage::DotPage(std::string_view title)
    : text_(fmt::format("digraph {} {{\n  rankdir=LR;\n  node [fontname=\"sans-serif\"];\n"
                        "  edge [fontname=\"sans-serif\", fontsize=10];\n",
                        dot_quoted(title))) {}

void DotPage::add_attributes(Attributes attributes) {
    std::string_view separator = " [";
    for (const auto& [key, value] : attributes) {
        if (value.empty()) continue;
        text_ += fmt::format("{}{}={}", separator, key, dot_quoted(value));
        separator = ", ";
    }
    text_ += separator == ", " ? "];\n" : ";\n";
}

void DotPage::node(std::string_view name, Attributes attributes) {
    text_ += "  " + dot_quoted(name);
    add_attributes(attributes);
}

void DotPage::edge(std::string_view from, std::string_view to, Attributes attributes) {
    text_ += fmt::format("  {} -> {}", dot_quoted(from), dot_quoted(to));
    add_attributes(attributes);
}

std::string DotPage::take() {
    text_ += "}\n";
    return std::move(text_);
}

namespace {

const DeviceCoverage* find_device(const words::CoverageReport& report, Capability device) {
    const auto found = std::ranges::find(report.devices, device, &DeviceCoverage::device);
    return found == report.devices.end() ? nullptr : &*found;
}

/// What stops every piece of this code, whatever the GPU.
std::optional<CodeObstacle> driver_obstacle(const words::CoverageReport& report, Code code) {
    if (!report.driver) return std::nullopt;
    return load_obstacle(loads_of(report.driver->answer), code.form);
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

void draw_device(DotPage& page, const words::CoverageReport& report, std::string_view name, Capability number) {
    const DeviceCoverage* device = find_device(report, number);
    const CapabilityRow* row = find_capability(report.answer.tables, number);
    const std::string label = row ? fmt::format("{} {}", to_string(number), row->architecture) : to_string(number);
    const std::string tooltip = device ? words::say(report, *device).text : "";
    if (!device || device->place == DevicePlace::reached)
        page.node(name, {{"shape", "box3d"}, {"label", label}, {"tooltip", tooltip}});
    else
        page.node(name, {{"shape", "box3d"},
                         {"style", "dashed"},
                         {"color", color_of(device->place)},
                         {"fontcolor", "gray40"},
                         {"label", fmt::format("{} ({})", label, to_string(device->place))},
                         {"tooltip", tooltip}});
}

void draw_code(DotPage& page, const words::CoverageReport& report, std::string_view name, Code code) {
    const auto obstacle = driver_obstacle(report, code);
    const std::string label = words::code_in_words(code);
    if (!obstacle) return page.node(name, {{"shape", "note"}, {"label", label}});
    const Version release = report.answer.resolution.release->version;
    const Said said = words::say(report.answer.tables, release, code, {}, *obstacle);
    page.node(name, {{"shape", "note"}, {"style", "dashed"}, {"label", label}, {"tooltip", said.text}});
}

void draw_node(DotPage& page, const words::CoverageReport& report, std::string_view name, const CoverageNode& node) {
    std::visit(Overloaded{
                   [&](const ListNode& n) {
                       page.node(name, {{"shape", "box"}, {"label", "CUDA " + to_string(n.release)}});
                   },
                   [&](const EntryNode& n) {
                       page.node(name, {{"shape", "ellipse"}, {"label", to_string(n.capability)}});
                   },
                   [&](const CodeNode& n) { draw_code(page, report, name, n.code); },
                   [&](const CompileNode&) {
                       page.node(name, {{"shape", "cds"}, {"label", "compiled by the driver at load"}});
                   },
                   [&](const LoadNode&) {
                       page.node(name, {{"shape", "cds"}, {"label", "loaded by the driver"}});
                   },
                   [&](const DeviceNode& n) { draw_device(page, report, name, n.device); },
               },
               node);
}

/// What leads to a node, as the arrow says it, and the rule by which a GPU runs the code.
struct Arrow {
    std::string_view label;
    std::string_view tooltip;
};

Arrow arrow_of(const words::CoverageReport& report, const CoverageNode& from, const CoverageNode& to) {
    return std::visit(Overloaded{
                          [](const ListNode&) { return Arrow{}; },
                          [](const EntryNode&) {
                              return Arrow{"names", ""};
                          },
                          [](const CodeNode&) {
                              return Arrow{"nvcc makes", ""};
                          },
                          [](const CompileNode&) { return Arrow{}; },
                          [](const LoadNode&) { return Arrow{}; },
                          [&](const DeviceNode&) {
                              const auto* load = std::get_if<LoadNode>(&from);
                              const RuleRow* rule = load ? find_by_id(report.answer.tables.rules, rule_of(load->code))
                                                         : nullptr;
                              return rule ? Arrow{rule->id, rule->statement} : Arrow{};
                          },
                      },
                      to);
}

}  // namespace

std::string coverage_dot(const words::CoverageReport& report) {
    const Version release = report.answer.resolution.release->version;
    const CoverageGraph graph = coverage_graph(release, report.list, report.devices);
    DotPage page("coverage");
    for (NodeIndex node = 0; node < graph.nodes.size(); ++node)
        draw_node(page, report, graph.graph.name(node), graph.nodes[node]);
    for (const Reference& edge : graph.graph.references()) {
        const Arrow arrow = arrow_of(report, graph.nodes[edge.from], graph.nodes[edge.to]);
        page.edge(graph.graph.name(edge.from), graph.graph.name(edge.to),
                  {{"label", arrow.label}, {"tooltip", arrow.tooltip}});
    }
    return page.take();
}

}  // namespace cudastdenv::report
