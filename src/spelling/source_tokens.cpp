// SPDX-License-Identifier: MIT
#include "spelling/source_tokens.hpp"

#include "core/lists.hpp"
#include "core/text.hpp"

#include <unordered_map>

namespace cudastdenv {

namespace {

using TokenKind = SourceToken::Kind;
using SourceTokenSpan = std::span<const SourceToken>;

bool begins_name(char c) { return is_letter(c) || c == '_' || c == '$' || static_cast<unsigned char>(c) >= 0x80; }
bool continues_name(char c) { return begins_name(c) || is_digit(c); }

constexpr std::array<std::string_view, 10> long_signs{"<<<", ">>>", "::", "->", "&&", "||", "==", "!=", "<=", ">="};
constexpr std::array<std::string_view, 5> raw_prefixes{"R", "LR", "uR", "UR", "u8R"};
constexpr std::array<std::string_view, 4> text_prefixes{"L", "u", "U", "u8"};

/// Cuts a source into tokens, those of lines with a `#` too.
class SourceLexer {
public:
    explicit SourceLexer(std::string_view source) : source_(source) {}

    /// Whether a directive begins here, which next() would return as a sign.
    [[nodiscard]] bool is_at_directive() {
        skip_space(false);
        return begins_line_ && at(0) == '#';
    }

    /// The next token; absent at the end of the source. With `in_line`, also at the end of the line, which is consumed.
    std::optional<SourceToken> next(bool in_line) {
        if (!skip_space(in_line) || place_ >= source_.size()) return std::nullopt;
        begins_line_ = false;
        const char c = at(0);
        if (begins_name(c)) return name();
        if (is_digit(c) || (c == '.' && is_digit(at(1)))) return number();
        if (c == '"' || c == '\'') return literal(place_, c);
        for (const std::string_view sign : long_signs)
            if (source_.substr(place_).starts_with(sign)) return token(TokenKind::sign, place_, sign.size());
        return token(TokenKind::sign, place_, 1);
    }

    /// The rest of an `#include` line, without comments after a header's name.
    std::optional<SourceToken> header() {
        if (!skip_space(true) || place_ >= source_.size()) return std::nullopt;
        const char close = at(0) == '<' ? '>' : at(0) == '"' ? '"' : '\0';
        const std::size_t end = close == '\0' ? std::string_view::npos : source_.find(close, place_ + 1);
        if (end >= source_.find('\n', place_)) return std::nullopt;  // a macro
        return token(TokenKind::header, place_, end + 1 - place_);
    }

    /// Whether a bracket follows without a blank, as after the name of a macro with parameters.
    [[nodiscard]] bool is_at_parameters() const { return at(0) == '('; }

    [[nodiscard]] SourceToken end_token() const { return {TokenKind::end, {}, line_, place_ - line_begin_ + 1}; }

private:
    [[nodiscard]] char at(std::size_t ahead) const {
        return place_ + ahead < source_.size() ? source_[place_ + ahead] : '\0';
    }

    /// Counts the lines of what is consumed.
    void advance(std::size_t end) {
        for (std::size_t i = source_.find('\n', place_); i < end; i = source_.find('\n', i + 1)) {
            ++line_;
            line_begin_ = i + 1;
        }
        place_ = end;
    }

    SourceToken token(TokenKind kind, std::size_t begin, std::size_t size) {
        const SourceToken made{kind, source_.substr(begin, size), line_, begin - line_begin_ + 1};
        advance(std::min(begin + size, source_.size()));
        return made;
    }

    /// Skips blanks, comments and continued lines. False: the line ended, and `in_line` is set.
    bool skip_space(bool in_line) {
        while (place_ < source_.size()) {
            const char c = at(0);
            if (c == '\n') {
                advance(place_ + 1);
                begins_line_ = true;
                if (in_line) return false;
            } else if (c == '\\' && (at(1) == '\n' || (at(1) == '\r' && at(2) == '\n'))) {
                advance(place_ + (at(1) == '\n' ? 2 : 3));
            } else if (c == '/' && at(1) == '/') {
                skip_line();
            } else if (c == '/' && at(1) == '*') {
                const std::size_t end = source_.find("*/", place_ + 2);
                advance(end == std::string_view::npos ? source_.size() : end + 2);
            } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
                ++place_;
            } else {
                return true;
            }
        }
        return true;
    }

