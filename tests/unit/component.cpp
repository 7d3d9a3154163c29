// SPDX-License-Identifier: MIT
#include "builtin.hpp"
#include "core/versions.hpp"
#include "messages/message.hpp"
#include "plan/plan.hpp"
#include "resolve/component.hpp"
#include "resolve/drivers.hpp"
#include "show.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace cudastdenv {

namespace {

std::optional<ComponentFile> find(std::string_view name) { return find_component_file(tables, name); }

/// `libcublas: header cublas_v2.h`; `-` if nothing is found.
std::string found(std::string_view name) {
    const auto file = find(name);
    if (!file) return "-";
    constexpr std::string_view kinds[] = {"header",         "cmake file", "library", "shared library",
                                          "static library", "stub",       "tool"};
    std::string text;
    for (const ComponentHolder& holder : file->holders)
        text += (text.empty() ? "" : ", ") + std::string(holder.component->id);
    return text + ": " + std::string(kinds[static_cast<int>(file->kind)]) + " " + file->name;
}

std::string package(std::string_view name, PackageSource manager, Version release) {
    for (const ComponentPackage& known : packages_with(builtin_tables(), find(name).value(), release))
        if (known.manager == manager) return known.name;
    return "-";
}

/// The releases of a library's name, `12.0.0 to 12.9`.
std::string named_for(std::string_view name) {
    const auto file = find(name).value();
    if (!file.named_for) return "-";
    const auto text = [](const std::optional<Version>& version) { return version ? to_string(*version) : ""; };
    return text(file.named_for->min) + " to " + text(file.named_for->max);
}

std::vector<std::string> lines(std::string_view name, std::string_view way, Version release) {
    for (const Plan& all : plans_for_file(builtin_tables(), find(name).value(), release, true, "cudaPackages"))
        if (to_string(all.tool) == way) return all.lines;
    return {};
}

}  // namespace

TEST_CASE("finds a file by each name in messages") {
    CHECK(found("cublas_v2.h") == "libcublas: header cublas_v2.h");
    CHECK(found("/usr/local/cuda/include/cublas_v2.h") == "libcublas: header cublas_v2.h");
    CHECK(found("cub/cub.cuh") == "cuda_cccl: header cub/cub.cuh");
    CHECK(found("/opt/cuda/include/cccl/thrust/device_vector.h") == "cuda_cccl: header thrust/device_vector.h");
    CHECK(found("cuda/std/complex") == "cuda_cccl: header cuda/std/complex");
    CHECK(found("nv/target") == "cuda_cccl: header nv/target");
    CHECK(found("crt/host_config.h") == "cuda_crt, cuda_nvcc: header crt/host_config.h");
    CHECK(found("cusolver") == "libcusolver: library libcusolver.so");
    CHECK(found("-lcusolver") == "libcusolver: library libcusolver.so");
    CHECK(found("libcusolver") == "libcusolver: library libcusolver.so");
    CHECK(found("libcusolver.so") == "libcusolver: library libcusolver.so");
    CHECK(found("libcusolver.so.") == "libcusolver: library libcusolver.so");  // at the end of a sentence
    CHECK(found("/usr/lib64/libcublas.so.12") == "libcublas: shared library libcublas.so.12");
    CHECK(found("libcudart_static.a") == "cuda_cudart: static library libcudart_static.a");
    CHECK(found("-l:libcudart_static.a") == "cuda_cudart: static library libcudart_static.a");
    CHECK(found("-lcudadevrt") == "cuda_cudart: static library libcudadevrt.a");
    CHECK(found("ptxas") == "cuda_nvcc: tool ptxas");
    CHECK(found("/usr/local/cuda/bin/cudafe++") == "cuda_nvcc: tool cudafe++");
    CHECK(found("nvvm/libdevice/libdevice.10.bc") == "cuda_nvcc, libnvvm: tool libdevice.10.bc");
}

