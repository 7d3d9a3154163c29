// SPDX-License-Identifier: MIT
#pragma once

#include "core/quote.hpp"

#include <cudastdenv/export.hpp>

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

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

/// `missing-input`, `unknown-name`, `ambiguous-name`, `malformed-input`, `contradiction`, `empty-input`,
/// `unfit-input`, `not-on-this-machine`
[[nodiscard]] std::string_view to_string(InputError error) noexcept;

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

/// What out_of_scope() says; `: did you mean 'resolve'?`; or `; there are a, b and c` where nothing is close.
[[nodiscard]] std::string suggestion(std::string_view typed, std::span<const std::string_view> choices);

/// The one of these that `typed` is. Throws BadInput, which calls it an unknown `what`.
[[nodiscard]] std::size_t read_choice(std::string_view what, const std::string& typed,
                                      std::span<const std::string_view> choices);

}  // namespace cudastdenv::asking
