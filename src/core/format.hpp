// SPDX-License-Identifier: MIT
#pragma once

/// Values in sentences and tables: `fmt::format()` and `fmt::join()` print them as to_string() does.

#include "core/std.hpp"

#include <cudastdenv/capability.hpp>
#include <cudastdenv/compiler.hpp>
#include <cudastdenv/describe.hpp>
#include <cudastdenv/driver.hpp>

#include <fmt/format.h>

#include <concepts>
#include <iterator>
#include <type_traits>

namespace cudastdenv {

/// A type with a to_string() that gives one text for each value.
template <class T>
concept HasText =
    (std::is_enum_v<T> && !enumerators<T>.empty()) || std::same_as<T, Version> || std::same_as<T, PackageVersion> ||
    std::same_as<T, Capability> || std::same_as<T, Compiler> || std::same_as<T, DriverVersion>;

/// `8.9, 9.0a`: the values of a list, each converted by `to_text`.
template <class List, class ToText = std::identity>
[[nodiscard]] std::string joined(const List& list, std::string_view separator = ", ", ToText to_text = {}) {
    std::string text;
    std::string_view before;
    for (const auto& value : list) {
        fmt::format_to(std::back_inserter(text), "{}{}", before, std::invoke(to_text, value));
        before = separator;
    }
    return text;
}

/// `8.9, 9.0 and 9.0a`
template <class List, class ToText = std::identity>
[[nodiscard]] std::string joined_by_and(const List& list, ToText to_text = {}) {
    const std::span all(list);
    if (all.size() < 2) return joined(all, "", to_text);
    return fmt::format("{} and {}", joined(all.first(all.size() - 1), ", ", to_text), std::invoke(to_text, all.back()));
}

/// A table to print: a heading for each column, a row for each line.
struct Grid {
    std::vector<std::string> headings;
    std::vector<std::vector<std::string>> rows;
};

/// A grid with `line(row)` for each row of a table.
template <class Row, class Line>
[[nodiscard]] Grid grid_of(std::vector<std::string> headings, std::span<const Row> rows, Line line) {
    Grid grid{std::move(headings), {}};
    for (const Row& row : rows) grid.rows.push_back(line(row));
    return grid;
}

}  // namespace cudastdenv

template <cudastdenv::HasText T>
struct fmt::formatter<T> : fmt::formatter<fmt::string_view> {
    template <class Context>
    auto format(const T& value, Context& context) const {
        const auto text = to_string(value);
        return fmt::formatter<fmt::string_view>::format({text.data(), text.size()}, context);
    }
};