TEST_CASE("finds a file by its CMake name") {
    CHECK(found("CUDA_CUDART") == "cuda_cudart: library libcudart.so");
    CHECK(found("CUDA::cublas") == "libcublas: library libcublas.so");
    CHECK(found("CUDA::cublas_static") == "libcublas: static library libcublas_static.a");
    CHECK(found("CUDA_cusparse_LIBRARY") == "libcusparse: library libcusparse.so");
    CHECK(found("CUDA::cuda_driver") == "cuda_cudart: stub libcuda.so");
    CHECK(found("CUDAToolkit_INCLUDE_DIRECTORIES") == "cuda_cudart: header cuda_runtime.h");
    CHECK(found("CUDAToolkit_NVCC_EXECUTABLE") == "cuda_nvcc: tool nvcc");
    CHECK(found("CCCL_DIR") == "cuda_cccl: cmake file cccl-config.cmake");
    CHECK(found("CUDA::cudnn") == "-");
    CHECK(found("CUDA_cudnn_LIBRARY") == "-");
}

TEST_CASE("finds libraries that are no part of the toolkit") {
    CHECK(found("libcudnn.so.9") == "cudnn: shared library libcudnn.so.9");
    CHECK(found("-lnccl") == "nccl: library libnccl.so");
    const std::optional<ComponentFile> file = find("libcudnn.so.9.1.0");
    REQUIRE(file);
    CHECK(file->has_own_releases());
    CHECK(file->soname_number() == "9");
    const auto names = [&](Version release) {
        std::vector<std::string> all;
        for (const ComponentPackage& package : packages_with(tables, *file, release)) all.push_back(package.name);
        return all;
    };
    CHECK(names("12.4.1"_version) ==
          std::vector<std::string>{"cudnn", "libcudnn9-cuda-12", "cudnn=9", "nvidia-cudnn-cu12==9.*"});
    CHECK(packages_with(tables, *find("libcudnn.so.8"), "13.0.0"_version).back().manager == PackageSource::conda);
}

TEST_CASE("finds nothing outside the toolkit and the driver") {
    constexpr std::string_view others[] = {"cudnn.h",
                                           "nccl.h",
                                           "Python.h",
                                           "cublasCreate_v2",
                                           "gcc",
                                           "CL/cl.h",
                                           "libOpenCL.so.1",
                                           "libstdc++.so.6",
                                           "cuda/my_kernels.h",
                                           "cub/",
                                           "libcublas.so.x",
                                           "libcublas.sox",
                                           "opencv2/cudaarithm.hpp",
                                           "CUDA::",
                                           "CUDA__LIBRARY",
                                           "",
                                           "-l",
                                           "lib",
                                           ".so",
                                           "lib.so",
                                           "/"};
    for (const std::string_view name : others) {
        CAPTURE(name);
        CHECK(found(name) == "-");
    }
}

TEST_CASE("the number in a library's name gives the release") {
    CHECK(named_for("libcublas.so.12") == "12.0.0 to 12.9");
    CHECK(named_for("libcublas.so.12.4.5.8") == "12.0.0 to 12.9");
    CHECK(named_for("libcufft.so.11") == "12.0.0 to 12.9");
    CHECK(named_for("libcudart.so.11.0") == " to 11.8");
    CHECK(named_for("libnvrtc-builtins.so.12.8") == "12.8 to 12.8");
    CHECK(named_for("libcurand.so.10") == " to ");
    CHECK(named_for("libnvvm.so.4") == " to ");
    // No row has these numbers.
    CHECK(named_for("libcublas.so.120") == "-");
    CHECK(named_for("libnvrtc-builtins.so.99.9") == "-");
    CHECK(named_for("libcublas.so") == "-");
}

TEST_CASE("packages match the release of the file") {
    const ComponentFile cublas = find("libcublas.so.12").value();
    CHECK(release_with(tables, cublas, "12.4.1"_version) == "12.4.1"_version);
    const auto other = release_with(tables, cublas, "13.0.0"_version);
    REQUIRE(other);
    CHECK(minor_of(*other) == "12.9"_version);
    CHECK(release_with(tables, find("crt/host_config.h").value(), "11.8.0"_version) == "11.8.0"_version);
    CHECK(component_in_release(find("crt/host_config.h").value(), "12.9.1"_version)->component->id == "cuda_nvcc");
    CHECK(component_in_release(find("crt/host_config.h").value(), "13.0.0"_version)->component->id == "cuda_crt");
    CHECK(component_in_release(find("cuda_fp4.h").value(), "12.6.3"_version) == nullptr);
    // Its release has no such file, so one with the file is suggested.
    CHECK(release_with(tables, find("nvToolsExt.h").value(), "13.0.0"_version) == "12.8.2"_version);
}

