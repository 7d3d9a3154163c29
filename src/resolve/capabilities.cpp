// SPDX-License-Identifier: MIT
#include "resolve/capabilities.hpp"

#include "core/format.hpp"
#include "resolve/host_compiler.hpp"
#include "resolve/jetpacks.hpp"
#include "tables/lookup.hpp"

#include <cstdlib>

namespace cudastdenv {

namespace {

/// Why the release does not support a capability. `{before}` or `{now}` is the capability to use instead.
std::optional<Diagnostic> check_release(const Tables& tables, const Request& request, Capability capability) {
    const CapabilityRow* row = find_capability(tables, capability);
    const Version release = request.cuda;
    const bool exact = request.nixpkgs_exact;
    const auto problem = [&](std::string_view id, std::vector<Argument> arguments) {
        arguments.insert(arguments.end(),
                         {{"capability", capability}, {"release", release}, {"knower", exact ? "nixpkgs" : "nvcc"}});
        return Diagnostic{id, std::move(arguments), row->nvcc.sources};
    };
    if (!row || (exact && !row->nixpkgs))
        return Diagnostic{"unknown-capability",
                          {{"capability", capability},
                           {"table", exact ? "nixpkgs" : "the table"},
                           {"nearest", nearest_capability(tables, capability)}}};

    const Version first = exact ? row->nixpkgs->min : row->nvcc.first;
    const std::optional<Version> last = exact ? row->nixpkgs->max : row->nvcc.last;
    if (is_before(release, first)) {
        // The name under which this release knows the capability's GPU, if it was renamed later.
        const auto became_it = [&](const CapabilityRow& one) { return one.renamed && one.renamed->to == capability; };
        if (const CapabilityRow* before = find_in(tables.capabilities, true, became_it))
            return problem("capability-not-yet-renamed",
                           {{"before", before->capability}, {"since", before->renamed->since}});
        return problem("capability-too-new", {{"first", first}});
    }
    if (last && is_before(*last, release)) {
        if (row->renamed)
            return problem("capability-renamed", {{"now", row->renamed->to}, {"since", row->renamed->since}});
        return problem("capability-too-old", {{"last", *last}});
    }
    return std::nullopt;
}

void check_jetson(const Tables& tables, const Request& request, std::vector<Diagnostic>& problems) {
    const Capability sbsa_from = jetson_sbsa_from(tables, request.cuda);
    const auto is_on_other_platform = [&](Capability other) {
        const CapabilityRow* row = find_capability(tables, other);
        return row && (!row->jetson || !(other < sbsa_from));
    };
    for (const Capability capability : request.capabilities) {
        const CapabilityRow* row = find_capability(tables, capability);
        if (!row || !row->jetson) continue;
        if (request.system != jetson_system) {
            problems.push_back({"jetson-needs-arm", {{"capability", capability}, {"system", request.system}}});
            continue;
        }
        if (capability < sbsa_from)
            if (const Capability* other = find_in(request.capabilities, true, is_on_other_platform))
                problems.push_back(
                    {"jetson-mixed", {{"capability", capability}, {"release", request.cuda}, {"other", *other}}});
        if (request.nixpkgs_exact || !row->nvcc.takes_in(request.cuda)) continue;
        if (const auto obstacle = jetpack_obstacle(tables, jetpacks_of(request), {"", capability}, request.cuda))
            problems.push_back(*obstacle);
    }
}

void check_slots(const Request& request, std::vector<Diagnostic>& problems) {
    for (const Capability capability : request.capabilities) {
        if (capability.kind != Capability::Kind::family) continue;
        if (contains(request.capabilities, baseline_of(capability)))
            problems.push_back({"slot-conflict", {{"specific", capability}, {"other", baseline_of(capability)}}});
    }
}

/// nvcc's `-arch=all` and `-arch=all-major` (nvcc's documentation, "-arch"): with PTX of the newest major capability,
/// which is the lowest of its major number.
void add_all(const Tables& tables, Version release, bool majors_only, BuildList& list) {
    std::optional<Capability> newest_major;
    for (const CapabilityRow& row : tables.capabilities) {
        const Capability capability = row.capability;
        if (capability.kind != Capability::Kind::baseline || !row.nvcc.takes_in(release)) continue;
        const bool first_of_major = !newest_major || newest_major->major != capability.major;
        if (first_of_major) newest_major = capability;
        if (first_of_major || !majors_only) list.real.push_back(capability);
    }
    if (newest_major) list.ptx.push_back(*newest_major);
}

template <class Spell>
std::vector<std::string> spell_all(std::span<const Capability> capabilities, Spell spell) {
    std::vector<std::string> spelled(capabilities.size());
    std::ranges::transform(capabilities, spelled.begin(), spell);
    return spelled;
}

std::vector<std::string> architecture_names(const Tables& tables, std::span<const Capability> capabilities) {
    std::vector<std::string> names;
    for (const Capability capability : capabilities)
        if (const CapabilityRow* row = find_capability(tables, capability)) names.emplace_back(row->architecture);
    sort_unique(names);
    return names;
}

}  // namespace

Capability nearest_capability(const Tables& tables, Capability wanted) {
    // Any number is possible, also one that no GPU has.
    const auto number = [](Capability of) { return std::int64_t{of.major} * 10 + of.minor; };
    const auto distance = [&](const CapabilityRow& row) {
        return std::pair(std::abs(number(row.capability) - number(wanted)), row.capability.kind != wanted.kind);
    };
    const auto nearest = std::ranges::min_element(tables.capabilities, {}, distance);
    return nearest == tables.capabilities.end() ? wanted : nearest->capability;
}

void add_known_capabilities(const Tables& tables, const Request& request, Resolution& resolution) {
    const bool nixpkgs_view = request.policy == Policy::nixpkgs || request.nixpkgs_exact;
    for (const CapabilityRow& row : tables.capabilities) {
        const auto& nixpkgs = row.nixpkgs;
        const bool is_known = nixpkgs_view ? nixpkgs && VersionRange{nixpkgs->min, nixpkgs->max}.contains(request.cuda)
                                           : row.nvcc.takes_in(request.cuda);
        if (!is_known) continue;
        resolution.supported.push_back(row.capability);
        const bool is_on_request = row.jetson || row.capability.kind != Capability::Kind::baseline || !nixpkgs;
        if (!is_on_request && VersionRange{{}, nixpkgs->dont_default_after}.contains(request.cuda))
            resolution.defaults.push_back(row.capability);
    }
    if (const auto jetpacks = jetpacks_of(request); !jetpacks.empty())
        resolution.defaults = capabilities_of(tables, jetpacks, request.cuda);
}

std::optional<Capability> forward_compatible_ptx(std::span<const Capability> resolved, bool nixpkgs_exact) noexcept {
    if (resolved.empty()) return std::nullopt;
    if (nixpkgs_exact) return resolved.back();
    const Capability* highest_baseline =
        find_last_in(resolved, [](Capability capability) { return capability.kind == Capability::Kind::baseline; });
    return highest_baseline ? *highest_baseline : baseline_of(resolved.back());
}

std::vector<Diagnostic> check_capabilities(const Tables& tables, const Request& asked) {
    const Request request = with_full_release(tables, asked);
    std::vector<Diagnostic> problems;
    for (const Capability capability : request.capabilities)
        if (const auto problem = check_release(tables, request, capability)) problems.push_back(*problem);
    check_jetson(tables, request, problems);
    if (!request.nixpkgs_exact) check_slots(request, problems);
    return problems;
}

std::vector<Capability> in_nixpkgs_order(const BuildList& list) {
    std::vector<Capability> listed = list.real;
    if (list.ptx.empty() || listed.empty() || listed.back() == list.ptx.back()) return listed;
    const auto ptx = std::ranges::find(listed, list.ptx.back());
    if (ptx != listed.end()) std::rotate(ptx, std::next(ptx), listed.end());
    return listed;
}

Listing with_implied_ptx(Listing listing, bool embedded) {
    for (ListEntry& entry : listing.entries) {
        if (entry.ptx_by_version && embedded) entry.ptx = entry.real;
        entry.ptx_by_version = false;
    }
    return listing;
}

std::optional<BuildList> expand(const Tables& tables, Version release, const Listing& listing) {
    BuildList list;
    for (const ListEntry& entry : listing.entries) {
        if (entry.keyword == ListKeyword::native) return std::nullopt;
        if (entry.keyword) add_all(tables, release, entry.keyword == ListKeyword::all_major, list);
        if (entry.real) list.real.push_back(*entry.real);
        if (entry.ptx) list.ptx.push_back(*entry.ptx);
    }
    sort_unique(list.real);
    sort_unique(list.ptx);
    return list;
}

Flags make_flags(const Tables& tables, const Request& request, const Resolution& resolution) {
    Flags flags = make_flags(tables, request.system, build_list(resolution));
    flags.cuda_forward_compat = request.forward_compat;
    return flags;
}

Flags make_flags(const Tables& tables, std::string_view system, const BuildList& list) {
    const std::span<const Capability> real = list.real;
    Flags flags{.cuda_capabilities = spell_all(real, [](Capability c) { return to_string(c); }),
                .cuda_forward_compat = !list.ptx.empty(),
                .gencode = spell_all(real, gencode_of_real),
                .gencode_string = {},
                .real_arches = spell_all(real, real_architecture),
                .virtual_arches = spell_all(real, virtual_architecture),
                .arch_names = architecture_names(tables, real),
                .arches = {},
                .cmake_cuda_architectures_string = joined(real, ";", undotted),
                .is_jetson_build = system == jetson_system &&
                                   std::ranges::any_of(real, [&](Capability c) { return is_jetson(tables, c); })};
    flags.arches = flags.real_arches;
    for (const Capability ptx : list.ptx) {
        flags.gencode.push_back(gencode_of_ptx(ptx));
        flags.arches.push_back(virtual_architecture(ptx));
    }
    flags.gencode_string = joined(flags.gencode, " ");
    return flags;
}

}  // namespace cudastdenv
