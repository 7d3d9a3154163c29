// SPDX-License-Identifier: MIT
#pragma once

/// What the readers share. All of them work on pieces of the text that know where they stand.

/// The rules of the program that reads a spelling, as the table of consumers has them for one version of it.

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

/// Removes `prefix` from the front; false and unchanged where the piece does not start with it.
[[nodiscard]] bool take(Piece& piece, std::string_view prefix);

/// Takes all that is made of these characters off the front.
Piece take_all(Piece& piece, std::string_view characters);

/// A version of a consumer that does not take an entry, and the nearest that do.
struct TakenElsewhere {
    std::string_view consumer = {};     ///< its title, `PyTorch`
    Version version = {};               ///< as it was named: three numbers or two
    std::optional<Version> from = {};   ///< the next version that takes it; absent: none does
    std::optional<Version> until = {};  ///< otherwise the last one that did
    SourceIds sources = {};             ///< of that

    /// That `{consumer}` `{version}` does not take it, and which `{others}` do.
    void add_to(std::vector<Argument>& arguments) const;
};

/// The rules of one version of a consumer with one release of CUDA. A consumer that the tables lack takes nothing.
class ConsumerRules {
public:
    /// `consumer` is the name of a spelling. Points into the context's tables.
    ConsumerRules(const SpellingContext& context, std::string_view consumer);

    /// Whether the tables have the consumer.
    [[nodiscard]] bool is_known() const noexcept { return consumer_ != nullptr; }
    [[nodiscard]] bool takes(Capability capability) const;
    /// The capability, which stands in the text as `found`; throws where it is not taken.
    [[nodiscard]] Capability taken(Capability capability, const Piece& found) const;

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
    // Rows are of any of the consumers' tables.
    [[nodiscard]] bool is_of_consumer(const auto& row) const;
    [[nodiscard]] bool holds(const auto& row) const;
    void for_each_row_of(Capability capability, const auto& visit) const;
    void note_other_version(const auto& row, std::optional<TakenElsewhere>& found) const;

    const Tables& tables_;
    const ConsumerRow* consumer_;
    Version release_;  ///< of CUDA
    Version named_;    ///< the version as it was named
    Version version_;  ///< three numbers
};

/// Throws, with the versions that take it.
[[noreturn]] void fail_not_taken(const Piece& found, const std::optional<TakenElsewhere>& elsewhere);

}  // namespace cudastdenv::spelling
