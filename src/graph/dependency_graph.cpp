#include "graph/dependency_graph.hpp"

namespace cudastdenv {

NodeIndex DependencyGraph::node(std::string_view name) {
    if (const auto found = index_.find(name); found != index_.end()) return found->second;
    const auto fresh = static_cast<NodeIndex>(names_.size());
    index_.emplace(names_.emplace_back(name), fresh);
    listed_.push_back(false);
    return fresh;
}

NodeIndex DependencyGraph::listed_node(std::string_view name) {
    const NodeIndex index = node(name);
    if (listed_[index]) {
        ++duplicates_;
    } else {
        listed_[index] = true;
        ++listed_count_;
    }
    return index;
}

void DependencyGraph::add_reference(NodeIndex from, NodeIndex to) {
    if (from != to) references_.push_back({from, to});
}

}  // namespace cudastdenv
