// SPDX-License-Identifier: MIT
#pragma once

/// Helpers of the readers. They work on pieces of the text that know their offset.

/// The rules of the program that reads a format, for one version of it, from the table of consumers.

#include "spelling/spell.hpp"

namespace cudastdenv::spelling {

struct Piece {
    std::string_view text;
    std::size_t offset = 0;  ///< of its first byte in the whole text

    [[nodiscard]] Piece part(std::size_t begin, std::size_t count = std::string_view::npos) const {
        return {text.substr(begin, count), offset + begin};
    }
};

inline constexpr std::string_view white_space = " \t\r\n";

/// `id` is that of a diagnostic.
[[noreturn]] void fail(std::string_view id, const Piece& found, std::string_view expected = {});

[[nodiscard]] Piece trimmed(Piece piece);

/// Removes `prefix` from the front; returns false and changes nothing if the piece does not start with it.
[[nodiscard]] bool take(Piece& piece, std::string_view prefix);

/// Removes all leading characters of this set and returns them.
Piece take_all(Piece& piece, std::string_view characters);

/// The nearest versions of a consumer that support an entry which this version does not.
struct TakenElsewhere {
    std::string_view consumer = {};     ///< its title, `PyTorch`
    Version version = {};               ///< as given: three numbers or two
    std::optional<Version> from = {};   ///< the next version that supports it; absent: no later one
    std::optional<Version> until = {};  ///< otherwise the last one that did
    SourceIds sources = {};             ///< of that

    /// Adds `{consumer}` and `{version}`, which do not support it, and the `{others}` that do.
    void add_to(std::vector<Argument>& arguments) const;
};

/// The rules of one version of a consumer with one release of CUDA. An unknown consumer supports nothing.
class ConsumerRules {
public:
    /// `consumer` is the name of a spelling. Points into the context's tables.
    ConsumerRules(const SpellingContext& context, std::string_view consumer);

    [[nodiscard]] bool is_known() const noexcept { return consumer_ != nullptr; }
    [[nodiscard]] bool takes(Capability capability) const;
    /// Returns the capability, whose text is `found`; throws if it is not supported.
    [[nodiscard]] Capability taken(Capability capability, const Piece& found) const;

    /// The row of a word; nullptr if this version does not have it.
    [[nodiscard]] const ConsumerWordRow* word(std::string_view word) const;
    /// The row of the longest word at the front of the text; nullptr if none.
    [[nodiscard]] const ConsumerWordRow* word_at_front(std::string_view text) const;
    /// The row of the word for exactly this entry; nullptr if no word is.
    [[nodiscard]] const ConsumerWordRow* word_for(Capability capability) const;
    /// Whether it supports a word for the GPUs of the machine or of the release.
    [[nodiscard]] bool takes_keyword(std::string_view word) const;

    /// Which other versions support it; absent if no version does.
    [[nodiscard]] std::optional<TakenElsewhere> not_taken(Capability capability) const;
    [[nodiscard]] std::optional<TakenElsewhere> not_taken(std::string_view word) const;

private:
    // Rows are of any of the consumers' tables.
    [[nodiscard]] bool is_of_consumer(const auto& row) const;
    [[nodiscard]] bool holds(const auto& row) const;
    void for_each_row_of(Capability capability, const auto& visit) const;
    void note_other_version(const auto& row, std::optional<TakenElsewhere>& found) const;

    const Tables& tables_;
    const ConsumerRow* consumer_;
    Version release_;  ///< of CUDA
    Version named_;    ///< the version as given
    Version version_;  ///< three numbers
};

/// Throws, with the versions that support it.
[[noreturn]] void fail_not_taken(const Piece& found, const std::optional<TakenElsewhere>& elsewhere);

}  // namespace cudastdenv::spelling
