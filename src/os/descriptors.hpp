// SPDX-License-Identifier: MIT
#pragma once

#include <unistd.h>

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <utility>

namespace cudastdenv::machine {

/// A process or a file that failed. what() is one line.
class MachineError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Owns a file descriptor; a negative one is none.
class UniqueFd {
public:
    UniqueFd() = default;
    explicit UniqueFd(int fd) noexcept : fd_(fd) {}
    UniqueFd(UniqueFd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
    UniqueFd& operator=(UniqueFd&& other) noexcept {
        std::swap(fd_, other.fd_);
        return *this;
    }
    ~UniqueFd() { reset(); }

    [[nodiscard]] int get() const noexcept { return fd_; }
    explicit operator bool() const noexcept { return fd_ >= 0; }
    void reset() noexcept {
        if (fd_ >= 0) ::close(fd_);
        fd_ = -1;
    }

private:
    int fd_ = -1;
};

/// The descriptor of this process that a path names: `/dev/stdin`, `/dev/stdout`, `/dev/stderr`, `/dev/fd/3`,
/// `/proc/self/fd/3`. What is behind it is the shell's or another program's, and is used where it stands.
[[nodiscard]] std::optional<int> own_descriptor(const std::filesystem::path& path);

/// Opens those of the descriptors 0 to 2 that are closed, the wrong way round: reading and writing fail as before, but
/// no file that is opened later becomes one of them. False where that cannot be done.
[[nodiscard]] bool occupy_standard_streams() noexcept;

}  // namespace cudastdenv::machine
