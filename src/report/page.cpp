// SPDX-License-Identifier: MIT
#include "report/page.hpp"

#include "core/lists.hpp"
#include "core/quote.hpp"
#include "core/text.hpp"

#include <dtl/dtl.hpp>

namespace cudastdenv::report {

namespace {

/// The number of columns of a word. Colours have none, and each character one, whatever its size in bytes.
std::size_t columns_of(std::string_view word) {
    std::size_t columns = 0;
    bool in_colour = false;
    for (const char c : word) {
        if (c == '\033') in_colour = true;
        const bool continues = (static_cast<unsigned char>(c) & 0xc0) == 0x80;
        if (!in_colour && !continues) ++columns;
        if (c == 'm') in_colour = false;
    }
    return columns;
}

std::vector<std::size_t> column_widths(const Grid& grid) {
    std::vector<std::size_t> widths(grid.headings.size());
    for (std::size_t i = 0; i < widths.size(); ++i) {
        widths[i] = grid.headings[i].size();
        for (const auto& row : grid.rows) widths[i] = std::max(widths[i], row[i].size());
    }
    return widths;
}

/// A character and its replacement.
using Replacement = std::pair<char, std::string_view>;

std::string replace_all(std::string_view text, std::span<const Replacement> replacements) {
    std::string result;
    for (const char c : text) {
        if (const Replacement* found = find_in(replacements, c, &Replacement::first)) result += found->second;
        else result += c;
    }
    return result;
}

/// The minimum width of a table in characters. Its last column can be wrapped.
std::size_t minimum_table_width(const std::vector<std::size_t>& widths, std::size_t gap) {
    constexpr std::size_t narrowest_last = 24;
    std::size_t columns = 0;
    for (std::size_t i = 0; i < widths.size(); ++i)
        columns += i + 1 < widths.size() ? widths[i] + gap : std::min(widths[i], narrowest_last);
    return columns;
}

/// For narrow terminals: the first cell of each row, and the others below it with their headings.
std::string rows_as_lines(const Grid& grid, const Style& style) {
    std::size_t column = 0;
    for (const std::string& heading : grid.headings) column = std::max(column, heading.size() + 4);
    std::string lines;
    for (const auto& row : grid.rows) {
        lines += style.strong(wrap(row.front(), style.width, 2, 0)) + '\n';
        for (std::size_t i = 1; i < row.size(); ++i)
            if (!row[i].empty())
                lines += fmt::format("  {}{}\n", style.faint(fmt::format("{:<{}}", grid.headings[i], column - 2)),
                                     wrap(row[i], style.width, column, column));
    }
    return lines;
}

/// A line of either text, and which text it is from.
struct DiffLine {
    char mark;  ///< ' ' both, '-' the first, '+' the second
    std::string_view text;
    bool is_shown = false;  ///< near a change
};

using Lines = std::vector<std::string_view>;

/// With their ends; the last one may have none.
Lines lines_with_ends(std::string_view text) {
    Lines lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
        lines.push_back(text.substr(0, end));
        text.remove_prefix(end);
    }
    return lines;
}

/// The lines of both texts, with the removed ones of a change before the added ones. The list is a shortest one, except
/// for texts that differ in thousands of lines: dtl limits its search.
std::vector<DiffLine> difference(const Lines& before, const Lines& after) {
    constexpr bool removed_first = true;
    dtl::Diff<std::string_view> changes(before, after, removed_first);
    changes.compose();
    std::vector<DiffLine> lines;
    for (const auto& [text, place] : changes.getSes().getSequence()) {
        const char changed = place.type == dtl::SES_ADD ? '+' : '-';
        lines.push_back({place.type == dtl::SES_COMMON ? ' ' : changed, text});
    }
    return lines;
}

/// `3,7`; a range without lines is named by the line before it.
std::string range(std::size_t first, std::size_t count) {
    return fmt::format("{},{}", count == 0 ? first : first + 1, count);
}

/// The number of lines in the text that does not have that mark.
std::size_t count_without(std::span<const DiffLine> lines, char mark) {
    return lines.size() - static_cast<std::size_t>(std::ranges::count(lines, mark, &DiffLine::mark));
}

std::string hunk(std::span<const DiffLine> lines, std::size_t first_before, std::size_t first_after) {
    std::string text = fmt::format("@@ -{} +{} @@\n", range(first_before, count_without(lines, '+')),
                                   range(first_after, count_without(lines, '-')));
    for (const DiffLine& line : lines) {
        text += line.mark;
        text += line.text;
        if (!line.text.ends_with('\n')) text += "\n\\ No newline at end of file\n";
    }
    return text;
}

}  // namespace

Paint paint_of(std::string_view severity) noexcept {
    if (severity == "broken" || severity == "error") return &Style::bad;
    return severity == "caution" || severity == "warning" ? &Style::warn : &Style::faint;
}

