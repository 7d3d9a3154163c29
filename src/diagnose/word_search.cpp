// SPDX-License-Identifier: MIT
#include "diagnose/word_search.hpp"

#include <algorithm>

namespace cudastdenv::diagnose {

WordSearch::WordSearch(std::vector<std::string> words) : words_(std::move(words)), first_(slot_count + 1, 0) {
    for (std::size_t word = 0; word < words_.size(); ++word)
        for (std::size_t offset = 0; offset < step; ++offset)
            entries_.push_back(
                {key_at(words_[word], offset), static_cast<std::uint16_t>(word), static_cast<std::uint16_t>(offset)});
    std::ranges::stable_sort(entries_, {}, [](const Entry& entry) { return slot_of(entry.key); });
    for (const Entry& entry : entries_) {
        is_taken_[slot_of(entry.key)] = true;
        ++first_[slot_of(entry.key) + 1];
    }
    for (std::size_t slot = 0; slot < slot_count; ++slot) first_[slot + 1] += first_[slot];
}

}  // namespace cudastdenv::diagnose
