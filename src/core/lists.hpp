// SPDX-License-Identifier: MIT
#pragma once

#include "core/std.hpp"

#include <cudastdenv/describe.hpp>

namespace cudastdenv {

/// Whether a list holds a value, in no particular order.
template <class List, class Value>
[[nodiscard]] constexpr bool contains(const List& list, const Value& value) {
    return std::ranges::find(list, value) != std::ranges::end(list);
}

/// The value of which `project` makes that key; null: there is none.
template <class List, class Key, class Project>
[[nodiscard]] auto* find_in(List&& list, const Key& key, Project project) {
    const auto found = std::ranges::find(list, key, project);
    return found == std::ranges::end(list) ? nullptr : &*found;
}

/// Sorts a vector by what `project` makes of its values, which tells unequal ones apart, and keeps each once.
template <class List, class Project = std::identity>
void sort_unique(List& list, Project project = {}) {
    std::ranges::sort(list, {}, project);
    // What std::ranges::unique() gives, a subrange of libstdc++, Clang 14 cannot use.
    list.erase(std::unique(list.begin(), list.end()), list.end());
}

/// The value of a named enumeration that is called so; absent: none is.
template <class Enum>
[[nodiscard]] constexpr std::optional<Enum> enumerator_named(std::string_view name) {
    const auto named = std::ranges::find(enumerators<Enum>, name, [](Enum value) { return to_string(value); });
    return named == enumerators<Enum>.end() ? std::nullopt : std::optional(*named);
}

/// Lambdas as one visitor for std::visit.
template <class... Visitors>
struct Overloaded : Visitors... {
    using Visitors::operator()...;
};
template <class... Visitors>
Overloaded(Visitors...) -> Overloaded<Visitors...>;

}  // namespace cudastdenv
