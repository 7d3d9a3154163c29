// SPDX-License-Identifier: MIT
#include "graph/coverage_graph.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace cudastdenv {

namespace {

std::string name_of(Code code) { return std::string(to_string(code.form)) + ' ' + to_string(code.capability); }

/// A node's name, in which no two nodes of one graph agree.
std::string name_of(const CoverageNode& node) {
    if (const auto* entry = std::get_if<EntryNode>(&node)) return "entry " + to_string(entry->capability);
    if (const auto* code = std::get_if<CodeNode>(&node)) return name_of(code->code);
    if (const auto* compile = std::get_if<CompileNode>(&node)) return "compile " + name_of(compile->code);
    if (const auto* load = std::get_if<LoadNode>(&node)) return "load " + name_of(load->code);
    if (const auto* device = std::get_if<DeviceNode>(&node)) return "device " + to_string(device->device);
    return "list";
}

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
class Builder {
public:
    explicit Builder(std::span<const DeviceCoverage> devices) : devices_(devices) {}

    CoverageGraph build(Version release, const BuildList& list) {
        const NodeIndex root = node(ListNode{release});
        for (const Capability entry : entries_of(list)) add_edge(root, node(EntryNode{entry}));
        for (const Code code : codes_of(list)) add_code(code);
        for (const DeviceCoverage& device : devices_) node(DeviceNode{device.device});
        built_.paths = shortest_paths(built_.graph, root);
        return std::move(built_);
    }

private:
    NodeIndex node(const CoverageNode& wanted) {
        const NodeIndex index = built_.graph.listed_node(name_of(wanted));
        if (index == built_.nodes.size()) built_.nodes.push_back(wanted);
        return index;
    }

    void add_edge(NodeIndex from, NodeIndex to) { built_.graph.add_reference(from, to); }

    void add_code(Code code) {
        NodeIndex last = node(CodeNode{code});
        add_edge(node(EntryNode{code.capability}), last);
        if (is_loaded_nowhere(code)) return;
        if (code.form == Code::Form::ptx) {
            const NodeIndex compiled = node(CompileNode{code});
            add_edge(last, compiled);
            last = compiled;
        }
        const NodeIndex loaded = node(LoadNode{code});
        add_edge(last, loaded);
        for (const DeviceCoverage& device : devices_)
            if (runs(code, device)) add_edge(loaded, node(DeviceNode{device.device}));
    }

    static const std::optional<CodeObstacle>& obstacle_of(Code code, const DeviceCoverage& device) {
        return std::ranges::find(device.codes, code, &CodeVerdict::code)->obstacle;
    }

    static bool runs(Code code, const DeviceCoverage& device) { return !obstacle_of(code, device); }

    /// On every GPU that it fits the driver is in the way.
    bool is_loaded_nowhere(Code code) const {
        bool fits = false;
        for (const DeviceCoverage& device : devices_) {
            if (runs(code, device)) return false;
            fits = fits || is_of_driver(*obstacle_of(code, device));
        }
        return fits;
    }

    std::span<const DeviceCoverage> devices_;
    CoverageGraph built_{};
};

}  // namespace

std::vector<CoverageNode> CoverageGraph::path_to(Capability device) const {
    for (NodeIndex index = 0; index < nodes.size(); ++index) {
        const auto* found = std::get_if<DeviceNode>(&nodes[index]);
        if (!found || found->device != device) continue;
        std::vector<CoverageNode> path;
        for (const NodeIndex step : paths.to(index)) path.push_back(nodes[step]);
        if (path.size() == 1) path.clear();
        return path;
    }
    return {};
}

CoverageGraph coverage_graph(Version release, const BuildList& list, std::span<const DeviceCoverage> devices) {
    return Builder(devices).build(release, list);
}

}  // namespace cudastdenv
