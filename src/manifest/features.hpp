// SPDX-License-Identifier: MIT
#pragma once

/// Feature manifests: which outputs a redistributable package has on which system. nixpkgs had them beside NVIDIA's
/// manifests until its packages said it themselves (buildRedist).

#include "core/archive_entry.hpp"
#include "manifest/manifest.hpp"

#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::manifest {

/// The outputs of nixpkgs that a package has something of its own for, judged by what lies in its archive as nixpkgs'
/// own generator did (ConnorBaker/cuda-redist-find-features): `bin`, `dev`, `doc`, `lib`, `python`, `sample`, `static`,
/// `stubs`.
using PackageOutputs = std::set<std::string_view>;

/// Judges an archive by its entries, which lie in one folder at its top. Absent where they do not.
[[nodiscard]] std::optional<PackageOutputs> outputs_of(std::span<const ArchiveEntry> entries);

/// A package on a system, and what it has there.
struct PackageFeatures {
    ManifestArchive archive;
    PackageOutputs outputs;
};

/// The features of the packages whose archives are at hand.
struct FoundFeatures {
    std::vector<PackageFeatures> packages;
    std::vector<ManifestArchive> missing;  ///< whose archives are not there: which outputs they have is not known
    std::size_t unnamed = 0;               ///< archives that the manifest does not name properly

    /// Whether it is known of all that the manifest names.
    [[nodiscard]] bool is_whole() const noexcept { return missing.empty() && unnamed == 0; }
};

/// A feature manifest, in the form in which nixpkgs published them; ends with a newline. `packages` is in the order of
/// Manifest::archives; what is not among them is not in the text either. `as_nixpkgs`: it names the outputs of nixpkgs'
/// own manifests, and no others.
[[nodiscard]] std::string feature_manifest(std::span<const PackageFeatures> packages, bool as_nixpkgs);

}  // namespace cudastdenv::manifest
