// SPDX-License-Identifier: MIT
// An error in a header of the compiler or its libraries is judged as `explain` judges the pair of the release and the
// compiler, whatever its text is.
#include "builtin.hpp"
#include "diagnose/header_place.hpp"
#include "sample.hpp"

#include <cudastdenv/ask.hpp>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <array>
#include <string>

using namespace cudastdenv;
using diagnose::HeaderOwner;
using diagnose::HeaderPlace;

namespace {

constexpr std::string_view by_place = "error-in-system-header";

struct PlacedPath {
    std::string_view path;  // squeezed
    HeaderOwner owner;
    std::string_view version = {};
};
constexpr std::array<PlacedPath, 31> header_paths{{
    {"/usr/include/c++/16.1.1/type_traits", HeaderOwner::libstdcxx, "16.1.1"},
    {"/usr/include/c++/13/bits/utility.h", HeaderOwner::libstdcxx, "13"},
    {"/usr/lib/gcc/x86_64-linux-gnu/13/../../../../include/c++/13/type_traits", HeaderOwner::libstdcxx, "13"},
    {"/usr/include/x86_64-linux-gnu/c++/12/bits/c++config.h", HeaderOwner::libstdcxx, "12"},
    {"/opt/rh/gcc-toolset-13/root/usr/include/c++/13/tuple", HeaderOwner::libstdcxx, "13"},
    {"/nix/store/0a1b-gcc-14.3.0/include/c++/14.3.0/compare", HeaderOwner::libstdcxx, "14.3.0"},
    {"/usr/lib/gcc/x86_64-pc-linux-gnu/14/include/g++-v14/type_traits", HeaderOwner::libstdcxx, "14"},
    {"/opt/conda/lib/gcc/x86_64-conda-linux-gnu/15.2.0/include/c++/format", HeaderOwner::libstdcxx, "15.2.0"},
    {"/opt/conda/x86_64-conda-linux-gnu/include/c++/12.3.0/bits/move.h", HeaderOwner::libstdcxx, "12.3.0"},
    {"type_traits", HeaderOwner::libstdcxx},
    {"iterator_concepts.h", HeaderOwner::libstdcxx},
    {"/usr/lib/gcc/x86_64-linux-gnu/13/include/amxtileintrin.h", HeaderOwner::gcc, "13"},
    {"/usr/lib/gcc/x86_64-redhat-linux/15/include/avx512fintrin.h", HeaderOwner::gcc, "15"},
    {"/usr/lib/gcc/aarch64-linux-gnu/14/include/arm_neon.h", HeaderOwner::gcc, "14"},
    {"/usr/lib/llvm-18/lib/clang/18/include/arm_neon.h", HeaderOwner::clang, "18"},
    {"/usr/include/x86_64-linux-gnu/bits/mathcalls.h", HeaderOwner::glibc},
    {"/usr/include/bits/floatn.h", HeaderOwner::glibc},
    {"/usr/include/stdlib.h", HeaderOwner::glibc},
    {"/nix/store/0a1b-glibc-2.40-66-dev/include/bits/mathcalls.h", HeaderOwner::glibc, "2.40"},
    {"/opt/conda/x86_64-conda-linux-gnu/sysroot/usr/include/math.h", HeaderOwner::glibc},
    {"/usr/include/c++/v1/type_traits", HeaderOwner::clang},
    {"/usr/lib/llvm-18/include/c++/v1/vector", HeaderOwner::clang, "18"},
    {"/usr/local/cuda-12.4/targets/x86_64-linux/include/cub/device/device_scan.cuh", HeaderOwner::cccl},
    {"/usr/local/cuda/include/thrust/detail/config.h", HeaderOwner::cccl},
    {"/usr/local/cuda-13.0/include/cccl/cuda/std/__type_traits/is_same.h", HeaderOwner::cccl},
    {"/usr/local/cuda/include/cuda/std/tuple", HeaderOwner::cccl},
    {"/usr/include/nv/target", HeaderOwner::cccl},
    {"/home/u/build/_deps/cccl-src/thrust/thrust/tuple.h", HeaderOwner::cccl},
    {"c:programfilesnvidiagpucomputingtoolkitcudav12.8includethrusttuple.h", HeaderOwner::cccl},
    {"studio2022communityvctoolsmsvc14.44.35207includeutility", HeaderOwner::visual_cxx, "14.44.35207"},
    {"c:/vs/vc/tools/msvc/14.44.35207/include/utility", HeaderOwner::visual_cxx, "14.44.35207"},
}};

constexpr std::array<std::string_view, 15> own_files{"",
                                                     "foo.cu",
                                                     "utility.h",
                                                     "/home/u/utility.h",
                                                     "/usr/include/boost/any.hpp",
                                                     "/usr/include/eigen3/eigen/core",
                                                     "/home/u/cub/scan.cuh",
                                                     "/home/u/thrust/main.cu",
                                                     "/home/u/project/bits/a.h",
                                                     "/usr/include/python3.11/object.h",
                                                     "/home/u/src/c++/parser.h",
                                                     "/usr/include/foo.h",
                                                     "/home/u/include/math.h",
                                                     "/usr/include/c++/13/main.cpp",
                                                     "/usr/local/cuda/include/cuda_fp16.hpp"};

const DiagnoseAnswer::Finding* place_in(const DiagnoseAnswer& answer) {
    return answer.findings.size() == 1 && answer.findings[0].message == by_place ? &answer.findings[0] : nullptr;
}

std::string sentences_of(const std::vector<Sentence>& sentences) {
    std::string text;
    for (const Sentence& one : sentences) text += one.text + "\n";
    return text;
}

DiagnoseAnswer diagnosed_log(std::string_view log, const LogQuestion& question = {}) {
    const Result<DiagnoseAnswer> answer = diagnose_log(log, question);
    REQUIRE(answer);
    return *answer;
}

}  // namespace

