// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::asking {

/// The parts between commas or semicolons, without the spaces around them and the quotes around the whole; none of an
/// empty text.
[[nodiscard]] std::vector<std::string_view> split_list(std::string_view text);

/// The same of a list whose entries are single words: spaces part them too.
[[nodiscard]] std::vector<std::string_view> split_words(std::string_view text);

/// Entries as one text, for split_list(). Throws BadInput for an entry that would be several; `what` names the list
/// there.
[[nodiscard]] std::string joined_list(const std::vector<std::string>& entries, std::string_view what);

}  // namespace cudastdenv::asking
