// SPDX-License-Identifier: MIT
// Measured with nvcc 13.0.88 and an H100, ptxas 12.8 to 13.4, or documented by NVIDIA; data/rules.json has the source.
#include "builtin.hpp"
#include "query.hpp"

#include "resolve/drivers.hpp"

#include <algorithm>
#include <string>

namespace cudastdenv {

namespace {

/// `sm_90a` is machine code, `compute_90a` PTX.
Code code_of(std::string_view text) {
    return {text.starts_with("sm_") ? Code::Form::machine_code : Code::Form::ptx, *parse_capability(text)};
}

bool stopped_by(CodeObstacle obstacle, std::string_view code, std::string_view device) {
    return code_obstacle(tables, code_of(code), *parse_capability(device)) == obstacle;
}

bool runs(std::string_view code, std::string_view device) {
    return !code_obstacle(tables, code_of(code), *parse_capability(device));
}

/// `sm_80 sm_90a compute_90`
BuildList list_of(std::string_view text) {
    BuildList list;
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(' '));
        const Code code = code_of(word);
        (code.form == Code::Form::ptx ? list.ptx : list.real).push_back(code.capability);
        text.remove_prefix(std::min(text.size(), word.size() + 1));
    }
    return list;
}

/// The code that runs, as `cubin 9.0`; otherwise the reason.
std::string outcome(std::string_view list, std::string_view device, const DriverLoads& loads = {}) {
    const DeviceCoverage covered = cover_device(tables, list_of(list), *parse_capability(device), loads);
    const bool is_of_a_driver = std::ranges::any_of(covered.codes, [](const CodeVerdict& verdict) {
        return verdict.obstacle && is_of_driver(*verdict.obstacle);
    });
    if (covered.place == DevicePlace::unknown) return "unknown";
    if (!covered.running) return is_of_a_driver ? "driver" : "no code";
    const Code code = *covered.running;
    return std::string(to_string(code.form)) + ' ' + to_string(code.capability);
}

std::string_view place(std::string_view list, std::string_view device) {
    return to_string(cover_device(tables, list_of(list), *parse_capability(device)).place);
}

}  // namespace

TEST_CASE("machine code runs only within its major version") {
    CHECK(runs("sm_80", "8.0"));
    CHECK(runs("sm_80", "8.6"));
    CHECK(runs("sm_80", "8.9"));
    CHECK(stopped_by(CodeObstacle::higher_minor, "sm_86", "8.0"));
    CHECK(stopped_by(CodeObstacle::higher_minor, "sm_89", "8.8"));
    CHECK(stopped_by(CodeObstacle::other_major, "sm_80", "9.0"));
    CHECK(stopped_by(CodeObstacle::other_major, "sm_90", "8.9"));
    CHECK(stopped_by(CodeObstacle::other_major, "sm_120", "11.0"));
    CHECK(runs("sm_100", "10.7"));
    CHECK(runs("sm_120", "12.1"));
}

TEST_CASE("nothing runs where no JetPack runs the release") {
    CHECK(load_obstacle({.jetpack = false}, Code::Form::machine_code) == CodeObstacle::no_jetpack);
    CHECK(to_string(CodeObstacle::no_jetpack) == "no-jetpack");
    CHECK(rule_of(code_of("sm_87"), CodeObstacle::no_jetpack).empty());
}

TEST_CASE("Jetsons and other GPUs share PTX but no machine code") {
    CHECK(stopped_by(CodeObstacle::jetson, "sm_80", "8.7"));
    CHECK(stopped_by(CodeObstacle::jetson, "sm_86", "8.7"));
    CHECK(stopped_by(CodeObstacle::jetson, "sm_87", "8.9"));
    CHECK(stopped_by(CodeObstacle::jetson, "sm_100", "10.1"));
    CHECK(stopped_by(CodeObstacle::other_major, "sm_80", "11.0"));
    CHECK(runs("sm_87", "8.7"));
    CHECK(runs("sm_110", "11.0"));
    CHECK(runs("compute_80", "8.7"));
    CHECK(runs("compute_87", "8.9"));
    CHECK(runs("compute_90", "11.0"));
}

