// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace cudastdenv::machine {

/// SHA-256, as FIPS 180-4 has it, of bytes that come piece by piece. Of our own: the libraries that have it differ from
/// one distribution to the next (libarchive is built with nettle here, with OpenSSL there, and hands on neither).
class Sha256 {
public:
    Sha256() noexcept;
    void add(std::span<const unsigned char> bytes) noexcept;
    /// 64 hexadecimal digits in lower case. Nothing can be added afterwards.
    [[nodiscard]] std::string finish();

private:
    static constexpr std::size_t block_size = 64;
    void add_block(const unsigned char* block) noexcept;

    std::array<std::uint32_t, 8> state_;
    std::array<unsigned char, block_size> block_{};
    std::uint64_t size_ = 0;  ///< of all bytes
};

/// Of a regular file of any size. Throws MachineError: missing, no regular file, not to be read.
[[nodiscard]] std::string sha256_of_file(const std::filesystem::path& file);

}  // namespace cudastdenv::machine
