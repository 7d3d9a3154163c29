// SPDX-License-Identifier: MIT
#pragma once

/// Looks for many words in a text at once: at every second place four bytes are looked up in a table that holds those
/// of all words (after Wu and Manber 1994).

/// Every text that a log is searched for, ready for the search.

#include "diagnose/squeezed_log.hpp"
#include "tables/message_template.hpp"

#include <cudastdenv/tables.hpp>

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace cudastdenv::diagnose {

class WordSearch {
public:
    /// Bytes that a word has at least.
    static constexpr std::size_t shortest_word = 5;

    explicit WordSearch(std::vector<std::string> words);

    /// Calls `found(index of the word, index of its first byte)` for each word at each place.
    template <class Found>
    void search(std::string_view text, Found&& found) const {
        for (std::size_t at = 0; at + key_size <= text.size(); at += step) {
            const std::uint32_t key = key_at(text, at);
            const std::size_t slot = slot_of(key);
            if (!is_taken_[slot]) continue;
            for (const Entry& entry : std::span(entries_).subspan(first_[slot], first_[slot + 1] - first_[slot])) {
                if (entry.key != key || entry.offset > at) continue;
                const std::size_t begin = at - entry.offset;
                if (text.substr(begin).starts_with(words_[entry.word])) found(std::size_t{entry.word}, begin);
            }
        }
    }

private:
    static constexpr std::size_t key_size = 4;
    static constexpr std::size_t step = shortest_word - key_size + 1;
    static constexpr std::size_t slot_count = 1 << 15;

    /// Four bytes of a word, and where in it they stand.
    struct Entry {
        std::uint32_t key;
        std::uint16_t word;
        std::uint16_t offset;
    };

    static std::uint32_t key_at(std::string_view text, std::size_t at) noexcept {
        std::uint32_t key = 0;
        std::memcpy(&key, text.data() + at, key_size);
        return key;
    }
    static std::size_t slot_of(std::uint32_t key) noexcept { return (key * 2654435761U) >> 17; }

    std::vector<std::string> words_;
    std::vector<Entry> entries_;  // by slot
    std::vector<std::uint32_t> first_;
    std::array<bool, slot_count> is_taken_{};
};

/// A row whose text was found.
using TextRow = std::variant<const MessageTextRow*, const WrapperTextRow*, const SuccessTextRow*, const FactTextRow*,
                             const ErrorWordRow*, const GpuRow*>;

/// What a hole of a template held, as plain text: it goes into sentences.
struct Filling {
    Fact fact = Fact::none;
    std::string text;
};

/// The name that a text begins with, if it began a line further up and was wrapped.
struct WrappedName {
    std::size_t begin = 0;
    Filling filling;
};

/// A place at which a text was found. Indices are those of the squeezed log.
struct Fit {
    const TextRow* row = nullptr;
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t literals = 0;  ///< bytes of literal text that are there
    bool is_cut_off = false;   ///< the rest is not there
    std::vector<Filling> fillings = {};
    /// Where the text begins with a name at the beginning of a line. Which of the two it is only who knows all names
    /// can tell.
    std::optional<WrappedName> wrapped = {};
};

class Patterns {
public:
    /// Keeps pointers to rows of `tables`.
    explicit Patterns(const Tables& tables);

    /// All texts that are in the log, in no particular order; of one that says a fact, the first ones. `raw` is what
    /// the log was assigned.
    [[nodiscard]] std::vector<Fit> find_all(const SqueezedLog& log, std::string_view raw) const;

private:
    struct Pattern {
        TextRow row;
        std::vector<TemplatePart> parts;
        std::size_t anchor = 0;  ///< index of a part
        std::size_t literals = 0;
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
