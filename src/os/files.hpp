// SPDX-License-Identifier: MIT
#pragma once

/// Descriptors, and regular files that are read. What a file says of itself is not believed: it may be a pipe, grow, or
/// become shorter meanwhile.

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

/// As read() does it, but not ended by a signal.
inline ssize_t read_some(int fd, void* bytes, std::size_t size) noexcept {
    ssize_t got = 0;
    do got = ::read(fd, bytes, size);
    while (got < 0 && errno == EINTR);
    return got;
}

/// False where it cannot all be written; errno says why.
[[nodiscard]] inline bool write_all(int fd, std::string_view text) noexcept {
    while (!text.empty()) {
        const ssize_t written = ::write(fd, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

/// A regular file that is open for reading.
struct RegularFile {
    UniqueFd fd;
    std::uint64_t size = 0;
    std::uint64_t device = 0;  ///< device and inode are the same for every name of the file
    std::uint64_t inode = 0;
};

/// Opens it without waiting for whoever should write into a pipe. Throws MachineError with one line: missing, no
/// regular file, or not to be read.
[[nodiscard]] RegularFile open_regular_file(const std::filesystem::path& path);

/// The first `limit` bytes of a regular file; empty where there is none that can be read.
[[nodiscard]] std::string read_start(const std::filesystem::path& path, std::size_t limit);

/// The content of a regular file. Throws MachineError, also where it is larger than `max_bytes`.
[[nodiscard]] std::string read_regular_file(const std::filesystem::path& path, std::size_t max_bytes);

/// What is in a folder, sorted by name; nothing where it cannot be read.
[[nodiscard]] std::vector<std::filesystem::path> entries_of(const std::filesystem::path& folder);

/// What can be read from a pipe to its end, as a file in memory. Throws MachineError, also where it is more than 1 GiB.
[[nodiscard]] RegularFile hold_in_memory(int pipe, const std::string& name);

/// A part of the file. Throws MachineError where the file ends before.
[[nodiscard]] std::string read_at(const RegularFile& file, std::uint64_t offset, std::uint64_t size,
                                  const std::string& name);

/// SHA-256 of a regular file of any size, in 64 hexadecimal digits. Throws MachineError: missing, no regular file, not
/// to be read.
[[nodiscard]] std::string sha256_of_file(const std::filesystem::path& file);

}  // namespace cudastdenv::machine
