// SPDX-License-Identifier: MIT
#include "os/supervisor.hpp"

#include "os/files.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <mutex>
#include <string>

namespace cudastdenv::machine {

namespace {

constexpr std::array ending_signals{SIGHUP, SIGINT, SIGQUIT, SIGTERM};

std::mutex mutex;
std::size_t living = 0;
std::array<struct sigaction, ending_signals.size()> actions_before;

std::atomic<int> event{-1};
std::atomic<int> first_signal{0};
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler uses it");

void take_note(int signal) {
    const int code = errno;
    int none = 0;
    first_signal.compare_exchange_strong(none, signal);
    const std::uint64_t one = 1;
    (void)!::write(event, &one, sizeof one);
    errno = code;
}

void take_over() {
    if (event < 0) event = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (event < 0) throw MachineError(std::string("signals cannot be waited for: ") + std::strerror(errno));
    for (std::size_t i = 0; i < ending_signals.size(); ++i) {
        ::sigaction(ending_signals[i], nullptr, &actions_before[i]);
        // `nohup`, or a shell's `&`: somebody wants us to go on.
        if (actions_before[i].sa_handler == SIG_IGN) continue;
        struct sigaction action {};
        action.sa_handler = take_note;
        ::sigaction(ending_signals[i], &action, nullptr);
    }
}

void give_back() {
    for (std::size_t i = 0; i < ending_signals.size(); ++i) ::sigaction(ending_signals[i], &actions_before[i], nullptr);
}

}  // namespace

Undisturbed::Undisturbed() {
    const std::lock_guard lock(mutex);
    if (living == 0) take_over();
    ++living;
}

Undisturbed::~Undisturbed() {
    const std::lock_guard lock(mutex);
    if (--living > 0) return;
    give_back();
    // A shell that runs us in a loop looks at what we died of.
    if (const int signal = first_signal.exchange(0)) std::raise(signal);
}

int interruption() noexcept { return event; }

namespace {

void report(const Supervised& supervised, SupervisorReport report) noexcept {
    (void)!::write(supervised.report, &report, sizeof report);
}

/// Both ends are closed too.
void close_between(unsigned first, unsigned last) noexcept {
    if (first > last) return;
#ifdef SYS_close_range
    if (::syscall(SYS_close_range, first, last, 0U) == 0) return;
#endif
    // The lowest free number is always taken, so ours are low.
    constexpr unsigned most = 4096;
    for (unsigned fd = first; fd <= std::min(last, most); ++fd) ::close(static_cast<int>(fd));
}

/// Another child's pipes, say, which somebody waits to see the end of.
void close_all_but(int one, int other) noexcept {
    const auto low = static_cast<unsigned>(std::min(one, other)), high = static_cast<unsigned>(std::max(one, other));
    close_between(STDERR_FILENO + 1, low - 1);
    close_between(low + 1, high - 1);
    close_between(high + 1, ~0U);
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
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // should somebody kill the supervisor
    limit(RLIMIT_CORE, 0);
    if (supervised.memory_limit != 0) limit(RLIMIT_AS, supervised.memory_limit);
    ::signal(SIGXFSZ, SIG_DFL);  // we ignore it, and what is ignored stays so
    ::sigprocmask(SIG_SETMASK, &supervised.signals_blocked, nullptr);
    if (supervised.work) ::_exit(status_of(*supervised.work));
    ::execve(supervised.program, supervised.arguments, supervised.environment);
    report(supervised, {errno, 0});
    ::_exit(127);
}

bool has_ended(pid_t program) noexcept {
    siginfo_t info{};
    return ::waitid(P_PID, static_cast<id_t>(program), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == program;
}

/// Kills our children: the program, and those of it whose parents died.
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

/// All that the program started, those with a process group or a session of their own too: they become our children
/// when their parents die.
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

/// Whether the program ended; else nobody wants it any longer.
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

}  // namespace

void supervise(const Supervised& supervised) noexcept {
    ::setpgid(0, 0);  // out of reach of a terminal's Ctrl-C, which is for whoever wants the program
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    ::dup2(supervised.input, STDIN_FILENO);
    ::dup2(supervised.output, STDOUT_FILENO);
    ::dup2(supervised.errors, STDERR_FILENO);
    close_all_but(supervised.lifeline, supervised.report);
    sigset_t child;
    ::sigemptyset(&child);
    ::sigaddset(&child, SIGCHLD);
    const int child_signals = ::signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);

    const pid_t program = ::fork();
    if (program == 0) become_program(supervised);
    if (program < 0 || child_signals < 0) report(supervised, {errno, 0});
    if (program < 0) ::_exit(1);
    for (const int fd : {STDOUT_FILENO, STDERR_FILENO}) ::dup2(STDIN_FILENO, fd);  // their ends are the program's alone
    if (child_signals < 0 || !wait_for(program, supervised.lifeline, child_signals)) {
        kill_tree(program);
        ::_exit(1);
    }
    // Before its number is free for another process.
    ::kill(-program, SIGKILL);
    int status = 0;
    ::waitpid(program, &status, 0);
    report(supervised, {0, status});
    ::_exit(0);
}

}  // namespace cudastdenv::machine
