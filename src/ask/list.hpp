#pragma once

#include <string_view>
#include <vector>

namespace cudastdenv::asking {

/// The parts between commas, without the spaces around them; none of an empty text.
[[nodiscard]] std::vector<std::string_view> split_list(std::string_view text);

}  // namespace cudastdenv::asking
