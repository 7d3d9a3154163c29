// SPDX-License-Identifier: MIT
#pragma once

#include "findings/host.hpp"

#include <chrono>
#include <future>

namespace cudastdenv::machine {

/// Thrown if a signal asked this process to end while it must still clean up. Not a std::exception, so that no handler
/// of errors continues. It must be caught at the outermost level, so that destructors run; by then the signal has ended
/// the process.
struct Interrupted {};

/// While an object exists, SIGHUP, SIGINT, SIGQUIT and SIGTERM do not end the process, so that destructors can clean
/// up. The end of the last object raises such a signal again.
class Undisturbed {
public:
    Undisturbed();
    Undisturbed(const Undisturbed&) = delete;
    Undisturbed& operator=(const Undisturbed&) = delete;
    ~Undisturbed();
};

/// Whether the path is an executable regular file.
[[nodiscard]] bool is_program(const std::filesystem::path& path);

/// The environment in which a machine is examined. Tests supply another one.
struct Surroundings {
    std::map<std::string, std::string, std::less<>> variables;  ///< environment variables
    std::filesystem::path root = "/";                           ///< the parent of `/usr` and `/proc`
    std::chrono::milliseconds patience{10'000};  ///< the time limit for a program that is asked about itself

    /// Those of this process.
    [[nodiscard]] static Surroundings here();

    /// Empty if it is not set.
    [[nodiscard]] std::string variable(std::string_view name) const {
        const auto found = variables.find(name);
        return found == variables.end() ? std::string() : found->second;
    }
    /// The directories of PATH, in order: absolute and existing ones, each once after links.
    [[nodiscard]] std::vector<std::filesystem::path> search_path() const;
    /// The first program of that name in search_path(); empty: none.
    [[nodiscard]] std::filesystem::path program(std::string_view name) const {
        for (const std::filesystem::path& folder : search_path())
            if (is_program(folder / name)) return folder / name;
        return {};
    }
    /// An absolute path, relative to `root`.
    [[nodiscard]] std::filesystem::path place(std::string_view absolute) const {
        return root / std::filesystem::path(absolute).relative_path();
    }
    /// The same without the variables that change nvcc's command line.
    [[nodiscard]] Surroundings of_bare_nvcc() const {
        Surroundings bare = *this;
        for (const char* name : {"NVCC_CCBIN", "NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS"}) bare.variables.erase(name);
        return bare;
    }
    /// The variables for a process, with messages in English and without colour.
    [[nodiscard]] std::vector<std::string> environment() const;
};

/// A program to run, or a function to run in its own process. No shell is involved; standard input is empty.
struct Process {
    std::vector<std::string> arguments = {};    ///< the program's path (Surroundings::program), then its arguments
    std::function<int()> work = {};             ///< instead of a program: prints, and returns an exit status
    std::vector<std::string> environment = {};  ///< `NAME=value`, all variables
    std::chrono::milliseconds time_limit{30'000};
    std::size_t output_limit = 16u << 20;  ///< bytes of stdout and of stderr each
    std::size_t memory_limit = 0;          ///< bytes of address space; 0: none
    /// Called with the stdout so far when there is more of it, from whose front it may remove what it has read.
    std::function<void(std::string&)> on_output = {};
};

struct Finished {
    enum class End { exited, signalled, out_of_time, too_much_output };

    End end = End::exited;
    int status = 0;  ///< exit status, or the number of the signal
    std::string output = {};
    std::string errors = {};
};

/// Runs a process to its end. All its descendants are killed when it exceeds a limit, and when this process ends, even
/// by SIGKILL. Throws MachineError if it cannot be started, and Interrupted.
[[nodiscard]] Finished run(const Process& process);

/// The output of a program about itself; empty on failure.
struct Reply {
    std::string output = {};
    std::string errors = {};
    std::optional<HostNote> failure = {};  ///< the reason of a failure
};

/// For std::async: in parallel, or one after the other if no thread can be created.
inline constexpr std::launch side_by_side = std::launch::async | std::launch::deferred;

/// Runs a program within the surroundings' time limit and a limit of stdout and of stderr, in bytes. The longest usual
/// answer, a compiler's macros, needs a tenth of the default.
[[nodiscard]] Reply ask(const Surroundings& surroundings, std::vector<std::string> command,
                        std::size_t limit = 256u << 10);

/// Whether the program itself failed or crashed.
[[nodiscard]] inline bool ran_and_failed(const Reply& reply) {
    return reply.failure &&
           (reply.failure->message.id == "program-fails" || reply.failure->message.id == "program-crashes");
}

}  // namespace cudastdenv::machine
