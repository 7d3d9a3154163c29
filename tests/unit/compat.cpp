// SPDX-License-Identifier: MIT
#include "builtin.hpp"
#include "resolve/drivers.hpp"
#include "tables/lookup.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace cudastdenv;

namespace {

struct Question {
    Version cuda;
    const char* driver;
    const char* system = "x86_64-linux";
    std::vector<Capability> capabilities = {};
    bool forward_compat = true;
    std::vector<Gpu> gpus = {};
};

DriverAnswer judge(const Question& question) {
    const EnvironmentRow& environment = *find_environment(tables, tables.assumed_environment);
    const Request request{.cuda = question.cuda,
                          .system = question.system,
                          .build_system = {},
                          .redist_asked = {},
                          .stdenv = {environment.compiler, environment.libstdcxx, {}, {}},
                          .available = {},
                          .libstdcxx_headers = {},
                          .capabilities = question.capabilities,
                          .forward_compat = question.forward_compat};
    return judge_driver(tables, request, *parse_driver_version(question.driver), question.gpus);
}

const Diagnostic* note_of(const Diagnostic& note) { return &note; }

/// nullptr: the obstacle is about a GPU.
const Diagnostic* note_of(const BlockedMode& obstacle) { return obstacle.gpu ? nullptr : &obstacle.why; }

/// An argument of an obstacle or a note, as text.
std::string argument(std::string_view id, std::string_view name, const auto& all) {
    for (const auto& each : all)
        if (const Diagnostic* note = note_of(each); note && note->id == id)
            for (const auto& [key, value] : note->arguments)
                if (key == name) return value;
    return "";
}

bool has(std::string_view id, const auto& all) {
    return std::ranges::any_of(all, [&](const auto& each) {
        const Diagnostic* note = note_of(each);
        return note && note->id == id;
    });
}

template <class T, class Variants>
const T* find(const Variants& variants) {
    for (const auto& variant : variants)
        if (const T* found = std::get_if<T>(&variant)) return found;
    return nullptr;
}

Capability capability(const char* text) { return *parse_capability(text); }

/// A product in the tables.
Gpu product(std::string_view name) {
    const auto row = std::ranges::find(tables.gpus, name, &GpuRow::name);
    REQUIRE(row != tables.gpus.end());
    return {row->name, row->capability};
}

/// Whether programs of the newest 12.x release run on the product with the driver.
std::optional<bool> runs_on(std::string_view gpu, const char* driver, Version cuda = {12, 9, 1}) {
    return runs(judge({cuda, driver, "x86_64-linux", {}, true, {product(gpu)}}));
}

}  // namespace

TEST_CASE("the documented driver runs a release natively, whichever is bundled") {
    const DriverAnswer answer = judge({{12, 8, 0}, "570.26"});
    CHECK(answer.support == DriverSupport::native);
    CHECK(answer.ptx_loads == true);
    CHECK(answer.without_code.empty());
    CHECK(answer.obstacles.empty());
    CHECK(to_string(answer.bundled->driver) == "570.86.10");
    CHECK(judge({{12, 8, 0}, "570.25.99"}).support == DriverSupport::minor_version);
}

TEST_CASE("minor-version compatibility runs machine code but no PTX") {
    const DriverAnswer answer = judge({{12, 8, 1}, "550.54.15", "x86_64-linux", {{8, 9}}});
    CHECK(answer.support == DriverSupport::minor_version);
    CHECK(answer.ptx == Capability{8, 9});
    CHECK(answer.ptx_loads == false);
    CHECK(argument("driver-too-old", "driver", answer.obstacles) == "570.124.06");
    const auto lost = [&](const char* text) {
        return std::ranges::find(answer.without_code, capability(text)) != answer.without_code.end();
    };
    CHECK(lost("9.0"));
    CHECK(lost("12.0"));
    CHECK_FALSE(lost("8.9"));
    CHECK_FALSE(lost("8.0"));
    CHECK_FALSE(lost("8.7"));
}

TEST_CASE("a list without PTX loses none") {
    const DriverAnswer answer = judge({{12, 8, 1}, "550.54.15", "x86_64-linux", {{8, 9}}, false});
    CHECK_FALSE(answer.ptx);
    CHECK(answer.without_code.empty());
}

