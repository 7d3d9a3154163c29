// SPDX-License-Identifier: MIT
#pragma once

/// What `closure` answers.

#include "wire/records/shared.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::wire {

/// A node of the closure, and the way to it.
struct NodeRecord {
    std::optional<ForeignText> node;
    std::vector<ForeignText> path;
    Maybe<std::size_t> path_omitted;

    static constexpr auto node_fields =
        pack_of(Field{"node", &NodeRecord::node, "The one nearest to a root; null: it is not in the closure."},
                Field{"path", &NodeRecord::path, "From a root to it: how it got in."},
                Field{"pathOmitted", &NodeRecord::path_omitted, "Nodes left out in the middle; absent: none."});
};

struct ClosureSetRecord : NodeRecord {
    std::string set;
    std::size_t count;
    std::vector<Version> releases;

    static constexpr std::string_view title = "closureSet";
    static constexpr std::string_view meaning = "A CUDA package set in the closure.";
    static constexpr auto fields =
        both_of(pack_of(Field{"set", &ClosureSetRecord::set, "12.8; 11.* where only the major number is known."},
                        Field{"count", &ClosureSetRecord::count, "Nodes that belong to it."},
                        Field{"releases", &ClosureSetRecord::releases,
                              "Those of the tables that have an nvcc among the nodes."}),
                node_fields);
};

struct ClosureLibstdcxxRecord : NodeRecord {
    std::string gcc;
    std::optional<std::string_view> glibcxx;
    std::optional<ForeignText> platform;
    bool stdenv;
    std::size_t count;

    static constexpr std::string_view title = "closureLibstdcxx";
    static constexpr std::string_view meaning = "A libstdc++ in the closure.";
    static constexpr auto fields = both_of(
        pack_of(Field{"gcc", &ClosureLibstdcxxRecord::gcc, "The GCC that it is of."},
                Field{"glibcxx", &ClosureLibstdcxxRecord::glibcxx,
                      "The newest version that it defines; null: not known."},
                Field{"platform", &ClosureLibstdcxxRecord::platform, "The one that it is for; null: the usual one."},
                Field{"stdenv", &ClosureLibstdcxxRecord::stdenv, "It is the stdenv's, and not in the closure."},
                Field{"count", &ClosureLibstdcxxRecord::count, "Nodes that are one."}),
        node_fields);
};

struct ClosureCompilerRecord : NodeRecord {
    Compiler compiler;
    std::size_t count;

    static constexpr std::string_view title = "closureCompiler";
    static constexpr std::string_view meaning = "A compiler in the closure.";
    static constexpr auto fields =
        both_of(pack_of(Field{"compiler", &ClosureCompilerRecord::compiler},
                        Field{"count", &ClosureCompilerRecord::count, "Nodes that are it, wrapped or not."}),
                node_fields);
};

struct FindingPartRecord : NodeRecord {
    std::string what;
    std::optional<std::uint64_t> size;

    static constexpr std::string_view title = "findingPart";
    static constexpr std::string_view meaning = "One thing that a finding is about.";
    static constexpr auto fields =
        both_of(pack_of(Field{"what", &FindingPartRecord::what, "What it is."},
                        Field{"narSize", &FindingPartRecord::size,
                              "Bytes that would leave the closure with it: its own, and of what nothing else needs; "
                              "null: not known."}),
                node_fields);
};

struct ClosureFindingRecord {
    CodeName code;
    CodeName severity;
    std::string message;
    std::optional<std::uint64_t> size;
    std::vector<FindingPartRecord> parts;

    static constexpr std::string_view title = "closureFinding";
    static constexpr std::string_view meaning = "What does not go together.";
    static constexpr auto fields = pack_of(Field{"code", &ClosureFindingRecord::code, "Which one, for programs."},
                                           Field{"severity", &ClosureFindingRecord::severity, "leakage, or note."},
                                           Field{"message", &ClosureFindingRecord::message, "In words."},
                                           Field{"narSize", &ClosureFindingRecord::size,
                                                 "Bytes that would leave the closure with all parts; null: not known."},
                                           Field{"parts", &ClosureFindingRecord::parts});
};

struct ClosureRecord {
    SchemaVersion schema;
    std::string_view format;
    std::size_t nodes;
    std::size_t references;
    std::size_t roots;
    std::size_t not_listed;
    std::size_t listed_twice;
    std::optional<std::uint64_t> size;
    std::optional<int> stdenv_libstdcxx;
    bool of_builds;
    std::optional<bool> leakage;
    std::vector<ClosureSetRecord> cuda_sets;
    std::size_t cuda_set_count;
    std::vector<ClosureLibstdcxxRecord> libstdcxx;
    std::size_t libstdcxx_count;
    std::vector<ClosureCompilerRecord> host_compilers;
    std::vector<ClosureFindingRecord> findings;
    std::size_t finding_count;

    static constexpr std::string_view title = "closure";
    static constexpr std::string_view meaning = "Whether what a closure holds goes together.";
    static constexpr auto fields = pack_of(
        Field{"schemaVersion", &ClosureRecord::schema},
        Field{"format", &ClosureRecord::format, "The form in which the graph was read."},
        Field{"nodes", &ClosureRecord::nodes}, Field{"references", &ClosureRecord::references},
        Field{"roots", &ClosureRecord::roots},
        Field{"notListed", &ClosureRecord::not_listed, "Nodes that are referred to and not listed."},
        Field{"listedTwice", &ClosureRecord::listed_twice, "Nodes that are listed more than once."},
        Field{"narSize", &ClosureRecord::size, "Bytes of all nodes; null: not known of each, or derivations."},
        Field{"stdenvLibstdcxx", &ClosureRecord::stdenv_libstdcxx, "GCC major of the stdenv's; null: none was named."},
        Field{"ofBuilds", &ClosureRecord::of_builds, "It says what is built with what, not what is loaded."},
        Field{"leakage", &ClosureRecord::leakage, "Something older is loaded than is needed; null: not known."},
        Field{"cudaPackageSets", &ClosureRecord::cuda_sets, "Newest first; not all are listed."},
        Field{"cudaPackageSetCount", &ClosureRecord::cuda_set_count, "How many there are."},
        Field{"libstdcxx", &ClosureRecord::libstdcxx, "Newest first; not all are listed."},
        Field{"libstdcxxCount", &ClosureRecord::libstdcxx_count, "How many there are."},
        Field{"hostCompilers", &ClosureRecord::host_compilers, "GCC first, newest first."},
        Field{"findings", &ClosureRecord::findings, "The gravest first; not all are listed."},
        Field{"findingCount", &ClosureRecord::finding_count, "How many there are."});
};

}  // namespace cudastdenv::wire
