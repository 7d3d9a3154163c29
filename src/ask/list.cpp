// SPDX-License-Identifier: MIT
#include "ask/list.hpp"

#include "ask/bad_input.hpp"
#include "core/quote.hpp"

#include <fmt/format.h>

namespace cudastdenv::asking {

std::vector<std::string_view> split_list(std::string_view text) {
    std::vector<std::string_view> parts;
    if (text.empty()) return parts;
    for (;;) {
        const std::size_t comma = text.find(',');
        std::string_view part = text.substr(0, comma);
        while (part.starts_with(' ')) part.remove_prefix(1);
        while (part.ends_with(' ')) part.remove_suffix(1);
        parts.push_back(part);
        if (comma == text.npos) return parts;
        text.remove_prefix(comma + 1);
    }
}

std::string joined_list(const std::vector<std::string>& entries, std::string_view what) {
    std::string joined;
    for (const std::string& entry : entries) {
        if (entry.find(',') != entry.npos)
            throw BadInput(InputError::malformed,
                           fmt::format("{} has a comma; give each entry of {} by itself", in_quotes(entry), what));
        joined += (joined.empty() ? "" : ",") + entry;
    }
    return joined;
}

}  // namespace cudastdenv::asking
