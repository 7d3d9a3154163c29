// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdlib>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::fuzz {

using Clock = std::chrono::steady_clock;

inline unsigned long number_from(const char* variable, unsigned long otherwise) {
    const char* value = std::getenv(variable);
    return value ? std::strtoul(value, nullptr, 10) : otherwise;
}

/// CUDASTDENV_FUZZ_SEED chooses other inputs; the same number makes the same inputs.
inline unsigned long seed() { return number_from("CUDASTDENV_FUZZ_SEED", 20261121); }

/// How long a reader is tried. CUDASTDENV_FUZZ_SECONDS makes it longer.
inline Clock::duration duration() { return std::chrono::seconds(number_from("CUDASTDENV_FUZZ_SECONDS", 1)); }

/// Seeds with some bytes changed, doubled, left out or taken from elsewhere.
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
    explicit Mutator(std::vector<std::string> seeds, std::span<const std::string_view> tokens = json_and_dot)
        : engine_(static_cast<std::mt19937::result_type>(seed())), seeds_(std::move(seeds)), tokens_(tokens) {}

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
