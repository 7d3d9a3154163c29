// SPDX-License-Identifier: MIT
#pragma once

#include "core/std.hpp"

#include <cstdio>

namespace cudastdenv::cli {

/// Whether the environment variable is set and not empty.
[[nodiscard]] inline bool has_variable(const char* name) {
    const char* value = std::getenv(name);
    return value && *value != '\0';
}

/// Input and output of a command. The caller opens and closes them.
struct Streams {
    std::FILE* in = nullptr;
    std::FILE* out = nullptr;
    std::FILE* err = nullptr;
};

/// The exit codes; part of the interface.
enum ExitStatus : int {
    exit_answered = 0,
    exit_none = 1,       ///< the answer is "none" or "no"
    exit_bad_input = 2,  ///< one line on stderr, nothing on stdout
    exit_failure = 3,    ///< corrupt data, or failure of a file or process
};

/// Runs the command like a process, and returns its exit code. `arguments` does not include the program's name.
[[nodiscard]] int run(std::span<const char* const> arguments, const Streams& streams);

}  // namespace cudastdenv::cli
