#include "machine/process.hpp"

#include "machine/machine_error.hpp"
#include "machine/unique_fd.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace cudastdenv::machine {

namespace {

using Clock = std::chrono::steady_clock;

struct Pipe {
    UniqueFd read;
    UniqueFd write;

    Pipe() {
        std::array<int, 2> ends{};
        if (::pipe2(ends.data(), O_CLOEXEC) != 0)
            throw MachineError(std::string("no pipe to another process: ") + std::strerror(errno));
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

/// What the child needs, made before the fork: between fork and exec it may only make system calls.
struct Prepared {
    std::vector<char*> arguments;
    std::vector<char*> environment;
    std::size_t memory_limit;
    std::size_t file_limit;
    int nothing, output, errors, failure;
};

[[noreturn]] void become(const Prepared& prepared) {
    ::setpgid(0, 0);
    ::dup2(prepared.nothing, STDIN_FILENO);
    ::dup2(prepared.output, STDOUT_FILENO);
    ::dup2(prepared.errors, STDERR_FILENO);
    // We ignore it, and what is ignored stays so for a program that is started.
    ::signal(SIGXFSZ, SIG_DFL);
    const rlimit no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    if (prepared.memory_limit != 0) {
        const rlimit memory{prepared.memory_limit, prepared.memory_limit};
        ::setrlimit(RLIMIT_AS, &memory);
    }
    if (prepared.file_limit != 0) {
        const rlimit file{prepared.file_limit, prepared.file_limit};
        ::setrlimit(RLIMIT_FSIZE, &file);
    }
    // The search of PATH would hand a file that is no program to a shell.
    const bool is_path = std::strchr(prepared.arguments[0], '/') != nullptr;
    (is_path ? ::execve : ::execvpe)(prepared.arguments[0], prepared.arguments.data(), prepared.environment.data());
    const int code = errno;
    (void)!::write(prepared.failure, &code, sizeof code);
    ::_exit(127);
}

/// Waits for the child, having killed its whole process group if it is not done.
class Child {
public:
    explicit Child(pid_t pid) : pid_(pid) {
        // The child does the same: whoever is first.
        ::setpgid(pid, pid);
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    ~Child() {
        if (pid_ <= 0) return;
        kill_group();
        wait();
    }

    void kill_group() const { ::kill(-pid_, SIGKILL); }
    int wait() {
        int status = 0;
        while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {}
        pid_ = -1;
        return status;
    }
    /// Whether it has ended, without waiting and without taking its status.
    [[nodiscard]] bool ended() const {
        siginfo_t info{};
        return ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == pid_;
    }

private:
    pid_t pid_;
};

struct Stream {
    UniqueFd fd;
    std::string& text;
};

/// Reads what there is; closes the stream at its end. False if the text would grow beyond the limit.
bool drain(Stream& stream, std::size_t limit) {
    std::array<char, 65536> buffer;
    const ssize_t got = ::read(stream.fd.get(), buffer.data(), buffer.size());
    if (got < 0) {
        if (errno != EINTR && errno != EAGAIN) stream.fd.reset();
        return true;
    }
    if (got == 0) stream.fd.reset();
    if (stream.text.size() + static_cast<std::size_t>(got) > limit) return false;
    stream.text.append(buffer.data(), static_cast<std::size_t>(got));
    return true;
}

/// Reads both streams until they end, or a limit is passed.
Finished::End read_streams(std::array<Stream, 2>& streams, const Process& process, const Child& child) {
    constexpr int tick_ms = 100;
    const Clock::time_point end = Clock::now() + process.time_limit;
    bool ended = false;
    while (streams[0].fd || streams[1].fd) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
        if (left <= 0) return Finished::End::out_of_time;
        std::array<pollfd, 2> polled{{{streams[0].fd.get(), POLLIN, 0}, {streams[1].fd.get(), POLLIN, 0}}};
        const int ready = ::poll(polled.data(), polled.size(), static_cast<int>(left < tick_ms ? left : tick_ms));
        if (ready < 0 && errno != EINTR) return Finished::End::out_of_time;
        // Something that it left behind may keep the pipes open; what it printed itself is there by the next look.
        if (ready == 0 && ended) return Finished::End::exited;
        ended = child.ended();
        for (std::size_t i = 0; i < streams.size() && ready > 0; ++i)
            if (polled[i].revents != 0 && streams[i].fd && !drain(streams[i], process.output_limit))
                return Finished::End::too_much_output;
    }
    // It may have closed both and go on.
    while (!child.ended()) {
        if (Clock::now() >= end) return Finished::End::out_of_time;
        ::usleep(1000);
    }
    return Finished::End::exited;
}

}  // namespace

Finished run(const Process& process) {
    const UniqueFd nothing(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    Pipe output, errors, failure;
    const Prepared prepared{.arguments = pointers(process.arguments),
                            .environment = pointers(process.environment),
                            .memory_limit = process.memory_limit,
                            .file_limit = process.file_limit,
                            .nothing = nothing.get(),
                            .output = output.write.get(),
                            .errors = errors.write.get(),
                            .failure = failure.write.get()};
    const pid_t pid = ::fork();
    if (pid < 0) throw MachineError(process.arguments.front() + ": cannot be started: " + std::strerror(errno));
    if (pid == 0) become(prepared);

    Child child(pid);
    output.write.reset();
    errors.write.reset();
    failure.write.reset();
    int code = 0;
    ssize_t got = 0;
    while ((got = ::read(failure.read.get(), &code, sizeof code)) < 0 && errno == EINTR) {}
    if (got == sizeof code)
        throw MachineError(process.arguments.front() + ": cannot be started: " + std::strerror(code));

    Finished finished;
    std::array<Stream, 2> streams{
        {{std::move(output.read), finished.output}, {std::move(errors.read), finished.errors}}};
    finished.end = read_streams(streams, process, child);
    child.kill_group();
    const int status = child.wait();
    if (finished.end != Finished::End::exited) return finished;
    if (WIFSIGNALED(status)) finished.end = Finished::End::signalled;
    finished.status = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
    return finished;
}

}  // namespace cudastdenv::machine
