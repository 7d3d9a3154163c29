// SPDX-License-Identifier: MIT
#pragma once

#include "graph/closure.hpp"
#include "graph/read_graph.hpp"
#include "report/page.hpp"
#include "wire/records/shared.hpp"

#include <cudastdenv/answers.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::report {

// A node of the closure, and the way to it.
#define CUDASTDENV_NODE_FIELDS                                                                  \
    (OptionalText, node, "node", "The one nearest to a root; null: it is not in the closure."), \
        (std::vector<ForeignText>, path, "path", "From a root to it: how it got in."),          \
        (Maybe<std::size_t>, path_omitted, "pathOmitted", "Nodes left out in the middle; absent: none.")

// A field is one line.
// clang-format off

/// What `closure` answers. At most 16 of each list are in it, and of a path at most 1,000 nodes: a hostile graph may have
/// any number.
struct ClosureAnswer {
    struct CudaSet {
        CUDASTDENV_RECORD("closureSet", "A CUDA package set in the closure.",
            (std::string, set, "set", "12.8; 11.* where only the major number is known."),
            (std::size_t, count, "count", "Nodes that belong to it."),
            (std::vector<Version>, releases, "releases", "Those of the tables that have an nvcc among the nodes."),
            CUDASTDENV_NODE_FIELDS)
    };
    struct Libstdcxx {
        CUDASTDENV_RECORD("closureLibstdcxx", "A libstdc++ in the closure.",
            (std::string, gcc, "gcc", "The GCC that it is of."),
            (std::optional<std::string_view>, glibcxx, "glibcxx", "The newest version that it defines; null: not known."),
            (OptionalText, platform, "platform", "The one that it is for; null: the usual one."),
            (bool, stdenv, "stdenv", "It is the stdenv's, and not in the closure."),
            (std::size_t, count, "count", "Nodes that are one."),
            CUDASTDENV_NODE_FIELDS)
    };
    struct HostCompiler {
        CUDASTDENV_RECORD("closureCompiler", "A compiler in the closure.",
            (Compiler, compiler, "compiler"),
            (std::size_t, count, "count", "Nodes that are it, wrapped or not."),
            CUDASTDENV_NODE_FIELDS)
    };
    struct Part {
        CUDASTDENV_RECORD("findingPart", "One thing that a finding is about.",
            (std::string, what, "what", "What it is."),
            (std::optional<std::uint64_t>, size, "narSize", "Bytes that would leave the closure with it: its own, and of what nothing else needs; null: not known."),
            CUDASTDENV_NODE_FIELDS)
    };
    struct Finding {
        CUDASTDENV_RECORD("closureFinding", "What does not go together.",
            (CodeName, code, "code", "Which one, for programs."),
            (CodeName, severity, "severity", "leakage, or note."),
            (std::string, message, "message", "In words."),
            (std::optional<std::uint64_t>, size, "narSize", "Bytes that would leave the closure with all parts; null: not known."),
            (std::vector<Part>, parts, "parts"))
    };
    CUDASTDENV_RECORD("closure", "Whether what a closure holds goes together.",
        (SchemaVersion, schema, "schemaVersion"),
        (std::string_view, format, "format", "The form in which the graph was read."),
        (std::size_t, nodes, "nodes"),
        (std::size_t, references, "references"),
        (std::size_t, roots, "roots"),
        (std::size_t, not_listed, "notListed", "Nodes that are referred to and not listed."),
        (std::size_t, listed_twice, "listedTwice", "Nodes that are listed more than once."),
        (std::optional<std::uint64_t>, size, "narSize", "Bytes of all nodes; null: not known of each, or derivations."),
        (std::optional<int>, stdenv_libstdcxx, "stdenvLibstdcxx", "GCC major of the stdenv's; null: none was named."),
        (bool, of_builds, "ofBuilds", "It says what is built with what, not what is loaded."),
        (std::optional<bool>, leakage, "leakage", "Something older is loaded than is needed; null: not known."),
        (std::vector<CudaSet>, cuda_sets, "cudaPackageSets", "Newest first; not all are listed."),
        (std::size_t, cuda_set_count, "cudaPackageSetCount", "How many there are."),
        (std::vector<Libstdcxx>, libstdcxx, "libstdcxx", "Newest first; not all are listed."),
        (std::size_t, libstdcxx_count, "libstdcxxCount", "How many there are."),
        (std::vector<HostCompiler>, host_compilers, "hostCompilers", "GCC first, newest first."),
        (std::vector<Finding>, findings, "findings", "The gravest first; not all are listed."),
        (std::size_t, finding_count, "findingCount", "How many there are."))
};

// clang-format on
#undef CUDASTDENV_NODE_FIELDS

/// `stdenv_libstdcxx`: GCC major of the stdenv's, if one was named.
[[nodiscard]] ClosureAnswer closure_answer(const Tables& tables, const ReadGraph& read, const Closure& closure,
                                           std::optional<int> stdenv_libstdcxx);

/// What `closure` prints for a person.
[[nodiscard]] std::string closure_text(const ClosureAnswer& answer, const Style& style);

}  // namespace cudastdenv::report
