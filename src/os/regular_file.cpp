// SPDX-License-Identifier: MIT
#include "os/regular_file.hpp"

#include "core/quote.hpp"
#include "os/descriptors.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace cudastdenv::machine {

namespace {

[[noreturn]] void fail(const std::string& name, const std::string& what) { throw MachineError(name + ": " + what); }

[[noreturn]] void fail_to_read(const std::string& name) {
    fail(name, std::string("cannot be read: ") + std::strerror(errno));
}

void write_all(int fd, const char* bytes, std::size_t size, const std::string& name) {
    while (size > 0) {
        const ssize_t written = ::write(fd, bytes, size);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) fail_to_read(name);
        bytes += written;
        size -= static_cast<std::size_t>(written);
    }
}

/// At most `limit` bytes from where it stands; the files of /proc say nothing of their size.
std::string read_up_to(const RegularFile& file, std::size_t limit, const std::string& name) {
    std::string text;
    std::array<char, 65536> buffer;
    while (text.size() < limit) {
        const ssize_t got = ::read(file.fd.get(), buffer.data(), std::min(buffer.size(), limit - text.size()));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) fail_to_read(name);
        if (got == 0) break;
        text.append(buffer.data(), static_cast<std::size_t>(got));
    }
    return text;
}

}  // namespace

RegularFile open_regular_file(const std::filesystem::path& path) {
    RegularFile file;
    file.fd = UniqueFd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (!file.fd && errno == ENOENT) fail(shown(path), "no such file");
    // A socket cannot be opened at all.
    if (!file.fd && errno == ENXIO) fail(shown(path), "is a pipe, socket or device; a file was expected");
    if (!file.fd) fail_to_read(shown(path));
    struct stat status {};
    if (::fstat(file.fd.get(), &status) != 0) fail_to_read(shown(path));
    if (S_ISDIR(status.st_mode)) fail(shown(path), "is a folder; a file was expected");
    if (!S_ISREG(status.st_mode)) fail(shown(path), "is a pipe, socket or device; a file was expected");
    file.size = static_cast<std::uint64_t>(status.st_size);
    file.device = status.st_dev;
    file.inode = status.st_ino;
    return file;
}

std::string read_start(const std::filesystem::path& path, std::size_t limit) {
    try {
        return read_up_to(open_regular_file(path), limit, shown(path));
    } catch (const MachineError&) {
        return {};
    }
}

std::string read_regular_file(const std::filesystem::path& path, std::size_t max_bytes) {
    std::string text = read_up_to(open_regular_file(path), max_bytes + 1, shown(path));
    if (text.size() > max_bytes)
        fail(shown(path), "larger than " + std::to_string(max_bytes >> 10) + " KiB, which none of its kind is");
    return text;
}

RegularFile hold_in_memory(int pipe, const std::string& name) {
    constexpr std::uint64_t most = std::uint64_t{1} << 30;
    RegularFile file;
    file.fd = UniqueFd(::memfd_create("cudastdenv", MFD_CLOEXEC));
    if (!file.fd) fail_to_read(name);
    std::vector<char> buffer(1 << 16);
    while (true) {
        const ssize_t got = ::read(pipe, buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) fail_to_read(name);
        if (got == 0) return file;
        file.size += static_cast<std::uint64_t>(got);
        if (file.size > most) fail(name, "is larger than 1 GiB");
        write_all(file.fd.get(), buffer.data(), static_cast<std::size_t>(got), name);
    }
}

std::vector<std::byte> read_at(const RegularFile& file, std::uint64_t offset, std::uint64_t size,
                               const std::string& name) {
    if (offset > file.size || size > file.size - offset) fail(name, "is truncated");
    std::vector<std::byte> bytes(size);
    std::size_t filled = 0;
    while (filled < bytes.size()) {
        const ssize_t got = ::pread(file.fd.get(), bytes.data() + filled, bytes.size() - filled,
                                    static_cast<off_t>(offset + filled));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) fail_to_read(name);
        if (got == 0) fail(name, "is truncated: it became shorter while it was read");
        filled += static_cast<std::size_t>(got);
    }
    return bytes;
}

}  // namespace cudastdenv::machine
