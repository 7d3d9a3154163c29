#include "graph/coverage.hpp"

#include <string>
#include <utility>

namespace cudastdenv {

namespace {

std::string name_of(Code code) {
    return std::string(to_string(code.form)) + ' ' + to_string(code.capability);
}

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
    Builder(const Tables& tables, std::span<const Capability> devices, DriverSupport support)
        : tables_(tables), devices_(devices), support_(support) {}

    CoverageGraph build(Version release, const BuildList& list) {
        const NodeIndex root = node(ListNode{release});
        for (const Capability entry : entries_of(list)) add_edge(root, node(EntryNode{entry}));
        for (const Code code : codes_of(list)) add_code(code);
        for (const Capability device : devices_) node(DeviceNode{device});
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
        if (load_obstacle(support_, code.form)) return;
        if (code.form == Code::Form::ptx) {
            const NodeIndex compiled = node(CompileNode{code});
            add_edge(last, compiled);
            last = compiled;
        }
        const NodeIndex loaded = node(LoadNode{code});
        add_edge(last, loaded);
        for (const Capability device : devices_)
            if (!code_obstacle(tables_, code, device)) add_edge(loaded, node(DeviceNode{device}));
    }

    const Tables& tables_;
    std::span<const Capability> devices_;
    DriverSupport support_;
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

CoverageGraph coverage_graph(const Tables& tables, Version release, const BuildList& list,
                             std::span<const Capability> devices, DriverSupport support) {
    return Builder(tables, devices, support).build(release, list);
}

}  // namespace cudastdenv
