// SPDX-License-Identifier: MIT
#pragma once

/// What the messages in a log mean, by the same rules that answer every other question.

#include "apply/apply.hpp"
#include "diagnose/log_reader.hpp"
#include "resolve/component.hpp"

#include <cudastdenv/answers.hpp>

namespace cudastdenv::words {

/// A file of the toolkit, or of the driver, that is not there.
struct MissingFile {
    ComponentFile file;
    std::optional<Version> release;  ///< whose packages have it; absent: no release of the tables, or not known
};

struct ExplainedMessage {
    const MessageRow* message = nullptr;
    const diagnose::SeenMessage* seen = nullptr;
    DiagnoseAnswer::Finding finding = {};           ///< but for the lines to type
    ToApply remedy = {};                            ///< for lines_to_type()
    bool is_answered = false;                       ///< the general advice of the message's row is needless
    std::optional<Said> oddity = {};                ///< that cannot be meant
    std::optional<MissingFile> missing_file = {};   ///< that the message is about
    std::optional<std::string> libstdcxx_gcc = {};  ///< whose libstdc++ it needs; empty: newer than the tables
};

struct Diagnosis {
    diagnose::Knowledge knowledge;
    std::vector<ExplainedMessage> messages;  ///< in the order in which they stop the build; they point to what was seen
    std::vector<Said> for_all;               ///< what mends all of several
};

/// Explains messages of one log.
[[nodiscard]] Diagnosis explain_messages(const Tables& tables, const std::vector<const diagnose::SeenMessage*>& causes,
                                         diagnose::Knowledge knowledge);

/// The same of the messages that stopped a log.
[[nodiscard]] Diagnosis explain(const Tables& tables, const diagnose::LogReading& reading,
                                const diagnose::Given& given);

/// No findings where the log holds no known message that stopped it. `for_tool` is whom the lines are for; absent: who
/// fits.
[[nodiscard]] DiagnoseAnswer diagnose_answer(const Tables& tables, const diagnose::LogReading& reading,
                                             const diagnose::Given& given, bool with_lines = true,
                                             std::optional<ApplyTool> for_tool = {});

/// `CUDA 12.4.0 to 12.6.3`; `CUDA` where the release is not known.
[[nodiscard]] std::string cuda_in_words(const diagnose::Knowledge& known);

}  // namespace cudastdenv::words