TEST_CASE("only a package helps below the major version's lowest driver") {
    CHECK(judge({{12, 9, 1}, "525.60.13"}).support == DriverSupport::minor_version);
    const DriverAnswer below = judge({{12, 9, 1}, "525.60.12"});
    CHECK(below.support == DriverSupport::none);
    CHECK(below.obstacles.size() == 3);
    CHECK(has("wrong-branch", below.obstacles));
}

TEST_CASE("CUDA 10 has no minor-version compatibility") {
    CHECK(judge({{10, 2, 89}, "440.33.01"}).support == DriverSupport::native);
    const DriverAnswer answer = judge({{10, 2, 89}, "440.32"});
    CHECK(has("no-minor-versions", answer.obstacles));
    // NVIDIA's page no longer lists the drivers for the package of 10.2.
    CHECK(answer.support == DriverSupport::unknown);
    CHECK(has("package-not-known", answer.obstacles));
    CHECK(runs_on("GeForce RTX 2080 Ti", "418.40", {10, 2, 89}) == false);
}

TEST_CASE("the package works only on driver branches that NVIDIA names") {
    for (const char* driver : {"535.54.03", "570.26"}) {
        const DriverAnswer answer = judge({{13, 2, 2}, driver});
        CHECK(answer.support == DriverSupport::package);
        CHECK(answer.ptx_loads == true);
        CHECK(answer.package->version == "595.71.05");
        CHECK(has("data-center-only", answer.notes));
    }
    const DriverAnswer wrong = judge({{13, 2, 2}, "550.54.15"});
    CHECK(wrong.support == DriverSupport::none);
    CHECK(has("wrong-branch", wrong.obstacles));
    CHECK_FALSE(has("data-center-only", wrong.notes));
}

TEST_CASE("the package adds PTX to minor-version compatibility") {
    const DriverAnswer answer = judge({{13, 2, 2}, "580.95.05"});
    CHECK(answer.support == DriverSupport::minor_version);
    CHECK(answer.package_works);
    CHECK(has("package-adds-ptx", answer.notes));
}

TEST_CASE("a package works on NVIDIA's GPUs even if nixpkgs lacks it") {
    const DriverAnswer any = judge({{13, 0, 0}, "535.129.03"});
    CHECK(any.support == DriverSupport::package);
    CHECK(has("distribution-package-only", any.notes));
    CHECK_FALSE(any.package);
    CHECK(runs_on("H100", "535.129.03", {13, 0, 0}) == true);
    CHECK(runs_on("GeForce RTX 4090", "535.129.03", {13, 0, 0}) == false);
    CHECK_FALSE(runs_on("RTX 6000 Ada Generation", "535.129.03", {13, 0, 0}));
    // Minor-version compatibility suffices, and the package is not for a GeForce.
    const DriverAnswer geforce =
        judge({{12, 4, 1}, "535.129.03", "x86_64-linux", {{8, 9}}, true, {product("GeForce RTX 4090")}});
    CHECK(geforce.support == DriverSupport::minor_version);
    CHECK_FALSE(geforce.package_works);
    CHECK(has("wrong-gpu", geforce.obstacles));
    const DriverAnswer workstation =
        judge({{12, 4, 1}, "535.129.03", "x86_64-linux", {}, true, {product("RTX A6000")}});
    CHECK(has("package-gpu-not-known", workstation.obstacles));
    CHECK_FALSE(has("package-adds-ptx", geforce.notes));
    CHECK_FALSE(has("distribution-package-only", geforce.notes));
    CHECK(has("package-adds-ptx", judge({{12, 4, 1}, "535.129.03"}).notes));
}

