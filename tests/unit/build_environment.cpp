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
        choices[2].clang_headers.folders = {"/usr/include", name};
        choices[3].link = LinkFolder{name, false};
        for (const BuildChoice& choice : choices) CHECK(unfit_folder(choice) == name);
        // If nvcc reads the variable, no flag contains it.
        choices[0].nvcc_heeds_ccbin = true;
        CHECK(with(choices[0], {}).at("NVCC_CCBIN") == name);
    }
}

TEST_CASE("splits off the flags that name a host compiler, as nvcc does") {
    struct Case {
        std::string_view flags, others, host_compiler;
    };
    for (const Case& one : {
             Case{"", "", ""},
             {"-O3 -lineinfo", "-O3 -lineinfo", ""},
             {"-ccbin clang++-14", "", "-ccbin clang++-14"},
             {"-ccbin=clang++-14", "", "-ccbin=clang++-14"},
             {"--compiler-bindir clang++-14", "", "--compiler-bindir clang++-14"},
             {"--compiler-bindir=/opt/bin -g", "-g", "--compiler-bindir=/opt/bin"},
             {"-O3 -ccbin  \t g++-9 -g", "-O3 -g", "-ccbin  \t g++-9"},
             {"-O3  -g -ccbin g++-9", "-O3  -g", "-ccbin g++-9"},
             {"-ccbin g++-9 -D X -ccbin=g++-10", "-D X", "-ccbin g++-9 -ccbin=g++-10"},
             {"-Xcompiler \"-Wall -ccbin foo\" -ccbin \"/a b/c++\" -DA='\"b c\"'",
              "-Xcompiler \"-Wall -ccbin foo\" -DA='\"b c\"'", "-ccbin \"/a b/c++\""},
             // Other options, and one without its value.
             {"-ccbins g++ -DX=-ccbin ccbin", "-ccbins g++ -DX=-ccbin ccbin", ""},
             {"-g -ccbin", "-g -ccbin", ""},
             {"-g \"-ccbin x", "-g \"-ccbin x", ""},
         }) {
        CAPTURE(one.flags);
        const SplitFlags split = split_host_compiler(one.flags);
        CHECK(split.others == one.others);
        CHECK(split.host_compiler == one.host_compiler);
    }
}

TEST_CASE("removes and restores a host compiler in the user's nvcc flags") {
    const FoundCompiler compiler = compiler_at("/usr/bin/g++-13");
    for (const std::optional<bool> heeds : {std::optional(true), std::optional(false)}) {
        BuildChoice choice;
        choice.compiler = &compiler;
        choice.nvcc_heeds_ccbin = heeds;
        const std::string front = heeds.value() ? "" : "-ccbin /usr/bin/g++-13";
        for (const std::string_view own :
             {"-ccbin clang++-16", "-DA=\"b c\" -ccbin=clang++-16 -g", "-g -ccbin x -ccbin y"}) {
            const Variables before{{"NVCC_PREPEND_FLAGS", std::string(own)}, {"NVCC_APPEND_FLAGS", std::string(own)}};
            CHECK(own_host_compilers(before).size() == 2);
            const Variables once = with(choice, before);
            const std::string others = split_host_compiler(own).others;
            const auto value = [&](const char* name) { return once.contains(name) ? once.at(name) : std::string(); };
            CHECK(value("NVCC_PREPEND_FLAGS") == front + (front.empty() || others.empty() ? "" : " ") + others);
            CHECK(value("NVCC_APPEND_FLAGS") == others);
            CHECK(with(choice, once) == once);
            CHECK(without_build_environment(once) == before);
            // What the user adds meanwhile stays.
            for (const char* name : {"NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS"}) {
                Variables changed = once;
                changed[name] = value(name) + (value(name).empty() ? "-O1" : " -O1");
                CHECK(without_build_environment(changed).at(name) == std::string(own) + " -O1");
                CHECK(without_build_environment(with(choice, changed)).at(name) == std::string(own) + " -O1");
                changed[name] = "-ccbin g++-9";
                CHECK(without_build_environment(changed).at(name) == "-ccbin g++-9");
            }
        }
        const Variables plain{{"NVCC_APPEND_FLAGS", "-g"}};
        CHECK(own_host_compilers(plain).empty());
        CHECK(with(choice, plain).at("NVCC_APPEND_FLAGS") == "-g");
        CHECK(own_host_compilers(with(choice, plain)).empty());
    }
}

