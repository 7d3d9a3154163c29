// SPDX-License-Identifier: MIT
// People pass a message on in other forms than its tool prints it: quoted, in a sentence, as a question. Each wording
// of every message is the finding in each of these forms.
#include "builtin.hpp"
#include "diagnose/log_reader.hpp"

#include "message_lines.hpp"
#include "sample.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <utility>

using namespace cudastdenv;
using namespace cudastdenv::diagnose;

namespace {

struct Form {
    std::string_view before, behind;
    int hides = 0;  ///< wordings of all that are not the finding in this form
};
constexpr std::array<Form, 19> forms{{
    {"", ""},
    {"> ", ""},
    {"**", "**"},
    {"<code>", "</code>"},
    {"`", "`"},
    {"\"", "\""},
    {"\xe2\x80\x9c", "\xe2\x80\x9d"},
    {"```\n", "\n```"},
    {"- ", ""},
    {"# [Bug]: ", ""},
    {"I get this error: ", ""},
    {"I tried to fix this: ", ""},
    {"how do I fix ", ""},
    {"", " ?"},
    {"When I run it I get `", "` and it stops."},
    {"\xe8\xbf\x90\xe8\xa1\x8c\xe6\x97\xb6\xe6\x8a\xa5\xe9\x94\x99\xef\xbc\x9a",
     "\xef\xbc\x8c\xe6\x80\x8e\xe4\xb9\x88\xe8\xa7\xa3\xe5\x86\xb3\xef\xbc\x9f"},
    {"\xe3\x83\x93\xe3\x83\xab\xe3\x83\x89\xe3\x81\x99\xe3\x82\x8b\xe3\x81\xa8 ",
     " \xe3\x81\xa8\xe8\xa1\xa8\xe7\xa4\xba\xe3\x81\x95\xe3\x82\x8c\xe3\x81\xbe\xe3\x81\x99\xe3\x80\x82"},
    {"{\"level\": \"error\", \"message\": \"", "\"}"},
    {"Exception: \"", "\""},
}};

/// The finding; empty: none.
std::string_view named_in(const std::string& text) {
    std::string_view rest = text;
    const LogReading reading = read_log(tables, [&] { return std::exchange(rest, {}); });
    const std::vector<JudgedMessage> judged = judge_messages(reading);
    return judged.empty() || !judged.front().counts ? std::string_view() : judged.front().seen->wording->message;
}

}  // namespace