TEST_CASE("baseline PTX runs on newer GPUs, not on higher numbers") {
    CHECK(runs("compute_80", "9.0"));
    CHECK(runs("compute_86", "9.0"));
    CHECK(runs("compute_90", "9.0"));
    CHECK(runs("compute_90", "12.0"));
    CHECK(runs("compute_107", "12.0"));
    CHECK(stopped_by(CodeObstacle::newer_ptx, "compute_100", "9.0"));
    CHECK(stopped_by(CodeObstacle::newer_ptx, "compute_120", "7.5"));
    CHECK(stopped_by(CodeObstacle::newer_ptx, "compute_120", "10.7"));
    CHECK(stopped_by(CodeObstacle::newer_ptx, "compute_120", "11.0"));
    CHECK(stopped_by(CodeObstacle::newer_ptx, "compute_121", "12.0"));
}

TEST_CASE("family-specific code runs in its family from its number upward") {
    for (const char* code : {"sm_100f", "compute_100f"}) {
        CHECK(runs(code, "10.0"));
        CHECK(runs(code, "10.3"));
        CHECK(runs(code, "10.7"));
        CHECK(stopped_by(CodeObstacle::outside_family, code, "10.1"));
        CHECK(stopped_by(CodeObstacle::outside_family, code, "11.0"));
        CHECK(stopped_by(CodeObstacle::outside_family, code, "12.0"));
        CHECK(stopped_by(CodeObstacle::outside_family, code, "9.0"));
    }
    for (const char* code : {"sm_103f", "compute_103f"}) {
        CHECK(runs(code, "10.3"));
        CHECK(runs(code, "10.7"));
        CHECK(stopped_by(CodeObstacle::lower_in_family, code, "10.0"));
    }
    CHECK(runs("compute_120f", "12.1"));
    CHECK(runs("compute_110f", "11.0"));
    CHECK(stopped_by(CodeObstacle::outside_family, "compute_110f", "12.0"));
}

TEST_CASE("architecture-specific code runs on one number only") {
    for (const char* code : {"sm_90a", "compute_90a"}) {
        CHECK(runs(code, "9.0"));
        CHECK(stopped_by(CodeObstacle::other_architecture, code, "10.0"));
        CHECK(stopped_by(CodeObstacle::other_architecture, code, "8.9"));
    }
    CHECK(stopped_by(CodeObstacle::other_architecture, "sm_100a", "10.3"));
}

TEST_CASE("each verdict cites a rule of the table") {
    CHECK(rule_of(code_of("sm_80")) == "cubin-major");
    CHECK(rule_of(code_of("compute_80")) == "ptx-baseline");
    CHECK(rule_of(code_of("sm_90a")) == "cubin-architecture");
    CHECK(rule_of(code_of("compute_90a")) == "ptx-architecture");
    CHECK(rule_of(code_of("sm_100f")) == "cubin-family");
    CHECK(rule_of(code_of("compute_100f")) == "ptx-family");
    CHECK(rule_of(code_of("sm_80"), CodeObstacle::jetson) == "cubin-jetson");
    CHECK(rule_of(code_of("compute_80"), CodeObstacle::ptx_needs_driver) == "ptx-driver");
    CHECK(rule_of(code_of("compute_80"), CodeObstacle::ptx_not_known) == "ptx-driver");
    CHECK(rule_of(code_of("sm_80"), CodeObstacle::gpu_needs_driver) == "driver-gpu");
    CHECK(rule_of(code_of("sm_80"), CodeObstacle::gpu_not_known) == "driver-gpu");
    CHECK(rule_of(code_of("sm_80"), CodeObstacle::other_major) == "cubin-major");
    CHECK(rule_of(code_of("sm_80"), CodeObstacle::driver_runs_nothing).empty());
    for (const char* id : {"cubin-major", "ptx-baseline", "cubin-architecture", "ptx-architecture", "cubin-family",
                           "ptx-family", "cubin-jetson", "ptx-driver", "driver-gpu", "forward-compat-gpus"})
        CHECK_MESSAGE(find_by_id(tables.rules, id), id);
}

TEST_CASE("a driver prefers machine code, and the highest match") {
    CHECK(outcome("sm_80", "8.6") == "cubin 8.0");
    CHECK(outcome("sm_80", "8.7") == "no code");
    CHECK(outcome("sm_80", "9.0") == "no code");
    CHECK(outcome("compute_90", "12.0") == "ptx 9.0");
    CHECK(outcome("compute_120", "10.7") == "no code");
    CHECK(outcome("sm_80 sm_86 sm_89", "8.8") == "cubin 8.6");
    CHECK(outcome("sm_80 compute_86", "8.9") == "cubin 8.0");
    CHECK(outcome("sm_80 compute_80 compute_90 compute_120", "10.0") == "ptx 9.0");
    CHECK(outcome("sm_90 sm_90a", "9.0") == "cubin 9.0a");
    for (const char* list : {"sm_100 sm_100f sm_100a", "sm_100a sm_100f sm_100", "sm_100f sm_100a"})
        CHECK(outcome(list, "10.0") == "cubin 10.0a");
    for (const char* list : {"compute_100 compute_100f compute_100a", "compute_100a compute_100f"})
        CHECK(outcome(list, "10.0") == "ptx 10.0a");
    CHECK(outcome("sm_100f sm_100", "10.0") == "cubin 10.0f");
    CHECK(outcome("", "9.0") == "no code");
}

