// SPDX-License-Identifier: MIT
#pragma once

namespace cudastdenv::cli {

/// What the process ends with; a contract.
enum ExitStatus : int {
    exit_answered = 0,
    exit_none = 1,       ///< the answer is "none" or "no"
    exit_bad_input = 2,  ///< one line on stderr, nothing on stdout
    exit_failure = 3,    ///< corrupt data, a file or a process failed
};

}  // namespace cudastdenv::cli
