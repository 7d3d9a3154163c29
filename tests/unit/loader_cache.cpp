// SPDX-License-Identifier: MIT
#include "machine/elf/elf.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

using namespace cudastdenv::machine;

namespace {

void put(std::string& bytes, std::size_t at, std::uint32_t number) {
    for (std::size_t i = 0; i < 4; ++i) bytes[at + i] = static_cast<char>(number >> (8 * i));
}

void put(std::string& bytes, std::size_t at, std::string_view text) { bytes.replace(at, text.size(), text); }

}  // namespace

TEST_CASE("accepts paths up to the system's maximum length") {
    constexpr std::size_t longest_path = 4096;  // PATH_MAX, with the null at its end
    for (const std::size_t length : {std::size_t{1}, std::size_t{300}, longest_path - 2, longest_path - 1}) {
        std::string cache(100 + longest_path + 1, '\0');
        put(cache, 0, "glibc-ld.so.cache1.1");
        put(cache, 20, 1u);
        put(cache, 52, 80u);
        put(cache, 56, 100u);
        put(cache, 80, "liba.so.1");
        const std::string path = "/" + std::string(length - 1, 'x');
        put(cache, 100, path.c_str());
        const auto libraries = read_loader_cache(cache);
        REQUIRE(libraries.size() == 1);
        CHECK(libraries.begin()->second == path);
    }
    std::string endless(100'000, 'x');
    put(endless, 0, "glibc-ld.so.cache1.1");
    put(endless, 20, 1u);
    put(endless, 52, 80u);
    put(endless, 56, 100u);
    CHECK(read_loader_cache(endless).empty());
}

TEST_CASE("reads the loader's cache") {
    std::string cache(200, '\0');
    put(cache, 0, "glibc-ld.so.cache1.1");
    put(cache, 20, 2u);
    for (const std::uint32_t entry : {48u, 72u}) {
        put(cache, entry + 4, 100u);
        put(cache, entry + 8, entry == 48 ? 110u : 120u);
    }
    put(cache, 100, "liba.so.1");
    put(cache, 110, "/x/liba");
    put(cache, 120, "/y/liba");
    const auto libraries = read_loader_cache(cache);
    const auto [first, last] = libraries.equal_range("liba.so.1");
    REQUIRE(std::distance(first, last) == 2);
    CHECK(first->second == "/x/liba");
    CHECK(std::next(first)->second == "/y/liba");

    for (std::size_t size = 0; size < cache.size(); ++size)
        CHECK(read_loader_cache(std::string_view(cache).substr(0, size)).size() <= 2);
    put(cache, 20, 0xffffffffu);
    CHECK(read_loader_cache(cache).size() >= 2);
    put(cache, 52, 0xfffffff0u);
    CHECK(read_loader_cache(cache).empty());
    CHECK(read_loader_cache({}).empty());
}
