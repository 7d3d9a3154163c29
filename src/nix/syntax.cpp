// SPDX-License-Identifier: MIT
#include "nix/syntax.hpp"

#include "core/text.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

namespace cudastdenv::nix::syntax {

namespace {

// ---- words and marks

struct Token {
    enum class Kind { word, mark, string, indented_string, end };
    Kind kind = Kind::end;
    Span span;
    std::optional<std::string> text{};                 ///< of a string without `${ }`: what it evaluates to
    std::vector<std::vector<Token>> interpolations{};  ///< what stands between each `${` and `}`, with an `end`
};

struct Tokens {
    std::vector<Token> tokens;  ///< the last one is `end`
    std::vector<Span> comments;
};

constexpr bool is_letter(char c) noexcept { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
/// Whether a name may begin with it.
constexpr bool is_name_start(char c) noexcept { return is_letter(c) || c == '_'; }

/// How deep brackets and strings may be nested in a file.
constexpr int deepest_nesting = 200;

Error error_at(std::string_view text, std::size_t at, std::string problem) {
    return {Lines(text).at(at), std::move(problem)};
}

constexpr bool is_in_name(char c) noexcept { return is_name_start(c) || is_digit(c) || c == '\'' || c == '-'; }
constexpr bool is_in_path(char c) noexcept {
    return is_name_start(c) || is_digit(c) || c == '.' || c == '-' || c == '+';
}
constexpr bool is_in_path_or_slash(char c) noexcept { return is_in_path(c) || c == '/'; }
constexpr bool is_in_scheme(char c) noexcept { return is_letter(c) || is_digit(c) || c == '+' || c == '-' || c == '.'; }
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
            at_ = end_of(is_in_path_or_slash, at_);
        }
        token.span.end = at_;
        found_.tokens.push_back(std::move(token));
    }

    /// Where the characters of that kind end that begin at a place.
    [[nodiscard]] std::size_t end_of(bool (*is_of_kind)(char), std::size_t at) const noexcept {
        while (at < text_.size() && is_of_kind(text_[at])) ++at;
        return at;
    }

