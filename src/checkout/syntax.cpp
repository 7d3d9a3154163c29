// SPDX-License-Identifier: MIT
#include "checkout/syntax.hpp"

#include "checkout/tokens.hpp"

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace cudastdenv::nix::syntax {

namespace {

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
        if (sees("let") && !sees("{", 1)) return terms.push_back(parse_let());
        if (sees_any({"with", "assert"})) return parse_condition(terms, {";"});
        if (sees("if")) return parse_condition(terms, {"then", "else"});
        terms.push_back(parse_primary());
    }

    /// `with a;`, `if a then b else`: words, and what is between them as groups.
    void parse_condition(std::vector<Term>& terms, std::initializer_list<std::string_view> ends) {
        terms.push_back(word());
        for (const std::string_view end : ends) {
            Expression inner = parse_expression();
            const Span span = inner.span();
            terms.push_back({.kind = Term::Kind::group, .span = span, .bindings = {}, .parts = {}, .text = {}});
            terms.back().parts.push_back(std::move(inner));
            if (!sees(end)) fail("'" + std::string(end) + "' is missing");
            terms.push_back(word());
        }
    }

    Term word() {
        const Span span = take().span;
        return {.kind = Term::Kind::word, .span = span, .bindings = {}, .parts = {}, .text = {}};
    }

    Term parse_let() {
        Term term = word();
        term.kind = Term::Kind::let;
        term.bindings = parse_bindings("in");
        term.span.end = take("in").span.end;
        return term;
    }

    Term parse_primary() {
        if (sees("(")) return parse_group(")");
        if (sees("${")) return parse_group("}");
        if (sees("[")) return parse_list();
        if (sees("{")) return is_argument_pattern() ? skip_pattern() : parse_set();
        if (peek().kind == Token::Kind::string) return parse_string(Term::Kind::string);
        if (peek().kind == Token::Kind::indented_string) return parse_string(Term::Kind::indented_string);
        return word();
    }

    Term parse_group(std::string_view end) {
        Term term = word();
        term.kind = Term::Kind::group;
        term.parts.push_back(parse_expression());
        term.span.end = take(end).span.end;
        return term;
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

    Term parse_set() {
        Term term = word();
        term.kind = Term::Kind::set;
        term.bindings = parse_bindings("}");
        term.span.end = take("}").span.end;
        return term;
    }

    /// An element is what has no blank meaning in it: `a.b` is one, `a b` are two.
    Term parse_list() {
        Term term = word();
        term.kind = Term::Kind::list;
        while (!sees("]")) {
            if (peek().kind == Token::Kind::end || sees_any({";", ")", "}", ","})) fail("']' is missing");
            Expression element;
            element.terms.push_back(parse_deeper());
            while (sees(".")) {
                element.terms.push_back(word());
                element.terms.push_back(parse_deeper());
            }
            term.parts.push_back(std::move(element));
        }
        term.span.end = take("]").span.end;
        return term;
    }

    Term parse_deeper() {
        if (++depth_ > deepest_nesting) fail("too deeply nested");
        Term term = parse_primary();
        --depth_;
        return term;
    }

    Term parse_string(Term::Kind kind) {
        const Token& token = take();
        Term term{.kind = kind, .span = token.span, .bindings = {}, .parts = {}, .text = token.text};
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

std::size_t line_at(std::string_view text, std::size_t at) {
    const std::string_view before = text.substr(0, at);
    return static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1;
}

Lines::Lines(std::string_view text) {
    for (std::size_t end = text.find('\n'); end != text.npos; end = text.find('\n', end + 1)) ends_.push_back(end);
}

std::size_t Lines::at(std::size_t byte) const {
    return static_cast<std::size_t>(std::lower_bound(ends_.begin(), ends_.end(), byte) - ends_.begin()) + 1;
}

std::variant<Tree, Error> parse(std::string_view text) {
    try {
        const Tokens tokens = tokens_of(text);
        Expression root = Parser(text, tokens.tokens, 0).whole();
        return Tree{std::move(root), tokens.comments};
    } catch (const Error& error) {
        return error;
    }
}

}  // namespace cudastdenv::nix::syntax
