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

struct ManifestPackageRecord {
    std::string name;
    std::optional<std::string_view> version;
    Map<std::vector<std::string>> systems;

    static constexpr std::string_view title = "manifestPackage";
    static constexpr std::string_view meaning = "A package of a manifest.";
    static constexpr auto fields =
        pack_of(Field{"name", &ManifestPackageRecord::name, "Its name."},
                Field{"version", &ManifestPackageRecord::version, "Null: none, or none that can be read."},
                Field{"systems", &ManifestPackageRecord::systems,
                      "Where it exists, by NVIDIA's name; of each the CUDA releases that it is split by."});
};

struct NewRowsRecord {
    std::vector<Release> releases;
    std::vector<RedistSystemRow> redist;

    static constexpr std::string_view title = "newRows";
    static constexpr std::string_view meaning = "Rows that the tables lack.";
    static constexpr auto fields = pack_of(Field{"releases", &NewRowsRecord::releases, "Of releases.json."},
                                           Field{"redist", &NewRowsRecord::redist, "Of redist.json."});
};

struct ManifestProblemRecord {
    CodeName code;
    std::string pointer;
    std::string message;

    static constexpr std::string_view title = "manifestProblem";
    static constexpr std::string_view meaning = "Something wrong with a manifest.";
    static constexpr auto fields = pack_of(Field{"code", &ManifestProblemRecord::code, "Which one, for programs."},
                                           Field{"pointer", &ManifestProblemRecord::pointer,
                                                 "JSON pointer to where it is; empty: the manifest as a whole."},
                                           Field{"message", &ManifestProblemRecord::message, "In words."});
};

struct ManifestRecord {
    SchemaVersion schema;
    std::string_view kind;
    std::optional<std::string_view> product;
    std::optional<std::string_view> label;
    std::optional<Version> release;
    std::optional<std::string_view> date;
    std::optional<std::string_view> nvcc;
    std::vector<ManifestPackageRecord> packages;
    Map<nix::TableState::State> tables;
    NewRowsRecord new_rows;
    std::size_t problem_count;
    std::vector<ManifestProblemRecord> problems;

    static constexpr std::string_view title = "manifest";
    static constexpr std::string_view meaning =
        "What NVIDIA's manifest of packages says, and what that means to the tables.";
    static constexpr auto fields = pack_of(
        Field{"schemaVersion", &ManifestRecord::schema}, Field{"kind", &ManifestRecord::kind, "redistrib or feature."},
        Field{"product", &ManifestRecord::product, "Null: it does not say."},
        Field{"label", &ManifestRecord::label, "Null: it does not say."},
        Field{"release", &ManifestRecord::release, "The CUDA release; null: not known, or another product's."},
        Field{"date", &ManifestRecord::date, "Null: it does not say."},
        Field{"nvcc", &ManifestRecord::nvcc, "The version of its nvcc; null: it has none."},
        Field{"packages", &ManifestRecord::packages, "Sorted by name."},
        Field{"tables", &ManifestRecord::tables, "Whether each table agrees, by its name."},
        Field{"newRows", &ManifestRecord::new_rows},
        Field{"problemCount", &ManifestRecord::problem_count, "How many there are; not all are listed."},
        Field{"problems", &ManifestRecord::problems});
};

struct MajorsRecord {
    int min;
    int max;

    static constexpr std::string_view title = "majors";
    static constexpr std::string_view meaning = "The major versions of a compiler, as nvcc.nix has them.";
    static constexpr auto fields = pack_of(Field{"minMajorVersion", &MajorsRecord::min, "Included."},
                                           Field{"maxMajorVersion", &MajorsRecord::max, "Included."});
};

struct NvccRowRecord {
    MajorsRecord gcc;
    MajorsRecord clang;
    Maybe<Policy> view;

    static constexpr std::string_view title = "nvccRow";
    static constexpr std::string_view meaning = "A row of nvcc.nix.";
    static constexpr auto fields =
        pack_of(Field{"gcc", &NvccRowRecord::gcc}, Field{"clang", &NvccRowRecord::clang},
                Field{"view", &NvccRowRecord::view, "Whose range ours is; absent in theirs."});
};

