// SPDX-License-Identifier: MIT
#pragma once

#include "core/format.hpp"
#include "messages/phrases.hpp"
#include "plan/plan.hpp"

namespace cudastdenv::report {

/// The parts printed in addition to the short answer.
struct Shown {
    bool why = false;      ///< reason for each candidate, and each limit
    bool flags = false;    ///< compiler flags
    bool sources = false;  ///< source of each statement
    bool notes = false;    ///< remarks that do not change what the reader does
    bool all = false;      ///< one line for each entry, even if neighbours are alike
};

/// Layout of text. Colour only on a terminal; lines of at most `width` columns unless a word is longer.
struct Style {
    bool colour = false;
    std::size_t width = 80;
    /// For tables, which are not read like sentences: the width of the terminal.
    std::size_t table_width = 80;
    Shown shown = {};

    [[nodiscard]] std::string plain(std::string_view text) const { return std::string(text); }
    [[nodiscard]] std::string strong(std::string_view text) const { return paint("1", text); }
    [[nodiscard]] std::string faint(std::string_view text) const { return paint("2", text); }
    [[nodiscard]] std::string good(std::string_view text) const { return paint("32", text); }
    [[nodiscard]] std::string bad(std::string_view text) const { return paint("31", text); }
    [[nodiscard]] std::string warn(std::string_view text) const { return paint("33", text); }

private:
    [[nodiscard]] std::string paint(std::string_view code, std::string_view text) const {
        if (!colour) return std::string(text);
        return "\033[" + std::string(code) + "m" + std::string(text) + "\033[0m";
    }
};

/// A colour: `&Style::good`.
using Paint = std::string (Style::*)(std::string_view) const;

/// The colour of an advisory or a finding, by its severity.
[[nodiscard]] Paint paint_of(std::string_view severity) noexcept;

/// Breaks a text at spaces into lines of at most `width` columns. All but the first are indented by `indent`. `used`
/// columns of the first line are occupied. No newline at the end.
[[nodiscard]] std::string wrap(std::string_view text, std::size_t width, std::size_t indent, std::size_t used);

/// Fits `clang-18 to 23` with its indentation.
inline constexpr std::size_t label_width = 17;

/// Fits the label of a fact with its indentation: `minor-version`.
inline constexpr std::size_t fact_width = 16;

/// Aligned lines of labels and texts.
class Page {
public:
    explicit Page(const Style& style) : style_(style) {}

    void line(std::string_view text) { text_ += fmt::format("{}\n", text); }
    /// A sentence, on several lines if necessary.
    void sentence(std::string_view text) { line(wrap(text, style_.width, 2, 0)); }
    void gap() { text_ += '\n'; }
    void heading(std::string_view text) {
        gap();
        line(text);
    }

    /// Wraps the plain text, then colours it.
    void row(std::string_view label, std::string_view text, Paint paint = &Style::plain) {
        const std::size_t column = std::max(label_width, label.size()) + 1;
        text_ += style_.faint(fmt::format("{:<{}}", label, column));
        text_ += (style_.*paint)(wrap(text, style_.width, label_width + 1, column)) + '\n';
    }

    /// A line below a one-line answer. Wraps the plain text, then colours it.
    void fact(std::string_view label, std::string_view text, Paint paint = &Style::plain) {
        const std::size_t column = std::max(fact_width, label.size() + 4);
        text_ += "  " + style_.faint(fmt::format("{:<{}}", label, column - 2));
        text_ += (style_.*paint)(wrap(text, style_.width, fact_width, column)) + '\n';
    }

    /// A fact for each sentence; only the first has the label.
    void facts(std::string_view label, const std::vector<Sentence>& all) {
        for (const Sentence& note : all) fact(std::exchange(label, ""), cited(note.text, note.sources));
    }

    /// Prints each visible note as a fact. Returns whether some are hidden.
    bool note_facts(const std::vector<Sentence>& notes) {
        bool is_cut = false;
        for (const Sentence& note : notes) {
            const bool is_hidden = !style_.shown.notes && messages::is_remark(note);
            if (!is_hidden) fact("note", note.text);
            is_cut = is_cut || is_hidden;
        }
        return is_cut;
    }

