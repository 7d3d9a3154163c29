// SPDX-License-Identifier: MIT
#include "ask/printed_release.hpp"

#include "core/contains.hpp"
#include "core/text.hpp"
#include "tables/lookup.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

namespace cudastdenv::asking {

namespace {

constexpr std::size_t longest = 300;

bool is_letter(char c) noexcept { return c >= 'a' && c <= 'z'; }

/// A run of letters, or numbers with one kind of separator between them: `release`, `12.4.131`, `12-8`, `128`.
struct Token {
    std::string word;               ///< empty: it is numbers
    std::vector<std::string> runs;  ///< of digits
};

std::string take_while(std::string_view& text, bool (*holds)(char)) {
    std::string taken;
    for (; !text.empty() && holds(text.front()); text.remove_prefix(1)) taken += text.front();
    return taken;
}

std::vector<std::string> take_numbers(std::string_view& text) {
    std::vector<std::string> runs{take_while(text, is_digit)};
    const char separator = text.empty() ? '\0' : text.front();
    if (!contains(std::string_view(".,-_"), separator)) return runs;
    while (text.size() > 1 && text.front() == separator && is_digit(text[1])) {
        text.remove_prefix(1);
        runs.push_back(take_while(text, is_digit));
    }
    return runs;
}

/// Absent where it has signs that are in no name and no version.
std::optional<std::vector<Token>> tokens_of(std::string_view printed) {
    const std::string lower = in_lower_case(printed);
    std::string_view text = lower;
    std::vector<Token> tokens;
    while (!text.empty()) {
        if (is_letter(text.front())) tokens.push_back({take_while(text, is_letter), {}});
        else if (is_digit(text.front())) tokens.push_back({"", take_numbers(text)});
        else if (std::string_view(" \t.,:;/=()*_-~|'\"").find(text.front()) == std::string_view::npos)
            return std::nullopt;
        else text.remove_prefix(1);
    }
    return tokens;
}

bool is_about_cuda(std::string_view word) noexcept {
    constexpr std::array<std::string_view, 21> words{
        "cuda",  "cu",      "nvcc",   "nvidia", "toolkit", "release", "version", "compilation", "tools", "v",       "r",
        "build", "runtime", "cudart", "update", "u",       "devel",   "dev",     "is",          "the",   "compiler"};
    return contains(words, word);
}

std::optional<int> number(const std::string& digits) {
    int value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return error == std::errc() && digits.size() <= 6 ? std::optional(value) : std::nullopt;
}

/// `128` behind `cu` and CUDA_VERSION, `12080`, have no points.
std::optional<Version> without_points(const std::string& digits, bool is_behind_cu) {
    const std::optional<int> value = number(digits);
    if (!value) return std::nullopt;
    if (is_behind_cu && (digits.size() == 3 || digits.size() == 4))
        return Version{*number(digits.substr(0, 2)), *number(digits.substr(2))};
    if (digits.size() == 5 && *value % 10 == 0) return Version{*value / 1000, *value % 1000 / 10};
    return std::nullopt;
}

std::optional<Version> with_points(const std::vector<std::string>& runs) {
    if (runs.size() < 2 || runs.size() > 3) return std::nullopt;
    std::string text = runs[0];
    for (std::size_t i = 1; i < runs.size(); ++i) text += "." + runs[i];
    return parse_version(text);
}

/// The releases that a number goes with: its patch releases, itself, or those whose nvcc has it.
std::vector<const Release*> releases_with(const Tables& tables, Version version) {
    std::vector<const Release*> found;
    for (const Release& release : tables.releases)
        if (may_be_same(release.version, version) || release.nvcc == to_string(version)) found.push_back(&release);
    return found;
}

/// The n-th behind the first of the minor release that `among` are: updates are counted so.
std::vector<const Release*> update_among(const std::vector<const Release*>& among, int update) {
    if (update < 1 || static_cast<std::size_t>(update) >= among.size()) return {};
    return {among[static_cast<std::size_t>(update)]};
}

/// What is said so far, a number at a time.
class Reading {
public:
    explicit Reading(const Tables& tables) : tables_(tables) {}

    void add(Version version) {
        std::vector<const Release*> with = releases_with(tables_, version);
        if (!read_.version) read_.meant = with;
        else std::erase_if(read_.meant, [&](const Release* release) { return !contains(with, release); });
        if (!read_.version || version.patch != -1) read_.version = version;
        read_.any_patch = read_.version->patch == -1;
    }
    void add_update(int update) {
        if (!read_.any_patch) return;
        read_.meant = update_among(read_.meant, update);
        read_.any_patch = false;
    }
    [[nodiscard]] std::optional<PrintedRelease> result() const {
        return read_.version ? std::optional(read_) : std::nullopt;
    }

private:
    const Tables& tables_;
    PrintedRelease read_;
};

}  // namespace

std::optional<PrintedRelease> printed_release(const Tables& tables, std::string_view text) {
    const auto tokens = text.size() <= longest ? tokens_of(text) : std::nullopt;
    if (!tokens) return std::nullopt;
    Reading reading(tables);
    std::string_view before;
    for (const Token& token : *tokens) {
        if (!token.word.empty() && !is_about_cuda(token.word)) return std::nullopt;
        if (!token.word.empty()) {
            before = token.word;
            continue;
        }
        // The number of nvcc's build stands behind "compiler".
        if (before == "compiler") continue;
        const bool is_update = before == "update" || before == "u";
        if (const auto version = with_points(token.runs)) reading.add(*version);
        else if (is_update && number(token.runs.front())) reading.add_update(*number(token.runs.front()));
        else if (const auto plain = without_points(token.runs.front(), before == "cu"); plain && token.runs.size() == 1)
            reading.add(*plain);
    }
    return reading.result();
}

}  // namespace cudastdenv::asking
