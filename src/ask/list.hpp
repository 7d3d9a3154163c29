// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::asking {

/// The parts between commas, without the spaces around them; none of an empty text.
[[nodiscard]] std::vector<std::string_view> split_list(std::string_view text);

/// The same as one text, for split_list(). Throws BadInput for an entry with a comma, which would be two; `what` names
/// the list there.
[[nodiscard]] std::string joined_list(const std::vector<std::string>& entries, std::string_view what);

}  // namespace cudastdenv::asking
