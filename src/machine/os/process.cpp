// SPDX-License-Identifier: MIT
#include "machine/os/process.hpp"

#include "core/quote.hpp"
#include "core/text.hpp"
#include "machine/os/files.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <atomic>
#include <csignal>
#include <cstring>
#include <ctime>
#include <mutex>

namespace cudastdenv::machine {

namespace fs = std::filesystem;

bool is_program(const fs::path& path) {
    std::error_code error;
    return fs::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
}

Surroundings Surroundings::here() {
    Surroundings surroundings;
    for (char** entry = ::environ; entry && *entry; ++entry) {
        const std::string_view text = *entry;
        const std::size_t equals = text.find('=');
        if (equals != text.npos) surroundings.variables.emplace(text.substr(0, equals), text.substr(equals + 1));
    }
    return surroundings;
}

std::vector<fs::path> Surroundings::search_path() const {
    std::vector<fs::path> folders;
    std::set<fs::path> known;
    const std::string path = variables.contains("PATH") ? variable("PATH") : "/usr/bin:/bin";
    for (const fs::path folder : pieces_of(path, ':')) {
        // A relative entry depends on the working directory, so it cannot be exported.
        if (!folder.is_absolute()) continue;
        std::error_code error;
        if (fs::is_directory(folder, error) && known.insert(fs::canonical(folder, error)).second)
            folders.push_back(folder);
    }
    return folders;
}

std::vector<std::string> Surroundings::environment() const {
    std::map<std::string, std::string, std::less<>> own = variables;
    own["LC_ALL"] = "C";
    own.erase("LANGUAGE");
    own.erase("GCC_COLORS");
    own["NO_COLOR"] = "1";
    std::vector<std::string> entries;
    for (const auto& [name, value] : own) entries.push_back(name + "=" + value);
    return entries;
}

namespace {

constexpr std::array ending_signals{SIGHUP, SIGINT, SIGQUIT, SIGTERM};

std::mutex mutex;
std::size_t living = 0;
std::array<struct sigaction, ending_signals.size()> actions_before;

/// A descriptor that becomes readable when such a signal arrives. Only valid while an Undisturbed exists.
std::atomic<int> event{-1};
std::atomic<int> first_signal{0};
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler uses it");

void record_signal(int signal) {
    const int code = errno;
    int none = 0;
    first_signal.compare_exchange_strong(none, signal);
    const std::uint64_t one = 1;
    (void)!::write(event, &one, sizeof one);
    errno = code;
}

void install_handlers() {
    if (event < 0) event = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (event < 0) throw MachineError(std::string("cannot wait for signals: ") + std::strerror(errno));
    for (std::size_t i = 0; i < ending_signals.size(); ++i) {
        ::sigaction(ending_signals[i], nullptr, &actions_before[i]);
        // `nohup`, or a shell's `&`: the signal must stay ignored.
        if (actions_before[i].sa_handler == SIG_IGN) continue;
        struct sigaction action {};
        action.sa_handler = record_signal;
        ::sigaction(ending_signals[i], &action, nullptr);
    }
}

/// The data of a supervisor, all created before the fork.
struct Supervised {
    const std::function<int()>* work;  ///< instead of a program; nullptr: a program
    char* const* arguments;            ///< the program's path first; null-terminated
    char* const* environment;          ///< null-terminated
    std::size_t memory_limit;          ///< bytes of address space; 0: none
    sigset_t signals_blocked;          ///< for the program
    int input, output, errors;         ///< its descriptors 0, 1 and 2
    int lifeline;                      ///< at end of file the parent is gone, or no longer needs the program
    int report;                        ///< receives one SupervisorReport; closed when the supervisor ends
};

struct SupervisorReport {
    int error = 0;   ///< errno, if the program could not be started
    int status = 0;  ///< from waitpid
};

void report(const Supervised& supervised, SupervisorReport report) noexcept {
    (void)!::write(supervised.report, &report, sizeof report);
}

/// Closes the descriptors from `first` to `last`, both included.
void close_between(unsigned first, unsigned last) noexcept {
    if (first > last) return;
#ifdef SYS_close_range
    if (::syscall(SYS_close_range, first, last, 0U) == 0) return;
#endif
    // Descriptors get the lowest free number, so ours are low.
    constexpr unsigned most = 4096;
    for (unsigned fd = first; fd <= std::min(last, most); ++fd) ::close(static_cast<int>(fd));
}

template <class Resource>  // an int in some C libraries, an enumeration in others
void limit(Resource resource, rlim_t most) noexcept {
    const rlimit limits{most, most};
    ::setrlimit(resource, &limits);
}

int status_of(const std::function<int()>& work) noexcept {
    try {
        return work();
    } catch (...) {
        return 127;
    }
}

[[noreturn]] void become_program(const Supervised& supervised) noexcept {
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // in case the supervisor is killed
    limit(RLIMIT_CORE, 0);
    if (supervised.memory_limit != 0) limit(RLIMIT_AS, supervised.memory_limit);
    ::signal(SIGXFSZ, SIG_DFL);  // we ignore it, which would be inherited
    ::sigprocmask(SIG_SETMASK, &supervised.signals_blocked, nullptr);
    if (supervised.work) ::_exit(status_of(*supervised.work));
    ::execve(supervised.arguments[0], supervised.arguments, supervised.environment);
    report(supervised, {errno, 0});
    ::_exit(127);
}

bool has_ended(pid_t program) noexcept {
    siginfo_t info{};
    return ::waitid(P_PID, static_cast<id_t>(program), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == program;
}

/// Kills our children: the program, and its orphaned descendants.
void kill_children() noexcept {
    std::array<char, 4096> list;
    const int fd = ::open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    const ssize_t size = fd < 0 ? 0 : ::read(fd, list.data(), list.size());
    if (fd >= 0) ::close(fd);
    pid_t child = 0;
    for (ssize_t i = 0; i < size; ++i) {
        const char c = list[static_cast<std::size_t>(i)];
        if (c >= '0' && c <= '9') {
            child = child * 10 + (c - '0');
            continue;
        }
        if (child > 0) ::kill(child, SIGKILL);
        child = 0;
    }
}

/// Kills all descendants, also those in other process groups and sessions: orphans become our children.
void kill_tree(pid_t program) noexcept {
    constexpr timespec pause{0, 1'000'000};
    ::kill(-program, SIGKILL);
    while (true) {
        kill_children();
        pid_t ended = 0;
        while ((ended = ::waitpid(-1, nullptr, WNOHANG)) > 0) {
        }
        if (ended < 0 && errno != EINTR) return;
        ::nanosleep(&pause, nullptr);
    }
}

/// True if the program ended; false if the parent no longer needs it.
bool wait_for(pid_t program, int lifeline, int child_signals) noexcept {
    while (!has_ended(program)) {
        std::array<pollfd, 2> polled{{{lifeline, POLLIN, 0}, {child_signals, POLLIN, 0}}};
        if (::poll(polled.data(), polled.size(), -1) < 0 && errno != EINTR) return false;
        if (polled[0].revents != 0) return false;
        signalfd_siginfo info;
        while (::read(child_signals, &info, sizeof info) > 0) {
        }
    }
    return true;
}

/// Runs in a process between a program and its parent: if the parent dies, the program and its descendants die too.
/// Call it directly after a fork, with all signals blocked; it only makes system calls. When the program has ended, the
/// rest of its process group is killed, then the status is reported.
[[noreturn]] void supervise(const Supervised& supervised) noexcept {
    ::setpgid(0, 0);  // a terminal's Ctrl-C is for the parent only
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    ::dup2(supervised.input, STDIN_FILENO);
    ::dup2(supervised.output, STDOUT_FILENO);
    ::dup2(supervised.errors, STDERR_FILENO);
    // Such as another child's pipes, whose end another thread waits for.
    const auto [low, high] =
        std::minmax({static_cast<unsigned>(supervised.lifeline), static_cast<unsigned>(supervised.report)});
    close_between(STDERR_FILENO + 1, low - 1);
    close_between(low + 1, high - 1);
    close_between(high + 1, ~0U);
    sigset_t child;
    ::sigemptyset(&child);
    ::sigaddset(&child, SIGCHLD);
    const int child_signals = ::signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);

    const pid_t program = ::fork();
    if (program == 0) become_program(supervised);
    if (program < 0 || child_signals < 0) report(supervised, {errno, 0});
    if (program < 0) ::_exit(1);
    for (const int fd : {STDOUT_FILENO, STDERR_FILENO}) ::dup2(STDIN_FILENO, fd);  // only the program keeps their ends
    if (child_signals < 0 || !wait_for(program, supervised.lifeline, child_signals)) {
        kill_tree(program);
        ::_exit(1);
    }
    // Before the number can be reused.
    ::kill(-program, SIGKILL);
    int status = 0;
    ::waitpid(program, &status, 0);
    report(supervised, {0, status});
    ::_exit(0);
}

struct Pipe {
    UniqueFd read;
    UniqueFd write;

