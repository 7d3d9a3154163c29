// SPDX-License-Identifier: MIT
#include "graph/closure.hpp"
#include "graph/dependency_graph.hpp"
#include "messages/diagnostics.hpp"
#include "sample.hpp"

#include <cudastdenv/load.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

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

/// A graph like `a:b,c d:e`: a references b and c, d references e.
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

NodeIndex index_of(const DependencyGraph& graph, std::string_view name) {
    NodeIndex node = 0;
    while (node < graph.size() && graph.name(node) != name) ++node;
    return node < graph.size() ? node : no_node;
}

Closure examine(const DependencyGraph& graph, std::optional<int> stdenv = {}) {
    return examine_closure(builtin_tables(), graph, stdenv);
}

const Closure::Finding* find(const Closure& closure, std::string_view code) {
    const auto found = std::ranges::find_if(closure.findings,
                                            [&](const Closure::Finding& finding) { return finding.what.id == code; });
    return found == closure.findings.end() ? nullptr : &*found;
}

std::string path(const DependencyGraph& graph, const Closure& closure, NodeIndex node) {
    std::string text;
    for (const NodeIndex step : closure.paths.to(node))
        text += (text.empty() ? "" : " ") + std::string(graph.name(step));
    return text;
}

}  // namespace

static_assert(!std::is_copy_constructible_v<DependencyGraph> && !std::is_copy_assignable_v<DependencyGraph>);

TEST_CASE("a moved graph still finds its nodes by name") {
    DependencyGraph graph;
    std::vector<std::string> names;
    for (int i = 0; i < 100; ++i) names.push_back("node-" + std::to_string(i));
    for (const std::string& name : names) (void)graph.node(name);
    DependencyGraph moved(std::move(graph));
    for (std::size_t i = 0; i < names.size(); ++i) CHECK(moved.node(names[i]) == i);
    CHECK(moved.size() == names.size());
}

TEST_CASE("all forms of a graph have the same content") {
    const ReadGraph nodes = read(R"({"nodes": [{"name": "a", "references": ["b", "a"]}, {"name": "b"}]})");
    const ReadGraph list =
        read(R"([{"path": "a", "references": ["b", "a"], "sigs": [["x"]]}, {"path": "b", "references": []}])");
    const ReadGraph info =
        read(R"({"version": 2, "info": {"a": {"references": ["b", "a"]}, "b": {"references": []}}})");
    const ReadGraph wrapped = read(R"({"version": 4, "derivations": {
        "a": {"env": {"references": "x"}, "inputs": {"drvs": {"b": {"outputs": ["out"], "dynamicOutputs": {}}}}},
        "b": {"inputs": {"drvs": {}, "srcs": []}}}})");
    for (const ReadGraph* form : {&nodes, &list, &info, &wrapped}) {
        REQUIRE(form->graph.size() == 2);
        CHECK(form->graph.dangling() == 0);
        CHECK(form->graph.duplicates() == 0);
        REQUIRE(form->graph.references().size() == 1);
        CHECK(form->graph.name(form->graph.references()[0].from) == "a");
    }
    CHECK(nodes.format == GraphFormat::nodes);
    CHECK(list.format == GraphFormat::path_info);
    CHECK(info.format == GraphFormat::path_info);
    CHECK(wrapped.format == GraphFormat::derivations);
}

TEST_CASE("a node is numbered before its references") {
    const ReadGraph found = read(R"([{"references": ["c", "b"], "path": "a"}])");
    for (const NodeIndex node : {0U, 1U, 2U}) CHECK(found.graph.name(node) == std::array{"a", "c", "b"}[node]);
}