std::string wrap(std::string_view text, std::size_t width, std::size_t indent, std::size_t used) {
    // Most texts fit, because a byte has at most one column.
    if (used + text.size() <= width) return std::string(text);
    std::string lines;
    std::size_t column = used;
    for (std::string_view gap; !text.empty(); gap = " ") {
        const std::size_t end = text.find(' ');
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(end == text.npos ? text.size() : end + 1);
        const std::size_t columns = columns_of(word);
        if (!gap.empty() && column + 1 + columns > width) {
            lines += '\n' + std::string(indent, ' ');
            column = indent;
            gap = {};
        }
        lines += fmt::format("{}{}", gap, word);
        column += gap.size() + columns;
    }
    return lines;
}

void keep_rows_with(Grid& grid, const std::vector<std::string>& words) {
    const auto lacks_one = [&](const std::vector<std::string>& row) {
        return std::ranges::any_of(words, [&](const std::string& word) {
            return std::ranges::none_of(row, [&](const std::string& cell) { return has_in_any_case(cell, word); });
        });
    };
    std::erase_if(grid.rows, lacks_one);
}

std::string grid_text(const Grid& grid, const Style& style) {
    constexpr std::size_t gap = 2;
    const std::vector<std::size_t> widths = column_widths(grid);
    if (minimum_table_width(widths, gap) > style.table_width) return rows_as_lines(grid, style);
    const auto line = [&](const std::vector<std::string>& row) {
        std::string text;
        std::size_t column = 0;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const bool last = i + 1 == row.size();
            if (last) text += wrap(row[i], style.table_width, column, column);
            else text += fmt::format("{:<{}}", row[i], widths[i] + gap);
            column += widths[i] + gap;
        }
        while (text.ends_with(' ')) text.pop_back();
        return text;
    };
    std::string lines = style.faint(line(grid.headings)) + '\n';
    for (const auto& row : grid.rows) lines += line(row) + '\n';
    return lines;
}

std::string escape_markdown(std::string_view text) {
    static constexpr auto special = std::to_array<Replacement>({{'<', "&lt;"}, {'&', "&amp;"}});
    return replace_all(with_backslashes(text, "|\\*_`["), special);
}

std::string grid_markdown(const Grid& grid) {
    const auto line = [](const std::vector<std::string>& row) {
        return fmt::format("| {} |\n", joined(row, " | ", escape_markdown));
    };
    const auto rule = [](const std::string&) { return "--- |"; };
    return fmt::format("{}| {}\n{}", line(grid.headings), joined(grid.headings, " ", rule),
                       joined(grid.rows, "", line));
}

std::string escape_html(std::string_view text) {
    static constexpr auto special =
        std::to_array<Replacement>({{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}});
    return replace_all(text, special);
}

std::string html_table(const Grid& grid, std::string_view label) {
    const auto line = [](const std::vector<std::string>& row, std::string_view tag, std::string_view scope) {
        std::string cells;
        for (const std::string& text : row) cells += fmt::format("<{0}{1}>{2}</{0}>", tag, scope, escape_html(text));
        return fmt::format("<tr>{}</tr>\n", cells);
    };
    std::string body;
    for (const auto& row : grid.rows) body += line(row, "td", "");
    return fmt::format("<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"{}\">\n"
                       "<table>\n<thead>\n{}</thead>\n<tbody>\n{}</tbody>\n</table>\n</div>\n",
                       escape_html(label), line(grid.headings, "th", " scope=\"col\""), body);
}

std::string html_head(std::string_view title, std::string_view style, bool has_script) {
    const std::string_view policy = has_script ? "; script-src 'unsafe-inline'" : "";
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'{}; "
        "base-uri 'none'; form-action 'none'\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n<title>{} - cudastdenv</title>\n"
        "<style>\n{}</style>\n</head>\n<body>\n",
        policy, escape_html(title), style);
}

std::string_view dtl_version() noexcept { return dtl::version; }

std::string unified_diff(std::string_view path, std::string_view before, std::string_view after) {
    if (before == after) return "";
    constexpr std::size_t around = 3;
    std::vector<DiffLine> lines = difference(lines_with_ends(before), lines_with_ends(after));
    for (std::size_t at = 0; at < lines.size(); ++at) {
        if (lines[at].mark == ' ') continue;
        for (std::size_t near = at - std::min(at, around); near < std::min(at + around + 1, lines.size()); ++near)
            lines[near].is_shown = true;
    }
    const auto are_alike = [](const DiffLine& left, const DiffLine& right) { return left.is_shown == right.is_shown; };
    std::string text = fmt::format("--- a/{0}\n+++ b/{0}\n", path);
    std::size_t line_before = 0, line_after = 0;
    for (const auto run : messages::runs_of(std::span<const DiffLine>(lines), are_alike)) {
        if (run.front().is_shown) text += hunk(run, line_before, line_after);
        line_before += count_without(run, '+');
        line_after += count_without(run, '-');
    }
    return text;
}

}  // namespace cudastdenv::report
