// SPDX-License-Identifier: MIT
#include "report/style.hpp"

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

}  // namespace cudastdenv::report
