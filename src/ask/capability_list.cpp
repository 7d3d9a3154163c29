// SPDX-License-Identifier: MIT
#include "ask/capability_list.hpp"

#include "ask/bad_input.hpp"
#include "ask/did_you_mean.hpp"
#include "ask/list.hpp"

#include <fmt/format.h>

#include <set>

namespace cudastdenv::asking {

namespace {

[[noreturn]] void fail_capability(const Tables& tables, std::string_view text) {
    if (text.ends_with("+PTX"))
        throw BadInput(InputError::malformed,
                       fmt::format("{} asks for PTX, which the highest capability gets by itself; write {}",
                                   in_quotes(text), text.substr(0, text.size() - 4)));
    std::set<std::string_view> architectures;
    for (const CapabilityRow& row : tables.capabilities) architectures.insert(row.architecture);
    const std::vector<std::string_view> choices(architectures.begin(), architectures.end());
    const std::string_view near = closest(text, choices);
    throw BadInput(InputError::malformed,
                   fmt::format("{} is not a capability{}", in_quotes(text),
                               near.empty() ? "; write one like 9.0, 9.0a, 10.0f, sm_90 or Hopper"
                                            : fmt::format(": did you mean {}?", in_quotes(near))));
}

}  // namespace

std::vector<ListedCapability> read_capability_list(const Tables& tables, std::string_view text) {
    std::vector<ListedCapability> list;
    for (const std::string_view part : split_words(text)) {
        if (const auto capability = parse_capability(part)) list.emplace_back(*capability);
        else if (knows_architecture(tables, part)) list.emplace_back(part);
        else fail_capability(tables, part);
    }
    if (list.empty())
        throw BadInput(InputError::empty,
                       "the capability list is empty; write one like 8.9,9.0a, or leave --capabilities out");
    return list;
}

}  // namespace cudastdenv::asking
