// SPDX-License-Identifier: MIT
#pragma once

/// The CUDA package sets, libstdc++ and host compilers in a closure, and whether they match.

#include "core/diagnostic.hpp"
#include "graph/dependency_graph.hpp"
#include "graph/store_name.hpp"
#include "tables/shape.hpp"

#include <cudastdenv/tables.hpp>

namespace cudastdenv {

/// The maximum of each list, since a hostile graph may have any number.
inline constexpr std::size_t most_listed = 16;

// A node of the closure, and the path to it.
#define CUDASTDENV_NODE_FIELDS                                                                       \
    (OptionalText, node_name, "node", "The one nearest to a root; null: it is not in the closure."), \
        (std::vector<ForeignText>, path, "path", "From a root to it: how it got in."),               \
        (Maybe<std::size_t>, path_omitted, "pathOmitted", "Nodes left out in the middle; absent: none.")

// A field is one line.
// clang-format off

/// The answer of `closure`, before words::add_words(). Each list has at most most_listed entries, and a path at most
/// 1,000 nodes.
struct Closure {
    struct CudaSet {
        CUDASTDENV_RECORD("closureSet", "A CUDA package set in the closure.",
            (std::string, name, "set", "12.8; 11.* where only the major number is known."),
            (std::size_t, count, "count", "Nodes that belong to it."),
            (std::vector<Version>, releases, "releases", "Those of the tables that have an nvcc among the nodes."),
            CUDASTDENV_NODE_FIELDS)
        CudaPackageSet set = {};
        std::vector<NodeIndex> nodes = {};  ///< nearest to a root first
    };
    /// The libstdc++ of one GCC release for one platform. Two builds of a release are two nodes.
    struct Libstdcxx {
        CUDASTDENV_RECORD("closureLibstdcxx", "A libstdc++ in the closure.",
            (std::string, gcc_name, "gcc", "The GCC that it is of."),
            (std::optional<std::string_view>, glibcxx, "glibcxx", "The newest version that it defines; null: not known."),
            (OptionalText, platform, "platform", "The one that it is for; null: the usual one."),
            (bool, stdenv, "stdenv", "It is the stdenv's, and not in the closure."),
            (std::size_t, count, "count", "Nodes that are one."),
            CUDASTDENV_NODE_FIELDS)
        Version gcc = {};  ///< for the stdenv's only the major has a meaning
        std::vector<NodeIndex> nodes = {};  ///< nearest to a root first; empty: the stdenv's
    };
    struct HostCompiler {
        CUDASTDENV_RECORD("closureCompiler", "A compiler in the closure.",
            (Compiler, compiler, "compiler"),
            (std::size_t, count, "count", "Nodes that are it, wrapped or not."),
            CUDASTDENV_NODE_FIELDS)
        std::vector<NodeIndex> nodes = {};  ///< nearest to a root first
    };
    struct Part {
        CUDASTDENV_RECORD("findingPart", "One thing that a finding is about.",
            (std::string, what, "what", "What it is."),
            (std::optional<std::uint64_t>, size, "narSize", "Bytes that would leave the closure with it: its own, and of what nothing else needs; null: not known."),
            CUDASTDENV_NODE_FIELDS)
        NodeIndex node = no_node;  ///< the end of `path`; no_node: not in the closure
        std::vector<NodeIndex> nodes = {};  ///< its nodes in the closure; empty: no size is computed
    };
    struct Finding {
        CUDASTDENV_RECORD("closureFinding", "What does not go together.",
            (CodeName, code, "code", "Which one, for programs."),
            (CodeName, severity_name, "severity", "leakage, or note."),
            (std::string, message, "message", "In words."),
            (std::optional<std::uint64_t>, size, "narSize", "Bytes that would leave the closure with all parts; null: not known."),
            (std::vector<Part>, parts, "parts"))
        Diagnostic what = {};  ///< the code and the message
        AdvisoryRow::Severity severity = {};  ///< `note` is for information; the others are leakage
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

/// Examines a closure; linear in nodes plus references. `stdenv_libstdcxx`: the GCC major of the stdenv's libstdc++,
/// which then counts as loaded too. A derivation loads nothing, so if all roots are derivations, libstdc++ has no
/// findings.
[[nodiscard]] Closure examine_closure(const Tables& tables, const DependencyGraph& graph,
                                      std::optional<int> stdenv_libstdcxx);

/// Bytes (Nix's narSize) that would leave the closure with some nodes: their own, and those that only they need.
/// Absent for no nodes, if one of the sizes is unknown, if references are missing, and for derivations.
using LostBytes = std::function<std::optional<std::uint64_t>(std::span<const NodeIndex> nodes)>;

/// The result refers to both.
[[nodiscard]] LostBytes lost_bytes_in(const DependencyGraph& graph, const Closure& closure);

}  // namespace cudastdenv
