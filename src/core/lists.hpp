// SPDX-License-Identifier: MIT
#pragma once

#include <cudastdenv/export.hpp>

#include <algorithm>
#include <functional>

namespace cudastdenv {

/// Whether a list holds a value, in no particular order.
template <class List, class Value>
[[nodiscard]] constexpr bool contains(const List& list, const Value& value) {
    return std::ranges::find(list, value) != std::ranges::end(list);
}

/// Sorts a vector by what `project` makes of its values, which tells unequal ones apart, and keeps each once.
template <class List, class Project = std::identity>
void sort_unique(List& list, Project project = {}) {
    std::ranges::sort(list, {}, project);
    // What std::ranges::unique() gives, a subrange of libstdc++, Clang 14 cannot use.
    list.erase(std::unique(list.begin(), list.end()), list.end());
}

/// Lambdas as one visitor for std::visit.
template <class... Visitors>
struct Overloaded : Visitors... {
    using Visitors::operator()...;
};
template <class... Visitors>
Overloaded(Visitors...) -> Overloaded<Visitors...>;

}  // namespace cudastdenv
