// SPDX-License-Identifier: MIT
#include "report/page.hpp"

#include "core/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace cudastdenv::report {

namespace {

/// How many columns a word takes: colours take none, and a character one, however many bytes it has.
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

}  // namespace

std::string wrap(std::string_view text, std::size_t width, std::size_t indent, std::size_t used) {
    std::string lines;
    std::size_t column = used;
    bool at_line_start = true;
    while (!text.empty()) {
        const std::size_t end = text.find(' ');
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(end == text.npos ? text.size() : end + 1);
        if (!at_line_start && column + 1 + columns_of(word) > width) {
            lines += '\n';
            lines.append(indent, ' ');
            column = indent;
            at_line_start = true;
        }
        if (!at_line_start) {
            lines += ' ';
            ++column;
        }
        lines += word;
        column += columns_of(word);
        at_line_start = false;
    }
    return lines;
}

namespace {

std::vector<std::size_t> column_widths(const Grid& grid) {
    std::vector<std::size_t> widths(grid.headings.size());
    for (std::size_t i = 0; i < widths.size(); ++i) {
        widths[i] = grid.headings[i].size();
        for (const auto& row : grid.rows) widths[i] = std::max(widths[i], row[i].size());
    }
    return widths;
}

std::string replace_all(std::string_view text, std::span<const std::pair<char, std::string_view>> replacements) {
    std::string result;
    for (const char c : text) {
        const auto found = std::ranges::find(replacements, c, [](const auto& pair) { return pair.first; });
        if (found == replacements.end()) result += c;
        else result += found->second;
    }
    return result;
}

/// How many columns a table takes at least: its last one can be wrapped.
std::size_t narrowest(const std::vector<std::size_t>& widths, std::size_t gap) {
    constexpr std::size_t narrowest_last = 24;
    std::size_t columns = 0;
    for (std::size_t i = 0; i < widths.size(); ++i)
        columns += i + 1 < widths.size() ? widths[i] + gap : std::min(widths[i], narrowest_last);
    return columns;
}

/// For who has not the columns: of each row its first cell, then the others below it with their headings.
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

}  // namespace

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
    if (narrowest(widths, gap) > style.table_width) return rows_as_lines(grid, style);
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
    static constexpr std::array<std::pair<char, std::string_view>, 8> special{{{'|', "\\|"},
                                                                               {'\\', "\\\\"},
                                                                               {'<', "&lt;"},
                                                                               {'&', "&amp;"},
                                                                               {'*', "\\*"},
                                                                               {'_', "\\_"},
                                                                               {'`', "\\`"},
                                                                               {'[', "\\["}}};
    return replace_all(text, special);
}

std::string grid_markdown(const Grid& grid) {
    const auto line = [](const std::vector<std::string>& row) {
        std::vector<std::string> cells;
        for (const std::string& text : row) cells.push_back(escape_markdown(text));
        return fmt::format("| {} |\n", fmt::join(cells, " | "));
    };
    std::string text = line(grid.headings);
    text += fmt::format("|{}\n", fmt::join(std::vector<std::string>(grid.headings.size(), " --- |"), ""));
    for (const auto& row : grid.rows) text += line(row);
    return text;
}

std::string escape_html(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        if (c == '&') escaped += "&amp;";
        else if (c == '<') escaped += "&lt;";
        else if (c == '>') escaped += "&gt;";
        else if (c == '"') escaped += "&quot;";
        else escaped += c;
    }
    return escaped;
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

}  // namespace cudastdenv::report