TEST_CASE("a driver supports the GPUs of its lists") {
    CHECK(runs_on("GeForce RTX 5090", "550.163.01") == false);
    CHECK_FALSE(runs_on("GeForce RTX 5090", "570.86.10"));
    CHECK(runs_on("GeForce RTX 5090", "570.86.16") == true);
    CHECK(runs_on("B200", "535.288.01") == false);
    CHECK_FALSE(runs_on("B200", "570.124.06"));
    CHECK(runs_on("B200", "570.133.20") == true);
    CHECK(runs_on("Tesla V100", "580.95.05") == true);
    CHECK(runs_on("Tesla V100", "590.48.01") == false);
    CHECK(runs_on("Tesla K80", "535.129.03") == false);
    CHECK(runs_on("Tesla K80", "470.256.02", {11, 4, 4}) == true);
    // Same architecture as the B200, but newer.
    CHECK(runs_on("B300", "570.133.20") == false);
    CHECK_FALSE(runs_on("B300", "575.57.08"));
    CHECK(runs_on("B300", "580.95.05") == true);
    CHECK(runs_on("GB10", "570.133.20") == false);
    CHECK_FALSE(runs_on("GB10", "580.65.06"));
    // In the lists of 580.119.02 and 590.48.01, but not in that of 590.44.01.
    CHECK(runs_on("GB10", "580.119.02") == true);
    CHECK_FALSE(runs_on("GB10", "590.44.01"));
    CHECK(runs_on("GB10", "590.48.01") == true);
    // Not in any list.
    CHECK_FALSE(runs_on("B100", "580.95.05"));
    CHECK(runs_on("B100", "550.163.01") == false);
}

TEST_CASE("a Windows driver supports the GPUs of its branch's start") {
    const auto known = [](const char* gpu, const char* driver) {
        return judge_gpu(tables, "x86_64-windows", *parse_driver_version(driver), product(gpu)).known;
    };
    CHECK(known("GeForce RTX 5090", "566.36") == false);
    CHECK_FALSE(known("GeForce RTX 5090", "572.16"));
    CHECK(known("GeForce RTX 5090", "576.02") == true);
    CHECK(known("GeForce GTX 1080", "582.00") == true);
    CHECK(known("GeForce GTX 1080", "591.44") == false);
}

TEST_CASE("PTX loads by its ISA version, independent of the patch release") {
    // 12.6 generates the same version as 12.5.
    const DriverAnswer same = judge({{12, 6, 3}, "555.42.02"});
    CHECK(same.support == DriverSupport::minor_version);
    CHECK(same.ptx_loads == true);
    CHECK(to_string(*same.ptx_version) == "8.5");
    CHECK(judge({{12, 5, 0}, "550.163.01"}).ptx_loads == false);
    // An older driver of the release's own branch.
    CHECK(judge({{12, 8, 1}, "570.26"}).ptx_loads == true);
    CHECK(judge({{12, 8, 1}, "565.57.01"}).ptx_loads == false);
    // Measured on an H200 with 580.159.04: 9.0 loads, 9.1 does not.
    CHECK(judge({{13, 0, 2}, "580.159.04"}).ptx_loads == true);
    CHECK(judge({{13, 1, 0}, "580.159.04"}).ptx_loads == false);
    CHECK_FALSE(judge({{13, 5, 0}, "999"}).ptx_loads);
    CHECK(judge({{13, 5, 0}, "615.10"}).ptx_loads == false);
}

TEST_CASE("judges a Jetson's driver by its JetPack") {
    const auto judge_orin = [](Version cuda, const char* driver) {
        return judge({cuda, driver, "aarch64-linux", {{8, 7}}});
    };
    CHECK(judge_orin({12, 6, 3}, "540.4.0").support == DriverSupport::native);
    CHECK(judge_orin({12, 2, 2}, "540.4.0").ptx_loads == true);
    CHECK(judge_orin({12, 9, 1}, "540.4.0").support == DriverSupport::package);
    CHECK(has("jetpack-too-old", judge_orin({12, 9, 1}, "540.4.0").obstacles));
    // The number of a desktop driver means nothing for a Jetson.
    CHECK(judge_orin({12, 6, 3}, "560.35.05").support == DriverSupport::unknown);
    CHECK(has("jetson-driver", judge_orin({12, 6, 3}, "560.35.05").notes));
    CHECK(judge_orin({12, 6, 3}, "540.3.0").support == DriverSupport::package);
    CHECK(judge_orin({12, 6, 3}, "539.1").support == DriverSupport::unknown);
    // A JetPack is for some Jetsons, and is upgraded to some releases.
    const auto judge_xavier = [](Version cuda) { return judge({cuda, "540.4.0", "aarch64-linux", {{7, 2}}}); };
    CHECK(judge_xavier({12, 2, 2}).support == DriverSupport::none);
    CHECK(has("jetpack-of-others", judge_xavier({12, 2, 2}).obstacles));
    CHECK(has("jetpack-lacks-release", judge_xavier({12, 6, 3}).obstacles));
    const auto judge_thor = [](Version cuda) { return judge({cuda, "580.00", "aarch64-linux", {{11, 0}}}); };
    CHECK(judge_thor({13, 0, 0}).support == DriverSupport::native);
    CHECK(judge_thor({13, 1, 0}).support == DriverSupport::unknown);
    // A list with a Jetson, on a server.
    CHECK(judge({{13, 2, 2}, "595.71.05", "aarch64-linux", {{8, 7}, {9, 0}}, true, {product("H100")}}).support ==
          DriverSupport::native);
}

