// SPDX-License-Identifier: MIT
#include "elf/loader_cache.hpp"

#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

namespace cudastdenv::machine {

namespace {

// glibc's sysdeps/generic/dl-cache.h says it so: a header, entries, then texts.
constexpr std::string_view magic = "glibc-ld.so.cache1.1";
constexpr std::size_t header_size = 48;
constexpr std::size_t entry_size = 24;
constexpr std::size_t name_in_entry = 4;
constexpr std::size_t path_in_entry = 8;
constexpr std::size_t longest_text = 4096;

std::optional<std::uint32_t> number_at(std::string_view bytes, std::size_t at) {
    std::uint32_t number = 0;
    if (at > bytes.size() || bytes.size() - at < sizeof number) return std::nullopt;
    std::memcpy(&number, bytes.data() + at, sizeof number);
    return number;
}

std::optional<std::string_view> text_at(std::string_view bytes, std::optional<std::uint32_t> at) {
    if (!at || *at >= bytes.size()) return std::nullopt;
    const std::string_view rest = bytes.substr(*at, longest_text);
    const std::size_t end = rest.find('\0');
    if (end == rest.npos) return std::nullopt;
    return rest.substr(0, end);
}

}  // namespace

std::multimap<std::string, std::filesystem::path> read_loader_cache(std::span<const std::byte> cache) {
    const std::string_view bytes(reinterpret_cast<const char*>(cache.data()), cache.size());
    std::multimap<std::string, std::filesystem::path> libraries;
    if (!bytes.starts_with(magic)) return libraries;
    const std::uint32_t count = number_at(bytes, magic.size()).value_or(0);
    for (std::size_t at = header_size, i = 0; i < count && at < bytes.size(); ++i, at += entry_size) {
        const auto name = text_at(bytes, number_at(bytes, at + name_in_entry));
        const auto path = text_at(bytes, number_at(bytes, at + path_in_entry));
        if (!name || !path) break;
        libraries.emplace(*name, *path);
    }
    return libraries;
}

}  // namespace cudastdenv::machine