    Pipe() {
        std::array<int, 2> ends{};
        if (::pipe2(ends.data(), O_CLOEXEC) != 0)
            throw MachineError(std::string("cannot create a pipe to another process: ") + std::strerror(errno));
        read = UniqueFd(ends[0]);
        write = UniqueFd(ends[1]);
    }
};

std::vector<char*> pointers(const std::vector<std::string>& texts) {
    std::vector<char*> result;
    for (const std::string& text : texts) result.push_back(const_cast<char*>(text.c_str()));
    result.push_back(nullptr);
    return result;
}

[[noreturn]] void fail_to_start(const Process& process, int code) {
    const std::string name = process.work ? "a process of our own" : process.arguments.front();
    throw MachineError(name + ": cannot be started: " + std::strerror(code));
}

/// Reads the available bytes; closes the descriptor at its end. False: more than the limit.
bool drain(UniqueFd& fd, std::string& text, std::size_t limit) {
    std::array<char, 65536> buffer;
    const ssize_t got = ::read(fd.get(), buffer.data(), buffer.size());
    if (got < 0) {
        if (errno != EINTR && errno != EAGAIN) fd.reset();
        return true;
    }
    if (got == 0) fd.reset();
    text.append(buffer.data(), static_cast<std::size_t>(got));
    return text.size() <= limit;
}

/// A program under a supervisor. Both end with this object.
class Child {
public:
    explicit Child(const Process& process) : process_(process) {
        const UniqueFd nothing(::open("/dev/null", O_RDONLY | O_CLOEXEC));
        if (!nothing) fail_to_start(process, errno);
        Pipe output, errors, lifeline, report;
        const std::vector<char*> arguments = pointers(process.arguments), environment = pointers(process.environment);
        Supervised supervised{.work = process.work ? &process.work : nullptr,
                              .arguments = arguments.data(),
                              .environment = environment.data(),
                              .memory_limit = process.memory_limit,
                              .signals_blocked = {},
                              .input = nothing.get(),
                              .output = output.write.get(),
                              .errors = errors.write.get(),
                              .lifeline = lifeline.read.get(),
                              .report = report.write.get()};
        // The supervisor must never be ended by a signal.
        sigset_t all;
        ::sigfillset(&all);
        ::pthread_sigmask(SIG_BLOCK, &all, &supervised.signals_blocked);
        supervisor_ = ::fork();
        const int code = errno;
        if (supervisor_ == 0) supervise(supervised);
        ::pthread_sigmask(SIG_SETMASK, &supervised.signals_blocked, nullptr);
        if (supervisor_ < 0) fail_to_start(process, code);
        output_ = std::move(output.read);
        errors_ = std::move(errors.read);
        lifeline_ = std::move(lifeline.write);
        report_ = std::move(report.read);
    }
    ~Child() {
        lifeline_.reset();
        // A process that waits for a device cannot be killed. The supervisor continues to try.
        constexpr int patience_ms = 2000;
        pollfd end{report_.get(), POLLIN, 0};
        int ready = 0;
        do ready = ::poll(&end, 1, patience_ms);
        while ((ready > 0 && take_report()) || (ready < 0 && errno == EINTR));
        if (ready == 0) return;
        while (::waitpid(supervisor_, nullptr, 0) < 0 && errno == EINTR) {
        }
    }

