// SPDX-License-Identifier: MIT
#include "findings/gpu_code.hpp"

#include "gpu_code_image.hpp"

#include <cudastdenv/ask.hpp>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <chrono>

using namespace cudastdenv;

namespace {

/// `cubin 9.0a compressed x2; ptx 8.0 isa 8.7`
std::string shown(const GpuCode& code) {
    std::string text;
    for (const auto& [kind, count] : code.kinds)
        text += fmt::format("{}{} {}{}{}{}{}", text.empty() ? "" : "; ", to_string(kind.form),
                            to_string(kind.capability), kind.ptx_version ? " isa " + to_string(*kind.ptx_version) : "",
                            kind.compressed ? " compressed" : "", kind.debug ? " debug" : "",
                            count > 1 ? fmt::format(" x{}", count) : "");
    return text;
}

std::string code_in(const std::string& file) {
    try {
        return shown(read_gpu_code(file));
    } catch (const GpuCodeError& error) {
        return error.what();
    }
}

const std::string plain =
    image::fatbin({{.architecture = 90}, {.kind = 1, .architecture = 80, .major = 8, .minor = 7}});

/// The same by reading forward only.
std::string scanned(const std::string& file) {
    std::uint64_t last = 0;
    const auto read = [&](std::uint64_t offset, std::size_t size) -> std::string_view {
        CHECK(offset + 16 >= last);  // not far back
        last = std::max(last, offset);
        return offset < file.size() ? std::string_view(file).substr(offset, size) : std::string_view();
    };
    try {
        return shown(scan_gpu_code(read, file.size()));
    } catch (const GpuCodeError& error) {
        return error.what();
    }
}

}  // namespace

TEST_CASE("reads the pieces of a fat binary") {
    using namespace image;
    CHECK(code_in(plain) == "cubin 9.0; ptx 8.0 isa 8.7");
    CHECK(code_in(fatbin({{.architecture = 90, .flags = 0x11 | specific},
                          {.architecture = 100, .flags = 0x11 | family | zstd, .header_size = 112},
                          {.architecture = 121, .flags = 0x11 | lz4 | debug},
                          {.kind = 8, .architecture = 90, .flags = specific},
                          {.kind = 16, .architecture = 75},
                          {.kind = 77, .architecture = 75}})) ==
          "cubin 7.5; cubin 9.0a; cubin 10.0f compressed; cubin 12.1 compressed debug; lto-ir 9.0a; other 7.5");
    CHECK(code_in(fatbin({})) == "");
    CHECK(code_in(plain + std::string(8, '\0') + plain) == "cubin 9.0 x2; ptx 8.0 isa 8.7 x2");
}

TEST_CASE("counts equal fat binaries, and leaves out those without functions") {
    const std::string empty = image::fatbin({{.payload = std::string("\177ELF .strtab ", 13)}});
    const std::string small = image::fatbin({{.payload = std::string("\177ELF .text.k ", 13)}});
    const GpuCode code = read_gpu_code(image::elf({{".nv_fatbin", plain + plain + empty + small}}));
    REQUIRE(code.fatbins.size() == 2);
    CHECK(code.fatbins.begin()->second == 1);
    CHECK(code.fatbins.rbegin()->second == 2);
    CHECK(code.fatbins.rbegin()->first.size() == 2);
    CHECK(code.kinds.begin()->second == 4);
}

TEST_CASE("reads the sections for fat binaries, and no other ones") {
    for (const char* name : {".nv_fatbin", "__nv_relfatbin"})
        CHECK(code_in(image::elf({{".text", "some code"}, {name, plain}, {".data", plain}})) ==
              "cubin 9.0; ptx 8.0 isa 8.7");
    CHECK(code_in(image::elf({{".data", plain}})) == "");
    CHECK(code_in(image::pe(std::string(16, '\0') + plain)) == "cubin 9.0; ptx 8.0 isa 8.7");
    CHECK(code_in("MZ" + plain) == "");
    CHECK(code_in(image::elf({})) == "");
    CHECK(code_in("#!/bin/sh\n" + plain) == "");
    CHECK(code_in("") == "");
    // Without a section table, everything is searched.
    std::string stripped = image::elf({{".nv_fatbin", plain}});
    image::put<std::uint64_t>(stripped, 0x28, 0);
    CHECK(code_in(stripped) == "cubin 9.0; ptx 8.0 isa 8.7");
}

