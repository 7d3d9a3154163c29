// SPDX-License-Identifier: MIT
#include "resolve/gpu_support.hpp"

#include "tables/lookup.hpp"

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

}  // namespace cudastdenv