    /// Reads the output until the program ends or exceeds a limit. Call it once.
    Finished watch() {
        using Clock = std::chrono::steady_clock;
        const Clock::time_point end = Clock::now() + process_.time_limit;
        Finished finished;
        for (bool ended = false;;) {
            const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()).count();
            if (left <= 0 && !ended) return {.end = Finished::End::out_of_time};
            std::array<pollfd, 4> polled{{{output_.get(), POLLIN, 0},
                                          {errors_.get(), POLLIN, 0},
                                          {ended ? -1 : report_.get(), POLLIN, 0},
                                          {event, POLLIN, 0}}};
            constexpr long longest_ms = 1'000'000;
            // Descendants may hold the pipes open; the program's own output is complete by now.
            const int ready = ::poll(polled.data(), polled.size(),
                                     ended ? 0 : static_cast<int>(std::min(left, longest_ms)));
            if (ready < 0 && errno != EINTR) return {.end = Finished::End::out_of_time};
            if (ready < 0) continue;
            if (polled[3].revents != 0) throw Interrupted{};
            if (ended && ready == 0) return finished;
            const bool is_short = (polled[0].revents == 0 || drain(output_, finished.output, process_.output_limit)) &&
                                  (polled[1].revents == 0 || drain(errors_, finished.errors, process_.output_limit));
            if (!is_short) return {.end = Finished::End::too_much_output};
            if (polled[0].revents != 0 && process_.on_output) process_.on_output(finished.output);
            if (polled[2].revents == 0) continue;
            ended = true;
            read_report(finished);
        }
    }

private:
    /// Call it when there is something to read. Empty: the supervisor was killed, and the program with it.
    std::optional<SupervisorReport> take_report() noexcept {
        SupervisorReport report;
        const ssize_t got = read_some(report_.get(), &report, sizeof report);
        return got == sizeof report ? std::optional(report) : std::nullopt;
    }

