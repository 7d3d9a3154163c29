// SPDX-License-Identifier: MIT
#pragma once

#include "findings/host.hpp"

#include <chrono>
#include <filesystem>
#include <future>

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

/// Whether a program is there that may be run: a regular file.
[[nodiscard]] bool is_program(const std::filesystem::path& path);

/// What a look at the machine starts from, so that a test can give it another one.
struct Surroundings {
    std::map<std::string, std::string, std::less<>> variables;  ///< environment variables
    std::filesystem::path root = "/";                           ///< where `/usr` and `/proc` are
    std::chrono::milliseconds patience{10'000};                 ///< how long a program may take to say what it is

    /// Those of this process.
    [[nodiscard]] static Surroundings here();

    /// Empty where it is not set.
    [[nodiscard]] std::string variable(std::string_view name) const;
    /// The folders of PATH, in order: absolute ones that exist, each once by whatever name.
    [[nodiscard]] std::vector<std::filesystem::path> search_path() const;
    /// The program of that name in the first of these folders that has one; empty: none has.
    [[nodiscard]] std::filesystem::path program(std::string_view name) const;
    /// An absolute path, below `root`.
    [[nodiscard]] std::filesystem::path place(std::string_view absolute) const;
    /// The same without the variables that make nvcc do something else than its command line says.
    [[nodiscard]] Surroundings of_bare_nvcc() const;
    /// For a process: all variables, but messages in English and without colour.
    [[nodiscard]] std::vector<std::string> environment() const;
};

/// A program to run, or work of our own that is better done by somebody else. No shell is involved; standard input is
/// empty.
struct Process {
    std::vector<std::string> arguments = {};    ///< the program's path (Surroundings::program), then its arguments
    std::function<int()> work = {};             ///< instead of a program: prints, and returns an exit status
    std::vector<std::string> environment = {};  ///< `NAME=value`, all of it
    std::chrono::milliseconds time_limit{30'000};
    std::size_t output_limit = 16u << 20;  ///< bytes of stdout and of stderr each
    std::size_t memory_limit = 0;          ///< bytes of address space; 0: none
};

struct Finished {
    enum class End { exited, signalled, out_of_time, too_much_output };

    End end = End::exited;
    int status = 0;  ///< exit status, or the signal's number
    std::string output = {};
    std::string errors = {};
};

/// Runs it to its end. Whatever it started is killed with it when it runs past a limit, and however this process ends,
/// by SIGKILL too. Throws MachineError if it cannot be started, and Interrupted.
[[nodiscard]] Finished run(const Process& process);

/// What a program may print, in bytes of stdout and of stderr each. A compiler's macros, the longest answer about
/// itself, take a tenth of it.
inline constexpr std::size_t longest_answer = 256u << 10;

/// What a program that was asked about itself printed; nothing where it gave no reply.
struct Reply {
    std::string output = {};
    std::string errors = {};
    std::optional<HostNote> failure = {};  ///< why there is no reply
};

/// For std::async: each wait for a program beside the others; where there can be no further thread, one after the
/// other.
inline constexpr std::launch side_by_side = std::launch::async | std::launch::deferred;

/// Asks a program about itself, within the surroundings' patience and a limit on what it may print.
[[nodiscard]] Reply ask(const Surroundings& surroundings, std::vector<std::string> command,
                        std::size_t limit = longest_answer);

/// Whether there is none because the program ended by itself, but not well.
[[nodiscard]] bool ran_and_failed(const Reply& reply);

}  // namespace cudastdenv::machine
