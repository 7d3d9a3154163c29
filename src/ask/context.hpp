// SPDX-License-Identifier: MIT
#pragma once

/// What questions are made of, and what is wrong with them.

#include "core/lists.hpp"
#include "core/quote.hpp"
#include "findings/host.hpp"
#include "report/page.hpp"

#include <cudastdenv/ask.hpp>
#include <cudastdenv/load.hpp>

#include <fmt/format.h>

#include <iterator>
#include <stdexcept>

namespace cudastdenv {

/// The kinds of invalid input, for programs.
CUDASTDENV_NEW_ENUM(InputError,                        //
                    (missing, "missing-input"),        // something is needed that was not given
                    (unknown, "unknown-name"),         // it names nothing that is known here
                    (ambiguous, "ambiguous-name"),     // it names several things
                    (malformed, "malformed-input"),    // it cannot be what it should be
                    (contradiction, "contradiction"),  // what was given excludes each other
                    (empty, "empty-input"),            // a list or a name without anything in it
                    (unfit, "unfit-input"),            // it is understood, and does not go with the release or the list
                    (not_here, "not-on-this-machine"))  // it is about a machine that lacks it, or that was not given

namespace asking {

/// Input that cannot be answered. what() is one line: what is wrong, and what would be right.
class BadInput : public std::runtime_error {
public:
    BadInput(InputError error, const std::string& message) : std::runtime_error(message), error_(error) {}
    template <class First, class... Rest>
    BadInput(InputError error, fmt::format_string<First, Rest...> message, First&& first, Rest&&... rest)
        : BadInput(error, fmt::format(message, std::forward<First>(first), std::forward<Rest>(rest)...)) {}

    [[nodiscard]] InputError error() const noexcept { return error_; }

private:
    InputError error_;
};

/// What each row is called, in their order.
template <class Rows, class Name>
std::vector<std::string_view> all_names(const Rows& rows, Name name) {
    std::vector<std::string_view> names;
    for (const auto& row : rows) names.push_back(std::invoke(name, row));
    return names;
}

/// Names to choose from: of any list of texts, which has to outlive them.
struct Choices : std::vector<std::string_view> {
    Choices() = default;
    template <class List>
    Choices(const List& list) : std::vector<std::string_view>(std::begin(list), std::end(list)) {}
};

/// The choice that is closest to `typed`, if any is close enough to be a slip of the fingers; else empty.
[[nodiscard]] std::string_view closest(std::string_view typed, const Choices& choices);

/// `: cuDNN has releases of its own, which these tables are not about`, where the text names a library of which people
/// ask here, and of which nothing is known; else empty.
[[nodiscard]] std::string out_of_scope(std::string_view typed);

/// `: did you mean 'resolve'?`, or `otherwise` where nothing is close.
[[nodiscard]] std::string closest_or(std::string_view otherwise, std::string_view typed, const Choices& choices);

/// What may be passed: `; pass one of a, b`, or of many the command that lists them.
[[nodiscard]] std::string choices_in_words(const Choices& choices);

/// The answer of out_of_scope(); `: did you mean 'resolve'?`; or choices_in_words() where nothing is close.
[[nodiscard]] std::string suggestion(std::string_view typed, const Choices& choices);

/// The one of these that `typed` is. Throws BadInput, which calls it an unknown `what`.
[[nodiscard]] std::size_t read_choice(std::string_view what, std::string_view typed, const Choices& choices);

/// The same of words with one space between. It points into `words`.
[[nodiscard]] std::string_view read_word(std::string_view what, std::string_view typed, std::string_view words);

/// The row whose name that is. Throws likewise.
template <class Row, class Name>
const Row& read_row(std::string_view what, std::string_view typed, std::span<const Row> rows, Name name) {
    return rows[read_choice(what, typed, all_names(rows, name))];
}

/// The value of a named enumeration that is called so. Throws likewise.
template <class Enum>
Enum read_enumerator(std::string_view what, std::string_view typed) {
    return read_row(what, typed, std::span<const Enum>(enumerators<Enum>), [](Enum value) { return to_string(value); });
}

/// The whole number, 1 to `most`, that a text is. Throws BadInput: it is `what`; write `instead`.
[[nodiscard]] std::size_t read_number(std::string_view text, std::size_t most, std::string_view what,
                                      std::string_view instead);

/// The value of a text. Throws BadInput of that message where it has none.
template <class T, class First, class... Rest>
T needed(const std::optional<T>& value, InputError error, fmt::format_string<First, Rest...> message, First&& first,
         Rest&&... rest) {
    if (!value) throw BadInput(error, message, std::forward<First>(first), std::forward<Rest>(rest)...);
    return *value;
}

/// Where the environment of a question is from that names none, in place of a variable.
inline constexpr std::string_view os_release = "/etc/os-release";

/// A question as texts, by the names of the command's options: `cuda`, `stdenv`, `nixpkgs-exact`. A switch that was
/// given has an empty text; what was not given is not there. What was not given and has a default of the user's is
/// there, and it is known which variable it is from.
class Texts {
public:
    Texts() = default;
    explicit Texts(std::map<std::string, std::string, std::less<>> values) : values_(std::move(values)) {}

