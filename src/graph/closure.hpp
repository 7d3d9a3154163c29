// SPDX-License-Identifier: MIT
#pragma once

/// What a closure holds of CUDA package sets, libstdc++ and host compilers, and whether they go together.

#include "core/diagnostic.hpp"
#include "graph/dependency_graph.hpp"
#include "graph/store_name.hpp"

#include <cudastdenv/tables.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv {

/// A CUDA package set in the closure.
struct FoundCudaSet {
    CudaPackageSet set;
    std::vector<NodeIndex> nodes;   ///< those that belong to it, the nearest to a root first
    std::vector<Version> releases;  ///< those in the tables that have an nvcc which is among the nodes
};

/// The libstdc++ of one GCC release for one platform. Each of the nodes is one: two builds of a release are two.
struct FoundLibstdcxx {
    Version gcc;                   ///< two numbers, the second one of no meaning, for the stdenv's
    std::string_view platform;     ///< as in StoreName
    std::vector<NodeIndex> nodes;  ///< the nearest to a root first; none: the stdenv's, which is not in the closure
};

struct ClosureCompiler {
    Compiler compiler;
    std::vector<NodeIndex> nodes;  ///< wrapped and unwrapped ones, the nearest to a root first
};

/// One thing that a finding is about, and the node whose path shows how it got in.
struct FindingPart {
    std::string what;
    NodeIndex node = no_node;  ///< no_node: not in the closure
    /// What it is in the closure, of which the finding has the rest; none: what it costs is not asked.
    std::vector<NodeIndex> nodes = {};
};

/// What does not go together.
struct ClosureFinding {
    Diagnostic message;
    AdvisoryRow::Severity severity;       ///< `note` is for information; anything else is leakage
    std::vector<FindingPart> parts = {};  ///< the first most_listed
};

/// A hostile graph may have any number of whatever is listed.
inline constexpr std::size_t most_listed = 16;

struct Closure {
    ShortestPaths paths;
    bool is_of_builds = false;  ///< every root is a derivation: it says what is built with what, not what is loaded
    std::vector<FoundCudaSet> cuda_sets;          ///< newest first
    std::vector<FoundLibstdcxx> libstdcxx;        ///< newest first
    std::vector<ClosureCompiler> host_compilers;  ///< GCC first, newest first
    std::vector<ClosureFinding> findings;         ///< the gravest first
    std::optional<bool> leakage;  ///< whether some finding is more than a note; absent: none, and a part is missing
};

/// Examines a closure; linear in nodes plus references. With `stdenv_libstdcxx`, the GCC major whose libstdc++ the
/// stdenv has, the closure is judged as it is loaded there: that libstdc++ counts as one more. A derivation loads
/// nothing: where all roots are derivations, nothing is said of libstdc++.
[[nodiscard]] Closure examine_closure(const Tables& tables, const DependencyGraph& graph,
                                      std::optional<int> stdenv_libstdcxx);

/// The newest row of the tables that a GCC release is not older than; nullptr for older than all.
[[nodiscard]] const LibstdcxxRow* libstdcxx_of_gcc(const Tables& tables, Version gcc) noexcept;

/// `14.3.0`; of the stdenv's `14`.
[[nodiscard]] std::string gcc_in_words(Version gcc);

/// `first, second`; of many the first most_listed, `and 3 more`.
[[nodiscard]] std::string listed(const std::vector<std::string>& texts);

/// How many bytes a closure takes in a store, and how many of them are there because of some of its nodes: the sums of
/// what Nix calls narSize. A sum is absent where one of its parts is not known, and for derivations: what is built of
/// them they do not say.
class ClosureSizes {
public:
    /// Refers to both.
    ClosureSizes(const DependencyGraph& graph, const Closure& closure);

    /// Of all nodes.
    [[nodiscard]] std::optional<std::uint64_t> whole() const;
    /// What would leave the closure with these nodes: they themselves, and what nothing else needs. Absent for none.
    [[nodiscard]] std::optional<std::uint64_t> lost_without(std::span<const NodeIndex> nodes) const;

private:
    const DependencyGraph& graph_;
    const Closure& closure_;
    std::optional<Reach> reach_;  ///< absent where no size is known
};

}  // namespace cudastdenv
