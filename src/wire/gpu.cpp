// SPDX-License-Identifier: MIT
#include "wire/records/gpu.hpp"

#include "core/sort_unique.hpp"
#include "wire/json.hpp"

namespace cudastdenv::wire {

namespace {

std::vector<std::string_view> sources_of(const GpuSupport& support) {
    std::vector<std::string_view> sources;
    const auto add = [&](SourceIds ids) { sources.insert(sources.end(), ids.begin(), ids.end()); };
    add(support.capability->nvcc.sources);
    if (support.drivers.generation) add(support.drivers.generation->sources);
    if (const GpuRow* product = support.drivers.product) {
        add(product->sources);
        if (product->drivers) add(product->drivers->sources);
    }
    sort_unique(sources);
    return sources;
}

std::optional<Version> version_of(const Release* release) {
    return release ? std::optional(release->version) : std::nullopt;
}

GpuSupportRecord support_record(const GpuSupport& support) {
    const GpuRow* product = support.drivers.product;
    const GpuDriversRow* branches = support.drivers.generation;
    return {.name = some_text(support.drivers.gpu.name),
            .line = product ? std::optional(product->line) : std::nullopt,
            .capability = support.capability->capability,
            .architecture = support.capability->architecture,
            .first_release = support.capability->nvcc.first,
            .last_release = support.capability->nvcc.last,
            .from = drivers_from(support.drivers),
            .first_branch = branches ? branches->first_branch : std::nullopt,
            .last_branch = branches ? branches->last_branch : std::nullopt,
            .newest_without_ptx = version_of(support.newest_without_ptx),
            .newest_with_ptx = version_of(support.newest_with_ptx),
            .sources = sources_of(support)};
}

}  // namespace

std::string gpu_json(const words::GpuReport& report) {
    std::vector<GpuSupportRecord> gpus;
    for (const GpuSupport& support : report.support) gpus.push_back(support_record(support));
    return answer_text(GpuRecord{.schema = {}, .requested = report.requested, .gpus = std::move(gpus)});
}

}  // namespace cudastdenv::wire
