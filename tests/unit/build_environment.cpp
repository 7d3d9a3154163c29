// SPDX-License-Identifier: MIT
#include "findings/build_environment.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

using namespace cudastdenv;

namespace {

FoundCompiler compiler_at(const std::string& path) {
    FoundCompiler compiler;
    compiler.path = path;
    compiler.compiler = {Compiler::Family::gcc, 13};
    return compiler;
}

/// The variables of a shell that executes the assignments.
Variables after(Variables variables, const std::vector<Assignment>& assignments) {
    for (const Assignment& assignment : assignments) {
        if (assignment.value) variables[assignment.name] = *assignment.value;
        else variables.erase(assignment.name);
    }
    return variables;
}

Variables with(const BuildChoice& choice, const Variables& now) {
    REQUIRE(unfit_folder(choice).empty());
    return after(now, build_environment(choice, now));
}

}  // namespace

TEST_CASE("a new environment replaces and undoes the previous one") {
    const FoundCompiler compiler = compiler_at("/usr/bin/g++-13");
    BuildChoice choice;
    choice.compiler = &compiler;
    choice.nvcc_heeds_ccbin = false;
    choice.link = LinkFolder{"/opt/newer lib", true};
    choice.glibc_shim = "/opt/shim";
    choice.cmake_architectures = "90-real";
    for (const Variables& own : {Variables{}, Variables{{"NVCC_PREPEND_FLAGS", "-O3"}, {"LDFLAGS", "-s"}}}) {
        const Variables once = with(choice, own);
        CHECK(once.at("NVCC_PREPEND_FLAGS")
                  .starts_with("-ccbin /usr/bin/g++-13 -isystem /opt/shim -L \"/opt/newer lib\""));
        CHECK(once.at("NVCC_PREPEND_FLAGS").ends_with(own.empty() ? "lib\"" : " -O3"));
        CHECK(with(choice, once) == once);
        BuildChoice less = choice;
        less.nvcc_heeds_ccbin = true;
        less.link.reset();
        less.glibc_shim.clear();
        for (const Variables& before : {once, with(less, once)})
            CHECK(after(before, no_build_environment(before)) == own);
    }
}

TEST_CASE("names a directory that flags cannot contain") {
    for (const std::string name : {"/a\"b", "/a'b", "/a\\b", "/a$b", "/a`b", "/a,b", "/a\nb", "/a\x7f"}) {
        const FoundCompiler compiler = compiler_at(name);
        const FoundCompiler good = compiler_at("/usr/bin/g++");
        std::vector<BuildChoice> choices(4);
        for (BuildChoice& choice : choices) choice.compiler = &good;
        choices[0].compiler = &compiler;
        choices[0].nvcc_heeds_ccbin = std::nullopt;
        choices[1].glibc_shim = name;
        choices[2].clang_install = name;
        choices[3].link = LinkFolder{name, false};
        for (const BuildChoice& choice : choices) CHECK(unfit_folder(choice) == name);
        // If nvcc reads the variable, no flag contains it.
        choices[0].nvcc_heeds_ccbin = true;
        CHECK(with(choices[0], {}).at("NVCC_CCBIN") == name);
    }
}

TEST_CASE("only the user's own host compiler flag overrides") {
    CHECK(overriding_variable({}).empty());
    CHECK(overriding_variable({{"NVCC_APPEND_FLAGS", "-ccbin g++"}}) == "NVCC_APPEND_FLAGS");
    CHECK(overriding_variable({{"NVCC_PREPEND_FLAGS", "--compiler-bindir=g++"}}) == "NVCC_PREPEND_FLAGS");
    CHECK(overriding_variable(
              {{"NVCC_PREPEND_FLAGS", "-ccbin g++ -O3"}, {"CUDASTDENV_ADDED_NVCC_PREPEND_FLAGS", "-ccbin g++"}})
              .empty());
}

