// SPDX-License-Identifier: MIT
#pragma once

/// Descriptors and regular files for reading. A file's own information is not trusted: it may be a pipe, grow or
/// shrink.

#include "core/std.hpp"

#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <stdexcept>

namespace cudastdenv::machine {

/// A process or a file that failed. what() is one line.
class MachineError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Owns a file descriptor; negative: none.
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

/// The descriptor of this process with that path: `/dev/stdin`, `/dev/stdout`, `/dev/stderr`, `/dev/fd/3`,
/// `/proc/self/fd/3`. It belongs to the shell or another program, and is used at its current position.
[[nodiscard]] std::optional<int> own_descriptor(const std::filesystem::path& path);

/// Opens the closed ones of descriptors 0 to 2 for the wrong direction. Then reading and writing fail as before, but no
/// other file gets their numbers. False on failure.
[[nodiscard]] bool occupy_standard_streams() noexcept;

/// read(), restarted after a signal.
inline ssize_t read_some(int fd, void* bytes, std::size_t size) noexcept {
    ssize_t got = 0;
    do got = ::read(fd, bytes, size);
    while (got < 0 && errno == EINTR);
    return got;
}

/// False if not all can be written; errno has the reason.
[[nodiscard]] inline bool write_all(int fd, std::string_view text) noexcept {
    while (!text.empty()) {
        const ssize_t written = ::write(fd, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

/// A regular file, open for reading.
struct RegularFile {
    UniqueFd fd;
    std::uint64_t size = 0;
    std::uint64_t device = 0;  ///< device and inode are equal for all names of a file
    std::uint64_t inode = 0;
};

/// Opens a file without waiting for the writer of a pipe. Throws MachineError with one line: missing, not a regular
/// file, or not readable.
[[nodiscard]] RegularFile open_regular_file(const std::filesystem::path& path);

/// The first `limit` bytes of a regular file; empty if it cannot be read.
[[nodiscard]] std::string read_start(const std::filesystem::path& path, std::size_t limit);

/// The content of a regular file. Throws MachineError, also if it is larger than `max_bytes`.
[[nodiscard]] std::string read_regular_file(const std::filesystem::path& path, std::size_t max_bytes);

/// The entries of a directory, sorted by name; empty if it cannot be read.
[[nodiscard]] std::vector<std::filesystem::path> entries_of(const std::filesystem::path& folder);

/// Reads a pipe to its end into a file in memory. Throws MachineError, also for more than 1 GiB.
[[nodiscard]] RegularFile read_into_memory(int pipe, const std::string& name);

/// A part of the file. Throws MachineError if the file is shorter.
[[nodiscard]] std::string read_at(const RegularFile& file, std::uint64_t offset, std::uint64_t size,
                                  const std::string& name);

/// The SHA-256 of a regular file of any size, as 64 hexadecimal digits. Throws MachineError: missing, not a regular
/// file, or not readable.
[[nodiscard]] std::string sha256_of_file(const std::filesystem::path& file);

}  // namespace cudastdenv::machine
