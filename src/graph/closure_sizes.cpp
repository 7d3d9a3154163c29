// SPDX-License-Identifier: MIT
#include "graph/closure_sizes.hpp"

namespace cudastdenv {

ClosureSizes::ClosureSizes(const DependencyGraph& graph, const Closure& closure) : graph_(graph), closure_(closure) {
    if (graph.has_sizes() && closure.is_whole && !closure.is_of_builds) reach_.emplace(graph, Reach::Along::references);
}

template <class Counts>
std::optional<std::uint64_t> ClosureSizes::sum(Counts counts) const {
    std::uint64_t bytes = 0;
    for (NodeIndex node = 0; node < graph_.size(); ++node) {
        if (!counts(node)) continue;
        const std::optional<std::uint64_t> size = graph_.size(node);
        if (!size) return std::nullopt;
        bytes += *size;
    }
    return bytes;
}

std::optional<std::uint64_t> ClosureSizes::whole() const {
    if (!reach_) return std::nullopt;
    return sum([](NodeIndex) { return true; });
}

std::optional<std::uint64_t> ClosureSizes::lost_without(std::span<const NodeIndex> nodes) const {
    if (!reach_ || nodes.empty()) return std::nullopt;
    const std::vector<bool> kept = reach_->from(closure_.paths.roots, nodes);
    return sum([&](NodeIndex node) { return !kept[node]; });
}

}  // namespace cudastdenv
