// SPDX-License-Identifier: MIT
#pragma once

/// The meaning of the messages in a log, by the same rules as every other answer.

#include "diagnose/log_reader.hpp"
#include "plan/plan.hpp"
#include "resolve/component.hpp"

#include <cudastdenv/answers.hpp>

namespace cudastdenv::messages {

/// A missing file of the toolkit or of the driver.
struct MissingFile {
    ComponentFile file;
    std::optional<Version> release;  ///< the newest whose packages contain it; absent: none in the tables
    bool is_release_known = false;   ///< by the log, an option or the file's name; otherwise no line may name it
};

struct ExplainedMessage {
    const MessageRow* message = nullptr;
    const diagnose::SeenMessage* seen = nullptr;
    DiagnoseAnswer::Finding finding = {};           ///< without instructions
    PlanInput remedy = {};                          ///< for make_plan()
    bool is_answered = false;                       ///< whether the general advice in the message's row is unnecessary
    std::optional<Sentence> oddity = {};            ///< a fact that is impossible
    std::optional<MissingFile> missing_file = {};   ///< the file that the message names
    std::optional<WheelBuild> wheel = {};           ///< the build of a Python package to install
    bool is_wheel_certain = true;                   ///< false: the program may be another one
    std::vector<std::string> beside_wheel = {};     ///< packages of the same index
    std::vector<Plan> fix = {};                     ///< plans that follow from the message's own text
    std::optional<bool> is_of_conda = {};           ///< the library that it names is conda's; absent: it names none
    std::optional<std::string> libstdcxx_gcc = {};  ///< GCC whose libstdc++ it needs; empty: newer than the tables
};

struct Diagnosis {
    diagnose::Knowledge knowledge;
    std::vector<ExplainedMessage>
        messages;                   ///< in the order in which they stop the build; they point into what was seen
    std::vector<Sentence> for_all;  ///< fixes for all of several messages
    std::vector<DiagnoseAnswer::OtherMessage> others = {};  ///< those that do not count
};

/// Explains messages of one log.
[[nodiscard]] Diagnosis explain_messages(const Tables& tables, const std::vector<const diagnose::SeenMessage*>& causes,
                                         diagnose::Knowledge knowledge);

/// Explains the messages of a log that count.
[[nodiscard]] Diagnosis explain(const Tables& tables, const diagnose::LogReading& reading,
                                const diagnose::Given& given);

/// Has no findings if the log contains no known message that stopped it.
[[nodiscard]] DiagnoseAnswer diagnose_answer(const Tables& tables, const diagnose::LogReading& reading,
                                             const diagnose::Given& given, bool with_lines = true);

/// Compares the parts that the log names, in pairs; absent: it names too few.
[[nodiscard]] std::optional<DiagnoseAnswer::Health> health_of(const Tables& tables, const diagnose::Knowledge& known);

/// `CUDA 12.4.0 to 12.6.3`; `CUDA` if the release is unknown.
[[nodiscard]] std::string format_cuda(const diagnose::Knowledge& known);

}  // namespace cudastdenv::messages
