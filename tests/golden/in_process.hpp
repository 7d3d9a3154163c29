// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace golden {

/// What a process would get. It runs in the working directory.
struct Call {
    std::vector<std::string> arguments;    ///< without the program's name
    std::vector<std::string> environment;  ///< all of it, as `NAME=VALUE`
    std::string_view input = {};
};

/// What a process would leave.
struct Outcome {
    int exit_status = 0;
    std::string out;
    std::string err;

    bool operator==(const Outcome&) const = default;
};

/// Runs the command in this process, whose environment it replaces.
[[nodiscard]] Outcome run_in_process(const Call& call);

/// Answers calls until the input ends. tests/programs.py has the other end and describes the format.
[[nodiscard]] int answer_calls();

}  // namespace golden
