// SPDX-License-Identifier: MIT
#include "report/style.hpp"

namespace cudastdenv::report {

std::string wrap(std::string_view text, std::size_t width, std::size_t indent, std::size_t used) {
    std::string lines;
    std::size_t column = used;
    bool at_line_start = true;
    while (!text.empty()) {
        const std::size_t end = text.find(' ');
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(end == text.npos ? text.size() : end + 1);
        if (!at_line_start && column + 1 + word.size() > width) {
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
        column += word.size();
        at_line_start = false;
    }
    return lines;
}

}  // namespace cudastdenv::report
