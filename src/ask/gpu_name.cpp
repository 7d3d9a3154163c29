// SPDX-License-Identifier: MIT
#include "ask/names.hpp"

#include "ask/bad_input.hpp"
#include "core/quote.hpp"
#include "resolve/capabilities.hpp"
#include "tables/lookup.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace cudastdenv::asking {

namespace {

/// How many GPUs an ambiguous name lists.
constexpr std::size_t most_candidates = 8;

std::string_view to_string(Alternative alternative) {
    switch (alternative) {
        case Alternative::device: return "--device";
        case Alternative::capabilities: return "--capabilities";
        case Alternative::gpu_command: return "`gpu`";
        case Alternative::gpu_option: return "--gpu";
    }
    return "";
}

[[noreturn]] void fail_ambiguous(std::string_view name, const std::vector<const GpuRow*>& rows,
                                 Alternative alternative) {
    std::vector<std::string> candidates;
    for (const GpuRow* row : rows) candidates.push_back(fmt::format("{} ({})", row->name, to_string(row->capability)));
    std::string_view more;
    if (candidates.size() > most_candidates) {
        candidates.resize(most_candidates);
        more = " and others";
    }
    throw BadInput(InputError::ambiguous,
                   "{} may be any of several GPUs: {}{}; give the whole name, or {} with its capability",
                   in_quotes(name), fmt::join(candidates, ", "), more, to_string(alternative));
}

[[noreturn]] void fail_capability(std::string_view name, Capability capability, Alternative alternative) {
    // What is listed is code, which may be for 9.0a; a GPU has the number alone.
    const Capability meant = alternative == Alternative::device ? baseline_of(capability) : capability;
    throw BadInput(InputError::malformed, "{} is a capability and not the name of a GPU: write {} {}", in_quotes(name),
                   to_string(alternative), to_string(meant));
}

[[noreturn]] void fail_unknown_gpu(std::string_view name, const std::vector<std::string_view>& nearest,
                                   Alternative alternative) {
    if (const auto capability = parse_capability(name)) fail_capability(name, *capability, alternative);
    if (const std::string library = out_of_scope(name); !library.empty())
        throw BadInput(InputError::unknown, "{} is no GPU{}", in_quotes(name), library);
    if (nearest.empty())
        throw BadInput(InputError::unknown,
                       "unknown GPU {}; `table gpus` lists those that are known, and {} takes a "
                       "capability",
                       in_quotes(name), to_string(alternative));
    throw BadInput(InputError::unknown, "unknown GPU {}: did you mean {}?", in_quotes(name), fmt::join(nearest, ", "));
}

/// The known GPUs' number that is closest to one that is not known.
Capability nearest_device(const Tables& tables, Capability wanted) {
    std::optional<Capability> nearest;
    for (const CapabilityRow& row : tables.capabilities)
        if (row.capability.kind == Capability::Kind::baseline &&
            (!nearest || number_gap(row.capability, wanted) < number_gap(*nearest, wanted)))
            nearest = row.capability;
    return nearest.value_or(wanted);
}

/// The rows that a name fits. Throws BadInput where there is none.
std::vector<const GpuRow*> rows_of(const Tables& tables, std::string_view name, Alternative alternative) {
    GpuMeaning answer = find_gpu(tables, name);
    if (answer.rows.empty()) fail_unknown_gpu(name, answer.nearest, alternative);
    return std::move(answer.rows);
}

/// A GPU has the number alone, whatever code is for.
Gpu unnamed_gpu(const Tables& tables, Capability capability) {
    return {{}, read_device(tables, to_string(baseline_of(capability)))};
}

}  // namespace

std::vector<Gpu> read_gpu(const Tables& tables, std::string_view name, Alternative alternative) {
    const bool is_every_product = alternative == Alternative::gpu_command;
    if (is_every_product || alternative == Alternative::gpu_option)
        if (const auto capability = parse_capability(name)) return {unnamed_gpu(tables, *capability)};
    const std::vector<const GpuRow*> rows = rows_of(tables, name, alternative);
    std::vector<Gpu> gpus;
    for (const GpuRow* row : rows) gpus.push_back({row->name, row->capability});
    if (is_every_product) return gpus;
    if (std::ranges::all_of(gpus, [&](const Gpu& gpu) { return gpu.capability == gpus.front().capability; }))
        return {gpus.front()};
    if (!std::ranges::all_of(gpus, [&](const Gpu& gpu) { return gpu.name == gpus.front().name; }))
        fail_ambiguous(name, rows, alternative);
    return gpus;
}

std::vector<Gpu> read_gpu_list(const Tables& tables, std::string_view text, Alternative alternative) {
    std::vector<Gpu> gpus;
    for (const std::string_view name : split_list(text))
        for (const Gpu& gpu : read_gpu(tables, name, alternative)) gpus.push_back(gpu);
    if (gpus.empty())
        throw BadInput(InputError::empty,
                       "the list of GPUs is empty; write one like 'RTX 4090,H100', or leave --gpu out");
    return gpus;
}

Capability read_device(const Tables& tables, std::string_view text) {
    const Capability device = needed(parse_capability(text), InputError::malformed,
                                     "{} is not a GPU's capability; write one like 8.9, or a name: --gpu 'RTX 4090'",
                                     in_quotes(text));
    if (device.kind != Capability::Kind::baseline)
        throw BadInput(InputError::malformed,
                       "{} is no GPU's capability: a and f are for code, a GPU has the number alone; "
                       "write --device {}",
                       in_quotes(text), to_string(baseline_of(device)));
    if (!find_capability(tables, device))
        throw BadInput(InputError::unknown, "unknown capability {}: no GPU in the tables has it; the nearest is {}",
                       to_string(device), to_string(nearest_device(tables, device)));
    return device;
}

namespace {

[[noreturn]] void fail_capability(const Tables& tables, std::string_view text) {
    if (text.ends_with("+PTX"))
        throw BadInput(InputError::malformed, "{} asks for PTX, which the highest capability gets by itself; write {}",
                       in_quotes(text), text.substr(0, text.size() - 4));
    std::set<std::string_view> architectures;
    for (const CapabilityRow& row : tables.capabilities) architectures.insert(row.architecture);
    const std::vector<std::string_view> choices(architectures.begin(), architectures.end());
    throw BadInput(InputError::malformed, "{} is not a capability{}", in_quotes(text),
                   closest_or("; write one like 9.0, 9.0a, 10.0f, sm_90 or Hopper", text, choices));
}

}  // namespace

std::vector<ListedCapability> read_capability_list(const Tables& tables, std::string_view text) {
    std::vector<ListedCapability> list;
    for (const std::string_view part : split_words(text)) {
        if (const auto capability = parse_capability(part)) list.emplace_back(*capability);
        else if (knows_architecture(tables, part)) list.emplace_back(part);
        else fail_capability(tables, part);
    }
    if (list.empty())
        throw BadInput(InputError::empty,
                       "the capability list is empty; write one like 8.9,9.0a, or leave --capabilities out");
    return list;
}

}  // namespace cudastdenv::asking
