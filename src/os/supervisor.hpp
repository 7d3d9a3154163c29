// SPDX-License-Identifier: MIT
#pragma once

#include <csignal>
#include <cstddef>
#include <functional>

namespace cudastdenv::machine {

/// Thrown where a signal asked this process to end while something of it would have been left behind. No
/// std::exception: nobody takes it for a failure and goes on. It has to be caught by whoever is outermost, or no
/// destructor runs; by then the signal has ended the process.
struct Interrupted {};

/// While one lives, SIGHUP, SIGINT, SIGQUIT and SIGTERM do not end the process, so that destructors can undo what must
/// not stay. The end of the last one lets such a signal do what it would have done.
class Undisturbed {
public:
    Undisturbed();
    Undisturbed(const Undisturbed&) = delete;
    Undisturbed& operator=(const Undisturbed&) = delete;
    ~Undisturbed();
};

/// A descriptor that is readable from the moment at which one of them has come. Only while an Undisturbed lives.
[[nodiscard]] int interruption() noexcept;

/// What a supervisor needs, all of it made before the fork.
struct Supervised {
    const std::function<int()>* work;  ///< instead of a program; nullptr: there is one
    const char* program;               ///< a path
    char* const* arguments;            ///< ended by nullptr
    char* const* environment;          ///< ended by nullptr
    std::size_t memory_limit;          ///< bytes of address space; 0: none
    sigset_t signals_blocked;          ///< for the program
    int input, output, errors;         ///< its descriptors 0, 1 and 2
    int lifeline;                      ///< at end of file whoever wanted the program is gone, or wants it no longer
    int report;                        ///< takes one SupervisorReport, and ends with the supervisor
};

struct SupervisorReport {
    int error = 0;   ///< errno, where the program could not be started
    int status = 0;  ///< as waitpid gives it
};

/// In a process of its own, between a program and whoever wants it: however that one dies, the program and all that it
/// started die too. To be called right after a fork, with all signals blocked; makes system calls only. When the
/// program has ended, what it left behind in its process group is ended, then reported.
[[noreturn]] void supervise(const Supervised& supervised) noexcept;

}  // namespace cudastdenv::machine