TEST_CASE("NVIDIA's Arm server toolkit supports Orin from 13.2") {
    for (const Version cuda : {Version{13, 0, 0}, Version{13, 1, 1}}) {
        const DriverAnswer orin = judge({cuda, "580.00", "aarch64-linux", {{8, 7}}});
        CHECK(orin.support == DriverSupport::none);
        CHECK(has("excepted-gpu", orin.obstacles));
        CHECK_FALSE(has("excepted-gpu", judge({cuda, "580.00", "aarch64-linux", {{11, 0}}}).obstacles));
    }
    CHECK_FALSE(has("excepted-gpu", judge({{13, 2, 0}, "580.00", "aarch64-linux", {{8, 7}}}).obstacles));
}

TEST_CASE("reads an ambiguous number as Linux's and says so") {
    CHECK(has("perhaps-windows-driver", judge({{12, 4, 1}, "551.78"}).notes));
    CHECK_FALSE(has("perhaps-windows-driver", judge({{12, 4, 1}, "550.54.15"}).notes));
    CHECK_FALSE(has("perhaps-windows-driver", judge({{13, 0, 2}, "580.142"}).notes));
    CHECK_FALSE(has("perhaps-windows-driver", judge({{12, 4, 1}, "551.78", "x86_64-windows"}).notes));
}

TEST_CASE("Orin has its own package") {
    const DriverAnswer orin = judge({{13, 2, 2}, "540.4.0", "aarch64-linux", {{8, 7}}});
    REQUIRE(orin.package);
    CHECK(orin.package->package == "cuda_compat_orin");
    CHECK(orin.support == DriverSupport::unknown);  // sources disagree
    CHECK(has("jetpack-of-driver", orin.notes));
    const DriverAnswer server = judge({{13, 2, 2}, "535.54.03", "aarch64-linux", {{9, 0}}});
    CHECK(server.package->package == "cuda_compat");
    CHECK(server.redist == "linux-sbsa");
    const DriverAnswer older = judge({{12, 9, 1}, "540.4.0", "aarch64-linux", {{8, 7}}});
    CHECK(older.redist == "linux-aarch64");
    CHECK(older.package->version == "12.9.40580548");
}

TEST_CASE("judges a Jetson-only driver without a named GPU") {
    CHECK(is_jetson(tables, *parse_driver_version("540.4.0")));
    CHECK(is_jetson(tables, *parse_driver_version("540.3.0")));
    CHECK(is_jetson(tables, *parse_driver_version("580.00")));
    CHECK_FALSE(is_jetson(tables, *parse_driver_version("580.65.06")));
    CHECK_FALSE(is_jetson(tables, *parse_driver_version("580")));
    CHECK_FALSE(is_jetson(tables, *parse_driver_version("535.54.03")));
    const DriverAnswer six = judge({{12, 6, 3}, "540.4.0", "aarch64-linux"});
    CHECK(six.support == DriverSupport::native);
    CHECK(six.ptx_loads == true);
    CHECK(has("jetpack-of-driver", six.notes));
    CHECK_FALSE(has("jetpack-of-driver", judge({{12, 6, 3}, "540.4.0", "aarch64-linux", {{9, 0}}}).notes));
}

TEST_CASE("reports packages that exist only for distributions") {
    CHECK(has("distribution-package-only", judge({{12, 9, 1}, "570.26"}).notes));
    CHECK_FALSE(has("distribution-package-only", judge({{12, 9, 1}, "550.54.15"}).notes));
}

