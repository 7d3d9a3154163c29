// SPDX-License-Identifier: MIT
#include "findings/host.hpp"

#include "core/quote.hpp"
#include "core/text.hpp"

namespace cudastdenv {

std::optional<ToolkitHeaders> place_of_headers(const Host& host, const FoundToolkit& toolkit) {
    if (host.compilers.empty() || toolkit.headers.empty()) return std::nullopt;
    const auto searches = [&](const FoundCompiler& compiler) {
        return contains(compiler.system_folders, toolkit.headers);
    };
    if (std::ranges::all_of(host.compilers, searches)) return ToolkitHeaders::system;
    if (std::ranges::none_of(host.compilers, searches)) return ToolkitHeaders::prefix;
    return std::nullopt;
}

namespace {

constexpr std::size_t deepest_nesting = 64;
constexpr std::size_t most_problems = 100;

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\f' || c == '\v' || c == '\r'; }
bool is_word(char c) { return is_letter_or_digit(c) || c == '_'; }

using Tokens = std::vector<std::string_view>;

Tokens tokens_of(std::string_view text) {
    constexpr std::array<std::string_view, 6> pairs{"&&", "||", "==", "!=", ">=", "<="};
    Tokens tokens;
    while (!text.empty()) {
        std::size_t length = 1;
        if (is_word(text[0])) length = static_cast<std::size_t>(std::ranges::find_if_not(text, is_word) - text.begin());
        else if (std::ranges::find(pairs, text.substr(0, 2)) != pairs.end()) length = 2;
        if (!is_space(text[0])) tokens.push_back(text.substr(0, length));
        text.remove_prefix(length);
    }
    return tokens;
}

/// The whole numbers in place of each `N` in `pattern`, in order; absent: the tokens do not match.
std::optional<std::vector<int>> numbers_in(std::span<const std::string_view> tokens, std::string_view pattern) {
    constexpr std::size_t most_digits = 3;
    const Tokens wanted = tokens_of(pattern);
    if (wanted.size() != tokens.size()) return std::nullopt;
    std::vector<int> numbers;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        std::string_view token = tokens[i];
        if (wanted[i] != "N" && token == wanted[i]) continue;
        const std::optional<int> number = wanted[i] == "N" ? take_number(token, most_digits) : std::nullopt;
        if (!number || !token.empty()) return std::nullopt;
        numbers.push_back(*number);
    }
    return numbers;
}

/// The meaning of a condition for GCC or Clang on Linux, x86-64 or Arm.
struct Meaning {
    enum class Kind {
        always,
        never,
        if_clang,
        if_grace,
        check,  ///< holds for versions outside `bounds`
        unknown,
    };

    Kind kind = Kind::unknown;
    HostCheck which = HostCheck::gcc;
    HeaderBounds bounds{};
};

constexpr Meaning always{Meaning::Kind::always};
constexpr Meaning never{Meaning::Kind::never};
constexpr Meaning unknown{Meaning::Kind::unknown};

/// Macros with a known meaning if they are defined or undefined.
struct KnownMacros {
    std::string_view names;
    Meaning defined;
    Meaning undefined;
};
constexpr std::array known_macros{
    // For other compilers or systems, or for runtime compilation.
    KnownMacros{"_WIN32 _MSC_VER __APPLE__ __CUDACC_RTC__ __HORIZON__ __ICC __INTEL_CLANG_COMPILER __MACH__ "
                "__NVCOMPILER __PGIC__ __ibmxl_vrm__ __powerpc__ __QNX__",
                never, always},
    // Clang also defines __GNUC__.
    KnownMacros{"__CUDACC__ __GNUC__", always, never},
    // Include guards, and macros that disable the checks: undefined at first.
    KnownMacros{"__CUDA_INCLUDE_COMPILER_INTERNAL_HEADERS__ __HOST_CONFIG_H__ __NV_NO_HOST_COMPILER_CHECK", unknown,
                always},
    KnownMacros{"__clang__", {Meaning::Kind::if_clang}, unknown},
    // The usual Clang is not the one for Grace.
    KnownMacros{"__GRCO_CLANG_COMPILER__", {Meaning::Kind::if_grace}, always},
};

using TokenSpan = std::span<const std::string_view>;

/// Splits tokens at separators outside parentheses. A closing parenthesis of the outermost level is outside.
std::vector<TokenSpan> split(TokenSpan tokens, std::string_view separator) {
    std::vector<TokenSpan> parts;
    int depth = 0;
    std::size_t start = 0;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        depth += tokens[i] == "(" ? 1 : tokens[i] == ")" ? -1 : 0;
        if (depth != 0 || tokens[i] != separator) continue;
        parts.push_back(tokens.subspan(start, i - start));
        start = i + 1;
    }
    parts.push_back(tokens.subspan(start));
    return parts;
}

