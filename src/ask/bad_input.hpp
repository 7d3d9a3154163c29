// SPDX-License-Identifier: MIT
#pragma once

#include "core/quote.hpp"

#include <cudastdenv/describe.hpp>

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cudastdenv::asking {

/// What is wrong with an input, for programs.
enum class InputError : std::uint8_t {
    missing,        ///< something is needed that was not given
    unknown,        ///< it names nothing that is known here
    ambiguous,      ///< it names several things
    malformed,      ///< it cannot be what it should be
    contradiction,  ///< what was given excludes each other
    empty,          ///< a list or a name without anything in it
    unfit,          ///< it is understood, and does not go with the release or the list
    not_here,       ///< it is about a machine that does not have it, or that was not given
};

}  // namespace cudastdenv::asking

namespace cudastdenv {

CUDASTDENV_ENUM(asking::InputError, (missing, "missing-input"), (unknown, "unknown-name"),
                (ambiguous, "ambiguous-name"), (malformed, "malformed-input"), (contradiction, "contradiction"),
                (empty, "empty-input"), (unfit, "unfit-input"), (not_here, "not-on-this-machine"))

}  // namespace cudastdenv

namespace cudastdenv::asking {

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

/// The choice that is closest to `typed`, if any is close enough to be a slip of the fingers; else empty.
[[nodiscard]] std::string_view closest(std::string_view typed, std::span<const std::string_view> choices);

/// `: cuDNN has releases of its own, which these tables are not about`, where the text names a library of which people
/// ask here, and of which nothing is known; else empty.
[[nodiscard]] std::string out_of_scope(std::string_view typed);

/// `: did you mean 'resolve'?`, or `otherwise` where nothing is close.
[[nodiscard]] std::string closest_or(std::string_view otherwise, std::string_view typed,
                                     std::span<const std::string_view> choices);

/// What out_of_scope() says; `: did you mean 'resolve'?`; or `; there are a, b and c` where nothing is close.
[[nodiscard]] std::string suggestion(std::string_view typed, std::span<const std::string_view> choices);

/// The one of these that `typed` is. Throws BadInput, which calls it an unknown `what`.
[[nodiscard]] std::size_t read_choice(std::string_view what, std::string_view typed,
                                      std::span<const std::string_view> choices);

/// The row whose name that is. Throws likewise.
template <class Row, class Name>
const Row& read_row(std::string_view what, std::string_view typed, std::span<const Row> rows, Name name) {
    std::vector<std::string_view> names;
    for (const Row& row : rows) names.push_back(std::invoke(name, row));
    return rows[read_choice(what, typed, names)];
}

/// The value of a named enumeration that is called so. Throws likewise.
template <class Enum>
Enum read_enumerator(std::string_view what, std::string_view typed) {
    return read_row(what, typed, std::span<const Enum>(enumerators<Enum>), [](Enum value) { return to_string(value); });
}

/// The value of a text. Throws BadInput of that message where it has none.
template <class T, class First, class... Rest>
T needed(const std::optional<T>& value, InputError error, fmt::format_string<First, Rest...> message, First&& first,
         Rest&&... rest) {
    if (!value) throw BadInput(error, message, std::forward<First>(first), std::forward<Rest>(rest)...);
    return *value;
}

}  // namespace cudastdenv::asking
