// SPDX-License-Identifier: MIT
#include "ask/channel_name.hpp"

#include "ask/bad_input.hpp"
#include "ask/did_you_mean.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace cudastdenv::asking {

std::string_view read_channel(const Tables& tables, std::string_view name) {
    std::vector<std::string_view> channels;
    for (const PackageSetRow& row : tables.package_sets)
        if (channels.empty() || channels.back() != row.channel) channels.push_back(row.channel);
    const auto found = std::ranges::find(channels, name);
    if (found == channels.end())
        throw BadInput(InputError::unknown, fmt::format("{} is no channel of nixpkgs whose package sets are known{}",
                                                        in_quotes(name), suggestion(name, channels)));
    return *found;
}

}  // namespace cudastdenv::asking
