// SPDX-License-Identifier: MIT
#include "resolve/build_list.hpp"

#include "core/sort_unique.hpp"

#include <algorithm>

namespace cudastdenv {

namespace {

/// The baseline capabilities that nvcc of that release takes, in order.
std::vector<Capability> baselines_of(const Tables& tables, Version release) {
    std::vector<Capability> baselines;
    for (const CapabilityRow& row : tables.capabilities)
        if (row.capability.kind == Capability::Kind::baseline && row.nvcc.takes_in(release))
            baselines.push_back(row.capability);
    return baselines;
}

/// nvcc's `-arch=all` and `-arch=all-major` (nvcc's documentation, "-arch"): PTX of the newest major capability,
/// which is the lowest one of its major number.
void add_all(const Tables& tables, Version release, bool majors_only, BuildList& list) {
    const std::vector<Capability> baselines = baselines_of(tables, release);
    std::optional<Capability> newest_major;
    for (const Capability capability : baselines) {
        const bool first_of_major = !newest_major || newest_major->major != capability.major;
        if (first_of_major) newest_major = capability;
        if (first_of_major || !majors_only) list.real.push_back(capability);
    }
    if (newest_major) list.ptx.push_back(*newest_major);
}

}  // namespace

std::string_view to_string(ListKeyword keyword) noexcept {
    switch (keyword) {
        case ListKeyword::all: return "all";
        case ListKeyword::all_major: return "all-major";
        case ListKeyword::native: return "native";
    }
    return "";
}

BuildList build_list(const Resolution& resolution) {
    BuildList list{resolution.resolved, {}};
    if (resolution.ptx) list.ptx.push_back(*resolution.ptx);
    return list;
}

std::vector<Capability> in_the_order_of_nixpkgs(const BuildList& list) {
    std::vector<Capability> listed = list.real;
    if (list.ptx.empty() || listed.empty() || listed.back() == list.ptx.back()) return listed;
    const auto ptx = std::ranges::find(listed, list.ptx.back());
    if (ptx != listed.end()) std::rotate(ptx, std::next(ptx), listed.end());
    return listed;
}

Listing with_unasked_ptx(Listing listing, bool embedded) {
    for (ListEntry& entry : listing.entries) {
        if (entry.ptx_by_version && embedded) entry.ptx = entry.real;
        entry.ptx_by_version = false;
    }
    return listing;
}

bool depends_on_version(const Listing& listing) noexcept {
    return std::ranges::any_of(listing.entries, &ListEntry::ptx_by_version);
}

std::variant<BuildList, NativeUnknown> expand(const Tables& tables, Version release, const Listing& listing) {
    BuildList list;
    for (const ListEntry& entry : listing.entries) {
        if (entry.keyword == ListKeyword::native) return NativeUnknown{entry.offset};
        if (entry.keyword) add_all(tables, release, entry.keyword == ListKeyword::all_major, list);
        if (entry.real) list.real.push_back(*entry.real);
        if (entry.ptx) list.ptx.push_back(*entry.ptx);
    }
    sort_unique(list.real);
    sort_unique(list.ptx);
    return list;
}

}  // namespace cudastdenv