TEST_CASE("an unknown number gives no release") {
    const ComponentFile old = find("libcublas.so.10").value();
    CHECK(old.is_of_other_release);
    CHECK_FALSE(release_with(tables, old, std::nullopt));
    CHECK_FALSE(release_with(tables, old, "12.4.1"_version));
    CHECK_FALSE(find("libcublas.so.12").value().is_of_other_release);
    CHECK_FALSE(find("libcublas.so").value().is_of_other_release);
}

TEST_CASE("finds libraries by their Windows names") {
    for (const auto& [name, component] :
         {std::pair("cublas64_12.dll", "libcublas"), std::pair("nvrtc64_120_0.dll", "cuda_nvrtc"),
          std::pair("nvrtc-builtins64_111.dll", "cuda_nvrtc"), std::pair("nvvm.dll", "cuda_nvcc"),
          std::pair("cublas.lib", "libcublas"), std::pair("cudart.lib", "cuda_cudart"),
          std::pair("cudart_static.lib", "cuda_cudart"), std::pair("cuda.lib", "cuda_cudart")}) {
        const std::optional<ComponentFile> file = find(name);
        REQUIRE(file);
        CHECK(file->name == name);
        CHECK(file->is_windows);
        CHECK(file->holders.front().component->id == component);
        // Packages for Windows are not in the tables.
        CHECK_FALSE(release_with(tables, *file, "12.4.1"_version));
        CHECK(packages_with(tables, *file, "12.4.1"_version).empty());
    }
    CHECK(find("cudnn64_9.dll")->has_own_releases());
    CHECK_FALSE(find(".dll"));
    CHECK_FALSE(find("64_12.dll"));
    CHECK_FALSE(find(".lib"));
    CHECK_FALSE(find("msvcprt.lib"));
}

TEST_CASE("each package manager has its own package name") {
    const Version release = "12.8.1"_version;
    CHECK(package("cublas_v2.h", PackageSource::nixpkgs, release) == "libcublas");
    CHECK(package("cublas_v2.h", PackageSource::apt, release) == "libcublas-dev-12-8");
    CHECK(package("cublas_v2.h", PackageSource::conda, release) == "libcublas-dev");
    CHECK(package("cublas_v2.h", PackageSource::pip, release) == "nvidia-cublas-cu12");
    CHECK(package("cublas_v2.h", PackageSource::pip, "13.0.0"_version) == "nvidia-cublas");
    CHECK(package("cublas_v2.h", PackageSource::pip, "11.8.0"_version) == "nvidia-cublas-cu11");
    CHECK(package("libcublas.so.12", PackageSource::apt, release) == "libcublas-12-8");
    CHECK(package("-lcublas", PackageSource::apt, release) == "libcublas-dev-12-8");
    // Wheels have no link libraries.
    CHECK(package("-lcublas", PackageSource::pip, release) == "-");
    CHECK(package("-lcublas_static", PackageSource::conda, release) == "libcublas-static");
    CHECK(package("-lcuda", PackageSource::apt, release) == "cuda-driver-dev-12-8");
    CHECK(package("cub/cub.cuh", PackageSource::apt, "13.4.0"_version) == "cccl-13-4");
    CHECK(package("cub/cub.cuh", PackageSource::nixpkgs, "13.4.0"_version) == "cccl");
    CHECK(package("nvcc", PackageSource::pip, release) == "-");
    CHECK(package("libcuda.so.1", PackageSource::apt, release) == "-");
}

