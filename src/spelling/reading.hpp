// SPDX-License-Identifier: MIT
#pragma once

/// Helpers of the readers. They work on pieces of the text that know their offset.

#include "spelling/spell.hpp"
#include "tables/lookup.hpp"

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
[[noreturn]] inline void fail(std::string_view id, const Piece& found, std::string_view expected = {}) {
    throw ListReadError{{id}, found.offset, std::string(found.text), expected};
}

/// Removes `prefix` from the front; returns false and changes nothing if the piece does not start with it.
[[nodiscard]] inline bool take(Piece& piece, std::string_view prefix) {
    if (!piece.text.starts_with(prefix)) return false;
    piece = piece.part(prefix.size());
    return true;
}

/// Removes all leading characters of this set and returns them.
inline Piece take_all(Piece& piece, std::string_view characters) {
    const std::size_t end = std::min(piece.text.find_first_not_of(characters), piece.text.size());
    const Piece word = piece.part(0, end);
    piece = piece.part(end);
    return word;
}

[[nodiscard]] inline Piece trimmed(Piece piece) {
    take_all(piece, white_space);
    return piece.part(0, piece.text.find_last_not_of(white_space) + 1);
}

/// The nearest versions of a consumer that support an entry which this version does not.
struct OtherVersions {
    std::string_view consumer = {};     ///< its title, `PyTorch`
    Version version = {};               ///< as given: three numbers or two
    std::optional<Version> from = {};   ///< the next version that supports it; absent: no later one
    std::optional<Version> until = {};  ///< otherwise the last one that did
    SourceIds sources = {};             ///< of that

    /// `{consumer}` and `{version}`, which do not support it, and the `{others}` that do.
    [[nodiscard]] std::vector<Argument> arguments() const {
        const std::string others = from ? to_string(*from) + " or later does" : to_string(*until) + " or older does";
        return {{"consumer", consumer}, {"version", version}, {"others", others}};
    }
};

/// Throws, with the versions that support it.
[[noreturn]] inline void fail_unsupported(const Piece& found, const std::optional<OtherVersions>& others) {
    if (!others) fail("list-unknown-name", found);
    throw ListReadError{{"list-not-taken", others->arguments()}, found.offset, std::string(found.text), {}};
}

/// The rules of the program that reads a format: one version of it, with one release of CUDA. An unknown consumer
/// supports nothing.
class ConsumerRules {
public:
    /// `consumer` is the name of a spelling. Points into the context's tables.
    ConsumerRules(const SpellingContext& context, std::string_view consumer)
        : tables_(context.tables), consumer_(find_by_id(context.tables.consumers, consumer)) {
        const Release* newest = context.release ? nullptr : newest_release(context.tables);
        release_ = newest ? newest->version : context.release.value_or(Version{});
        if (!consumer_) return;
        version_ = named_ = context.consumer.value_or(consumer_->newest);
        constexpr int highest_patch = 999999;
        if (version_.patch == -1) version_.patch = highest_patch;  // two numbers mean the newest patch release
    }

    [[nodiscard]] bool is_known() const noexcept { return consumer_ != nullptr; }

    [[nodiscard]] bool supports(Capability capability) const {
        bool found = false;
        for_each_row_of(capability, [&](const auto& row) { found = found || holds(row); });
        return found;
    }

    /// Returns the capability, whose text is `found`; throws if it is not supported.
    [[nodiscard]] Capability supported(Capability capability, const Piece& found) const {
        if (!supports(capability)) fail_unsupported(found, other_versions(capability));
        return capability;
    }

    /// The row of a word; nullptr if this version does not have it.
    [[nodiscard]] const ConsumerWordRow* find_word(std::string_view word) const {
        return find_in(tables_.consumer_words, true,
                       [&](const ConsumerWordRow& row) { return row.word == word && holds(row); });
    }

    /// The row of the longest word at the front of the text; nullptr if none.
    [[nodiscard]] const ConsumerWordRow* word_at_front(std::string_view text) const {
        const ConsumerWordRow* longest = nullptr;
        for (const ConsumerWordRow& row : tables_.consumer_words)
            if (text.starts_with(row.word) && holds(row) && (!longest || row.word.size() > longest->word.size()))
                longest = &row;
        return longest;
    }

    /// The row of the word for exactly this entry; nullptr if no word is.
    [[nodiscard]] const ConsumerWordRow* word_for(Capability capability) const {
        return find_in(tables_.consumer_words, true,
                       [&](const ConsumerWordRow& row) { return is_word_for(row, capability) && holds(row); });
    }

    /// Whether it supports a word for the GPUs of the machine or of the release.
    [[nodiscard]] bool supports_keyword(std::string_view word) const {
        const ConsumerWordRow* row = find_word(word);
        return row && row->entries.empty();
    }

    /// Which other versions support it; absent if no version does.
    [[nodiscard]] std::optional<OtherVersions> other_versions(Capability capability) const {
        std::optional<OtherVersions> found;
        for_each_row_of(capability, [&](const auto& row) { note_other_version(row, found); });
        return found;
    }
    [[nodiscard]] std::optional<OtherVersions> other_versions(std::string_view word) const {
        std::optional<OtherVersions> found;
        for (const ConsumerWordRow& row : tables_.consumer_words)
            if (row.word == word && is_of_consumer(row)) note_other_version(row, found);
        return found;
    }

private:
    // Rows are of any of the consumers' tables.
    bool is_of_consumer(const auto& row) const {
        return consumer_ && row.consumer == consumer_->id && (!row.cuda || row.cuda->contains(release_));
    }
    bool holds(const auto& row) const {
        return is_of_consumer(row) && VersionRange{row.first, row.last}.contains(version_);
    }
    static bool is_word_for(const ConsumerWordRow& row, Capability capability) {
        return row.entries.size() == 1 && row.entries.front() == capability;
    }

    /// Calls `visit` with each row by which some version of the consumer supports the entry. A consumer that has words
    /// only supports the entries of its words.
    void for_each_row_of(Capability capability, const auto& visit) const {
        bool has_entries = false;
        for (const ConsumerEntriesRow& row : tables_.consumer_entries) {
            if (!is_of_consumer(row)) continue;
            has_entries = true;
            if (std::ranges::binary_search(row.entries, capability)) visit(row);
        }
        for (const ConsumerRangeRow& row : tables_.consumer_ranges) {
            if (!is_of_consumer(row)) continue;
            has_entries = true;
            if (row.holds(capability)) visit(row);
        }
        if (has_entries) return;
        for (const ConsumerWordRow& row : tables_.consumer_words)
            if (is_of_consumer(row) && is_word_for(row, capability)) visit(row);
    }

    /// Keeps the next version that supports it, otherwise the last one that did.
    void note_other_version(const auto& row, std::optional<OtherVersions>& found) const {
        const bool is_later = is_before(version_, row.first);
        if (!is_later && !(row.last && is_before(*row.last, version_))) return;
        if (!found) found = OtherVersions{.consumer = consumer_->title, .version = named_};
        const bool is_nearer = is_later ? !found->from || row.first < *found->from
                                        : !found->from && (!found->until || *found->until < *row.last);
        if (!is_nearer) return;
        (is_later ? found->from : found->until) = is_later ? row.first : *row.last;
        found->sources = row.sources;
    }

    const Tables& tables_;
    const ConsumerRow* consumer_;
    Version release_;  ///< of CUDA
    Version named_;    ///< the version as given
    Version version_;  ///< three numbers
};

}  // namespace cudastdenv::spelling
