// SPDX-License-Identifier: MIT
#pragma once

/// Reads from crt/host_config.h which GCC and Clang nvcc lets pass: nothing but the preprocessor lines around the
/// #error lines that GCC or Clang could meet. What stands there and is not known is reported, never guessed at.

#include <cudastdenv/describe.hpp>
#include <cudastdenv/export.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace cudastdenv {

/// The compilers that the header checks: GCC, Clang, and NVIDIA's own Clang for Grace.
enum class HostCheck { gcc, clang, grace };

/// Major versions that a check lets pass, closed at both ends; no lower end: it checks none.
struct HeaderBounds {
    // clang-format off
    CUDASTDENV_RECORD("bounds", "The major versions that a header lets pass.",
        (std::optional<int>, min, "min", "The lowest, included; null: there is no lower bound."),
        (int, max, "max", "The highest, included."))
    // clang-format on

    friend bool operator==(const HeaderBounds&, const HeaderBounds&) = default;
};

/// GCC or Clang could meet this #error, and the condition is none that the reader knows. Empty: there is none.
struct UnknownCheck {
    int line = 0;
    std::string condition;
};
/// A second check of the same compiler.
struct RepeatedCheck {
    int line = 0;
    HostCheck check = HostCheck::gcc;
};
/// A check that lets nothing pass.
struct ImpossibleCheck {
    int line = 0;
    HostCheck check = HostCheck::gcc;
};
/// GCC or Clang is not checked at all. (Before 12.2.1 there is no check for Grace.)
struct MissingCheck {
    HostCheck check = HostCheck::gcc;
};
/// #else, #elif or #endif without its #if, or #else twice.
struct StrayDirective {
    int line = 0;
    std::string directive;
};
/// An #if without #endif.
struct OpenConditional {
    int line = 0;
};
struct OpenComment {
    int line = 0;
};
struct LongLine {
    int line = 0;
};
struct DeepNesting {
    int line = 0;
};
struct LargeHeader {};

using HeaderProblem = std::variant<UnknownCheck, RepeatedCheck, ImpossibleCheck, MissingCheck, StrayDirective,
                                   OpenConditional, OpenComment, LongLine, DeepNesting, LargeHeader>;

struct HostConfig {
    std::optional<HeaderBounds> gcc;
    std::optional<HeaderBounds> clang;
    std::optional<HeaderBounds> grace;
    std::vector<HeaderProblem> problems;
};

/// A real one has 12 KiB.
inline constexpr std::size_t max_header_bytes = 1u << 20;
inline constexpr std::size_t max_header_line = 16u << 10;

/// Never throws: whatever is wrong is among the problems.
[[nodiscard]] HostConfig read_host_config(std::string_view text);

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