TEST_CASE("PyTorch's compilers replace the user's, who gets them back") {
    const FoundCompiler compiler = compiler_at("/usr/bin/g++-13");
    BuildChoice choice;
    choice.compiler = &compiler;
    choice.own_compilers = {"/usr/bin/gcc-13", "/usr/bin/g++-13"};
    for (const Variables& own : {Variables{}, Variables{{"CC", "gcc-16"}, {"CXX", "ccache g++-16"}}}) {
        const Variables once = with(choice, own);
        CHECK(once.at("CC") == "/usr/bin/gcc-13");
        CHECK(once.at("CXX") == "/usr/bin/g++-13");
        CHECK(with(choice, once) == once);
        CHECK(without_build_environment(once) == own);
        CHECK(with_own_compilers(once).contains("CXX") == own.contains("CXX"));
        BuildChoice other = choice;
        other.own_compilers = {};
        CHECK(with(other, once) == with(other, own));
    }
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
    choice.clang_headers.folders = {"/usr/lib/gcc/13"};
    choice.glibc_shim = "/opt/shim";
    choice.toolkit_headers = "/opt/cuda/include";
    choice.toolkit_libraries = "/opt/cuda/lib";
    choice.toolkit = ToolkitToFront{"/opt/cuda/bin/nvcc", "/opt/cuda"};
    choice.own_compilers = {"/usr/bin/clang-18", "/usr/bin/clang++-18"};
    const auto why = [&](std::string_view name) {
        const std::vector<Assignment> assignments = build_environment(choice,
                                                                      {{"NVCC_APPEND_FLAGS", "-g -ccbin g++-9"}});
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
    for (const std::string_view name : {"CC", "CXX"}) CHECK(why(name) == Purposes{"env-torch-compilers"});
    CHECK(why("NVCC_APPEND_FLAGS") == Purposes{"env-other-host-compiler"});
    CHECK(why("CUDASTDENV_FORMER_NVCC_APPEND_FLAGS") == Purposes{"env-remembered"});
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

TEST_CASE("passes a Clang the headers option of its version") {
    FoundCompiler gcc = compiler_at("/usr/bin/g++-11");
    gcc.libstdcxx = "/usr/lib/gcc/x86_64-linux-gnu/11/libstdc++.so";
    gcc.system_folders = {"/usr/include/c++/11", "/usr/include/x86_64-linux-gnu/c++/11", "/usr/lib/gcc/11/include",
                          "/usr/include"};
    const FoundCompiler clang = compiler_at("/usr/bin/clang++");
    const auto flags = [&](int major) {
        BuildChoice choice;
        choice.compiler = &clang;
        choice.clang_headers = headers_of(gcc, {Compiler::Family::clang, major});
        return with(choice, {}).at("NVCC_PREPEND_FLAGS");
    };
    for (const int major : {16, 17, 23})
        CHECK(flags(major) == "-Xcompiler --gcc-install-dir=/usr/lib/gcc/x86_64-linux-gnu/11");
    for (const int major : {11, 14, 15})
        CHECK(flags(major) == "-Xcompiler -stdlib++-isystem/usr/include/c++/11 "
                              "-Xcompiler -stdlib++-isystem/usr/include/x86_64-linux-gnu/c++/11");
    for (const int major : {9, 10})
        CHECK(flags(major) == "-Xcompiler -nostdinc++,-Wno-unused-command-line-argument "
                              "-isystem /usr/include/c++/11 -isystem /usr/include/x86_64-linux-gnu/c++/11");
    gcc.system_folders = {"/usr/include"};
    CHECK(headers_of(gcc, {Compiler::Family::clang, 14}).folders.empty());
    gcc.libstdcxx.clear();
    CHECK(headers_of(gcc, {Compiler::Family::clang, 16}).folders.empty());
}

TEST_CASE("quotes the options that differ from the defaults in the setup line") {
    CHECK(setup_line({}) == "eval \"$(cudastdenv env)\"");
    CHECK(setup_line({.cuda = "host", .stdenv = "host", .available = "host", .gpus = "host", .policy = "nixpkgs"}) ==
          "eval \"$(cudastdenv env)\"");
    CHECK(
        setup_line(
            {.cuda = "13.0", .standard = "c++20", .gpus = "RTX 4090", .glibc_shim = std::string(usual_shim_folder)}) ==
        "eval \"$(cudastdenv env --cuda 13.0 --std c++20 --gpu 'RTX 4090' "
        "--glibc-shim ~/.cache/cudastdenv/glibc-shim)\"");
    CHECK(setup_command({.cuda = "12.8",
                         .stdenv = "clang-18",
                         .available = "gcc-12,gcc-13",
                         .standard = "c++17",
                         .capabilities = "8.0,9.0a",
                         .consumer = "torch-2.7",
                         .policy = "enforced",
                         .glibc_shim = "~/my shim/$HOME",
                         .all_gpus = true,
                         .without_ptx = true,
                         .is_tried = true}) ==
          "cudastdenv env --cuda 12.8 --stdenv clang-18 --available gcc-12,gcc-13 --std c++17 "
          "--capabilities 8.0,9.0a --all-gpus --no-forward-compat --policy enforced --consumer torch-2.7 --glibc-shim "
          "~/'my shim/$HOME' --try");
    CHECK(setup_command({.glibc_shim = "/tmp/a'b"}) == "cudastdenv env --glibc-shim '/tmp/a'\\''b'");
}