TEST_CASE("the owner of a header, by its path") {
    for (const PlacedPath& header : header_paths) {
        CAPTURE(header.path);
        const std::optional<HeaderPlace> place = diagnose::header_place(header.path);
        REQUIRE(place);
        CHECK(place->owner == header.owner);
        std::string version;
        if (place->version)
            version = place->version->minor == -1 ? std::to_string(place->version->major) : to_string(*place->version);
        CHECK(version == header.version);
    }
    for (const std::string_view file : own_files) {
        CAPTURE(file);
        CHECK_FALSE(diagnose::header_place(file));
    }
}

TEST_CASE("nvcc compiles where an error is") {
    using diagnose::is_by_nvcc;
    for (const std::string_view above :
         {"nvcc -c a.cu -o a.o\n", "In file included from /a/b.cu:3:\n", "g++ -c a.cpp\nnvcc a.cu\n",
          "In file included from tmpxft_00_a.cudafe1.cpp:1:\n", "[1/2] Building CUDA object CMakeFiles/a.dir/b.o\n"}) {
        CAPTURE(above);
        CHECK(is_by_nvcc(above, "", false) == true);
        CHECK(is_by_nvcc(above, "", true) == true);
    }
    for (const std::string_view above :
         {"g++ -c a.cpp\n", "In file included from a.cc:1:\n", "nvcc a.cu\ng++ -c b.cpp\n",
          "[1/2] Building CXX object CMakeFiles/a.dir/b.cxx.o\n", "hipcc -c a.cu\n",
          "clang++ -x cuda --cuda-gpu-arch=sm_80 a.cu\n", "/opt/rocm/bin/clang++ a.cu\n"}) {
        CAPTURE(above);
        CHECK(is_by_nvcc(above, "", false) == false);
    }
    CHECK(is_by_nvcc("", " x\n1 error detected in the compilation of \"a.cu\".\n", true) == true);
    CHECK(is_by_nvcc("-I/usr/local/cuda/include\n", "", true) == true);
    CHECK_FALSE(is_by_nvcc("-I/usr/local/cuda/include\n", "", false));
    CHECK_FALSE(is_by_nvcc("", "", true));
    CHECK_FALSE(is_by_nvcc("make all\n", "", false));
}

TEST_CASE("an error in a header is judged as explain judges its pair") {
    constexpr std::array<std::string_view, 5> places{
        "/usr/include/c++/{}/bits/new_thing.h({}): error: identifier \"__new_thing\" is undefined\n",
        "/usr/include/c++/{}/bits/new_thing.h:{}:13: error: expected unqualified-id before 'new'\n",
        "/usr/lib/gcc/x86_64-linux-gnu/{}/include/newintrin.h({}): error: identifier \"__builtin_new\" is undefined\n",
        "/usr/lib/gcc/x86_64-linux-gnu/{}/include/newintrin.h:{}:1: error: inlining failed\n",
        "#9 12.3 /usr/include/c++/{}/new_thing({}): error: expected a \"{{\"\n"};
    Sample sample(5, 211);
    int checked = 0;
    for (const Release& release : tables.releases)
        for (int gcc = 5; gcc <= 17; ++gcc)
            for (const std::string_view place : places) {
                if (!sample.takes_next()) continue;
                const std::string cuda = to_string(release.version), name = fmt::format("gcc-{}", gcc);
                const std::string log = "nvcc -c a.cu -o a.o\n" + fmt::format(fmt::runtime(place), gcc, 543);
                CAPTURE(log);
                CAPTURE(cuda);
                LogQuestion question;
                question.cuda = cuda;
                const DiagnoseAnswer answer = diagnosed_log(log, question);
                const DiagnoseAnswer::Finding* found = place_in(answer);
                REQUIRE(found);
                const std::string why = sentences_of(found->why), fix = sentences_of(found->remedies);
                CAPTURE(why);
                CAPTURE(fix);
                Question pair;
                pair.cuda = cuda;
                pair.stdenv = name;
                pair.policy = "enforced";
                const Result<ExplainAnswer> explained = explain(pair, name);
                REQUIRE(explained);
                const bool works = explained->works == true;
                CHECK((why.find("within the limits") != why.npos) == works);
                CHECK((fix.find("--try") != fix.npos) == works);
                // A fix never is the compiler that fails.
                CHECK(fix.find("use " + name + " as") == fix.npos);
                CHECK((!works || found->fix.empty()));
                ++checked;
            }
    CHECK(checked >= where_every_case_is_tried(1000));
}

