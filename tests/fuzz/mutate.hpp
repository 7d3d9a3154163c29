// SPDX-License-Identifier: MIT
#pragma once

#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::fuzz {

/// Seeds with some bytes changed, doubled, left out or taken from elsewhere. The same sequence in every run.
class Mutator {
public:
    static constexpr std::string_view json_and_dot[]{"{",
                                                     "}",
                                                     "[",
                                                     "]",
                                                     "\"",
                                                     ",",
                                                     ":",
                                                     "null",
                                                     "-1",
                                                     "1e999",
                                                     "\\u0000",
                                                     "\xff",
                                                     "\n",
                                                     "->",
                                                     "digraph G {",
                                                     "../",
                                                     "\"references\":",
                                                     "/"};

    /// The tokens are what is put in; they are static.
    explicit Mutator(std::vector<std::string> seeds, std::span<const std::string_view> tokens = json_and_dot,
                     unsigned long seed = 20261121)
        : engine_(static_cast<std::mt19937::result_type>(seed)), seeds_(std::move(seeds)), tokens_(tokens) {}

    std::string next() {
        std::string text = seeds_[below(seeds_.size())];
        for (std::size_t changes = 1 + below(4); changes > 0; --changes) change(text);
        return text;
    }

private:
    std::size_t below(std::size_t bound) { return bound == 0 ? 0 : engine_() % bound; }

    void change(std::string& text) {
        const std::size_t at = below(text.size() + 1);
        const std::size_t length = below(20);
        switch (below(5)) {
            case 0: text.insert(at, tokens_[below(tokens_.size())]); break;
            case 1: text.erase(at, length); break;
            case 2: text.insert(at, text.substr(below(text.size() + 1), length)); break;
            case 3:
                if (at < text.size()) text[at] = static_cast<char>(below(256));
                break;
            default: text.resize(at);
        }
    }

    std::mt19937 engine_;
    std::vector<std::string> seeds_;
    std::span<const std::string_view> tokens_;
};

}  // namespace cudastdenv::fuzz
