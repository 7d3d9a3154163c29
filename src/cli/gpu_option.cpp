#include "cli/gpu_option.hpp"

#include "cli/usage_error.hpp"
#include "core/quote.hpp"

#include <cudastdenv/lookup.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace cudastdenv::cli {

namespace {

/// How many GPUs an ambiguous name lists.
constexpr std::size_t most_candidates = 8;

[[noreturn]] void fail_ambiguous(std::string_view name, const std::vector<const GpuRow*>& rows) {
    std::vector<std::string> candidates;
    for (const GpuRow* row : rows) candidates.push_back(fmt::format("{} ({})", row->name, to_string(row->capability)));
    std::string_view more;
    if (candidates.size() > most_candidates) {
        candidates.resize(most_candidates);
        more = " and others";
    }
    throw UsageError(fmt::format("{} may be any of several GPUs: {}{}; give the whole name, or --device with its "
                                 "capability",
                                 in_quotes(name), fmt::join(candidates, ", "), more));
}

[[noreturn]] void fail_unknown(std::string_view name, const std::vector<std::string_view>& nearest) {
    if (parse_capability(name))
        throw UsageError(fmt::format("{} is a capability and not the name of a GPU: write --device {}",
                                     in_quotes(name), to_string(baseline_of(*parse_capability(name)))));
    if (nearest.empty())
        throw UsageError(fmt::format("unknown GPU {}; `table gpus` lists those that are known, and --device takes a "
                                     "capability",
                                     in_quotes(name)));
    throw UsageError(fmt::format("unknown GPU {}: did you mean {}?", in_quotes(name), fmt::join(nearest, ", ")));
}

/// The known GPUs' number that is closest to one that is not known.
Capability nearest_device(const Tables& tables, Capability wanted) {
    const auto distance = [&](Capability known) {
        return std::abs((known.major - wanted.major) * 10 + known.minor - wanted.minor);
    };
    std::optional<Capability> nearest;
    for (const CapabilityRow& row : tables.capabilities)
        if (row.capability.kind == Capability::Kind::baseline &&
            (!nearest || distance(row.capability) < distance(*nearest)))
            nearest = row.capability;
    return nearest.value_or(wanted);
}

}  // namespace

GpuFound read_gpu(const Tables& tables, std::string_view name) {
    GpuAnswer answer = find_gpu(tables, name);
    if (const auto* several = std::get_if<GpuAmbiguous>(&answer)) fail_ambiguous(name, several->rows);
    if (const auto* unknown = std::get_if<GpuUnknown>(&answer)) fail_unknown(name, unknown->nearest);
    return std::get<GpuFound>(std::move(answer));
}

Capability read_device(const Tables& tables, std::string_view text) {
    const std::optional<Capability> device = parse_capability(text);
    if (!device)
        throw UsageError(fmt::format("{} is not a GPU's capability; write one like 8.9, or a name: --gpu 'RTX 4090'",
                                     in_quotes(text)));
    if (device->kind != Capability::Kind::baseline)
        throw UsageError(fmt::format("{} is no GPU's capability: a and f are for code, a GPU has the number alone; "
                                     "write --device {}",
                                     in_quotes(text), to_string(baseline_of(*device))));
    if (!find_capability(tables, *device))
        throw UsageError(fmt::format("unknown capability {}: no GPU in the tables has it; the nearest is {}",
                                     to_string(*device), to_string(nearest_device(tables, *device))));
    return *device;
}

}  // namespace cudastdenv::cli
