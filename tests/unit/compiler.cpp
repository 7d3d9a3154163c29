// SPDX-License-Identifier: MIT
#include "show.hpp"

#include "core/versions.hpp"

#include <array>

namespace cudastdenv {

namespace {

using Family = Compiler::Family;

}  // namespace

TEST_CASE("parses a compiler in each format") {
    for (const std::string_view text :
         {"gcc-14", "gcc14", "gcc@14", "gcc@14.3", "gcc-14.3.0", "g++-14", "g++14", "gcc-14.3.rel1", "gcc-14-rc1.2"}) {
        CAPTURE(text);
        CHECK(parse_compiler(text) == Compiler{Family::gcc, 14});
    }
    for (const std::string_view text : {"clang-19", "clang19", "clang@19.1.7", "clang++-19", "clang++19", "llvm-19",
                                        "llvm19", "llvm@19", "clang-19.0.0-unstable-2025-06-01"}) {
        CAPTURE(text);
        CHECK(parse_compiler(text) == Compiler{Family::clang, 19});
    }
    CHECK(parse_compiler("gcc-1") == Compiler{Family::gcc, 1});
    CHECK(parse_compiler("clang-99") == Compiler{Family::clang, 99});
}

TEST_CASE("parses a minor version if present") {
    const auto version = [](std::string_view text) {
        const auto found = parse_compiler_version(text);
        return found ? to_string(*found) : "none";
    };
    CHECK(version("gcc-10.3") == "10.3");
    CHECK(version("g++@14.3.0") == "14.3.0");
    CHECK(version("gcc-13.2.1-rc2") == "13.2.1");
    CHECK(version("clang-19.1.7") == "19.1.7");
    CHECK(version("clang-19.0.0-unstable-2025-06-01") == "19.0.0");
    CHECK(version("gcc-14.3.rel1") == "14.3");
    for (const std::string_view text : {"gcc-14", "gcc-14-rc1", "gcc-14.rel1", "msvc-14.3", "gcc-10.03", ""})
        CHECK_MESSAGE(version(text) == "none", std::string(text));
}

TEST_CASE("rejects text that is not a compiler") {
    using namespace std::string_view_literals;
    constexpr std::array malformed{
        ""sv,
        "gcc"sv,
        "gcc-"sv,
        "gcc@"sv,
        "gcc--14"sv,
        "gcc-@14"sv,
        "gcc@-14"sv,
        "gcc 14"sv,
        " gcc-14"sv,
        "gcc-14 "sv,
        "gcc-14\n"sv,
        "GCC-14"sv,
        "Gcc-14"sv,
        "gcc-0"sv,
        "gcc-00"sv,
        "gcc-014"sv,
        "gcc-100"sv,
        "gcc-1414"sv,
        "gcc-14."sv,
        "gcc-14-"sv,
        "gcc-14x"sv,
        "gcc-14_3"sv,
        "gcc-14,"sv,
        "gcc-14.3 0"sv,
        "gcc-14.3;ls"sv,
        "gcc-14.3/x"sv,
        "gcc-14.\0"sv,
        "gcc-x"sv,
        "gcc-+14"sv,
        "gcc-14.3'"sv,
        "icc-14"sv,
        "msvc-19"sv,
        "14"sv,
        "gcc-clang-14"sv,
        "clang"sv,
        "clang+-19"sv,
        "clang++"sv,
        "llvm"sv,
        "llvm++-19"sv,
        "llvmPackages_19"sv,
        "g++"sv,
        "g+-14"sv,
        "clang-\xD9\xA1"sv,
    };
    for (const std::string_view text : malformed) {
        CAPTURE(text);
        CHECK_FALSE(parse_compiler(text));
    }
    CHECK_FALSE(parse_compiler("gcc-" + std::string(1'000'000, '1')));
}

TEST_CASE("ignores any text after the major version") {
    CHECK(parse_compiler("gcc-14." + std::string(1'000'000, '3')) == Compiler{Family::gcc, 14});
}

TEST_CASE("parses the same compiler from its text") {
    for (const Family family : {Family::gcc, Family::clang})
        for (int major = 1; major <= 99; ++major) {
            const Compiler compiler{family, major};
            CHECK(parse_compiler(to_string(compiler)) == compiler);
            CHECK(to_string(compiler).starts_with(to_string(family)));
        }
    CHECK(to_string("g++14"_cc) == "gcc-14");
    CHECK(to_string("llvm-19"_cc) == "clang-19");
}

TEST_CASE("orders compilers by family, then by number") {
    CHECK("gcc-9"_cc < "gcc-10"_cc);
    CHECK("gcc-99"_cc < "clang-1"_cc);
    CHECK("clang-9"_cc < "clang-18"_cc);
}

TEST_CASE("parses a C++ standard") {
    using enum CxxStandard;
    for (const CxxStandard standard : {cxx11, cxx14, cxx17, cxx20, cxx23}) {
        const std::string name(to_string(standard));
        CHECK(parse_cxx_standard(name) == standard);
        CHECK(parse_cxx_standard(name.substr(3)) == standard);
        CHECK(parse_cxx_standard("gnu" + name.substr(1)) == standard);
    }
    CHECK(cxx11 < cxx14);
    CHECK(cxx20 < cxx23);
    for (const std::string_view text : {"", "c++", "gnu++", "c++98", "c++18", "c++1z", "C++17", " 17", "17 ",
                                        "c++c++17", "c++gnu++17", "gnu17", "c17", "2017", "1", "017"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_cxx_standard(text));
    }
}

}  // namespace cudastdenv