namespace {

/// As people type a message from memory.
struct ShortForm {
    std::string_view text, message;
};
constexpr std::array short_forms{std::to_array<ShortForm>({
    {"no kernel image is available", "no-kernel-image"},
    {"no kernel image", "no-kernel-image"},
    {"gcc versions later than 13", "gcc-too-new"},
    {"gcc versions later than 12 are not supported", "gcc-too-new"},
    {"libcudart.so.12 not found", "libcudart-not-found"},
    {"libcudart.so.12 missing", "libcudart-not-found"},
    {"cannot find libcudart.so.11.0", "libcudart-not-found"},
    {"nvcc not found", "nvcc-not-found"},
    {"nvcc: not found", "nvcc-not-found"},
    {"nvcc command not found", "nvcc-not-found"},
    {"sm_120 is not compatible", "torch-capability-not-compatible"},
    {"sm_120 not compatible with current pytorch", "torch-capability-not-compatible"},
    {"GLIBCXX_3.4.32 not found", "glibcxx-not-found"},
    {"glibcxx 3.4.30 not found", "glibcxx-not-found"},
    {"CXXABI_1.3.15 not found", "glibcxx-not-found"},
    {"GLIBC_2.34 not found", "glibc-not-found"},
    {"unsupported gpu architecture", "unsupported-gpu-architecture"},
    {"unsupported gpu architecture compute_120", "unsupported-gpu-architecture"},
    {"unsupported GNU version", "gcc-too-new"},
    {"unsupported clang version", "clang-too-new"},
    {"driver insufficient", "driver-insufficient"},
    {"driver version is insufficient", "driver-insufficient"},
    {"cuda driver version is insufficient", "driver-insufficient"},
    {"libcuda.so.1 not found", "libcuda-not-found"},
    {"libcuda.so.1 cannot open", "libcuda-not-found"},
    {"CUDA_HOME not set", "cuda-home-not-set"},
    {"CUDA_HOME is not set", "cuda-home-not-set"},
    {"unsupported toolchain", "ptx-unsupported-toolchain"},
    {"PTX was compiled with an unsupported toolchain", "ptx-unsupported-toolchain"},
    {"sinpi exception specification incompatible", "glibc-2.41-sinpi"},
    {"cospi incompatible exception specification", "glibc-2.41-sinpi"},
    {"_Float32 undefined", "float32-undefined"},
    {"_Float32 is undefined", "float32-undefined"},
    {"__float128 is undefined", "float128-undefined"},
    {"parameter packs not expanded", "gcc-11-std-function"},
    {"user-defined literal operator not found", "bf16-literal"},
    {"found no NVIDIA driver", "no-nvidia-driver"},
    {"no nvidia driver on your system", "no-nvidia-driver"},
    {"driver/library version mismatch", "driver-library-mismatch"},
    {"CUDA version mismatches PyTorch", "torch-cuda-mismatch"},
    {"detected CUDA version mismatches", "torch-cuda-mismatch"},
    {"forward compatibility non supported HW", "forward-compat-unsupported-hw"},
    {"cublas_v2.h not found", "cuda-header-not-found"},
    {"cuda_runtime.h no such file", "cuda-header-not-found"},
    {"cannot find -lcudart", "cuda-library-not-found-linking"},
    {"cannot find -lcublas", "cuda-library-not-found-linking"},
    {"libcublas.so.12 not found", "cuda-library-not-found"},
    {"cl.exe not in PATH", "cl-not-in-path"},
    {"cannot find compiler cl.exe", "cl-not-in-path"},
    {"no CMAKE_CUDA_COMPILER could be found", "cmake-no-cuda-compiler"},
    {"No CMAKE_CUDA_COMPILER", "cmake-no-cuda-compiler"},
    {"CUDA_ARCHITECTURES is empty", "arch-native-or-empty"},
    {"unknown cuda arch", "torch-unknown-arch"},
    {"unsupported Microsoft Visual Studio version", "msvc-unsupported"},
    {"undefined symbol __nvJitLinkAddData_12_1", "nvjitlink-symbol"},
    {"undefined symbol __nvJitLinkCreate", "nvjitlink-symbol"},
    {"value sm_120 is not defined for option gpu-name", "ptxas-gpu-name"},
    {"sm_121a not defined for gpu-name", "ptxas-gpu-name"},
    {"You need C++17 to compile PyTorch", "cxx-standard-too-old"},
    {"c++20 not defined for option std", "standard-not-taken"},
    {"invalid value for --gpu-architecture", "nvrtc-arch"},
    {"unsatisfied condition cuda>=12.4", "container-requirement"},
    {"math.h no such file", "isystem-usr-include"},
    {"gcc too new", "gcc-too-new"},
    {"The minimum required version for g++", "torch-compiler-bound"},
    {"libcuda.so.1", "libcuda-not-found"},
    {"driver insufficient rtx 3060", "driver-insufficient"},
    {"torch says no kernel image is available rtx 5090 help", "no-kernel-image"},
    {"libdevice not found", "libdevice-not-found"},
    {"pytorch sm_120 not compatible", "torch-capability-not-compatible"},
    {"cuda_runtime.h: no such file", "cuda-header-not-found"},
    {"g++-13 not found", "host-compiler-not-found"},
    {"error: unsupported GNU version", "gcc-too-new"},
    {"cannot find -lcusolver", "cuda-library-not-found-linking"},
    {"incompatible exception specification sinpi", "glibc-2.41-sinpi"},
    {"glibc 2.38 not found", "glibc-not-found"},
    {"libnvrtc.so.12 not found", "cuda-library-not-found"},
    {"libnvinfer.so.8 not found", "cuda-library-not-found"},
    {"no kernel image is available\nfor execution", "no-kernel-image"},
})};

/// Short texts that name no message.
constexpr std::array<std::string_view, 25> other_texts{
    "The old plugs do not all work with this charger.",
    "Call Stack (most recent call first):",
    "Nvidia driver version: 570.124.06",
    "CUDA runtime version: 12.8.93",
    "-- Visual Studio version 17.14 found",
    "Error /usr/bin/dmd failed with exit code 1.",
    "/usr/include/c++/12/ranges:3361:45: internal compiler error: Segmentation fault",
    "  Compiler: /usr/local/cuda-12.4/bin/nvcc",
    "versions later",
    "include could not find load file:",
    "double cospi(double x) noexcept;",
    "libavcodec.so.58 not found",
    "libfoo.so.1: cannot open shared object file: No such file or directory",
    "foo.h not found",
    "python not found",
    "ls: cannot access 'out': No such file or directory",
    "the build does not work",
    "it fails with an error",
    "segmentation fault (core dumped)",
    "undefined symbol: my_function",
    "module not found",
    "version mismatch",
    "not supported",
    "out of memory",
    "CUDA error",
};

}  // namespace

