#include "nix/writers.hpp"

#include <algorithm>

namespace cudastdenv::nix {

namespace {

std::vector<Version> releases_that_build(const Tables& tables, const CapabilityRow& row, Policy policy) {
    const VersionRange nvcc{row.nvcc.first, row.nvcc.last};
    const VersionRange nixpkgs{row.nixpkgs->min, row.nixpkgs->max};
    std::vector<Version> releases;
    for (const Release* release : newest_patches(tables)) {
        const bool listed = policy != Policy::nixpkgs || nixpkgs.contains(release->version);
        if (listed && nvcc.contains(release->version))
            releases.push_back({release->version.major, release->version.minor});
    }
    return releases;
}

Set config_of(const Variant& variant) {
    return {{"cudaCapabilities", List{to_string(variant.capability)}, ""},
            {"cudaForwardCompat", false, ""},
            {"cudaSupport", true, ""}};
}

}  // namespace

std::vector<Variant> variants(const Tables& tables, Policy policy) {
    std::vector<Variant> all;
    for (const CapabilityRow& row : tables.capabilities)
        if (row.nixpkgs) all.push_back({row.capability, releases_that_build(tables, row, policy)});
    return all;
}

File variants_file(std::span<const Variant> variants) {
    Set configs;
    Set useful;
    for (const Variant& variant : variants) {
        const std::string name = real_architecture(variant.capability);
        List releases;
        for (const Version release : variant.releases) releases.push_back(package_set_name(release));
        configs.push_back({name, config_of(variant), ""});
        useful.push_back({name, releases, ""});
    }
    return {.comment = "Written by `cudastdenv nix variants`.",
            .head = "",
            .value = Set{{"pkgsForCudaArch", configs, "The config of each variant of nixpkgs for one capability."},
                         {"usefulFor", useful, "The package sets that can build each variant at all."}},
            .gaps = false,
            .plain = {}};
}

}  // namespace cudastdenv::nix
