// SPDX-License-Identifier: MIT
#pragma once

/// Level of values: what a rule has to say, for `words` to make a sentence of.

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cudastdenv {

/// A message of ours, before it is a sentence.
struct Diagnostic {
    std::string_view id;  ///< of a row of the table in words/diagnostics.cpp, which has the sentence
    /// What fills the placeholders of the sentence, by their names.
    std::vector<std::pair<std::string_view, std::string>> arguments = {};
    std::span<const std::string_view> sources = {};  ///< ids of what it rests on; none where that is what was asked
};

}  // namespace cudastdenv
