#include "cli/did_you_mean.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace cudastdenv::cli {

namespace {

/// Levenshtein's distance.
std::size_t edit_distance(std::string_view left, std::string_view right) {
    std::vector<std::size_t> row(right.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < left.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < right.size(); ++j) {
            const std::size_t replaced = diagonal + (left[i] == right[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({row[j] + 1, diagonal + 1, replaced});
        }
    }
    return row.back();
}

}  // namespace

std::string_view closest(std::string_view typed, std::span<const std::string_view> choices) {
    constexpr std::size_t longest_worth_comparing = 100;
    if (typed.empty() || typed.size() > longest_worth_comparing) return {};
    std::string_view best;
    // A choice that was merely cut short is one slip away; of two such the shorter one is likelier.
    std::pair best_rank(std::max<std::size_t>(1, typed.size() / 3) + 1, std::size_t{0});
    for (const std::string_view choice : choices) {
        const bool cut_short = choice.starts_with(typed);
        const std::pair rank(cut_short ? 1 : edit_distance(typed, choice), choice.size());
        if (rank < best_rank) {
            best = choice;
            best_rank = rank;
        }
    }
    return best;
}

std::string suggestion(std::string_view typed, std::span<const std::string_view> choices) {
    if (const std::string_view choice = closest(typed, choices); !choice.empty())
        return fmt::format(": did you mean {}?", in_quotes(choice));
    return fmt::format("; there are {}", fmt::join(choices, ", "));
}

}  // namespace cudastdenv::cli
