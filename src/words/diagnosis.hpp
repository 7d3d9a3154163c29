// SPDX-License-Identifier: MIT
#pragma once

#include "diagnose/diagnosis.hpp"

#include <cudastdenv/answers.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::words {

/// What `diagnose` answers, together with what was asked.
struct DiagnosisReport {
    const Tables& tables;
    const diagnose::Diagnosis& diagnosis;
    bool with_lines = true;
    std::optional<ApplyTool> for_tool = {};  ///< whom the lines are for; absent: who fits
};

/// Why it happened.
[[nodiscard]] std::vector<Said> say_why(const DiagnosisReport& report, const diagnose::ExplainedMessage& finding);

/// What can be done, the best first; lines to type are lines_of()'s.
[[nodiscard]] std::vector<Said> say_remedies(const DiagnosisReport& report, const diagnose::ExplainedMessage& finding);

/// Lines to type, and for whom: a tool as `--for` calls it, or a manager of packages.
struct NamedLines {
    std::string_view tool;
    std::vector<std::string> lines;
};
[[nodiscard]] std::vector<NamedLines> lines_of(const DiagnosisReport& report,
                                               const diagnose::ExplainedMessage& finding);

/// What mends all of several findings; none: nothing is known to.
[[nodiscard]] std::vector<Said> say_remedies_for_all(const DiagnosisReport& report);

/// What the log says of the machine, a sentence each: `CUDA 12.4.0 to 12.6.3 (line 41)`
[[nodiscard]] std::vector<std::string> say_facts(const DiagnosisReport& report);

/// Lines that contradict each other, and facts that cannot be.
[[nodiscard]] std::vector<Said> say_oddities(const DiagnosisReport& report);

/// What is not known and would make the answer better, by the keys of the facts in JSON.
[[nodiscard]] std::vector<std::string_view> unknown_facts(const DiagnosisReport& report);

/// The same for people: `CUDA release, host compiler`
[[nodiscard]] std::string facts_in_words(const std::vector<std::string_view>& facts);

/// Which message a text speaks of that is one sentence and no log; empty: it is none, or speaks of none.
[[nodiscard]] std::string spoken_of_in_words(const DiagnosisReport& report);

/// The command that tells it, on the machine itself; empty: nothing is missing.
[[nodiscard]] std::string command_to_ask(const DiagnosisReport& report);

/// `CUDA 12.4.0 to 12.6.3`
[[nodiscard]] std::string releases_in_words(const std::vector<const Release*>& releases);

}  // namespace cudastdenv::words
