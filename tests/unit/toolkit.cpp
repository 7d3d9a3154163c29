// SPDX-License-Identifier: MIT
// Evidence for the version of a toolkit, and the output of its programs.
#include "machine/os/file_tree.hpp"
#include "machine/toolkit/toolkit.hpp"
#include "unit/show.hpp"

#include <doctest/doctest.h>

using namespace cudastdenv;
using namespace cudastdenv::machine;

namespace {

template <class Read, class... Rest>
Toolkit read(const Read& reader, const std::string& text, const Rest&... rest) {
    Toolkit files;
    try {
        reader("file", text, rest..., files);
    } catch (const DataError& error) {
        files.problems.push_back({"unreadable", {{"why", error.what()}}});
    }
    return files;
}

const Clue& clue(const Toolkit& files) {
    REQUIRE(files.problems.empty());
    REQUIRE(files.clues.size() == 1);
    return files.clues[0];
}

bool refuses(const Toolkit& files) { return files.clues.empty() && files.problems.size() == 1; }

}  // namespace

TEST_CASE("reads version.json") {
    const Toolkit files = read(read_version_json,
                               R"({"cuda": {"version": "12.8.1"}, "cuda_nvcc": {"version": "12.8.93"}})");
    CHECK(clue(files).release == "12.8.1"_version);
    CHECK(clue(files).build == "12.8.93"_version);
    CHECK_FALSE(clue(read(read_version_json, R"({"cuda": {"version": "12.8.1"}})")).build);
    for (const char* text :
         {"", "{", "[]", "{}", R"({"cuda": "12.8.1"})", R"({"cuda": {"version": 12}})",
          R"({"cuda": {"version": "12.8"}})", R"({"cuda": {"version": "12.8.1"}, "cuda_nvcc": {"version": "12.8"}})",
          R"({"cuda": {"version": "12.8.1"}, "cuda": {}})"})
        CHECK_MESSAGE(refuses(read(read_version_json, text)), text);
}

TEST_CASE("reads a wheel's METADATA") {
    const Toolkit files = read(read_wheel_metadata,
                               "Metadata-Version: 2.1\r\nName: nvidia-cuda-crt\r\n"
                               "Version: 13.0.88\r\n\r\nVersion: 1.2.3\r\n",
                               "Linux x86_64");
    CHECK(clue(files).build == "13.0.88"_version);
    CHECK(clue(files).package == "nvidia-cuda-crt");
    CHECK(clue(files).platform == "Linux x86_64");
    for (const char* text : {"", "Name: x\n", "Version: 13.0.88\n", "Name: x\nVersion: 13.0\n",
                             "Name: x\n\nVersion: 13.0.88", "Name: x\nVersion: 13.0.88.post1\n"})
        CHECK_MESSAGE(refuses(read(read_wheel_metadata, text, "")), text);
}

TEST_CASE("reads the meta package cuda-toolkit") {
    const auto meta = [](const std::string& version, const std::string& requirements) {
        return read(read_meta_package,
                    "Metadata-Version: 2.4\nName: cuda-toolkit\nVersion: " + version + "\n" + requirements + "\n");
    };
    const std::string nvcc = "Requires-Dist: nvidia-cuda-nvcc==13.4.92.*; sys_platform == 'linux' and extra == 'all'\n";
    const Toolkit files = meta("13.4.3", "Requires-Dist: nvidia-cublas==13.8.0.4.*; extra == 'all'\n" + nvcc +
                                             "Requires-Dist: nvidia-cuda-nvcc-extra==1.2.3.*\n" + nvcc);
    CHECK(clue(files).kind == Clue::Kind::meta_package);
    CHECK(clue(files).release == "13.4.3"_version);
    CHECK(clue(files).build == "13.4.92"_version);
    CHECK(clue(meta("13.4.1.0", nvcc)).release == "13.4.1"_version);
    for (const char* requirement : {"nvidia-cuda-nvcc-cu11==13.4.92.*", "nvidia-cuda-nvcc-cu12==13.4.92",
                                    "nvidia-cuda-nvcc == 13.4.92.* ; extra == 'nvcc'"})
        CHECK_MESSAGE(clue(meta("13.4.3", "Requires-Dist: " + std::string(requirement) + "\n")).build ==
                          "13.4.92"_version,
                      requirement);
    for (const char* version : {"", "13", "13.4", "13.4.x", "13.4.3rc1", "13.4.3.post1", "13.4.3.1.0"})
        CHECK_MESSAGE(refuses(meta(version, nvcc)), version);
    // The release is known, but not its nvcc.
    for (const std::string& requirements :
         {std::string(), std::string("Requires-Dist: nvidia-cuda-nvcc<14,>=13.4.92\n"),
          std::string("Requires-Dist: nvidia-cuda-nvcc\n"), std::string("Requires-Dist: nvidia-cuda-nvcc==13.4.*\n"),
          nvcc + "Requires-Dist: nvidia-cuda-nvcc==13.4.59.*; sys_platform == 'win32'\n", "\n" + nvcc}) {
        const Toolkit unclear = meta("13.4.3", requirements);
        CHECK_MESSAGE(unclear.problems.size() == 1, requirements);
        REQUIRE(unclear.clues.size() == 1);
        CHECK_FALSE(unclear.clues[0].build);
    }
    const Toolkit other = read(read_meta_package, "Name: numpy\nVersion: 1.2.3\n" + nvcc);
    CHECK(other.clues.empty());
    CHECK(other.problems.empty());
}

