// SPDX-License-Identifier: MIT
#pragma once

/// The words that name each single condition of the page's box, so that its script need not read but only look them up.
/// Which texts those are is up to the readers of the command: each word here is one that they take.

#include "resolve/releases.hpp"

#include <string>
#include <vector>

namespace cudastdenv::report::page {

/// In lower case; a compiler may be followed by the rest of its version.
[[nodiscard]] std::vector<std::string> words_of(Compiler compiler);
[[nodiscard]] std::vector<std::string> words_of(const ListedCapability& listed);
[[nodiscard]] std::vector<std::string> words_of(const EnvironmentRow& environment);
[[nodiscard]] std::vector<std::string> words_of(CxxStandard standard);
[[nodiscard]] std::vector<std::string> words_of(const Tables& tables, const Release& release);

/// A regular expression for what find_gpu() drops from the end of a name, one word.
[[nodiscard]] std::string dropped_behind_gpu(const Tables& tables);

}  // namespace cudastdenv::report::page
