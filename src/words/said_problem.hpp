// SPDX-License-Identifier: MIT
#pragma once

#include "tables/shape.hpp"

#include <string>

namespace cudastdenv::words {

// A field is one line.
// clang-format off

/// A sentence with a name for programs, which rests on what was given alone.
struct SaidProblem {
    CUDASTDENV_RECORD("problem", "What is wrong, or is not understood.",
        (CodeName, code, "code", "Which one, for programs."),
        (std::string, message, "message", "In words."))
};

}  // namespace cudastdenv::words
