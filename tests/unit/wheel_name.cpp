// SPDX-License-Identifier: MIT
#include "resolve/wheel_name.hpp"

#include "show.hpp"

#include <string>

using namespace cudastdenv;

namespace {

/// `torch 2.9.0+cu128 linux-x86_64 3.12 only`, or `-`.
std::string name_in(std::string_view path) {
    const auto name = read_wheel_file_name(path);
    if (!name) return "-";
    const WheelTag& tag = name->tag;
    return name->package + ' ' + name->version + ' ' + (tag.system ? std::string(to_string(*tag.system)) : "other") +
           (tag.python ? ' ' + to_string(*tag.python) : "") + (tag.is_for_one_python ? " only" : "");
}

std::string tagged(const std::string& tag) { return name_in("a-1.0-" + tag + ".whl"); }

}  // namespace

TEST_CASE("a wheel's file name has its package, version and tag") {
    CHECK(name_in("torch-2.9.0+cu128-cp312-cp312-manylinux_2_28_x86_64.whl") ==
          "torch 2.9.0+cu128 linux-x86_64 3.12 only");
    CHECK(name_in("https://example.org/whl/torch-2.9.0%2Bcu128-cp313-cp313t-win_amd64.whl") ==
          "torch 2.9.0+cu128 windows-x86_64 3.13 only");
    CHECK(name_in("C:\\wheels\\torch-2.9.0%2bcpu-cp312-cp312-linux_aarch64.whl") ==
          "torch 2.9.0+cpu linux-aarch64 3.12 only");
    CHECK(name_in("torch-2.9.0-1a-cp312-cp312-linux_x86_64.whl") == "torch 2.9.0 linux-x86_64 3.12 only");
    CHECK(name_in("onnxruntime_gpu-1.16.0-cp310-cp310-linux_x86_64.whl") ==
          "onnxruntime-gpu 1.16.0 linux-x86_64 3.10 only");
}

TEST_CASE("a tag has the oldest Python and a known system") {
    CHECK(tagged("cp39-abi3-manylinux_2_28_x86_64") == "a 1.0 linux-x86_64 3.9");
    CHECK(tagged("cp39-none-manylinux_2_28_x86_64") == "a 1.0 linux-x86_64 3.9 only");
    CHECK(tagged("py39-none-win_amd64") == "a 1.0 windows-x86_64 3.9");
    CHECK(tagged("py3-none-manylinux_2_28_x86_64.manylinux2014_x86_64") == "a 1.0 linux-x86_64");
    CHECK(tagged("py2.py3-none-any") == "a 1.0 other");
    // Not for Linux with glibc.
    CHECK(tagged("py3-none-musllinux_1_2_x86_64") == "a 1.0 other");
    CHECK(tagged("py3-none-musllinux_1_2_x86_64.manylinux2014_x86_64") == "a 1.0 linux-x86_64");
    for (const char* platform : {"macosx_11_0_arm64", "macosx_10_9_x86_64", "win32", "win_arm64", "linux_ppc64le",
                                 "manylinux2014_i686", "any"})
        CHECK_MESSAGE(tagged(std::string("py3-none-") + platform) == "a 1.0 other", platform);
}

TEST_CASE("other names are none of wheels") {
    for (const char* name :
         {"", ".whl", "a.whl", "a-1.0.whl", "a-1.0-py3-none.whl", "-1.0-py3-none-any.whl", "a--py3-none-any.whl",
          "a-b-1.0-py3-none-any.whl", "a-1.0-1-2-py3-none-any.whl", "a-1.0-py3-none-any", "a-1.0-py3-none-any.zip"})
        CHECK_MESSAGE(name_in(name) == "-", name);
    CHECK(!read_wheel_tag("py3-none"));
    CHECK(!read_wheel_tag("1-py3-none-any"));
}

TEST_CASE("names of packages are compared as on PyPI") {
    CHECK(normalized_package("Flash_Attn") == "flash-attn");
    CHECK(normalized_package("a.-_b--C") == "a-b-c");
    CHECK(normalized_package("") == "");
}
