// SPDX-License-Identifier: MIT
// Messages about wheels of PyTorch: the fix is a build that runs, and nvcc's range is not named.
#include "builtin.hpp"
#include "messages/diagnostics.hpp"
#include "messages/wheels.hpp"
#include "tables/lookup.hpp"

#include <cudastdenv/ask.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv {

namespace {

const std::string no_kernel = "RuntimeError: CUDA error: no kernel image is available for execution on the device\n";

DiagnoseAnswer::Finding first_finding(const std::string& log) {
    const auto answer = diagnose_log(log, {}, tables);
    REQUIRE(answer);
    REQUIRE_FALSE(answer->findings.empty());
    return answer->findings.front();
}

/// A sentence with that id in the table of diagnostics: its text up to the first placeholder is in one of the texts.
bool has_sentence(const DiagnoseAnswer::Finding& finding, std::string_view id) {
    const auto row = std::ranges::find(messages::diagnostics(), id, &messages::DiagnosticRow::id);
    REQUIRE(row != messages::diagnostics().end());
    // The longest part between placeholders.
    std::string_view longest, rest = row->text;
    while (!rest.empty()) {
        const std::string_view part = rest.substr(0, rest.find('{'));
        if (part.size() > longest.size()) longest = part;
        rest.remove_prefix(std::min(rest.find('}', part.size()), rest.size() - 1) + 1);
    }
    const auto has_it = [&](const Sentence& one) { return one.text.find(longest) != one.text.npos; };
    return std::ranges::any_of(finding.why, has_it) || std::ranges::any_of(finding.remedies, has_it);
}

std::string first_line(const DiagnoseAnswer::Finding& finding) {
    return finding.fix.empty() || finding.fix.front().lines.empty() ? "" : finding.fix.front().lines.back();
}

bool names_nvcc(const DiagnoseAnswer::Finding& finding) {
    const auto names_it = [](const Sentence& one) { return one.text.find("nvcc supports") != one.text.npos; };
    return std::ranges::any_of(finding.why, names_it);
}

}  // namespace

TEST_CASE("a wheel without code for the GPU is replaced") {
    const auto finding = first_finding("Tesla P100, torch 2.9.0+cu128\n" + no_kernel);
    CHECK(has_sentence(finding, "wheel-lacks-code"));
    CHECK(has_sentence(finding, "wheels-with-code"));
    CHECK(has_sentence(finding, "wheel-use"));
    CHECK(has_sentence(finding, "wheel-code"));
    CHECK_FALSE(names_nvcc(finding));
    CHECK(first_line(finding).find("+cu126' --index-url https://download.pytorch.org/whl/cu126") != std::string::npos);
}

TEST_CASE("a nightly build keeps the CUDA release of its suffix") {
    const auto finding = first_finding("torch 2.7.0.dev20250310+cu124, NVIDIA GeForce RTX 5080\n" + no_kernel);
    CHECK_FALSE(names_nvcc(finding));
    CHECK(has_sentence(finding, "torch-without-code"));
    CHECK(first_line(finding).starts_with("pip install"));
    CHECK(first_line(finding).find("cu124") == std::string::npos);
}

TEST_CASE("a wheel with code for the GPU is kept") {
    const auto finding = first_finding("NVIDIA GeForce RTX 5090, torch 2.9.0+cu128\n" + no_kernel);
    CHECK(has_sentence(finding, "wheel-has-code"));
    CHECK_FALSE(has_sentence(finding, "wheel-use"));
}

TEST_CASE("an old driver gets a build for it") {
    const std::string message = "UserWarning: CUDA initialization: The NVIDIA driver on your system is too old (found "
                                "version 11040). Please update your GPU driver\n";
    const auto finding = first_finding("NVIDIA A100\ntorch 2.9.0+cu128\n" + message);
    CHECK(has_sentence(finding, "wheel-use-instead"));
    CHECK(first_line(finding).find("/cu118") != std::string::npos);
    const auto without_gpu = first_finding("torch 2.9.0+cu128\n" + message);
    CHECK(first_line(without_gpu) == first_line(finding));
}

TEST_CASE("a GPU that the driver does not support gets both") {
    const auto finding =
        first_finding("NVIDIA GeForce RTX 5090, torch 2.6.0+cu124, Driver Version: 535.183.01\n" + no_kernel);
    CHECK(has_sentence(finding, "wheel-use-with-driver"));
    CHECK(first_line(finding).find("pip") != std::string::npos);
}

TEST_CASE("a version with a suffix comes from its index") {
    const auto finding = first_finding(
        "ERROR: Could not find a version that satisfies the requirement torch==2.7.1+cu128 (from versions: 2.8.0)\n"
        "ERROR: No matching distribution found for torch==2.7.1+cu128\n");
    CHECK(has_sentence(finding, "wheel-of-index"));
    CHECK(first_line(finding) == "pip install 'torch==2.7.1+cu128' --index-url https://download.pytorch.org/whl/cu128");
}

TEST_CASE("packages that have to fit each other are installed together") {
    const auto finding = first_finding(
        "ERROR: Cannot install torch and torchvision because these package versions have conflicting dependencies.\n"
        "NVIDIA GeForce RTX 5080\n");
    CHECK(first_line(finding).find(" torchvision") != std::string::npos);
}

