// SPDX-License-Identifier: MIT
#pragma once

/// A piece of a log in the form that templates are compared with, without the additions of tools, terminals, web pages
/// and people; and the search for all templates.

#include "tables/message_template.hpp"

#include <cudastdenv/tables.hpp>

#include <bitset>
#include <cstring>
#include <variant>

namespace cudastdenv::diagnose {

/// Length of the prefix that a program adds to each line: `#12 3.4 ` of a Docker build, the time of a service.
[[nodiscard]] std::size_t prefix_of_line(std::string_view line) noexcept;

/// The text without the sequences of terminals: colours, titles.
[[nodiscard]] std::string without_escapes(std::string_view text);

/// The squeezed form of a log, with the origin of each byte.
class NormalizedLog {
public:
    /// Replaces the old content. `text` has less than 4 GiB.
    void assign(std::string_view text);

    [[nodiscard]] std::string_view text() const noexcept { return {text_.data(), size_}; }
    /// Offset of the byte at `index` in the assigned text.
    [[nodiscard]] std::size_t origin(std::size_t index) const noexcept {
        const auto page = std::ranges::upper_bound(page_begins_, index) - page_begins_.begin();
        return static_cast<std::size_t>(page) * page_size + places_[index];
    }

private:
    class Reader;

    // The origins are most of what the search writes, so they are kept short: the place in one page of the text.
    static constexpr std::size_t page_size = std::size_t{1} << 16;

    std::string text_;  // of which the first size_ bytes count
    std::vector<std::uint16_t> places_;
    std::vector<std::size_t> page_begins_;  // index of the first byte of each page but the first one, ascending
    std::size_t size_ = 0;
};

/// Searches a text for many words at once: at every second byte, four bytes are looked up in a table of the words'
/// bytes (after Wu and Manber 1994). Of each word the five bytes count that the other words and `frequent`, a text that
/// most logs have, have least often.
class WordSearch {
public:
    static constexpr std::size_t shortest_word = 5;

    explicit WordSearch(std::vector<std::string> words, std::string_view frequent = {});

    /// Calls `found(index of the word, index of its first byte)` for each word at each place, in no order.
    template <class Found>
    void search(std::string_view text, Found&& found) const {
        for (std::size_t at = next_taken(text, 0); at + key_size <= text.size(); at = next_taken(text, at + step)) {
            const std::uint32_t key = key_at(text, at);
            const std::size_t slot = slot_of(hash_of(key));
            for (const Entry& entry : std::span(entries_).subspan(first_[slot], first_[slot + 1] - first_[slot])) {
                if (entry.key != key || entry.offset > at) continue;
                const std::size_t begin = at - entry.offset, other = begin + entry.other;
                if (other + key_size > text.size() || key_at(text, other) != entry.other_key) continue;
                if (text.substr(begin).starts_with(words_[entry.word])) found(std::size_t{entry.word}, begin);
            }
        }
    }

private:
    static constexpr std::size_t key_size = 4;
    static constexpr std::size_t step = shortest_word - key_size + 1;
    static constexpr std::size_t hash_bits = 18, slot_bits = 13;

    /// Four bytes of a word, and the four that are furthest from them, with their offsets in it.
    struct Entry {
        std::uint32_t key;
        std::uint32_t other_key;
        std::uint16_t word;
        std::uint16_t offset;
        std::uint16_t other;
    };

    /// The next place, from `at` on, whose four bytes are of some word; otherwise the end of the text.
    [[nodiscard]] std::size_t next_taken(std::string_view text, std::size_t at) const noexcept;

    static std::uint32_t key_at(std::string_view text, std::size_t at) noexcept {
        std::uint32_t key = 0;
        std::memcpy(&key, text.data() + at, key_size);
        return key;
    }
    static std::uint32_t hash_of(std::uint32_t key) noexcept { return (key * 2654435761U) >> (32 - hash_bits); }
    static std::size_t slot_of(std::uint32_t hash) noexcept { return hash >> (hash_bits - slot_bits); }

    std::vector<std::string> words_;
    std::vector<Entry> entries_;  // by slot
    std::vector<std::uint32_t> first_;
    std::bitset<1 << hash_bits> taken_;  // the hashes of the keys; small, so that it stays in the cache
};

using TextRow = std::variant<const MessageTextRow*, const WrapperTextRow*, const SuccessTextRow*, const FactTextRow*,
                             const ErrorWordRow*, const GpuRow*>;

/// The value of a placeholder of a template, as plain text for sentences.
struct Capture {
    Fact fact = Fact::none;
    std::string text;
};

/// The name at the beginning of a text, if it began in the line before.
struct WrappedName {
    std::size_t begin = 0;
    Capture filling;
};

/// A text that was found. Indices are those of the squeezed log.
struct Fit {
    const TextRow* row = nullptr;
    std::size_t begin = 0, end = 0;
    std::size_t literals = 0;  ///< bytes of literal text that are there
    bool is_cut_off = false;   ///< the rest is missing
    std::vector<Capture> fillings = {};
    /// Set if the text begins with a name at the beginning of a line. The reader of the log, which knows all names,
    /// chooses.
    std::optional<WrappedName> wrapped = {};
};

class Patterns {
public:
    /// Keeps pointers to rows of `tables`.
    explicit Patterns(const Tables& tables);

    /// All texts in the log, unordered; of texts that report a fact, the first ones. `raw` is the log that was
    /// assigned.
    [[nodiscard]] std::vector<Fit> find_all(const NormalizedLog& log, std::string_view raw) const;

private:
    struct Pattern {
        TextRow row;
        std::vector<TemplatePart> parts;
        std::size_t anchor = 0;  ///< index of a part
        std::size_t literals = 0;
        bool ends_with_quote = false;  ///< the text does
    };
    class Fitting;

    void add(TextRow row, std::string_view text);
    void add(TextRow row, std::vector<TemplatePart> parts);
    void add_gpu(const GpuRow& row, std::string_view name);
    [[nodiscard]] std::vector<std::string> anchors();

    std::vector<Pattern> patterns_;
    std::vector<std::vector<std::uint16_t>> by_anchor_;
    WordSearch search_;
};

}  // namespace cudastdenv::diagnose
