// SPDX-License-Identifier: MIT
#pragma once

/// What a rule has to say, for `words` to make a sentence of.

#include "core/std.hpp"

#include <cudastdenv/describe.hpp>

#include <type_traits>

namespace cudastdenv {

/// What fills a placeholder of a sentence: a text, a number, or what has a name.
struct Argument {
    template <class Value>
    Argument(std::string_view placeholder, const Value& value) : name(placeholder) {
        if constexpr (std::is_constructible_v<std::string, const Value&>) text = std::string(value);
        else if constexpr (std::is_arithmetic_v<Value>) text = std::to_string(value);
        else text = to_string(value);
    }

    std::string_view name;
    std::string text;

    friend bool operator==(const Argument&, const Argument&) = default;
};

/// A message of ours, before it is a sentence.
struct Diagnostic {
    std::string_view id;  ///< of a row of the table in words/diagnostics.txt, which has the sentence
    std::vector<Argument> arguments = {};
    std::span<const std::string_view> sources = {};  ///< ids of what it rests on; none where that is what was asked
    std::string_view code = {};                      ///< what JSON calls it here; empty: what its row says
};

// A field is one line.
// clang-format off
/// The same said: a sentence with a name for programs.
struct SaidProblem {
    CUDASTDENV_RECORD("problem", "A problem, or something not understood.",
        (CodeName, code, "code", "Problem code."),
        (std::string, message, "message", "The message."))
};
// clang-format on

/// What fills a placeholder of it; empty: nothing does.
[[nodiscard]] inline std::string argument_of(const Diagnostic& diagnostic, std::string_view placeholder) {
    for (const Argument& argument : diagnostic.arguments)
        if (argument.name == placeholder) return argument.text;
    return {};
}

}  // namespace cudastdenv
