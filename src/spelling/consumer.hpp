// SPDX-License-Identifier: MIT
#pragma once

/// The rules of the program that reads a spelling, as the table of consumers has them for one version of it.

#include "spelling/reading.hpp"

#include <optional>
#include <string_view>

namespace cudastdenv::spelling {

/// The rules of one version of a consumer with one release of CUDA. A consumer that the tables lack takes nothing.
class ConsumerRules {
public:
    /// `consumer` is the name of a spelling. Points into the context's tables.
    ConsumerRules(const SpellingContext& context, std::string_view consumer);

    [[nodiscard]] bool takes(Capability capability) const;

    /// The row of a word; nullptr: it is none of this version's.
    [[nodiscard]] const ConsumerWordRow* word(std::string_view word) const;
    /// The row of the longest word that the text begins with; nullptr likewise.
    [[nodiscard]] const ConsumerWordRow* word_at_front(std::string_view text) const;
    /// The row of the word that stands for this entry and no other; nullptr: there is none.
    [[nodiscard]] const ConsumerWordRow* word_for(Capability capability) const;
    /// Whether it takes the word that means what the machine or the release has.
    [[nodiscard]] bool takes_keyword(std::string_view word) const;

    /// Which other versions take what this one does not; absent where none does.
    [[nodiscard]] std::optional<TakenElsewhere> not_taken(Capability capability) const;
    [[nodiscard]] std::optional<TakenElsewhere> not_taken(std::string_view word) const;

private:
    template <class Row>
    [[nodiscard]] bool is_of_consumer(const Row& row) const;
    template <class Row>
    [[nodiscard]] bool holds(const Row& row) const;
    template <class Visit>
    void for_each_row_of(Capability capability, const Visit& visit) const;
    template <class Row>
    void note_other_version(const Row& row, std::optional<TakenElsewhere>& found) const;

    const Tables& tables_;
    const ConsumerRow* consumer_;
    Version release_;  ///< of CUDA
    Version named_;    ///< the version as it was named
    Version version_;  ///< three numbers
};

/// What the version builds for an entry: the same, or its number where only the suffix is not taken, or nothing.
[[nodiscard]] std::optional<Capability> taken_entry(const ConsumerRules& rules, Capability capability);

/// Throws unknown_name, with the versions that take it.
[[noreturn]] void fail_not_taken(const Piece& found, std::optional<TakenElsewhere> other_versions);

}  // namespace cudastdenv::spelling
