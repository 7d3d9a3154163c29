#include "graph/closure.hpp"
#include "graph/read_graph.hpp"

#include <cudastdenv/load.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <string>

using namespace cudastdenv;

namespace {

ReadGraph read(std::string_view text, std::optional<GraphFormat> format = {}) {
    Bytes bytes(text);
    return read_graph(bytes, "test", format);
}

std::string failure(std::string_view text, std::optional<GraphFormat> format = {}) {
    try {
        (void)read(text, format);
    } catch (const DataError& error) {
        return error.what();
    }
    return "";
}

/// A graph of `a:b,c d:e`: a refers to b and c, d to e.
DependencyGraph graph_of(std::string_view text) {
    DependencyGraph graph;
    while (!text.empty()) {
        const std::string_view item = text.substr(0, text.find(' '));
        text.remove_prefix(std::min(text.size(), item.size() + 1));
        const std::size_t colon = item.find(':');
        const NodeIndex from = graph.listed_node(item.substr(0, colon));
        if (colon == item.npos) continue;
        for (std::string_view rest = item.substr(colon + 1); !rest.empty();) {
            const std::string_view name = rest.substr(0, rest.find(','));
            graph.add_reference(from, graph.node(name));
            rest.remove_prefix(std::min(rest.size(), name.size() + 1));
        }
    }
    return graph;
}

Closure examine(const DependencyGraph& graph, std::optional<int> stdenv = {}) {
    return examine_closure(builtin_tables(), graph, stdenv);
}

template <class Finding>
const Finding* find(const Closure& closure) {
    for (const ClosureFinding& finding : closure.findings)
        if (const auto* found = std::get_if<Finding>(&finding)) return found;
    return nullptr;
}

std::string path(const DependencyGraph& graph, const Closure& closure, NodeIndex node) {
    std::string text;
    for (const NodeIndex step : closure.paths.to(node))
        text += (text.empty() ? "" : " ") + std::string(graph.name(step));
    return text;
}

}  // namespace

TEST_CASE("the forms of a graph say the same") {
    const ReadGraph nodes = read(R"({"nodes": [{"name": "a", "references": ["b", "a"]}, {"name": "b"}]})");
    const ReadGraph list = read(R"([{"path": "a", "references": ["b", "a"], "sigs": [["x"]]}, {"path": "b"}])");
    const ReadGraph info =
        read(R"({"version": 2, "info": {"a": {"references": ["b", "a"]}, "b": {"references": []}}})");
    const ReadGraph dot = read("digraph G {\n\"a\" [x = y];\n\"b\" -> \"a\" [x = y];\n\"b\" [x = y];\n}\n");
    for (const ReadGraph* form : {&nodes, &list, &info, &dot}) {
        REQUIRE(form->graph.size() == 2);
        CHECK(form->graph.dangling() == 0);
        CHECK(form->graph.duplicates() == 0);
        REQUIRE(form->graph.references().size() == 1);
        CHECK(form->graph.name(form->graph.references()[0].from) == "a");
    }
    CHECK(nodes.format == GraphFormat::nodes);
    CHECK(list.format == GraphFormat::path_info);
    CHECK(info.format == GraphFormat::path_info);
    CHECK(dot.format == GraphFormat::dot);
}

TEST_CASE("by path, with paths that are not valid") {
    const ReadGraph found = read(R"({"/s/a": null, "/s/b": {"references": ["/s/a"], "path": "/s/b"}})");
    CHECK(found.graph.size() == 2);
    CHECK(found.graph.dangling() == 0);
    CHECK(read("{}").graph.size() == 0);
    CHECK(read("[]").graph.size() == 0);
    CHECK(read("digraph G {\n}").graph.size() == 0);
}

TEST_CASE("a node's keys in any order, and keys that are nobody's business") {
    const ReadGraph found =
        read(R"({"x": {"nodes": [1]},
                 "nodes": [{"references": ["b"], "y": {"name": 1, "references": 2}, "name": "a"}]})");
    REQUIRE(found.graph.references().size() == 1);
    CHECK(found.graph.name(found.graph.references()[0].to) == "b");
    CHECK(found.graph.dangling() == 1);
}

TEST_CASE("what is no graph") {
    for (const char* text : {"", " \n", "5", "\"x\"", "null", "{", "[", "[5]", "[null]", "{\"a\": 1}", "{\"nodes\": 5}",
                             "{\"nodes\": {}}", "{\"info\": []}", "{\"nodes\": [{}]}", "{\"nodes\": []} x",
                             "[{\"path\": \"\"}]", "{\"/a\": 5}", "{\"/a\": {\"references\": null}}",
                             "{\"nodes\": [{\"name\": \"a\", \"name\": \"b\"}]}", "digraph G {", "digraph G {\n}\nx",
                             "digraph G {\n\"a\" -> b;\n}", "digraph G {\n\"a\\\"\";\n}", "graph G {\n}"})
        CHECK_MESSAGE(failure(text).starts_with("test: "), text);
    CHECK(failure("[]", GraphFormat::nodes) == "test: not of the form nodes, which was asked for (byte 1)");
    CHECK(failure("{}", GraphFormat::dot).find("nix-store -q --graph") != std::string::npos);
}

TEST_CASE("names that are too long") {
    const std::string longest(max_graph_name, 'x');
    CHECK(read("[{\"path\": \"" + longest + "\"}]").graph.size() == 1);
    CHECK(failure("[{\"path\": \"" + longest + "x\"}]").find("too long") != std::string::npos);
}

