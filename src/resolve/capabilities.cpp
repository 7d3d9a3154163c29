// SPDX-License-Identifier: MIT
#include "resolve/capabilities.hpp"

#include "resolve/host_compiler.hpp"
#include "resolve/request.hpp"
#include "tables/lookup.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace cudastdenv {

namespace {

bool nvcc_knows(const CapabilityRow& row, Version release) noexcept { return row.nvcc.takes_in(release); }

bool nixpkgs_knows(const CapabilityRow& row, Version release) noexcept {
    return row.nixpkgs && VersionRange{row.nixpkgs->min, row.nixpkgs->max}.contains(release);
}

bool is_default(const CapabilityRow& row, Version release) noexcept {
    if (row.jetson || row.capability.kind != Capability::Kind::baseline || !row.nixpkgs) return false;
    return VersionRange{std::nullopt, row.nixpkgs->dont_default_after}.contains(release);
}

template <class Keep>
std::vector<Capability> select(const Tables& tables, const Request& request, Keep keep) {
    const bool nixpkgs_view = request.policy == Policy::nixpkgs || request.nixpkgs_exact;
    std::vector<Capability> selected;
    selected.reserve(tables.capabilities.size());
    for (const CapabilityRow& row : tables.capabilities) {
        const bool known = nixpkgs_view ? nixpkgs_knows(row, request.cuda) : nvcc_knows(row, request.cuda);
        if (known && keep(row)) selected.push_back(row.capability);
    }
    return selected;
}

/// Another name under which this release knows the capability's GPU, if the name changed.
const CapabilityRow* former_name(const Tables& tables, Capability capability) noexcept {
    for (const CapabilityRow& row : tables.capabilities)
        if (row.renamed && row.renamed->to == capability) return &row;
    return nullptr;
}

/// The known capability whose number is closest, of the same kind where there is one at that number.
Capability nearest_capability(const Tables& tables, Capability wanted) {
    const auto distance = [&](const CapabilityRow& row) {
        return std::pair(number_gap(row.capability, wanted), row.capability.kind != wanted.kind);
    };
    const auto nearest = std::ranges::min_element(tables.capabilities, {}, distance);
    return nearest == tables.capabilities.end() ? wanted : nearest->capability;
}

std::optional<CapabilityProblem> check_release(const Tables& tables, const Request& request, Capability capability) {
    const CapabilityRow* row = find_capability(tables, capability);
    const Version release = request.cuda;
    if (!row || (request.nixpkgs_exact && !row->nixpkgs))
        return UnknownCapability{capability, nearest_capability(tables, capability)};

    const Version first = request.nixpkgs_exact ? row->nixpkgs->min : row->nvcc.first;
    const std::optional<Version> last = request.nixpkgs_exact ? row->nixpkgs->max : row->nvcc.last;
    if (is_before(release, first)) {
        if (const CapabilityRow* before = former_name(tables, capability))
            return CapabilityNotYetRenamed{capability, before->capability, before->renamed->since};
        return CapabilityTooNew{capability, first};
    }
    if (last && is_before(*last, release)) {
        if (row->renamed) return CapabilityRenamed{capability, row->renamed->to, row->renamed->since};
        return CapabilityTooOld{capability, *last};
    }
    return std::nullopt;
}

/// The first capability of the list that cannot be built together with this Jetson.
std::optional<Capability> find_unmixable(const Tables& tables, const Request& request, Capability sbsa_from) {
    for (const Capability other : request.capabilities) {
        const CapabilityRow* row = find_capability(tables, other);
        if (row && (!row->jetson || !(other < sbsa_from))) return other;
    }
    return std::nullopt;
}

void check_jetson(const Tables& tables, const Request& request, std::vector<CapabilityProblem>& problems) {
    const Capability sbsa_from = jetson_sbsa_from(tables, request.cuda);
    for (const Capability capability : request.capabilities) {
        const CapabilityRow* row = find_capability(tables, capability);
        if (!row || !row->jetson) continue;
        if (request.system != jetson_system) {
            problems.emplace_back(JetsonNeedsArm{capability});
            continue;
        }
        if (capability < sbsa_from)
            if (const auto other = find_unmixable(tables, request, sbsa_from))
                problems.emplace_back(JetsonMixed{capability, *other});
        if (request.nixpkgs_exact) continue;
        const std::string_view platform = find_platform(tables, request).redist;
        if (const auto* excepted = find_exception(tables, platform, request.cuda, std::span(&capability, 1)))
            problems.emplace_back(CapabilityExcepted{excepted});
    }
}

void check_slots(const Request& request, std::vector<CapabilityProblem>& problems) {
    for (const Capability capability : request.capabilities) {
        if (capability.kind != Capability::Kind::family) continue;
        if (std::ranges::find(request.capabilities, baseline_of(capability)) != request.capabilities.end())
            problems.emplace_back(SlotConflict{capability, baseline_of(capability)});
    }
}

}  // namespace

std::int64_t number_gap(Capability left, Capability right) noexcept {
    const auto number = [](Capability of) { return std::int64_t{of.major} * 10 + of.minor; };
    return std::abs(number(left) - number(right));
}

std::vector<Capability> supported_capabilities(const Tables& tables, const Request& request) {
    return select(tables, request, [](const CapabilityRow&) { return true; });
}

std::vector<Capability> default_capabilities(const Tables& tables, const Request& request) {
    return select(tables, request, [&](const CapabilityRow& row) { return is_default(row, request.cuda); });
}

std::optional<Capability> forward_compatible_ptx(std::span<const Capability> resolved, bool nixpkgs_exact) noexcept {
    if (resolved.empty()) return std::nullopt;
    if (nixpkgs_exact) return resolved.back();
    std::optional<Capability> highest_baseline;
    for (const Capability capability : resolved)
        if (capability.kind == Capability::Kind::baseline) highest_baseline = capability;
    return highest_baseline ? *highest_baseline : baseline_of(resolved.back());
}

std::vector<CapabilityProblem> check_capabilities(const Tables& tables, const Request& asked) {
    const Request request = with_full_release(tables, asked);
    std::vector<CapabilityProblem> problems;
    for (const Capability capability : request.capabilities)
        if (const auto problem = check_release(tables, request, capability)) problems.push_back(*problem);
    check_jetson(tables, request, problems);
    if (!request.nixpkgs_exact) check_slots(request, problems);
    return problems;
}

}  // namespace cudastdenv