    /// To the end of the line, which a backslash continues.
    void skip_line() {
        std::size_t end = source_.find('\n', place_);
        const auto is_continued = [&] {
            return end != std::string_view::npos &&
                   (source_[end - 1] == '\\' || (end >= 2 && source_[end - 1] == '\r' && source_[end - 2] == '\\'));
        };
        while (is_continued()) end = source_.find('\n', end + 1);
        advance(std::min(end, source_.size()));
    }

    SourceToken name() {
        std::size_t end = place_ + 1;
        while (end < source_.size() && continues_name(source_[end])) ++end;
        const std::string_view text = source_.substr(place_, end - place_);
        const char follows = end < source_.size() ? source_[end] : '\0';
        if (follows == '"' && contains(raw_prefixes, text)) return raw_literal(end);
        if ((follows == '"' || follows == '\'') && contains(text_prefixes, text)) return literal(end, follows);
        return token(TokenKind::name, place_, text.size());
    }

    SourceToken number() {
        std::size_t end = place_ + 1;
        while (end < source_.size()) {
            const char c = source_[end], before = lower_case(source_[end - 1]);
            const bool is_exponent = (c == '+' || c == '-') && (before == 'e' || before == 'p') &&
                                     (before == 'p' || !source_.substr(place_).starts_with("0x"));
            const bool is_separator = c == '\'' && end + 1 < source_.size() && continues_name(source_[end + 1]);
            if (!continues_name(c) && c != '.' && !is_exponent && !is_separator) break;
            ++end;
        }
        return token(TokenKind::number, place_, end - place_);
    }

    /// A literal whose opening quote is at `quote`. It ends with its line, unless a backslash continues it.
    SourceToken literal(std::size_t quote, char close) {
        std::size_t end = quote + 1;
        while (end < source_.size() && source_[end] != close && source_[end] != '\n')
            end += source_[end] == '\\' ? (source_.substr(end + 1).starts_with("\r\n") ? 3U : 2U) : 1U;
        end = std::min(end, source_.size());
        const bool is_closed = end < source_.size() && source_[end] == close;
        return token(TokenKind::text, place_, end + (is_closed ? 1U : 0U) - place_);
    }

    SourceToken raw_literal(std::size_t quote) {
        const std::size_t open = source_.find('(', quote);
        if (open == std::string_view::npos) return literal(quote, '"');
        const std::string closing = ')' + std::string(source_.substr(quote + 1, open - quote - 1)) + '"';
        const std::size_t end = source_.find(closing, open);
        return token(TokenKind::text, place_,
                     end == std::string_view::npos ? source_.size() - place_ : end + closing.size() - place_);
    }

    std::string_view source_;
    std::size_t place_ = 0;
    std::size_t line_ = 1;
    std::size_t line_begin_ = 0;
    bool begins_line_ = true;  ///< nothing but space is before this place in its line
};

/// The value of an expression of the preprocessor; absent: unknown.
using ConditionValue = std::optional<long long>;

/// DefinedMacros without parameters that the source defines; absent: with several bodies.
using DefinedMacros = std::unordered_map<std::string_view, std::optional<std::vector<SourceToken>>>;

/// HIP's compilers define these, nvcc does not.
constexpr std::array<std::string_view, 7> macros_of_hip{
    "__HIP_DEVICE_COMPILE__", "__HIP_PLATFORM_AMD__", "__HIP_PLATFORM_HCC__", "__HIPCC__", "__HIP__", "USE_ROCM",
    "__HIPCC_RTC__"};

/// Evaluates a condition for a CUDA release.
class PreprocessorCondition {
public:
    PreprocessorCondition(SourceTokenSpan tokens, Version cuda, const DefinedMacros& macros, int depth = 0)
        : tokens_(tokens), cuda_(cuda), macros_(macros), depth_(depth) {}

    /// Unknown if it has a part that is not understood.
    ConditionValue run() {
        const ConditionValue value = either();
        return place_ == tokens_.size() && !failed_ ? value : std::nullopt;
    }

    /// Whether a name is defined, for `#ifdef` too.
    [[nodiscard]] static ConditionValue is_defined(std::string_view name, Version cuda) {
        if (contains(macros_of_hip, name)) return 0;
        return known(name, cuda) ? ConditionValue(1) : std::nullopt;
    }

private:
    static ConditionValue known(std::string_view name, Version cuda) {
        if (name == "CUDART_VERSION" || name == "CUDA_VERSION") return cuda.major * 1000 + cuda.minor * 10;
        if (name == "__CUDACC_VER_MAJOR__" || name == "CUDA_VERSION_MAJOR") return cuda.major;
        if (name == "__CUDACC_VER_MINOR__" || name == "CUDA_VERSION_MINOR") return cuda.minor;
        if (contains(macros_of_hip, name)) return 0;
        return std::nullopt;
    }