TEST_CASE("reads cubins of both ABI versions") {
    const auto cubin = [](std::uint32_t flags, std::uint8_t abi, const image::Sections& sections = {}) {
        return code_in(image::elf(sections, 190, flags, abi));
    };
    CHECK(cubin(0x00340559, 7) == "cubin 8.9");
    CHECK(cubin(0x005a0d5a, 7) == "cubin 9.0a");
    CHECK(cubin(0x06006402, 8) == "cubin 10.0");
    CHECK(cubin(0x0600640a, 8) == "cubin 10.0a");
    const std::string general("\2\x02\1\0\2\x09\0\0", 8), own("\2\x02\1\0\2\x09\1\0", 8);
    CHECK(cubin(0x06005a04, 8, {{".nv.compat", general}}) == "cubin 9.0");
    CHECK(cubin(0x06005a04, 8, {{".nv.compat", own}}) == "cubin 9.0a");
    CHECK(cubin(0x06005a04, 8, {{".nv.compat", std::string("\4\x0b\x08\0........", 12) + own}}) == "cubin 9.0a");
    CHECK(cubin(0x06006402, 8, {{".note.nv.tkinfo", "ptxas -arch sm_100f -m 64"}}) == "cubin 10.0f");
    CHECK(cubin(0x06006402, 8, {{".note.nv.tkinfo", "ptxas -arch sm_100 -m 64"}}) == "cubin 10.0");
}

TEST_CASE("reads archives") {
    const std::string object = image::elf({{"__nv_relfatbin", plain}});
    const std::string odd = object + "x";  // is followed by a byte of padding
    CHECK(
        code_in(image::archive({{"/", "table"}, {"//", "names"}, {"a.o/", odd}, {"b.o/", object}, {"c.txt/", "t"}})) ==
        "cubin 9.0 x2; ptx 8.0 isa 8.7 x2");
    CHECK(code_in(image::archive({{"#1/8", "bsd.o\0\0\0" + object}})) == code_in(image::archive({{"a/", "text"}})));
    CHECK(code_in(image::archive({{"#1/8", std::string("bsd.o\0\0\0", 8) + object}})) == "cubin 9.0; ptx 8.0 isa 8.7");
    CHECK(code_in("!<thin>\n") == "is a thin archive, which has no code; pass its members");
    CHECK(code_in("!<arch>\nx") == "is truncated: its member is beyond its end");
    // An archive in an archive is not followed.
    CHECK(code_in(image::archive({{"a.a/", image::archive({{"a.o/", object}})}})) == "");
}

TEST_CASE("finds the same by reading forward") {
    const std::string other = image::fatbin({{.architecture = 75, .payload = std::string(200000, 'y')}});
    for (const std::string& section : {plain, plain + other + std::string(100, '\0') + plain, other + other})
        for (const std::string& before : {std::string("text"), std::string(300000, 't')}) {
            const std::string file =
                image::elf({{".text", before}, {".nv_fatbin", section}, {".data", std::string(70000, 'd') + plain}});
            CHECK(scanned(file) == code_in(file));
        }
    // Bytes after the section table, as patchelf and objcopy may leave them.
    const std::string appended = image::elf({{".nv_fatbin", plain}, {".lrodata", other}}) + std::string(3 << 20, '\0');
    CHECK(scanned(appended) == code_in(appended));
    // lld writes the names of sections far from their table.
    std::string distant = image::elf({{".nv_fatbin", plain}, {".rodata", "text, then code: " + plain}});
    const std::size_t table = distant.size() - 64 * 4;
    const std::string headers = distant.substr(table);
    distant.resize(table + (3 << 20));
    image::put<std::uint64_t>(distant, 0x28, distant.size());
    distant += headers;
    CHECK(scanned(distant) == code_in(distant));
    CHECK(scanned(image::elf({{".data", plain}})) == "");
    CHECK(scanned(plain) == code_in(plain));
    CHECK(scanned("nothing") == "");
}