TEST_CASE("a graph arrives in pieces of any size") {
    const std::string text = R"({"nodes": [{"name": "a", "references": ["b"]}, {"name": "b"}]})";
    for (std::size_t piece = 1; piece <= text.size(); ++piece) {
        std::size_t at = 0;
        Bytes bytes([&](std::span<char> buffer) {
            const std::size_t count = std::min({piece, buffer.size(), text.size() - at});
            std::memcpy(buffer.data(), text.data() + at, count);
            at += count;
            return count;
        });
        CHECK(read_graph(bytes, "test", {}).graph.references().size() == 1);
    }
}

TEST_CASE("one of each is clean") {
    const auto graph = graph_of(
        "app:cuda_cudart-12.8.90,libcublas-12.8.4.1,gcc-14.3.0-lib cuda_nvcc-12.8.93:gcc-wrapper-14.3.0");
    const Closure closure = examine(graph);
    CHECK(closure.findings.empty());
    CHECK_FALSE(has_leakage(closure));
    REQUIRE(closure.cuda_sets.size() == 2);
    CHECK(closure.cuda_sets[0].set == CudaPackageSet{12, 8});
    CHECK(closure.cuda_sets[0].releases.size() == 2);
}

TEST_CASE("two CUDA package sets, with the shortest paths") {
    const auto graph = graph_of("app:a,b a:x x:cuda_cudart-12.8.90 b:cuda_cudart-12.8.90,libcublas-11.11.3.6");
    const Closure closure = examine(graph);
    const auto* finding = find<SeveralCudaSets>(closure);
    REQUIRE(finding);
    REQUIRE(finding->sets.size() == 2);
    CHECK(path(graph, closure, finding->sets[0].node) == "app b cuda_cudart-12.8.90");
    CHECK(path(graph, closure, finding->sets[1].node) == "app b libcublas-11.11.3.6");
    CHECK(has_leakage(closure));
}

TEST_CASE("two libstdc++, of which only a compiler has the older") {
    const auto graph = graph_of(
        "app:gcc-14.3.0-lib,gcc-wrapper-13.4.0 gcc-wrapper-13.4.0:gcc-13.4.0 gcc-13.4.0:gcc-13.4.0-lib");
    const Closure closure = examine(graph);
    CHECK(find<SeveralLibstdcxx>(closure));
    CHECK_FALSE(find<OlderLibstdcxx>(closure));
}

TEST_CASE("two builds of one libstdc++ are two") {
    const auto graph = graph_of(
        "app:788mx070y81zjlg5ipcl0cra3afviw9k-gcc-14.3.0-lib,588mx070y81zjlg5ipcl0cra3afviw9k-gcc-14.3.0-lib");
    const Closure closure = examine(graph);
    const auto* finding = find<SeveralLibstdcxx>(closure);
    REQUIRE(finding);
    REQUIRE(finding->libraries.size() == 1);
    CHECK(finding->libraries[0].nodes.size() == 2);
    CHECK_FALSE(find<OlderLibstdcxx>(closure));
}

TEST_CASE("another platform's libstdc++ is another matter") {
    const auto graph = graph_of("app:gcc-14.3.0-lib,aarch64-unknown-linux-gnu-gcc-13.4.0-lib");
    CHECK(examine(graph).findings.empty());
}

TEST_CASE("a libstdc++ older than a member needs") {
    const auto by_compiler = graph_of("app:foo foo:gcc-15.1.0,gcc-14.3.0-lib");
    const Closure closure = examine(by_compiler);
    const auto* finding = find<OlderLibstdcxx>(closure);
    REQUIRE(finding);
    CHECK(by_compiler.name(finding->member) == "foo");
    CHECK(by_compiler.name(finding->because) == "gcc-15.1.0");
    // Within a major: GCC 13.2 brought GLIBCXX_3.4.32. 14.2 and 14.3 have the same.
    CHECK(find<OlderLibstdcxx>(examine(graph_of("a:gcc-13.1.0-lib,b b:gcc-13.2.0-lib"))));
    CHECK_FALSE(find<OlderLibstdcxx>(examine(graph_of("a:gcc-14.2.0-lib,b b:gcc-14.3.0-lib"))));
    // Clang brings no libstdc++.
    CHECK_FALSE(find<OlderLibstdcxx>(examine(graph_of("a:clang-19.1.7,gcc-14.3.0-lib"))));
}

TEST_CASE("the stdenv's libstdc++ is one more") {
    const auto graph = graph_of("app:gcc-14.3.0-lib");
    CHECK(examine(graph, 14).findings.empty());
    CHECK(find<OlderLibstdcxx>(examine(graph, 13)));
    CHECK_FALSE(find<OlderLibstdcxx>(examine(graph, 15)));
    CHECK(find<SeveralLibstdcxx>(examine(graph, 15)));
    CHECK(examine(graph_of("app"), 15).findings.empty());
}

TEST_CASE("several host compilers are a note") {
    const Closure closure = examine(graph_of("app:gcc-wrapper-13.4.0,clang-wrapper-19.1.7,gcc-14.3.0"));
    const auto* finding = find<SeveralHostCompilers>(closure);
    REQUIRE(finding);
    CHECK(finding->compilers.size() == 3);
    CHECK_FALSE(has_leakage(closure));
}

TEST_CASE("a chain of a million nodes") {
    DependencyGraph graph;
    constexpr NodeIndex last = 1'000'000;
    for (NodeIndex i = 0; i <= last; ++i) graph.node(std::to_string(i));
    for (NodeIndex i = 0; i < last; ++i) graph.add_reference(i, i + 1);
    graph.add_reference(last, 0);
    const Closure closure = examine(graph);
    CHECK(closure.paths.roots == std::vector<NodeIndex>{0});
    CHECK(closure.paths.to(last).size() == 1'000'001);
}
