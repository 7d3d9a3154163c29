// SPDX-License-Identifier: MIT
#include "words/user_default.hpp"

#include "core/quote.hpp"

#include <fmt/format.h>

namespace cudastdenv::words {

std::vector<Said> say(const std::vector<UserDefault>& defaults) {
    std::vector<Said> said;
    for (const auto& [option, value, variable] : defaults)
        said.push_back(
            {"from-variable", fmt::format("--{} {} is from the variable {}", option, as_plain_text(value), variable)});
    return said;
}

}  // namespace cudastdenv::words
