// SPDX-License-Identifier: MIT
// Only this file includes Boost.Graph, which needs ten seconds to compile.
#include "graph/dependency_graph.hpp"

#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/strong_components.hpp>
#include <boost/pending/queue.hpp>

#include <numeric>

namespace cudastdenv {

namespace {

/// Four bytes a reference and four a node.
using Graph = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, boost::no_property,
                                                 boost::no_property, NodeIndex, NodeIndex>;

Graph make_graph(const DependencyGraph& graph, Along along) {
    const auto ends = [along](const Reference& reference) {
        return along == Along::references ? std::pair(reference.from, reference.to)
                                          : std::pair(reference.to, reference.from);
    };
    const auto& references = graph.references();
    return {boost::edges_are_unsorted_multi_pass, boost::make_transform_iterator(references.begin(), ends),
            boost::make_transform_iterator(references.end(), ends), static_cast<NodeIndex>(graph.size())};
}

/// The first node of each component without referrers in other components.
std::vector<NodeIndex> first_of_source_components(const DependencyGraph& graph,
                                                  const std::vector<NodeIndex>& component) {
    std::vector<bool> referenced(graph.size());
    for (const Reference& reference : graph.references())
        if (component[reference.from] != component[reference.to]) referenced[component[reference.to]] = true;
    std::vector<NodeIndex> roots;
    for (NodeIndex node = 0; node < graph.size(); ++node)
        if (!referenced[component[node]]) {
            roots.push_back(node);
            referenced[component[node]] = true;
        }
    return roots;
}

using Colours = std::vector<boost::default_color_type>;

/// Visits the white nodes that are reachable from the starts, breadth first.
template <class Visitor>
void visit(const Graph& graph, const std::vector<NodeIndex>& starts, const Visitor& visitor, Colours& colours) {
    boost::queue<NodeIndex> queue;
    boost::breadth_first_visit(graph, starts.begin(), starts.end(), queue, visitor,
                               boost::make_iterator_property_map(colours.begin(),
                                                                 boost::get(boost::vertex_index, graph)));
}

/// Fills `before` and `depths`. False: some node is not reached.
bool search_from(const Graph& graph, ShortestPaths& paths) {
    const auto index = boost::get(boost::vertex_index, graph);
    const std::size_t size = boost::num_vertices(graph);
    paths.before.assign(size, no_node);
    paths.depths.assign(size, 0);
    Colours colours(size, boost::white_color);
    const auto before = boost::make_iterator_property_map(paths.before.begin(), index);
    const auto depth = boost::make_iterator_property_map(paths.depths.begin(), index);
    const auto recorders = std::pair(boost::record_predecessors(before, boost::on_tree_edge()),
                                     boost::record_distances(depth, boost::on_tree_edge()));
    visit(graph, paths.roots, boost::make_bfs_visitor(recorders), colours);
    return std::ranges::find(colours, boost::white_color) == colours.end();
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
    for (const Place& taken : before)
        if (taken.node != no_node) places_[place_of(names_[taken.node], taken.hash)] = taken;
}

std::vector<NodeIndex> DependencyGraph::nodes(std::span<const std::string_view> names) {
    if (places_.empty()) enlarge_table();
    const std::size_t last = places_.size() - 1;
    std::vector<std::uint32_t> hashes;
    for (const std::string_view name : names) __builtin_prefetch(&places_[hashes.emplace_back(hash_of(name)) & last]);
    // Mostly the right name; another one does no harm.
    for (const std::uint32_t hash : hashes)
        if (const NodeIndex known = places_[hash & last].node; known != no_node) __builtin_prefetch(&names_[known]);
    for (const std::uint32_t hash : hashes)
        if (const NodeIndex known = places_[hash & last].node; known != no_node)
            __builtin_prefetch(names_[known].data());
    std::vector<NodeIndex> found;
    for (std::size_t i = 0; i < names.size(); ++i) found.push_back(node(names[i], hashes[i]));
    return found;
}

NodeIndex DependencyGraph::node(std::string_view name, std::uint32_t hash) {
    if (names_.size() * 2 >= places_.size()) enlarge_table();
    Place& place = places_[place_of(name, hash)];
    if (place.node != no_node) return place.node;
    place = {hash, static_cast<NodeIndex>(names_.size())};
    names_.push_back(texts_.text(name));
    known_.push_back(Known::no);
    return place.node;
}

ShortestPaths shortest_paths(const DependencyGraph& graph) {
    const Graph searched = make_graph(graph, Along::references);
    std::vector<NodeIndex> component(graph.size());
    std::iota(component.begin(), component.end(), NodeIndex{0});  // each node is its own component
    ShortestPaths paths{first_of_source_components(graph, component), {}, {}};
    if (search_from(searched, paths)) return paths;
    // Some nodes are only reachable from cycles. Closures of a Nix store have none, other graphs may.
    const auto index = boost::get(boost::vertex_index, searched);
    boost::strong_components(searched, boost::make_iterator_property_map(component.begin(), index));
    paths.roots = first_of_source_components(graph, component);
    search_from(searched, paths);
    return paths;
}

Reach reach_along(Along along, const DependencyGraph& dependencies) {
    return [graph = make_graph(dependencies, along)](std::span<const NodeIndex> starts,
                                                     std::span<const NodeIndex> left_out) {
        Colours colours(boost::num_vertices(graph), boost::white_color);
        // The search does not visit a grey node.
        for (const NodeIndex node : left_out) colours[node] = boost::gray_color;
        std::vector<NodeIndex> first;
        for (const NodeIndex node : starts)
            if (colours[node] == boost::white_color) first.push_back(node);
        visit(graph, first, boost::default_bfs_visitor(), colours);
        std::vector<bool> reached(colours.size());
        for (std::size_t node = 0; node < colours.size(); ++node) reached[node] = colours[node] == boost::black_color;
        return reached;
    };
}

}  // namespace cudastdenv