TEST_CASE("names a message that a person typed from memory") {
    CHECK(short_forms.size() >= 40);
    for (const ShortForm& form : short_forms) {
        CAPTURE(form.text);
        CHECK(named_in(std::string(form.text) + "\n") == form.message);
    }
    for (const std::string_view text : other_texts) {
        CAPTURE(text);
        CHECK(named_in(std::string(text) + "\n") == "");
    }
}

TEST_CASE("a short form has the values that were typed") {
    const auto read = [](std::string_view text) { return read_log(tables, [&] { return std::exchange(text, {}); }); };
    const LogReading bound = read("gcc versions later than 13\n");
    REQUIRE(bound.messages.size() == 1);
    CHECK(bound.messages[0].status == FindingStatus::quoted);
    CHECK(bound.messages[0].is_partial);
    CHECK(value_of(bound.messages[0].fillings, Fact::gcc_bound) == "13");
    CHECK(file_in(*read("libcudart.so.12 not found").messages.at(0).wording,
                  read("libcudart.so.12 not found").messages.at(0).fillings) == "libcudart.so.12");
    CHECK(value_of(read("sm_120 is not compatible").messages.at(0).fillings, Fact::capability) == "sm_120");
    CHECK(value_of(read("glibcxx 3.4.32 not found").messages.at(0).fillings, Fact::glibcxx) == "3.4.32");
    // A line of a log is not typed from memory.
    CHECK(read("gcc versions later than 13\n1\n2\n").messages.empty());
    CHECK(read("gcc versions later than 13" + std::string(300, 'x')).messages.empty());
}

TEST_CASE("names each message in each form in which people pass it on") {
    for (const Form& form : forms) {
        CAPTURE(form.before);
        CAPTURE(form.behind);
        Sample sample(53, 211);
        int hidden = 0;
        std::string list;
        for (const MessageTextRow& row : tables.message_texts) {
            if (!sample.takes_next()) continue;
            std::string line = laws::message_line(row);
            line.pop_back();
            const std::string text = std::string(form.before) + line + std::string(form.behind) + "\n";
            if (named_in(text) == row.message) continue;
            ++hidden;
            list += "\n  " + text;
        }
        if (tries_every_case()) CHECK_MESSAGE(hidden == form.hides, list);
        else CHECK_MESSAGE(hidden <= form.hides, list);
    }
}