TEST_CASE("rejects what is truncated or invalid") {
    constexpr const char* fatbin = "is truncated: its fat binary is beyond its end";
    CHECK(code_in(plain.substr(0, plain.size() - 1)) == fatbin);
    CHECK(code_in(image::elf({{".nv_fatbin", plain.substr(0, 40)}})) == fatbin);
    std::string huge = plain;
    image::put<std::uint64_t>(huge, 8, ~std::uint64_t{0});
    CHECK(code_in(huge) == fatbin);
    huge = plain;
    image::put<std::uint64_t>(huge, 24, ~std::uint64_t{0});
    CHECK(code_in(huge) == "is truncated: its GPU code is beyond its end");
    huge = plain;
    image::put<std::uint32_t>(huge, 20, 63);
    CHECK(code_in(huge) == "has invalid GPU code: a header of wrong size");
    std::string file = image::elf({{".nv_fatbin", plain}});
    image::put<std::uint64_t>(file, 0x28, file.size() - 1);
    CHECK(code_in(file) == "is truncated: its section table is beyond its end");
    file = image::elf({{".nv_fatbin", plain}});
    image::put<std::uint16_t>(file, 0x3e, 0xff);
    CHECK(code_in(file) == "is not a valid ELF file: its section table");
    // Many sections with the same bytes would need a search for each.
    const std::string once = image::elf({{".nv_fatbin", std::string(1000, '\0')}});
    image::Sections many(50, {"__nv_relfatbin", ""});
    many.push_back({".nv_fatbin", std::string(1000, '\0')});
    std::string overlapping = image::elf(many);
    const std::size_t table = overlapping.size() - 64 * 53;
    for (std::size_t i = 1; i <= 50; ++i)
        overlapping.replace(table + 64 * i + 0x18, 16, overlapping, table + 64 * 51 + 0x18, 16);
    CHECK(code_in(once) == "");
    CHECK(code_in(overlapping) == "has invalid GPU code: its sections overlap");
}

TEST_CASE("code for no architecture") {
    const std::string piece = image::piece({.architecture = 0, .payload = ""});
    std::string file = image::fatbin({});
    image::put<std::uint64_t>(file, 8, piece.size());
    CHECK(code_in(file + piece) == "is not valid: its GPU code is for no architecture");
}

TEST_CASE("ends quickly with a large file that has too many pieces") {
    const auto start = std::chrono::steady_clock::now();
    std::string pieces;
    for (int i = 0; i < 16384; ++i) pieces += image::piece({.payload = ""});
    std::string many;
    for (int i = 0; i < 70; ++i) many += pieces;
    std::string file = image::fatbin({});
    image::put<std::uint64_t>(file, 8, many.size());
    CHECK(code_in(file + many) == "has more than 1048576 pieces of GPU code, the limit");
    std::string kinds;
    for (std::uint32_t i = 10; i < 5000; ++i) kinds += image::piece({.architecture = i, .payload = ""});
    image::put<std::uint64_t>(file, 8, kinds.size());
    CHECK(code_in(file + kinds) == "has more than 4096 kinds of GPU code, the limit");
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(20));
}

TEST_CASE("answers for the bytes of a file") {
    const auto answer = covers_file("lib.so", image::elf({{".nv_fatbin", plain}}), {.gpu = "RTX 5090"});
    REQUIRE(answer);
    CHECK(answer->verdict == HealthVerdict::yes);
    REQUIRE(answer->files.size() == 1);
    CHECK(answer->files.front().text == "PTX of 8.0, which the driver compiles at load");
    CHECK(answer->files.front().release == Version{12, 8});
    CHECK(covers_file("lib.so", plain, {.gpu = "no such GPU"}).problem().code == "unknown-name");
    CHECK(covers_file("lib.so", plain, {.driver = "550"}).problem().code == "missing-input");
    const auto none = covers_file("a\nb", "text");
    REQUIRE(none);
    CHECK(none->files.empty());
    CHECK(none->without_code == 1);
    const auto cut = covers_file("a\nb", plain.substr(0, 50));
    REQUIRE(cut);
    CHECK(cut->unreadable == std::vector<std::string>{"a\\x0ab: is truncated: its fat binary is beyond its end"});
}
