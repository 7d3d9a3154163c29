// SPDX-License-Identifier: MIT
#include "tables/gpu_names.hpp"

#include "core/text.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace cudastdenv {

namespace {

constexpr std::size_t most_nearest = 5;

/// Signs that may be anywhere in a name, in lower case.
constexpr std::array<std::string_view, 4> marks{"(r)", "(tm)", "\u00ae", "\u2122"};

/// In bytes; what is longer is no name.
constexpr std::size_t longest_name = 128;

constexpr bool is_word_part(char c) { return is_digit(c) || (lower_case(c) >= 'a' && lower_case(c) <= 'z'); }

bool is_among(std::string_view word, std::span<const std::string_view> words) {
    return std::ranges::any_of(words, [&](std::string_view one) { return equal_in_any_case(word, one); });
}

enum class Fit { as_it_stands, with_words_added, as_a_laptop };

/// The words of that use; none where the tables have none.
std::span<const std::string_view> gpu_words(const Tables& tables, GpuWordsRow::Use use) noexcept {
    const auto row = std::ranges::find(tables.gpu_words, use, &GpuWordsRow::use);
    return row == tables.gpu_words.end() ? std::span<const std::string_view>() : row->words;
}

/// The words of the tables.
struct Words {
    explicit Words(const Tables& tables)
        : vendor(gpu_words(tables, GpuWordsRow::Use::vendor)),
          former_lines(gpu_words(tables, GpuWordsRow::Use::former_line)),
          left_out(gpu_words(tables, GpuWordsRow::Use::left_out)),
          laptop(gpu_words(tables, GpuWordsRow::Use::laptop)),
          form_factors(gpu_words(tables, GpuWordsRow::Use::form_factor)),
          memory_units(gpu_words(tables, GpuWordsRow::Use::memory_unit)) {}

    /// None of them tells two capabilities apart that the rest doesn't, or else the answer is ambiguous.
    [[nodiscard]] bool may_be_left_out(std::string_view word, Fit fit = Fit::with_words_added) const {
        if (fit == Fit::as_it_stands) return false;
        return is_among(word, left_out) || (fit == Fit::as_a_laptop && is_among(word, laptop));
    }

    /// `80GB`, `144G`, `5gb`
    [[nodiscard]] bool is_memory_size(std::string_view word) const {
        const auto unit = std::ranges::find_if_not(word, is_digit);
        return unit != word.begin() && is_among(std::string_view(unit, word.end()), memory_units);
    }

    [[nodiscard]] bool is_form_factor(std::string_view word) const {
        return is_memory_size(word) || is_among(word, form_factors);
    }

    std::span<const std::string_view> vendor, former_lines, left_out, laptop, form_factors, memory_units;
};

/// The next word of a name, which is cut off it; empty at its end.
std::string_view take_word(std::string_view& name) {
    const auto first = std::ranges::find_if(name, is_word_part);
    const auto last = std::find_if_not(first, name.end(), is_word_part);
    const std::string_view word(first, last);
    name = std::string_view(last, name.end());
    return word;
}

/// Whether `asked`, words in lower case without anything between them, is this name.
bool fits(const Words& words, std::string_view asked, std::string_view name, Fit fit) {
    for (std::string_view word = take_word(name); !word.empty(); word = take_word(name)) {
        if (equal_in_any_case(asked.substr(0, word.size()), word)) asked.remove_prefix(word.size());
        else if (!words.may_be_left_out(word, fit)) return false;
    }
    return asked.empty();
}

bool fits(const Words& words, std::string_view asked, const GpuRow& row, Fit fit) {
    return fits(words, asked, row.name, fit) ||
           std::ranges::any_of(row.aliases, [&](std::string_view alias) { return fits(words, asked, alias, fit); });
}

std::vector<const GpuRow*> rows_that_fit(const Tables& tables, const Words& words, std::string_view asked) {
    std::vector<const GpuRow*> rows;
    if (asked.empty()) return rows;
    for (const Fit fit : {Fit::as_it_stands, Fit::with_words_added, Fit::as_a_laptop}) {
        for (const GpuRow& row : tables.gpus)
            if (fits(words, asked, row, fit)) rows.push_back(&row);
        if (!rows.empty()) break;
    }
    return rows;
}

std::string join(std::span<const std::string> words) {
    return std::accumulate(words.begin(), words.end(), std::string());
}

std::vector<const GpuRow*> rows_of_words(const Tables& tables, const Words& words, std::span<const std::string> asked) {
    for (; !asked.empty(); asked = asked.first(asked.size() - 1)) {
        std::vector<const GpuRow*> rows = rows_that_fit(tables, words, join(asked));
        if (!rows.empty() || !words.is_form_factor(asked.back())) return rows;
    }
    return {};
}

void erase_all(std::string& text, std::string_view part) {
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at))
        text.erase(at, part.size());
}