TEST_CASE("marks CUDA headers as system headers only to repair glibc's breakage") {
    const Workaround both[]{Workaround::isystem, Workaround::glibc_shim};
    AdvisoryRow clash;
    clash.severity = AdvisoryRow::Severity::broken;
    clash.workarounds = both;
    AdvisoryRow other;
    other.severity = AdvisoryRow::Severity::broken;
    Resolution resolution;
    resolution.host = HostCompiler{.compiler = {Compiler::Family::gcc, 13}, .range = {}, .headers = 13};
    resolution.advisories = {&clash};
    resolution.broken_by = &clash;
    FoundToolkit toolkit;
    toolkit.headers = "/opt/cuda/include";
    toolkit.headers_place = ToolkitHeaders::prefix;
    CHECK(headers_to_name(resolution, toolkit) == "/opt/cuda/include");

    Resolution worse = resolution;
    worse.advisories.push_back(&other);
    CHECK(headers_to_name(worse, toolkit).empty());
    Resolution clang = resolution;
    clang.host->compiler.family = Compiler::Family::clang;
    CHECK(headers_to_name(clang, toolkit).empty());
    Resolution sound = resolution;
    sound.broken_by = nullptr;
    CHECK(headers_to_name(sound, toolkit).empty());
    // -isystem /usr/include breaks <cstdlib>.
    for (const auto place : {std::optional(ToolkitHeaders::system), std::optional<ToolkitHeaders>()}) {
        toolkit.headers_place = place;
        CHECK(headers_to_name(resolution, toolkit).empty());
    }
}

TEST_CASE("puts the CUDA headers after the shim in nvcc's flags") {
    const FoundCompiler compiler = compiler_at("/usr/bin/g++-13");
    BuildChoice choice;
    choice.compiler = &compiler;
    choice.toolkit_headers = "/opt/cuda/include";
    CHECK(with(choice, {}).at("NVCC_PREPEND_FLAGS") == "-isystem /opt/cuda/include");
    choice.toolkit_headers = "/opt/cu,da";
    CHECK(unfit_folder(choice) == "/opt/cu,da");
}

TEST_CASE("each variable has the reason for its value") {
    const FoundCompiler compiler = compiler_at("/usr/bin/clang++-18");
    BuildChoice choice;
    choice.compiler = &compiler;
    choice.nvcc_heeds_ccbin = false;
    choice.link = LinkFolder{"/opt/newer", true};
    choice.clang_install = "/usr/lib/gcc/13";
    choice.glibc_shim = "/opt/shim";
    choice.toolkit_headers = "/opt/cuda/include";
    choice.toolkit_libraries = "/opt/cuda/lib";
    choice.toolkit = ToolkitToFront{"/opt/cuda/bin/nvcc", "/opt/cuda"};
    const auto why = [&](std::string_view name) {
        const std::vector<Assignment> assignments = build_environment(choice, {});
        return std::ranges::find(assignments, name, &Assignment::name)->purposes;
    };
    using Purposes = std::vector<std::string_view>;
    CHECK(why("PATH") == Purposes{"env-toolkit-path"});
    CHECK(why("CUDA_HOME") == Purposes{"env-toolkit-home"});
    CHECK(why("CUDACXX") == Purposes{"env-toolkit-nvcc"});
    CHECK(why("NVCC_CCBIN") == Purposes{"env-host-compiler"});
    CHECK(why("CUDAHOSTCXX") == Purposes{"env-cmake-host-compiler"});
    CHECK(why("CUDAARCHS") == Purposes{"env-cmake-architectures"});
    CHECK(why("TORCH_CUDA_ARCH_LIST") == Purposes{"env-torch-architectures"});
    CHECK(why("LDFLAGS") == Purposes{"env-newer-libstdcxx"});
    CHECK(why("CUDASTDENV_ADDED_LDFLAGS") == Purposes{"env-remembered"});
    const Purposes behind{"env-glibc-shim", "env-toolkit-headers", "env-clang-headers", "env-newer-libstdcxx",
                          "env-toolkit-libraries"};
    for (const auto& [heeds, first] : {std::pair(std::optional(false), "env-flags-host-compiler"),
                                       std::pair(std::optional<bool>(), "env-flags-host-compiler-too")}) {
        choice.nvcc_heeds_ccbin = heeds;
        Purposes expected{first};
        expected.insert(expected.end(), behind.begin(), behind.end());
        CHECK(why("NVCC_PREPEND_FLAGS") == expected);
    }
}