    /// The text with its first source, if sources are shown.
    [[nodiscard]] std::string cited(std::string text, SourceIds sources) const {
        return style_.shown.sources ? messages::cited(std::move(text), sources) : text;
    }

    /// The options that show more; nothing if the list is empty.
    void more(const std::vector<std::string_view>& options) {
        if (options.empty()) return;
        if (has_plans_) gap();
        sentence(style_.faint(fmt::format("More: {}", joined(options, "  "))));
    }

    /// One row for each element, the first with the label.
    template <class List, class ToText = std::identity>
    void rows(std::string_view label, const List& all, ToText to_text = {}) {
        for (const auto& one : all) row(std::exchange(label, ""), std::invoke(to_text, one));
    }

    /// A list item: a coloured first column, then text.
    void item(std::string_view head, std::string_view text, Paint paint = &Style::plain) {
        const std::size_t column = std::max<std::size_t>(label_width + 1, head.size() + 3);
        text_ += "  " + (style_.*paint)(head) + std::string(column - 2 - head.size(), ' ');
        text_ += wrap(text, style_.width, label_width + 1, column) + '\n';
    }

    /// More text of an item.
    void item_continued(std::string_view text) {
        text_ += std::string(label_width + 1, ' ') + wrap(text, style_.width, label_width + 1, label_width + 1) + '\n';
    }

    /// Instructions are printed unchanged, so that they can be copied.
    void plans(const std::vector<Plan>& all) {
        for (const Plan& plan : all) {
            gap();
            const bool is_prompt = plan.tool == PlanTool::windows;
            sentence(fmt::format("{}:{}",
                                 is_prompt ? "In the Windows command prompt" : fmt::format("With {}", plan.tool),
                                 !plan.lines.empty()           ? ""
                                 : plan.depends_on_environment ? " the package is called otherwise in each "
                                                                 "environment (--stdenv)"
                                                               : " nothing is known to work"));
            for (const std::string& each : plan.lines) line("  " + each);
            has_plans_ = true;
        }
    }

    /// A title and its bullets; nothing if the list is empty.
    template <class List, class ToText = std::identity>
    void list(std::string_view title, const List& all, ToText to_text = {}) {
        if (all.empty()) return;
        heading(title);
        for (const auto& one : all) bullet(std::invoke(to_text, one));
    }

    void bullet(std::string_view text) { text_ += "  - " + wrap(text, style_.width, 4, 4) + '\n'; }

    [[nodiscard]] std::string take() { return std::move(text_); }

private:
    const Style& style_;
    std::string text_;
    bool has_plans_ = false;
};

/// Keeps the rows that contain each word in some cell, ignoring case.
void keep_rows_with(Grid& grid, const std::vector<std::string>& words);

[[nodiscard]] std::string grid_text(const Grid& grid, const Style& style);
[[nodiscard]] std::string grid_markdown(const Grid& grid);

/// Escapes a text so that it has no special meaning in Markdown.
[[nodiscard]] std::string escape_markdown(std::string_view text);

/// Escapes a text for use between tags and in attributes.
[[nodiscard]] std::string escape_html(std::string_view text);

/// A table in a scrolling box, as wide as necessary. `label` describes the contents of the box.
[[nodiscard]] std::string html_table(const Grid& grid, std::string_view label);

/// The start of a page, including `<body>`. `style` is CSS. The page must not load anything, and must not run a script
/// unless it contains one.
[[nodiscard]] std::string html_head(std::string_view title, std::string_view style, bool has_script);

/// The changes to a text in the format of `diff -u` and `git apply`, with three lines of context. `path` is relative to
/// the directory in which they are applied. Empty if nothing changed.
[[nodiscard]] std::string unified_diff(std::string_view path, std::string_view before, std::string_view after);

/// The version of the library that finds the changes.
[[nodiscard]] std::string_view dtl_version() noexcept;

}  // namespace cudastdenv::report