    [[nodiscard]] std::size_t end_of_name() const noexcept {
        return is_name_start(peek()) ? end_of(is_in_name, at_) : at_;
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

    /// `https://example.org`, which may stand without quotes.
    [[nodiscard]] std::size_t end_of_address() const noexcept {
        if (!is_letter(peek())) return at_;
        const std::size_t colon = end_of(is_in_scheme, at_ + 1);
        if (colon == text_.size() || text_[colon] != ':') return at_;
        const std::size_t end = end_of(is_in_address, colon + 1);
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

// ---- the tree

/// For each bracket the index of the one that closes it.
std::vector<std::size_t> partners_of(std::string_view text, const std::vector<Token>& tokens) {
    std::vector<std::size_t> partners(tokens.size());
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (tokens[i].kind != Token::Kind::mark) continue;
        const char mark = text[tokens[i].span.end - 1];
        if (std::string_view("([{").find(mark) != std::string_view::npos) open.push_back(i);
        if (std::string_view(")]}").find(mark) == std::string_view::npos) continue;
        if (open.empty()) throw error_at(text, tokens[i].span.begin, "a bracket closes nothing");
        partners[open.back()] = i;
        open.pop_back();
    }
    if (!open.empty()) throw error_at(text, tokens[open.back()].span.begin, "a bracket is not closed");
    return partners;
}

class Parser {
public:
    Parser(std::string_view text, const std::vector<Token>& tokens, int depth)
        : text_(text), tokens_(tokens), partners_(partners_of(text, tokens)), depth_(depth) {}

    Expression whole() {
        Expression expression = parse_expression();
        if (peek().kind != Token::Kind::end) fail("not expected here");
        return expression;
    }

private:
    [[nodiscard]] const Token& peek(std::size_t ahead = 0) const {
        return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
    }
    [[nodiscard]] std::string_view spelling(const Token& token) const { return part(text_, token.span); }
    [[nodiscard]] bool sees(std::string_view what, std::size_t ahead = 0) const {
        const Token& token = peek(ahead);
        return (token.kind == Token::Kind::word || token.kind == Token::Kind::mark) && spelling(token) == what;
    }
    [[nodiscard]] bool sees_any(std::initializer_list<std::string_view> what) const {
        return std::any_of(what.begin(), what.end(), [&](std::string_view one) { return sees(one); });
    }
    [[noreturn]] void fail(std::string problem) const { throw error_at(text_, peek().span.begin, std::move(problem)); }
    const Token& take() { return tokens_[at_++]; }
    const Token& take(std::string_view what) {
        if (!sees(what)) fail("'" + std::string(what) + "' is missing");
        return take();
    }

    Expression parse_expression() {
        if (++depth_ > deepest_nesting) fail("too deeply nested");
        Expression expression;
        while (peek().kind != Token::Kind::end && !sees_any({";", ")", "]", "}", ",", "in", "then", "else"}))
            parse_term(expression.terms);
        if (expression.terms.empty()) fail("an expression is missing");
        --depth_;
        return expression;
    }

    void parse_term(std::vector<Term>& terms) {
        if (sees("let") && !sees("{", 1)) return terms.push_back(parse_bound(Term::Kind::let, "in"));
        if (sees_any({"with", "assert"})) return parse_condition(terms, {";"});
        if (sees("if")) return parse_condition(terms, {"then", "else"});
        terms.push_back(parse_primary());
    }

    /// `with a;`, `if a then b else`: words, and what is between them as groups.
    void parse_condition(std::vector<Term>& terms, std::initializer_list<std::string_view> ends) {
        terms.push_back(word());
        for (const std::string_view end : ends) {
            Expression inner = parse_expression();
            Term group = term_of(Term::Kind::group, inner.span());
            group.parts.push_back(std::move(inner));
            terms.push_back(std::move(group));
            if (!sees(end)) fail("'" + std::string(end) + "' is missing");
            terms.push_back(word());
        }
    }

    static Term term_of(Term::Kind kind, Span span) {
        Term term;
        term.kind = kind;
        term.span = span;
        return term;
    }

    Term word() { return term_of(Term::Kind::word, take().span); }

    /// What begins with the next word or mark and ends with `end`; `fill` reads what stands between.
    template <class Fill>
    Term enclosed(Term::Kind kind, std::string_view end, const Fill& fill) {
        Term term = word();
        term.kind = kind;
        fill(term);
        term.span.end = take(end).span.end;
        return term;
    }

    Term parse_bound(Term::Kind kind, std::string_view end) {
        return enclosed(kind, end, [&](Term& term) { term.bindings = parse_bindings(end); });
    }

    Term parse_group(std::string_view end) {
        return enclosed(Term::Kind::group, end, [&](Term& term) { term.parts.push_back(parse_expression()); });
    }

    Term parse_primary() {
        if (sees("(")) return parse_group(")");
        if (sees("${")) return parse_group("}");
        if (sees("[")) return enclosed(Term::Kind::list, "]", [&](Term& term) { parse_elements(term.parts); });
        if (sees("{")) return is_argument_pattern() ? skip_pattern() : parse_bound(Term::Kind::set, "}");
        if (peek().kind == Token::Kind::string) return parse_string(Term::Kind::string);
        if (peek().kind == Token::Kind::indented_string) return parse_string(Term::Kind::indented_string);
        return word();
    }

    /// `{ a, b ? c }:`, `{ a }@b:`
    [[nodiscard]] bool is_argument_pattern() const {
        const std::size_t after = partners_[at_] + 1 - at_;
        return sees(":", after) || sees("@", after);
    }

    Term skip_pattern() {
        const std::size_t end = partners_[at_];
        Term term = word();
        term.kind = Term::Kind::group;
        term.span.end = tokens_[end].span.end;
        at_ = end + 1;
        return term;
    }

    /// An element is what has no blank meaning in it: `a.b` is one, `a b` are two.
    void parse_elements(std::vector<Expression>& elements) {
        while (!sees("]")) {
            if (peek().kind == Token::Kind::end || sees_any({";", ")", "}", ","})) fail("']' is missing");
            Expression element;
            element.terms.push_back(parse_deeper());
            while (sees(".")) {
                element.terms.push_back(word());
                element.terms.push_back(parse_deeper());
            }
            elements.push_back(std::move(element));
        }
    }

    Term parse_deeper() {
        if (++depth_ > deepest_nesting) fail("too deeply nested");
        Term term = parse_primary();
        --depth_;
        return term;
    }

    Term parse_string(Term::Kind kind) {
        const Token& token = take();
        Term term = term_of(kind, token.span);
        term.text = token.text;
        for (const std::vector<Token>& inner : token.interpolations)
            term.parts.push_back(Parser(text_, inner, depth_ + 1).whole());
        return term;
    }

    std::vector<Binding> parse_bindings(std::string_view end) {
        std::vector<Binding> bindings;
        while (!sees(end)) {
            if (peek().kind == Token::Kind::end) fail("'" + std::string(end) + "' is missing");
            if (sees("inherit")) parse_inherit(bindings);
            else bindings.push_back(parse_binding());
        }
        return bindings;
    }

    void parse_inherit(std::vector<Binding>& bindings) {
        take();
        if (sees("(")) parse_group(")");
        while (!sees(";")) {
            Binding inherited;
            parse_name_of(inherited);
            inherited.span = inherited.names.front();
            bindings.push_back(std::move(inherited));
        }
        take();
    }

    Binding parse_binding() {
        Binding binding;
        binding.span.begin = peek().span.begin;
        parse_name_of(binding);
        while (sees(".")) {
            take();
            parse_name_of(binding);
        }
        take("=");
        binding.value = parse_expression();
        binding.span.end = take(";").span.end;
        return binding;
    }

    void parse_name_of(Binding& binding) {
        const std::size_t begin = peek().span.begin;
        binding.path.push_back(parse_name());
        binding.names.push_back({begin, tokens_[at_ - 1].span.end});
    }

    std::optional<std::string> parse_name() {
        if (sees("${")) {
            const Term name = parse_group("}");
            const std::vector<Term>& terms = name.parts.front().terms;
            return terms.size() == 1 ? terms.front().text : std::nullopt;
        }
        const Token& token = peek();
        if (token.kind == Token::Kind::word && is_name_start(spelling(token).front()))
            return std::string(spelling(take()));
        if (token.kind == Token::Kind::string) return parse_string(Term::Kind::string).text;
        fail("a name is missing");
    }

    std::string_view text_;
    const std::vector<Token>& tokens_;
    std::vector<std::size_t> partners_;
    std::size_t at_ = 0;
    int depth_;
};

}  // namespace

const Binding* find_binding(const Term& set, std::string_view name) {
    for (const Binding& binding : set.bindings)
        if (binding.path.size() == 1 && binding.path.front() == name) return &binding;
    return nullptr;
}

Lines::Lines(std::string_view text) {
    for (std::size_t end = text.find('\n'); end != text.npos; end = text.find('\n', end + 1)) ends_.push_back(end);
}

std::size_t Lines::at(std::size_t byte) const {
    return static_cast<std::size_t>(std::lower_bound(ends_.begin(), ends_.end(), byte) - ends_.begin()) + 1;
}

std::variant<Tree, Error> parse(std::string_view text) {
    try {
        const Tokens tokens = Lexer(text).run();
        Expression root = Parser(text, tokens.tokens, 0).whole();
        return Tree{std::move(root), tokens.comments};
    } catch (const Error& error) {
        return error;
    }
}

}  // namespace cudastdenv::nix::syntax
