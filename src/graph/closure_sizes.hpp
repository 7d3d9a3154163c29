// SPDX-License-Identifier: MIT
#pragma once

#include "graph/closure.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace cudastdenv {

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
