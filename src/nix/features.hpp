// SPDX-License-Identifier: MIT
#pragma once

/// Feature manifests: which outputs a redistributable package has on which system. nixpkgs had them beside NVIDIA's
/// manifests until its packages said it themselves (buildRedist).

#include "core/archive_entry.hpp"
#include "nix/manifest.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::nix {

/// What a package has of its own for each of nixpkgs' outputs, judged by what lies in its archive as nixpkgs' own
/// generator did (ConnorBaker/cuda-redist-find-features): folders count where something lies in them, libraries
/// anywhere below `lib`, also those in `lib/stubs`.
struct PackageOutputs {
    bool bin = false;             ///< a file below `bin`; which of them can be run the generator does not ask
    bool dev = false;             ///< `include`, `lib/pkgconfig`, `share/pkgconfig`, `lib/cmake` or `share/aclocal`
    bool doc = false;             ///< `share/` and `info`, `doc`, `gtk-doc`, `devhelp` or `man`
    bool lib = false;             ///< a `*.so` below `lib`
    bool python = false;          ///< `python`
    bool sample = false;          ///< `samples`
    bool static_library = false;  ///< a `*.a` below `lib`
    bool stubs = false;           ///< a `*.so` or `*.a` below `stubs` or `lib/stubs`

    friend bool operator==(const PackageOutputs&, const PackageOutputs&) = default;
};

/// One of the outputs.
struct OutputName {
    std::string_view name;  ///< `static`
    bool PackageOutputs::*has;
    bool in_nixpkgs;  ///< nixpkgs' own feature manifests have it; its module for them refuses one with others
};
/// All of them, by name.
inline constexpr std::array<OutputName, 8> output_names{{
    {"bin", &PackageOutputs::bin, true},
    {"dev", &PackageOutputs::dev, true},
    {"doc", &PackageOutputs::doc, true},
    {"lib", &PackageOutputs::lib, true},
    {"python", &PackageOutputs::python, false},
    {"sample", &PackageOutputs::sample, true},
    {"static", &PackageOutputs::static_library, true},
    {"stubs", &PackageOutputs::stubs, false},
}};

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

/// Which outputs a feature manifest names.
enum class FeatureExtent {
    all,
    nixpkgs,  ///< those of nixpkgs' own manifests
};

/// A feature manifest, in the form in which nixpkgs published them; ends with a newline. `packages` is in the order of
/// Manifest::archives; what is not among them is not in the text either.
[[nodiscard]] std::string feature_manifest(std::span<const PackageFeatures> packages, FeatureExtent extent);

}  // namespace cudastdenv::nix
