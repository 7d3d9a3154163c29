// SPDX-License-Identifier: MIT
#include "builtin.hpp"

#include "tables/check_wheels.hpp"
#include "tables/lookup.hpp"

#include <doctest/doctest.h>

#include <array>
#include <functional>
#include <string>

namespace cudastdenv {

namespace {

PackageVersion package_version(std::string_view text) {
    const auto parsed = parse_package_version(text);
    REQUIRE(parsed);
    return *parsed;
}

/// The build of PyTorch 2.8.0 for CUDA 12.8 on Linux with x86_64.
WheelBuildRow torch_build() {
    for (const WheelBuildRow& row : tables.wheel_builds)
        if (row.install == "torch" && row.variant == "cu128" && row.first == package_version("2.8.0") && row.on_pypi)
            return row;
    FAIL("no such build");
    return {};
}

std::string problem_with(const std::function<void(WheelBuildRow&)>& change) {
    WheelBuildRow row = torch_build();
    change(row);
    return problem_of(tables, row);
}

}  // namespace

TEST_CASE("orders versions of packages as pip does") {
    constexpr std::array ascending{"0.0.29",  "0.0.29.post1",  "0.0.29.post10", "0.0.30", "0.9.0", "0.9.0.post1",
                                   "0.9.0.1", "0.9.0.1.post2", "0.9.1",         "0.10.0", "2.9.0", "12.0.0"};
    for (std::size_t i = 0; i < ascending.size(); ++i) {
        CHECK(to_string(package_version(ascending[i])) == ascending[i]);
        if (i > 0) CHECK(package_version(ascending[i - 1]) < package_version(ascending[i]));
    }
    for (const char* text : {"", "2", "2.9", "2.9.", "2.9.0.", "2.9.0.post", "2.9.0rc1", "2.9.0.1.1", "2.09.0",
                             "v2.9.0", "2.9.0+cu128", ".2.9.0", "2.9.0.post1.post2"})
        CHECK_FALSE(parse_package_version(text));
}

TEST_CASE("rejects builds that contradict other tables") {
    static constexpr std::array<Capability, 2> descending{{{8, 0}, {7, 5}}};
    static constexpr std::array<Capability, 1> ended{{{3, 5}}}, unknown{{{4, 2}}};
    static constexpr std::array<std::string_view, 1> other_major{"nvidia-cudnn-cu13==9.19.0.56"};
    static constexpr std::array<std::string_view, 1> other_minor{"nvidia-cuda-runtime-cu12==12.6.77"};
    static constexpr std::array<std::string_view, 1> any_minor{"nvidia-cuda-runtime-cu12>=12.1.105"};
    static constexpr std::array<std::string_view, 2> unsorted{"b==1.0.0", "a==1.0.0"};
    static constexpr std::array<WheelSystem, 2> systems{WheelSystem::linux_x86_64, WheelSystem::linux_aarch64};

    CHECK(problem_with([](WheelBuildRow& row) { row.first = row.last = {99, 0, 0}; }).empty());
    CHECK(problem_with([](WheelBuildRow& row) { row.project = "torsh"; }) == "project 'torsh' has no row");
    CHECK(problem_with([](WheelBuildRow& row) { row.install = "torsh[cuda]"; }) ==
          "'torsh[cuda]' is no package of its project");
    CHECK(problem_with([](WheelBuildRow& row) { row.first = {2, 9, 0}; }) == "range upside down: 2.9.0 to 2.8.0");
    CHECK(problem_with([](WheelBuildRow& row) { row.systems = systems; }) == "systems not ascending");
    CHECK(problem_with([](WheelBuildRow& row) { row.requirements = unsorted; }) == "requirements not ascending");
    CHECK(problem_with([](WheelBuildRow& row) {
              row.cuda = Version{12, 7};
          }) == "release 12.7 is not in releases.json");
    CHECK(problem_with([](WheelBuildRow& row) { row.cuda = Version{12, 9}; }) == "variant cu128 is not for CUDA 12.9");
    CHECK(problem_with([](WheelBuildRow& row) { row.cuda.reset(); }) == "its variant says the release of CUDA");
    CHECK(problem_with([](WheelBuildRow& row) { row.variant = "cpu"; }) ==
          "a build without CUDA and code is called cpu");
    CHECK(problem_with([](WheelBuildRow& row) { row.machine_code = descending; }) == "capabilities not ascending");
    CHECK(problem_with([](WheelBuildRow& row) { row.machine_code = unknown; }) == "capability 4.2 has no row");
    CHECK(problem_with([](WheelBuildRow& row) { row.ptx = ended; }) == "nvcc of CUDA 12.8 does not support 3.5");
    CHECK(problem_with([](WheelBuildRow& row) { row.requirements = other_major; }) ==
          "nvidia-cudnn-cu13==9.19.0.56 is not of CUDA 12.8");
    CHECK(problem_with([](WheelBuildRow& row) { row.requirements = other_minor; }) ==
          "nvidia-cuda-runtime-cu12==12.6.77 is not of CUDA 12.8");
    CHECK(problem_with([](WheelBuildRow& row) {
              row.first = row.last = {99, 0, 0};
              row.requirements = any_minor;
          }).empty());
    // A copy is another row of the same wheels.
    CHECK(problem_with([](WheelBuildRow&) {}) == "another row is of the same wheels");
}

TEST_CASE("rejects what wheels of other projects require") {
    static constexpr std::array<std::string_view, 1> of_none{"numpy>=2.0"};
    static constexpr std::array<std::string_view, 1> of_torch{"torch==2.8.0"};
    WheelCompanionRow row{.project = "torch", .first = {99, 0, 0}, .last = {99, 0, 0}, .requirements = of_torch};
    CHECK(problem_of(tables, row).empty());
    row.requirements = of_none;
    CHECK(problem_of(tables, row) == "'numpy>=2.0' is of no project here");
    row.requirements = of_torch;
    row.first = row.last = tables.wheel_companions.back().first;
    row.project = tables.wheel_companions.back().project;
    CHECK(problem_of(tables, row) == "another row is of the same versions");

    static constexpr std::array<std::string_view, 1> taken{"torch"};
    static constexpr std::array<std::string_view, 2> descending{"b", "a"};
    CHECK(problem_of(tables, WheelProjectRow{.packages = taken}) == "package 'torch' is in another row");
    CHECK(problem_of(tables, WheelProjectRow{.packages = descending}) == "packages not ascending");
    WheelBuildRow off_pypi = torch_build();
    off_pypi.project = off_pypi.install = "tensorflow";
    off_pypi.on_pypi = false;
    CHECK(problem_of(tables, off_pypi) == "it is not on PyPI, and the project has no index");
}

}  // namespace cudastdenv
