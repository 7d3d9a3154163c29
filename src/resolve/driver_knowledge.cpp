// SPDX-License-Identifier: MIT
#include "resolve/drivers.hpp"

#include "tables/lookup.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace cudastdenv {

namespace {

/// Later than every driver of the branch.
DriverVersion end_of_branch(int branch) noexcept {
    constexpr int end = std::numeric_limits<int>::max();
    return {branch, end, end};
}

/// Whether the GPU's last driver runs the release's programs. Absent: not known.
struct LastDriverRuns {
    std::optional<bool> machine_code;
    std::optional<bool> ptx;
};

LastDriverRuns last_driver_runs(const Tables& tables, const Release& release, const GpuSupport& gpu) {
    const GpuDriversRow* row = gpu.drivers.generation;
    if (row && !row->last_branch) return {true, true};
    if (!row) return {};
    const std::array capabilities{gpu.capability->capability};
    Request request{};
    request.cuda = release.version;
    request.capabilities = capabilities;
    const DriverAnswer answer = judge_driver(tables, request, end_of_branch(*row->last_branch));
    const bool needs_package = answer.support == DriverSupport::package;
    if (needs_package) return {false, false};
    return {runs(answer), runs(answer) == true ? answer.ptx_loads : runs(answer)};
}

}  // namespace

GpuSupport support_of(const Tables& tables, Gpu gpu) {
    GpuSupport support{knowledge_of(tables, gpu), find_capability(tables, gpu.capability)};
    bool is_known = !support.capability->jetson;
    for (std::size_t i = tables.releases.size(); i-- > 0 && is_known && !support.newest_with_ptx;) {
        const Release& release = tables.releases[i];
        if (release.preview || !support.capability->nvcc.takes_in(release.version)) continue;
        const LastDriverRuns last = last_driver_runs(tables, release, support);
        if (last.machine_code == true && !support.newest_without_ptx) support.newest_without_ptx = &release;
        if (last.ptx == true) support.newest_with_ptx = &release;
        // Of what is older than a release that nobody knows of, none is the newest.
        is_known = last.ptx.has_value() && (support.newest_without_ptx || last.machine_code.has_value());
    }
    return support;
}

namespace {

/// The branch that a driver is of, by the branches that the tables know: Windows has 572 and 573 for 570.
int known_branch(const Tables& tables, DriverVersion driver) noexcept {
    int branch = 0;
    for (const PtxVersionRow& row : tables.ptx_versions)
        if (row.branch && *row.branch <= driver.branch) branch = *row.branch;
    return branch;
}

bool knows_product(const Tables& tables, const ProductDrivers& drivers, std::string_view system,
                   DriverVersion driver) noexcept {
    // The lists are about Linux. Of a later branch any driver is newer than them.
    if (is_windows(system)) return known_branch(tables, driver) > drivers.from.front().branch;
    if (driver >= drivers.from.back()) return true;
    return std::ranges::any_of(drivers.from,
                               [&](DriverVersion from) { return from.branch == driver.branch && driver >= from; });
}

bool is_product(const GpuRow& row, Gpu gpu) noexcept {
    return row.capability == gpu.capability && (gpu.name.empty() || row.name == gpu.name);
}

}  // namespace

GpuKnowledge knowledge_of(const Tables& tables, Gpu gpu) noexcept {
    GpuKnowledge knowledge;
    knowledge.gpu = gpu;
    for (const GpuDriversRow& row : tables.gpu_drivers)
        if (row.capability == gpu.capability) knowledge.generation = &row;
    for (const GpuRow& row : tables.gpus)
        if (!gpu.name.empty() && is_product(row, gpu)) knowledge.product = &row;
    return knowledge;
}

DriversOfGpus drivers_of(std::span<const GpuKnowledge> gpus) noexcept {
    DriversOfGpus drivers;
    for (const GpuKnowledge& gpu : gpus) {
        std::optional<DriverVersion> first;
        if (gpu.generation && gpu.generation->first_branch) first = DriverVersion{*gpu.generation->first_branch};
        if (gpu.product && gpu.product->drivers) first = gpu.product->drivers->from.front();
        if (first && (!drivers.first || *drivers.first < *first)) drivers.first = first;
        if (!gpu.generation || !gpu.generation->last_branch) continue;
        const int last = *gpu.generation->last_branch;
        drivers.last_branch = std::min(last, drivers.last_branch.value_or(last));
    }
    return drivers;
}

GpuKnowledge judge_gpu(const Tables& tables, std::string_view system, DriverVersion driver, Gpu gpu) {
    GpuKnowledge knowledge = knowledge_of(tables, gpu);
    knowledge.has_driver = true;
    for (const GpuRow& row : tables.gpus)
        if (is_product(row, gpu) && row.drivers && knows_product(tables, *row.drivers, system, driver))
            knowledge.known = true;
    if (const GpuDriversRow* row = knowledge.generation) {
        const bool before = row->first_branch && driver.branch < *row->first_branch;
        const bool after = row->last_branch && known_branch(tables, driver) > *row->last_branch;
        if (before || after) knowledge.known = false;
        knowledge.after_last = after;
    }
    return knowledge;
}

}  // namespace cudastdenv