/// Whether the first parenthesis is closed by the last token.
bool is_wrapped(TokenSpan tokens) {
    if (tokens.empty() || tokens.front() != "(") return false;
    const std::vector<TokenSpan> parts = split(tokens, ")");
    return parts.size() == 2 && parts.back().empty();
}

/// The name in `defined(X)`, `defined X`, or X alone where the headers use its value; otherwise empty.
std::string_view macro_tested(TokenSpan tokens) {
    if (tokens.size() == 1 && (tokens[0] == "__CUDACC_RTC__" || tokens[0] == "__NV_NO_HOST_COMPILER_CHECK"))
        return tokens[0];
    if (tokens.empty() || tokens[0] != "defined") return {};
    if (tokens.size() == 2) return tokens[1];
    return tokens.size() == 4 && tokens[1] == "(" && tokens[3] == ")" ? tokens[2] : std::string_view();
}

Meaning meaning_of_term(TokenSpan tokens) {
    const bool negated = !tokens.empty() && tokens[0] == "!";
    const std::string_view macro = macro_tested(tokens.subspan(negated ? 1 : 0));
    for (const KnownMacros& known : known_macros)
        if (contains(pieces_of(known.names, ' '), macro)) return negated ? known.undefined : known.defined;
    return unknown;
}

Meaning meaning_of_logic(TokenSpan tokens) {
    while (is_wrapped(tokens)) tokens = tokens.subspan(1, tokens.size() - 2);
    for (const bool is_or : {true, false}) {
        const std::vector<TokenSpan> parts = split(tokens, is_or ? "||" : "&&");
        if (parts.size() == 1) continue;
        const Meaning decisive = is_or ? always : never, neutral = is_or ? never : always;
        Meaning result = neutral;
        for (const TokenSpan part : parts) {
            const Meaning meaning = meaning_of_logic(part);
            if (meaning.kind == decisive.kind) return decisive;
            if (meaning.kind != neutral.kind) result = result.kind == neutral.kind ? meaning : unknown;
        }
        return result;
    }
    return meaning_of_term(tokens);
}

/// The syntax of the checks in the headers of CUDA 11.7 to 13.5.
Meaning meaning_of(TokenSpan tokens) {
    constexpr std::string_view gcc = "__GNUC__ > N";
    constexpr std::string_view clang = "(__clang_major__ >= N) || (__clang_major__ < N) || "
                                       "((__clang_major__ == N) && (__clang_minor__ < N))";
    constexpr std::string_view grace = "(__GRCO_CLANG_COMPILER__ == N) && "
                                       "((__clang_major__ < N) || (__clang_major__ > N))";
    using Numbers = std::optional<std::vector<int>>;
    if (const Numbers n = numbers_in(tokens, gcc))
        return {Meaning::Kind::check, HostCheck::gcc, {std::nullopt, n->at(0)}};
    // Only here is Clang's limit, which is exclusive in the header, converted to an inclusive one.
    if (const Numbers n = numbers_in(tokens, clang))
        return n->at(1) == n->at(2) ? Meaning{Meaning::Kind::check, HostCheck::clang, {n->at(1), n->at(0) - 1}}
                                    : unknown;
    if (const Numbers n = numbers_in(tokens, grace))
        return n->at(0) == 1 ? Meaning{Meaning::Kind::check, HostCheck::grace, {n->at(1), n->at(2)}} : unknown;
    return meaning_of_logic(tokens);
}

/// A directive: its name and the rest of its line.
struct Directive {
    std::string_view name;
    std::string_view rest;
};

std::optional<Directive> directive_of(std::string_view line) {
    line = trimmed(line);
    if (!take_prefix(line, "#")) return std::nullopt;
    line = trimmed(line);
    const auto length = static_cast<std::size_t>(std::ranges::find_if_not(line, is_word) - line.begin());
    return Directive{line.substr(0, length), trimmed(line.substr(length))};
}

