// SPDX-License-Identifier: MIT
#include "nix/syntax.hpp"

#include <initializer_list>

namespace cudastdenv::nix::syntax {

namespace {

constexpr bool is_in_path(char c) noexcept {
    return is_name_start(c) || is_digit(c) || c == '.' || c == '-' || c == '+';
}
constexpr bool is_in_path_or_slash(char c) noexcept { return is_in_path(c) || c == '/'; }
constexpr bool is_in_scheme(char c) noexcept { return is_letter(c) || is_digit(c) || c == '+' || c == '-' || c == '.'; }
constexpr bool is_in_address(char c) noexcept {
    return is_letter(c) || is_digit(c) || std::string_view("%/?:@&=+$,-_.!~*'").find(c) != std::string_view::npos;
}

/// The maximum nesting of brackets and strings.
constexpr int deepest_nesting = 200;

/// Longer marks first. `''` begins a string.
constexpr std::array<std::string_view, 12> long_marks{"...", "''", "${", "//", "++", "->",
                                                      "==",  "!=", "<=", ">=", "&&", "||"};

/// Reads tokens as Nix does: the longest match wins.
class Parser {
public:
    explicit Parser(std::string_view text, std::size_t at = 0) : text_(text), at_(at) { find_token(); }

    Tree whole() {
        Tree tree{parse_expression(), {}};
        if (!is_at_end()) fail("not expected here");
        tree.comments = std::move(comments_);
        return tree;
    }

private:
    using Kind = Term::Kind;

    // ---- words and marks

    [[nodiscard]] char peek(std::size_t ahead = 0) const noexcept {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }
    [[nodiscard]] bool is_next(std::string_view what) const noexcept { return text_.substr(at_).starts_with(what); }
    [[nodiscard]] bool is_at_end() const noexcept { return token_.empty(); }
    [[nodiscard]] bool sees(std::string_view what) const noexcept { return token_ == what; }
    [[nodiscard]] bool sees_any(std::initializer_list<std::string_view> what) const {
        return std::ranges::find(what, token_) != what.end();
    }
    [[nodiscard]] bool sees_name() const noexcept { return !is_at_end() && is_name_start(token_.front()); }

    [[noreturn]] void fail_at(std::size_t at, std::string problem) const {
        throw Error{line_at(text_, at), std::move(problem)};
    }
    [[noreturn]] void fail(std::string problem) const { fail_at(at_, std::move(problem)); }

    void find_token() {
        skip_blanks_and_comments();
        token_ = text_.substr(at_, end_of_token() - at_);
    }

    void skip_blanks_and_comments() {
        while (at_ < text_.size()) {
            if (std::string_view(" \t\r\n").find(peek()) != std::string_view::npos) {
                ++at_;
            } else if (peek() == '#') {
                const std::size_t end = std::min(text_.find_first_of("\r\n", at_), text_.size());
                comments_.push_back({std::exchange(at_, end), end});
            } else if (is_next("/*")) {
                const std::size_t end = text_.find("*/", at_ + 2);
                if (end == text_.npos) fail("a comment does not end");
                comments_.push_back({std::exchange(at_, end + 2), end + 2});
            } else {
                return;
            }
        }
    }

    /// For a string: the end of its first mark.
    [[nodiscard]] std::size_t end_of_token() const noexcept {
        const std::size_t end = std::max(
            {end_of_path(), end_of_address(), end_of_number(), is_name_start(peek()) ? end_of(is_in_name, at_) : at_});
        if (end > at_) return end;
        for (const std::string_view mark : long_marks)
            if (is_next(mark)) return at_ + mark.size();
        return std::min(at_ + 1, text_.size());
    }

    /// The end of the characters of that kind, from `at` on.
    [[nodiscard]] std::size_t end_of(bool (*is_of_kind)(char), std::size_t at) const noexcept {
        while (at < text_.size() && is_of_kind(text_[at])) ++at;
        return at;
    }

    [[nodiscard]] std::size_t end_of_number() const noexcept {
        const std::size_t end = end_of(is_digit, at_);
        if (end == text_.size() || text_[end] != '.') return end;
        const std::size_t after = end_of(is_digit, end + 1);
        return after > end + 1 || end > at_ ? after : end;
    }

