// SPDX-License-Identifier: MIT
#include "words/gpu.hpp"

#include "core/sort_unique.hpp"
#include "words/phrases.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace cudastdenv::words {

std::string gpu_in_words(const Gpu& gpu) {
    return gpu.name.empty() ? to_string(gpu.capability) : fmt::format("{} ({})", gpu.name, to_string(gpu.capability));
}

std::string headline(const GpuReport& report) {
    std::vector<Capability> capabilities;
    for (const GpuSupport& support : report.support) capabilities.push_back(support.capability->capability);
    sort_unique(capabilities);
    const GpuSupport& first = report.support.front();
    const std::string_view name = first.drivers.gpu.name;
    if (capabilities.size() > 1)
        return fmt::format("{} stands for GPUs of capability {}", report.requested, joined(capabilities, " and "));
    const std::string what = fmt::format("capability {} ({})", to_string(capabilities.front()),
                                         first.capability->architecture);
    if (name.empty()) return what;
    return fmt::format("{}: {}", report.support.size() > 1 ? report.requested : name, what);
}

std::string releases_in_words(const CapabilityRow& row) {
    if (!row.nvcc.last) return fmt::format("CUDA {} and later", to_string(row.nvcc.first));
    return fmt::format("CUDA {} to {}", to_string(row.nvcc.first), to_string(*row.nvcc.last));
}

std::string newest_in_words(const GpuSupport& support) {
    if (support.capability->jetson) return "the one of its JetPack: a Jetson's driver comes with it";
    const Release* with = support.newest_with_ptx;
    const Release* without = support.newest_without_ptx;
    const auto version = [](const Release* release) {
        return release ? to_string(release->version) : std::string("not known");
    };
    if (with == without) return version(with);
    return fmt::format("{}; {} with PTX", version(without), version(with));
}

}  // namespace cudastdenv::words