/// An open #if.
struct Conditional {
    int line = 0;
    std::string condition;    ///< of the current branch, as written
    Meaning meaning;          ///< of the current branch
    Meaning earlier = never;  ///< whether an earlier branch holds
    bool has_else = false;

    /// Starts another branch; the current one becomes an earlier one.
    void begin_branch(std::string its_condition, Meaning own) {
        if (meaning.kind == Meaning::Kind::always) earlier = always;
        else if (meaning.kind != Meaning::Kind::never && earlier.kind != Meaning::Kind::always) earlier = unknown;
        condition = std::move(its_condition);
        meaning = unknown;
        if (earlier.kind == Meaning::Kind::always) meaning = never;
        else if (earlier.kind == Meaning::Kind::never || own.kind == Meaning::Kind::never) meaning = own;
    }
};

Diagnostic at_line(std::string_view id, int line) { return {id, {{"line", line}}}; }

/// A logical line of a header, with continuations joined and comments removed.
struct HeaderLine {
    int number = 0;  ///< number of its first physical line
    std::string text;
};

/// Reads line by line. Problems that prevent reading a line are added to `problems`.
class HeaderLines {
public:
    /// Joins continuation lines, and normalizes line ends. Each line has an end, the last one too.
    HeaderLines(std::string_view text, std::vector<Diagnostic>& problems) : problems_(problems) {
        int number = 1;
        for (std::string_view line : lines_of(text)) {
            take_suffix(line, "\r");
            const bool goes_on = take_suffix(line, "\\");
            characters_ += line;
            if (!goes_on) characters_ += '\n';
            numbers_.resize(characters_.size(), number++);
        }
        if (!characters_.ends_with('\n')) characters_ += '\n';
        numbers_.resize(characters_.size(), number);
    }

    [[nodiscard]] std::optional<HeaderLine> next() {
        if (at_ == characters_.size()) return std::nullopt;
        line_ = {numbers_[at_], {}};
        too_long_ = false;
        while (!is_next('\n')) take_piece();
        ++at_;
        if (too_long_) problems_.push_back({"long-line", {{"line", line_.number}, {"limit", max_header_line >> 10}}});
        return std::move(line_);
    }

private:
    [[nodiscard]] bool is_next(char c) const { return characters_[at_] == c; }

    void add(char c) {
        if (line_.text.size() < max_header_line) line_.text += c;
        else too_long_ = true;
    }

    void take_piece() {
        const int start = numbers_[at_];
        const char c = characters_[at_++];
        if (c == '/' && is_next('*')) skip_comment(start);
        else if (c == '/' && is_next('/')) at_ = characters_.find('\n', at_);
        else if (c == '"' || c == '\'') take_quoted(c);
        else add(c);
    }

    void skip_comment(int start) {
        const std::size_t end = characters_.find("*/", at_ + 1);
        at_ = end == std::string::npos ? characters_.size() - 1 : end + 2;
        if (end != std::string::npos) add(' ');
        else problems_.push_back(at_line("open-comment", start));
    }

    /// Comment markers within quotes are text. An #error text may contain a single apostrophe.
    void take_quoted(char quote) {
        add(quote);
        while (!is_next('\n')) {
            const char c = characters_[at_++];
            add(c);
            if (c == quote) return;
            if (c == '\\' && !is_next('\n')) add(characters_[at_++]);
        }
    }

    std::string characters_;
    std::vector<int> numbers_;  ///< line number of each character
    std::size_t at_ = 0;
    std::vector<Diagnostic>& problems_;
    HeaderLine line_;
    bool too_long_ = false;
};

