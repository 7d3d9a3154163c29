// SPDX-License-Identifier: MIT
#include "ask/names.hpp"

#include "ask/bad_input.hpp"
#include "ask/owned_request.hpp"
#include "core/text.hpp"
#include "words/lists.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>
#include <variant>
#include <vector>

namespace cudastdenv::asking {

namespace {

constexpr std::string_view separators_of_version = " \t-_=@:/~";

bool is_separator(char c) { return separators_of_version.find(c) != separators_of_version.npos; }

/// Takes a word off the end, where a separator stands before it.
void take_last_word(std::string_view& text, std::string_view word) {
    if (text.size() > word.size() && text.ends_with(word) && is_separator(text[text.size() - word.size() - 1]))
        text.remove_suffix(word.size());
}

void take_separators_at_end(std::string_view& text) {
    while (!text.empty() && is_separator(text.back())) text.remove_suffix(1);
}

/// What was typed, cut in two: `torch` and `2.7.0+cu128`.
struct TypedConsumer {
    std::string name;          ///< in lower case, with hyphens
    std::string_view version;  ///< empty: there is none
};

TypedConsumer cut_in_two(std::string_view text) {
    text = trimmed(text);
    const auto digit = std::ranges::find_if(text, is_digit);
    const auto length = static_cast<std::size_t>(digit - text.begin());
    std::string_view name = text.substr(0, length);
    for (const std::string_view word : {"v", "version"}) {
        take_last_word(name, word);
        take_separators_at_end(name);
    }
    TypedConsumer typed{in_lower_case(name), text.substr(length)};
    std::ranges::replace(typed.name, '_', '-');
    return typed;
}

/// `2.7.0` of `2.7.0+cu128`, `4.6.1` of `4.6.01`, `2.8.3` of `2.8.3.post2`; nothing where no such version begins it.
std::optional<Version> version_at_front(std::string_view text) {
    const std::string_view numbers = leading_version(text);
    const std::string_view rest = text.substr(numbers.size());
    constexpr std::array<std::string_view, 5> of_releases{"rc", "a", "b", "dev", "post"};
    const bool goes_on = !rest.empty() && lower_case(rest.front()) >= 'a' && lower_case(rest.front()) <= 'z' &&
                         std::ranges::none_of(of_releases, [&](std::string_view end) { return rest.starts_with(end); });
    if (goes_on) return std::nullopt;
    std::vector<std::string_view> pieces = pieces_of(numbers, '.');
    for (std::string_view& piece : pieces)
        if (piece.size() > 1) piece.remove_prefix(std::min(piece.find_first_not_of('0'), piece.size() - 1));
    return parse_version(fmt::format("{}", fmt::join(pieces, ".")));
}

bool is_called(const ConsumerRow& consumer, std::string_view name) {
    return consumer.id == name || equal_in_any_case(consumer.title, name);
}

[[noreturn]] void fail_unknown_consumer(const Tables& tables, std::string_view text, std::string_view name) {
    std::vector<std::string_view> ids;
    for (const ConsumerRow& row : tables.consumers) ids.push_back(row.id);
    if (const Spelling* spelling = name.empty() ? nullptr : spelling_called(name))
        throw BadInput(InputError::unknown, "the rules of {} are not known by version{}; those of {} are",
                       spelling->name,
                       spelling->unasked_ptx_until ? ", and --compiler names the one that reads a list" : "",
                       fmt::join(ids, ", "));
    throw BadInput(InputError::unknown, "unknown consumer {}{}", in_quotes(text), suggestion(name, ids));
}

}  // namespace

NamedConsumer read_consumer(const Tables& tables, std::string_view text) {
    const TypedConsumer typed = cut_in_two(text);
    const auto found = std::ranges::find_if(tables.consumers,
                                            [&](const ConsumerRow& row) { return is_called(row, typed.name); });
    if (found == tables.consumers.end()) fail_unknown_consumer(tables, text, typed.name);
    const ConsumerRow& consumer = *found;
    if (typed.version.empty()) return {&consumer, consumer.newest, std::nullopt};
    const Version version = needed(version_at_front(typed.version), InputError::malformed,
                                   "{} names no version of {}; one looks like {}-{}", in_quotes(text), consumer.title,
                                   consumer.id, to_string(consumer.newest));
    if (is_before(version, consumer.oldest))
        throw BadInput(InputError::unknown, "{} {} is too old: its lists are known from {} on", consumer.title,
                       to_string(version), to_string(consumer.oldest));
    if (is_before(consumer.newest, version)) return {&consumer, consumer.newest, version};
    return {&consumer, version, std::nullopt};
}

ChosenSpelling read_chosen_spelling(const Tables& tables, const Texts& texts, std::string_view otherwise) {
    if (!texts.has("consumer")) return {read_spelling_name(texts.value_or("format", otherwise)), std::nullopt};
    const NamedConsumer named = read_consumer(tables, texts.value("consumer"));
    const Spelling& spelling = read_spelling_name(texts.value_or("format", named.consumer->id));
    if (spelling.name != named.consumer->id)
        throw BadInput(InputError::contradiction, "{} reads no list for {}: leave --format out, or give --format {}",
                       named.consumer->title, spelling.name, named.consumer->id);
    return {spelling, named};
}

SpellingContext context_of(const Tables& tables, std::string_view system, Version release,
                           const std::optional<NamedConsumer>& consumer) {
    return {tables, system, release, consumer ? std::optional(consumer->version) : std::nullopt};
}

std::string newer_consumer_message(const std::optional<NamedConsumer>& consumer) {
    if (!consumer || !consumer->newer) return "";
    return fmt::format("{} {} is newer than {}, the newest that was read and whose rules are followed",
                       consumer->consumer->title, to_string(*consumer->newer), to_string(consumer->version));
}

namespace {

/// `TORCH_CUDA_ARCH_LIST` of `-DTORCH_CUDA_ARCH_LIST=...`
std::string_view without_assignment(std::string_view text) {
    take_prefix(text, "-D");
    return text.substr(0, text.find('='));
}

/// Names of programs, variables and options, in a sentence of other words.
std::vector<std::string_view> names_in(std::string_view sentence) {
    std::vector<std::string_view> names;
    for (std::string_view word : pieces_of(sentence, ' ')) {
        while (word.ends_with(',') || word.ends_with('*') || word.ends_with('_')) word.remove_suffix(1);
        const bool is_owner = word.ends_with("'s");
        if (is_owner) word.remove_suffix(2);
        const bool is_name =
            is_owner || std::ranges::any_of(word, [](char c) { return c == '_' || c == '-' || lower_case(c) != c; });
        if (is_name && word != "CUDA") names.push_back(word);
    }
    return names;
}

}  // namespace

const Spelling* spelling_called(std::string_view text) {
    const std::string_view name = without_assignment(text);
    if (name.empty()) return nullptr;
    for (const Spelling& spelling : spellings())
        if (equal_in_any_case(spelling.name, name)) return &spelling;
    for (const Spelling& spelling : spellings())
        for (const std::string_view known : names_in(spelling.summary))
            if (equal_in_any_case(known, name)) return &spelling;
    return nullptr;
}

const Spelling& read_spelling_name(std::string_view name) {
    if (const Spelling* spelling = spelling_called(name)) return *spelling;
    return read_row("format", name, spellings(), &Spelling::name);
}

Listing read_listing(const Spelling& spelling, const SpellingContext& context, std::string_view text) {
    ListReadResult read = spelling.read(context, text);
    if (const auto* error = std::get_if<ListReadError>(&read))
        throw BadInput(InputError::malformed, words::list_error_message(spelling.name, text, *error));
    return std::get<Listing>(std::move(read));
}

BuildList read_build_list(const Tables& tables, Version release, const Listing& listing) {
    auto expanded = expand(tables, release, listing);
    if (std::holds_alternative<NativeUnknown>(expanded))
        throw BadInput(InputError::not_here,
                       "'native' means the GPUs of the machine that builds, which only that machine knows: "
                       "write their capabilities instead");
    return std::get<BuildList>(std::move(expanded));
}

}  // namespace cudastdenv::asking
