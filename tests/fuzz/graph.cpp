// SPDX-License-Identifier: MIT
// Mutated graphs: each is read or refused with one line, and what is read can be examined.
#include "graph/closure.hpp"
#include "graph/dependency_graph.hpp"

#include "mutate.hpp"

#include <cudastdenv/load.hpp>

#include <doctest/doctest.h>

using namespace cudastdenv;

namespace {

// With a text of which the lexer is given the beginning only.
const std::string long_text = "[{\"path\": \"/a\", \"x\": \"" + std::string(5000, 'y') +
                              "\\u00e9\\\"\", \"references\": []}]";

}  // namespace

TEST_CASE("mutated graphs") {
    fuzz::Mutator mutator({
        long_text,
        R"({"nodes": [{"name": "a", "references": ["b", "gcc-14.3.0-lib"]}, {"name": "b", "references": ["a"]}]})",
        R"([{"path": "/nix/store/a", "references": ["/nix/store/cuda_nvcc-12.8.93"], "narSize": 1, "valid": true}])",
        R"({"/nix/store/a": {"references": ["/nix/store/gcc-13.4.0-lib"], "ca": {"x": []}}, "/nix/store/b": null})",
        R"({"version": 2, "info": {"a": {"references": ["cudatoolkit-11.8.0"]}}, "storeDir": "/nix/store"})",
        R"({"/nix/store/a.drv": {"inputDrvs": {"/nix/store/b.drv": ["out"]}, "inputSrcs": ["/c"], "env": {"x": "\u00e9"}}})",
        R"({"version": 4, "derivations": {"a": {"inputs": {"drvs": {"b": {"outputs": [], "dynamicOutputs": {}}}, "srcs": ["c"]}}}})",
        "/nix/store/a\n00ff\n12\n/nix/store/a.drv\n2\n/nix/store/a\n/nix/store/gcc-14.3.0-lib\n/nix/store/b\n\n0\n",
    });
    const auto until = fuzz::Clock::now() + fuzz::duration();
    int read = 0, refused = 0;
    while (fuzz::Clock::now() < until) {
        const std::string text = mutator.next();
        Bytes bytes{std::string_view(text)};
        try {
            const ReadGraph found = read_graph(bytes, "fuzz", {});
            const Closure closure = examine_closure(builtin_tables(), found.graph, {});
            REQUIRE(closure.paths.before.size() == found.graph.size());
            ++read;
        } catch (const DataError& error) {
            REQUIRE(std::string_view(error.what()).find('\n') == std::string_view::npos);
            ++refused;
        }
    }
    CHECK(read > 0);
    CHECK(refused > 0);
}