class HeaderReader {
public:
    HostConfig read(std::string_view text) {
        if (text.size() > max_header_bytes) {
            config_.problems.push_back({"large-header", {{"limit", max_header_bytes >> 20}}});
            return std::move(config_);
        }
        HeaderLines lines(text, config_.problems);
        while (const std::optional<HeaderLine> line = lines.next()) {
            if (config_.problems.size() >= most_problems) return std::move(config_);
            const std::optional<Directive> directive = directive_of(line->text);
            if (directive && !follow(line->number, *directive)) return std::move(config_);
        }
        if (!open_.empty()) config_.problems.push_back(at_line("open-conditional", open_.back().line));
        for (const HostCheck check : {HostCheck::gcc, HostCheck::clang})
            if (!bounds_of(config_, check))
                config_.problems.push_back({"missing-check", {{"compiler", std::string(name_of(check))}}});
        return std::move(config_);
    }

private:
    /// False if there is no point in reading on.
    bool follow(int line, const Directive& directive) {
        if (directive.name.starts_with("if")) return open(line, directive);
        if (directive.name == "error") note_error(line);
        else if (directive.name == "elif" || directive.name == "else") change_branch(line, directive);
        else if (directive.name == "endif") close(line);
        // C++23's #elifdef would hide what it guards.
        else if (directive.name.starts_with("el")) stray(line, directive.name);
        return true;
    }

    bool open(int line, const Directive& directive) {
        if (open_.size() == deepest_nesting) {
            config_.problems.push_back(at_line("deep-nesting", line));
            return false;
        }
        std::string condition(directive.rest);
        if (directive.name == "ifdef") condition = "defined(" + condition + ")";
        if (directive.name == "ifndef") condition = "!defined(" + condition + ")";
        const Meaning meaning = meaning_of(tokens_of(condition));
        open_.push_back({line, std::move(condition), meaning});
        return true;
    }

    void add(std::string_view id, int line, std::string_view argument, std::string_view value) {
        config_.problems.push_back(at_line(id, line));
        config_.problems.back().arguments.emplace_back(argument, value);
    }

    void stray(int line, std::string_view name) { add("stray-directive", line, "directive", name.substr(0, 20)); }

    void change_branch(int line, const Directive& directive) {
        if (open_.empty() || open_.back().has_else) return stray(line, directive.name);
        Conditional& conditional = open_.back();
        conditional.has_else = directive.name == "else";
        if (conditional.has_else) conditional.begin_branch("#else of line " + std::to_string(conditional.line), always);
        else conditional.begin_branch(std::string(directive.rest), meaning_of(tokens_of(directive.rest)));
    }

    void close(int line) {
        if (open_.empty()) stray(line, "endif");
        else open_.pop_back();
    }

    /// Whether the conditions around the innermost one are those that belong to such a check.
    [[nodiscard]] bool is_guarded_for(HostCheck check) const {
        bool guarded = check == HostCheck::gcc;
        for (std::size_t i = 0; i + 1 < open_.size(); ++i) {
            const Meaning::Kind kind = open_[i].meaning.kind;
            if (kind == Meaning::Kind::always) continue;
            const Meaning::Kind wanted = check == HostCheck::grace ? Meaning::Kind::if_grace : Meaning::Kind::if_clang;
            if (check == HostCheck::gcc || kind != wanted) return false;
            guarded = true;
        }
        return guarded;
    }

    void note_error(int line) {
        const auto is_never = [](const Conditional& c) { return c.meaning.kind == Meaning::Kind::never; };
        if (std::ranges::any_of(open_, is_never)) return;
        const Meaning innermost = open_.empty() ? unknown : open_.back().meaning;
        if (innermost.kind != Meaning::Kind::check || !is_guarded_for(innermost.which)) {
            constexpr std::size_t longest = 200;
            // The innermost condition whose meaning is not obvious.
            const Conditional* decisive =
                find_last_in(open_, [](const Conditional& c) { return c.meaning.kind != Meaning::Kind::always; });
            const std::string condition = decisive ? as_plain_text(decisive->condition.substr(0, longest)) : "";
            if (condition.empty()) config_.problems.push_back(at_line("unconditional-check", line));
            else add("unknown-check", line, "condition", condition);
            return;
        }
        std::optional<HeaderBounds>& place = bounds_of(config_, innermost.which);
        if (place) add("repeated-check", line, "compiler", name_of(innermost.which));
        else place = innermost.bounds;
        if (innermost.bounds.max < std::max(1, innermost.bounds.min.value_or(1)))
            add("impossible-check", line, "compiler", name_of(innermost.which));
    }

    HostConfig config_;
    std::vector<Conditional> open_;
};

}  // namespace

HostConfig read_host_config(std::string_view text) { return HeaderReader().read(text); }

}  // namespace cudastdenv
