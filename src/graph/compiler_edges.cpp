// SPDX-License-Identifier: MIT
#include "graph/compiler_edges.hpp"

#include "resolve/host_compiler.hpp"
#include "tables/lookup.hpp"

#include <algorithm>

namespace cudastdenv {

namespace {

/// Nothing where the policy refuses the compiler.
std::optional<CompilerEdge> judge(const Tables& tables, const Release& release, Compiler compiler, Policy policy,
                                  std::optional<Version> glibc) {
    Request request = own_stdenv(tables, release, compiler, policy);
    request.stdenv.glibc = glibc;
    const Resolution resolution = resolve(tables, request);
    CompilerEdge edge{release.version, compiler, nullptr};
    if (resolution.host) return edge;
    for (const Rejection& rejection : resolution.rejected) {
        const auto* broken = std::get_if<KnownBroken>(&rejection.reason);
        if (rejection.compiler != compiler || !broken) continue;
        edge.breakage = broken->advisory;
        return edge;
    }
    return std::nullopt;
}

}  // namespace

std::vector<CompilerEdge> compiler_edges(const Tables& tables, std::optional<Version> release, Policy policy,
                                         std::optional<Version> glibc) {
    std::vector<Compiler> compilers = known_compilers(tables);
    std::ranges::stable_sort(compilers, [](Compiler left, Compiler right) {
        return left.family != right.family ? left.family < right.family : left.major > right.major;
    });
    std::vector<CompilerEdge> edges;
    for (const Release& row : tables.releases) {
        if (release && row.version != *release) continue;
        for (const Compiler compiler : compilers)
            if (const auto edge = judge(tables, row, compiler, policy, glibc)) edges.push_back(*edge);
    }
    return edges;
}

}  // namespace cudastdenv