TEST_CASE("an unknown minimum leaves only neighbouring releases certain") {
    const DriverAnswer same = judge({{12, 9, 2}, "575.57.08"});
    CHECK(same.support == DriverSupport::native);
    CHECK(argument("minimum-of-same-compiler", "earlier", same.notes) == "12.9.1");
    // The bundled driver of a release runs it natively.
    CHECK(judge({{12, 3, 2}, "545.23.08"}).support == DriverSupport::native);
    CHECK(judge({{12, 3, 2}, "545.23.06"}).support == DriverSupport::minor_version);
    const DriverAnswer newest = judge({{13, 5, 0}, "700"});
    CHECK(newest.support == DriverSupport::minor_version);
    CHECK(argument("known-of-earlier", "driver", newest.obstacles) == "615");
    CHECK(argument("driver-beyond-tables", "newest", newest.notes) == "615");
    CHECK(argument("too-old-for-earlier", "earlier", judge({{13, 5, 0}, "610.43.02"}).obstacles) == "13.4.2");
    CHECK(judge({{13, 1, 2}, "590.48.01"}).support == DriverSupport::native);
    CHECK(judge({{13, 4, 0}, "615.10"}).support == DriverSupport::native);
}

TEST_CASE("a release without a minimum uses an earlier patch's") {
    // 13.0.1, 13.0.2 and 13.0.3 share one nvcc, but each has its own driver.
    const auto minimum = driver_minimum(tables, {13, 0, 3}, "x86_64-linux");
    REQUIRE(minimum);
    CHECK(minimum->release == Version{13, 0, 2});
    CHECK(minimum->driver == DriverVersion{580, 95, 5});
    CHECK(driver_minimum(tables, {13, 0, 2}, "x86_64-linux")->release == Version{13, 0, 2});
}

TEST_CASE("a truncated version is the oldest possible, with a note") {
    const DriverAnswer branch = judge({{13, 0, 2}, "580"});
    CHECK(branch.support == DriverSupport::minor_version);
    CHECK(argument("incomplete-driver", "from", branch.notes) == "580.95.05");
    CHECK(has("incomplete-driver", judge({{12, 0, 0}, "525"}).notes));
    CHECK_FALSE(has("incomplete-driver", judge({{12, 9, 1}, "580"}).notes));
}

TEST_CASE("Windows drivers have their own minimums") {
    CHECK(judge({{12, 4, 1}, "551.78", "x86_64-windows"}).support == DriverSupport::native);
    CHECK(judge({{12, 4, 1}, "551.61", "x86_64-windows"}).support == DriverSupport::minor_version);
    CHECK(judge({{12, 4, 1}, "528.32", "x86_64-windows"}).support == DriverSupport::none);
    CHECK(has("known-of-earlier", judge({{13, 0, 0}, "999.99", "x86_64-windows"}).obstacles));
}

TEST_CASE("nothing runs on a platform that NVIDIA does not support") {
    const DriverAnswer ended = judge({{12, 6, 3}, "560.35.05", "powerpc64le-linux"});
    CHECK(ended.support == DriverSupport::none);
    CHECK(argument("platform-ended", "platform", ended.obstacles) == "linux-ppc64le");
    CHECK(judge({{12, 4, 1}, "550.54.15", "powerpc64le-linux"}).support == DriverSupport::native);
    CHECK(has("no-cuda-shipped", judge({{12, 6, 3}, "560.35.05", "aarch64-darwin"}).obstacles));
}

TEST_CASE("machine code runs within its major version, family or number") {
    const auto runs = [](const char* code, const char* gpu) {
        return !code_obstacle(tables, {Code::Form::machine_code, capability(code)}, baseline_of(capability(gpu)));
    };
    CHECK(runs("8.0", "8.6"));
    CHECK_FALSE(runs("8.6", "8.0"));
    CHECK_FALSE(runs("8.0", "9.0"));
    CHECK_FALSE(runs("8.0", "8.7"));
    CHECK(runs("9.0a", "9.0"));
    CHECK_FALSE(runs("10.0a", "10.3"));
    CHECK(runs("10.0f", "10.3"));
    CHECK_FALSE(runs("10.3f", "10.0"));
    CHECK_FALSE(runs("10.0f", "12.0"));
}