    /// `a/b`, `./b`, `/b`, `~/b`, `<b>`, and `./${b}`.
    [[nodiscard]] std::size_t end_of_path() const noexcept {
        if (peek() == '<') {
            const std::size_t end = end_of(is_in_path_or_slash, at_ + 1);
            return end > at_ + 1 && end < text_.size() && text_[end] == '>' ? end + 1 : at_;
        }
        std::size_t end = peek() == '~' ? at_ + 1 : end_of(is_in_path, at_);
        std::size_t last = at_;
        while (end + 1 < text_.size() && text_[end] == '/' &&
               (is_in_path(text_[end + 1]) || text_.substr(end + 1).starts_with("${")))
            last = end = end_of(is_in_path, end + 1);
        return last;
    }

    /// `https://example.org`, which needs no quotes.
    [[nodiscard]] std::size_t end_of_address() const noexcept {
        if (!is_letter(peek())) return at_;
        const std::size_t colon = end_of(is_in_scheme, at_ + 1);
        if (colon == text_.size() || text_[colon] != ':') return at_;
        const std::size_t end = end_of(is_in_address, colon + 1);
        return end > colon + 1 ? end : at_;
    }

    // ---- terms

    /// The token as a term.
    Term word() {
        Term term = begun(Kind::word);
        at_ += token_.size();
        return ended(std::move(term));
    }
    [[nodiscard]] Term begun(Kind kind) const {
        Term term;
        term.kind = kind;
        term.span.begin = at_;
        return term;
    }
    Term ended(Term term) {
        term.span.end = at_;
        find_token();
        return term;
    }

    Term take(std::string_view what) {
        if (!sees(what)) fail("'" + std::string(what) + "' is missing");
        return word();
    }

    Expression parse_expression() {
        Expression expression;
        while (!is_at_end() && !sees_any({";", ")", "]", "}", ",", "in", "then", "else"})) parse_term(expression.terms);
        if (expression.terms.empty()) fail("an expression is missing");
        return expression;
    }

    void parse_term(std::vector<Term>& terms) {
        if (++depth_ > deepest_nesting) fail("too deeply nested");
        if (sees("let") && !Parser(text_, at_ + token_.size()).sees("{")) {
            terms.push_back(parse_bound(Kind::let, "in"));
        } else if (sees_any({"with", "assert"})) {
            parse_condition(terms, {";"});
        } else if (sees("if")) {
            parse_condition(terms, {"then", "else"});
        } else {
            terms.push_back(parse_primary());
        }
        --depth_;
    }

    /// `with a;`, `if a then b else`: words, with groups between them.
    void parse_condition(std::vector<Term>& terms, std::initializer_list<std::string_view> ends) {
        terms.push_back(word());
        for (const std::string_view end : ends) {
            Term group = begun(Kind::group);
            group.parts.push_back(parse_expression());
            group.span = group.parts.front().span();
            terms.push_back(std::move(group));
            terms.push_back(take(end));
        }
    }

    /// A term from the current token to `end`; `fill` reads the part between.
    template <class Fill>
    Term enclosed(Kind kind, std::string_view end, const Fill& fill) {
        Term term = word();
        term.kind = kind;
        fill(term);
        term.span.end = take(end).span.end;
        return term;
    }

    Term parse_bound(Kind kind, std::string_view end) {
        return enclosed(kind, end, [&](Term& term) { parse_bindings(term.bindings, end); });
    }

    Term parse_group(std::string_view end) {
        return enclosed(Kind::group, end, [&](Term& term) { term.parts.push_back(parse_expression()); });
    }

    Term parse_primary() {
        if (sees("(")) return parse_group(")");
        if (sees("${")) return parse_group("}");
        if (sees("[")) return enclosed(Kind::list, "]", [&](Term& term) { parse_elements(term.parts); });
        if (sees("{")) return begins_arguments() ? parse_arguments() : parse_bound(Kind::set, "}");
        if (sees("\"")) return parse_string();
        if (sees("''")) return parse_indented_string();
        return end_of_path() > at_ && peek() != '<' ? parse_path() : word();
    }

    /// `{ a, b ? c }:`, `{ a }@b:`, `{ ... }:`
    [[nodiscard]] bool begins_arguments() const {
        Parser ahead(text_, at_ + token_.size());
        if (ahead.sees("...")) return true;
        if (ahead.sees_name()) ahead.word();
        if (ahead.sees_any({",", "?"})) return true;
        if (!ahead.sees("}")) return false;
        ahead.word();
        return ahead.sees_any({":", "@"});
    }

    /// Defaults of arguments contain no rows.
    Term parse_arguments() {
        return enclosed(Kind::group, "}", [&](Term&) {
            while (!sees("}")) {
                if (sees(",")) word();
                else parse_expression();
            }
        });
    }

