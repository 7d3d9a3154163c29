// SPDX-License-Identifier: MIT
#pragma once

/// What a closure holds of CUDA package sets, libstdc++ and host compilers, and whether they go together.

#include "graph/dependency_graph.hpp"
#include "graph/store_name.hpp"

#include <cudastdenv/tables.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
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

/// More than one CUDA package set; sorted, the newest first. A set known by its major number only counts where no
/// set of that major is there.
struct SeveralCudaSets {
    std::vector<FoundCudaSet> sets;
};
/// More than one libstdc++ for one platform; the newest first.
struct SeveralLibstdcxx {
    std::vector<FoundLibstdcxx> libraries;
};
/// A libstdc++ that some member of the closure loads, older than what another member (or the same) needs.
struct OlderLibstdcxx {
    std::vector<FoundLibstdcxx> libraries;  ///< all that are older and loaded, of one platform; the newest first
    NodeIndex member = no_node;
    Version needs;                ///< GCC release: its libstdc++ or a newer one
    NodeIndex because = no_node;  ///< the compiler or libstdc++ of that release, which `member` refers to
};
/// More than one host compiler. Nothing wrong by itself: an older one may share the newer libstdc++.
struct SeveralHostCompilers {
    std::vector<ClosureCompiler> compilers;
};
/// Something is built with an nvcc that refuses every compiler in its build closure; or, of what is loaded, something
/// has both, and can use them together no more.
struct RefusedHostCompilers {
    bool of_build = true;                    ///< else of what is loaded
    CudaPackageSet set;                      ///< whose nvcc; each of its releases that it may be refuses them
    NodeIndex nvcc = no_node;                ///< the nearest to a root; it may be all of the toolkit
    NodeIndex builder = no_node;             ///< what has that nvcc and those compilers, none below it has both
    std::vector<ClosureCompiler> compilers;  ///< that the builder has: GCC first, newest first
};
/// All of the CUDA toolkit in what is loaded. Programs need a few of its libraries.
struct WholeToolkit {
    std::vector<NodeIndex> nodes;  ///< the nearest to a root first
};

/// What is to be said about a closure. A closed list; text is made in `words`.
using ClosureFinding = std::variant<SeveralCudaSets, SeveralLibstdcxx, OlderLibstdcxx, SeveralHostCompilers,
                                    RefusedHostCompilers, WholeToolkit>;

struct Closure {
    ShortestPaths paths;
    bool is_whole = false;      ///< it has nodes, and of each is known what it refers to
    bool is_of_builds = false;  ///< every root is a derivation: it says what is built with what, not what is loaded
    std::vector<FoundCudaSet> cuda_sets;          ///< newest first
    std::vector<FoundLibstdcxx> libstdcxx;        ///< newest first
    std::vector<ClosureCompiler> host_compilers;  ///< GCC first, newest first
    std::vector<ClosureFinding> findings;         ///< the gravest first
};

/// Examines a closure; linear in nodes plus references. With `stdenv_libstdcxx`, the GCC major whose libstdc++ the
/// stdenv has, the closure is judged as it is loaded there: that libstdc++ counts as one more. A derivation loads
/// nothing: where all roots are derivations, nothing is said of libstdc++.
[[nodiscard]] Closure examine_closure(const Tables& tables, const DependencyGraph& graph,
                                      std::optional<int> stdenv_libstdcxx);

/// `note` is for information; anything else is leakage.
[[nodiscard]] AdvisoryRow::Severity severity(const ClosureFinding& finding) noexcept;

/// Whether a finding is more than a note. Where none is, and the closure is not whole, that is not known.
[[nodiscard]] bool has_leakage(const Closure& closure) noexcept;

/// The newest row of the tables that a GCC release is not older than; nullptr for older than all.
[[nodiscard]] const LibstdcxxRow* libstdcxx_of_gcc(const Tables& tables, Version gcc) noexcept;

/// For each CUDA package set whose nvcc is among the derivations: what is built with it and with no compiler that it
/// takes, judged by nvcc's own check. In a closure without derivations the same of what refers to both. Nothing is
/// found where some compiler is taken, or is not known to be refused, for nvcc may be pointed at it, and where a part
/// of the closure is missing. Compilers that are not wrapped do not count, they may be there for their libraries.
/// `recognised` has a row for each node.
[[nodiscard]] std::vector<RefusedHostCompilers> refused_host_compilers(const Tables& tables,
                                                                       const DependencyGraph& graph,
                                                                       const Closure& closure,
                                                                       std::span<const StoreName> recognised);

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
    template <class Counts>
    [[nodiscard]] std::optional<std::uint64_t> sum(Counts counts) const;

    const DependencyGraph& graph_;
    const Closure& closure_;
    std::optional<Reach> reach_;  ///< absent where no size is known
};

}  // namespace cudastdenv
