// SPDX-License-Identifier: MIT
// The library that was loaded and the file that requires a newer one decide what to change, in every environment.
#include "builtin.hpp"
#include "sample.hpp"

#include "diagnose/loader_line.hpp"

#include <cudastdenv/ask.hpp>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <array>
#include <string>

using namespace cudastdenv;
using diagnose::FileOwner;

namespace {

struct OwnedPath {
    FileOwner owner;
    std::string_view path;
};
constexpr std::array<OwnedPath, 14> loaded_libraries{{
    {FileOwner::system, "/usr/lib/x86_64-linux-gnu/libstdc++.so.6"},
    {FileOwner::system, "/lib64/libstdc++.so.6"},
    {FileOwner::conda, "/home/u/miniconda3/envs/pt/lib/libstdc++.so.6"},
    {FileOwner::conda, "/opt/conda/lib/python3.10/site-packages/../../libstdc++.so.6"},
    {FileOwner::conda, "/home/u/.pixi/envs/default/lib/libstdc++.so.6"},
    {FileOwner::conda, "/data/envs/pt/lib/libstdc++.so.6"},
    {FileOwner::python, "/home/u/venv/lib/python3.11/site-packages/foo.libs/libstdc++.so.6"},
    {FileOwner::nix, "/nix/store/0a1b-gcc-11.3.0-lib/lib/libstdc++.so.6"},
    {FileOwner::spack, "/opt/spack/linux-rhel8-zen2/gcc-8.5.0/gcc-runtime-8.5.0-abc/lib/libstdc++.so.6"},
    {FileOwner::other, "/usr/local/MATLAB/R2022b/sys/os/glnxa64/libstdc++.so.6"},
    {FileOwner::other, "/opt/intelFPGA/21.1/quartus/linux64/libstdc++.so.6"},
    {FileOwner::other, "/apps/gcc/9.3.0/lib64/libstdc++.so.6"},
    {FileOwner::other, "/usr/local/lib64/libstdc++.so.6"},
    {FileOwner::other, "./libstdc++.so.6"},
}};
constexpr std::array<OwnedPath, 10> asking_files{{
    {FileOwner::system, "/usr/lib/x86_64-linux-gnu/libLLVM-15.so.1"},
    {FileOwner::conda, "/home/u/miniconda3/envs/pt/lib/python3.10/site-packages/torch/lib/libtorch_python.so"},
    {FileOwner::conda, "/home/u/mambaforge/lib/libarrow.so.1200"},
    {FileOwner::python, "/home/u/venv/lib/python3.11/site-packages/foo/_C.so"},
    {FileOwner::python, "/home/u/.pyenv/versions/3.11.4/envs/ml/lib/python3.11/site-packages/foo/_C.so"},
    {FileOwner::nix, "/nix/store/0a1b-app-1.0/bin/app"},
    {FileOwner::spack, "/opt/spack/linux-rhel8-zen2/gcc-13.2.0/hdf5-1.14/lib/libhdf5.so"},
    {FileOwner::other, "./app"},
    {FileOwner::other, "/home/u/build/libfoo.so"},
    {FileOwner::other, "/home/u/mex.mexa64"},
}};

std::string changes_in(const DiagnoseAnswer& answer) {
    std::string text;
    for (const DiagnoseAnswer::Finding& finding : answer.findings) {
        for (const Sentence& one : finding.remedies) text += one.text + "\n";
        for (const Plan& plan : finding.fix) {
            text += std::string(to_string(plan.tool)) + ":\n";
            for (const std::string& line : plan.lines) text += "  " + line + "\n";
        }
    }
    return text;
}

/// The sentences that the answer must have, and may not have.
struct ExpectedChange {
    std::string_view says;
    bool has_conda = false, has_environments = false, has_compiler = false;
};

ExpectedChange expected_change(FileOwner loaded, FileOwner asker, bool is_conda) {
    using enum FileOwner;
    const bool is_built_here = asker == other;
    switch (loaded) {
        case conda: return {"conda install", true};
        case nix: return {"backendStdenv", false, false, is_built_here};
        case spack: return {"spack load gcc@", false, false, is_built_here || asker == spack};
        case python:
        case other: return {"LD_LIBRARY_PATH", false, false, is_built_here};
        case system: break;
    }
    if (asker == nix) return {"unset LD_LIBRARY_PATH"};
    if (asker == spack) return {"spack load gcc@", false, false, true};
    if (asker == conda || is_conda) return {"$CONDA_PREFIX/lib:", true};
    if (asker == python) return {"build of that package", false, true};
    return {"have that libstdc++", false, true, true};
}

}  // namespace

TEST_CASE("the owner of a path") {
    for (const auto& all : {std::span<const OwnedPath>(loaded_libraries), std::span<const OwnedPath>(asking_files)})
        for (const OwnedPath& one : all) {
            CAPTURE(one.path);
            CHECK(diagnose::owner_of(one.path) == one.owner);
        }
    CHECK_FALSE(diagnose::loader_line("libstdc++.so.6: version `GLIBCXX_3.4.30' not found"));
    CHECK_FALSE(diagnose::loader_line("version `GLIBCXX_3.4.30' not found (required by ./a)"));
    CHECK_FALSE(diagnose::loader_line("/lib/libstdc++.so.6: version `GLIBCXX_3.4.30' not found")->asker);
}

TEST_CASE("the loaded library and the file that asks decide the change") {
    Sample sample(11, 401);
    int checked = 0;
    std::vector<const EnvironmentRow*> environments{nullptr};
    for (const EnvironmentRow& row : tables.environments) environments.push_back(&row);
    for (const EnvironmentRow* environment : environments)
        for (const OwnedPath& loaded : loaded_libraries)
            for (const OwnedPath& asker : asking_files) {
                if (!sample.takes_next()) continue;
                LogQuestion question;
                if (environment) question.stdenv = std::string(environment->id);
                const bool is_conda = environment && environment->id.starts_with("conda");
                const std::string log = fmt::format("./app: {}: version `GLIBCXX_3.4.30' not found (required by {})\n",
                                                    loaded.path, asker.path);
                const Result<DiagnoseAnswer> answer = diagnose_log(log, question);
                REQUIRE(answer);
                REQUIRE(answer->findings.size() == 1);
                const std::string text = changes_in(*answer);
                CAPTURE(log);
                CAPTURE(question.stdenv.value_or(""));
                CAPTURE(text);
                const auto has = [&](std::string_view part) { return text.find(part) != text.npos; };
                const ExpectedChange expected = expected_change(loaded.owner, asker.owner, is_conda);
                CHECK(has(expected.says));
                CHECK((has("conda") && !has("nor conda's")) == expected.has_conda);
                CHECK(has("have that libstdc++") == expected.has_environments);
                CHECK(has("with a GCC older") == expected.has_compiler);
                CHECK_FALSE(has("LD_DEBUG"));
                CHECK(has("nvcc:") == false);
                ++checked;
            }
    CHECK(checked >= where_every_case_is_tried(5000));
}
