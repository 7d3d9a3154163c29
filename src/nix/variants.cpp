// SPDX-License-Identifier: MIT
#include "nix/writers.hpp"

#include "core/minor_of.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace cudastdenv::nix {

namespace {

std::vector<Version> releases_that_build(const Tables& tables, const CapabilityRow& row, Policy policy) {
    const VersionRange nixpkgs{row.nixpkgs->min, row.nixpkgs->max};
    Request alone;
    alone.capabilities = std::span(&row.capability, 1);
    if (row.jetson) alone.system = jetson_system;
    std::vector<Version> releases;
    for (const Release* release : newest_patches(tables)) {
        alone.cuda = release->version;
        const bool listed = policy != Policy::nixpkgs || nixpkgs.contains(release->version);
        if (listed && check_capabilities(tables, alone).empty()) releases.push_back(minor_of(release->version));
    }
    return releases;
}

/// The package sets of a channel.
struct Channel {
    Version own;                                  ///< of `cudaPackages`; two numbers
    std::vector<const PackageSetRow*> versioned;  ///< `cudaPackages_12_8` and the like, oldest first
};

Channel channel_of(const Tables& tables, std::string_view id) {
    Channel channel;
    for (const PackageSetRow& row : tables.package_sets) {
        if (row.channel != id) continue;
        if (row.attribute == "cudaPackages") channel.own = minor_of(row.release);
        if (row.attribute == package_set_name(row.release)) channel.versioned.push_back(&row);
    }
    std::ranges::sort(channel.versioned, {}, [](const PackageSetRow* row) { return row->release; });
    return channel;
}

/// The set of that release; else the oldest newer one, else the newest older one. `sets` is not empty.
const PackageSetRow* nearest(const std::vector<const PackageSetRow*>& sets, Version release) {
    for (const PackageSetRow* set : sets)
        if (release <= minor_of(set->release)) return set;
    return sets.back();
}

/// Through `pkgs` of a package set, its own CUDA is the default one.
std::string use_of(const Variant& variant, const Channel& channel, const PackageSetRow& set) {
    const std::string name = "pkgsForCudaArch." + real_architecture(variant.capability);
    return minor_of(set.release) == channel.own ? name : fmt::format("{}.{}.pkgs", name, set.attribute);
}

Set config_of(const Variant& variant) {
    return {{"cudaCapabilities", List{to_string(variant.capability)}, ""},
            {"cudaForwardCompat", false, ""},
            {"cudaSupport", true, ""},
            {"rocmSupport", false, ""}};
}

/// nixpkgs' variant for every capability that it builds unasked.
Set config_of_pkgs_cuda() { return {{"cudaSupport", true, ""}, {"rocmSupport", false, ""}}; }

/// What to build in each of the sets: nixpkgs' own program that is compiled by nvcc, and computes something.
List paths_in(std::string_view variant, std::span<const std::string_view> sets) {
    List paths;
    for (const std::string_view set : sets) paths.emplace_back(fmt::format("{}.{}.saxpy", variant, set));
    return paths;
}

}  // namespace

std::vector<Variant> variants(const Tables& tables, Policy policy, std::string_view channel,
                              std::optional<Version> preferred) {
    const Channel sets = channel_of(tables, channel);
    std::vector<Variant> all;
    for (const CapabilityRow& row : tables.capabilities) {
        if (!row.nixpkgs) continue;
        Variant variant{row.capability, releases_that_build(tables, row, policy)};
        std::vector<const PackageSetRow*> able;
        for (const PackageSetRow* set : sets.versioned)
            if (std::ranges::find(variant.releases, minor_of(set->release)) != variant.releases.end()) {
                able.push_back(set);
                variant.sets.push_back(set->attribute);
            }
        if (!able.empty()) variant.use = use_of(variant, sets, *nearest(able, preferred.value_or(sets.own)));
        all.push_back(std::move(variant));
    }
    return all;
}

File variants_file(const Tables& tables, std::span<const Variant> variants, std::string_view channel) {
    Set configs;
    Set useful;
    Set use;
    Set build;
    std::vector<std::string_view> all_sets;
    for (const PackageSetRow* set : channel_of(tables, channel).versioned) all_sets.push_back(set->attribute);
    build.push_back({"pkgsCuda", paths_in("pkgsCuda", all_sets), ""});
    for (const Variant& variant : variants) {
        const std::string name = real_architecture(variant.capability);
        List sets;
        for (const std::string_view set : variant.sets) sets.emplace_back(set);
        configs.push_back({name, config_of(variant), ""});
        useful.push_back({name, sets, ""});
        use.push_back({name, variant.use.empty() ? Value() : Value(variant.use), ""});
        build.push_back({name, paths_in("pkgsForCudaArch." + name, variant.sets), ""});
    }
    return {.comment = fmt::format("Written by `cudastdenv nix variants` for {}.", channel),
            .head = "",
            .value = Set{{"pkgsCuda", config_of_pkgs_cuda(), "The config of nixpkgs' variant with CUDA."},
                         {"pkgsForCudaArch", configs, "The config of each variant of nixpkgs for one capability."},
                         {"usefulFor", useful, "The channel's package sets that can build each variant at all."},
                         {"use", use, "Where the packages of each variant are, built by a set that can."},
                         {"build", build, "What to build to try each variant with each of these sets."}},
            .gaps = false,
            .plain = {}};
}

}  // namespace cudastdenv::nix
