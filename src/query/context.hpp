// SPDX-License-Identifier: MIT
#pragma once

/// The input of queries, and its errors.

#include "core/lists.hpp"
#include "core/quote.hpp"
#include "findings/gpu_code.hpp"
#include "findings/host.hpp"
#include "report/page.hpp"

#include <cudastdenv/ask.hpp>
#include <cudastdenv/load.hpp>

#include <stdexcept>

namespace cudastdenv {

/// Codes of invalid input.
CUDASTDENV_NEW_ENUM(InputError,                         //
                    (missing, "missing-input"),         // something required is missing
                    (unknown, "unknown-name"),          // not the name of anything known
                    (ambiguous, "ambiguous-name"),      // the name of several things
                    (malformed, "malformed-input"),     // wrong syntax or value
                    (contradiction, "contradiction"),   // options that exclude each other
                    (empty, "empty-input"),             // a list or name without contents
                    (unfit, "unfit-input"),             // valid, but not supported by the release or the list
                    (not_here, "not-on-this-machine"))  // about a machine that lacks it, or no machine was given

namespace query {

/// Invalid input. what() is one line: the problem and the correction.
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

/// The names of all rows, in order.
template <class Rows, class Name>
std::vector<std::string_view> all_names(const Rows& rows, Name name) {
    std::vector<std::string_view> names;
    for (const auto& row : rows) names.push_back(std::invoke(name, row));
    return names;
}

/// Names to choose from. The list must outlive them.
struct Choices : std::vector<std::string_view> {
    Choices() = default;
    template <class List>
    Choices(const List& list) : std::vector<std::string_view>(std::begin(list), std::end(list)) {}
};

/// The choice closest to `typed`, if it is close enough to be a typing error; otherwise empty.
[[nodiscard]] std::string_view closest(std::string_view typed, const Choices& choices);

/// `: cuDNN has releases of its own, which these tables are not about`, if the text names a library outside the tables
/// that people ask about; otherwise empty.
[[nodiscard]] std::string out_of_scope(std::string_view typed);

/// `: did you mean 'resolve'?`, or `otherwise` if no choice is close.
[[nodiscard]] std::string closest_or(std::string_view otherwise, std::string_view typed, const Choices& choices);

/// out_of_scope(); `: did you mean 'resolve'?`; or where nothing is close, `; pass one of a, b`.
[[nodiscard]] std::string suggestion(std::string_view typed, const Choices& choices);

/// The index of the choice `typed`. Throws BadInput about an unknown `what`.
[[nodiscard]] std::size_t read_choice(std::string_view what, std::string_view typed, const Choices& choices);

/// Like read_choice(), for words separated by one space. Returns a part of `words`.
[[nodiscard]] std::string_view read_word(std::string_view what, std::string_view typed, std::string_view words);

/// The row with that name. Throws like read_choice().
template <class Row, class Name>
const Row& read_row(std::string_view what, std::string_view typed, std::span<const Row> rows, Name name) {
    return rows[read_choice(what, typed, all_names(rows, name))];
}

/// The value of an enumeration with that name. Throws like read_choice().
template <class Enum>
Enum read_enumerator(std::string_view what, std::string_view typed) {
    return read_row(what, typed, std::span<const Enum>(enumerators<Enum>), [](Enum value) { return to_string(value); });
}

/// Parses a whole number, 1 to `most`. The BadInput says that the text is `what`, and suggests `instead`.
[[nodiscard]] std::size_t read_number(std::string_view text, std::size_t most, std::string_view what,
                                      std::string_view instead);

/// The value. Throws BadInput with that message if it is absent.
template <class T, class First, class... Rest>
T needed(const std::optional<T>& value, InputError error, fmt::format_string<First, Rest...> message, First&& first,
         Rest&&... rest) {
    if (!value) throw BadInput(error, message, std::forward<First>(first), std::forward<Rest>(rest)...);
    return *value;
}

/// Source of a default environment, in place of a variable.
inline constexpr std::string_view os_release = "/etc/os-release";

/// A query as texts, by the names of options: `cuda`, `stdenv`, `nixpkgs-exact`. The text of a switch is empty, and an
/// option that was not given is absent. Defaults of the user are included, together with the variables that they are
/// from.
class OptionTexts {
public:
    using Values = std::map<std::string, std::string, std::less<>>;

    OptionTexts() = default;
    explicit OptionTexts(Values values) : values_(std::move(values)) {}

    [[nodiscard]] bool has(std::string_view name) const { return values_.contains(name); }
    /// The option must be present.
    [[nodiscard]] const std::string& value(std::string_view name) const { return values_.find(name)->second; }
    [[nodiscard]] std::string value_or(std::string_view name, std::string_view fallback) const {
        return has(name) ? value(name) : std::string(fallback);
    }
    /// Throws BadInput with `question` if the option is absent.
    [[nodiscard]] const std::string& needed_value(std::string_view name, const std::string& question) const {
        if (!has(name)) throw BadInput(InputError::missing, question);
        return value(name);
    }
    /// A copy with that option, replacing an earlier value.
    [[nodiscard]] OptionTexts with(std::string_view name, std::string_view value) const {
        OptionTexts changed = without(name);
        changed.values_.emplace(name, value);
        return changed;
    }
    /// A copy without that option.
    [[nodiscard]] OptionTexts without(std::string_view name) const {
        OptionTexts changed(*this);
        changed.values_.erase(std::string(name));
        changed.variables_.erase(std::string(name));
        return changed;
    }
    [[nodiscard]] bool has_any(std::initializer_list<std::string_view> names) const {
        return std::ranges::any_of(names, [&](std::string_view name) { return has(name); });
    }
    /// The named options of these, without their variables.
    [[nodiscard]] OptionTexts only(std::initializer_list<std::string_view> names) const {
        OptionTexts some;
        for (const std::string_view name : names)
            if (has(name)) some = some.with(name, value(name));
        return some;
    }
    [[nodiscard]] const Values& values() const noexcept { return values_; }
    /// The variables that set defaults, by the names of the options.
    [[nodiscard]] const Values& variables() const noexcept { return variables_; }

protected:
    Values values_;
    Values variables_;
};

/// The part of a machine that a query is about.
enum class HostPart : std::uint8_t { toolkits, all };

/// The result of `give`, or the problem that it throws.
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

/// The data for a query: the tables, and the machine `host`.
struct Context {
    Tables tables;
    /// Called only if a query is about the machine. Throws BadInput if there is no machine.
    std::function<Host(const Tables&, HostPart)> look_at_host;
    /// Reads the GPU code in files that a log names, if this machine has them. Empty: no file is read.
    std::function<CodeFiles(const std::vector<std::string>& paths)> read_code = {};
};

/// The output format of answers.
struct Form {
    bool json = false;
    report::Style style = {};  ///< for text output
};

/// Answers a query of one kind. Throws BadInput and DataError.
using Answerer = Written (*)(const Context& context, const OptionTexts& texts, const Form& form);

/// Only the tables: a query about the machine is rejected.
[[nodiscard]] inline Context without_machine(const Tables& tables) {
    return {tables, [](const Tables&, HostPart) -> Host {
                throw BadInput(
                    InputError::not_here,
                    "'host' needs a machine, and none is given; pass the release, the compilers and the environment");
            }};
}

}  // namespace query

}  // namespace cudastdenv
