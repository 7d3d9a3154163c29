// SPDX-License-Identifier: MIT
#pragma once

/// NVIDIA's manifests of redistributable packages, from which nixpkgs' CUDA package sets are made, and the feature
/// manifests that nixpkgs once kept beside them.

#include "core/archive_entry.hpp"
#include "core/diagnostic.hpp"
#include "tables/shape.hpp"

#include <cudastdenv/describe.hpp>
#include <cudastdenv/tables.hpp>

#include <filesystem>

namespace cudastdenv {

/// Whether one of our tables agrees with a manifest.
CUDASTDENV_NEW_ENUM(TableState, (agrees, "agrees"), (lacks, "lacks"), (differs, "differs"))

}  // namespace cudastdenv

namespace cudastdenv::manifest {

/// The outputs of nixpkgs that a package has something of its own for, judged by what lies in its archive as nixpkgs'
/// own generator did (ConnorBaker/cuda-redist-find-features): `bin`, `dev`, `doc`, `lib`, `python`, `sample`, `static`,
/// `stubs`.
using PackageOutputs = std::set<std::string_view>;

/// An archive that a manifest names.
struct ManifestArchive {
    std::string package;                         ///< `cuda_nvcc`
    std::string system;                          ///< `linux-x86_64`
    std::string variant;                         ///< `cuda12`; empty: none
    std::string path;                            ///< below the manifest's own folder
    std::string sha256;                          ///< 64 hexadecimal digits in lower case
    std::optional<std::uint64_t> size;           ///< bytes
    std::optional<PackageOutputs> outputs = {};  ///< absent: nobody has looked into it
};

// A field is one line.
// clang-format off

/// A manifest, what it means to our tables, and so what `manifest` answers. Of the toolkit itself alone the release is
/// known: the tables have no rows of other products. A new row of redist.json replaces the one of the same names. Beside systems of
/// ours packages have `source` and `linux-all`.
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
        Diagnostic what = {};  ///< what `words` makes the code and the message of
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
    std::size_t unnamed_archives = 0;            ///< the others, of which there are problems
    RowArena arena = {};                         ///< what the new rows point to

    [[nodiscard]] bool is_feature() const noexcept { return kind == "feature"; }
    /// How many of the archives somebody has looked into.
    [[nodiscard]] std::size_t known_archives() const noexcept;
    /// How many others it names, those that it does not name properly among them.
    [[nodiscard]] std::size_t unknown_archives() const noexcept {
        return archives.size() - known_archives() + unnamed_archives;
    }
};

// clang-format on

inline constexpr std::size_t max_manifest_bytes = std::size_t{4} << 20;  ///< real ones have some 50 KiB
inline constexpr std::size_t max_manifest_problems = 200;                ///< that are kept while it is read

/// Reads a manifest. `file` is only named in errors; the tables say which systems there are. Throws DataError:
/// larger than max_manifest_bytes, not JSON, deeper than any manifest, a list or a number where records are.
/// Anything smaller is a problem in the result; what is kept is free of it.
[[nodiscard]] Manifest read_manifest(const Tables& tables, const std::filesystem::path& file, std::string_view text);

/// Compares a manifest with the tables, and adds what comes of it. `file` may say in its name which release it is:
/// `redistrib_11.4.4.json`.
void judge_manifest(const Tables& tables, Manifest& manifest, const std::filesystem::path& file);

/// Judges an archive by its entries, which lie in one folder at its top. Absent where they do not.
[[nodiscard]] std::optional<PackageOutputs> outputs_of(std::span<const ArchiveEntry> entries);

/// A feature manifest of the archives that somebody has looked into, in the form in which nixpkgs published them; ends
/// with a newline. `as_nixpkgs`: it names the outputs of nixpkgs' own manifests, and no others.
[[nodiscard]] std::string feature_manifest(const Manifest& manifest, bool as_nixpkgs);

}  // namespace cudastdenv::manifest