TEST_CASE("minor-version compatibility loads no PTX, and no driver loads nothing") {
    const DriverLoads no_ptx{.machine_code = true, .ptx = false, .gpu = true};
    const DriverLoads nothing{.machine_code = false, .ptx = false, .gpu = true};
    CHECK(outcome("sm_80 compute_80", "8.9", no_ptx) == "cubin 8.0");
    CHECK(outcome("sm_80 compute_80", "9.0", no_ptx) == "driver");
    CHECK(outcome("sm_80 compute_80", "9.0") == "ptx 8.0");
    CHECK(outcome("sm_80 compute_80", "7.5", no_ptx) == "no code");
    CHECK(outcome("sm_80", "8.9", nothing) == "driver");
    CHECK(outcome("sm_80", "9.0", nothing) == "no code");
    CHECK(outcome("sm_80", "8.9", {.machine_code = true, .ptx = true, .gpu = false}) == "driver");
}

TEST_CASE("an unknown driver gives unknown only if code matches") {
    const DriverLoads unknown_ptx{.machine_code = true, .ptx = std::nullopt, .gpu = true};
    CHECK(outcome("sm_80 compute_80", "8.9", unknown_ptx) == "cubin 8.0");
    CHECK(outcome("sm_80 compute_80", "9.0", unknown_ptx) == "unknown");
    CHECK(outcome("sm_80 compute_90", "7.5", unknown_ptx) == "no code");
    CHECK(outcome("sm_80", "8.9", {.machine_code = std::nullopt, .ptx = std::nullopt, .gpu = true}) == "unknown");
    CHECK(outcome("sm_80", "8.9", {.machine_code = true, .ptx = true, .gpu = std::nullopt}) == "unknown");
    const DeviceCoverage covered = cover_device(tables, list_of("compute_80"), "9.0"_cap, unknown_ptx);
    CHECK(covered.place == DevicePlace::unknown);
    CHECK_FALSE(runs(covered));
    CHECK(runs(cover_device(tables, list_of("sm_80"), "9.0"_cap)) == false);
}

TEST_CASE("a gap is any omitted capability above the lowest number") {
    const char* torch = "sm_80 sm_90 sm_120 compute_120";
    for (const char* device : {"10.0", "10.3", "10.7", "11.0", "8.7"}) CHECK(place(torch, device) == "hole");
    for (const char* device : {"8.0", "8.9", "9.0", "12.0", "12.1"}) CHECK(place(torch, device) == "reached");
    for (const char* device : {"7.5", "3.0"}) CHECK(place(torch, device) == "older");
    CHECK(place("sm_80", "12.0") == "hole");
    CHECK(place("sm_90a", "9.0") == "reached");
    CHECK(place("compute_90a", "10.0") == "hole");
    CHECK(place("compute_90a", "8.9") == "older");
    CHECK(place("", "9.0") == "older");
}

TEST_CASE("a renumbered GPU uses the number of the release") {
    CHECK(number_in(tables, "11.0"_cap, "12.9.1"_version) == "10.1"_cap);
    CHECK(number_in(tables, "10.1"_cap, "12.9.1"_version) == "10.1"_cap);
    CHECK(number_in(tables, "10.1"_cap, "13.0.0"_version) == "11.0"_cap);
    CHECK(number_in(tables, "9.0"_cap, "13.0.0"_version) == "9.0"_cap);
    const auto has = [](std::string_view release, Capability device) {
        const auto devices = devices_of(tables, *parse_version(release));
        return std::ranges::find(devices, device) != devices.end();
    };
    CHECK(has("12.9.1", "10.1"_cap));
    CHECK_FALSE(has("12.9.1", "11.0"_cap));
    CHECK(has("13.0.0", "11.0"_cap));
    CHECK_FALSE(has("13.0.0", "10.1"_cap));
    CHECK_FALSE(has("13.0.0", "9.0a"_cap));
}

}  // namespace cudastdenv
