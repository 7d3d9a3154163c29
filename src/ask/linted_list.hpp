// SPDX-License-Identifier: MIT
#pragma once

#include "ask/consumer_name.hpp"
#include "ask/context.hpp"
#include "ask/texts.hpp"
#include "words/lint.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::asking {

/// What --format says where the text says it: the default.
inline constexpr std::string_view guessed_spelling = "auto";

/// The release that lists are held against. Throws BadInput.
[[nodiscard]] const Release& read_linted_release(const Context& context, const Texts& texts);

/// A list that was read and judged.
class LintedList {
public:
    /// `context` is used as long as this lives. Throws BadInput.
    LintedList(const Context& context, const Texts& texts);
    LintedList(const LintedList&) = delete;
    LintedList& operator=(const LintedList&) = delete;

    /// Whether no spelling was named, and the likeliest is taken.
    [[nodiscard]] bool is_guessed() const noexcept { return is_guessed_; }
    /// What to say of the consumer that was named; empty: nothing.
    [[nodiscard]] std::string consumer_note() const { return newer_consumer_message(consumer_); }
    [[nodiscard]] const Listing& listing() const noexcept { return listing_; }
    [[nodiscard]] LintAnswer answer() const;

private:
    [[nodiscard]] SpellingContext spelling_context() const;

    const Context& context_;
    const Release& release_;
    std::string cuda_requested_;
    std::string text_;
    bool is_guessed_;
    std::optional<NamedConsumer> consumer_;
    std::vector<const Spelling*> fitting_;  ///< the first one counts
    Listing listing_;
    std::string_view system_;
    std::vector<Finding> findings_;
    Spelled fixed_;
};

}  // namespace cudastdenv::asking
