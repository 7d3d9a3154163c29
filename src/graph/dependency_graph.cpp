// SPDX-License-Identifier: MIT
#include "graph/dependency_graph.hpp"

#include <algorithm>
#include <functional>

namespace cudastdenv {

namespace {

std::uint32_t hash_of(std::string_view name) noexcept {
    return static_cast<std::uint32_t>(std::hash<std::string_view>()(name));
}

}  // namespace

std::size_t DependencyGraph::place_of(std::string_view name, std::uint32_t hash) const {
    const std::size_t last = places_.size() - 1;
    std::size_t place = hash & last;
    while (places_[place].node != no_node && (places_[place].hash != hash || names_[places_[place].node] != name))
        place = (place + 1) & last;
    return place;
}

void DependencyGraph::enlarge_table() {
    constexpr std::size_t smallest = 64;
    std::vector<Place> before(std::max(smallest, places_.size() * 2));
    before.swap(places_);
    const std::size_t last = places_.size() - 1;
    for (const Place& taken : before) {
        if (taken.node == no_node) continue;
        std::size_t place = taken.hash & last;
        while (places_[place].node != no_node) place = (place + 1) & last;
        places_[place] = taken;
    }
}

NodeIndex DependencyGraph::find(std::string_view name) const {
    return places_.empty() ? no_node : places_[place_of(name, hash_of(name))].node;
}

void DependencyGraph::find(std::span<const std::string_view> names, std::vector<NodeIndex>& found) const {
    found.assign(names.size(), no_node);
    if (places_.empty()) return;
    const std::size_t last = places_.size() - 1;
    std::vector<std::uint32_t> hashes(names.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
        hashes[i] = hash_of(names[i]);
        __builtin_prefetch(&places_[hashes[i] & last]);
    }
    // Mostly the name that is meant, and else none is harmed.
    for (const std::uint32_t hash : hashes)
        if (const NodeIndex node = places_[hash & last].node; node != no_node) __builtin_prefetch(&names_[node]);
    for (const std::uint32_t hash : hashes)
        if (const NodeIndex node = places_[hash & last].node; node != no_node) __builtin_prefetch(names_[node].data());
    for (std::size_t i = 0; i < names.size(); ++i) found[i] = places_[place_of(names[i], hashes[i])].node;
}

NodeIndex DependencyGraph::node(std::string_view name) {
    if (names_.size() * 2 >= places_.size()) enlarge_table();
    const std::uint32_t hash = hash_of(name);
    Place& place = places_[place_of(name, hash)];
    if (place.node != no_node) return place.node;
    place = {hash, static_cast<NodeIndex>(names_.size())};
    char* text = static_cast<char*>(texts_->allocate(std::max<std::size_t>(1, name.size()), 1));
    std::ranges::copy(name, text);
    names_.emplace_back(text, name.size());
    known_.push_back(Known::no);
    return place.node;
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

std::vector<NodeIndex> DependencyGraph::dangling_nodes() const {
    std::vector<NodeIndex> nodes;
    for (NodeIndex node = 0; node < size(); ++node)
        if (known_[node] == Known::no) nodes.push_back(node);
    return nodes;
}

void DependencyGraph::set_size(NodeIndex node, std::uint64_t bytes) {
    if (sizes_.size() <= node) sizes_.resize(node + std::size_t{1}, no_size);
    if (sizes_[node] == no_size) sizes_[node] = bytes;
}

std::optional<std::uint64_t> DependencyGraph::size(NodeIndex node) const {
    if (node >= sizes_.size() || sizes_[node] == no_size) return std::nullopt;
    return sizes_[node];
}

}  // namespace cudastdenv