TEST_CASE("writes lines to type") {
    using Lines = std::vector<std::string>;
    const Version release = "12.8.1"_version;
    CHECK(lines("cublas_v2.h", "nix", release) == Lines{"buildInputs = [ (lib.getDev cudaPackages.libcublas) ];"});
    CHECK(lines("-lcuda", "nix", release) ==
          Lines{"buildInputs = [ (lib.getOutput \"stubs\" cudaPackages.cuda_cudart) ];"});
    CHECK(lines("ptxas", "nix", release) == Lines{"nativeBuildInputs = [ (lib.getBin cudaPackages.cuda_nvcc) ];"});
    CHECK(lines("cublas_v2.h", "apt", release) ==
          Lines{"# from NVIDIA's repository: https://developer.nvidia.com/cuda-downloads",
                "apt install libcublas-dev-12-8"});
    CHECK(lines("libcublas.so.12", "conda", release) ==
          Lines{"conda install -c conda-forge libcublas cuda-version=12.8"});
    CHECK(lines("libcublas.so.12", "pip", release) == Lines{"pip install 'cuda-toolkit[cublas]==12.8.*'"});
    CHECK(lines("libcublas.so.10", "pip", "10.0.130"_version).empty());
    CHECK(lines("libcuda.so.1", "nix", release) == Lines{"nativeBuildInputs = [ autoAddDriverRunpath ];",
                                                         "autoPatchelfIgnoreMissingDeps = [ \"libcuda.so.1\" ];",
                                                         "# to run it outside of NixOS: nixGLNvidia PROGRAM"});
    CHECK(lines("libcuda.so.1", "docker", release) == Lines{"docker run --gpus all IMAGE nvidia-smi"});
    CHECK(lines("libcuda.so.1", "apt", release).empty());
}

TEST_CASE("writes lines to type on Windows") {
    std::map<std::string_view, std::vector<std::string>> lines;
    for (const Plan& plan : plans_for_file(builtin_tables(), find("cublas_v2.h").value(), "12.8.1"_version, true,
                                           "cudaPackages", windows_system))
        lines[to_string(plan.tool)] = plan.lines;
    using Lines = std::vector<std::string>;
    CHECK(lines ==
          std::map<std::string_view, Lines>{{"conda", {"conda install -c conda-forge libcublas-dev cuda-version=12.8"}},
                                            {"pip", {"pip install \"cuda-toolkit[cublas]==12.8.*\""}},
                                            {"uv", {"uv pip install \"cuda-toolkit[cublas]==12.8.*\""}}});
    const ComponentFile driver = find("libcuda.so.1").value();
    CHECK(plans_for_file(tables, driver, "12.8.1"_version, true, "cudaPackages", windows_system).empty());
}

TEST_CASE("describes a file") {
    const auto sentences = [](std::string_view name) { return messages::describe(find(name).value()); };
    const auto sentence = [&](std::string_view name) { return sentences(name).front(); };
    CHECK(sentence("cublas_v2.h").text == "cublas_v2.h is a header in NVIDIA's component libcublas (cuBLAS)");
    CHECK(sentence("CUDA_CUDART").text ==
          "libcudart.so (CUDA_CUDART in CMake) is a library in NVIDIA's component cuda_cudart (CUDA runtime)");
    CHECK(sentence("crt/host_config.h").code == "component-moved");
    CHECK(sentence("crt/host_config.h").text ==
          "crt/host_config.h is a header in NVIDIA's component cuda_nvcc (nvcc) in CUDA 12.9 and older, cuda_crt "
          "(headers of nvcc) in CUDA 13.0.0 and later");
    CHECK(sentence("-lcuda").code == "component-stub");
    CHECK(sentence("libcuda.so.1").code == "driver-file");
    CHECK(sentence("libcuda.so.1").text ==
          "libcuda.so.1 is part of the driver, not of the toolkit: the machine's driver installation provides it");
    CHECK(sentences("libcublas.so.12").at(1).text == "libcublas.so.12 belongs to CUDA 12.0.0 to 12.9");
    CHECK(sentences("libnvrtc-builtins.so.12.8").at(1).text == "libnvrtc-builtins.so.12.8 belongs to CUDA 12.8");
    CHECK(sentences("libcurand.so.10").size() == 1);
    CHECK(sentences("cublas_v2.h").size() == 1);
}

}  // namespace cudastdenv