    /// Continues after each `${ }`.
    Term parse_path() {
        Term term = begun(Kind::word);
        at_ += token_.size();
        while (is_next("${")) {
            take_interpolation(term);
            at_ = end_of(is_in_path_or_slash, at_);
        }
        return ended(std::move(term));
    }

    /// A blank separates elements: `a.b` is one, `a b` are two.
    void parse_elements(std::vector<Expression>& elements) {
        while (!sees("]")) {
            if (is_at_end() || sees_any({";", ")", "}", ","})) fail("']' is missing");
            Expression element;
            parse_term(element.terms);
            while (sees(".")) {
                element.terms.push_back(word());
                parse_term(element.terms);
            }
            elements.push_back(std::move(element));
        }
    }

    // ---- strings

    /// Before: `at_` is at `${`; afterwards: after its `}`.
    void take_interpolation(Term& term) {
        at_ += 2;
        find_token();
        term.parts.push_back(parse_expression());
        if (!sees("}")) fail("'}' is missing");
        ++at_;
    }

    Term parse_string() {
        Term term = begun(Kind::string);
        std::string text;
        ++at_;
        while (!is_next("\"")) {
            if (at_ >= text_.size()) fail_at(term.span.begin, "a string does not end");
            if (is_next("${")) {
                take_interpolation(term);
            } else if (peek() == '\\') {
                text += unescaped(peek(1));
                at_ = std::min(at_ + 2, text_.size());
            } else if (is_next("$$")) {
                text += "$$";
                at_ += 2;
            } else {
                text += text_[at_++];
            }
        }
        ++at_;
        if (term.parts.empty()) term.text = std::move(text);
        return ended(std::move(term));
    }

    static char unescaped(char c) noexcept { return c == 'n' ? '\n' : c == 'r' ? '\r' : c == 't' ? '\t' : c; }

    /// The text is known only for a single line, since how Nix strips indentation is not repeated here.
    Term parse_indented_string() {
        Term term = begun(Kind::indented_string);
        at_ += 2;
        bool plain = true;
        while (!is_next("''") || is_next("'''") || is_next("''$") || is_next("''\\")) {
            if (at_ >= text_.size()) fail_at(term.span.begin, "a string does not end");
            if (is_next("${")) {
                take_interpolation(term);
            } else if (is_next("''")) {
                plain = false;
                at_ = std::min(at_ + (is_next("''\\") ? 4 : 3), text_.size());
            } else {
                plain = plain && peek() != '\n';
                at_ += is_next("$$") ? 2 : 1;
            }
        }
        const std::string_view inside = part(text_, {term.span.begin + 2, at_});
        if (plain && term.parts.empty() && !inside.starts_with(' ')) term.text = inside;
        at_ += 2;
        return ended(std::move(term));
    }

    // ---- bindings

    void parse_bindings(std::vector<Binding>& bindings, std::string_view end) {
        while (!sees(end)) {
            if (is_at_end()) fail("'" + std::string(end) + "' is missing");
            if (sees("inherit")) parse_inherit(bindings);
            else bindings.push_back(parse_binding());
        }
    }

    void parse_inherit(std::vector<Binding>& bindings) {
        word();
        if (sees("(")) parse_group(")");
        while (!sees(";")) {
            Binding& inherited = bindings.emplace_back();
            parse_name_of(inherited);
            inherited.span = inherited.names.front();
        }
        word();
    }

    Binding parse_binding() {
        Binding binding;
        binding.span.begin = at_;
        parse_name_of(binding);
        while (sees(".")) {
            word();
            parse_name_of(binding);
        }
        take("=");
        binding.value = parse_expression();
        binding.span.end = take(";").span.end;
        return binding;
    }

    void parse_name_of(Binding& binding) {
        if (!sees_name() && !sees_any({"\"", "${"})) fail("a name is missing");
        Term name = parse_primary();
        binding.names.push_back(name.span);
        if (name.kind == Kind::word) name.text = part(text_, name.span);
        if (name.kind == Kind::group && name.parts.front().terms.size() == 1)
            name.text = name.parts.front().terms.front().text;
        binding.path.push_back(std::move(name.text));
    }

    std::string_view text_;
    std::size_t at_;          ///< the start of the token, or the position in a string
    std::string_view token_;  ///< the token at `at_`; empty: the end of the text
    std::vector<Span> comments_;
    int depth_ = 0;
};

}  // namespace

std::variant<Tree, Error> parse(std::string_view text) {
    try {
        return Parser(text).whole();
    } catch (const Error& error) {
        return error;
    }
}

}  // namespace cudastdenv::nix::syntax
