// SPDX-License-Identifier: MIT
#include "pages/dot.hpp"

#include "core/quote.hpp"

#include <fmt/format.h>

namespace cudastdenv::report {

std::string dot_quoted(std::string_view text) {
    std::string quoted = "\"";
    for (const char c : as_plain_text(text)) {
        // Graphviz reads escapes of its own in labels and tooltips: \N is the node's name.
        if (c == '"' || c == '\\') quoted += '\\';
        quoted += c;
    }
    return quoted + '"';
}

DotPage::DotPage(std::string_view title)
    : text_(fmt::format("digraph {} {{\n  rankdir=LR;\n  node [fontname=\"sans-serif\"];\n"
                        "  edge [fontname=\"sans-serif\", fontsize=10];\n",
                        dot_quoted(title))) {}

void DotPage::add_attributes(Attributes attributes) {
    std::string_view separator = " [";
    for (const auto& [key, value] : attributes) {
        if (value.empty()) continue;
        text_ += fmt::format("{}{}={}", separator, key, dot_quoted(value));
        separator = ", ";
    }
    text_ += separator == ", " ? "];\n" : ";\n";
}

void DotPage::node(std::string_view name, Attributes attributes) {
    text_ += "  " + dot_quoted(name);
    add_attributes(attributes);
}

void DotPage::edge(std::string_view from, std::string_view to, Attributes attributes) {
    text_ += fmt::format("  {} -> {}", dot_quoted(from), dot_quoted(to));
    add_attributes(attributes);
}

std::string DotPage::take() {
    text_ += "}\n";
    return std::move(text_);
}

}  // namespace cudastdenv::report