TEST_CASE("reads conda's metadata") {
    const Toolkit files =
        read(read_conda_json,
             R"({"name": "cuda-nvcc-dev_linux-64", "version": "12.8.93", "subdir": "linux-64", "depends": []})");
    CHECK(clue(files).build == "12.8.93"_version);
    CHECK(clue(files).platform == "linux-64");
    CHECK(refuses(read(read_conda_json, R"({"name": "cuda-nvcc", "version": "12.8"})")));
    CHECK(refuses(read(read_conda_json, "{")));
    const Toolkit other = read(read_conda_json, R"({"name": "numpy", "version": "2.0.1"})");
    CHECK(other.clues.empty());
    CHECK(other.problems.empty());
}

TEST_CASE("reads Debian's versions") {
    const auto control = [](const std::string& package, const std::string& version) {
        return read(read_debian_control, "Package: " + package + "\nVersion: " + version + "\nArchitecture: amd64\n");
    };
    const Toolkit toolkit = control("nvidia-cuda-toolkit", "13.0.88~13.0.2-1");
    CHECK(clue(toolkit).build == "13.0.88"_version);
    CHECK(clue(toolkit).release == "13.0.2"_version);
    CHECK(clue(control("nvidia-cuda-toolkit", "11.8.89~11.8.0-5~deb12u1")).release == "11.8.0"_version);
    // Here the first number is the runtime's.
    const Toolkit dev = control("nvidia-cuda-dev", "12.4.127~12.4.1-2");
    CHECK_FALSE(clue(dev).build);
    CHECK(clue(dev).release == "12.4.1"_version);
    // NVIDIA's own packages.
    CHECK(clue(control("cuda-nvcc-12-8", "12.8.93-1")).build == "12.8.93"_version);
    CHECK(control("bash", "5.2.15-2").clues.empty());
    CHECK(refuses(control("nvidia-cuda-toolkit", "9.2-1")));
    CHECK(refuses(control("nvidia-cuda-dev", "12.4.127-1")));
    CHECK(clue(read(read_debian_changelog, "nvidia-cuda-toolkit (12.4.1-2) unstable; urgency=medium\n")).release ==
          "12.4.1"_version);
    CHECK(refuses(read(read_debian_changelog, "bash (5.2-2) unstable\n")));
    CHECK(refuses(read(read_debian_changelog, "nvidia-cuda-toolkit (9.2-2) unstable\n")));
}

TEST_CASE("reads the runtime's header") {
    const Toolkit files = read(read_runtime_header, "/** #define CUDART_VERSION 1 */\n#define CUDART_VERSION  12080\n");
    CHECK(clue(files).release == Version{12, 8, -1});
    CHECK(clue(read(read_runtime_header, "#define CUDART_VERSION\t10020\n")).release == Version{10, 2, -1});
    for (const char* text : {"", "#define CUDART_VERSION\n", "#define CUDART_VERSION 12\n",
                             "#define CUDART_VERSION 12345\n", "#define CUDART_VERSION 99999999999999999999\n"})
        CHECK_MESSAGE(refuses(read(read_runtime_header, text)), text);
}

TEST_CASE("finds the directories of NVIDIA's archives") {
    const auto named = [](const std::string& name) {
        Toolkit files;
        read_redist_name(name, files);
        return files;
    };
    CHECK(clue(named("cuda_nvcc-linux-x86_64-12.8.93-archive")).build == "12.8.93"_version);
    CHECK(clue(named("cuda_crt-linux-sbsa-13.0.88-archive.tar.xz")).platform == "linux-sbsa");
    for (const char* name : {"", "cuda_nvcc", "cuda_nvcc-archive", "cuda_nvcc-linux-x86_64-12.8-archive",
                             "cuda_cudart-linux-x86_64-12.8.90-archive", "cuda_nvcc--archive"})
        CHECK_MESSAGE(named(name).clues.empty(), name);
}

TEST_CASE("reads nvcc --version") {
    CHECK(build_in_version("Cuda compilation tools, release 13.0, V13.0.88\nBuild x\n") == "13.0.88"_version);
    CHECK_FALSE(build_in_version(""));
    CHECK_FALSE(build_in_version("release 13.0, V13.0"));
    CHECK_FALSE(build_in_version("release 13.0, Very new"));
    CHECK_FALSE(build_in_version(", V"));
}

TEST_CASE("reads allowed values from a help text") {
    const std::string help = "usage\n"
                             "--gpu-architecture <arch>   (-arch)\n"
                             "        words.\n"
                             "        Allowed values for this option:  'all','sm_90',\n        'sm_90a'.\n\n"
                             "--gpu-code <code>\n        Allowed values for this option:  'sm_100'.\n"
                             "--open x\n        Allowed values for this option:  'sm_100'\n"
                             "--words x\n        Allowed values for this option:  'sm_100' and more.\n";
    CHECK(allowed_values(help, "--gpu-architecture") == std::vector<std::string>{"all", "sm_90", "sm_90a"});
    CHECK(allowed_values(help, "--gpu-code") == std::vector<std::string>{"sm_100"});
    for (const char* option : {"--gpu", "--open", "--words", "--no"}) CHECK(allowed_values(help, option).empty());
}

TEST_CASE("matches patterns of names") {
    CHECK(matches_pattern("a/b", "a/b"));
    CHECK(matches_pattern("targets/*/include", "targets/x86_64-linux/include"));
    CHECK(matches_pattern("nvidia_cuda_nvcc*-*.dist-info/M", "nvidia_cuda_nvcc_cu12-12.8.93.dist-info/M"));
    CHECK(matches_pattern("*", ""));
    CHECK_FALSE(matches_pattern("targets/*/include", "targets/a/b/include"));
    CHECK_FALSE(matches_pattern("a*", "ba"));
    CHECK_FALSE(matches_pattern("a/b", "a/b/c"));
}