TEST_CASE("a library of another major release gets a build for it") {
    const auto finding = first_finding(
        "torch 2.11.0+cu128\nImportError: libcudart.so.13: cannot open shared object file: No such file or "
        "directory\n");
    CHECK(has_sentence(finding, "wheel-with-library"));
    CHECK(first_line(finding) == "pip install 'torch==2.11.0'");
}

TEST_CASE("PyTorch's own words show that somebody has a wheel") {
    for (const std::string& log :
         {no_kernel, std::string("torch.AcceleratorError: CUDA error: invalid device function\n"),
          "CUDA error: no kernel image is available for execution on the device\nCompile with `TORCH_USE_CUDA_DSA`\n" +
              std::string()})
        for (const GpuRow& gpu : tables.gpus) {
            if (gpu.line == GpuLine::jetson) continue;
            CAPTURE(gpu.name);
            CHECK_FALSE(names_nvcc(first_finding("NVIDIA " + std::string(gpu.name) + "\n" + log)));
        }
    CHECK(has_sentence(first_finding(no_kernel), "wheel-needs-gpu"));
}

TEST_CASE("a program that may be PyTorch gets both answers") {
    const std::string cupy = "cupy_backends.cuda.api.driver.CUDADriverError: CUDA_ERROR_NO_BINARY_FOR_GPU\n";
    const std::string any = "CUDA error: no kernel image is available for execution on the device\n";
    const auto finding = first_finding("Tesla P100\n" + any);
    CHECK(names_nvcc(finding));
    CHECK(has_sentence(finding, "wheel-use-if-torch"));
    REQUIRE(finding.fix.size() == 2);
    CHECK(finding.fix.front().lines.front().starts_with("pip install"));
    CHECK(finding.fix.back().lines.front().starts_with("nvcc"));
    CHECK_FALSE(has_sentence(first_finding("Building CUDA object a.o\nTesla P100\n" + any), "wheel-use-if-torch"));
    CHECK(first_line(first_finding("Tesla P100\n" + cupy)).starts_with("pip install 'cupy-cuda12x=="));
}

TEST_CASE("a GPU that no wheel has code for") {
    const auto finding = first_finding("import vllm._C\nTesla P100\n" + no_kernel);
    CHECK(has_sentence(finding, "wheel-none"));
    CHECK_FALSE(names_nvcc(finding));
}

TEST_CASE("vLLM that lacks a library is installed with its PyTorch") {
    const auto finding = first_finding("    import vllm._C\nImportError: libcudart.so.13: cannot open shared object "
                                       "file: No such file or directory\n");
    CHECK(has_sentence(finding, "wheel-with-library"));
    REQUIRE_FALSE(finding.fix.empty());
    CHECK(finding.fix.front().lines.front() == "pip uninstall -y vllm torch");
}

TEST_CASE("the reason why PyTorch sees no GPU") {
    const std::string machine = "Is CUDA available: False\nGPU 0: NVIDIA GeForce RTX 3090\n"
                                "Nvidia driver version: 550.54.15\n";
    const auto cpu =
        first_finding("PyTorch version: 2.9.0+cpu\nCUDA used to build PyTorch: Could not collect\n" + machine);
    CHECK(has_sentence(cpu, "torch-for-cpu"));
    CHECK(first_line(cpu).find("/cu126") != std::string::npos);
    const auto too_new = first_finding("PyTorch version: 2.11.0+cu130\nCUDA used to build PyTorch: 13.0\n" + machine);
    CHECK(has_sentence(too_new, "driver-verdict"));
    CHECK(has_sentence(too_new, "wheel-use-instead"));
    const auto fitting = first_finding("PyTorch version: 2.6.0+cu124\nCUDA used to build PyTorch: 12.4\n" + machine);
    CHECK_FALSE(has_sentence(fitting, "driver-verdict"));
    CHECK(fitting.fix.empty());
}

TEST_CASE("unknown code and unknown CUDA releases have a sentence") {
    struct Unknown {
        std::string name, driver;
        std::string_view id;
    };
    std::vector<WheelBuildRow> builds(tables.wheel_builds.begin(), tables.wheel_builds.end());
    for (WheelBuildRow& build : builds) build.cuda.reset();
    Tables without_cuda = tables;
    without_cuda.wheel_builds = builds;
    for (const Unknown& each : {Unknown{"tensorflow==2.12.0+cpu", "", "wheel-without-code"},
                                Unknown{"vllm==0.33.0", "580", "wheel-cuda-unknown"}}) {
        WheelConditions where{.gpus = {"H100"}, .driver = {}, .python = {}, .cuda = {}, .system = {}, .for_tool = {}};
        if (!each.driver.empty()) where.driver = each.driver;
        where.system = each.driver.empty() ? "windows" : "x86_64-linux";
        const auto answer = covers_wheel(each.name, where, without_cuda);
        REQUIRE(answer);
        REQUIRE(answer->asked);
        CHECK(answer->asked->text == messages::text_of({each.id}));
    }
}

}  // namespace cudastdenv
