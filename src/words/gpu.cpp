// SPDX-License-Identifier: MIT
#include "words/gpu.hpp"

#include "core/sort_unique.hpp"
#include "resolve/gpu_support.hpp"
#include "words/drivers.hpp"
#include "words/phrases.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace cudastdenv::words {

namespace {

/// `RTX 4090: capability 8.9 (Ada)`; where the name stands for several: `GTX 750: capability 5.0 or 5.2, ...`
std::string headline(const GpuAnswer& answer) {
    std::vector<Capability> capabilities;
    for (const GpuFacts& gpu : answer.gpus) capabilities.push_back(gpu.capability);
    sort_unique(capabilities);
    if (capabilities.size() > 1)
        return fmt::format("{} stands for GPUs of capability {}", answer.requested, joined(capabilities, " and "));
    const GpuFacts& first = answer.gpus.front();
    const std::string what = fmt::format("capability {} ({})", to_string(first.capability), first.architecture);
    if (!first.name) return what;
    return fmt::format("{}: {}", answer.gpus.size() > 1 ? answer.requested : *first.name, what);
}

std::string newest_in_words(const GpuFacts& gpu) {
    const auto version = [](const std::optional<Version>& release) {
        return release ? to_string(*release) : std::string("not known");
    };
    if (gpu.newest_with_ptx == gpu.newest_without_ptx) return version(gpu.newest_with_ptx);
    return fmt::format("{}; {} with PTX", version(gpu.newest_without_ptx), version(gpu.newest_with_ptx));
}

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

GpuFacts facts_of(const GpuSupport& support) {
    const CapabilityRow& row = *support.capability;
    const std::string_view name = support.drivers.gpu.name;
    GpuFacts gpu{.name = name.empty() ? std::nullopt : std::optional(name),
                 .capability = row.capability,
                 .architecture = row.architecture,
                 .first_release = row.nvcc.first,
                 .last_release = row.nvcc.last,
                 .from = drivers_from(support.drivers),
                 .sources = sources_of(support),
                 .releases_text = cited(releases_in_words(row), row.nvcc.sources)};
    if (support.drivers.product) gpu.line = support.drivers.product->line;
    if (const GpuDriversRow* branches = support.drivers.generation) {
        gpu.first_branch = branches->first_branch;
        gpu.last_branch = branches->last_branch;
    }
    if (support.newest_without_ptx) gpu.newest_without_ptx = support.newest_without_ptx->version;
    if (support.newest_with_ptx) gpu.newest_with_ptx = support.newest_with_ptx->version;
    gpu.newest_text = row.jetson ? "the one of its JetPack: a Jetson's driver comes with it" : newest_in_words(gpu);
    if (!row.jetson) {
        const Said drivers = say(support.drivers);
        gpu.drivers_text = cited(drivers.text, drivers.sources);
    }
    return gpu;
}

}  // namespace

std::string gpu_in_words(const Gpu& gpu) {
    return gpu.name.empty() ? to_string(gpu.capability) : fmt::format("{} ({})", gpu.name, to_string(gpu.capability));
}

std::string releases_in_words(const CapabilityRow& row) {
    if (!row.nvcc.last) return fmt::format("CUDA {} and later", to_string(row.nvcc.first));
    return fmt::format("CUDA {} to {}", to_string(row.nvcc.first), to_string(*row.nvcc.last));
}

GpuAnswer gpu_answer(const Tables& tables, std::string_view requested, std::span<const Gpu> gpus) {
    GpuAnswer answer{.requested = std::string(requested)};
    for (const Gpu& gpu : gpus) answer.gpus.push_back(facts_of(support_of(tables, gpu)));
    answer.headline = headline(answer);
    return answer;
}

}  // namespace cudastdenv::words
