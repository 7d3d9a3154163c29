// SPDX-License-Identifier: MIT
#include "graph/closure.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace cudastdenv;

namespace {

/// A short description of a recognised name.
std::string seen(std::string_view name) {
    const StoreName found = recognise(name);
    std::string text = found.platform.empty() ? "" : std::string(found.platform) + " ";
    if (found.is_cuda()) return text + "cuda " + to_string(found.set);
    if (found.kind == StoreName::Kind::compiler) return text + to_string(found.compiler);
    if (found.kind == StoreName::Kind::libstdcxx) return text + "lib " + to_string(*found.gcc);
    return text + "nothing";
}

}  // namespace

TEST_CASE("finds CUDA package sets") {
    CHECK(seen("/nix/store/al5pjd77g5gi541gz5536k1wd8kxg65c-cuda12.8-cuda_nvcc-12.8.93") == "cuda 12.8");
    CHECK(seen("cuda12.8-libcublas-12.8.4.1-lib") == "cuda 12.8");
    CHECK(seen("cuda12.8-cudnn-9.13.0.50") == "cuda 12.8");
    CHECK(seen("cuda_nvcc-12.8.93") == "cuda 12.8");
    CHECK(seen("cuda_nvcc-12.8.93-dev") == "cuda 12.8");
    CHECK(seen("cuda_cudart-11.7.60") == "cuda 11.7");
    CHECK(seen("cuda-merged-12.9") == "cuda 12.9");
    CHECK(seen("cuda-merged-12") == "cuda 12.*");
    CHECK(seen("cudatoolkit-11.8.0") == "cuda 11.8");
    CHECK(seen("cudatoolkit-11.8.0-lib") == "cuda 11.8");
    CHECK(seen("cudatoolkit-11.8-cudnn-8.9.1") == "cuda 11.8");
    CHECK(seen("nccl-2.20.3-1-cuda-12.2") == "cuda 12.2");
    CHECK(seen("libnvjitlink-12.8.93-lib") == "cuda 12.8");
    CHECK(seen("cuda_nvcc-12.8.93.drv") == "cuda 12.8");
}

TEST_CASE("ignores names that only share a number with CUDA") {
    CHECK(seen("libcublas-11.11.3.6") == "cuda 11.*");
    CHECK(seen("libcufft-11.3.3.83") == "nothing");
    CHECK(seen("libcusparse-12.5.8.93") == "nothing");
    CHECK(seen("cuda_cccl-13.3.4.3.1") == "nothing");
    CHECK(seen("cuda_nvcc-linux-x86_64-12.8.93-archive.tar.xz") == "nothing");
    CHECK(seen("cuda-samples-12.8") == "nothing");
    CHECK(seen("barracuda12.8-x") == "nothing");
    CHECK(seen("setup-cuda-hook") == "nothing");
}

TEST_CASE("finds the part of CUDA") {
    const auto kind = [](std::string_view name) { return recognise(name).kind; };
    using Kind = StoreName::Kind;
    CHECK(kind("cuda_nvcc-12.8.93") == Kind::nvcc);
    CHECK(kind("cuda12.8-cuda_nvcc-12.8.93-bin") == Kind::nvcc);
    CHECK(kind("cuda_nvcc-12.8.93.drv") == Kind::nvcc);
    CHECK(kind("cuda_nvcc_impl-12.8.93") == Kind::cuda_component);
    CHECK(kind("cuda12.8-libcublas-12.8.4.1-lib") == Kind::cuda_component);
    CHECK(kind("cuda-redist-12.8") == Kind::cuda_component);
    CHECK(kind("cudatoolkit-11.8-cudnn-8.9.1") == Kind::cuda_component);
    CHECK(kind("cudatoolkit-11.8.0-lib") == Kind::whole_toolkit);
    CHECK(kind("cuda-merged-12.9") == Kind::whole_toolkit);
}

TEST_CASE("finds compilers") {
    const auto is_wrapped = [](std::string_view name) { return recognise(name).is_wrapped; };
    CHECK(is_wrapped("gcc-wrapper-14.3.0"));
    CHECK(is_wrapped("clang-wrapper-19.1.7.drv"));
    CHECK(!is_wrapped("gcc-14.3.0"));
    CHECK(!is_wrapped("clang-19.1.7"));
    CHECK(seen("gcc-wrapper-14.3.0") == "gcc-14");
    CHECK(seen("gcc-14.3.0") == "gcc-14");
    CHECK(seen("gcc-15-20250322") == "gcc-15");
    CHECK(seen("xgcc-14.3.0") == "gcc-14");
    CHECK(seen("clang-wrapper-19.1.7") == "clang-19");
    CHECK(seen("clang-19.1.7") == "clang-19");
    CHECK(seen("aarch64-unknown-linux-gnu-gcc-wrapper-14.3.0") == "aarch64-unknown-linux-gnu gcc-14");
    CHECK(seen("gcc-14.3.0.drv") == "gcc-14");
    for (const char* name :
         {"gcc-14.3.0.tar.xz", "gcc-14.3.0-man", "gcc-wrapper-14.3.0-man", "clang-19.1.7-lib",
          "gcc-12-no-sys-dirs.patch", "dejagnu-gcc-1.6", "gcc", "gcc-", "gcc-0.1", "gcc-99999999999"})
        CHECK_MESSAGE(seen(name) == "nothing", name);
}

TEST_CASE("finds libstdc++") {
    CHECK(seen("/nix/store/788mx070y81zjlg5ipcl0cra3afviw9k-gcc-14.3.0-lib") == "lib 14.3.0");
    CHECK(seen("gcc-15-20250322-lib") == "lib 15.0.0");
    CHECK(seen("aarch64-unknown-linux-gnu-gcc-14.3.0-lib") == "aarch64-unknown-linux-gnu lib 14.3.0");
    CHECK(seen("gcc-14.3.0-libgcc") == "nothing");
    CHECK(seen("xgcc-14.3.0-libgcc") == "nothing");
    CHECK(seen("gfortran-14.3.0-lib") == "nothing");
}

TEST_CASE("ignores all other names") {
    for (const char* name : {"", "-", "/", "a/", "-1", "cuda", "cuda-", "cuda12", "cuda12.8", "cudatoolkit-", ".drv"})
        CHECK_MESSAGE(seen(name) == "nothing", name);
    CHECK(package_name("/nix/store/788mx070y81zjlg5ipcl0cra3afviw9k-gcc") == "gcc");
    CHECK(package_name("788mx070y81zjlg5ipcl0cra3afviw9e-gcc") == "788mx070y81zjlg5ipcl0cra3afviw9e-gcc");
}