struct CudaRowRecord {
    std::string architecture;
    std::optional<bool> jetson;
    Version min;
    std::optional<Version> max;
    std::optional<Version> dont_default_after;

    static constexpr std::string_view title = "cudaRow";
    static constexpr std::string_view meaning = "A row of cuda.nix.";
    static constexpr auto fields =
        pack_of(Field{"archName", &CudaRowRecord::architecture, "The architecture's name."},
                Field{"isJetson", &CudaRowRecord::jetson, "Null: that file does not say."},
                Field{"minCudaMajorMinorVersion", &CudaRowRecord::min, "The first release, included."},
                Field{"maxCudaMajorMinorVersion", &CudaRowRecord::max, "The last release, included; null: none."},
                Field{"dontDefaultAfterCudaMajorMinorVersion", &CudaRowRecord::dont_default_after,
                      "The last release that builds for it by default; null: none."});
};

using NixRowRecord = std::variant<NvccRowRecord, CudaRowRecord>;

struct ChangeRecord {
    std::string field;
    Maybe<Scalar> here;
    Maybe<Scalar> there;
    Maybe<std::optional<int>> by;
    Maybe<bool> extra;
    Maybe<bool> spelling;

    static constexpr std::string_view title = "change";
    static constexpr std::string_view meaning = "What a row says otherwise.";
    static constexpr auto fields = pack_of(
        Field{"field", &ChangeRecord::field, "The attribute."},
        Field{"here", &ChangeRecord::here, "What it is here; absent: only its spelling differs."},
        Field{"there", &ChangeRecord::there, "What it is there; absent: only there it is."},
        Field{"by", &ChangeRecord::by, "How far apart they are, in majors or minor releases; null: one is absent."},
        Field{"extra", &ChangeRecord::extra, "Only there it is."},
        Field{"spelling", &ChangeRecord::spelling, "Only its spelling differs."});
};

struct NixDifferenceRecord {
    std::string_view table;
    std::string row;
    std::string_view kind;
    Maybe<std::vector<ChangeRecord>> changes;
    Maybe<NixRowRecord> here;
    Maybe<NixRowRecord> there;
    Maybe<std::vector<std::string_view>> sources;

    static constexpr std::string_view title = "nixDifference";
    static constexpr std::string_view meaning = "A row that is not the same here and there.";
    static constexpr auto fields =
        pack_of(Field{"table", &NixDifferenceRecord::table, "nvcc or cuda."},
                Field{"row", &NixDifferenceRecord::row, "The release, or the capability."},
                Field{"kind", &NixDifferenceRecord::kind, "missing-here, missing-there or different."},
                Field{"changes", &NixDifferenceRecord::changes, "Absent unless they differ."},
                Field{"here", &NixDifferenceRecord::here, "Our row; absent: there is none."},
                Field{"there", &NixDifferenceRecord::there, "Their row; absent: there is none."},
                Field{"sources", &NixDifferenceRecord::sources, "Ids of the sources of our row."});
};

struct NixFilesRecord {
    ForeignText nvcc;
    ForeignText cuda;

    static constexpr std::string_view title = "nixFiles";
    static constexpr std::string_view meaning = "The files that were compared, from the folder on.";
    static constexpr auto fields = pack_of(Field{"nvcc", &NixFilesRecord::nvcc}, Field{"cuda", &NixFilesRecord::cuda});
};

struct NixDiffRecord {
    SchemaVersion schema;
    ForeignText folder;
    NixFilesRecord files;
    bool same;
    std::vector<NixDifferenceRecord> differences;
    int agreeing;
    std::vector<Version> given_up;

    static constexpr std::string_view title = "nixDiff";
    static constexpr std::string_view meaning = "A checkout of nixpkgs held against the tables.";
    static constexpr auto fields =
        pack_of(Field{"schemaVersion", &NixDiffRecord::schema}, Field{"folder", &NixDiffRecord::folder},
                Field{"files", &NixDiffRecord::files}, Field{"same", &NixDiffRecord::same, "Nothing differs."},
                Field{"differences", &NixDiffRecord::differences},
                Field{"agreeing", &NixDiffRecord::agreeing, "Rows that say the same."},
                Field{"givenUpThere", &NixDiffRecord::given_up, "Releases older than every one there: no difference."});
};

}  // namespace cudastdenv::wire
