// SPDX-License-Identifier: MIT
#pragma once

#include "resolve/releases.hpp"
#include "words/said.hpp"
#include "words/user_default.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::words {

/// What `releases` answers, together with what was asked.
struct ReleasesReport {
    const Tables& tables;
    const ReleasesQuestion& question;
    const ReleasesAnswer& answer;
    std::vector<UserDefault> defaults = {};  ///< what the user's variables say
};

/// Why a release is left out. Where several things are in the way, the sources are those of the first.
[[nodiscard]] Said say(const ReleasesReport& report, const LeftOutRelease& left_out);

/// A condition as the command's options say it: `driver`, `550.54`.
struct ConditionInWords {
    std::string_view option;
    std::string value;
};
[[nodiscard]] ConditionInWords condition_in_words(const Condition& condition);

/// `12.2.0 to 12.9.2, 13.3.1`, oldest first; only a public release in between that is missing ends a run.
[[nodiscard]] std::string ranges_in_words(const Tables& tables, const std::vector<const Release*>& releases);

/// What is assumed, and what to take care of; each one line, without a full stop.
[[nodiscard]] std::vector<Said> say_notes(const ReleasesReport& report);

}  // namespace cudastdenv::words
