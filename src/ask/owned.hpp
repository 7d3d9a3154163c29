// SPDX-License-Identifier: MIT
#pragma once

/// What is said, as values that own all that they hold.

#include "apply/apply.hpp"
#include "words/said.hpp"

#include <cudastdenv/ask.hpp>

#include <string>
#include <utility>
#include <vector>

namespace cudastdenv::asking {

[[nodiscard]] inline Said owned(words::Said said) {
    return {std::string(said.code), std::move(said.text), {said.sources.begin(), said.sources.end()}};
}

[[nodiscard]] inline std::vector<Said> owned(std::vector<words::Said> all) {
    std::vector<Said> said;
    for (words::Said& one : all) said.push_back(owned(std::move(one)));
    return said;
}

[[nodiscard]] inline std::vector<LinesFor> owned(const std::vector<LinesToType>& all) {
    std::vector<LinesFor> lines;
    for (const LinesToType& each : all) lines.push_back({std::string(to_string(each.tool)), each.lines});
    return lines;
}

}  // namespace cudastdenv::asking
