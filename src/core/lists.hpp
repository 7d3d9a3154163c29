// SPDX-License-Identifier: MIT
#pragma once

#include "core/std.hpp"

#include <cudastdenv/describe.hpp>

namespace cudastdenv {

template <class List, class Value>
[[nodiscard]] constexpr bool contains(const List& list, const Value& value) {
    return std::ranges::find(list, value) != std::ranges::end(list);
}

/// The first value whose projection equals the key; null if no value does.
template <class List, class Key, class Project>
[[nodiscard]] auto* find_in(List&& list, const Key& key, Project project) {
    const auto found = std::ranges::find(list, key, project);
    return found == std::ranges::end(list) ? nullptr : &*found;
}

/// The last value for which `is_it` is true; null if it is for none.
template <class List, class Is>
[[nodiscard]] auto* find_last_in(List&& list, Is is_it) {
    const auto found = std::find_if(std::rbegin(list), std::rend(list), is_it);
    return found == std::rend(list) ? nullptr : &*found;
}

/// Sorts a vector by a projection that differs for unequal values, and removes duplicates.
template <class List, class Project = std::identity>
void sort_unique(List& list, Project project = {}) {
    std::ranges::sort(list, {}, project);
    // Clang 14 cannot use the subrange of libstdc++ that std::ranges::unique() returns.
    list.erase(std::unique(list.begin(), list.end()), list.end());
}

/// The value of a named enumeration with that name; absent if unknown.
template <class Enum>
[[nodiscard]] constexpr std::optional<Enum> enumerator_named(std::string_view name) {
    for (const Enum value : enumerators<Enum>)
        if (to_string(value) == name) return value;
    return std::nullopt;
}

/// Lambdas as one visitor for std::visit.
template <class... Visitors>
struct Overloaded : Visitors... {
    using Visitors::operator()...;
};
template <class... Visitors>
Overloaded(Visitors...) -> Overloaded<Visitors...>;

}  // namespace cudastdenv
