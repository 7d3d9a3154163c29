// SPDX-License-Identifier: MIT
#pragma once

#include "graph/closure.hpp"
#include "graph/closure_sizes.hpp"
#include "graph/read_graph.hpp"
#include "report/style.hpp"

#include <cudastdenv/answers.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::report {

/// A closure together with what was asked.
struct ClosureAnswer {
    const Tables& tables;
    const ReadGraph& read;
    const Closure& closure;
    const ClosureSizes& sizes;
    std::optional<int> stdenv_libstdcxx;  ///< GCC major
};

/// What `closure` prints for a person.
[[nodiscard]] std::string closure_text(const ClosureAnswer& answer, const Style& style);

/// `closure --json`; ends with a newline.
[[nodiscard]] std::string closure_json(const ClosureAnswer& answer);

/// One thing that a finding is about, and the node whose path shows how it got in.
struct FindingPart {
    std::string what;
    NodeIndex node = no_node;  ///< no_node: not in the closure
    /// What it is in the closure, of which the finding has the rest; none: what it costs is not asked.
    std::span<const NodeIndex> nodes = {};
};

/// What is said of a finding, which has to outlive it. At most most_listed parts: a hostile graph may have any number,
/// and each has a path.
struct SaidOfClosure : Said {
    std::vector<FindingPart> parts;
};
/// What would leave the closure with all parts of a finding.
[[nodiscard]] std::optional<std::uint64_t> size_of(const ClosureAnswer& answer, const SaidOfClosure& said);

[[nodiscard]] SaidOfClosure say(const ClosureAnswer& answer, const ClosureFinding& finding);

inline constexpr std::size_t most_listed = 16;

/// `12.8`, or `11.*` where only the major number is known.
[[nodiscard]] std::string to_text(CudaPackageSet set);

/// The libstdc++ of a GCC release: `gcc 14.3.0`; with two numbers `gcc 14`, the stdenv's.
[[nodiscard]] std::string gcc_in_words(Version gcc);

}  // namespace cudastdenv::report