    [[nodiscard]] bool has(std::string_view name) const { return values_.contains(name); }
    /// Of one that was given.
    [[nodiscard]] const std::string& value(std::string_view name) const { return values_.find(name)->second; }
    [[nodiscard]] std::string value_or(std::string_view name, std::string_view fallback) const {
        return has(name) ? value(name) : std::string(fallback);
    }
    /// Of one that has to be given. Throws BadInput with `question` where it was not.
    [[nodiscard]] const std::string& needed_value(std::string_view name, const std::string& question) const {
        if (!has(name)) throw BadInput(InputError::missing, question);
        return value(name);
    }
    /// The same question with that text, whether or not it had one.
    [[nodiscard]] Texts with(std::string_view name, std::string_view value) const {
        Texts changed = without(name);
        changed.values_.emplace(name, value);
        return changed;
    }
    /// The same question without that text.
    [[nodiscard]] Texts without(std::string_view name) const {
        Texts changed(*this);
        changed.values_.erase(std::string(name));
        changed.variables_.erase(std::string(name));
        return changed;
    }
    [[nodiscard]] const std::map<std::string, std::string, std::less<>>& values() const noexcept { return values_; }
    /// The variables that texts are from, by the names of the options.
    [[nodiscard]] const std::map<std::string, std::string, std::less<>>& variables() const noexcept {
        return variables_;
    }

protected:
    std::map<std::string, std::string, std::less<>> values_;
    std::map<std::string, std::string, std::less<>> variables_;
};

/// How much of a machine a question is about.
enum class HostPart : std::uint8_t { toolkits, all };

/// What `give` gives, or the problem that it throws.
template <class T, class Give>
Result<T> result_of(Give give) {
    try {
        return give();
    } catch (const BadInput& error) {
        return Problem{Problem::Kind::bad_input, std::string(to_string(error.error())), error.what()};
    } catch (const DataError& error) {
        return Problem{Problem::Kind::bad_data, "bad-data", error.what()};
    }
}

/// What a question is asked of: the tables, and the machine that it calls `host`.
struct Context {
    Tables tables;
    /// Called only where a question names the machine. Throws BadInput where there is none to look at.
    std::function<Host(const Tables&, HostPart)> look_at_host;
};

/// How answers are written.
struct Form {
    bool json = false;
    report::Style style = {};  ///< of a text for people
};

/// Answers a question of one kind. Throws BadInput and DataError.
using Answerer = Written (*)(const Context& context, const Texts& texts, const Form& form);

/// The tables alone: a question that names the machine is refused.
[[nodiscard]] inline Context without_machine(const Tables& tables) {
    return {tables, [](const Tables&, HostPart) -> Host {
                throw BadInput(
                    InputError::not_here,
                    "'host' needs a machine, and none is given; pass the release, the compilers and the environment");
            }};
}

}  // namespace asking

}  // namespace cudastdenv
