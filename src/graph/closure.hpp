// SPDX-License-Identifier: MIT
#pragma once

/// What a closure holds of CUDA package sets, libstdc++ and host compilers, and whether they go together.

#include "core/diagnostic.hpp"
#include "graph/dependency_graph.hpp"
#include "graph/store_name.hpp"
#include "tables/shape.hpp"

#include <cudastdenv/tables.hpp>

namespace cudastdenv {

/// A hostile graph may have any number of whatever is listed.
inline constexpr std::size_t most_listed = 16;

// A node of the closure, and the way to it.
#define CUDASTDENV_NODE_FIELDS                                                                       \
    (OptionalText, node_name, "node", "The one nearest to a root; null: it is not in the closure."), \
        (std::vector<ForeignText>, path, "path", "From a root to it: how it got in."),               \
        (Maybe<std::size_t>, path_omitted, "pathOmitted", "Nodes left out in the middle; absent: none.")

// A field is one line.
// clang-format off

/// What `closure` answers, but for the words of its findings. At most most_listed of each list are in it, and of a path
/// at most 1,000 nodes.
struct Closure {
    struct CudaSet {
        CUDASTDENV_RECORD("closureSet", "A CUDA package set in the closure.",
            (std::string, name, "set", "12.8; 11.* where only the major number is known."),
            (std::size_t, count, "count", "Nodes that belong to it."),
            (std::vector<Version>, releases, "releases", "Those of the tables that have an nvcc among the nodes."),
            CUDASTDENV_NODE_FIELDS)
        CudaPackageSet set = {};
        std::vector<NodeIndex> nodes = {};  ///< the nearest to a root first
    };
    /// The libstdc++ of one GCC release for one platform. Each of the nodes is one: two builds of a release are two.
    struct Libstdcxx {
        CUDASTDENV_RECORD("closureLibstdcxx", "A libstdc++ in the closure.",
            (std::string, gcc_name, "gcc", "The GCC that it is of."),
            (std::optional<std::string_view>, glibcxx, "glibcxx", "The newest version that it defines; null: not known."),
            (OptionalText, platform, "platform", "The one that it is for; null: the usual one."),
            (bool, stdenv, "stdenv", "It is the stdenv's, and not in the closure."),
            (std::size_t, count, "count", "Nodes that are one."),
            CUDASTDENV_NODE_FIELDS)
        Version gcc = {};                   ///< two numbers, the second one of no meaning, for the stdenv's
        std::vector<NodeIndex> nodes = {};  ///< likewise; none: the stdenv's
    };
    struct HostCompiler {
        CUDASTDENV_RECORD("closureCompiler", "A compiler in the closure.",
            (Compiler, compiler, "compiler"),
            (std::size_t, count, "count", "Nodes that are it, wrapped or not."),
            CUDASTDENV_NODE_FIELDS)
        std::vector<NodeIndex> nodes = {};  ///< likewise
    };
    struct Part {
        CUDASTDENV_RECORD("findingPart", "One thing that a finding is about.",
            (std::string, what, "what", "What it is."),
            (std::optional<std::uint64_t>, size, "narSize", "Bytes that would leave the closure with it: its own, and of what nothing else needs; null: not known."),
            CUDASTDENV_NODE_FIELDS)
        NodeIndex node = no_node;           ///< whose path shows how it got in; no_node: not in the closure
        std::vector<NodeIndex> nodes = {};  ///< what it is in the closure; none: what it costs is not asked
    };
    struct Finding {
        CUDASTDENV_RECORD("closureFinding", "What does not go together.",
            (CodeName, code, "code", "Which one, for programs."),
            (CodeName, severity_name, "severity", "leakage, or note."),
            (std::string, message, "message", "In words."),
            (std::optional<std::uint64_t>, size, "narSize", "Bytes that would leave the closure with all parts; null: not known."),
            (std::vector<Part>, parts, "parts"))
        Diagnostic what = {};                ///< what `pages` makes the code and the message of
        AdvisoryRow::Severity severity = {};  ///< `note` is for information; anything else is leakage
    };
    CUDASTDENV_ANSWER("closure", "Whether what a closure holds goes together.",
        (std::string_view, format, "format", "The form in which the graph was read."),
        (std::size_t, nodes, "nodes"),
        (std::size_t, references, "references"),
        (std::size_t, roots, "roots"),
        (std::size_t, not_listed, "notListed", "Nodes that are referred to and not listed."),
        (std::size_t, listed_twice, "listedTwice", "Nodes that are listed more than once."),
        (std::optional<std::uint64_t>, size, "narSize", "Bytes of all nodes; null: not known of each, or derivations."),
        (std::optional<int>, stdenv_libstdcxx, "stdenvLibstdcxx", "GCC major of the stdenv's; null: none was named."),
        (bool, is_of_builds, "ofBuilds", "It says what is built with what, not what is loaded."),
        (std::optional<bool>, leakage, "leakage", "Something older is loaded than is needed; null: not known."),
        (std::vector<CudaSet>, cuda_sets, "cudaPackageSets", "Newest first; not all are listed."),
        (std::size_t, cuda_set_count, "cudaPackageSetCount", "How many there are."),
        (std::vector<Libstdcxx>, libstdcxx, "libstdcxx", "Newest first; not all are listed."),
        (std::size_t, libstdcxx_count, "libstdcxxCount", "How many there are."),
        (std::vector<HostCompiler>, host_compilers, "hostCompilers", "GCC first, newest first."),
        (std::vector<Finding>, findings, "findings", "The gravest first; not all are listed."),
        (std::size_t, finding_count, "findingCount", "How many there are."))
    ShortestPaths paths = {};
};

// clang-format on
#undef CUDASTDENV_NODE_FIELDS

/// Examines a closure; linear in nodes plus references. With `stdenv_libstdcxx`, the GCC major whose libstdc++ the
/// stdenv has, the closure is judged as it is loaded there: that libstdc++ counts as one more. A derivation loads
/// nothing: where all roots are derivations, nothing is said of libstdc++.
[[nodiscard]] Closure examine_closure(const Tables& tables, const DependencyGraph& graph,
                                      std::optional<int> stdenv_libstdcxx);

/// Bytes (Nix's narSize) that would leave the closure with some nodes: their own, and those that nothing else needs.
/// Absent for no nodes, if one of the sizes is unknown, if references are missing, and for derivations.
using LostBytes = std::function<std::optional<std::uint64_t>(std::span<const NodeIndex> nodes)>;

/// The result refers to both.
[[nodiscard]] LostBytes lost_bytes_in(const DependencyGraph& graph, const Closure& closure);

}  // namespace cudastdenv