/// What was asked for, in words of lower case without the vendor; nothing if it cannot be a name.
std::optional<std::vector<std::string>> words_of(const Words& known, std::string_view name) {
    if (name.size() > longest_name) return std::nullopt;
    std::string text(name);
    std::ranges::transform(text, text.begin(), lower_case);
    for (const std::string_view mark : marks) erase_all(text, mark);
    const auto strange = [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte >= 0x7f || (byte < 0x20 && c != '\t' && c != '\n' && c != '\r');
    };
    if (std::ranges::any_of(text, strange)) return std::nullopt;

    std::vector<std::string> words;
    std::string_view rest = text;
    for (std::string_view word = take_word(rest); !word.empty(); word = take_word(rest))
        if (!words.empty() || !is_among(word, known.vendor)) words.emplace_back(word);
    if (words.empty()) return words;
    for (const std::string_view vendor : known.vendor)
        if (words.front().starts_with(vendor)) words.front().erase(0, vendor.size());
    return words;
}

/// A name's words in lower case without anything between them, but for those that `is_passed` says.
template <class IsPassed>
std::string compact(std::string_view name, IsPassed is_passed) {
    std::string result;
    for (std::string_view word = take_word(name); !word.empty(); word = take_word(name))
        if (!is_passed(word)) std::ranges::transform(word, std::back_inserter(result), lower_case);
    return result;
}

/// The distance to a name, or to what is left of it without some of the words that may be left out.
std::size_t distance_to_name(const Words& words, std::string_view asked, std::string_view name) {
    const auto is_left_out = [&](std::string_view word) { return words.may_be_left_out(word); };
    std::size_t least = edit_distance(asked, compact(name, is_left_out));
    do {
        least = std::min(least, edit_distance(asked, compact(name, [](std::string_view) { return false; })));
    } while (is_left_out(take_word(name)));
    return least;
}

std::vector<std::string_view> nearest_names(const Tables& tables, const Words& words,
                                            const std::vector<std::string>& typed) {
    const std::string asked = join(typed);
    if (asked.empty()) return {};
    const std::size_t far = std::max<std::size_t>(1, asked.size() / 3);
    std::vector<std::pair<std::size_t, std::string_view>> near;
    std::string_view before;
    for (const GpuRow& row : tables.gpus) {
        if (std::exchange(before, row.name) == row.name || row.name.size() > longest_name) continue;
        const std::size_t steps = distance_to_name(words, asked, row.name);
        if (steps <= far) near.emplace_back(steps, row.name);
    }
    std::ranges::sort(near);
    std::vector<std::string_view> names;
    for (const auto& [steps, name] : near)
        if (names.size() < most_nearest) names.push_back(name);
    return names;
}

}  // namespace

GpuMeaning find_gpu(const Tables& tables, std::string_view name) {
    const Words words(tables);
    const std::optional<std::vector<std::string>> asked = words_of(words, name);
    if (!asked) return {};
    std::vector<const GpuRow*> rows = rows_of_words(tables, words, *asked);
    if (rows.empty() && !asked->empty() && is_among(asked->front(), words.former_lines))
        rows = rows_of_words(tables, words, std::span(*asked).subspan(1));
    if (rows.empty()) return {.nearest = nearest_names(tables, words, *asked)};
    const Capability capability = rows.front()->capability;
    const bool agree = std::ranges::all_of(rows, [&](const GpuRow* row) { return row->capability == capability; });
    return {.rows = std::move(rows), .capability = agree ? std::optional(capability) : std::nullopt};
}

}  // namespace cudastdenv
