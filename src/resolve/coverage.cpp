// SPDX-License-Identifier: MIT
#include "resolve/coverage.hpp"

#include "core/lists.hpp"
#include "tables/lookup.hpp"

#include <tuple>

namespace cudastdenv {

namespace {

std::optional<CodeObstacle> baseline_obstacle(const Tables& tables, Code code, Capability device) noexcept {
    const Capability capability = code.capability;
    if (code.form == Code::Form::ptx) {
        if (device < capability) return CodeObstacle::newer_ptx;
        return std::nullopt;
    }
    if (capability.major != device.major) return CodeObstacle::other_major;
    if (capability.minor > device.minor) return CodeObstacle::higher_minor;
    if (is_jetson(tables, capability) != is_jetson(tables, device)) return CodeObstacle::jetson;
    return std::nullopt;
}

std::optional<CodeObstacle> family_obstacle(const Tables& tables, Capability capability, Capability device) noexcept {
    if (baseline_of(capability) == device) return std::nullopt;
    const CapabilityRow* code_row = find_capability(tables, capability);
    const CapabilityRow* device_row = find_capability(tables, device);
    const std::optional<Capability> family = code_row ? code_row->family : std::nullopt;
    if (!family || !device_row || device_row->family != family) return CodeObstacle::outside_family;
    if (device < baseline_of(capability)) return CodeObstacle::lower_in_family;
    return std::nullopt;
}

/// Whether the list names the device's number or a lower one.
bool reaches_down_to(const std::vector<CodeVerdict>& codes, Capability device) noexcept {
    return std::ranges::any_of(codes, [&](const CodeVerdict& verdict) {
        return !(device < baseline_of(verdict.code.capability));
    });
}

}  // namespace

std::optional<CodeObstacle> code_obstacle(const Tables& tables, Code code, Capability device) noexcept {
    switch (code.capability.kind) {
        case Capability::Kind::baseline: return baseline_obstacle(tables, code, device);
        case Capability::Kind::architecture:
            if (baseline_of(code.capability) == device) return std::nullopt;
            return CodeObstacle::other_architecture;
        case Capability::Kind::family: return family_obstacle(tables, code.capability, device);
    }
    return std::nullopt;
}

std::optional<CodeObstacle> load_obstacle(const DriverLoads& loads, Code::Form form) noexcept {
    const bool is_ptx = form == Code::Form::ptx;
    if (loads.gpu == false) return CodeObstacle::gpu_needs_driver;
    if (loads.machine_code == false) return CodeObstacle::driver_runs_nothing;
    if (is_ptx && loads.ptx == false) return CodeObstacle::ptx_needs_driver;
    if (!loads.gpu) return CodeObstacle::gpu_not_known;
    if (!loads.machine_code) return CodeObstacle::release_not_known;
    if (is_ptx && !loads.ptx) return CodeObstacle::ptx_not_known;
    return std::nullopt;
}

bool is_of_driver(CodeObstacle obstacle) noexcept { return obstacle >= CodeObstacle::ptx_needs_driver; }

bool is_certain(CodeObstacle obstacle) noexcept { return obstacle < CodeObstacle::ptx_not_known; }

std::string_view rule_of(Code code, std::optional<CodeObstacle> obstacle) noexcept {
    using enum CodeObstacle;
    if (obstacle == jetson) return "cubin-jetson";
    if (obstacle == ptx_needs_driver || obstacle == ptx_not_known) return "ptx-driver";
    if (obstacle == gpu_needs_driver || obstacle == gpu_not_known) return "driver-gpu";
    if (obstacle == driver_runs_nothing || obstacle == release_not_known) return "";
    const bool is_ptx = code.form == Code::Form::ptx;
    switch (code.capability.kind) {
        case Capability::Kind::baseline: return is_ptx ? "ptx-baseline" : "cubin-major";
        case Capability::Kind::architecture: return is_ptx ? "ptx-architecture" : "cubin-architecture";
        case Capability::Kind::family: return is_ptx ? "ptx-family" : "cubin-family";
    }
    return "";
}

Capability number_in(const Tables& tables, Capability gpu, Version release) noexcept {
    for (const CapabilityRow& row : tables.capabilities) {
        if (!row.renamed) continue;
        const bool renamed_by_then = !is_before(release, row.renamed->since);
        if (row.renamed->to == gpu && !renamed_by_then) return row.capability;
        if (row.capability == gpu && renamed_by_then) return row.renamed->to;
    }
    return gpu;
}

std::vector<Capability> devices_of(const Tables& tables, Version release) {
    std::vector<Capability> devices;
    for (const CapabilityRow& row : tables.capabilities)
        if (row.capability.kind == Capability::Kind::baseline &&
            number_in(tables, row.capability, release) == row.capability)
            devices.push_back(row.capability);
    return devices;
}

std::vector<Code> codes_of(const BuildList& list) {
    std::vector<Code> codes;
    codes.reserve(list.real.size() + list.ptx.size());
    for (const Capability capability : list.real) codes.push_back({Code::Form::machine_code, capability});
    for (const Capability capability : list.ptx) codes.push_back({Code::Form::ptx, capability});
    sort_unique(codes, [](Code code) {
        const auto [major, minor, kind] = code.capability;
        using enum Capability::Kind;
        return std::tuple(code.form, -major, -minor, kind != architecture, kind != family);
    });
    return codes;
}

DeviceCoverage cover_device(const Tables& tables, const BuildList& list, Capability device, const DriverLoads& loads) {
    DeviceCoverage covered{.device = device, .running = {}, .place = DevicePlace::hole, .codes = {}};
    bool one_may_run = false;
    for (const Code code : codes_of(list)) {
        auto obstacle = code_obstacle(tables, code, device);
        if (!obstacle) obstacle = load_obstacle(loads, code.form);
        if (!obstacle && !covered.running) covered.running = code;
        one_may_run = one_may_run || (obstacle && !is_certain(*obstacle));
        covered.codes.push_back({code, obstacle});
    }
    if (covered.running) covered.place = DevicePlace::reached;
    else if (one_may_run) covered.place = DevicePlace::unknown;
    else if (!reaches_down_to(covered.codes, device)) covered.place = DevicePlace::older;
    return covered;
}

std::vector<DeviceCoverage> cover_devices(const Tables& tables, Version release, const BuildList& list) {
    std::vector<DeviceCoverage> devices;
    for (const Capability device : devices_of(tables, release)) devices.push_back(cover_device(tables, list, device));
    return devices;
}

std::optional<bool> runs(const DeviceCoverage& device) noexcept {
    if (device.place == DevicePlace::unknown) return std::nullopt;
    return device.running.has_value();
}

}  // namespace cudastdenv
