// SPDX-License-Identifier: MIT
#include "os/files.hpp"

#include "core/quote.hpp"
#include "core/text.hpp"

#include <fcntl.h>
#include <nettle/sha2.h>
#include <nettle/version.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <cstring>

namespace cudastdenv::machine {

std::optional<int> own_descriptor(const std::filesystem::path& path) {
    const std::string& name = path.native();
    if (name == "/dev/stdin") return STDIN_FILENO;
    if (name == "/dev/stdout") return STDOUT_FILENO;
    if (name == "/dev/stderr") return STDERR_FILENO;
    for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
        if (!name.starts_with(folder)) continue;
        const auto number = whole_number<int>(std::string_view(name).substr(folder.size()));
        if (number >= 0) return number;
    }
    return std::nullopt;
}

bool occupy_standard_streams() noexcept {
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
        const bool is_closed = ::fcntl(fd, F_GETFD) < 0 && errno == EBADF;
        const int wrong_way = fd == STDIN_FILENO ? O_WRONLY : O_RDONLY;
        if (is_closed && ::open("/dev/null", wrong_way) != fd) return false;
    }
    return true;
}

namespace {

[[noreturn]] void fail(const std::string& name, const std::string& what) { throw MachineError(name + ": " + what); }

[[noreturn]] void fail_to_read(const std::string& name) {
    fail(name, std::string("cannot be read: ") + std::strerror(errno));
}

/// At most `limit` bytes from where it stands; the files of /proc say nothing of their size.
std::string read_up_to(const RegularFile& file, std::size_t limit, const std::string& name) {
    std::string text;
    std::array<char, 65536> buffer;
    while (text.size() < limit) {
        const ssize_t got = read_some(file.fd.get(), buffer.data(), std::min(buffer.size(), limit - text.size()));
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
    if (!file.fd && errno == ENXIO) fail(shown(path), "is a pipe, socket or device; expected a file");
    if (!file.fd) fail_to_read(shown(path));
    struct stat status {};
    if (::fstat(file.fd.get(), &status) != 0) fail_to_read(shown(path));
    if (S_ISDIR(status.st_mode)) fail(shown(path), "is a directory; expected a file");
    if (!S_ISREG(status.st_mode)) fail(shown(path), "is a pipe, socket or device; expected a file");
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
        fail(shown(path), "larger than " + std::to_string(max_bytes >> 10) + " KiB, the limit for such files");
    return text;
}

std::vector<std::filesystem::path> entries_of(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> entries;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
        entries.push_back(entry->path());
    std::ranges::sort(entries);
    return entries;
}

RegularFile hold_in_memory(int pipe, const std::string& name) {
    constexpr std::uint64_t most = std::uint64_t{1} << 30;
    RegularFile file;
    file.fd = UniqueFd(::memfd_create("cudastdenv", MFD_CLOEXEC));
    if (!file.fd) fail_to_read(name);
    std::vector<char> buffer(1 << 16);
    while (true) {
        const ssize_t got = read_some(pipe, buffer.data(), buffer.size());
        if (got < 0) fail_to_read(name);
        if (got == 0) return file;
        file.size += static_cast<std::uint64_t>(got);
        if (file.size > most) fail(name, "is larger than 1 GiB");
        if (!write_all(file.fd.get(), {buffer.data(), static_cast<std::size_t>(got)})) fail_to_read(name);
    }
}

std::string read_at(const RegularFile& file, std::uint64_t offset, std::uint64_t size, const std::string& name) {
    if (offset > file.size || size > file.size - offset) fail(name, "is truncated");
    std::string bytes(size, '\0');
    std::size_t filled = 0;
    while (filled < bytes.size()) {
        const ssize_t got = ::pread(file.fd.get(), bytes.data() + filled, bytes.size() - filled,
                                    static_cast<off_t>(offset + filled));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) fail_to_read(name);
        if (got == 0) fail(name, "is truncated: it shrank while it was read");
        filled += static_cast<std::size_t>(got);
    }
    return bytes;
}

std::string sha256_of_file(const std::filesystem::path& file) {
    const RegularFile opened = open_regular_file(file);
    std::vector<std::uint8_t> buffer(std::size_t{1} << 18);
    sha256_ctx context;
    sha256_init(&context);
    while (const ssize_t got = read_some(opened.fd.get(), buffer.data(), buffer.size())) {
        if (got < 0) throw MachineError(as_plain_text(file.string() + ": " + std::strerror(errno)));
        sha256_update(&context, static_cast<std::size_t>(got), buffer.data());
    }
    std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest;
#if NETTLE_VERSION_MAJOR < 4
    sha256_digest(&context, digest.size(), digest.data());
#else
    sha256_digest(&context, digest.data());
#endif
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (const std::uint8_t byte : digest) text.append(1, digits[byte >> 4]).append(1, digits[byte & 15]);
    return text;
}

}  // namespace cudastdenv::machine
