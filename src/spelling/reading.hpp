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

/// The pieces between separators; nothing between two of them is an empty piece.
[[nodiscard]] std::vector<Piece> split(Piece piece, std::string_view separators);

/// The pieces between runs of separators; none is empty.
[[nodiscard]] std::vector<Piece> words(Piece piece, std::string_view separators = white_space);

/// Takes all that is made of these characters off the front.
Piece take_all(Piece& piece, std::string_view characters);

/// The value alone, where a text may also be an assignment as a shell or a build script has it:
/// `NAME=value`, `export NAME='value'`, `-DNAME:STRING="value"`. Trimmed. Throws where a quote is not closed.
[[nodiscard]] Piece value_of(std::string_view text, std::span<const std::string_view> names);

/// The whole piece as a capability; throws list-no-architecture.
[[nodiscard]] Capability dotted(const Piece& piece);  ///< `9.0a`
/// `sm_90a` with `sm_` as prefix; with an empty one, `90a`.
[[nodiscard]] Capability prefixed(const Piece& piece, std::string_view prefix);

/// The first entries of a listing, so that readers can say what an entry is in one line. `with_ptx`: PTX of the same
/// comes along.
[[nodiscard]] ListEntry real_entry(const Piece& piece, Capability capability, bool with_ptx = false);
[[nodiscard]] ListEntry ptx_entry(const Piece& piece, Capability capability);
/// `sm_90a` as machine code, `compute_90a` as PTX; throws list-no-architecture.
[[nodiscard]] ListEntry code_entry(const Piece& piece);
[[nodiscard]] ListEntry keyword_entry(const Piece& piece, ListKeyword keyword);

/// What an entry that is no keyword is built for.
[[nodiscard]] inline Capability target_of(const ListEntry& entry) { return entry.real ? *entry.real : *entry.ptx; }

/// Says from which PTX an entry is compiled. nvcc 13.0 names machine code made from family-specific PTX
/// family-specific: of compute_100f, sm_103 becomes sm_103f.
void compile_from(ListEntry& entry, Capability arch);

/// What follows `-gencode`, taken off the front: `arch=compute_80,code=sm_80`, or the two the other way round.
void take_gencode_pair(Piece& rest, Listing& listing);

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
