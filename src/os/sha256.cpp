// SPDX-License-Identifier: MIT
#include "os/sha256.hpp"

#include "core/quote.hpp"
#include "os/descriptors.hpp"
#include "os/regular_file.hpp"

#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <vector>

namespace cudastdenv::machine {

namespace {

__extension__ using Wide = unsigned __int128;

constexpr std::array<std::uint32_t, 64> first_primes() {
    std::array<std::uint32_t, 64> primes{};
    std::size_t count = 0;
    for (std::uint32_t number = 2; count < primes.size(); ++number) {
        bool is_prime = true;
        for (std::size_t i = 0; i < count; ++i) is_prime = is_prime && number % primes[i] != 0;
        if (is_prime) primes[count++] = number;
    }
    return primes;
}

/// The first 32 bits behind the point of a root: square for power 2, cube for 3.
constexpr std::uint32_t fraction_of_root(std::uint32_t number, int power) {
    const Wide shifted = static_cast<Wide>(number) << (32 * power);
    std::uint64_t root = 0;
    // No root of the first 64 primes has more than five bits in front of the point.
    for (int bit = 36; bit >= 0; --bit) {
        const std::uint64_t tried = root | (std::uint64_t{1} << bit);
        Wide result = tried;
        for (int i = 1; i < power; ++i) result *= tried;
        if (result <= shifted) root = tried;
    }
    return static_cast<std::uint32_t>(root);
}

/// FIPS 180-4, 4.2.2 and 5.3.3: fractions of the cube roots of the first 64 primes, of the square roots of the first 8.
constexpr std::array<std::uint32_t, 64> round_constants = [] {
    std::array<std::uint32_t, 64> constants = first_primes();
    for (std::uint32_t& constant : constants) constant = fraction_of_root(constant, 3);
    return constants;
}();
constexpr std::array<std::uint32_t, 8> initial_state = [] {
    std::array<std::uint32_t, 8> state{};
    for (std::size_t i = 0; i < state.size(); ++i) state[i] = fraction_of_root(first_primes()[i], 2);
    return state;
}();

}  // namespace

Sha256::Sha256() noexcept : state_(initial_state) {}

void Sha256::add_block(const unsigned char* block) noexcept {
    std::array<std::uint32_t, 64> w{};
    for (std::size_t i = 0; i < 16; ++i)
        w[i] = static_cast<std::uint32_t>(block[4 * i]) << 24 | static_cast<std::uint32_t>(block[4 * i + 1]) << 16 |
               static_cast<std::uint32_t>(block[4 * i + 2]) << 8 | block[4 * i + 3];
    for (std::size_t i = 16; i < w.size(); ++i) {
        const std::uint32_t s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ w[i - 15] >> 3;
        const std::uint32_t s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ w[i - 2] >> 10;
        w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    auto [a, b, c, d, e, f, g, h] = state_;
    for (std::size_t i = 0; i < w.size(); ++i) {
        const std::uint32_t s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
        const std::uint32_t first = h + s1 + ((e & f) ^ (~e & g)) + round_constants[i] + w[i];
        const std::uint32_t s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
        const std::uint32_t second = s0 + ((a & b) ^ (a & c) ^ (b & c));
        h = g, g = f, f = e, e = d + first;
        d = c, c = b, b = a, a = first + second;
    }
    const std::array<std::uint32_t, 8> added{a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < state_.size(); ++i) state_[i] += added[i];
}

void Sha256::add(std::span<const unsigned char> bytes) noexcept {
    while (!bytes.empty()) {
        const std::size_t begun = size_ % block_size;
        const std::size_t count = std::min(bytes.size(), block_size - begun);
        std::ranges::copy(bytes.first(count), block_.begin() + static_cast<std::ptrdiff_t>(begun));
        size_ += count;
        bytes = bytes.subspan(count);
        if (size_ % block_size == 0) add_block(block_.data());
    }
}

std::string Sha256::finish() {
    const std::uint64_t bits = size_ * 8;
    // A bit, zeros up to the last eight bytes of a block, and there the number of bits.
    std::vector<unsigned char> end{0x80};
    while ((size_ + end.size()) % block_size != block_size - 8) end.push_back(0);
    for (int shift = 56; shift >= 0; shift -= 8) end.push_back(static_cast<unsigned char>(bits >> shift));
    add(end);
    std::string digits;
    for (const std::uint32_t word : state_)
        for (int shift = 28; shift >= 0; shift -= 4) digits += "0123456789abcdef"[word >> shift & 15];
    return digits;
}

std::string sha256_of_file(const std::filesystem::path& file) {
    const RegularFile opened = open_regular_file(file);
    std::vector<unsigned char> buffer(std::size_t{1} << 18);
    Sha256 sum;
    for (;;) {
        const ssize_t got = ::read(opened.fd.get(), buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) throw MachineError(as_plain_text(file.string() + ": " + std::strerror(errno)));
        if (got == 0) return sum.finish();
        sum.add(std::span(buffer).first(static_cast<std::size_t>(got)));
    }
}

}  // namespace cudastdenv::machine