    bool take(std::string_view sign) {
        if (place_ >= tokens_.size() || !tokens_[place_].is(sign)) return false;
        ++place_;
        return true;
    }

    ConditionValue either() {
        ConditionValue left = both();
        while (take("||")) {
            const ConditionValue right = both();
            if ((left && *left != 0) || (right && *right != 0)) left = 1;
            else if (!left || !right) left = std::nullopt;
            else left = 0;
        }
        return left;
    }

    ConditionValue both() {
        ConditionValue left = compared();
        while (take("&&")) {
            const ConditionValue right = compared();
            if ((left && *left == 0) || (right && *right == 0)) left = 0;
            else if (!left || !right) left = std::nullopt;
            else left = 1;
        }
        return left;
    }

    ConditionValue compared() {
        ConditionValue left = sum();
        while (place_ < tokens_.size()) {
            const std::string_view sign = tokens_[place_].text;
            if (!contains(std::array<std::string_view, 6>{"==", "!=", "<", "<=", ">", ">="}, sign)) break;
            ++place_;
            const ConditionValue right = sum();
            if (!left || !right) left = std::nullopt;
            else if (sign == "==") left = *left == *right;
            else if (sign == "!=") left = *left != *right;
            else if (sign == "<") left = *left < *right;
            else if (sign == "<=") left = *left <= *right;
            else if (sign == ">") left = *left > *right;
            else left = *left >= *right;
        }
        return left;
    }

    ConditionValue sum() {
        ConditionValue left = product();
        while (place_ < tokens_.size() && (tokens_[place_].is("+") || tokens_[place_].is("-"))) {
            const bool is_plus = tokens_[place_++].is("+");
            const ConditionValue right = product();
            left = left && right ? ConditionValue(is_plus ? *left + *right : *left - *right) : std::nullopt;
        }
        return left;
    }

    ConditionValue product() {
        ConditionValue left = single();
        while (place_ < tokens_.size() &&
               contains(std::array<std::string_view, 3>{"*", "/", "%"}, tokens_[place_].text)) {
            const char sign = tokens_[place_++].text.front();
            const ConditionValue right = single();
            constexpr long long most = 1'000'000;  // of a factor; more is no version
            const bool is_small = left && right && *left<most&& * left> - most && *right<most&& * right> - most;
            if (!is_small || (sign != '*' && *right == 0)) left = std::nullopt;
            else left = sign == '*' ? *left * *right : sign == '/' ? *left / *right : *left % *right;
        }
        return left;
    }

    ConditionValue single() {
        if (take("!")) {
            const ConditionValue value = single();
            return value ? ConditionValue(*value == 0) : std::nullopt;
        }
        if (take("-")) {
            const ConditionValue value = single();
            return value ? ConditionValue(-*value) : std::nullopt;
        }
        if (take("(")) {
            const ConditionValue value = either();
            if (!take(")")) failed_ = true;
            return value;
        }
        if (place_ >= tokens_.size()) return fail();
        const SourceToken& token = tokens_[place_++];
        if (token.kind == TokenKind::number) return number(token.text);
        if (!token.is_name()) return fail();
        return token.text == "defined" ? defined() : named(token.text);
    }

    ConditionValue defined() {
        const bool is_in_brackets = take("(");
        if (place_ >= tokens_.size() || !tokens_[place_].is_name()) return fail();
        const std::string_view name = tokens_[place_++].text;
        if (is_in_brackets && !take(")")) failed_ = true;
        return is_defined(name, cuda_);
    }

    ConditionValue named(std::string_view name) {
        if (place_ < tokens_.size() && tokens_[place_].is("(")) {
            skip_call();
            return std::nullopt;
        }
        if (const ConditionValue value = known(name, cuda_)) return value;
        constexpr int deepest = 8;
        const auto macro = macros_.find(name);
        if (macro == macros_.end() || !macro->second || macro->second->empty() || depth_ >= deepest)
            return std::nullopt;
        return PreprocessorCondition(*macro->second, cuda_, macros_, depth_ + 1).run();
    }

    /// The arguments of `__has_include(...)` and others.
    void skip_call() {
        int depth = 0;
        for (; place_ < tokens_.size(); ++place_) {
            if (tokens_[place_].is("(")) ++depth;
            if (tokens_[place_].is(")") && --depth == 0) {
                ++place_;
                return;
            }
        }
    }

