// SPDX-License-Identifier: MIT
#pragma once

/// The CUDA package sets, libstdc++ and host compilers in a closure, and whether they match.

#include "core/diagnostic.hpp"
#include "graph/dependency_graph.hpp"

namespace cudastdenv {

/// The CUDA package set of a node: the first two numbers of the release. `minor` is -1 if the name has only the major
/// (libcublas 11.11.3 is from CUDA 11.8).
struct CudaPackageSet {
    int major = 0, minor = -1;

    friend constexpr auto operator<=>(const CudaPackageSet&, const CudaPackageSet&) = default;
};

/// `12.8`, or `11.*` if the minor is unknown.
[[nodiscard]] inline std::string to_string(CudaPackageSet set) {
    return std::to_string(set.major) + '.' + (set.minor == -1 ? "*" : std::to_string(set.minor));
}

/// The role of a node, by its name.
struct StoreName {
    enum class Kind : std::uint8_t {
        other,
        cuda_component,
        nvcc,           ///< `cuda_nvcc`
        whole_toolkit,  ///< `cudatoolkit` and `cuda-merged`: all components, including nvcc
        compiler,       ///< a GCC or Clang
        libstdcxx,      ///< a `gcc-*-lib`: the output with libstdc++.so.6
    };

    Kind kind = Kind::other;
    bool is_wrapped = false;  ///< a compiler as builds in nixpkgs use it; others may be present for their libraries
    CudaPackageSet set = {};  ///< of a part of CUDA
    Compiler compiler = {};
    std::optional<Version> gcc = {};  ///< the release of a GCC or of its libstdc++
    /// The target of a cross compiler or its library (`aarch64-unknown-linux-gnu`); empty: the closure's own platform.
    /// Points into the name.
    std::string_view platform = {};

    [[nodiscard]] bool is_cuda() const noexcept {
        return kind == Kind::cuda_component || kind == Kind::nvcc || kind == Kind::whole_toolkit;
    }
};

/// Guesses the role of a node from `/nix/store/HASH-NAME-VERSION-OUTPUT`, with or without the directory and the hash,
/// by nixpkgs' naming. Sources (`gcc-14.3.0.tar.xz`) and patches are not the package itself; a `.drv` counts as its
/// output.
[[nodiscard]] StoreName recognise(std::string_view name) noexcept;

/// The part after `/nix/store/HASH-`.
[[nodiscard]] std::string_view package_name(std::string_view name) noexcept;

/// The maximum of each list, since a hostile graph may have any number.
inline constexpr std::size_t most_listed = 16;

// A node of the closure, and the path to it.
#define CUDASTDENV_NODE_FIELDS                                                                               \
    (OptionalText, node_name, "node", "The nearest to a root; null where it is not in the closure."),        \
        (std::vector<ForeignText>, path, "path", "Path from a root to it, which shows why it is included."), \
        (Maybe<std::size_t>, path_omitted, "pathOmitted", "Nodes omitted in the middle; absent where none.")

// A field is one line.
// clang-format off

/// The answer of `closure`, before messages::add_sentences(). Each list has at most most_listed entries, and a path at most
/// 1,000 nodes.
struct Closure {
    struct CudaSet {
        CUDASTDENV_RECORD("closureSet", "A CUDA package set in the closure.",
            (std::string, name, "set", "12.8; 11.* where only the major version is known."),
            (std::size_t, count, "count", "Nodes that belong to it."),
            (std::vector<Version>, releases, "releases", "Of these, the tables' releases with an nvcc among the nodes."),
            CUDASTDENV_NODE_FIELDS)
        CudaPackageSet set = {};
        std::vector<NodeIndex> nodes = {};  ///< nearest to a root first
    };
    /// The libstdc++ of one GCC release for one platform. Two builds of a release are two nodes.
    struct Libstdcxx {
        CUDASTDENV_RECORD("closureLibstdcxx", "A libstdc++ in the closure.",
            (std::string, gcc_name, "gcc", "Its GCC release."),
            (std::optional<std::string_view>, glibcxx, "glibcxx", "Newest version that it defines; null where unknown."),
            (OptionalText, platform, "platform", "Its target system; null where it is the usual one."),
            (bool, stdenv, "stdenv", "Whether it is the stdenv's and not in the closure."),
            (std::size_t, count, "count", "Nodes that contain it."),
            CUDASTDENV_NODE_FIELDS)
        Version gcc = {};  ///< for the stdenv's only the major has a meaning
        std::vector<NodeIndex> nodes = {};  ///< nearest to a root first; empty: the stdenv's
    };
    struct HostCompiler {
        CUDASTDENV_RECORD("closureCompiler", "A compiler in the closure.",
            (Compiler, compiler, "compiler"),
            (std::size_t, count, "count", "Nodes that contain it, wrapped or not."),
            CUDASTDENV_NODE_FIELDS)
        std::vector<NodeIndex> nodes = {};  ///< nearest to a root first
    };
    struct Part {
        CUDASTDENV_RECORD("findingPart", "A part of a finding.",
            (std::string, what, "what", "Description of the part."),
            (std::optional<std::uint64_t>, size, "narSize", "Bytes that the closure would lose without it, including its exclusive dependencies; null where unknown."),
            CUDASTDENV_NODE_FIELDS)
        NodeIndex node = no_node;  ///< the end of `path`; no_node: not in the closure
        std::vector<NodeIndex> nodes = {};  ///< its nodes in the closure; empty: no size is computed
    };
    struct Finding {
        CUDASTDENV_RECORD("closureFinding", "A conflict.",
            (CodeName, code, "code", "Problem code."),
            (CodeName, severity_name, "severity", "leakage, or note."),
            (std::string, message, "message", "The message."),
            (std::optional<std::uint64_t>, size, "narSize", "Bytes that the closure would lose without all parts; null where unknown."),
            (std::vector<Part>, parts, "parts"))
        Diagnostic what = {};  ///< the code and the message
        AdvisoryRow::Severity severity = {};  ///< `note` is for information; the others are leakage
    };
    CUDASTDENV_ANSWER("closure", "Whether the contents of a closure are consistent.",
        (std::string_view, format, "format", "The format of the graph."),
        (std::size_t, nodes, "nodes"),
        (std::size_t, references, "references"),
        (std::size_t, roots, "roots"),
        (std::size_t, not_listed, "notListed", "Nodes that are referenced but not listed."),
        (std::size_t, listed_twice, "listedTwice", "Nodes that are listed more than once."),
        (std::optional<std::uint64_t>, size, "narSize", "Bytes of all nodes; null where unknown for some, or for derivations."),
        (std::optional<int>, stdenv_libstdcxx, "stdenvLibstdcxx", "GCC major version of the stdenv; null where none was named."),
        (bool, is_of_builds, "ofBuilds", "Whether the graph has build-time dependencies instead of runtime ones."),
        (std::optional<bool>, leakage, "leakage", "Whether something older than needed is loaded; null where unknown."),
        (std::vector<CudaSet>, cuda_sets, "cudaPackageSets", "Newest first; the list may be shorter than the total."),
        (std::size_t, cuda_set_count, "cudaPackageSetCount", "Total number."),
        (std::vector<Libstdcxx>, libstdcxx, "libstdcxx", "Newest first; the list may be shorter than the total."),
        (std::size_t, libstdcxx_count, "libstdcxxCount", "Total number."),
        (std::vector<HostCompiler>, host_compilers, "hostCompilers", "GCC first, then newest first."),
        (std::vector<Finding>, findings, "findings", "The most serious first; the list may be shorter than the total."),
        (std::size_t, finding_count, "findingCount", "Total number."))
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
