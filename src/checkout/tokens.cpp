// SPDX-License-Identifier: MIT
#include "checkout/tokens.hpp"

#include "core/text.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace cudastdenv::nix::syntax {

namespace {

constexpr bool is_in_name(char c) noexcept { return is_name_start(c) || is_digit(c) || c == '\'' || c == '-'; }
constexpr bool is_in_path(char c) noexcept {
    return is_name_start(c) || is_digit(c) || c == '.' || c == '-' || c == '+';
}
constexpr bool is_in_address(char c) noexcept {
    return is_letter(c) || is_digit(c) || std::string_view("%/?:@&=+$,-_.!~*'").find(c) != std::string_view::npos;
}

/// Longer marks first.
constexpr std::array<std::string_view, 11> long_marks{
    "...", "${", "//", "++", "->", "==", "!=", "<=", ">=", "&&", "||"};

/// Splits a text into tokens as Nix does: of what fits at a place the longest counts.
class Lexer {
public:
    explicit Lexer(std::string_view text) : text_(text) {}

    Tokens run() {
        while (true) {
            skip_blanks_and_comments();
            if (at_ == text_.size()) break;
            take_token();
        }
        add(Token::Kind::end, at_);
        return std::move(found_);
    }

private:
    [[nodiscard]] char peek(std::size_t ahead = 0) const noexcept {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }
    [[nodiscard]] bool sees(std::string_view what) const noexcept { return text_.substr(at_).starts_with(what); }
    [[noreturn]] void fail(std::size_t at, const char* problem) const { throw error_at(text_, at, problem); }

    void skip_blanks_and_comments() {
        while (at_ < text_.size()) {
            if (std::string_view(" \t\r\n").find(peek()) != std::string_view::npos) {
                ++at_;
            } else if (peek() == '#') {
                const std::size_t end = std::min(text_.find_first_of("\r\n", at_), text_.size());
                found_.comments.push_back({std::exchange(at_, end), end});
            } else if (sees("/*")) {
                const std::size_t end = text_.find("*/", at_ + 2);
                if (end == text_.npos) fail(at_, "a comment does not end");
                found_.comments.push_back({std::exchange(at_, end + 2), end + 2});
            } else {
                return;
            }
        }
    }

    void take_token() {
        if (peek() == '"') return take_string();
        if (sees("''")) return take_indented_string();
        if (const std::size_t end = std::max({end_of_path(), end_of_address(), end_of_name(), end_of_number()});
            end > at_)
            return take_path_or_word(end);
        for (const std::string_view mark : long_marks)
            if (sees(mark)) return add(Token::Kind::mark, at_ + mark.size());
        add(Token::Kind::mark, at_ + 1);
    }

    void add(Token::Kind kind, std::size_t end) { found_.tokens.push_back({kind, {std::exchange(at_, end), end}}); }

    /// A path goes on after each `${ }` in it.
    void take_path_or_word(std::size_t end) {
        Token token{Token::Kind::word, {at_, end}};
        const bool is_path = text_.substr(at_, end - at_).find('/') != text_.npos && peek() != '<';
        at_ = end;
        while (is_path && sees("${")) {
            take_interpolation(token);
            while (is_in_path(peek()) || peek() == '/') ++at_;
        }
        token.span.end = at_;
        found_.tokens.push_back(std::move(token));
    }

    [[nodiscard]] std::size_t end_of_name() const noexcept {
        if (!is_name_start(peek())) return at_;
        std::size_t end = at_;
        while (end < text_.size() && is_in_name(text_[end])) ++end;
        return end;
    }

    [[nodiscard]] std::size_t end_of_number() const noexcept {
        std::size_t end = at_;
        while (end < text_.size() && is_digit(text_[end])) ++end;
        if (end == text_.size() || text_[end] != '.') return end;
        std::size_t after = end + 1;
        while (after < text_.size() && is_digit(text_[after])) ++after;
        return after > end + 1 || end > at_ ? after : end;
    }

