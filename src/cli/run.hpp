// SPDX-License-Identifier: MIT
#pragma once

#include "core/std.hpp"

#include <cstdio>

namespace cudastdenv::cli {

/// Whether the environment has the variable, and it is not empty.
[[nodiscard]] inline bool has_variable(const char* name) {
    const char* value = std::getenv(name);
    return value && *value != '\0';
}

/// Where a command reads and writes. The caller opens and closes them.
struct Streams {
    std::FILE* in = nullptr;
    std::FILE* out = nullptr;
    std::FILE* err = nullptr;
};

/// What the process ends with; a contract.
enum ExitStatus : int {
    exit_answered = 0,
    exit_none = 1,       ///< the answer is "none" or "no"
    exit_bad_input = 2,  ///< one line on stderr, nothing on stdout
    exit_failure = 3,    ///< corrupt data, a file or a process failed
};

/// Runs the command as a process would, and returns its exit code. `arguments`: without the program's name.
[[nodiscard]] int run(std::span<const char* const> arguments, const Streams& streams);

}  // namespace cudastdenv::cli
