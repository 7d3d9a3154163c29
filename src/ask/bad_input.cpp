// SPDX-License-Identifier: MIT
#include "ask/bad_input.hpp"

#include "core/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>

namespace cudastdenv::asking {

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

std::string out_of_scope(std::string_view typed) {
    static constexpr std::array<std::string_view, 4> libraries{"cuDNN", "NCCL", "TensorRT", "cuTENSOR"};
    const auto named = std::ranges::find_if(libraries,
                                            [&](std::string_view library) { return has_in_any_case(typed, library); });
    if (named == libraries.end()) return "";
    return fmt::format(": {} has releases of its own, which these tables are not about", *named);
}

std::string closest_or(std::string_view otherwise, std::string_view typed, std::span<const std::string_view> choices) {
    const std::string_view choice = closest(typed, choices);
    return choice.empty() ? std::string(otherwise) : fmt::format(": did you mean {}?", in_quotes(choice));
}

std::string suggestion(std::string_view typed, std::span<const std::string_view> choices) {
    if (std::string library = out_of_scope(typed); !library.empty()) return library;
    return closest_or(fmt::format("; there are {}", fmt::join(choices, ", ")), typed, choices);
}

std::size_t read_choice(std::string_view what, std::string_view typed, std::span<const std::string_view> choices) {
    const auto found = std::ranges::find(choices, typed);
    if (found == choices.end())
        throw BadInput(InputError::unknown, "unknown {} {}{}", what, in_quotes(typed), suggestion(typed, choices));
    return static_cast<std::size_t>(found - choices.begin());
}

}  // namespace cudastdenv::asking