    void read_report(Finished& finished) {
        const SupervisorReport report = take_report().value_or(SupervisorReport{.status = SIGKILL});
        if (report.error != 0) fail_to_start(process_, report.error);
        const bool is_signalled = WIFSIGNALED(report.status);
        finished.end = is_signalled ? Finished::End::signalled : Finished::End::exited;
        finished.status = is_signalled ? WTERMSIG(report.status) : WEXITSTATUS(report.status);
    }

    const Process& process_;
    pid_t supervisor_ = -1;
    UniqueFd output_, errors_, lifeline_, report_;
};

}  // namespace

Undisturbed::Undisturbed() {
    const std::lock_guard lock(mutex);
    if (living == 0) install_handlers();
    ++living;
}

Undisturbed::~Undisturbed() {
    const std::lock_guard lock(mutex);
    if (--living > 0) return;
    for (std::size_t i = 0; i < ending_signals.size(); ++i) ::sigaction(ending_signals[i], &actions_before[i], nullptr);
    // A shell that runs us in a loop checks which signal ended us.
    if (const int signal = first_signal.exchange(0)) std::raise(signal);
}

Finished run(const Process& process) {
    const Undisturbed until_it_has_ended;
    return Child(process).watch();
}

Reply ask(const Surroundings& surroundings, std::vector<std::string> command, std::size_t limit) {
    const fs::path program = command.front();
    Process process{.arguments = std::move(command),
                    .environment = surroundings.environment(),
                    .time_limit = surroundings.patience,
                    .output_limit = limit};
    const auto no_reply = [&](std::string_view id, std::string_view name, std::string value) {
        return Reply{.failure = HostNote{{id, {{"program", shown(program)}, {name, std::move(value)}}}, program}};
    };
    Finished finished;
    try {
        finished = run(process);
    } catch (const MachineError& error) {
        return no_reply("program-cannot-start", "why", as_plain_text(error.what()));
    }
    switch (finished.end) {
        case Finished::End::out_of_time: {
            const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(surroundings.patience);
            return no_reply("program-hangs", "seconds", std::to_string(seconds.count()));
        }
        case Finished::End::too_much_output: return no_reply("program-floods", {}, {});
        case Finished::End::signalled: return no_reply("program-crashes", "signal", std::to_string(finished.status));
        case Finished::End::exited: break;
    }
    if (finished.status != 0) return no_reply("program-fails", "status", std::to_string(finished.status));
    return {std::move(finished.output), std::move(finished.errors)};
}

}  // namespace cudastdenv::machine
