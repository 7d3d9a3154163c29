// SPDX-License-Identifier: MIT
#pragma once

#include "words/coverage.hpp"

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace cudastdenv::report {

/// A text as Graphviz takes it for a name or a value, whatever the text holds: quoted, on one line, and without
/// meaning to Graphviz.
[[nodiscard]] std::string dot_quoted(std::string_view text);

/// A directed graph in Graphviz' language, drawn from left to right.
class DotPage {
public:
    using Attributes = std::initializer_list<std::pair<std::string_view, std::string_view>>;

    explicit DotPage(std::string_view title);

    /// Attributes without a value are left out.
    void node(std::string_view name, Attributes attributes);
    void edge(std::string_view from, std::string_view to, Attributes attributes);

    [[nodiscard]] std::string take();

private:
    void add_attributes(Attributes attributes);

    std::string text_;
};

/// `graph coverage`: the list, what it builds, and the GPUs, as a graph in Graphviz' language.
[[nodiscard]] std::string coverage_dot(const words::CoverageReport& report);

}  // namespace cudastdenv::report
