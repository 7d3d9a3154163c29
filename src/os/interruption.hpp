// SPDX-License-Identifier: MIT
#pragma once

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

}  // namespace cudastdenv::machine
