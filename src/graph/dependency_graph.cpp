// SPDX-License-Identifier: MIT
#include "graph/dependency_graph.hpp"

namespace cudastdenv::inline CUDASTDENV_ABI {

NodeIndex DependencyGraph::node(std::string_view name) {
    if (const auto found = index_.find(name); found != index_.end()) return found->second;
    const auto fresh = static_cast<NodeIndex>(names_.size());
    index_.emplace(names_.emplace_back(name), fresh);
    known_.push_back(Known::no);
    return fresh;
}

void DependencyGraph::list(NodeIndex node) {
    if (known_[node] == Known::listed) ++duplicates_;
    if (known_[node] == Known::no) ++known_count_;
    known_[node] = Known::listed;
}

void DependencyGraph::take_as_leaf(NodeIndex node) {
    if (known_[node] != Known::no) return;
    known_[node] = Known::leaf;
    ++known_count_;
}

NodeIndex DependencyGraph::listed_node(std::string_view name) {
    const NodeIndex index = node(name);
    list(index);
    return index;
}

void DependencyGraph::add_reference(NodeIndex from, NodeIndex to) {
    if (from != to) references_.push_back({from, to});
}

}  // namespace cudastdenv::inline CUDASTDENV_ABI
