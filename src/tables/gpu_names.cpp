// SPDX-License-Identifier: MIT
#include "tables/gpu_names.hpp"

#include "core/edit_distance.hpp"
#include "core/text.hpp"
#include "tables/gpu_words.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace cudastdenv::inline CUDASTDENV_ABI {

namespace {

constexpr std::size_t longest_name = 128;
constexpr std::size_t most_nearest = 5;

constexpr bool is_word_part(char c) { return is_digit(c) || (lower_case(c) >= 'a' && lower_case(c) <= 'z'); }

/// Left out where nothing else fits: `RTX 3050 Ti` is a laptop's only.
constexpr std::array<std::string_view, 2> laptop_words{"laptop", "embedded"};
/// None of them tells two capabilities apart that the rest doesn't, or else the answer is ambiguous.
constexpr std::array<std::string_view, 18> left_out_words{"geforce", "quadro",      "tesla",     "jetson", "agx",
                                                          "dgx",     "rtx",         "gtx",       "gt",     "ada",
                                                          "gpu",     "blackwell",   "pascal",    "server", "edition",
                                                          "nvgpu",   "workstation", "generation"};
constexpr std::array<std::string_view, 5> vendor_words{"nvidia", "corporation", "corp", "inc", "hgx"};
/// What nvidia-smi, the PCI ID database and shops put behind a product's name.
constexpr std::array<std::string_view, 35> form_factors{
    "pcie",   "sxm",       "sxm2", "sxm3", "sxm4",   "sxm5",    "sxm6",  "ac",     "nvl", "hbm2", "hbm2e",  "hbm3",
    "fhhl",   "hbm3e",     "dgxs", "oem",  "mig",    "gpu",     "with",  "max",    "q",   "maxq", "design", "mobile",
    "module", "developer", "dev",  "kit",  "devkit", "refresh", "gddr6", "gddr6x", "lhr", "cnx",  "active"};
/// Of a memory's size, and of a vGPU profile's, which is called by its board: `L40S-48Q`.
constexpr std::array<std::string_view, 9> memory_units{"g", "gb", "gib", "mb", "mib", "q", "c", "a", "b"};
constexpr std::array<std::string_view, 4> marks{"(r)", "(tm)", "\u00ae", "\u2122"};
/// "Tesla" once stood before what is now just "A100", "GRID" before the boards of vGPU profiles.
constexpr std::array<std::string_view, 2> former_lines{"tesla", "grid"};

bool is_among(std::string_view word, std::span<const std::string_view> words) {
    return std::ranges::any_of(words, [&](std::string_view one) { return equal_in_any_case(word, one); });
}

enum class Fit { as_it_stands, with_words_added, as_a_laptop };

bool may_be_left_out(std::string_view word, Fit fit) {
    if (fit == Fit::as_it_stands) return false;
    return is_among(word, left_out_words) || (fit == Fit::as_a_laptop && is_among(word, laptop_words));
}

bool may_be_left_out(std::string_view word) { return may_be_left_out(word, Fit::with_words_added); }

/// `80GB`, `144G`, `5gb`
bool is_memory_size(std::string_view word) {
    const auto unit = std::ranges::find_if_not(word, is_digit);
    return unit != word.begin() && is_among(std::string_view(unit, word.end()), memory_units);
}

bool is_form_factor(std::string_view word) { return is_memory_size(word) || is_among(word, form_factors); }

/// The next word of a name, which is cut off it; empty at its end.
std::string_view take_word(std::string_view& name) {
    const auto first = std::ranges::find_if(name, is_word_part);
    const auto last = std::find_if_not(first, name.end(), is_word_part);
    const std::string_view word(first, last);
    name = std::string_view(last, name.end());
    return word;
}

/// Whether `asked`, words in lower case without anything between them, is this name.
bool fits(std::string_view asked, std::string_view name, Fit fit) {
    for (std::string_view word = take_word(name); !word.empty(); word = take_word(name)) {
        if (equal_in_any_case(asked.substr(0, word.size()), word)) asked.remove_prefix(word.size());
        else if (!may_be_left_out(word, fit)) return false;
    }
    return asked.empty();
}

bool fits(std::string_view asked, const GpuRow& row, Fit fit) {
    return fits(asked, row.name, fit) ||
           std::ranges::any_of(row.aliases, [&](std::string_view alias) { return fits(asked, alias, fit); });
}

std::vector<const GpuRow*> rows_that_fit(const Tables& tables, std::string_view asked) {
    std::vector<const GpuRow*> rows;
    if (asked.empty()) return rows;
    for (const Fit fit : {Fit::as_it_stands, Fit::with_words_added, Fit::as_a_laptop}) {
        for (const GpuRow& row : tables.gpus)
            if (fits(asked, row, fit)) rows.push_back(&row);
        if (!rows.empty()) break;
    }
    return rows;
}

std::string join(std::span<const std::string> words) {
    return std::accumulate(words.begin(), words.end(), std::string());
}

std::vector<const GpuRow*> rows_of_words(const Tables& tables, std::span<const std::string> words) {
    for (; !words.empty(); words = words.first(words.size() - 1)) {
        std::vector<const GpuRow*> rows = rows_that_fit(tables, join(words));
        if (!rows.empty() || !is_form_factor(words.back())) return rows;
    }
    return {};
}

void erase_all(std::string& text, std::string_view part) {
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at))
        text.erase(at, part.size());
}

