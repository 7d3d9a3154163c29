// SPDX-License-Identifier: MIT
#include "findings/header_lines.hpp"

#include <utility>

namespace cudastdenv {

std::optional<HeaderLine> HeaderLines::next() {
    if (input_.done()) return std::nullopt;
    line_ = {input_.line(), {}};
    too_long_ = false;
    while (!input_.done() && input_.peek() != '\n') take_piece();
    if (!input_.done()) input_.take();
    if (too_long_) problems_.emplace_back(LongLine{line_.number});
    return std::move(line_);
}

void HeaderLines::add(char c) {
    if (line_.text.size() < max_header_line) line_.text += c;
    else too_long_ = true;
}

void HeaderLines::take_piece() {
    const int start = input_.line();
    const char c = input_.take();
    if (c == '/' && input_.peek() == '*') skip_comment(start);
    else if (c == '/' && input_.peek() == '/') skip_line();
    else if (c == '"' || c == '\'') take_quoted(c);
    else add(c);
}

void HeaderLines::skip_line() {
    while (!input_.done() && input_.peek() != '\n') input_.take();
}

void HeaderLines::skip_comment(int start) {
    input_.take();
    bool after_star = false;
    while (!input_.done()) {
        const char c = input_.take();
        if (after_star && c == '/') {
            add(' ');
            return;
        }
        after_star = c == '*';
    }
    problems_.emplace_back(OpenComment{start});
}

/// What looks like a comment between quotes is none. An apostrophe in the text of an #error may stand alone.
void HeaderLines::take_quoted(char quote) {
    add(quote);
    while (!input_.done() && input_.peek() != '\n') {
        const char c = input_.take();
        add(c);
        if (c == quote) return;
        if (c == '\\' && !input_.done() && input_.peek() != '\n') add(input_.take());
    }
}

}  // namespace cudastdenv
