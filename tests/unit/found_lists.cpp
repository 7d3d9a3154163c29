// SPDX-License-Identifier: MIT
#include "sample.hpp"
#include "spelling/spell.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

namespace cudastdenv {

namespace {

/// `LINE FORMAT TEXT` of each list, with a `?` if others may add to it.
std::vector<std::string> lists_in(std::string_view file) {
    std::vector<std::string> lists;
    for (const FoundList& list : find_lists(builtin_tables(), file))
        lists.push_back(std::to_string(list.line) + ' ' + std::string(list.spelling->name) + ' ' + list.text +
                        (list.is_whole ? "" : "?"));
    return lists;
}

struct FoundFile {
    std::string_view file;
    std::vector<std::string> lists;
};

const std::vector<FoundFile> set_somewhere{
    // CMake
    {"set(CMAKE_CUDA_ARCHITECTURES 35 80 CACHE STRING \"GPUs\")", {"1 cmake 35;80"}},
    {"SET( CMAKE_CUDA_ARCHITECTURES\n  \"35;80\" )", {"1 cmake 35;80"}},
    {"set(ENV{CUDAARCHS} \"35\")", {"1 cmake 35"}},
    {"set_target_properties(x PROPERTIES CXX_STANDARD 17 CUDA_ARCHITECTURES \"35;80\" FOLDER 7)", {"1 cmake 35;80"}},
    {"set_property(TARGET x PROPERTY CUDA_ARCHITECTURES\n 35\n 80)", {"1 cmake 35;80"}},
    {"set(CMAKE_CUDA_ARCHITECTURES native)", {"1 cmake native"}},
    {"\n#[[ set(CUDAARCHS 3)\n]] set(CMAKE_CUDA_ARCHITECTURES 80)", {"3 cmake 80"}},
    {"#[=[ ]] \n]=]\nset(CMAKE_CUDA_ARCHITECTURES 80) # 90", {"3 cmake 80"}},
    {"set(S \"a # b\") set(CMAKE_CUDA_ARCHITECTURES 80)", {"1 cmake 80"}},
    // presets
    {R"({"CMAKE_CUDA_ARCHITECTURES": "35;80", "A": 1})", {"1 cmake 35;80"}},
    {"{\"CUDAARCHS\": {\n\"type\": \"STRING\",\n\"value\": \"35\"}}", {"1 cmake 35"}},
    {R"({"args": ["-DCMAKE_CUDA_ARCHITECTURES=35;80"]})", {"1 cmake 35;80"}},
    // shells, Docker, workflows
    {"cmake -DCMAKE_CUDA_ARCHITECTURES=35 -DCMAKE_CUDA_ARCHITECTURES:STRING='80;90' ..",
     {"1 cmake 35", "1 cmake 80;90"}},
    {"cmake \"-DCMAKE_CUDA_ARCHITECTURES=80\\;90\"", {"1 cmake 80;90"}},
    {"export TORCH_CUDA_ARCH_LIST=\"8.0 9.0+PTX\"", {"1 torch 8.0 9.0+PTX"}},
    {"RUN TORCH_CUDA_ARCH_LIST='8.0' pip install . && CUDAARCHS=80 make", {"1 torch 8.0", "1 cmake 80"}},
    {"ENV TORCH_CUDA_ARCH_LIST 8.0;9.0+PTX\nARG CUDAARCHS=80\nARG CUDAARCHS", {"1 torch 8.0;9.0+PTX", "2 cmake 80"}},
    {"env:\n  TORCH_CUDA_ARCH_LIST: 8.0 9.0+PTX # both\n  \"CUDAARCHS\": '80'", {"2 torch 8.0 9.0+PTX", "3 cmake 80"}},
    {"- \"TORCH_CUDA_ARCH_LIST=8.0 9.0\"", {"1 torch 8.0 9.0"}},
    {"build --repo_env=HERMETIC_CUDA_COMPUTE_CAPABILITIES=sm_80,compute_90", {"1 hermetic sm_80,compute_90"}},
    // TOML, Python, Make
    {"environment = { TORCH_CUDA_ARCH_LIST=\"8.0\", A=\"9\" }", {"1 torch 8.0"}},
    {"CMAKE_CUDA_ARCHITECTURES = \"35;80\"", {"1 cmake 35;80"}},
    {"os.environ[\"TORCH_CUDA_ARCH_LIST\"] = '8.0'", {"1 torch 8.0"}},
    {"os.environ.setdefault('TORCH_CUDA_ARCH_LIST', '8.0')", {"1 torch 8.0"}},
    {"CUDAARCHS ?= 35\nCUDAARCHS := 80;90", {"1 cmake 35", "2 cmake 80;90"}},
    {"TORCH_CUDA_ARCH_LIST := 9.x", {"1 torch 9.x"}},
    {"RUN pip install . --config=\"${TORCH_CUDA_ARCH_LIST:-3.5;8.0+PTX}\"", {"1 torch 3.5;8.0+PTX"}},
    {": \"${CUDAARCHS:='35'}\"", {"1 cmake 35"}},
    {"{\"CMAKE_CUDA_ARCHITECTURES\":{\"type\":\"STRING\",\"value\":\"35;80\"}}", {"1 cmake 35;80"}},
    {"env:\n  TORCH_CUDA_ARCH_LIST: >-\n    8.0 9.0+PTX\n", {"2 torch 8.0 9.0+PTX"}},
    {"echo TORCH_CUDA_ARCH_LIST=8.0 >> $GITHUB_ENV", {"1 torch 8.0"}},
    // with more in other places
    {"set(CMAKE_CUDA_ARCHITECTURES 80-real)\nlist(APPEND CMAKE_CUDA_ARCHITECTURES 90)",
     {"1 cmake 80-real?", "2 cmake 90?"}},
    {"list(APPEND CMAKE_CUDA_ARCHITECTURES 30)", {"1 cmake 30?"}},
    {"set_property(TARGET x APPEND PROPERTY CUDA_ARCHITECTURES 90-real)", {"1 cmake 90-real?"}},
    {"CUDAARCHS += 30", {"1 cmake 30?"}},
    {"A=-DCUDA_ARCH_BIN=8.0\nB=-DCUDA_ARCH_PTX=8.0", {"1 opencv CUDA_ARCH_BIN=8.0 CUDA_ARCH_PTX=8.0"}},
    {"cudaCapabilities = [ \"8.0\" ];\n cudaForwardCompat = false;",
     {"1 nix cudaCapabilities = [ \"8.0\" ]; cudaForwardCompat = false;"}},
    {"CUDAARCHS=80\n[ $CUDAARCHS ] && use $CUDAARCHS", {"1 cmake 80"}},
    {"CUDAARCHS=80\nCUDAARCHS+=';90'\n", {"1 cmake 80?", "2 cmake 90?"}},
    {"TORCH_CUDA_ARCH_LIST=\"8.0\"\nTORCH_CUDA_ARCH_LIST=\"$TORCH_CUDA_ARCH_LIST;9.0+PTX\"", {"1 torch 8.0?"}},
    // options
    {"target_compile_options(x PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-gencode arch=compute_35,code=sm_35>)",
     {"1 gencode -gencode=arch=compute_35,code=sm_35?"}},
    {"F = -gencode=arch=compute_80,code=\\\"sm_80,compute_80\\\"",
     {"1 gencode -gencode=arch=compute_80,code=[sm_80,compute_80]?"}},
    {"nvcc -gencode=\"arch=compute_35,code=sm_35\"", {"1 gencode -gencode=arch=compute_35,code=sm_35?"}},
    {"\"-gencode;arch=compute_35,code=sm_35\"", {"1 gencode -gencode=arch=compute_35,code=sm_35?"}},
    {"F += -gencode arch=compute_80,code=[sm_80,compute_80] -arch=sm_35",
     {"1 gencode -gencode=arch=compute_80,code=[sm_80,compute_80]?", "1 gencode -arch=sm_35?"}},
    {R"(["-gencode", "arch=compute_35,code=sm_35", '--generate-code=arch=compute_80,code=sm_80'])",
     {"1 gencode -gencode=arch=compute_35,code=sm_35?", "1 gencode --generate-code=arch=compute_80,code=sm_80?"}},
    {"clang++ --offload-arch=sm_90 x.cu", {"1 clang --offload-arch=sm_90?"}},
};

const std::vector<std::string_view> not_set{
    "",
    "# set(CMAKE_CUDA_ARCHITECTURES 30)",
    "set(CMAKE_CUDA_ARCHITECTURES ${ARCHS})",
    "set(CMAKE_CUDA_ARCHITECTURES 80 ${MORE})",
    "set(CMAKE_CUDA_ARCHITECTURES @ARCHS@80)",
    "set(CMAKE_CUDA_ARCHITECTURES RAPIDS)",
    "set(CMAKE_CUDA_ARCHITECTURES \"\")",
    "set(CMAKE_CUDA_ARCHITECTURES)",
    "set(MY_CMAKE_CUDA_ARCHITECTURES_LIST 30)",
    "set_property(TARGET x PROPERTY CUDA_ARCHITECTURES $<IF:1,30,80>)",
    "set_property(TARGET x PROPERTY CUDA_ARCHITECTURES OFF)",
    "if(CMAKE_CUDA_ARCHITECTURES STREQUAL \"30\")",
    "message(STATUS \"CMAKE_CUDA_ARCHITECTURES: ${CMAKE_CUDA_ARCHITECTURES} 30\")",
    "CUDAARCHS = $(ARCHS)",
    "if os.environ.get(\"TORCH_CUDA_ARCH_LIST\") == \"3.5\": pass",
    "os.environ[\"TORCH_CUDA_ARCH_LIST\"] = f\"{major}.{minor}\"",
    "os.environ[\"TORCH_CUDA_ARCH_LIST\"] = archs",
    "TORCH_CUDA_ARCH_LIST: ${{ matrix.arch }}",
    "TORCH_CUDA_ARCH_LIST: |",
    "make FOR=$CUDAARCHS-80",
    "if [ \"$TORCH_CUDA_ARCH_LIST\" = \"3.5\" ]; then",
    "RUN test \"$TORCH_CUDA_ARCH_LIST\" = 3.5 && exit",
    "if [ \"${CUDAARCHS}\" = 80-real ]; then",
    "echo \"Building with TORCH_CUDA_ARCH_LIST: 8.0\"",
    "  @echo \"make TORCH_CUDA_ARCH_LIST=3.5\"",
    "message(STATUS \"set -arch=sm_35 and -DCMAKE_CUDA_ARCHITECTURES=35\")",
    "- name: with CUDAARCHS=35",
    "\"description\": \"with -DCMAKE_CUDA_ARCHITECTURES=35\",",
    "sed -i 's/TORCH_CUDA_ARCH_LIST=.*/TORCH_CUDA_ARCH_LIST=8.0+PTX/' f",
    "os.environ[\"TORCH_CUDA_ARCH_LIST\"] = \"8.0;\" + x",
    "os.environ[\"TORCH_CUDA_ARCH_LIST\"] = \"8.0\" if a else \"9.0+PTX\"",
    "os.environ[\"TORCH_CUDA_ARCH_LIST\"] = \"8.0\".replace(a, b)",
    "TORCH_CUDA_ARCH_LIST: str = \"3.5\"",
    "TORCH_CUDA_ARCH_LIST='8.0;9.0'\"+PTX\" make",
    "ENV TORCH_CUDA_ARCH_LIST=8.0\\ 9.0+PTX",
    "TORCH_CUDA_ARCH_LIST=(8.0 9.0)",
    "set(CMAKE_CUDA_ARCHITECTURES [[35;80]])",
    "set(CMAKE_CUDA_ARCHITECTURES 35 80)  # cudastdenv: ignore, for CUDA 11",
    "TORCH_CUDA_ARCH_LIST: [3.5, 8.0]",
    "cmake -DCMAKE_CUDA_ARCHITECTURES=$ARCHS",
    "cmake -DCMAKE_CUDA_ARCHITECTURES=%ARCHS%30",
    "F += -gencode arch=compute_$(A),code=sm_$(A) -arch=$(A) -arch x86_64 -gencode",
    "CUDA_ARCH: 30",
    "cmake -DCUDA_ARCH_PTX= \\\n -DWITH_CUDA=1",
    "from tools import L4T_VERSION, CUDA_ARCHITECTURES\n\ndef build(commit, llvm=20):",
    "from tools import CUDA_ARCHITECTURES\n\nllvm = 20",
    "cuda_arch = 30",
};

}  // namespace

TEST_CASE("finds lists where a file sets them") {
    for (const FoundFile& written : set_somewhere) {
        CAPTURE(written.file);
        CHECK(lists_in(written.file) == written.lists);
    }
}

TEST_CASE("finds nothing where no list is set") {
    for (const std::string_view file : not_set) {
        CAPTURE(file);
        CHECK(lists_in(file) == std::vector<std::string>());
    }
}

TEST_CASE("reads files with any start and end") {
    std::string all;
    for (const FoundFile& written : set_somewhere) all.append(written.file).append("\n");
    for (const std::string_view file : not_set) all.append(file).append("\n");
    const auto lines = static_cast<std::size_t>(std::ranges::count(all, '\n')) + 1;
    Sample sample(5, 101);
    for (std::size_t i = 0; i <= all.size(); ++i) {
        if (!sample.takes_next()) continue;
        for (const FoundList& list : find_lists(builtin_tables(), i % 2 == 0 ? all.substr(i) : all.substr(0, i))) {
            REQUIRE(list.spelling);
            CHECK(!list.text.empty());
            CHECK(list.line <= lines);
        }
    }
}

// A malicious file is no slower than any other of its size.
TEST_CASE("needs time linear in the file's size") {
    for (const std::string_view piece :
         {"set(CMAKE_CUDA_ARCHITECTURES 8", "CUDAARCHS: {", "TORCH_CUDA_ARCH_LIST=\"", "CUDAARCHS = 8 ", "-gencode ",
          "#[[", "CUDAARCHS:STRING", "nvcc_arch_flags(", "cudaCapabilities = [", "-gencode append(", "Kokkos_ARCH_A",
          "CUDA_ARCH_BIN=", "name: CUDAARCHS", "echo CUDAARCHS=8 ", "$CUDAARCHS ", "${CUDAARCHS:-8",
          "\"CUDAARCHS\":{"}) {
        CAPTURE(piece);
        std::string file;
        while (file.size() < (is_sanitized ? 5'000 : 200'000)) file += piece;
        // The test is that this ends: with quadratic time, it would run for hours.
        CHECK(find_lists(builtin_tables(), file).size() <= file.size());
    }
}

}  // namespace cudastdenv
