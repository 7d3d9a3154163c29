// SPDX-License-Identifier: MIT
#include "diagnose/patterns.hpp"

#include "show.hpp"

#include <algorithm>
#include <random>
#include <utility>

namespace cudastdenv::diagnose {

namespace {

using Places = std::vector<std::pair<std::size_t, std::size_t>>;

Places found_by_search(const std::vector<std::string>& words, std::string_view text) {
    Places places;
    WordSearch(words).search(text, [&](std::size_t word, std::size_t begin) { places.emplace_back(word, begin); });
    std::ranges::sort(places);
    return places;
}

/// Tries each word at each position.
Places found_slowly(const std::vector<std::string>& words, std::string_view text) {
    Places places;
    for (std::size_t word = 0; word < words.size(); ++word)
        for (std::size_t begin = text.find(words[word]); begin != text.npos; begin = text.find(words[word], begin + 1))
            places.emplace_back(word, begin);
    return places;
}

std::string random_text(std::mt19937& engine, std::size_t least, std::size_t most, unsigned letters) {
    std::string text;
    for (std::size_t length = least + engine() % (most - least + 1); length > 0; --length)
        text += static_cast<char>('a' + engine() % letters);
    return text;
}

}  // namespace

TEST_CASE("finds each word at each place once") {
    std::mt19937 engine(20261123);
    std::size_t found = 0;
    for (int round = 0; round < 3000; ++round) {
        // With few letters, words contain each other and overlap.
        const auto letters = 1 + static_cast<unsigned>(engine() % 3);
        std::vector<std::string> words;
        for (std::size_t count = 1 + engine() % 12; count > 0; --count) {
            std::string word = random_text(engine, WordSearch::shortest_word, 9, letters);
            if (std::ranges::find(words, word) == words.end()) words.push_back(std::move(word));
        }
        const std::string text = random_text(engine, 0, 80, letters);
        const Places places = found_by_search(words, text);
        REQUIRE(places == found_slowly(words, text));
        found += places.size();
    }
    CHECK(found > 10'000);
}

TEST_CASE("finds words at both ends and none in short texts") {
    const std::vector<std::string> words{"abcde", "cdefgh"};
    CHECK(found_by_search(words, "abcdefgh") == Places{{0, 0}, {1, 2}});
    CHECK(found_by_search(words, "xabcde") == Places{{0, 1}});
    for (const std::string_view text : {"", "a", "abcd", "bcde", "bcdefg"}) CHECK(found_by_search(words, text).empty());
    CHECK(found_by_search({}, "abcde").empty());
}

TEST_CASE("finds bytes of each value") {
    std::string all;
    for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
    std::vector<std::string> words;
    for (std::size_t i = 0; i + 5 <= all.size(); i += 5) words.push_back(all.substr(i, 5));
    CHECK(found_by_search(words, all + all) == found_slowly(words, all + all));
}

}  // namespace cudastdenv::diagnose