TEST_CASE("the answer names a fact that the log lacks") {
    const DiagnoseAnswer no_release = diagnosed_log(
        "nvcc -c a.cu\n/usr/include/c++/16/bits/new_thing.h(5): error: identifier \"__new\" is undefined\n");
    REQUIRE(place_in(no_release));
    CHECK(sentences_of(place_in(no_release)->why).find("does not name the CUDA release") != std::string::npos);
    CHECK(sentences_of(place_in(no_release)->remedies).find("nvcc --version") != std::string::npos);
    CHECK(std::ranges::find(no_release.unknown, "cuda") != no_release.unknown.end());
    LogQuestion question;
    question.cuda = "12.4";
    const DiagnoseAnswer no_compiler = diagnosed_log(
        "/usr/include/x86_64-linux-gnu/bits/new.h(5): error: identifier \"__new\" is undefined\n", question);
    REQUIRE(place_in(no_compiler));
    CHECK(sentences_of(place_in(no_compiler)->why).find("does not name the host compiler") != std::string::npos);
    CHECK(std::ranges::find(no_compiler.unknown, "hostCompiler") != no_compiler.unknown.end());
}

TEST_CASE("a known wording or another compiler decides before the place") {
    const auto named = [](std::string_view log, std::optional<std::string> cuda = {}) {
        LogQuestion question;
        question.cuda = std::move(cuda);
        return place_in(diagnosed_log(log, question)) != nullptr;
    };
    constexpr std::string_view own = "/usr/include/c++/13/bits/new.h(5): error: identifier \"__new\" is undefined\n";
    constexpr std::string_view host = "/usr/include/c++/13/bits/new.h:5:1: error: expected a thing\n";
    const auto after = [](std::string_view before, std::string_view line) {
        return std::string(before) + std::string(line);
    };
    CHECK(named(after("nvcc a.cu\n", own)));
    CHECK(named(after("nvcc a.cu\n", host)));
    CHECK(named(own, "12.4"));
    CHECK(named(host, "12.4"));
    // The form is nvcc's, if nothing above the line shows another compiler.
    CHECK(named(own));
    CHECK_FALSE(named(after("icpc -c a.cpp\n", own)));
    CHECK_FALSE(named(after("a first line\n", own)));
    CHECK_FALSE(named(host));
    CHECK_FALSE(named(after("g++ -c a.cpp\n", host)));
    CHECK_FALSE(named(after("g++ -c a.cpp\n", host), "12.4"));
    CHECK_FALSE(named(after("In file included from a.cpp:1:\n", host), "12.4"));
    CHECK_FALSE(named(after("hipcc a.cu\n", host)));
    CHECK_FALSE(named(after("clang++ -x cuda a.cu --cuda-gpu-arch=sm_80\n", host)));
    // A missing file, an unsupported compiler, and an error in a project's own file.
    CHECK_FALSE(named("nvcc a.cu\n/usr/include/c++/13/cstdlib:75:15: fatal error: new.h: No such file or directory\n"));
    CHECK_FALSE(named(after("nvcc a.cu\nerror: #error -- unsupported GNU version! gcc versions later than 12 are not "
                            "supported!\n",
                            own)));
    CHECK_FALSE(named("nvcc a.cu\n/home/u/bits/new.h(5): error: identifier \"__new\" is undefined\n"));
    // The header is only on the way to the error.
    CHECK_FALSE(named("nvcc a.cu\nIn file included from /usr/include/c++/13/vector:66,\n                 from a.cu:1:\n"
                      "a.cu:5:1: error: expected a thing\n"));
}
