// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace golden {

/// The input of a process, which runs in the working directory.
struct Call {
    std::vector<std::string> arguments;    ///< without the program's name
    std::vector<std::string> environment;  ///< all of it, as `NAME=VALUE`
    std::string_view input = {};
};

/// The result of a process.
struct Outcome {
    int exit_status = 0;
    std::string out;
    std::string err;

    bool operator==(const Outcome&) const = default;
};

/// Runs the command in this process, and replaces the environment.
[[nodiscard]] Outcome run_in_process(const Call& call);

/// Executes calls until the input ends. tests/programs.py is the other side, and describes the format.
[[nodiscard]] int answer_calls();

}  // namespace golden
