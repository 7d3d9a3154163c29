// SPDX-License-Identifier: MIT
#pragma once

#include "findings/host_config.hpp"

#include <cudastdenv/export.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv {

/// A logical line of a header: continuations joined, comments left out.
struct HeaderLine {
    int number = 0;  ///< of its first physical line
    std::string text;
};

/// The characters of a text with continuations taken out and line ends made equal.
class HeaderCharacters {
public:
    explicit HeaderCharacters(std::string_view text) : text_(text) { skip_continuations(); }

    [[nodiscard]] bool done() const { return at_ >= text_.size(); }
    [[nodiscard]] int line() const { return line_; }
    [[nodiscard]] char peek() const { return done() ? '\0' : is_line_end(at_) ? '\n' : text_[at_]; }
    char take() {
        const char c = peek();
        if (c == '\n') ++line_;
        at_ += length_at(at_);
        skip_continuations();
        return c;
    }

private:
    [[nodiscard]] bool has(std::size_t at, std::string_view what) const { return text_.substr(at).starts_with(what); }
    [[nodiscard]] bool is_line_end(std::size_t at) const { return has(at, "\n") || has(at, "\r\n"); }
    [[nodiscard]] std::size_t length_at(std::size_t at) const { return has(at, "\r\n") ? 2 : 1; }
    void skip_continuations() {
        while (at_ < text_.size() && text_[at_] == '\\' && is_line_end(at_ + 1)) {
            at_ += 1 + length_at(at_ + 1);
            ++line_;
        }
    }

    std::string_view text_;
    std::size_t at_ = 0;
    int line_ = 1;
};

/// Takes one line after the other. What keeps it from reading a line is among `problems`.
class HeaderLines {
public:
    HeaderLines(std::string_view text, std::vector<HeaderProblem>& problems) : input_(text), problems_(problems) {}

    [[nodiscard]] std::optional<HeaderLine> next();

private:
    void add(char c);
    void take_piece();
    void skip_line();
    void skip_comment(int start);
    void take_quoted(char quote);

    HeaderCharacters input_;
    std::vector<HeaderProblem>& problems_;
    HeaderLine line_;
    bool too_long_ = false;
};

}  // namespace cudastdenv
