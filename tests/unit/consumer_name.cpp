// SPDX-License-Identifier: MIT
#include "builtin.hpp"
#include "query/names.hpp"

#include "show.hpp"

#include <array>
#include <string>
#include <utility>

namespace cudastdenv::query {

namespace {

/// `torch 2.7`, or the error.
std::string consumer_in(std::string_view text) {
    try {
        const NamedConsumer named = read_consumer(builtin_tables(), text);
        return std::string(named.consumer->id) + " " + to_string(named.version) +
               (named.newer ? " for " + to_string(*named.newer) : "");
    } catch (const BadInput& error) {
        return error.what();
    }
}

}  // namespace

TEST_CASE("finds a consumer as typed and as printed") {
    const std::array<std::pair<std::string_view, std::string_view>, 20> cases{{
        {"torch-2.7", "torch 2.7"},
        {"torch 2.7.1", "torch 2.7.1"},
        {"PyTorch 2.7", "torch 2.7"},
        {"pytorch_2.7", "torch 2.7"},
        {"torch==2.7.0+cu128", "torch 2.7.0"},
        {"torch 2.8.0rc1", "torch 2.8.0"},
        {"torch 2.8.0.dev20250601", "torch 2.8.0"},
        {"torch-2.7.1-cp312-cp312-manylinux_2_28_x86_64.whl", "torch 2.7.1"},
        {" torch v2.7 ", "torch 2.7"},
        {"cmake version 3.31.6", "cmake 3.31.6"},
        {"CMake/3.31", "cmake 3.31"},
        {"Meson 1.9", "meson 1.9"},
        {"kokkos@4.6.01", "kokkos 4.6.1"},
        {"xmake v3.0.7+20251201, A cross-platform build utility based on Lua", "xmake 3.0.7"},
        {"flash_attn-2.8.3.post1", "flash-attn 2.8.3"},
        {"flash-attention 2.7.4", "flash-attn 2.7.4"},
        {"torch", "torch 2.15.0"},
        {"TORCH", "torch 2.15.0"},
        {"torch 2.15", "torch 2.15"},
        {"torch-3.0", "torch 2.15.0 for 3.0"},
    }};
    for (const auto& one : cases) CHECK_MESSAGE(consumer_in(one.first) == one.second, one.first);
}

TEST_CASE("rejects an unknown consumer and a version without rules") {
    for (const std::string_view text : {"", "2.7", "-2.7", "torc-2.7", "v2.7"})
        CHECK_MESSAGE(consumer_in(text).starts_with("unknown consumer "), text);
    for (const std::string_view text :
         {"torch-2", "torch 2.x", "torch-2.7x", "torch-2.7.1.2", "torch-2..7", "torch-9999999.0"})
        CHECK_MESSAGE(consumer_in(text).find("is not a version of PyTorch") != std::string::npos, text);
    CHECK(consumer_in("torch-1.3.9") == "PyTorch 1.3.9 is too old: the tables have its rules for 1.4.0 or later");
    CHECK(consumer_in("flash-attn 2.7.2") ==
          "flash-attention 2.7.2 is too old: the tables have its rules for 2.7.3 or later");
    for (const std::string_view text : {"spack-1.0", "cupy 14.2.0", "tensorflow-2.17", "nvcc"})
        CHECK_MESSAGE(consumer_in(text).find("the tables have no rules of ") != std::string::npos, text);
}

TEST_CASE("a consumer implies its format and rejects another") {
    const auto texts = [](std::string_view format, std::string_view consumer) {
        return OptionTexts().with("format", format).with("consumer", consumer);
    };
    CHECK(read_chosen_spelling(tables, OptionTexts().with("consumer", "torch-2.7"), "gencode").spelling.name ==
          "torch");
    CHECK(read_chosen_spelling(tables, texts("PyTorch", "torch-2.7"), "gencode").spelling.name == "torch");
    CHECK(read_chosen_spelling(tables, OptionTexts(), "gencode").spelling.name == "gencode");
    CHECK_THROWS_AS((void)read_chosen_spelling(tables, texts("cmake", "torch-2.7"), "gencode"), BadInput);
}

}  // namespace cudastdenv::query
