// SPDX-License-Identifier: MIT
#pragma once

#include "apply/apply.hpp"
#include "report/style.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cudastdenv::report {

/// Fits `clang-18 to 23` with its indentation.
inline constexpr std::size_t label_width = 17;

/// Lines of a label and a text, aligned.
class Page {
public:
    explicit Page(const Style& style) : style_(style) {}

    void line(std::string_view text) { text_ += fmt::format("{}\n", text); }
    /// A line that is a sentence, or more than one line where it has to be.
    void sentence(std::string_view text) { line(wrap(text, style_.width, 2, 0)); }
    void gap() { text_ += '\n'; }

    /// The text is wrapped as plain text; `paint` colours what was wrapped.
    void row(std::string_view label, std::string_view text) {
        row(label, text, [](std::string s) { return s; });
    }
    template <class Paint>
    void row(std::string_view label, std::string_view text, Paint paint) {
        const std::size_t column = std::max(label_width, label.size()) + 1;
        text_ += style_.faint(fmt::format("{:<{}}", label, column));
        text_ += paint(wrap(text, style_.width, label_width + 1, column)) + '\n';
    }

    /// A list item: a first column of its own, coloured by the caller, then text.
    void item(std::string_view head, std::string_view painted_head, std::string_view text) {
        const std::size_t column = std::max<std::size_t>(label_width + 1, head.size() + 3);
        text_ += "  " + std::string(painted_head) + std::string(column - 2 - head.size(), ' ');
        text_ += wrap(text, style_.width, label_width + 1, column) + '\n';
    }

    /// More text under an item.
    void item_continued(std::string_view text) {
        text_ += std::string(label_width + 1, ' ') + wrap(text, style_.width, label_width + 1, label_width + 1) + '\n';
    }

    /// What to type stands as it is, so that it can be copied.
    void apply(const std::vector<LinesToType>& all) {
        for (const auto& [tool, lines, hangs_on_environment] : all)
            lines_to_type(to_string(tool), lines,
                          hangs_on_environment ? "the package is called otherwise in each environment (--stdenv)"
                                               : nothing_works);
    }
    void lines_to_type(std::string_view tool, const std::vector<std::string>& lines,
                       std::string_view why_none = nothing_works) {
        gap();
        sentence(lines.empty() ? fmt::format("What to type, for {}: {}", tool, why_none)
                               : fmt::format("What to type, for {}", tool));
        for (const std::string& each : lines) line("  " + each);
    }

    void notes(const std::vector<Said>& notes) {
        if (notes.empty()) return;
        gap();
        line("Notes");
        for (const Said& note : notes) bullet(note.text);
    }

    void bullet(std::string_view text) { text_ += "  - " + wrap(text, style_.width, 4, 4) + '\n'; }

    [[nodiscard]] std::string take() { return std::move(text_); }

private:
    static constexpr std::string_view nothing_works = "nothing is known to work";

    const Style& style_;
    std::string text_;
};

}  // namespace cudastdenv::report
