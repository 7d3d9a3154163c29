// SPDX-License-Identifier: MIT
#include "report/grid.hpp"

#include "core/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace cudastdenv::report {

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

/// A row as lines of its own, for who has not the columns: its first cell, then the others with their headings.
std::string row_as_lines(const Grid& grid, const std::vector<std::string>& row, const Style& style) {
    std::size_t column = 0;
    for (const std::string& heading : grid.headings) column = std::max(column, heading.size() + 4);
    std::string text = style.strong(wrap(row.front(), style.width, 2, 0)) + '\n';
    for (std::size_t i = 1; i < row.size(); ++i)
        if (!row[i].empty())
            text += fmt::format("  {}{}\n", style.faint(fmt::format("{:<{}}", grid.headings[i], column - 2)),
                                wrap(row[i], style.width, column, column));
    return text;
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
    constexpr std::size_t narrowest_last = 24;
    const std::vector<std::size_t> widths = column_widths(grid);
    std::size_t needed = 0;
    for (const std::size_t width : widths) needed += width + gap;
    if (!widths.empty()) needed -= widths.back() + gap - std::min(widths.back(), narrowest_last);
    std::string text;
    if (needed > style.table_width) {
        for (const auto& row : grid.rows) text += row_as_lines(grid, row, style);
        return text;
    }
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
    text = style.faint(line(grid.headings)) + '\n';
    for (const auto& row : grid.rows) text += line(row) + '\n';
    return text;
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

}  // namespace cudastdenv::report
