// SPDX-License-Identifier: MIT
#include "findings/ingest.hpp"
#include "findings/requirement.hpp"

#include <doctest/doctest.h>

using namespace cudastdenv;

namespace {

std::string on(WheelSystem system, std::string_view line, bool with_extras = false) {
    return requirement_on(line, system, with_extras).value_or("-");
}

std::string on_linux(std::string_view line, bool with_extras = false) {
    return on(WheelSystem::linux_x86_64, line, with_extras);
}

WheelContents wheel(std::string_view file, std::string_view metadata, std::vector<CodeFile> files = {}) {
    return read_wheel({.file_name = std::string(file), .metadata = std::string(metadata)}, files);
}

}  // namespace

TEST_CASE("a requirement has the form of the tables") {
    CHECK(on_linux("torch") == "torch");
    CHECK(on_linux("torch (==1.13.0)") == "torch==1.13.0");
    CHECK(on_linux("Flash_Attn <3, >=2.2") == "flash-attn>=2.2,<3");
    CHECK(on_linux("cuda-toolkit[cudart,nvrtc]==13.2.2") == "cuda-toolkit==13.2.2");
    CHECK(on_linux("torch~=2.0") == "torch~=2.0");
    CHECK(on_linux("torch @ https://example.org/torch.whl") == "-");
    CHECK(on_linux("torch[cuda") == "-");
    CHECK(on_linux("torch (==1.13.0") == "-");
    CHECK(on_linux("torch ==") == "-");
    CHECK(on_linux("torch ==\x1b[1m") == "-");
    CHECK(on_linux("") == "-");
}

TEST_CASE("a marker is judged for the wheel's system") {
    constexpr std::string_view linux_only = "a==1; platform_system == \"Linux\" and platform_machine == 'x86_64'";
    CHECK(on_linux(linux_only) == "a==1");
    CHECK(on(WheelSystem::linux_aarch64, linux_only) == "-");
    CHECK(on(WheelSystem::windows_x86_64, linux_only) == "-");
    CHECK(on(WheelSystem::windows_x86_64, "a; sys_platform == 'win32' or os_name == 'posix'") == "a");
    CHECK(on(WheelSystem::windows_x86_64, "a; (sys_platform != 'win32') and python_version < '3.12'") == "-");
    CHECK(on_linux("a; python_version < \"3.12\"") == "a");
    CHECK(on_linux("a; platform_machine in 'x86_64'") == "a");
    CHECK(on_linux("a; extra == 'cuda'") == "-");
    CHECK(on_linux("a; extra == 'cuda'", true) == "a");
    CHECK(on_linux("a; sys_platform == 'linux' and (extra == 'cuda')", true) == "a");
    for (const std::string_view wrong :
         {"a; (", "a; sys_platform == 'linux", "a; sys_platform ==", "a; == 'x'", "a; x == 'y')"})
        CHECK_MESSAGE(on_linux(wrong) == "-", wrong);
    CHECK(on_linux("a; " + std::string(1 << 16, '(')) == "-");
}

TEST_CASE("a wheel's name and METADATA say its version, system and Python releases") {
    const WheelContents torch = wheel("torch-2.9.0+cu128-cp312-cp312-manylinux_2_28_x86_64.whl",
                                      "Name: torch\nVersion: 2.9.0+cu128\nRequires-Python: >=3.10.0\n\nVersion: 1.0\n");
    CHECK(torch.number == "2.9.0");
    CHECK(torch.suffix == "cu128");
    CHECK(!torch.on_pypi);
    CHECK(torch.system == WheelSystem::linux_x86_64);
    CHECK(torch.python_tag == Version{3, 12, -1});
    CHECK(torch.python.min == Version{3, 10, -1});
    CHECK(torch.python.max == Version{3, 12, -1});
    const WheelContents stable = wheel("vllm-0.9.2-cp38-abi3-manylinux1_x86_64.whl",
                                       "Name: vllm\nVersion: 0.9.2\nRequires-Python: <3.13,>=3.9\n");
    CHECK(stable.on_pypi);
    CHECK(!stable.python_tag);
    CHECK(stable.python.min == Version{3, 9, -1});
    CHECK(stable.python.max == Version{3, 12, -1});
    CHECK(wheel("a-1.0.0-py39-none-win_amd64.whl", "Requires-Python: <4.0\n").python.min == Version{3, 9, -1});
    CHECK(!wheel("a-1.0.0-py3-none-any.whl", "").system);
    CHECK(!wheel("a-1.0.0-py3-none-any.whl", "").python.min);
    CHECK(wheel("a-1.0.0-py3-none-linux_aarch64.whl", "").system == WheelSystem::linux_aarch64);
    CHECK(!wheel("strange", "").system);
    CHECK(!wheel("a-1.0.0-cp39-abi3-musllinux_1_2_x86_64.whl", "").system);
    CHECK(wheel("a-1.0.0-cp39-none-win_amd64.whl", "").python_tag == Version{3, 9, -1});
    // The tag in WHEEL counts where the file has another name.
    CHECK(read_wheel({.file_name = "METADATA", .tags = "Tag: py3-none-manylinux2014_aarch64\n"}, {}).system ==
          WheelSystem::linux_aarch64);
}

TEST_CASE("libraries named by a CUDA release are builds of their own") {
    GpuCode code;
    code.add_fatbin({{.capability = {9, 0}}});
    const auto codes = [&](std::vector<std::string> names) {
        std::vector<CodeFile> files;
        for (std::string& name : names) files.push_back({std::move(name), code});
        std::string text;
        for (const WheelContents::Code& each : wheel("a-1.0.0-py3-none-any.whl", "", std::move(files)).codes)
            text += (each.cuda ? to_string(*each.cuda) : "any") + ' ' +
                    std::to_string(each.code.fatbins.begin()->second) + '\n';
        return text;
    };
    CHECK(codes({"a.whl:b/libb_cuda118.so", "a.whl:b/libb_cuda128.so", "a.whl:b/libb_cuda128_more.so"}) ==
          "11.8 1\n12.8 2\n");
    CHECK(codes({"a.whl:b/libb_cuda128.so", "a.whl:b/libtorch_cuda.so"}) == "any 2\n");
    CHECK(codes({"a.whl:b/libcudnn_ops.so.9", "a.whl:b/cublas64_12.dll", "a.whl:b.libs/libx.so"}).empty());
}