    /// `a/b`, `./b`, `/b`, `~/b`, `<b>`, and `./${b}`.
    [[nodiscard]] std::size_t end_of_path() const noexcept {
        std::size_t end = at_;
        if (peek() == '<') {
            ++end;
            while (end < text_.size() && (is_in_path(text_[end]) || text_[end] == '/')) ++end;
            return end > at_ + 1 && end < text_.size() && text_[end] == '>' ? end + 1 : at_;
        }
        if (peek() == '~') ++end;
        else
            while (end < text_.size() && is_in_path(text_[end])) ++end;
        std::size_t last = at_;
        while (end + 1 < text_.size() && text_[end] == '/' &&
               (is_in_path(text_[end + 1]) || text_.substr(end + 1).starts_with("${"))) {
            ++end;
            while (end < text_.size() && is_in_path(text_[end])) ++end;
            last = end;
        }
        return last;
    }

    /// `https://example.org`, which may stand without quotes.
    [[nodiscard]] std::size_t end_of_address() const noexcept {
        if (!is_letter(peek())) return at_;
        std::size_t end = at_ + 1;
        while (end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end]) || text_[end] == '+' ||
                                      text_[end] == '-' || text_[end] == '.'))
            ++end;
        if (end == text_.size() || text_[end] != ':') return at_;
        const std::size_t colon = end++;
        while (end < text_.size() && is_in_address(text_[end])) ++end;
        return end > colon + 1 ? end : at_;
    }

    /// `at_` is at `${`; afterwards behind its `}`.
    void take_interpolation(Token& token) {
        if (++depth_ > deepest_nesting) fail(at_, "too deeply nested");
        const std::size_t begin = std::exchange(at_, at_ + 2);
        std::vector<Token> around = std::exchange(found_.tokens, {});
        for (int open = 1;;) {
            skip_blanks_and_comments();
            if (at_ == text_.size()) fail(begin, "${ does not end");
            if (peek() == '}' && open == 1) break;
            take_token();
            const Token& taken = found_.tokens.back();
            if (taken.kind != Token::Kind::mark) continue;
            if (text_[taken.span.end - 1] == '{') ++open;
            if (text_[taken.span.end - 1] == '}') --open;
        }
        add(Token::Kind::end, at_);
        token.interpolations.push_back(std::exchange(found_.tokens, std::move(around)));
        ++at_;
        --depth_;
    }

    void take_string() {
        Token token{Token::Kind::string, {at_, at_}};
        std::string text;
        const std::size_t begin = at_++;
        while (peek() != '"' || at_ == text_.size()) {
            if (at_ == text_.size()) fail(begin, "a string does not end");
            if (sees("${")) {
                take_interpolation(token);
            } else if (peek() == '\\') {
                text += unescaped(peek(1));
                at_ += 2;
                if (at_ > text_.size()) fail(begin, "a string does not end");
            } else if (sees("$$")) {
                text += "$$";
                at_ += 2;
            } else {
                text += text_[at_++];
            }
        }
        token.span.end = ++at_;
        if (token.interpolations.empty()) token.text = std::move(text);
        found_.tokens.push_back(std::move(token));
    }

    static char unescaped(char c) noexcept { return c == 'n' ? '\n' : c == 'r' ? '\r' : c == 't' ? '\t' : c; }

    /// Only of one that is a single line the text is told: how Nix takes off indentation is nobody else's business.
    void take_indented_string() {
        Token token{Token::Kind::indented_string, {at_, at_}};
        const std::size_t begin = at_;
        at_ += 2;
        bool plain = true;
        while (!sees("''") || sees("'''") || sees("''$") || sees("''\\")) {
            if (at_ >= text_.size()) fail(begin, "a string does not end");
            if (sees("${")) {
                take_interpolation(token);
            } else if (sees("''")) {
                plain = false;
                at_ += sees("''\\") ? 4 : 3;
            } else {
                plain = plain && peek() != '\n';
                at_ += sees("$$") ? 2 : 1;
            }
        }
        const std::string_view inside = text_.substr(begin + 2, at_ - begin - 2);
        if (plain && token.interpolations.empty() && !inside.starts_with(' ')) token.text = inside;
        token.span.end = at_ += 2;
        found_.tokens.push_back(std::move(token));
    }

    std::string_view text_;
    std::size_t at_ = 0;
    int depth_ = 0;
    Tokens found_;
};

}  // namespace

Error error_at(std::string_view text, std::size_t at, std::string problem) {
    return {line_at(text, at), std::move(problem)};
}

Tokens tokens_of(std::string_view text) { return Lexer(text).run(); }

}  // namespace cudastdenv::nix::syntax