/// What was asked for, in words of lower case without the vendor; nothing if it cannot be a name.
std::optional<std::vector<std::string>> words_of(std::string_view name) {
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
        if (!words.empty() || !is_among(word, vendor_words)) words.emplace_back(word);
    if (!words.empty() && words.front().starts_with(vendor_words.front()))
        words.front().erase(0, vendor_words.front().size());
    return words;
}

/// A name's words in lower case without anything between them; all of them, or those nobody leaves out.
std::string compact(std::string_view name, bool all) {
    std::string result;
    for (std::string_view word = take_word(name); !word.empty(); word = take_word(name))
        if (all || !may_be_left_out(word)) std::ranges::transform(word, std::back_inserter(result), lower_case);
    return result;
}

/// A name in the same form with each choice of the words that people leave out.
std::set<std::string> shortened(std::string_view name, Fit fit) {
    std::set<std::string> begun{""};
    for (std::string_view word = take_word(name); !word.empty(); word = take_word(name)) {
        std::set<std::string> longer;
        for (const std::string& begin : begun) {
            longer.insert(begin + compact(word, true));
            if (may_be_left_out(word, fit)) longer.insert(begin);
        }
        begun = std::move(longer);
    }
    return begun;
}

/// The distance to a name, or to what is left of it without some of the words that may be left out.
std::size_t distance_to_name(std::string_view asked, std::string_view name) {
    std::size_t least = edit_distance(asked, compact(name, false));
    do {
        least = std::min(least, edit_distance(asked, compact(name, true)));
    } while (may_be_left_out(take_word(name)));
    return least;
}

std::vector<std::string_view> nearest_names(const Tables& tables, const std::vector<std::string>& words) {
    const std::string asked = join(words);
    if (asked.empty()) return {};
    const std::size_t far = std::max<std::size_t>(1, asked.size() / 3);
    std::vector<std::pair<std::size_t, std::string_view>> near;
    std::string_view before;
    for (const GpuRow& row : tables.gpus) {
        if (std::exchange(before, row.name) == row.name || row.name.size() > longest_name) continue;
        const std::size_t steps = distance_to_name(asked, row.name);
        if (steps <= far) near.emplace_back(steps, row.name);
    }
    std::ranges::sort(near);
    std::vector<std::string_view> names;
    for (const auto& [steps, name] : near)
        if (names.size() < most_nearest) names.push_back(name);
    return names;
}

}  // namespace

GpuWords gpu_words() noexcept { return {vendor_words, form_factors, memory_units, marks, former_lines, longest_name}; }

std::string compact_gpu_name(std::string_view name) { return compact(name, true); }

std::map<std::string, std::vector<const GpuRow*>> all_gpu_names(const Tables& tables) {
    std::map<std::string, std::vector<const GpuRow*>> names;
    for (const Fit fit : {Fit::as_it_stands, Fit::with_words_added, Fit::as_a_laptop}) {
        std::map<std::string, std::vector<const GpuRow*>> of_fit;
        for (const GpuRow& row : tables.gpus) {
            std::set<std::string> of_row = shortened(row.name, fit);
            for (const std::string_view alias : row.aliases) of_row.merge(shortened(alias, fit));
            for (const std::string& name : of_row) of_fit[name].push_back(&row);
        }
        names.merge(of_fit);
    }
    names.erase("");
    return names;
}

GpuAnswer find_gpu(const Tables& tables, std::string_view name) {
    std::optional<std::vector<std::string>> words = words_of(name);
    if (!words) return GpuUnknown{};
    std::vector<const GpuRow*> rows = rows_of_words(tables, *words);
    if (rows.empty() && !words->empty() && is_among(words->front(), former_lines))
        rows = rows_of_words(tables, std::span(*words).subspan(1));
    if (rows.empty()) return GpuUnknown{nearest_names(tables, *words)};
    const Capability capability = rows.front()->capability;
    const bool agree = std::ranges::all_of(rows, [&](const GpuRow* row) { return row->capability == capability; });
    if (!agree) return GpuAmbiguous{std::move(rows)};
    return GpuFound{capability, std::move(rows)};
}

}  // namespace cudastdenv::inline CUDASTDENV_ABI
