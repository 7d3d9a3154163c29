// SPDX-License-Identifier: MIT
#include "builtin.hpp"
#include "graph/compiler_edges.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace cudastdenv;

namespace {

/// `yes`, `no`, or the id of what breaks.
std::string_view between(Version release, const char* compiler, Policy policy = Policy::nixpkgs,
                         std::optional<Version> glibc = std::nullopt) {
    for (const CompilerEdge& edge : compiler_edges(tables, release, policy, glibc)) {
        CHECK(edge.release == release);
        if (edge.compiler == *parse_compiler(compiler)) return edge.breakage ? edge.breakage->id : "yes";
    }
    return "no";
}

}  // namespace

TEST_CASE("a compiler goes with a release if the policy takes it") {
    CHECK(between({12, 8, 1}, "gcc-14") == "yes");
    CHECK(between({12, 8, 1}, "gcc-15") == "no");
    CHECK(between({12, 8, 1}, "clang-19") == "yes");
    CHECK(between({12, 8, 1}, "clang-20") == "no");
    CHECK(between({12, 2, 0}, "clang-16", Policy::enforced) == "no");
    CHECK(between({12, 2, 2}, "clang-16", Policy::enforced) == "yes");
    CHECK(between({11, 4, 4}, "gcc-11", Policy::nixpkgs) == "no");
}

TEST_CASE("what is known to break is there, and marked") {
    CHECK(between({11, 4, 4}, "gcc-11", Policy::enforced) == "gcc-11-std-function");
    CHECK(between({12, 4, 0}, "gcc-13") == "yes");
    CHECK(between({12, 4, 0}, "gcc-13", Policy::nixpkgs, Version{2, 39}) == "gcc-13-floatn-12.4.0");
    CHECK(between({12, 4, 1}, "gcc-13", Policy::nixpkgs, Version{2, 39}) == "yes");
}

TEST_CASE("without a release there are all of them, each pair once") {
    const std::vector<CompilerEdge> edges = compiler_edges(tables, std::nullopt, Policy::nixpkgs, std::nullopt);
    for (const Release& release : tables.releases)
        CHECK(std::ranges::count(edges, release.version, &CompilerEdge::release) > 0);
    for (std::size_t i = 0; i < edges.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (edges[i].release == edges[j].release) CHECK(edges[i].compiler != edges[j].compiler);
}
