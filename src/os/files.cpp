// SPDX-License-Identifier: MIT
#include "os/files.hpp"

#include "core/quote.hpp"
#include "core/text.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <bit>
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

namespace {

// SHA-256 is of our own: the libraries that have it differ from one distribution to the next (libarchive is built with
// nettle here, with OpenSSL there, and hands on neither).

/// FIPS 180-4, 4.2.2 and 5.3.3: fractions of the cube roots of the first 64 primes, of the square roots of the first 8.
constexpr std::array<std::uint32_t, 64> round_constants{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
using Sha256State = std::array<std::uint32_t, 8>;
constexpr Sha256State initial_state{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

constexpr std::size_t sha256_block = 64;

/// The same, 6.2.2.
void add_block(Sha256State& state, const unsigned char* block) noexcept {
    std::array<std::uint32_t, 64> w{};
    for (std::size_t i = 0; i < 16; ++i)
        w[i] = static_cast<std::uint32_t>(block[4 * i]) << 24 | static_cast<std::uint32_t>(block[4 * i + 1]) << 16 |
               static_cast<std::uint32_t>(block[4 * i + 2]) << 8 | block[4 * i + 3];
    for (std::size_t i = 16; i < w.size(); ++i) {
        const std::uint32_t s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ w[i - 15] >> 3;
        const std::uint32_t s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ w[i - 2] >> 10;
        w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    auto [a, b, c, d, e, f, g, h] = state;
    for (std::size_t i = 0; i < w.size(); ++i) {
        const std::uint32_t s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
        const std::uint32_t first = h + s1 + ((e & f) ^ (~e & g)) + round_constants[i] + w[i];
        const std::uint32_t s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
        const std::uint32_t second = s0 + ((a & b) ^ (a & c) ^ (b & c));
        h = g, g = f, f = e, e = d + first;
        d = c, c = b, b = a, a = first + second;
    }
    const Sha256State added{a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < state.size(); ++i) state[i] += added[i];
}

/// Adds the whole blocks of the bytes, and leaves the rest of them.
void add_blocks(Sha256State& state, std::vector<unsigned char>& bytes) {
    std::size_t at = 0;
    for (; bytes.size() - at >= sha256_block; at += sha256_block) add_block(state, bytes.data() + at);
    bytes.erase(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(at));
}

}  // namespace

std::string sha256_of_file(const std::filesystem::path& file) {
    const RegularFile opened = open_regular_file(file);
    std::vector<unsigned char> buffer(std::size_t{1} << 18), bytes;
    Sha256State state = initial_state;
    std::uint64_t bits = 0;
    while (const ssize_t got = read_some(opened.fd.get(), buffer.data(), buffer.size())) {
        if (got < 0) throw MachineError(as_plain_text(file.string() + ": " + std::strerror(errno)));
        bytes.insert(bytes.end(), buffer.begin(), buffer.begin() + got);
        bits += 8 * static_cast<std::uint64_t>(got);
        add_blocks(state, bytes);
    }
    // A bit, zeros up to the last eight bytes of a block, and there the number of bits.
    bytes.push_back(0x80);
    while (bytes.size() % sha256_block != sha256_block - sizeof bits) bytes.push_back(0);
    for (int shift = 56; shift >= 0; shift -= 8) bytes.push_back(static_cast<unsigned char>(bits >> shift));
    add_blocks(state, bytes);
    std::string digits;
    for (const std::uint32_t word : state)
        for (int shift = 28; shift >= 0; shift -= 4) digits += "0123456789abcdef"[word >> shift & 15];
    return digits;
}

}  // namespace cudastdenv::machine
