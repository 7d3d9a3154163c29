// SPDX-License-Identifier: MIT
// Laws of the search on many small random graphs, compared with the most naive search.
#include "graph/closure.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <set>
#include <string>

using namespace cudastdenv;

namespace {

constexpr int graphs = 2000;
constexpr int infinite = std::numeric_limits<int>::max() / 2;

struct Random {
    std::mt19937 engine{20261121};
    std::size_t below(std::size_t bound) { return engine() % bound; }
};

/// Names of all kinds, for various findings.
std::string name_of(Random& random, std::size_t number) {
    static const std::vector<std::string> kinds{
        "lib-1.0",        "app-2.0",        "cuda_cudart-12.8.90", "cuda_cudart-11.8.89", "libcublas-11.1.1",
        "gcc-13.4.0-lib", "gcc-14.3.0-lib", "gcc-15.1.0",          "gcc-wrapper-14.3.0"};
    return std::to_string(number) + "/" + kinds[random.below(kinds.size())];
}

DependencyGraph random_graph(Random& random) {
    DependencyGraph graph;
    const std::size_t size = 1 + random.below(9);
    for (std::size_t i = 0; i < size; ++i) graph.listed_node(name_of(random, i));
    for (std::size_t i = random.below(2 * size + 1); i > 0; --i)
        graph.add_reference(static_cast<NodeIndex>(random.below(size)), static_cast<NodeIndex>(random.below(size)));
    return graph;
}

/// Lengths of the shortest paths between all nodes (Floyd-Warshall).
std::vector<std::vector<int>> all_distances(const DependencyGraph& graph) {
    const std::size_t size = graph.size();
    std::vector<std::vector<int>> distances(size, std::vector<int>(size, infinite));
    for (std::size_t i = 0; i < size; ++i) distances[i][i] = 0;
    for (const Reference& reference : graph.references()) distances[reference.from][reference.to] = 1;
    for (std::size_t k = 0; k < size; ++k)
        for (std::size_t i = 0; i < size; ++i)
            for (std::size_t j = 0; j < size; ++j)
                distances[i][j] = std::min(distances[i][j], distances[i][k] + distances[k][j]);
    // A self-reference has its own format; it is omitted.
    for (std::size_t i = 0; i < size; ++i) distances[i][i] = 0;
    return distances;
}

bool has_reference(const DependencyGraph& graph, NodeIndex from, NodeIndex to) {
    return std::ranges::find(graph.references(), Reference{from, to}) != graph.references().end();
}

}  // namespace

TEST_CASE("each path exists and is shortest") {
    Random random;
    for (int round = 0; round < graphs; ++round) {
        const DependencyGraph graph = random_graph(random);
        const ShortestPaths paths = shortest_paths(graph);
        const auto distances = all_distances(graph);
        for (NodeIndex node = 0; node < graph.size(); ++node) {
            const std::vector<NodeIndex> path = paths.to(node);
            REQUIRE_FALSE(path.empty());
            CHECK(path.back() == node);
            CHECK(std::ranges::find(paths.roots, path.front()) != paths.roots.end());
            for (std::size_t i = 1; i < path.size(); ++i) CHECK(has_reference(graph, path[i - 1], path[i]));
            int shortest = infinite;
            for (const NodeIndex root : paths.roots) shortest = std::min(shortest, distances[root][node]);
            CHECK(static_cast<int>(path.size()) == shortest + 1);
        }
    }
}

TEST_CASE("roots are the fewest nodes without predecessors") {
    Random random;
    for (int round = 0; round < graphs; ++round) {
        const DependencyGraph graph = random_graph(random);
        const ShortestPaths paths = shortest_paths(graph);
        const auto distances = all_distances(graph);
        for (const NodeIndex root : paths.roots)
            for (NodeIndex node = 0; node < graph.size(); ++node) {
                // A node that reaches a root is reached from it: both are on one cycle.
                if (distances[node][root] < infinite) CHECK(distances[root][node] < infinite);
                if (node != root && std::ranges::find(paths.roots, node) != paths.roots.end())
                    CHECK(distances[root][node] >= infinite);
            }
    }
}

TEST_CASE("an unrelated node changes no finding and no path") {
    Random random;
    for (int round = 0; round < graphs; ++round) {
        DependencyGraph graph = random_graph(random);
        const Closure before = examine_closure(builtin_tables(), graph, {});
        graph.add_reference(graph.listed_node("unrelated-1.0"), graph.listed_node("unrelated-2.0"));
        const Closure after = examine_closure(builtin_tables(), graph, {});
        REQUIRE(before.findings.size() == after.findings.size());
        for (std::size_t i = 0; i < before.findings.size(); ++i)
            CHECK(before.findings[i].what.id == after.findings[i].what.id);
        CHECK(before.cuda_sets.size() == after.cuda_sets.size());
        for (std::size_t i = 0; i < before.cuda_sets.size(); ++i)
            CHECK(before.paths.to(before.cuda_sets[i].nodes.front()) ==
                  after.paths.to(after.cuda_sets[i].nodes.front()));
    }
}

TEST_CASE("findings equal a naive count") {
    Random random;
    for (int round = 0; round < graphs; ++round) {
        const DependencyGraph graph = random_graph(random);
        const Closure closure = examine_closure(builtin_tables(), graph, {});
        std::set<int> majors, minors;
        std::size_t libraries = 0;
        for (NodeIndex node = 0; node < graph.size(); ++node) {
            const StoreName name = recognise(graph.name(node));
            if (name.is_cuda()) {
                majors.insert(name.set.major);
                if (name.set.minor != -1) minors.insert(name.set.major * 100 + name.set.minor);
            }
            libraries += name.kind == StoreName::Kind::libstdcxx ? 1 : 0;
        }
        const auto has = [&](std::string_view code) {
            return std::ranges::any_of(closure.findings,
                                       [&](const Closure::Finding& finding) { return finding.what.id == code; });
        };
        CHECK(has("several-cuda-package-sets") == (majors.size() > 1 || minors.size() > 1));
        CHECK(has("several-libstdcxx") == (libraries > 1));
        CHECK(std::ranges::is_sorted(closure.findings, {}, &Closure::Finding::severity));
    }
}
