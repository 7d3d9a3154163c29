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

}  // namespace cudastdenv::report
