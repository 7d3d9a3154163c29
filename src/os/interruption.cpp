// SPDX-License-Identifier: MIT
#include "os/interruption.hpp"

#include "os/machine_error.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
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

}  // namespace cudastdenv::machine