    static ConditionValue number(std::string_view text) {
        while (!text.empty() && (lower_case(text.back()) == 'l' || lower_case(text.back()) == 'u'))
            text.remove_suffix(1);
        return whole_number<long long>(text);
    }

    ConditionValue fail() {
        failed_ = true;
        return std::nullopt;
    }

    SourceTokenSpan tokens_;
    Version cuda_;
    const DefinedMacros& macros_;
    int depth_;
    std::size_t place_ = 0;
    bool failed_ = false;
};

/// Reads the tokens of the branches that can be compiled.
class TokenReader {
public:
    TokenReader(std::string_view source, Version cuda) : lexer_(source), cuda_(cuda) {}

    std::vector<SourceToken> run() {
        while (true) {
            if (lexer_.is_at_directive()) read_directive();
            else if (const auto token = lexer_.next(false)) {
                if (is_active()) tokens_.push_back(*token);
            } else return std::move(tokens_);
        }
    }

private:
    /// An `#if` with the branch that is read.
    struct Branch {
        bool is_outer_active = true;
        bool was_taken = false;         ///< an earlier branch is compiled for certain
        ConditionValue condition = {};  ///< of this branch
    };

    [[nodiscard]] bool is_active() const {
        if (branches_.empty()) return true;
        const Branch& branch = branches_.back();
        return branch.is_outer_active && !branch.was_taken && branch.condition.value_or(1) != 0;
    }

    void read_directive() {
        (void)lexer_.next(true);  // the #
        const auto name = lexer_.next(true);
        if (!name) return;
        if (name->text == "if" || name->text == "elif") return begin_branch(name->text == "elif", evaluate(rest()));
        if (name->text == "ifdef" || name->text == "ifndef")
            return begin_branch(false, is_defined(name->text == "ifdef"));
        if (name->text == "else") {
            (void)rest();
            return begin_branch(true, 1);
        }
        if (name->text == "endif") {
            if (!branches_.empty()) branches_.pop_back();
        } else if (is_active() && name->text == "include") return include();
        else if (is_active() && name->text == "define") return define();
        (void)rest();
    }

    /// The tokens up to the end of the line.
    std::vector<SourceToken> rest() {
        std::vector<SourceToken> tokens;
        while (const auto token = lexer_.next(true)) tokens.push_back(*token);
        return tokens;
    }

    [[nodiscard]] ConditionValue evaluate(const std::vector<SourceToken>& tokens) const {
        return PreprocessorCondition(tokens, cuda_, macros_).run();
    }

    ConditionValue is_defined(bool wanted) {
        const std::vector<SourceToken> names = rest();
        const ConditionValue defined = names.empty() ? std::nullopt
                                                     : PreprocessorCondition::is_defined(names.front().text, cuda_);
        return defined ? ConditionValue(*defined != 0 ? wanted : !wanted) : std::nullopt;
    }

    void begin_branch(bool is_next, ConditionValue condition) {
        if (!is_next) {
            branches_.push_back({is_active(), false, condition});
        } else if (!branches_.empty()) {
            Branch& branch = branches_.back();
            branch.was_taken = branch.was_taken || branch.condition.value_or(0) != 0;
            branch.condition = condition;
        }
    }

    void end_line() { tokens_.push_back(lexer_.end_token()); }

    void include() {
        end_line();
        if (const auto header = lexer_.header()) tokens_.push_back(*header);
        end_line();
        (void)rest();
    }

    void define() {
        const auto name = lexer_.next(true);
        if (!name) return;
        end_line();
        tokens_.push_back({TokenKind::macro, name->text, name->line, name->column});
        const bool has_parameters = lexer_.is_at_parameters();
        std::vector<SourceToken> body = rest();
        end_line();
        tokens_.insert(tokens_.end(), body.begin(), body.end());
        end_line();
        if (has_parameters) return;
        const auto [macro, is_new] = macros_.try_emplace(name->text, std::move(body));
        if (!is_new) macro->second.reset();
    }

    SourceLexer lexer_;
    Version cuda_;
    std::vector<SourceToken> tokens_;
    std::vector<Branch> branches_;
    DefinedMacros macros_;
};

}  // namespace

std::vector<SourceToken> read_tokens(std::string_view source, Version cuda) { return TokenReader(source, cuda).run(); }

}  // namespace cudastdenv
