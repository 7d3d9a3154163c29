// SPDX-License-Identifier: MIT
#include "wire/records/shared.hpp"

#include <utility>

namespace cudastdenv::wire {

std::vector<ForeignText> foreign_texts(const std::vector<std::string>& texts) {
    std::vector<ForeignText> foreign;
    for (const std::string& text : texts) foreign.push_back({text});
    return foreign;
}

}  // namespace cudastdenv::wire
