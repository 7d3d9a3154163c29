// SPDX-License-Identifier: MIT
#pragma once

/// NVIDIA's manifests of redistributable packages, the source of nixpkgs' CUDA package sets, and the feature manifests
/// that nixpkgs once had.

#include "core/diagnostic.hpp"
#include "core/entries.hpp"
#include "tables/shape.hpp"

namespace cudastdenv {

/// Whether one of our tables agrees with a manifest.
CUDASTDENV_NEW_ENUM(TableState, (agrees, "agrees"), (lacks, "lacks"), (differs, "differs"))

}  // namespace cudastdenv

namespace cudastdenv::manifest {

/// The outputs of nixpkgs for which a package's archive has files, by the rules of nixpkgs' own generator
/// (ConnorBaker/cuda-redist-find-features): `bin`, `dev`, `doc`, `lib`, `python`, `sample`, `static`, `stubs`.
using PackageOutputs = std::set<std::string_view>;

struct ManifestArchive {
    std::string package;                         ///< `cuda_nvcc`
    std::string system;                          ///< `linux-x86_64`
    std::string variant;                         ///< `cuda12`; empty: none
    std::string path;                            ///< below the manifest's own folder
    std::string sha256;                          ///< 64 hexadecimal digits in lower case
    std::optional<std::uint64_t> size;           ///< bytes
    std::optional<PackageOutputs> outputs = {};  ///< absent: not examined
};

// A field is one line.
// clang-format off

/// A manifest and its comparison with our tables; the answer of `manifest`. The release is known for the toolkit only:
/// the tables have no rows of other products. A new row of redist.json replaces the row with the same names. Packages
/// also have the systems `source` and `linux-all`.
struct Manifest {
    struct Package {
        CUDASTDENV_RECORD("manifestPackage", "A package in a manifest.",
            (std::string, name, "name", "Its name."),
            (std::optional<std::string>, version, "version", "Null where absent or unreadable."),
            (Map<std::vector<std::string>>, systems, "systems", "Its platforms, by NVIDIA's name; for each, the CUDA releases that it is split by."))
    };
    struct NewRows {
        CUDASTDENV_RECORD("newRows", "Rows that are missing in the tables.",
            (std::vector<Release>, releases, "releases", "Rows for releases.json."),
            (std::vector<RedistSystemRow>, redist, "redist", "Rows for redist.json."))
    };
    struct Problem {
        CUDASTDENV_RECORD("manifestProblem", "A problem in a manifest.",
            (CodeName, code, "code", "Problem code."),
            (std::string, pointer, "pointer", "JSON pointer to its location; empty where it is about the whole manifest."),
            (std::string, message, "message", "The message."))
        Diagnostic what = {};  ///< `words` makes the code and the message of it
    };
    CUDASTDENV_ANSWER("manifest", "The contents of NVIDIA's package manifest, compared with the tables.",
        (std::string_view, kind, "kind", "redistrib or feature."),
        (std::optional<std::string>, product, "product", "Null where the manifest does not state it."),
        (std::optional<std::string>, label, "label", "Null where the manifest does not state it."),
        (std::optional<Version>, release, "release", "CUDA release; null where unknown or for another product."),
        (std::optional<std::string>, date, "date", "Null where the manifest does not state it."),
        (std::optional<std::string>, nvcc, "nvcc", "Version of its nvcc; null where it has no nvcc."),
        (std::vector<Package>, packages, "packages", "Sorted by name."),
        (Map<TableState>, tables, "tables", "Whether each table agrees, by name."),
        (NewRows, new_rows, "newRows"),
        (std::size_t, problem_count, "problemCount", "Total number; the list may be shorter."),
        (std::vector<Problem>, problems, "problems"))
    std::vector<ManifestArchive> archives = {};  ///< those with a safe path and a hash; sorted by package and system
    std::size_t unnamed_archives = 0;            ///< the others, each of which is a problem
    RowArena arena = {};                         ///< owns the data of the new rows

    [[nodiscard]] bool is_feature() const noexcept { return kind == "feature"; }
    /// The number of examined archives.
    [[nodiscard]] std::size_t known_archives() const noexcept {
const auto is_known = [](const ManifestArchive& archive) { return archive.outputs.has_value(); };
    return static_cast<std::size_t>(std::ranges::count_if(archives, is_known));
}
    /// The number of other archives, including those without a valid name.
    [[nodiscard]] std::size_t unknown_archives() const noexcept {
        return archives.size() - known_archives() + unnamed_archives;
    }
};

// clang-format on

inline constexpr std::size_t max_manifest_bytes = std::size_t{4} << 20;  ///< real ones have about 50 KiB
inline constexpr std::size_t max_manifest_problems = 200;                ///< kept while it is read

/// Reads a manifest. `file` is used in errors only; the tables list the systems. Throws DataError for more than
/// max_manifest_bytes, invalid JSON, deeper nesting than any manifest, or a list or number in place of a record.
/// Smaller errors are problems in the result, which is free of invalid values.
[[nodiscard]] Manifest read_manifest(const Tables& tables, const std::filesystem::path& file, std::string_view text);

/// Compares a manifest with the tables and adds the result. `file`'s name may contain the release:
/// `redistrib_11.4.4.json`.
void judge_manifest(const Tables& tables, Manifest& manifest, const std::filesystem::path& file);

/// Judges an archive by its entries. Absent unless they are in one directory at its top.
[[nodiscard]] std::optional<PackageOutputs> outputs_of(std::span<const ArchiveEntry> entries);

/// A feature manifest of the examined archives, in the form that nixpkgs published; ends with a newline. `as_nixpkgs`:
/// only the outputs of nixpkgs' own manifests.
[[nodiscard]] std::string feature_manifest(const Manifest& manifest, bool as_nixpkgs);

}  // namespace cudastdenv::manifest
