// SPDX-License-Identifier: MIT
#include "query/names.hpp"

#include "show.hpp"

#include <array>
#include <string>
#include <utility>

namespace cudastdenv::query {

namespace {

std::string read(std::string_view text) {
    const std::optional<NamedCompiler> named = named_compiler(text);
    if (!named) return "none";
    return to_string(named->compiler) + (named->version ? " " + to_string(*named->version) : "");
}

std::string compiler_complaint(std::string_view text) {
    try {
        return "no complaint: " + to_string(read_compiler(builtin_tables(), text).compiler);
    } catch (const BadInput& error) {
        return error.what();
    }
}

}  // namespace

TEST_CASE("finds a compiler in its output and in typed names") {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 24> texts{{
        {"gcc-13", "gcc-13"},
        {"gcc 13", "gcc-13"},
        {"GCC 13.3", "gcc-13 13.3"},
        {"g++-13", "gcc-13"},
        {"/usr/bin/g++-13", "gcc-13"},
        {"/usr/bin/x86_64-linux-gnu-g++-13", "gcc-13"},
        {"GNU 13.3.0", "gcc-13 13.3.0"},
        {"GNU C++ 13.3.0", "gcc-13 13.3.0"},
        {"gcc (Ubuntu 13.2.0-23ubuntu4) 13.2.0", "gcc-13 13.2.0"},
        {"gcc (Ubuntu 13.2.0-23ubuntu4) 13.2.0\nCopyright (C) 2023 Free Software Foundation, Inc.", "gcc-13 13.2.0"},
        {"g++ (GCC) 14.2.1 20240912 (Red Hat 14.2.1-3)", "gcc-14 14.2.1"},
        {"gcc version 13.2.0 (Debian 13.2.0-25)", "gcc-13 13.2.0"},
        {"GCC: (Debian 12.2.0-14) 12.2.0", "gcc-12 12.2.0"},
        {"clang version 19.1.7", "clang-19 19.1.7"},
        {"Ubuntu clang version 14.0.0-1ubuntu1.1", "clang-14 14.0.0"},
        {"Debian clang version 19.1.7 (3)", "clang-19 19.1.7"},
        {"clang version 18.1.8 (https://github.com/llvm/llvm-project.git 3b5b5c1)", "clang-18 18.1.8"},
        {"Clang 19", "clang-19"},
        {"LLVM 19", "clang-19"},
        {"-- The CXX compiler identification is GNU 13.3.0", "gcc-13 13.3.0"},
        {"-- The CXX compiler identification is Clang 17.0.6", "clang-17 17.0.6"},
        {"clang++-19.1", "clang-19 19.1"},
        {"gcc v13", "gcc-13"},
        {"\tg++ 9", "gcc-9"},
    }};
    for (const auto& text : texts) CHECK_MESSAGE(read(text.first) == text.second, std::string(text.first));
}

TEST_CASE("rejects text that names no compiler") {
    for (const std::string_view text :
         {"", " ", "gcc", "clang", "13", "13.3.0", "Apple clang version 15.0.0 (clang-1500.3.9.4)", "debian-12",
          "nvcc 12.4", "(gcc 13)", "g 13", "gcc gcc", "MSVC 19.44", "icpx 2024.1", "gcc 0", "/", "gcc/13"})
        CHECK_MESSAGE(read(text) == "none", std::string(text));
}

TEST_CASE("an error shows the correct form") {
    CHECK(compiler_complaint("13.3.0") == "'13.3.0' is a version without a compiler; pass gcc-13.3.0 or clang-13.3.0");
    CHECK(compiler_complaint("msvc") == "'msvc' is not a compiler; pass a compiler like gcc-14 or clang-19");
    CHECK(compiler_complaint("gcc 99").starts_with("unknown compiler 'gcc 99'; the newest gcc in the tables is gcc-"));
}

}  // namespace cudastdenv::query
