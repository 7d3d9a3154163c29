#pragma once

#include "graph/closure.hpp"
#include "graph/read_graph.hpp"
#include "report/style.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::report {

/// A closure together with what was asked.
struct ClosureAnswer {
    const Tables& tables;
    const ReadGraph& read;
    const Closure& closure;
    std::optional<int> stdenv_libstdcxx;  ///< GCC major
};

/// What `closure` prints for a person.
[[nodiscard]] std::string closure_text(const ClosureAnswer& answer, const Style& style);

/// `closure --json`; ends with a newline.
[[nodiscard]] std::string closure_json(const ClosureAnswer& answer);

/// `several-cuda-package-sets`, `several-libstdcxx`, `older-libstdcxx`, `several-host-compilers`
[[nodiscard]] std::string_view finding_code(const ClosureFinding& finding);
[[nodiscard]] std::string finding_message(const ClosureAnswer& answer, const ClosureFinding& finding);

/// One thing that a finding is about, and the node whose path shows how it got in.
struct FindingPart {
    std::string what;
    NodeIndex node = no_node;  ///< no_node: not in the closure
};

/// At most most_listed of them: a hostile graph may have any number, and each has a path.
[[nodiscard]] std::vector<FindingPart> finding_parts(const ClosureAnswer& answer, const ClosureFinding& finding);

inline constexpr std::size_t most_listed = 16;

/// `12.8`, or `11.*` where only the major number is known.
[[nodiscard]] std::string to_text(CudaPackageSet set);

/// The libstdc++ of a GCC release: `gcc 14.3.0`; with two numbers `gcc 14`, the stdenv's.
[[nodiscard]] std::string gcc_in_words(Version gcc);

}  // namespace cudastdenv::report
