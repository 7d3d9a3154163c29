// SPDX-License-Identifier: MIT
#pragma once

#include "resolve/releases.hpp"
#include "words/phrases.hpp"

#include <cudastdenv/answers.hpp>

#include <string>
#include <vector>

namespace cudastdenv::words {

[[nodiscard]] ReleasesAnswer releases_answer(const Tables& tables, const ReleasesQuestion& question,
                                             const std::vector<UserDefault>& defaults = {});

/// Why a release is left out. Where several things are in the way, the sources are those of the first.
[[nodiscard]] Said say(const LeftOutRelease& left_out);

}  // namespace cudastdenv::words
