// SPDX-License-Identifier: MIT
/// The messages of tools that a typed text can mean.
#include "core/text.hpp"
#include "diagnose/short_form.hpp"
#include "messages/message.hpp"
#include "query/answers.hpp"
#include "tables/lookup.hpp"

namespace cudastdenv::query {

namespace {

/// The text in lower case without quotes, with `…` for each number, as in printed wordings.
std::string with_gaps(std::string_view text) {
    std::string gapped;
    bool in_number = false;
    for (const char c : text) {
        const bool is_part = is_digit(c) || (in_number && c == '.');
        if (is_part && !in_number) gapped += "…";
        if (!is_part && !contains(std::string_view("\"'`"), c)) gapped += c;
        in_number = is_part;
    }
    return in_lower_case(gapped);
}

/// The words of a text that are letters, in lower case and with one form for all negations: `libcudart`, `so`, `not`
/// and `found` of `libcudart.so.12 not found`. Words with a number are omitted.
std::set<std::string> letters_in(std::string_view text) {
    constexpr std::string_view little = "a an and are be by for in is it of on or the to was with your";
    constexpr std::string_view negations = "no cannot cant couldnt doesnt dont failed isnt unable without";
    std::set<std::string> words;
    std::string word;
    for (const char c : fmt::format("{} ", text)) {
        if (is_letter(c) || is_digit(c) || c == '_') {
            word += lower_case(c);
        } else if (c != '\'' && !word.empty()) {
            if (is_one_of(word, negations)) word = "not";
            if (word == "find") word = "found";
            const bool is_number = std::ranges::any_of(word, is_digit);
            if (word.size() > 1 && !is_number && !is_one_of(word, little)) words.insert(word);
            word.clear();
        }
    }
    return words;
}

/// The messages with a wording that matches; the one with the shortest wording comes first.
template <class Matches>
std::vector<const MessageRow*> messages_where(const Tables& tables, Matches matches) {
    std::vector<const MessageTextRow*> wordings;
    for (const MessageTextRow& wording : tables.message_texts)
        if (matches(wording)) wordings.push_back(&wording);
    std::ranges::stable_sort(wordings, {}, [](const MessageTextRow* wording) { return wording->text.size(); });
    std::vector<const MessageRow*> found;
    for (const MessageTextRow* wording : wordings)
        if (const MessageRow* row = find_by_id(tables.messages, wording->message); !contains(found, row))
            found.push_back(row);
    return found;
}

/// The messages with a wording that contains the text.
std::vector<const MessageRow*> messages_with(const Tables& tables, std::string_view text) {
    constexpr std::size_t shortest = 9;
    const std::string part = with_gaps(trimmed(text));
    if (part.size() < shortest) return {};
    return messages_where(tables, [&](const MessageTextRow& wording) {
        return with_gaps(messages::as_printed(wording.text)).find(part) != std::string::npos;
    });
}

/// The messages whose id consists of words of the text: `gcc-too-new` for `gcc version too new`.
std::vector<const MessageRow*> messages_by_id(const Tables& tables, std::string_view text) {
    const std::set<std::string> typed = letters_in(text);
    std::vector<const MessageRow*> found;
    for (const MessageRow& row : tables.messages) {
        const std::set<std::string> words = letters_in(row.id);
        if (words.size() > 1 && std::ranges::includes(typed, words)) found.push_back(&row);
    }
    std::ranges::stable_sort(found, std::greater{}, [](const MessageRow* row) { return row->id.size(); });
    return found;
}

/// The messages whose id and wording contain all the words of a text with "not", in any order: `CUDA_HOME not set`.
std::vector<const MessageRow*> messages_by_words(const Tables& tables, std::string_view text) {
    const std::set<std::string> typed = letters_in(text);
    if (pieces_of(text, ' ').size() < 3 || typed.size() < 2 || !typed.contains("not")) return {};
    return messages_where(tables, [&](const MessageTextRow& wording) {
        const std::string printed = messages::as_printed(wording.text);
        return std::ranges::includes(letters_in(fmt::format("{} {}", wording.message, printed)), typed);
    });
}

}  // namespace

std::vector<const MessageRow*> messages_like(const Tables& tables, std::string_view text) {
    const std::string printed = diagnose::as_printed_by_a_tool(text);
    const auto seen = printed.empty() ? std::vector<diagnose::SeenMessage>() : read_log_text(tables, printed).messages;
    std::vector<const MessageRow*> by_tool;
    if (!seen.empty()) by_tool.push_back(find_by_id(tables.messages, seen.front().wording->message));
    if (!by_tool.empty() && trimmed(text).ends_with(" not found")) return by_tool;
    const auto by_id = messages_by_id(tables, text);
    if (auto parts = messages_with(tables, text); !parts.empty()) {
        std::stable_partition(parts.begin(), parts.end(), [&](const MessageRow* row) { return contains(by_id, row); });
        return parts;
    }
    const auto typed = read_log_text(tables, text).messages;
    if (!std::ranges::all_of(typed, &diagnose::SeenMessage::is_partial)) return {};
    if (!by_tool.empty()) return by_tool;
    return by_id.empty() ? messages_by_words(tables, text) : by_id;
}

bool is_like_a_message(std::string_view text) {
    constexpr std::string_view words =
        "cannot crash denied error errors exception failed failure fatal fault fails illegal insufficient invalid "
        "mismatch missing no not out too unable undefined unknown unresolved unsupported warning";
    return std::ranges::any_of(pieces_of(text, ' '),
                               [&](std::string_view word) { return is_one_of(without_marks(word), words); });
}

}  // namespace cudastdenv::query