TEST_CASE("reads derivations by path") {
    // Formats of Nix since 1.12, since 2.18 with nested outputs, and without the store directory.
    for (const char* text : {R"({"/s/a.drv": {"outputs": {}, "inputSrcs": ["/s/c"], "inputDrvs": {"/s/b.drv": ["out"]}},
                                 "/s/b.drv": {"inputDrvs": {}, "inputSrcs": ["/s/c"], "env": {"x": {"y": [[1]]}}}})",
                             R"({"/s/a.drv": {"inputDrvs": {"/s/b.drv": {"dynamicOutputs": {"o": {"outputs": []}},
                                 "outputs": ["out"]}}, "inputSrcs": ["/s/c"]},
                                 "/s/b.drv": {"inputSrcs": ["/s/c"], "inputDrvs": {}}})",
                             R"({"139angpvp1ry41j3z2in0ylv96y27l5v-a.drv": {"inputDrvs":
                                 {"gan7l32y28ng99zgcb26smvp2ji92prj-b.drv": ["out"]}, "inputSrcs": ["c"]},
                                 "gan7l32y28ng99zgcb26smvp2ji92prj-b.drv": {"inputSrcs": ["c"], "inputDrvs": {}}})"}) {
        const ReadGraph found = read(text);
        CHECK(found.format == GraphFormat::derivations);
        CHECK(found.graph.size() == 3);
        CHECK(found.graph.references().size() == 3);
        CHECK(found.graph.dangling() == 0);
        CHECK(found.graph.duplicates() == 0);
    }
    CHECK(read(R"({"/s/a.drv": {"inputDrvs": {"/s/b.drv": ["out"]}}})").graph.dangling() == 1);
}

TEST_CASE("reads paths one after the other") {
    const ReadGraph found = read("/s/a\nsha256:00\n480\n/s/a.drv\n2\n/s/a\n/s/b\n/s/b\n00\n1\n\n0\n");
    CHECK(found.format == GraphFormat::registration);
    CHECK(found.graph.size() == 2);
    CHECK(found.graph.references().size() == 1);
    CHECK(found.graph.dangling() == 0);
    // exportReferencesGraph has no hash and no size.
    const ReadGraph exported = read("/s/a\n\n1\n/s/b\n/s/b\n/s/b.drv\n0\n");
    CHECK(exported.graph.size() == 2);
    CHECK(exported.graph.references().size() == 1);
    CHECK(exported.graph.dangling() == 0);
}

