// SPDX-License-Identifier: MIT
#pragma once

/// The messages of tools that a typed text can mean.

#include "core/std.hpp"

#include <cudastdenv/tables.hpp>

namespace cudastdenv::query {

/// `12.8` of `12.8?`, `std` of `-std`
[[nodiscard]] std::string_view without_marks(std::string_view word);

/// Whether a word is one of those words, which one space separates, ignoring case.
[[nodiscard]] bool is_one_of(std::string_view word, std::string_view words);

using FoundMessages = std::vector<const MessageRow*>;

/// The messages of which the text can be a part: `gcc versions later than 13`; the most likely one comes first. Empty
/// for a whole message, which diagnose reads.
[[nodiscard]] FoundMessages messages_like(const Tables& tables, std::string_view text);

/// Whether a text is about a failure, although it may be no known message.
[[nodiscard]] bool is_like_a_message(std::string_view text);

}  // namespace cudastdenv::query
