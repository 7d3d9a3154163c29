// SPDX-License-Identifier: MIT
#include "builtin.hpp"
#include "query/names.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

// Lines as projects have them: in Dockerfiles, shells, Make, CMake, presets, workflows, Python, TOML, Nix, Bazel,
// Meson, specs of Spack and command lines. Each is read as it is.

namespace cudastdenv::query {

namespace {

/// A line, its format and its list.
struct ListLine {
    std::string_view line;
    std::string_view format;
    std::string_view list;
};

// clang-format off
constexpr auto lines = std::to_array<ListLine>({
    {R"~(ENV TORCH_CUDA_ARCH_LIST="7.0 7.5 8.0 8.6 9.0+PTX")~", "torch", R"~(7.0 7.5 8.0 8.6 9.0+PTX)~"},
    {R"~(ENV TORCH_CUDA_ARCH_LIST 8.0;8.6;9.0+PTX)~", "torch", R"~(8.0;8.6;9.0+PTX)~"},
    {R"~(ENV MAX_JOBS=8 TORCH_CUDA_ARCH_LIST=8.9 FORCE_CUDA=1)~", "torch", R"~(8.9)~"},
    {R"~(ARG TORCH_CUDA_ARCH_LIST='8.0 8.9 9.0a')~", "torch", R"~(8.0 8.9 9.0a)~"},
    {R"~(ARG torch_cuda_arch_list='7.5+PTX')~", "torch", R"~(7.5+PTX)~"},
    {R"~(RUN TORCH_CUDA_ARCH_LIST="8.6" pip install --no-build-isolation -v .)~", "torch", R"~(8.6)~"},
    {R"~(RUN export TORCH_CUDA_ARCH_LIST="8.0;9.0" && python3 setup.py bdist_wheel)~", "torch", R"~(8.0;9.0)~"},
    {R"~(RUN --mount=type=cache,target=/root/.cache TORCH_CUDA_ARCH_LIST=9.0 MAX_JOBS=4 uv pip install flash-attn)~", "torch", R"~(9.0)~"},
    {R"~(RUN cmake -S . -B build -DCMAKE_CUDA_ARCHITECTURES="80;90" && cmake --build build)~", "cmake", R"~(80;90)~"},
    {R"~(RUN cmake -GNinja -DCMAKE_CUDA_ARCHITECTURES:STRING=75\;80\;86 ..)~", "cmake", R"~(75;80;86)~"},
    {R"~(ENV CUDAARCHS="70-real;80-real;90")~", "cmake", R"~(70-real;80-real;90)~"},
    {R"~(ARG CUDA_DOCKER_ARCH=86)~", "cmake", R"~(86)~"},
    {R"~(export TORCH_CUDA_ARCH_LIST=8.0)~", "torch", R"~(export TORCH_CUDA_ARCH_LIST=8.0)~"},
    {R"~(export TORCH_CUDA_ARCH_LIST="8.0;8.6"  # A100 and A10)~", "torch", R"~(8.0;8.6)~"},
    {R"~(TORCH_CUDA_ARCH_LIST=9.0 python setup.py install)~", "torch", R"~(9.0)~"},
    {R"~(TORCH_CUDA_ARCH_LIST="12.0" MAX_JOBS=2 pip install -e . --no-build-isolation -v)~", "torch", R"~(12.0)~"},
    {R"~(export TORCH_CUDA_ARCH_LIST="${TORCH_CUDA_ARCH_LIST:-8.0;9.0+PTX}")~", "torch", R"~(8.0;9.0+PTX)~"},
    {R"~(: "${TORCH_CUDA_ARCH_LIST:=7.5}")~", "torch", R"~(7.5)~"},
    {R"~(env TORCH_CUDA_ARCH_LIST=8.6 python -m build --wheel)~", "torch", R"~(8.6)~"},
    {R"~(setenv TORCH_CUDA_ARCH_LIST "6.0;7.0;8.0")~", "torch", R"~(6.0;7.0;8.0)~"},
    {R"~(set -gx TORCH_CUDA_ARCH_LIST 8.9)~", "torch", R"~(8.9)~"},
    {R"~(set -x TORCH_CUDA_ARCH_LIST "8.9")~", "torch", R"~(8.9)~"},
    {R"~(declare -x TORCH_CUDA_ARCH_LIST="8.6")~", "torch", R"~(8.6)~"},
    {R"~(readonly TORCH_CUDA_ARCH_LIST='8.0 9.0')~", "torch", R"~(8.0 9.0)~"},
    {R"~(set TORCH_CUDA_ARCH_LIST=8.6;8.9)~", "torch", R"~(8.6;8.9)~"},
    {R"~(set "TORCH_CUDA_ARCH_LIST=8.6;8.9+PTX")~", "torch", R"~(8.6;8.9+PTX)~"},
    {R"~(setx TORCH_CUDA_ARCH_LIST "8.9")~", "torch", R"~(8.9)~"},
    {R"~(SET TORCH_CUDA_ARCH_LIST=8.9&& python setup.py install)~", "torch", R"~(8.9)~"},
    {R"~($env:TORCH_CUDA_ARCH_LIST = "8.6")~", "torch", R"~(8.6)~"},
    {R"~($env:TORCH_CUDA_ARCH_LIST='8.6;8.9'; pip install .)~", "torch", R"~(8.6;8.9)~"},
    {R"~([Environment]::SetEnvironmentVariable("TORCH_CUDA_ARCH_LIST", "8.9", "User"))~", "torch", R"~(8.9)~"},
    {R"~(set CUDAARCHS=86)~", "cmake", R"~(86)~"},
    {R"~(set CMAKE_ARGS=-DCMAKE_CUDA_ARCHITECTURES=75-real;86)~", "cmake", R"~(75-real;86)~"},
    {R"~($env:CMAKE_ARGS = "-DGGML_CUDA=on -DCMAKE_CUDA_ARCHITECTURES=89")~", "cmake", R"~(89)~"},
    {R"~(CMAKE_ARGS="-DGGML_CUDA=on -DCMAKE_CUDA_ARCHITECTURES=86" pip install llama-cpp-python)~", "cmake", R"~(86)~"},
    {R"~(CMAKE_ARGS='-DCMAKE_CUDA_ARCHITECTURES="80;86"' pip install .)~", "cmake", R"~(80;86)~"},
    {R"~(cmake -B build -DGGML_CUDA=ON -DCMAKE_CUDA_ARCHITECTURES=61)~", "cmake", R"~(61)~"},
    {R"~(cmake .. -D CMAKE_CUDA_ARCHITECTURES=87 -D CMAKE_BUILD_TYPE=Release)~", "cmake", R"~(87)~"},
    {R"~(cmake .. -D CMAKE_CUDA_ARCHITECTURES:STRING="70")~", "cmake", R"~(70)~"},
    {R"~(cmake -DCMAKE_CUDA_ARCHITECTURES=native ..)~", "cmake", R"~(native)~"},
    {R"~(cmake -B build -DCMAKE_CUDA_ARCHITECTURES=all-major)~", "cmake", R"~(all-major)~"},
    {R"~(cmake --preset default "-DCMAKE_CUDA_ARCHITECTURES=80")~", "cmake", R"~(80)~"},
    {R"~(-DCMAKE_CUDA_ARCHITECTURES='60;70;80' \)~", "cmake", R"~(60;70;80)~"},
    {R"~(CMAKE_CUDA_ARCHITECTURES := 80;90)~", "cmake", R"~(80;90)~"},
    {R"~(export TORCH_CUDA_ARCH_LIST := 8.0 9.0)~", "torch", R"~(8.0 9.0)~"},
    {R"~(TORCH_CUDA_ARCH_LIST ?= 8.0)~", "torch", R"~(8.0)~"},
    {R"~(CUDAARCHS = 86)~", "cmake", R"~(86)~"},
    {R"~(CUDA_ARCHITECTURES ?= 80)~", "cmake", R"~(80)~"},
    {R"~(NVCC_FLAGS := -O3 -gencode arch=compute_70,code=sm_70 -gencode arch=compute_80,code=sm_80)~", "gencode", R"~(-gencode=arch=compute_70,code=sm_70 -gencode=arch=compute_80,code=sm_80)~"},
    {R"~(ARCH= -gencode arch=compute_75,code=[sm_75,compute_75])~", "gencode", R"~(-gencode=arch=compute_75,code=[sm_75,compute_75])~"},
    {R"~(NVCC_GENCODE ?= -gencode=arch=compute_80,code=sm_80)~", "gencode", R"~(-gencode=arch=compute_80,code=sm_80)~"},
    {R"~(make -j src.build NVCC_GENCODE="-gencode=arch=compute_90,code=sm_90 -gencode=arch=compute_90,code=compute_90")~", "gencode", R"~(-gencode=arch=compute_90,code=sm_90 -gencode=arch=compute_90,code=compute_90)~"},
    {R"~(NVCCFLAGS += -arch=sm_80 -std=c++17)~", "gencode", R"~(-arch=sm_80)~"},
    {R"~(CUDA_ARCH := -arch=sm_70)~", "gencode", R"~(-arch=sm_70)~"},
    {R"~(GENCODE_FLAGS = -gencode arch=compute_60,code=sm_60 -gencode arch=compute_61,code=sm_61 -gencode arch=compute_61,code=compute_61)~", "gencode", R"~(-gencode=arch=compute_60,code=sm_60 -gencode=arch=compute_61,code=sm_61 -gencode=arch=compute_61,code=compute_61)~"},
    {R"~(set(CMAKE_CUDA_ARCHITECTURES 80 86)  # comment)~", "cmake", R"~(80;86)~"},
    {R"~(set(CMAKE_CUDA_ARCHITECTURES 80))~", "cmake", R"~(80)~"},
    {R"~(set(CMAKE_CUDA_ARCHITECTURES "70;75;80" CACHE STRING "CUDA architectures" FORCE))~", "cmake", R"~(70;75;80)~"},
    {R"~(set(CMAKE_CUDA_ARCHITECTURES native))~", "cmake", R"~(native)~"},
    {R"~(SET(CMAKE_CUDA_ARCHITECTURES 60 70 80 CACHE STRING "x"))~", "cmake", R"~(60;70;80)~"},
    {R"~(set(CMAKE_CUDA_ARCHITECTURES "75" "86"))~", "cmake", R"~(75;86)~"},
    {R"~(set(CMAKE_CUDA_ARCHITECTURES 80-real 90-real 90-virtual))~", "cmake", R"~(80-real;90-real;90-virtual)~"},
    {R"~(list(APPEND CMAKE_CUDA_ARCHITECTURES 90))~", "cmake", R"~(90)~"},
    {R"~(list(APPEND CMAKE_CUDA_ARCHITECTURES "100;120"))~", "cmake", R"~(100;120)~"},
    {R"~(set_target_properties(app PROPERTIES CUDA_ARCHITECTURES "80"))~", "cmake", R"~(80)~"},
    {R"~(set_target_properties(app PROPERTIES CUDA_ARCHITECTURES "70;80" CUDA_SEPARABLE_COMPILATION ON))~", "cmake", R"~(70;80)~"},
    {R"~(set_target_properties(${PROJECT_NAME} PROPERTIES CUDA_SEPARABLE_COMPILATION ON CUDA_ARCHITECTURES "60;61"))~", "cmake", R"~(60;61)~"},
    {R"~(set_property(TARGET app PROPERTY CUDA_ARCHITECTURES 70 80))~", "cmake", R"~(70;80)~"},
    {R"~(set_property(TARGET app PROPERTY CUDA_ARCHITECTURES 86-real))~", "cmake", R"~(86-real)~"},
    {R"~(set_target_properties(kern PROPERTIES CUDA_ARCHITECTURES 90a))~", "cmake", R"~(90a)~"},
    {R"~(if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES) set(CMAKE_CUDA_ARCHITECTURES 80) endif())~", "cmake", R"~(80)~"},
    {R"~(set(ENV{CUDAARCHS} 80))~", "cmake", R"~(80)~"},
    {R"~(set(TORCH_CUDA_ARCH_LIST "8.0 8.6 9.0"))~", "torch", R"~(8.0 8.6 9.0)~"},
    {R"~(set(ENV{TORCH_CUDA_ARCH_LIST} "8.6"))~", "torch", R"~(8.6)~"},
    {R"~(set(CMAKE_CUDA_FLAGS "${CMAKE_CUDA_FLAGS} -gencode arch=compute_80,code=sm_80"))~", "gencode", R"~(-gencode=arch=compute_80,code=sm_80)~"},
    {R"~(set(CUDA_NVCC_FLAGS ${CUDA_NVCC_FLAGS};-O3;-arch=sm_75))~", "gencode", R"~(-arch=sm_75)~"},
    {R"~(list(APPEND CUDA_NVCC_FLAGS "-gencode arch=compute_61,code=sm_61"))~", "gencode", R"~(-gencode=arch=compute_61,code=sm_61)~"},
    {R"~(LIST(APPEND CUDA_NVCC_FLAGS -gencode;arch=compute_70,code=sm_70))~", "gencode", R"~(-gencode=arch=compute_70,code=sm_70)~"},
    {R"~(target_compile_options(app PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:--generate-code=arch=compute_80,code=[compute_80,sm_80]>))~", "gencode", R"~(--generate-code=arch=compute_80,code=[compute_80,sm_80])~"},
    {R"~(target_compile_options(k PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-gencode=arch=compute_90a,code=sm_90a -O3>))~", "gencode", R"~(-gencode=arch=compute_90a,code=sm_90a)~"},
    {R"~(target_compile_options(app PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-arch=native>))~", "gencode", R"~(-arch=native)~"},
    {R"~("CMAKE_CUDA_ARCHITECTURES": "80;90",)~", "cmake", R"~(80;90)~"},
    {R"~("cacheVariables": { "CMAKE_CUDA_ARCHITECTURES": "86" })~", "cmake", R"~(86)~"},
    {R"~("CMAKE_CUDA_ARCHITECTURES": { "type": "STRING", "value": "75-real;80" },)~", "cmake", R"~(75-real;80)~"},
    {R"~("environment": { "TORCH_CUDA_ARCH_LIST": "8.9" },)~", "torch", R"~(8.9)~"},
    {R"~("cmake.configureArgs": ["-DCMAKE_CUDA_ARCHITECTURES=86"],)~", "cmake", R"~(86)~"},
    {R"~("containerEnv": {"TORCH_CUDA_ARCH_LIST": "8.0"})~", "torch", R"~(8.0)~"},
    {R"~(TORCH_CUDA_ARCH_LIST: "6.0 7.0 8.0+PTX")~", "torch", R"~(6.0 7.0 8.0+PTX)~"},
    {R"~(TORCH_CUDA_ARCH_LIST: 8.0;8.6)~", "torch", R"~(8.0;8.6)~"},
    {R"~(- TORCH_CUDA_ARCH_LIST=7.5)~", "torch", R"~(7.5)~"},
    {R"~(- TORCH_CUDA_ARCH_LIST="8.0 8.6")~", "torch", R"~(8.0 8.6)~"},
    {R"~(CUDAARCHS: 70-real;80-real)~", "cmake", R"~(70-real;80-real)~"},
    {R"~(- name: Configure
  run: cmake -B build -DCMAKE_CUDA_ARCHITECTURES=80)~", "cmake", R"~(80)~"},
    {R"~(run: TORCH_CUDA_ARCH_LIST="8.0;9.0" pip wheel .)~", "torch", R"~(8.0;9.0)~"},
    {R"~(echo "TORCH_CUDA_ARCH_LIST=8.6" >> $GITHUB_ENV)~", "torch", R"~(8.6)~"},
    {R"~(- export TORCH_CUDA_ARCH_LIST="5.0 6.0")~", "torch", R"~(5.0 6.0)~"},
    {R"~(- "TORCH_CUDA_ARCH_LIST=8.6")~", "torch", R"~(8.6)~"},
    {R"~(env: { TORCH_CUDA_ARCH_LIST: "8.0;9.0a" })~", "torch", R"~(8.0;9.0a)~"},
    {R"~(CIBW_ENVIRONMENT: TORCH_CUDA_ARCH_LIST="8.0;8.6" FORCE_CUDA=1)~", "torch", R"~(8.0;8.6)~"},
    {R"~(script_env:
  - CUDAARCHS=75;80)~", "cmake", R"~(75;80)~"},
    {R"~(script_env: [TORCH_CUDA_ARCH_LIST=7.0])~", "torch", R"~(7.0)~"},
    {R"~(- name: TORCH_CUDA_ARCH_LIST
  value: "12.0")~", "torch", R"~(12.0)~"},
    {R"~(docker build --build-arg TORCH_CUDA_ARCH_LIST=8.0 -t app .)~", "torch", R"~(8.0)~"},
    {R"~(docker build --build-arg torch_cuda_arch_list="8.0 9.0" .)~", "torch", R"~(8.0 9.0)~"},
    {R"~(docker run -e TORCH_CUDA_ARCH_LIST=12.1a image)~", "torch", R"~(12.1a)~"},
    {R"~(apptainer exec --env TORCH_CUDA_ARCH_LIST=8.6 x.sif python setup.py install)~", "torch", R"~(8.6)~"},
    {R"~(os.environ["TORCH_CUDA_ARCH_LIST"] = "8.0")~", "torch", R"~(8.0)~"},
    {R"~(os.environ['TORCH_CUDA_ARCH_LIST'] = '8.0;8.6')~", "torch", R"~(8.0;8.6)~"},
    {R"~(os.environ.setdefault("TORCH_CUDA_ARCH_LIST", "7.5"))~", "torch", R"~(7.5)~"},
    {R"~(os.environ.update({"TORCH_CUDA_ARCH_LIST": "8.9"}))~", "torch", R"~(8.9)~"},
    {R"~(os.environ.update(TORCH_CUDA_ARCH_LIST="8.9"))~", "torch", R"~(8.9)~"},
    {R"~(env = dict(os.environ, TORCH_CUDA_ARCH_LIST="9.0"))~", "torch", R"~(9.0)~"},
    {R"~(arch = os.environ.get("TORCH_CUDA_ARCH_LIST", "8.0"))~", "torch", R"~(8.0)~"},
    {R"~(arch = os.getenv("TORCH_CUDA_ARCH_LIST", "8.0;9.0"))~", "torch", R"~(8.0;9.0)~"},
    {R"~(%env TORCH_CUDA_ARCH_LIST=8.0)~", "torch", R"~(8.0)~"},
    {R"~(!TORCH_CUDA_ARCH_LIST="7.5" pip install .)~", "torch", R"~(7.5)~"},
    {R"~(monkeypatch.setenv("TORCH_CUDA_ARCH_LIST", "8.0"))~", "torch", R"~(8.0)~"},
    {R"~(.env({"TORCH_CUDA_ARCH_LIST": "8.0;9.0", "CC": "gcc"}))~", "torch", R"~(8.0;9.0)~"},
    {R"~("nvcc": ["-O3", "-gencode", "arch=compute_70,code=sm_70", "-gencode", "arch=compute_80,code=sm_80"])~", "gencode", R"~(-gencode=arch=compute_70,code=sm_70 -gencode=arch=compute_80,code=sm_80)~"},
    {R"~(extra_compile_args={"cxx": ["-O3"], "nvcc": ["-gencode=arch=compute_90,code=sm_90"]})~", "gencode", R"~(-gencode=arch=compute_90,code=sm_90)~"},
    {R"~(cc_flag.append("-gencode")
cc_flag.append("arch=compute_90a,code=sm_90a"))~", "gencode", R"~(-gencode=arch=compute_90a,code=sm_90a)~"},
    {R"~(cc_flag += ["-gencode", "arch=compute_80,code=sm_80"])~", "gencode", R"~(-gencode=arch=compute_80,code=sm_80)~"},
    {R"~(nvcc_args = ['-O3', '-arch=sm_86', '--use_fast_math'])~", "gencode", R"~(-arch=sm_86)~"},
    {R"~(options=("--gpu-architecture=sm_80",))~", "gencode", R"~(--gpu-architecture=sm_80)~"},
    {R"~(cmake_args = ["-DCMAKE_CUDA_ARCHITECTURES=80;90", "-DCMAKE_BUILD_TYPE=Release"])~", "cmake", R"~(80;90)~"},
    {R"~(cmake_args += [f"-DCMAKE_CUDA_ARCHITECTURES=80"])~", "cmake", R"~(80)~"},
    {R"~(cmake.define.CMAKE_CUDA_ARCHITECTURES = "86")~", "cmake", R"~(86)~"},
    {R"~([tool.scikit-build.cmake.define]
CMAKE_CUDA_ARCHITECTURES = "80;90")~", "cmake", R"~(80;90)~"},
    {R"~(cmake.args = ["-DCMAKE_CUDA_ARCHITECTURES=75"])~", "cmake", R"~(75)~"},
    {R"~(environment = { TORCH_CUDA_ARCH_LIST = "8.0 9.0+PTX", FORCE_CUDA = "1" })~", "torch", R"~(8.0 9.0+PTX)~"},
    {R"~(environment = "TORCH_CUDA_ARCH_LIST='8.0 9.0' FORCE_CUDA=1")~", "torch", R"~(8.0 9.0)~"},
    {R"~([tool.cibuildwheel.linux.environment]
TORCH_CUDA_ARCH_LIST = "8.0")~", "torch", R"~(8.0)~"},
    {R"~(TORCH_CUDA_ARCH_LIST = "8.9";)~", "torch", R"~(8.9)~"},
    {R"~(CUDAARCHS = "86";)~", "cmake", R"~(86)~"},
    {R"~(cmakeFlags = [ "-DCMAKE_CUDA_ARCHITECTURES=80;86" ];)~", "cmake", R"~(80;86)~"},
    {R"~((lib.cmakeFeature "CMAKE_CUDA_ARCHITECTURES" "75"))~", "cmake", R"~(75)~"},
    {R"~(env.TORCH_CUDA_ARCH_LIST = "8.6";)~", "torch", R"~(8.6)~"},
    {R"~(cudaCapabilities = [ "8.6" "8.9" ];)~", "nix", R"~(cudaCapabilities = [ "8.6" "8.9" ];)~"},
    {R"~(config = { allowUnfree = true; cudaSupport = true; cudaCapabilities = [ "8.9" ]; };)~", "nix", R"~(cudaCapabilities = [ "8.9" ];)~"},
    {R"~(import nixpkgs { inherit system; config.cudaCapabilities = [ "8.6" ]; config.allowUnfree = true; })~", "nix", R"~(cudaCapabilities = [ "8.6" ];)~"},
    {R"~(nixpkgs.config = { cudaSupport = true; cudaCapabilities = [ "12.0" ]; cudaForwardCompat = false; };)~", "nix", R"~(cudaCapabilities = [ "12.0" ]; cudaForwardCompat = false;)~"},
    {R"~(build:cuda --repo_env=HERMETIC_CUDA_COMPUTE_CAPABILITIES=7.5,8.0,9.0)~", "hermetic", R"~(7.5,8.0,9.0)~"},
    {R"~(build --repo_env HERMETIC_CUDA_COMPUTE_CAPABILITIES="sm_80,compute_90")~", "hermetic", R"~(sm_80,compute_90)~"},
    {R"~(build --action_env TF_CUDA_COMPUTE_CAPABILITIES="6.0,7.0")~", "hermetic", R"~(6.0,7.0)~"},
    {R"~(python build/build.py build --wheels=jaxlib --cuda_compute_capabilities=sm_80,sm_90)~", "hermetic", R"~(sm_80,sm_90)~"},
    {R"~(export TF_CUDA_COMPUTE_CAPABILITIES=8.6)~", "hermetic", R"~(export TF_CUDA_COMPUTE_CAPABILITIES=8.6)~"},
    {R"~(ENV TF_CUDA_COMPUTE_CAPABILITIES=3.5,7.0)~", "hermetic", R"~(3.5,7.0)~"},
    {R"~(build --@rules_cuda//cuda:archs=compute_80:sm_80,compute_80;compute_90:sm_90)~", "rules_cuda", R"~(compute_80:sm_80,compute_80;compute_90:sm_90)~"},
    {R"~(nvcc_arch_flags = cuda.nvcc_arch_flags(nvcc, '8.0', '9.0'))~", "meson", R"~(nvcc_arch_flags = cuda.nvcc_arch_flags(nvcc, '8.0', '9.0'))~"},
    {R"~(flags = cuda.nvcc_arch_flags(nvcc.version(), '8.6', '8.9+PTX', detected: '8.6'))~", "meson", R"~(flags = cuda.nvcc_arch_flags(nvcc.version(), '8.6', '8.9+PTX', detected: '8.6'))~"},
    {R"~(arch_flags = cuda.nvcc_arch_flags(nvcc, 'All'))~", "meson", R"~(arch_flags = cuda.nvcc_arch_flags(nvcc, 'All'))~"},
    {R"~(cuda.nvcc_arch_flags(nvcc, 'Common'))~", "meson", R"~(cuda.nvcc_arch_flags(nvcc, 'Common'))~"},
    {R"~(spack install kokkos +cuda cuda_arch=80)~", "spack", R"~(80)~"},
    {R"~(spack install hypre@2.30+cuda cuda_arch=80,90 ^cuda@12.4)~", "spack", R"~(80,90)~"},
    {R"~(depends_on("raja +cuda cuda_arch=70"))~", "spack", R"~(70)~"},
    {R"~(- petsc+cuda cuda_arch=80,86)~", "spack", R"~(80,86)~"},
    {R"~(variants: +cuda cuda_arch=90)~", "spack", R"~(90)~"},
    {R"~(spack add trilinos +cuda cuda_arch=80 %gcc@12)~", "spack", R"~(80)~"},
    {R"~(eb --cuda-compute-capabilities=8.0,9.0 PyTorch.eb)~", "easybuild", R"~(8.0,9.0)~"},
    {R"~(export EASYBUILD_CUDA_COMPUTE_CAPABILITIES=7.0,8.0)~", "easybuild", R"~(export EASYBUILD_CUDA_COMPUTE_CAPABILITIES=7.0,8.0)~"},
    {R"~(cuda-compute-capabilities = 8.0)~", "easybuild", R"~(8.0)~"},
    {R"~(nvcc -O3 -std=c++17 -arch=sm_80 -o app main.cu -lcublas)~", "gencode", R"~(-arch=sm_80)~"},
    {R"~(nvcc -gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=sm_90 -c k.cu -o k.o)~", "gencode", R"~(-gencode=arch=compute_80,code=sm_80 -gencode=arch=compute_90,code=sm_90)~"},
    {R"~(nvcc --std=c++17 -O3 -DNDEBUG -Xcompiler -fPIC -arch=sm_90a -I include x.cu)~", "gencode", R"~(-arch=sm_90a)~"},
    {R"~(nvcc -arch sm_75 vec.cu -o vec)~", "gencode", R"~(-arch=sm_75)~"},
    {R"~(nvcc x.cu --gpu-architecture=compute_70 --gpu-code=sm_70,compute_70 -o x)~", "gencode", R"~(--gpu-architecture=compute_70 --gpu-code=sm_70,compute_70)~"},
    {R"~(nvcc -O2 -gencode arch=compute_86,code=\"sm_86,compute_86\" a.cu)~", "gencode", R"~(-gencode=arch=compute_86,code=[sm_86,compute_86])~"},
    {R"~(/usr/local/cuda/bin/nvcc -forward-unknown-to-host-compiler -O3 "--generate-code=arch=compute_80,code=[compute_80,sm_80]" -x cu -c a.cu -o a.o)~", "gencode", R"~(--generate-code=arch=compute_80,code=[compute_80,sm_80])~"},
    {R"~(nvcc -arch=native hello.cu)~", "gencode", R"~(-arch=native)~"},
    {R"~(clang++-18 -x cuda --cuda-gpu-arch=sm_80 -O2 axpy.cu -L/usr/local/cuda/lib64 -lcudart)~", "clang", R"~(--cuda-gpu-arch=sm_80)~"},
    {R"~(clang++ --offload-arch=sm_90 -c k.cu)~", "clang", R"~(--offload-arch=sm_90)~"},
    {R"~(clang++ -O3 -fopenmp --offload-arch=sm_80 --offload-arch=sm_90 x.cpp)~", "clang", R"~(--offload-arch=sm_80 --offload-arch=sm_90)~"},
    {R"~(nvfortran -O3 -acc -gpu=cc80 main.f90 -o main)~", "nvhpc", R"~(-gpu=cc80)~"},
    {R"~(nvc++ -stdpar=gpu -gpu=cc70,cc80,cuda12.4 x.cpp)~", "nvhpc", R"~(-gpu=cc70,cc80,cuda12.4)~"},
    {R"~(FFLAGS = -acc -gpu=cc90 -Minfo=accel)~", "nvhpc", R"~(-gpu=cc90)~"},
    {R"~(nvc -acc -gpu=ccnative a.c)~", "nvhpc", R"~(-gpu=ccnative)~"},
    {R"~(export FLASHINFER_CUDA_ARCH_LIST='8.0 8.9 9.0a')~", "flashinfer", R"~(export FLASHINFER_CUDA_ARCH_LIST='8.0 8.9 9.0a')~"},
    {R"~(FLASHINFER_CUDA_ARCH_LIST=12.0f python -m build)~", "flashinfer", R"~(12.0f)~"},
    {R"~(ENV FLASHINFER_CUDA_ARCH_LIST="9.0a 10.0a")~", "flashinfer", R"~(9.0a 10.0a)~"},
    {R"~(HOROVOD_BUILD_CUDA_CC_LIST=60,70,75 pip install horovod)~", "horovod", R"~(60,70,75)~"},
    {R"~(ENV HOROVOD_BUILD_CUDA_CC_LIST=70,80)~", "horovod", R"~(70,80)~"},
    {R"~(cmake .. -GNinja -DUSE_CUDA=ON -DGPU_COMPUTE_VER="60;70" -DUSE_NCCL=ON)~", "xgboost", R"~(60;70)~"},
    {R"~(XGB_CUDA ?= -DGPU_COMPUTE_VER="52;80;70")~", "xgboost", R"~(52;80;70)~"},
    {R"~(cmake -DWITH_CUDA=ON -DCUDA_ARCH_BIN=7.5 ..)~", "opencv", R"~(CUDA_ARCH_BIN=7.5)~"},
    {R"~(cmake -D CUDA_ARCH_BIN="5.0 6.1 8.6" -D CUDA_ARCH_PTX=8.6 ..)~", "opencv", R"~(CUDA_ARCH_BIN="5.0 6.1 8.6" CUDA_ARCH_PTX=8.6)~"},
    {R"~(-DCUDA_ARCH_BIN=8.6,8.9 -DCUDA_ARCH_PTX="" \)~", "opencv", R"~(CUDA_ARCH_BIN=8.6,8.9 CUDA_ARCH_PTX=)~"},
    {R"~(cmake ../ -DCUDA_ARCH_NAME=Manual -DCUDA_ARCH_BIN="52 60" -DCUDA_ARCH_PTX="60")~", "opencv", R"~(CUDA_ARCH_BIN="52 60" CUDA_ARCH_PTX=60)~"},
    {R"~(NVTE_CUDA_ARCHS="80;90" pip install transformer-engine)~", "cmake", R"~(80;90)~"},
    {R"~(RUN NVTE_CUDA_ARCHS="100a;103a" NVTE_FRAMEWORK=pytorch pip install .)~", "cmake", R"~(100a;103a)~"},
    {R"~(cmake -DCOMPUTE_BACKEND=cuda -DCOMPUTE_CAPABILITY="75;80;86" -S .)~", "bitsandbytes", R"~(75;80;86)~"},
    {R"~(cmake .. -DCOMPUTE_BACKEND=cuda -DCOMPUTE_CAPABILITY=87)~", "bitsandbytes", R"~(87)~"},
    {R"~(cmake .. -DGMX_GPU=CUDA -DGMX_CUDA_TARGET_SM=80)~", "gromacs", R"~(GMX_CUDA_TARGET_SM=80)~"},
    {R"~(cmake .. -DGMX_CUDA_TARGET_SM="60;70" -DGMX_CUDA_TARGET_COMPUTE="70")~", "gromacs", R"~(GMX_CUDA_TARGET_SM=60;70 GMX_CUDA_TARGET_COMPUTE=70)~"},
    {R"~(make -j KOKKOS_DEVICES=Cuda KOKKOS_ARCH=Volta70)~", "kokkos", R"~(Volta70)~"},
    {R"~(KOKKOS_ARCH = "Ampere80,SKX")~", "kokkos", R"~(Ampere80,SKX)~"},
    {R"~(cmake .. -DKokkos_ENABLE_CUDA=ON -DKokkos_ARCH_HOPPER90=ON)~", "kokkos", R"~(Kokkos_ARCH_HOPPER90)~"},
    {R"~(set(Kokkos_ARCH_AMPERE86 ON CACHE BOOL ""))~", "kokkos", R"~(Kokkos_ARCH_AMPERE86)~"},
    {R"~(['sm_50', 'sm_80', 'sm_90'])~", "names", R"~(['sm_50', 'sm_80', 'sm_90'])~"},
    {R"~(>>> torch.cuda.get_arch_list()
['sm_75', 'sm_120', 'compute_120'])~", "names", R"~(['sm_75', 'sm_120', 'compute_120'])~"},
    {R"~(FLASH_ATTN_CUDA_ARCHS="80;90" pip install flash-attn)~", "flash-attn", R"~(80;90)~"},
    {R"~(export CUPY_NVCC_GENERATE_CODE="arch=compute_80,code=sm_80")~", "cupy", R"~(export CUPY_NVCC_GENERATE_CODE="arch=compute_80,code=sm_80")~"},
    {R"~(NUMBA_FORCE_CUDA_CC=8.6 python a.py)~", "numba", R"~(8.6)~"},
    {R"~(export TRITON_OVERRIDE_ARCH=sm90)~", "triton", R"~(export TRITON_OVERRIDE_ARCH=sm90)~"},
    {R"~(add_cugencodes("sm_80", "sm_90"))~", "xmake", R"~(add_cugencodes("sm_80", "sm_90"))~"},
    {R"~(add_cugencodes("native"))~", "xmake", R"~(add_cugencodes("native"))~"},
    {R"~(set(Kokkos_ARCH_VOLTA70 ON))~", "kokkos", R"~(Kokkos_ARCH_VOLTA70)~"},
    {R"~(spack install gromacs+cuda cuda_arch=90)~", "spack", R"~(90)~"},
    {R"~(ENV LANG=C.UTF-8 
    TORCH_CUDA_ARCH_LIST="8.0;9.0+PTX" 
    MAX_JOBS=4)~", "torch", R"~(8.0;9.0+PTX)~"},
    {R"~(nvc++ -O3 -stdpar -gpu=cc80,cc90 a.cpp)~", "nvhpc", R"~(-gpu=cc80,cc90)~"},
    {R"~(cuda_select_nvcc_arch_flags(ARCH_FLAGS 7.0 7.5+PTX))~", "findcuda", R"~(cuda_select_nvcc_arch_flags(ARCH_FLAGS 7.0 7.5+PTX))~"},
    {R"~(cuda_select_nvcc_arch_flags(ARCH_FLAGS Auto))~", "findcuda", R"~(cuda_select_nvcc_arch_flags(ARCH_FLAGS Auto))~"},
    {R"~(CUDA_SELECT_NVCC_ARCH_FLAGS(ARCH_FLAGS "3.5+PTX 5.2(5.0) Maxwell"))~", "findcuda", R"~(CUDA_SELECT_NVCC_ARCH_FLAGS(ARCH_FLAGS "3.5+PTX 5.2(5.0) Maxwell"))~"},
    {R"~(cuda_select_nvcc_arch_flags(CUDA_ARCH_FLAGS "Common"))~", "findcuda", R"~(cuda_select_nvcc_arch_flags(CUDA_ARCH_FLAGS "Common"))~"},
    {R"~(cuda_select_nvcc_arch_flags(out_variable "7.5 8.0 8.6+PTX"))~", "findcuda", R"~(cuda_select_nvcc_arch_flags(out_variable "7.5 8.0 8.6+PTX"))~"},
    {R"~(cuda_select_nvcc_arch_flags(_nvcc_arch_flags "Auto"))~", "findcuda", R"~(cuda_select_nvcc_arch_flags(_nvcc_arch_flags "Auto"))~"},
    {R"~(set(CUDA_ARCH_LIST Auto CACHE STRING "List of CUDA architectures (e.g. Pascal, Volta, etc) or compute capability versions (6.1, 7.0, etc) to generate code for."))~", "findcuda", R"~(Auto)~"},
    {R"~(cmake -DWITH_CUDA=ON -DWITH_CUDNN=ON -DCUDA_ARCH_LIST="Common" ..)~", "findcuda", R"~(Common)~"},
    {R"~(cmake -DCUDA_ARCH_LIST="6.1;7.5;8.6+PTX" ..)~", "findcuda", R"~(6.1;7.5;8.6+PTX)~"},
    {R"~(    -DCUDA_ARCH_LIST="7.0 7.5 8.0 8.6 8.9 9.0+PTX" \)~", "findcuda", R"~(7.0 7.5 8.0 8.6 8.9 9.0+PTX)~"},
    {R"~(ENV CUDA_ARCH_LIST="Pascal;Volta;Turing")~", "findcuda", R"~(Pascal;Volta;Turing)~"},
    {R"~(TORCH_CUDA_ARCH_LIST="Ampere" pip install .)~", "torch", R"~(Ampere)~"},
    {R"~(ENV TORCH_CUDA_ARCH_LIST="Pascal;Volta;Turing;Ampere")~", "torch", R"~(Pascal;Volta;Turing;Ampere)~"},
    {R"~(export TORCH_CUDA_ARCH_LIST="Kepler;Kepler+Tesla;Maxwell;Maxwell+Tegra;Pascal;Volta;Turing")~", "torch", R"~(export TORCH_CUDA_ARCH_LIST="Kepler;Kepler+Tesla;Maxwell;Maxwell+Tegra;Pascal;Volta;Turing")~"},
    {R"~(TORCH_CUDA_ARCH_LIST=Hopper python setup.py develop)~", "torch", R"~(Hopper)~"},
    {R"~(os.environ["TORCH_CUDA_ARCH_LIST"] = "Ada;Hopper")~", "torch", R"~(Ada;Hopper)~"},
    {R"~(ENV TORCH_CUDA_ARCH_LIST "7.5 8.0 8.6 Ada")~", "torch", R"~(7.5 8.0 8.6 Ada)~"},
    {R"~(cmake -DQUDA_GPU_ARCH=sm_80 -DQUDA_DIRAC_WILSON=ON ../quda)~", "sm", R"~(sm_80)~"},
    {R"~(  -DQUDA_TARGET_TYPE=CUDA -DQUDA_GPU_ARCH=sm_90 \)~", "sm", R"~(sm_90)~"},
    {R"~(set(QUDA_GPU_ARCH sm_70 CACHE STRING "set the GPU architecture"))~", "sm", R"~(sm_70)~"},
    {R"~(export QUDA_GPU_ARCH=sm_86)~", "sm", R"~(export QUDA_GPU_ARCH=sm_86)~"},
    {R"~(GPU_TARGET = sm_80 sm_90)~", "magma", R"~(sm_80 sm_90)~"},
    {R"~(GPU_TARGET ?= Volta Turing Ampere)~", "magma", R"~(Volta Turing Ampere)~"},
    {R"~(GPU_TARGET = Ampere)~", "magma", R"~(Ampere)~"},
    {R"~(cmake -DMAGMA_ENABLE_CUDA=ON -DGPU_TARGET="Ampere Hopper" ..)~", "magma", R"~(Ampere Hopper)~"},
    {R"~(cmake -DGPU_TARGET='sm_70 sm_75 sm_80' -DCMAKE_INSTALL_PREFIX=/opt/magma ..)~", "magma", R"~(sm_70 sm_75 sm_80)~"},
    {R"~(echo 'GPU_TARGET = sm_86' >> make.inc)~", "magma", R"~(sm_86)~"},
    {R"~(make -j GPU_TARGET="Volta")~", "magma", R"~(Volta)~"},
    {R"~(cmake -D PKG_KOKKOS=yes -D Kokkos_ENABLE_CUDA=yes -D Kokkos_ARCH_AMPERE80=yes ../cmake)~", "kokkos", R"~(Kokkos_ARCH_AMPERE80)~"},
    {R"~(cmake -C ../cmake/presets/kokkos-cuda.cmake -D Kokkos_ARCH_HOPPER90=ON ../cmake)~", "kokkos", R"~(Kokkos_ARCH_HOPPER90)~"},
    {R"~(set(Kokkos_ARCH_PASCAL60 ON CACHE BOOL "" FORCE))~", "kokkos", R"~(Kokkos_ARCH_PASCAL60)~"},
    {R"~(-DKokkos_ARCH_AMPERE80:BOOL=ON \)~", "kokkos", R"~(Kokkos_ARCH_AMPERE80)~"},
    {R"~(make kokkos_cuda_mpi KOKKOS_ARCH=Power9,Volta70)~", "kokkos", R"~(Power9,Volta70)~"},
    {R"~(KOKKOS_ARCH = HSW,Volta70)~", "kokkos", R"~(HSW,Volta70)~"},
    {R"~("Kokkos_ARCH_ADA89": "ON",)~", "kokkos", R"~(Kokkos_ARCH_ADA89)~"},
    {R"~(KOKKOS_ARCH=Hopper90 make -j8)~", "kokkos", R"~(Hopper90)~"},
    {R"~(CUDA_ARCH = -arch=sm_80)~", "gencode", R"~(-arch=sm_80)~"},
    {R"~(cmake .. -DGMX_GPU=CUDA -DGMX_CUDA_TARGET_SM="70;75;80" -DGMX_MPI=on)~", "gromacs", R"~(GMX_CUDA_TARGET_SM=70;75;80)~"},
    {R"~(-DGMX_CUDA_TARGET_SM=75 -DGMX_CUDA_TARGET_COMPUTE=75 \)~", "gromacs", R"~(GMX_CUDA_TARGET_SM=75 GMX_CUDA_TARGET_COMPUTE=75)~"},
    {R"~(cmake .. -DGMX_GPU=CUDA '-DGMX_CUDA_TARGET_SM=80;86')~", "gromacs", R"~(GMX_CUDA_TARGET_SM=80;86)~"},
    {R"~(cmake -S . -B build -DAMReX_GPU_BACKEND=CUDA -DAMReX_CUDA_ARCH=8.0)~", "numbers", R"~(8.0)~"},
    {R"~(    -DAMReX_CUDA_ARCH=Ampere)~", "findcuda", R"~(    -DAMReX_CUDA_ARCH=Ampere)~"},
    {R"~(export AMREX_CUDA_ARCH=8.0)~", "findcuda", R"~(export AMREX_CUDA_ARCH=8.0)~"},
    {R"~(export AMREX_CUDA_ARCH=8.0 # use 8.0 for A100 or 7.0 for V100)~", "numbers", R"~(8.0)~"},
    {R"~(-DAMReX_CUDA_ARCH="7.0;8.0" \)~", "numbers", R"~(7.0;8.0)~"},
    {R"~(CUDA_ARCH = 80)~", "numbers", R"~(80)~"},
    {R"~(make -j8 USE_CUDA=TRUE CUDA_ARCH=80)~", "numbers", R"~(80)~"},
    {R"~(cmake -DGINKGO_BUILD_CUDA=ON -DGINKGO_CUDA_ARCHITECTURES=80 ..)~", "numbers", R"~(80)~"},
    {R"~(-DGINKGO_CUDA_ARCHITECTURES="60;70;80" \)~", "numbers", R"~(60;70;80)~"},
    {R"~(cmake -DENABLE_CUDA=On -DCUDA_ARCH=sm_80 ../)~", "sm", R"~(sm_80)~"},
    {R"~(set(CUDA_ARCH "sm_70" CACHE STRING ""))~", "sm", R"~(sm_70)~"},
    {R"~(make pcuda -j CUDA_ARCH=sm_90)~", "sm", R"~(sm_90)~"},
    {R"~(cmake ../ -DCUDA_ARCH="70 80" -DCMAKE_NO_MPI=True)~", "numbers", R"~(70 80)~"},
    {R"~(./configure --with-cuda HYPRE_CUDA_SM=70)~", "numbers", R"~(70)~"},
    {R"~(HYPRE_CUDA_SM='70 80' ./configure --with-cuda --enable-shared)~", "numbers", R"~(70 80)~"},
    {R"~(export HYPRE_CUDA_SM=80)~", "numbers", R"~(export HYPRE_CUDA_SM=80)~"},
    {R"~(-DHYPRE_CUDA_SM=120 \)~", "numbers", R"~(120)~"},
    {R"~(CUDA_COMPUTE_CAP=86 cargo build --release --features cuda)~", "numbers", R"~(86)~"},
    {R"~(ARG CUDA_COMPUTE_CAP=80)~", "numbers", R"~(80)~"},
    {R"~([env]
CUDA_COMPUTE_CAP = "89")~", "numbers", R"~(89)~"},
    {R"~(make SMS="80 86 90")~", "numbers", R"~(80 86 90)~"},
    {R"~(SMS ?= 75 80 86 89 90)~", "numbers", R"~(75 80 86 89 90)~"},
    {R"~(cmake .. -DCUTLASS_NVCC_ARCHS="70;75;80")~", "cmake", R"~(70;75;80)~"},
    {R"~(cmake .. -DCUTLASS_NVCC_ARCHS=90a)~", "cmake", R"~(90a)~"},
    {R"~(set(CUTLASS_NVCC_ARCHS 80 CACHE STRING "CUDA architectures to compile for"))~", "cmake", R"~(80)~"},
    {R"~(-D CUDA_ARCH_BIN=8.6 \)~", "opencv", R"~(CUDA_ARCH_BIN=8.6)~"},
    {R"~(-DCUDA_ARCH_BIN=7.5,8.0,8.6 -DCUDA_ARCH_PTX=8.6 ..)~", "opencv", R"~(CUDA_ARCH_BIN=7.5,8.0,8.6 CUDA_ARCH_PTX=8.6)~"},
    {R"~(-D CUDA_ARCH_BIN="${CUDA_ARCH_BIN:-7.2}" -D CUDA_ARCH_PTX="" \)~", "opencv", R"~(CUDA_ARCH_BIN=7.2 CUDA_ARCH_PTX=)~"},
    {R"~("CUDA_ARCH_BIN": "5.3,6.2,7.2,8.7",)~", "opencv", R"~(CUDA_ARCH_BIN=5.3,6.2,7.2,8.7)~"},
    {R"~(conan install . -o "opencv/*:with_cuda=True" -o "opencv/*:cuda_arch_bin=8.6")~", "opencv", R"~(CUDA_ARCH_BIN=8.6)~"},
    {R"~(opencv:cuda_arch_bin=7.5,8.6)~", "opencv", R"~(CUDA_ARCH_BIN=7.5,8.6)~"},
    {R"~(cmake -B build -DFAISS_ENABLE_GPU=ON -DCMAKE_CUDA_ARCHITECTURES="75;72" .)~", "cmake", R"~(75;72)~"},
    {R"~(cmake -B build . -DFAISS_ENABLE_GPU=ON -DCUDAToolkit_ROOT=/usr/local/cuda -DCMAKE_CUDA_ARCHITECTURES="70-real;80-real;90")~", "cmake", R"~(70-real;80-real;90)~"},
    {R"~(cmake -B build -DGGML_CUDA=ON -DCMAKE_CUDA_ARCHITECTURES="86;89")~", "cmake", R"~(86;89)~"},
    {R"~(docker build -t local/llama.cpp:full-cuda --target full --build-arg CUDA_DOCKER_ARCH=86 -f .devops/cuda.Dockerfile .)~", "cmake", R"~(86)~"},
    {R"~(CUDA_DOCKER_ARCH=all make LLAMA_CUBLAS=1)~", "cmake", R"~(all)~"},
    {R"~(FORCE_CUDA="1" TORCH_CUDA_ARCH_LIST="7.5 8.0 8.6" pip install -v -U git+https://github.com/facebookresearch/xformers.git@main#egg=xformers)~", "torch", R"~(7.5 8.0 8.6)~"},
    {R"~(TORCH_CUDA_ARCH_LIST="8.6" DS_BUILD_CPU_ADAM=1 DS_BUILD_UTILS=1 pip install . --global-option="build_ext" --global-option="-j8")~", "torch", R"~(8.6)~"},
    {R"~(DS_BUILD_OPS=1 TORCH_CUDA_ARCH_LIST="7.0;8.0;9.0+PTX" pip install deepspeed)~", "torch", R"~(7.0;8.0;9.0+PTX)~"},
    {R"~(RUN DS_BUILD_UTILS=1 DS_SKIP_CUDA_CHECK=1 TORCH_CUDA_ARCH_LIST="8.0 8.6+PTX" pip3 install deepspeed==0.14.0 --no-cache-dir)~", "torch", R"~(8.0 8.6+PTX)~"},
    {R"~(python setup.py bdist_wheel -- -DTORCH_CUDA_ARCH_LIST="7.0;8.0;9.0a")~", "torch", R"~(7.0;8.0;9.0a)~"},
    {R"~(export TF_CUDA_COMPUTE_CAPABILITIES="sm_80,compute_90")~", "hermetic", R"~(export TF_CUDA_COMPUTE_CAPABILITIES="sm_80,compute_90")~"},
    {R"~(build:cuda_wheel --repo_env=TF_CUDA_COMPUTE_CAPABILITIES="sm_60,sm_70,sm_80,sm_89,compute_90")~", "hermetic", R"~(sm_60,sm_70,sm_80,sm_89,compute_90)~"},
    {R"~(build --action_env TF_CUDA_COMPUTE_CAPABILITIES=sm_80,compute_90)~", "hermetic", R"~(sm_80,compute_90)~"},
    {R"~(bazel build --config=cuda --repo_env=HERMETIC_CUDA_COMPUTE_CAPABILITIES="sm_75,compute_80" //tensorflow/tools/pip_package:wheel)~", "hermetic", R"~(sm_75,compute_80)~"},
    {R"~(common:cuda --repo_env=HERMETIC_CUDA_COMPUTE_CAPABILITIES=sm_90,sm_100)~", "hermetic", R"~(sm_90,sm_100)~"},
    {R"~(bazel build "--@rules_cuda//cuda:archs=compute_80:sm_80;compute_90:sm_90" //:all)~", "rules_cuda", R"~(compute_80:sm_80;compute_90:sm_90)~"},
    {R"~(build:cuda --@rules_cuda//cuda:archs="compute_70:sm_70;compute_80:sm_80,compute_80")~", "rules_cuda", R"~(compute_70:sm_70;compute_80:sm_80,compute_80)~"},
    {R"~(build --@rules_cuda//cuda:archs=sm_75)~", "rules_cuda", R"~(sm_75)~"},
    {R"~(copts = ["-gencode=arch=compute_80,code=sm_80"],)~", "gencode", R"~(-gencode=arch=compute_80,code=sm_80)~"},
    {R"~(TF_CUDA_COMPUTE_CAPABILITIES: "7.5,8.6")~", "hermetic", R"~(7.5,8.6)~"},
    {R"~(    add_cugencodes("compute_80"))~", "xmake", R"~(    add_cugencodes("compute_80"))~"},
    {R"~(add_cugencodes("native", "sm_80"))~", "xmake", R"~(add_cugencodes("native", "sm_80"))~"},
    {R"~(    add_cuflags("-arch=sm_86", {force = true}))~", "gencode", R"~(-arch=sm_86)~"},
    {R"~(add_cuflags("-gencode arch=compute_86,code=sm_86"))~", "gencode", R"~(-gencode=arch=compute_86,code=sm_86)~"},
    {R"~(      <CodeGeneration>compute_80,sm_80;compute_86,sm_86</CodeGeneration>)~", "msbuild", R"~(compute_80,sm_80;compute_86,sm_86)~"},
    {R"~(<CodeGeneration>compute_75,sm_75</CodeGeneration>)~", "msbuild", R"~(compute_75,sm_75)~"},
    {R"~(<CodeGeneration>compute_52,sm_52;compute_61,sm_61;%(CodeGeneration)</CodeGeneration>)~", "msbuild", R"~(compute_52,sm_52;compute_61,sm_61)~"},
    {R"~(      <AdditionalOptions>-gencode arch=compute_89,code=sm_89 %(AdditionalOptions)</AdditionalOptions>)~", "gencode", R"~(-gencode=arch=compute_89,code=sm_89)~"},
    {R"~(    buildoptions { '-gencode=arch=compute_75,code=sm_75' })~", "gencode", R"~(-gencode=arch=compute_75,code=sm_75)~"},
    {R"~(        buildcommands { 'nvcc -arch=sm_80 -c "%{file.relpath}" -o "%{cfg.objdir}/%{file.basename}.o"' })~", "gencode", R"~(-arch=sm_80)~"},
    {R"~(conan install . -c tools.cmake.cmaketoolchain:extra_variables="{'CMAKE_CUDA_ARCHITECTURES': '80'}")~", "cmake", R"~(80)~"},
    {R"~(        tc.variables["CMAKE_CUDA_ARCHITECTURES"] = "80;90")~", "cmake", R"~(80;90)~"},
    {R"~(tc.cache_variables["CMAKE_CUDA_ARCHITECTURES"] = "75")~", "cmake", R"~(75)~"},
    {R"~(set(VCPKG_CMAKE_CONFIGURE_OPTIONS "-DCMAKE_CUDA_ARCHITECTURES=75"))~", "cmake", R"~(75)~"},
    {R"~(list(APPEND VCPKG_CMAKE_CONFIGURE_OPTIONS "-DCMAKE_CUDA_ARCHITECTURES=86"))~", "cmake", R"~(86)~"},
    {R"~(set(ENV{CUDAARCHS} "75;80"))~", "cmake", R"~(75;80)~"},
    {R"~(        -DCMAKE_CUDA_ARCHITECTURES=60)~", "cmake", R"~(        -DCMAKE_CUDA_ARCHITECTURES=60)~"},
    {R"~(self.cpp_info; cmake.definitions["CMAKE_CUDA_ARCHITECTURES"] = "70")~", "cmake", R"~(70)~"},
    {R"~(      TORCH_CUDA_ARCH_LIST: 8.0 8.6 9.0+PTX)~", "torch", R"~(8.0 8.6 9.0+PTX)~"},
    {R"~(    env: { TORCH_CUDA_ARCH_LIST: "7.5;8.0", MAX_JOBS: 4 })~", "torch", R"~(7.5;8.0)~"},
    {R"~(  CMAKE_CUDA_ARCHITECTURES: "75-real;86-real")~", "cmake", R"~(75-real;86-real)~"},
    {R"~(          cmake-args: -DCMAKE_CUDA_ARCHITECTURES=89)~", "cmake", R"~(89)~"},
    {R"~(run: cmake -B build -DGGML_CUDA=ON "-DCMAKE_CUDA_ARCHITECTURES=75-virtual;80-virtual;86-real")~", "cmake", R"~(75-virtual;80-virtual;86-real)~"},
    {R"~(          CIBW_ENVIRONMENT: TORCH_CUDA_ARCH_LIST="7.0 7.5 8.0" FORCE_CUDA=1)~", "torch", R"~(7.0 7.5 8.0)~"},
    {R"~(  - name: TORCH_CUDA_ARCH_LIST
    value: "9.0")~", "torch", R"~(9.0)~"},
    {R"~(  environment { TORCH_CUDA_ARCH_LIST = '8.0' })~", "torch", R"~(8.0)~"},
    {R"~(      - TORCH_CUDA_ARCH_LIST=8.6)~", "torch", R"~(8.6)~"},
    {R"~(        cmakeArgs: '-DCMAKE_CUDA_ARCHITECTURES=80 -G Ninja')~", "cmake", R"~(80)~"},
    {R"~(      - run: echo "TORCH_CUDA_ARCH_LIST=8.9" >> $GITHUB_ENV)~", "torch", R"~(8.9)~"},
    {R"~("Add-Content $env:GITHUB_ENV 'CUDAARCHS=86'")~", "cmake", R"~(86)~"},
    {R"~(  CMAKE_CUDA_ARCHITECTURES: '80;90',)~", "cmake", R"~(80;90)~"},
    {R"~(  env+: { TORCH_CUDA_ARCH_LIST: "8.0" },)~", "torch", R"~(8.0)~"},
    {R"~(cmake.define = { CMAKE_CUDA_ARCHITECTURES = "80;90", BUILD_CUDA = "ON" })~", "cmake", R"~(80;90)~"},
    {R"~(cmake.args = ["-GNinja", "-DCMAKE_CUDA_ARCHITECTURES=80;90"])~", "cmake", R"~(80;90)~"},
    {R"~(extra-build-variables = { flash-attn = { FLASH_ATTN_CUDA_ARCHS = "90" } })~", "flash-attn", R"~(90)~"},
    {R"~(variable "TORCH_CUDA_ARCH_LIST" { default = "8.0 9.0" })~", "torch", R"~(8.0 9.0)~"},
    {R"~(    TORCH_CUDA_ARCH_LIST = "8.0 9.0+PTX")~", "torch", R"~(8.0 9.0+PTX)~"},
    {R"~("cacheVariables": { "CMAKE_CUDA_ARCHITECTURES": "80;90", "CMAKE_BUILD_TYPE": "Release" })~", "cmake", R"~(80;90)~"},
    {R"~("CMAKE_CUDA_ARCHITECTURES": { "type": "STRING", "value": "75;86" },)~", "cmake", R"~(75;86)~"},
    {R"~("environment": { "CUDAARCHS": "90" })~", "cmake", R"~(90)~"},
    {R"~($env:TORCH_CUDA_ARCH_LIST="8.6")~", "torch", R"~(8.6)~"},
    {R"~($env:CUDAARCHS = '86;89')~", "cmake", R"~(86;89)~"},
    {R"~([System.Environment]::SetEnvironmentVariable("CUDAARCHS", "86", "Machine"))~", "cmake", R"~(86)~"},
    {R"~(cmake -B build -D"CMAKE_CUDA_ARCHITECTURES=86")~", "cmake", R"~(86)~"},
    {R"~(set -Ux CUDAARCHS 86)~", "cmake", R"~(86)~"},
    {R"~(set --export TORCH_CUDA_ARCH_LIST "8.9")~", "torch", R"~(8.9)~"},
    {R"~(set --global --export CUDAARCHS 89)~", "cmake", R"~(89)~"},
    {R"~(@set TORCH_CUDA_ARCH_LIST=7.5;8.6)~", "torch", R"~(7.5;8.6)~"},
    {R"~(cmake .. -G "Visual Studio 17 2022" -A x64 -DCMAKE_CUDA_ARCHITECTURES="52;60;61;70;75;86")~", "cmake", R"~(52;60;61;70;75;86)~"},
    {R"~(.\build.bat --use_cuda --cmake_extra_defines CMAKE_CUDA_ARCHITECTURES=86)~", "cmake", R"~(86)~"},
    {R"~(./build.sh --use_cuda --cmake_extra_defines 'CMAKE_CUDA_ARCHITECTURES=60;70;75')~", "cmake", R"~(60;70;75)~"},
    {R"~(python3 scripts/build_wheel.py --clean --cuda_architectures "89-real;90-real" --trt_root /usr/local/tensorrt)~", "cmake", R"~(89-real;90-real)~"},
    {R"~(MMCV_WITH_OPS=1 MMCV_CUDA_ARGS="-gencode=arch=compute_80,code=sm_80" pip install -e .)~", "gencode", R"~(-gencode=arch=compute_80,code=sm_80)~"},
    {R"~(        .flag("-gencode").flag("arch=compute_80,code=sm_80"))~", "gencode", R"~(-gencode=arch=compute_80,code=sm_80)~"},
    {R"~(        .define("CMAKE_CUDA_ARCHITECTURES", "80"))~", "cmake", R"~(80)~"},
    {R"~(        .flag("-arch=sm_80"))~", "gencode", R"~(-arch=sm_80)~"},
    {R"~(set(CUDA_NVCC_FLAGS "${CUDA_NVCC_FLAGS} -gencode arch=compute_61,code=sm_61"))~", "gencode", R"~(-gencode=arch=compute_61,code=sm_61)~"},
    {R"~(list(APPEND CUDA_NVCC_FLAGS "-gencode;arch=compute_70,code=sm_70"))~", "gencode", R"~(-gencode=arch=compute_70,code=sm_70)~"},
    {R"~(target_compile_options(app PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-gencode=arch=compute_80,code=sm_80>))~", "gencode", R"~(-gencode=arch=compute_80,code=sm_80)~"},
    {R"~((list "-DCMAKE_CUDA_ARCHITECTURES=70;80" "-DBUILD_TESTS=OFF"))~", "cmake", R"~(70;80)~"},
    {R"~(srun --export=ALL,TORCH_CUDA_ARCH_LIST=8.0 python setup.py install)~", "torch", R"~(8.0)~"},
    {R"~(    script_env:
      - TORCH_CUDA_ARCH_LIST=8.0)~", "torch", R"~(8.0)~"},
    {R"~(setenv =
    TORCH_CUDA_ARCH_LIST = 8.0)~", "torch", R"~(8.0)~"},
    {R"~(export CMAKE_ARGS="${CMAKE_ARGS} -DCMAKE_CUDA_ARCHITECTURES=all-major")~", "cmake", R"~(all-major)~"},
    {R"~(CUDA_ARCH_FLAG ?= -gencode arch=compute_80,code=sm_80 -gencode arch=compute_80,code=compute_80)~", "gencode", R"~(-gencode=arch=compute_80,code=sm_80 -gencode=arch=compute_80,code=compute_80)~"},
});
// clang-format on

/// Each is an error with a hint.
constexpr auto no_lists = std::to_array<std::string_view>({
    "",
    "hello world",
    "set(CMAKE_CUDA_ARCHITECTURES ${ARCHS})",
    "TORCH_CUDA_ARCH_LIST: ${{ matrix.arch }}",
    "ENV CUDAARCHS",
    "# TORCH_CUDA_ARCH_LIST=8.0",
    "KOKKOS_ARCH=SKX",
    "COMPUTE_CAPABILITY=x",
    "cmake -DCMAKE_CUDA_ARCHITECTURES=$ARCHS ..",
    "nvcc -O3 a.cu",
    "cuda_select_nvcc_arch_flags(ARCH_FLAGS ${CUDA_ARCH_LIST})",
    "CUDA_ARCH=Ampere",
    "GPU_TARGET = gfx90a",
    "SMS = 12345",
    "<CodeGeneration>$(CudaTargets)</CodeGeneration>",
});

ListInText read_text(std::string_view text, const OptionTexts& texts = OptionTexts()) {
    return read_list_in_text(builtin_tables(), texts, "x86_64-linux", {12, 8, 1}, std::string(text));
}

std::string error_of(std::string_view text, const OptionTexts& texts = OptionTexts()) {
    try {
        return "read as " + std::string(read_text(text, texts).spelling->name);
    } catch (const BadInput& error) {
        return error.what();
    }
}

}  // namespace

TEST_CASE("reads lists as they are in files") {
    for (const ListLine& line : lines) {
        CAPTURE(line.line);
        const ListInText found = read_text(line.line);
        CHECK(found.spelling->name == line.format);
        CHECK(found.text == line.list);
        CHECK_FALSE(found.listing.entries.empty());
        // The format may be named as well, and the list alone is the same list.
        const OptionTexts named = OptionTexts().with("format", std::string(line.format));
        CHECK(read_text(line.line, named).text == line.list);
        CHECK(read_text(line.list, named).listing.entries.size() == found.listing.entries.size());
    }
}

TEST_CASE("says that a text has no list") {
    for (const std::string_view text : no_lists) {
        CAPTURE(text);
        CHECK(error_of(text).find("cannot read") == 0);
    }
}

TEST_CASE("asks for one of several lists") {
    const std::string both = "cmake -DCMAKE_CUDA_ARCHITECTURES=80 -DTORCH_CUDA_ARCH_LIST=8.0 ..";
    CHECK(error_of(both) == "the text has lists in several formats: cmake, torch; pass --format cmake");
    CHECK(read_text(both, OptionTexts().with("format", "torch")).text == "8.0");
    CHECK(error_of("ENV CUDAARCHS=80\nENV CUDAARCHS=90") ==
          "the text has several cmake lists; pass one of them, or a file");
}

TEST_CASE("Clang's version decides what it accepts") {
    const OptionTexts old = OptionTexts().with("compiler", "clang-14");
    CHECK(error_of("--cuda-gpu-arch=sm_90", old).find("Clang 14.0 does not accept 'sm_90' (16.0.0 or later does)") !=
          std::string::npos);
    CHECK(error_of("--cuda-gpu-arch=sm_86", old) == "read as clang");
    CHECK(error_of("clang++-14 -x cuda --cuda-gpu-arch=sm_89 a.cu", old).find("does not accept") != std::string::npos);
    CHECK(error_of("--offload-arch=sm_100f", OptionTexts().with("consumer", "clang-22")).find("does not accept") !=
          std::string::npos);
    CHECK(error_of("--offload-arch=sm_100f", OptionTexts().with("consumer", "clang-23")) == "read as clang");
}

TEST_CASE("Meson's words depend on its version and the release") {
    const auto numbers = [](std::string_view word, const std::string& version, Version release) {
        const OptionTexts texts = OptionTexts().with("consumer", "meson-" + version);
        const ListInText found = read_list_in_text(builtin_tables(), texts, "x86_64-linux", release, std::string(word));
        std::string all;
        for (const ListEntry& entry : found.listing.entries)
            all += to_string(*entry.real) + (entry.ptx ? "+PTX " : " ");
        return all;
    };
    CHECK(numbers("All", "1.12.1", {13, 0, 0}) == "7.5 8.0 8.6 8.7 8.9 9.0 10.0 ");
    CHECK(numbers("Common", "1.12.1", {12, 8, 1}) == "5.0 5.2 6.0 6.1 7.0 7.5 8.0 8.6 8.9 9.0+PTX 10.0 10.1 12.0 ");
    CHECK(numbers("Common", "1.4.0", {12, 8, 1}) == "5.0 5.2 6.0 6.1 7.0 7.5 8.0 8.6 8.9 9.0+PTX ");
    CHECK(numbers("Common", "0.60.0", {11, 8, 0}) == "3.5 5.0 5.2 6.0 6.1 7.0 7.5 8.0 8.6+PTX ");
    const OptionTexts meson = OptionTexts().with("format", "meson");
    CHECK(error_of("nvcc_arch_flags(nvcc, 'All', '8.0')", meson).find("cannot be used here") != std::string::npos);
}

}  // namespace cudastdenv::query