TEST_CASE("skips a text longer than any name") {
    for (const std::string& piece : {std::string("plain "), std::string("\\\\\\\"x"), std::string("\\ud83d\\ude00y"),
                                     std::string("\u00e4\u20ac")}) {
        CAPTURE(piece);
        std::string text = R"({"/s/a.drv": {"env": {"script": ")";
        for (int i = 0; i < 100'000; ++i) text += piece;
        text += R"("}, "inputDrvs": {"/s/b.drv": ["out"]}}})";
        const ReadGraph found = read(text);
        CHECK(found.graph.size() == 2);
        CHECK(found.graph.references().size() == 1);
        CHECK(failure(text + "}") == "test: not valid JSON (byte " + std::to_string(text.size() + 1) + ")");
    }
    CHECK(failure("[{\"x\": \"" + std::string(100'000, 'y')).find("not valid JSON") != std::string::npos);
    CHECK(failure("[" + std::string(100'000, ' ') + "]").find("longer than 64 KiB") != std::string::npos);
}

TEST_CASE("reads valid and invalid paths") {
    const ReadGraph found = read(R"({"/s/a": null, "/s/b": {"references": ["/s/a"], "path": "/s/b"}})");
    CHECK(found.graph.size() == 2);
    CHECK(found.graph.dangling() == 1);
    CHECK(read(R"([{"path": "/s/a", "valid": false}])").graph.dangling() == 1);
    CHECK(read("{}").graph.size() == 0);
    CHECK(read("[]").graph.size() == 0);
}

TEST_CASE("accepts keys in any order and ignores unknown keys") {
    const ReadGraph found = read(R"({"x": {"nodes": [1]},
                 "nodes": [{"references": ["b"], "y": {"name": 1, "references": 2}, "name": "a"}]})");
    REQUIRE(found.graph.references().size() == 1);
    CHECK(found.graph.name(found.graph.references()[0].to) == "b");
    CHECK(found.graph.dangling() == 1);
}

TEST_CASE("rejects input that is not a graph") {
    for (const char* text :
         {"", " \n", "5", "\"x\"", "null", "{", "[", "[5]", "[null]", "{\"a\": 1}", "{\"nodes\": 5}", "{\"nodes\": {}}",
          "{\"info\": []}", "{\"nodes\": [{}]}", "{\"nodes\": []} x", "[{\"path\": \"\"}]", "{\"/a\": 5}",
          "{\"/a\": {\"references\": null}}", "{\"nodes\": [{\"name\": \"a\", \"name\": \"b\"}]}", "digraph G {",
          "digraph G {\n}\nx", "digraph G {\n\"a\" -> b;\n}", "digraph G {\n\"a\\\"\";\n}", "graph G {\n}",
          // The node has no references.
          "[{\"path\": \"/a\"}]", "{\"/a\": {}}", "{\"/a\": {\"narSize\": 1}}", "{\"/a.drv\": {\"outputs\": {}}}",
          "{\"/a.drv\": {\"inputSrcs\": []}}", "{\"/a.drv\": {\"inputs\": {\"srcs\": []}}}", "{\"info\": {\"a\": {}}}",
          // It has references in a format that Nix does not use.
          "{\"/a.drv\": {\"inputDrvs\": []}}", "{\"/a.drv\": {\"inputDrvs\": {\"/b\": 1}}}",
          "{\"/a.drv\": {\"inputs\": {\"drvs\": []}}}", "{\"/a.drv\": {\"inputs\": []}}",
          "{\"/a.drv\": {\"inputDrvs\": {}, \"inputSrcs\": {}}}", "{\"derivations\": []}",
          "{\"/a.drv\": {\"inputDrvs\": {}}, \"/b\": {\"references\": []}}",
          "{\"/a.drv\": {\"inputDrvs\": {}}, \"/b\": null}", "/s/a\n", "/s/a\n/s/b\n/s/c\n", "/s/a\nhash\n",
          "/s/a\nhash\n1\nx\n0\n", "/s/a\nhash\nx\n\n0\n", "/s/a\n\n1\n", "/s/a\n\n1\nb\n", "/s/a\n\n0\n\n",
          "/s/a\n\n-1\n", "/s/a\n\n999999999\n", "<html></html>", "<graphml/>"})
        CHECK_MESSAGE(failure(text).starts_with("test: "), text);
    CHECK(failure(R"({"/a.drv": {"inputDrvs": {}}})", GraphFormat::path_info).find("which --format selects") !=
          std::string::npos);
    CHECK(failure("/s/a\n/s/b\n").find("was expected, not a list of paths") != std::string::npos);
    CHECK(failure("[]", GraphFormat::nodes) == "test: not in the format nodes, which --format selects (byte 1)");
    CHECK(failure("digraph G {\n}\n").find("nix path-info --json -r") != std::string::npos);
}

TEST_CASE("rejects names that are too long") {
    const std::string longest(max_graph_name, 'x');
    CHECK(read("[{\"path\": \"" + longest + "\", \"references\": []}]").graph.size() == 1);
    CHECK(failure("[{\"path\": \"" + longest + "x\"}]").find("too long") != std::string::npos);
}

TEST_CASE("reads a graph in pieces of any size") {
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

TEST_CASE("finds nothing if each part occurs once") {
    const auto graph =
        graph_of("app:cuda_cudart-12.8.90,libcublas-12.8.4.1,gcc-14.3.0-lib cuda_nvcc-12.8.93:gcc-wrapper-14.3.0");
    const Closure closure = examine(graph);
    CHECK(closure.findings.empty());
    CHECK(closure.leakage != true);
    REQUIRE(closure.cuda_sets.size() == 2);
    CHECK(closure.cuda_sets[0].set == CudaPackageSet{12, 8});
    CHECK(closure.cuda_sets[0].releases.size() == 2);
}

TEST_CASE("finds two CUDA package sets with the shortest paths") {
    const auto graph = graph_of("app:a,b a:x x:cuda_cudart-12.8.90 b:cuda_cudart-12.8.90,libcublas-11.11.3.6");
    const Closure closure = examine(graph);
    const auto* finding = find(closure, "several-cuda-package-sets");
    REQUIRE(finding);
    REQUIRE(finding->parts.size() == 2);
    CHECK(messages::text_of(finding->what) == "more than one CUDA package set: 12.8, 11.*");
    CHECK(path(graph, closure, finding->parts[0].node) == "app b cuda_cudart-12.8.90");
    CHECK(path(graph, closure, finding->parts[1].node) == "app b libcublas-11.11.3.6");
    CHECK(closure.leakage == true);
}

TEST_CASE("finds a second libstdc++ that only a compiler references") {
    const auto graph =
        graph_of("app:gcc-14.3.0-lib,gcc-wrapper-13.4.0 gcc-wrapper-13.4.0:gcc-13.4.0 gcc-13.4.0:gcc-13.4.0-lib");
    const Closure closure = examine(graph);
    CHECK(find(closure, "several-libstdcxx"));
    CHECK_FALSE(find(closure, "older-libstdcxx"));
}

TEST_CASE("counts two builds of one libstdc++ as two") {
    const auto graph =
        graph_of("app:788mx070y81zjlg5ipcl0cra3afviw9k-gcc-14.3.0-lib,588mx070y81zjlg5ipcl0cra3afviw9k-gcc-14.3.0-lib");
    const Closure closure = examine(graph);
    const auto* finding = find(closure, "several-libstdcxx");
    REQUIRE(finding);
    CHECK(finding->parts.size() == 2);
    CHECK(messages::text_of(finding->what).ends_with("in 2 builds"));
    CHECK_FALSE(find(closure, "older-libstdcxx"));
}

TEST_CASE("ignores the libstdc++ of another platform") {
    const auto graph = graph_of("app:gcc-14.3.0-lib,aarch64-unknown-linux-gnu-gcc-13.4.0-lib");
    CHECK(examine(graph).findings.empty());
}

TEST_CASE("finds a libstdc++ older than a member needs") {
    const auto by_compiler = graph_of("app:foo foo:gcc-15.1.0,gcc-14.3.0-lib");
    const Closure closure = examine(by_compiler);
    const auto* finding = find(closure, "older-libstdcxx");
    REQUIRE(finding);
    CHECK(by_compiler.name(finding->parts.front().node) == "foo");
    CHECK(messages::text_of(finding->what).starts_with("foo uses gcc-15.1.0, "));
    // Within a major version: GCC 13.2 added GLIBCXX_3.4.32; 14.2 and 14.3 are equal.
    CHECK(find(examine(graph_of("a:gcc-13.1.0-lib,b b:gcc-13.2.0-lib")), "older-libstdcxx"));
    CHECK_FALSE(find(examine(graph_of("a:gcc-14.2.0-lib,b b:gcc-14.3.0-lib")), "older-libstdcxx"));
    // Clang does not include a libstdc++.
    CHECK_FALSE(find(examine(graph_of("a:clang-19.1.7,gcc-14.3.0-lib")), "older-libstdcxx"));
}

TEST_CASE("counts the stdenv's libstdc++ as another one") {
    const auto graph = graph_of("app:gcc-14.3.0-lib");
    CHECK(examine(graph, 14).findings.empty());
    CHECK(find(examine(graph, 13), "older-libstdcxx"));
    CHECK_FALSE(find(examine(graph, 15), "older-libstdcxx"));
    CHECK(find(examine(graph, 15), "several-libstdcxx"));
    CHECK(examine(graph_of("app"), 15).findings.empty());
}

TEST_CASE("reports unknown facts about a closure") {
    CHECK(examine(graph_of("a:b b")).leakage == false);
    CHECK(!examine(graph_of("a:b")).leakage);
    CHECK(!examine(DependencyGraph()).leakage);
}

TEST_CASE("derivations show mixed package sets but not the loaded libstdc++") {
    const auto graph = graph_of(
        "app.drv:cuda_cudart-12.8.90.drv,cuda_nvcc-13.0.96.drv,gcc-wrapper-15.1.0.drv,gcc-13.4.0-lib "
        "cuda_cudart-12.8.90.drv cuda_nvcc-13.0.96.drv gcc-wrapper-15.1.0.drv gcc-13.4.0-lib");
    const Closure closure = examine(graph, 13);
    CHECK(closure.is_of_builds);
    CHECK(find(closure, "several-cuda-package-sets"));
    CHECK_FALSE(find(closure, "older-libstdcxx"));
    CHECK_FALSE(find(closure, "several-libstdcxx"));
    CHECK_FALSE(examine(graph_of("app:gcc-13.4.0-lib other.drv:gcc-15.1.0")).is_of_builds);
}

TEST_CASE("notes several host compilers") {
    const Closure closure = examine(graph_of("app:gcc-wrapper-13.4.0,clang-wrapper-19.1.7,gcc-14.3.0"));
    const auto* finding = find(closure, "several-host-compilers");
    REQUIRE(finding);
    CHECK(finding->parts.size() == 3);
    CHECK(closure.leakage != true);
}

TEST_CASE("reads a chain of a million nodes") {
    DependencyGraph graph;
    constexpr NodeIndex last = is_sanitized ? 100'000 : 1'000'000;
    for (NodeIndex i = 0; i <= last; ++i) graph.node(std::to_string(i));
    for (NodeIndex i = 0; i < last; ++i) graph.add_reference(i, i + 1);
    graph.add_reference(last, 0);
    const Closure closure = examine(graph);
    CHECK(closure.paths.roots == std::vector<NodeIndex>{0});
    CHECK(closure.paths.to(last).size() == last + 1);
}

namespace {

/// The compiler that an nvcc rejects, as `builder: gcc-14`; empty if nothing is found.
std::string refused(std::string_view text) {
    const DependencyGraph graph = graph_of(text);
    const Closure closure = examine(graph);
    const auto* found = find(closure, "refused-host-compiler");
    if (!found) return "";
    std::string path = std::string(graph.name(found->parts.back().node)) + ":";
    for (std::size_t i = 1; i + 1 < found->parts.size(); ++i) path += " " + found->parts[i].what;
    return path;
}

}  // namespace

TEST_CASE("finds an nvcc that rejects each compiler of the build closure") {
    // nixpkgs#217878: CUDA 11.7 supports GCC 11 or older.
    const std::string nvcc = " cuda_nvcc-11.7.99.drv";
    CHECK(refused("app.drv:cuda_nvcc-11.7.99.drv,stdenv.drv stdenv.drv:gcc-wrapper-12.2.0.drv"
                  " gcc-wrapper-12.2.0.drv:gcc-12.2.0.drv gcc-12.2.0.drv" +
                  nvcc) == "app.drv: gcc-12");
    CHECK(refused("app.drv:cudatoolkit-11.7.0.drv,gcc-wrapper-12.2.0.drv cudatoolkit-11.7.0.drv"
                  " gcc-wrapper-12.2.0.drv") == "app.drv: gcc-12");
    CHECK(refused("app.drv:cuda11.7-cuda_nvcc-11.7.99.drv,gcc-wrapper-12.2.0.drv cuda11.7-cuda_nvcc-11.7.99.drv"
                  " gcc-wrapper-12.2.0.drv") == "app.drv: gcc-12");
    SUBCASE("finds nothing if it accepts one of them") {
        CHECK(refused("app.drv:cuda_nvcc-11.7.99.drv,gcc-wrapper-12.2.0.drv,gcc-wrapper-11.3.0.drv"
                      " gcc-wrapper-12.2.0.drv gcc-wrapper-11.3.0.drv" +
                      nvcc) == "");
        CHECK(refused("app.drv:cuda_nvcc-11.7.99.drv,gcc-wrapper-12.2.0.drv gcc-wrapper-12.2.0.drv"
                      " gcc-wrapper-11.3.0.drv cuda_nvcc-11.7.99.drv:gcc-wrapper-11.3.0.drv") == "");
    }
    SUBCASE("ignores the compiler of another program") {
        CHECK(refused("all.drv:app.drv,other.drv app.drv:cuda_nvcc-11.7.99.drv,gcc-wrapper-12.2.0.drv"
                      " gcc-wrapper-12.2.0.drv other.drv:gcc-wrapper-11.3.0.drv gcc-wrapper-11.3.0.drv" +
                      nvcc) == "app.drv: gcc-12");
    }
    SUBCASE("a compiler kept for its libraries is no candidate") {
        CHECK(refused("app.drv:cuda_nvcc-11.7.99.drv,gcc-wrapper-12.2.0.drv,gcc-11.3.0.drv gcc-wrapper-12.2.0.drv"
                      " gcc-11.3.0.drv" +
                      nvcc) == "app.drv: gcc-12");
    }
    SUBCASE("sorts accepted, unknown and missing versions") {
        CHECK(refused("app.drv:cuda_nvcc-11.7.99.drv,gcc-wrapper-11.3.0.drv gcc-wrapper-11.3.0.drv" + nvcc) == "");
        CHECK(refused("app.drv:cuda_nvcc-99.7.99.drv,gcc-wrapper-12.2.0.drv gcc-wrapper-12.2.0.drv"
                      " cuda_nvcc-99.7.99.drv") == "");
        CHECK(refused("app.drv:cuda_nvcc-11.7.99.drv,gcc-wrapper-12.2.0.drv,x.drv gcc-wrapper-12.2.0.drv" + nvcc) ==
              "");
        CHECK(refused("app.drv:cuda_nvcc-11.7.99.drv" + nvcc) == "");
    }
    SUBCASE("finds only a part of the toolkit") {
        CHECK(refused("app.drv:cuda_cudart-11.7.99.drv,gcc-wrapper-12.2.0.drv cuda_cudart-11.7.99.drv"
                      " gcc-wrapper-12.2.0.drv") == "");
    }
    SUBCASE("finds what references both parts") {
        CHECK(refused("app:cuda_nvcc-11.7.99,gcc-wrapper-12.2.0 cuda_nvcc-11.7.99 gcc-wrapper-12.2.0") ==
              "app: gcc-12");
        CHECK(refused("app:cuda_nvcc-11.7.99,lib cuda_nvcc-11.7.99 lib:gcc-wrapper-12.2.0 gcc-wrapper-12.2.0") == "");
        CHECK(refused("app:cuda_nvcc-11.7.99,gcc-wrapper-12.2.0 cuda_nvcc-11.7.99:gcc-wrapper-11.3.0 gcc-wrapper-12.2.0"
                      " gcc-wrapper-11.3.0") == "");
    }
    SUBCASE("ignores nvcc's own compiler") {
        CHECK(refused("doc.drv:cuda_nvcc-11.7.99.drv cuda_nvcc-11.7.99.drv:gcc-wrapper-12.2.0.drv"
                      " gcc-wrapper-12.2.0.drv") == "");
    }
}

TEST_CASE("finds the whole toolkit at run time") {
    for (const char* name : {"cudatoolkit-11.7.0", "cudatoolkit-11.7.0-lib", "cudatoolkit-11.8.0-merged",
                             "cuda-merged-12.2", "cuda_merged-12.2", "cuda12.2-cuda-merged-12.2"}) {
        CAPTURE(name);
        const DependencyGraph graph = graph_of("app:" + std::string(name) + " " + name);
        const Closure closure = examine(graph);
        REQUIRE(find(closure, "whole-toolkit"));
        CHECK(path(graph, closure, find(closure, "whole-toolkit")->parts.front().node) == "app " + std::string(name));
        CHECK(find(closure, "whole-toolkit")->severity == AdvisoryRow::Severity::caution);
    }
    for (const char* name : {"cuda_cudart-11.7.60", "cudatoolkit-11.8-cudnn-8.9.1", "cuda-redist-12.2",
                             "cuda-merged-12.2.drv", "cudatoolkit-11.7.0.run"}) {
        CAPTURE(name);
        CHECK(!find(examine(graph_of("app:" + std::string(name) + " " + name)), "whole-toolkit"));
    }
}

TEST_CASE("adds up sizes") {
    DependencyGraph graph = graph_of("app:a,b a:shared,own b:shared shared own");
    const auto size_of_all = [&](std::uint64_t bytes) {
        for (NodeIndex node = 0; node < graph.size(); ++node) graph.set_size(node, bytes << node);
    };
    const auto lost = [&](std::initializer_list<std::string_view> names) {
        std::vector<NodeIndex> nodes;
        for (const std::string_view name : names) nodes.push_back(index_of(graph, name));
        const Closure closure = examine(graph);
        return lost_bytes_in(graph, closure)(nodes);
    };
    SUBCASE("no size is known") {
        CHECK(!graph.has_sizes());
        CHECK(!examine(graph).size);
        CHECK(!lost({"a"}));
    }
    SUBCASE("one size is unknown") {
        graph.set_size(index_of(graph, "own"), 0);
        CHECK(!examine(graph).size);
        CHECK(lost({"own"}) == 0);
        CHECK(!lost({"a"}));
    }
    SUBCASE("all sizes are known") {
        size_of_all(1);
        CHECK(examine(graph).size == 31);
        const auto of = [&](std::string_view name) { return std::uint64_t{1} << index_of(graph, name); };
        CHECK(lost({"a"}) == of("a") + of("own"));
        CHECK(lost({"b"}) == of("b"));
        CHECK(lost({"a", "b"}) == 31 - of("app"));
        CHECK(lost({"shared"}) == of("shared"));
        CHECK(lost({"app"}) == 31);
        CHECK(!lost({}));
    }
    SUBCASE("a part of the closure is missing") {
        size_of_all(1);
        graph.add_reference(index_of(graph, "own"), graph.node("unlisted"));
        CHECK(!examine(graph).size);
    }
    SUBCASE("the first of several sizes counts") {
        graph.set_size(0, 7);
        graph.set_size(0, 8);
        CHECK(graph.size(0) == std::uint64_t{7});
    }
}

TEST_CASE("formats sizes like Nix") {
    const auto size_of = [](std::string_view text) { return read(text).graph.size(0); };
    CHECK(size_of(R"([{"path": "/nix/store/a", "narSize": 12, "references": []}])") == std::uint64_t{12});
    CHECK(size_of(R"([{"narSize": 0, "path": "/nix/store/a", "references": []}])") == std::uint64_t{0});
    CHECK(!size_of(R"([{"path": "/nix/store/a", "references": []}])"));
    CHECK(!size_of(R"([{"path": "/nix/store/a", "narSize": null, "references": []}])"));
    CHECK(size_of("/nix/store/a\nsha256:0\n34\n\n0\n") == std::uint64_t{34});
    CHECK(!size_of("/nix/store/a\n\n0\n"));
    CHECK(failure(R"([{"path": "/a", "narSize": -1, "references": []}])").find("negative") != std::string::npos);
    CHECK(failure(R"([{"path": "/a", "narSize": 1.5, "references": []}])").find("whole") != std::string::npos);
    CHECK(failure(R"([{"path": "/a", "narSize": 999999999999999, "references": []}])").find("larger") !=
          std::string::npos);
    CHECK(failure("/nix/store/a\nsha256:0\n999999999999999\n\n0\n").find("a size") != std::string::npos);
}

TEST_CASE("finds names in a node with many references") {
    std::string text = R"({"nodes": [{"name": "root", "references": [)";
    constexpr int count = 1000;
    for (int i = 0; i < 2 * count; ++i)
        text += (i == 0 ? "\"n" : ", \"n") + std::to_string(i % count) + (i % 7 == 0 ? "\u00e4\"" : "\"");
    const ReadGraph found = read(text + "]}]}");
    CHECK(found.graph.references().size() == 2 * count);
    for (NodeIndex node = 0; node < found.graph.size(); ++node)
        CHECK(index_of(found.graph, found.graph.name(node)) == node);
    CHECK(index_of(found.graph, "n1000") == no_node);
}
