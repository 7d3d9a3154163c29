// SPDX-License-Identifier: MIT
#pragma once

/// Descriptors, regular files that are read, and files that are written. What a file says of itself is not believed: it
/// may be a pipe, grow, or become shorter meanwhile.

#include "core/std.hpp"
#include "os/process.hpp"

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

/// A folder of its own below the system's temporary folder, removed with all that is in it, also where a signal ends
/// this process.
class TemporaryFolder {
public:
    /// `purpose` becomes part of its name. Throws MachineError.
    explicit TemporaryFolder(std::string_view purpose);
    /// In that folder instead, with a name that begins so.
    TemporaryFolder(const std::filesystem::path& folder, std::string_view name);
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder();

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
    /// It is none any longer, and has that name. Throws MachineError.
    void become(const std::filesystem::path& finished);

private:
    bool make(const std::filesystem::path& beginning);

    Undisturbed until_it_is_removed_;
    std::filesystem::path path_;
};

/// Makes `path` hold exactly `text`, all at once: whoever reads it sees the old content or the new one. An existing
/// file keeps its permissions, and is left alone if it holds that text already; a symbolic link stays, its target is
/// replaced. What is no regular file, or a descriptor of ours (`/dev/stdout`), is written to as it is. Throws
/// MachineError.
void write_file(const std::filesystem::path& path, std::string_view text);

/// A regular file, and what it is to hold.
struct NewContent {
    std::filesystem::path path;
    std::string text;
};

/// The same for several regular files that are there: nothing is replaced before all of the new ones are on the disk.
/// Throws MachineError.
void replace_files(std::span<const NewContent> files);

/// The one writer of a folder of tables, for as long as this object lives. Another one waits.
class TableFolder {
public:
    /// Waits until nobody else writes, and finishes or removes what a writer that died left. Throws MachineError.
    explicit TableFolder(const std::filesystem::path& folder);

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return folder_; }

    /// Replaces these files, by their names in the folder, all at once: whoever reads the tables, and whoever comes
    /// after a crash, finds all of the old ones or all of the new ones. A file keeps its permissions. Throws
    /// MachineError; then nothing was changed, unless the message says that the new tables already count.
    void replace(const std::map<std::string, std::string>& texts) const;

private:
    std::filesystem::path folder_;
    UniqueFd lock_;
};

}  // namespace cudastdenv::machine
