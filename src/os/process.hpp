// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace cudastdenv::machine {

/// A program to run, or work of our own that is better done by somebody else. No shell is involved; standard input is
/// empty.
struct Process {
    std::vector<std::string> arguments;    ///< the program's path (Surroundings::program), then its arguments
    std::function<int()> work = {};        ///< instead of a program: prints, and returns an exit status
    std::vector<std::string> environment;  ///< `NAME=value`, all of it
    std::chrono::milliseconds time_limit{30'000};
    std::size_t output_limit = 16u << 20;  ///< bytes of stdout and of stderr each
    bool keeps_output = true;              ///< else what it prints is counted only
    std::size_t memory_limit = 0;          ///< bytes of address space; 0: none
    std::size_t file_limit = 0;            ///< bytes of any file that it writes; 0: none
};

struct Finished {
    enum class End { exited, signalled, out_of_time, too_much_output };

    End end = End::exited;
    int status = 0;  ///< exit status, or the signal's number
    std::string output;
    std::string errors;
};

/// Runs it to its end. Whatever it started is killed with it when it runs past a limit, and however this process ends,
/// by SIGKILL too. Throws MachineError if it cannot be started, and Interrupted.
[[nodiscard]] Finished run(const Process& process);

}  // namespace cudastdenv::machine
