// SPDX-License-Identifier: MIT
#pragma once

/// What `manifest`, `nix diff` and `closure` answer.

#include "nix/manifest.hpp"
#include "wire/records/shared.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace cudastdenv {

template <>
inline constexpr std::array enumerators<nix::TableState::State>{
    nix::TableState::State::agrees, nix::TableState::State::lacks, nix::TableState::State::differs};

}  // namespace cudastdenv

namespace cudastdenv::wire {

// A field is one line.
// clang-format off

struct ManifestPackageRecord {
    CUDASTDENV_RECORD("manifestPackage", "A package of a manifest.",
        (std::string, name, "name", "Its name."),
        (std::optional<std::string_view>, version, "version", "Null: none, or none that can be read."),
        (Map<std::vector<std::string>>, systems, "systems", "Where it exists, by NVIDIA's name; of each the CUDA releases that it is split by."))
};

struct NewRowsRecord {
    CUDASTDENV_RECORD("newRows", "Rows that the tables lack.",
        (std::vector<Release>, releases, "releases", "Of releases.json."),
        (std::vector<RedistSystemRow>, redist, "redist", "Of redist.json."))
};

struct ManifestProblemRecord {
    CUDASTDENV_RECORD("manifestProblem", "Something wrong with a manifest.",
        (CodeName, code, "code", "Which one, for programs."),
        (std::string, pointer, "pointer", "JSON pointer to where it is; empty: the manifest as a whole."),
        (std::string, message, "message", "In words."))
};

struct ManifestRecord {
    CUDASTDENV_RECORD("manifest", "What NVIDIA's manifest of packages says, and what that means to the tables.",
        (SchemaVersion, schema, "schemaVersion"),
        (std::string_view, kind, "kind", "redistrib or feature."),
        (std::optional<std::string_view>, product, "product", "Null: it does not say."),
        (std::optional<std::string_view>, label, "label", "Null: it does not say."),
        (std::optional<Version>, release, "release", "The CUDA release; null: not known, or another product's."),
        (std::optional<std::string_view>, date, "date", "Null: it does not say."),
        (std::optional<std::string_view>, nvcc, "nvcc", "The version of its nvcc; null: it has none."),
        (std::vector<ManifestPackageRecord>, packages, "packages", "Sorted by name."),
        (Map<nix::TableState::State>, tables, "tables", "Whether each table agrees, by its name."),
        (NewRowsRecord, new_rows, "newRows"),
        (std::size_t, problem_count, "problemCount", "How many there are; not all are listed."),
        (std::vector<ManifestProblemRecord>, problems, "problems"))
};

struct MajorsRecord {
    CUDASTDENV_RECORD("majors", "The major versions of a compiler, as nvcc.nix has them.",
        (int, min, "minMajorVersion", "Included."),
        (int, max, "maxMajorVersion", "Included."))
};

struct NvccRowRecord {
    CUDASTDENV_RECORD("nvccRow", "A row of nvcc.nix.",
        (MajorsRecord, gcc, "gcc"),
        (MajorsRecord, clang, "clang"),
        (Maybe<Policy>, view, "view", "Whose range ours is; absent in theirs."))
};

struct CudaRowRecord {
    CUDASTDENV_RECORD("cudaRow", "A row of cuda.nix.",
        (std::string, architecture, "archName", "The architecture's name."),
        (std::optional<bool>, jetson, "isJetson", "Null: that file does not say."),
        (Version, min, "minCudaMajorMinorVersion", "The first release, included."),
        (std::optional<Version>, max, "maxCudaMajorMinorVersion", "The last release, included; null: none."),
        (std::optional<Version>, dont_default_after, "dontDefaultAfterCudaMajorMinorVersion", "The last release that builds for it by default; null: none."))
};

using NixRowRecord = std::variant<NvccRowRecord, CudaRowRecord>;

struct ChangeRecord {
    CUDASTDENV_RECORD("change", "What a row says otherwise.",
        (std::string, field, "field", "The attribute."),
        (Maybe<Scalar>, here, "here", "What it is here; absent: only its spelling differs."),
        (Maybe<Scalar>, there, "there", "What it is there; absent: only there it is."),
        (Maybe<std::optional<int>>, by, "by", "How far apart they are, in majors or minor releases; null: one is absent."),
        (Maybe<bool>, extra, "extra", "Only there it is."),
        (Maybe<bool>, spelling, "spelling", "Only its spelling differs."))
};

struct NixDifferenceRecord {
    CUDASTDENV_RECORD("nixDifference", "A row that is not the same here and there.",
        (std::string_view, table, "table", "nvcc or cuda."),
        (std::string, row, "row", "The release, or the capability."),
        (std::string_view, kind, "kind", "missing-here, missing-there or different."),
        (Maybe<std::vector<ChangeRecord>>, changes, "changes", "Absent unless they differ."),
        (Maybe<NixRowRecord>, here, "here", "Our row; absent: there is none."),
        (Maybe<NixRowRecord>, there, "there", "Their row; absent: there is none."),
        (Maybe<std::vector<std::string_view>>, sources, "sources", "Ids of the sources of our row."))
};

struct NixFilesRecord {
    CUDASTDENV_RECORD("nixFiles", "The files that were compared, from the folder on.",
        (ForeignText, nvcc, "nvcc"),
        (ForeignText, cuda, "cuda"))
};

struct NixDiffRecord {
    CUDASTDENV_RECORD("nixDiff", "A checkout of nixpkgs held against the tables.",
        (SchemaVersion, schema, "schemaVersion"),
        (ForeignText, folder, "folder"),
        (NixFilesRecord, files, "files"),
        (bool, same, "same", "Nothing differs."),
        (std::vector<NixDifferenceRecord>, differences, "differences"),
        (int, agreeing, "agreeing", "Rows that say the same."),
        (std::vector<Version>, given_up, "givenUpThere", "Releases older than every one there: no difference."))
};

}  // namespace cudastdenv::wire
