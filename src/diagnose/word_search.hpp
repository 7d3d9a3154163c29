// SPDX-License-Identifier: MIT
#pragma once

/// Looks for many words in a text at once: at every second place four bytes are looked up in a table that holds those
/// of all words (after Wu and Manber 1994).

#include <cudastdenv/export.hpp>

#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
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

}  // namespace cudastdenv::diagnose
