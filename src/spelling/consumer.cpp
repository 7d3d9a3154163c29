// SPDX-License-Identifier: MIT
#include "spelling/consumer.hpp"

#include "tables/lookup.hpp"

#include <algorithm>

namespace cudastdenv {

std::optional<ConsumerVersion> consumer_of(const Spelling& spelling, const SpellingContext& context) {
    const ConsumerRow* consumer = find_consumer(context.tables, spelling.name);
    if (!consumer) return std::nullopt;
    return ConsumerVersion{consumer->id, context.consumer.value_or(consumer->newest)};
}

}  // namespace cudastdenv

namespace cudastdenv::spelling {

namespace {

/// No patch release has a higher number.
constexpr int any_patch = 999999;

/// Two numbers stand for the newest patch release.
Version with_patch(Version version) {
    if (version.patch == -1) version.patch = any_patch;
    return version;
}

Version release_of(const SpellingContext& context) {
    if (context.release) return *context.release;
    const Release* newest = newest_release(context.tables);
    return newest ? newest->version : Version{};
}

}  // namespace

ConsumerRules::ConsumerRules(const SpellingContext& context, std::string_view consumer)
    : tables_(context.tables), consumer_(find_consumer(context.tables, consumer)), release_(release_of(context)) {
    if (!consumer_) return;
    named_ = context.consumer.value_or(consumer_->newest);
    version_ = with_patch(named_);
}

template <class Row>
bool ConsumerRules::is_of_consumer(const Row& row) const {
    return consumer_ && row.consumer == consumer_->id && (!row.cuda || row.cuda->contains(release_));
}

template <class Row>
bool ConsumerRules::holds(const Row& row) const {
    return is_of_consumer(row) && VersionRange{row.first, row.last}.contains(version_);
}

/// Calls `visit` with each row by which some version of the consumer takes the entry. One that has no entries but words
/// takes what a word stands for.
template <class Visit>
void ConsumerRules::for_each_row_of(Capability capability, const Visit& visit) const {
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
        if (is_of_consumer(row) && row.entries.size() == 1 && row.entries.front() == capability) visit(row);
}

bool ConsumerRules::takes(Capability capability) const {
    bool found = false;
    for_each_row_of(capability, [&](const auto& row) { found = found || holds(row); });
    return found;
}

const ConsumerWordRow* ConsumerRules::word(std::string_view word) const {
    for (const ConsumerWordRow& row : tables_.consumer_words)
        if (row.word == word && holds(row)) return &row;
    return nullptr;
}

const ConsumerWordRow* ConsumerRules::word_at_front(std::string_view text) const {
    const ConsumerWordRow* longest = nullptr;
    for (const ConsumerWordRow& row : tables_.consumer_words)
        if (text.starts_with(row.word) && holds(row) && (!longest || row.word.size() > longest->word.size()))
            longest = &row;
    return longest;
}

const ConsumerWordRow* ConsumerRules::word_for(Capability capability) const {
    for (const ConsumerWordRow& row : tables_.consumer_words)
        if (row.entries.size() == 1 && row.entries.front() == capability && holds(row)) return &row;
    return nullptr;
}

bool ConsumerRules::takes_keyword(std::string_view word) const {
    const ConsumerWordRow* row = this->word(word);
    return row && row->entries.empty();
}

/// Keeps the next version that takes it; where none does, the last one that did.
template <class Row>
void ConsumerRules::note_other_version(const Row& row, std::optional<TakenElsewhere>& found) const {
    const bool is_later = is_before(version_, row.first);
    if (!is_later && !(row.last && is_before(*row.last, version_))) return;
    if (!found) found = TakenElsewhere{.consumer = consumer_->title, .version = named_};
    const bool is_nearer = is_later ? !found->from || row.first < *found->from
                                    : !found->from && (!found->until || *found->until < *row.last);
    if (!is_nearer) return;
    (is_later ? found->from : found->until) = is_later ? row.first : *row.last;
    found->sources = row.sources;
}

std::optional<TakenElsewhere> ConsumerRules::not_taken(Capability capability) const {
    std::optional<TakenElsewhere> found;
    for_each_row_of(capability, [&](const auto& row) { note_other_version(row, found); });
    return found;
}

std::optional<TakenElsewhere> ConsumerRules::not_taken(std::string_view word) const {
    std::optional<TakenElsewhere> found;
    for (const ConsumerWordRow& row : tables_.consumer_words)
        if (row.word == word && is_of_consumer(row)) note_other_version(row, found);
    return found;
}

std::optional<Capability> taken_entry(const ConsumerRules& rules, Capability capability) {
    for (const Capability entry : {capability, baseline_of(capability)})
        if (rules.takes(entry)) return entry;
    return std::nullopt;
}

void fail_not_taken(const Piece& found, std::optional<TakenElsewhere> other_versions) {
    throw ListReadError{.kind = ListReadError::Kind::unknown_name,
                        .offset = found.offset,
                        .found = std::string(found.text),
                        .expected = {},
                        .not_taken = other_versions};
}

}  // namespace cudastdenv::spelling
