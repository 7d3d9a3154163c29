// SPDX-License-Identifier: MIT
#include "spelling/reading.hpp"

#include "tables/lookup.hpp"

namespace cudastdenv {

namespace spelling {

namespace {

constexpr bool is_one_of(char c, std::string_view characters) { return characters.find(c) != characters.npos; }

/// Takes `export `, `-D`, one of the names, a `:TYPE` and the sign off; unchanged where it is no assignment to a name.
void take_assignment(Piece& piece, std::span<const std::string_view> names) {
    Piece rest = piece;
    if (take(rest, "export ")) rest = trimmed(rest);
    (void)take(rest, "-D");
    for (const std::string_view name : names) {
        Piece value = rest;
        if (!take(value, name)) continue;
        if (take(value, ":")) {
            const std::size_t type = value.text.find('=');
            value = value.part(std::min(type, value.text.size()));
        }
        if (!take(value, "=")) continue;
        piece = trimmed(value);
        return;
    }
}

void take_quotes(Piece& piece) {
    if (piece.text.empty() || !is_one_of(piece.text.front(), "'\"")) return;
    const char quote = piece.text.front();
    if (piece.text.size() < 2 || piece.text.back() != quote) fail("list-unexpected", piece, "a closing quote");
    piece = trimmed(piece.part(1, piece.text.size() - 2));
}

/// The value alone, where a text may also be an assignment as a shell or a build script has it:
/// `NAME=value`, `export NAME='value'`, `-DNAME:STRING="value"`. Trimmed. Throws where a quote is not closed.
Piece value_of(std::string_view text, std::span<const std::string_view> names) {
    Piece piece = trimmed({text, 0});
    take_quotes(piece);
    take_assignment(piece, names);
    take_quotes(piece);
    return piece;
}

}  // namespace

void fail(std::string_view id, const Piece& found, std::string_view expected) {
    throw ListReadError{{id}, found.offset, std::string(found.text), expected};
}

Piece trimmed(Piece piece) {
    take_all(piece, white_space);
    return piece.part(0, piece.text.find_last_not_of(white_space) + 1);
}

bool take(Piece& piece, std::string_view prefix) {
    if (!piece.text.starts_with(prefix)) return false;
    piece = piece.part(prefix.size());
    return true;
}

Piece take_all(Piece& piece, std::string_view characters) {
    const std::size_t end = std::min(piece.text.find_first_not_of(characters), piece.text.size());
    const Piece word = piece.part(0, end);
    piece = piece.part(end);
    return word;
}

void TakenElsewhere::add_to(std::vector<Argument>& arguments) const {
    arguments.emplace_back("consumer", consumer);
    arguments.emplace_back("version", version);
    arguments.emplace_back("others", to_string(from ? *from : *until) + (from ? " or later does" : " or older does"));
}

ConsumerRules::ConsumerRules(const SpellingContext& context, std::string_view consumer)
    : tables_(context.tables), consumer_(find_by_id(context.tables.consumers, consumer)) {
    const Release* newest = context.release ? nullptr : newest_release(context.tables);
    release_ = newest ? newest->version : context.release.value_or(Version{});
    if (!consumer_) return;
    version_ = named_ = context.consumer.value_or(consumer_->newest);
    constexpr int highest_patch = 999999;
    if (version_.patch == -1) version_.patch = highest_patch;  // two numbers stand for the newest patch release
}

bool ConsumerRules::is_of_consumer(const auto& row) const {
    return consumer_ && row.consumer == consumer_->id && (!row.cuda || row.cuda->contains(release_));
}

bool ConsumerRules::holds(const auto& row) const {
    return is_of_consumer(row) && VersionRange{row.first, row.last}.contains(version_);
}

/// Calls `visit` with each row by which some version of the consumer takes the entry. One that has no entries but words
/// takes what a word stands for.
void ConsumerRules::for_each_row_of(Capability capability, const auto& visit) const {
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

Capability ConsumerRules::taken(Capability capability, const Piece& found) const {
    if (!takes(capability)) fail_not_taken(found, not_taken(capability));
    return capability;
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
void ConsumerRules::note_other_version(const auto& row, std::optional<TakenElsewhere>& found) const {
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

void fail_not_taken(const Piece& found, const std::optional<TakenElsewhere>& elsewhere) {
    if (!elsewhere) fail("list-unknown-name", found);
    Diagnostic what{"list-not-taken"};
    elsewhere->add_to(what.arguments);
    throw ListReadError{std::move(what), found.offset, std::string(found.text), {}};
}

}  // namespace spelling

ListReadResult Spelling::read(const SpellingContext& context, std::string_view text) const {
    try {
        Listing listing = read_value(context, names.front().empty() ? spelling::Piece{text, 0}
                                                                    : spelling::value_of(text, names));
        if (listing.entries.empty()) spelling::fail("list-empty", {text.substr(text.size()), text.size()});
        return listing;
    } catch (ListReadError& error) {
        return std::move(error);
    }
}

}  // namespace cudastdenv
