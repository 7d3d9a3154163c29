// SPDX-License-Identifier: MIT
#pragma once

#include "nix/manifest.hpp"
#include "tables/fields.hpp"

#include <cudastdenv/answers.hpp>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv {

template <>
inline constexpr std::array enumerators<nix::TableState::State>{
    nix::TableState::State::agrees, nix::TableState::State::lacks, nix::TableState::State::differs};

}  // namespace cudastdenv

namespace cudastdenv::words {

// A field is one line.
// clang-format off

/// What `manifest` answers. It points into the manifest and its verdict.
struct ManifestAnswer {
    struct Package {
        CUDASTDENV_RECORD("manifestPackage", "A package of a manifest.",
            (std::string, name, "name", "Its name."),
            (std::optional<std::string_view>, version, "version", "Null: none, or none that can be read."),
            (Map<std::vector<std::string>>, systems, "systems", "Where it exists, by NVIDIA's name; of each the CUDA releases that it is split by."))
    };
    struct NewRows {
        CUDASTDENV_RECORD("newRows", "Rows that the tables lack.",
            (std::vector<Release>, releases, "releases", "Of releases.json."),
            (std::vector<RedistSystemRow>, redist, "redist", "Of redist.json."))
    };
    struct Problem {
        CUDASTDENV_RECORD("manifestProblem", "Something wrong with a manifest.",
            (CodeName, code, "code", "Which one, for programs."),
            (std::string, pointer, "pointer", "JSON pointer to where it is; empty: the manifest as a whole."),
            (std::string, message, "message", "In words."))
    };
    CUDASTDENV_RECORD("manifest", "What NVIDIA's manifest of packages says, and what that means to the tables.",
        (SchemaVersion, schema, "schemaVersion"),
        (std::string_view, kind, "kind", "redistrib or feature."),
        (std::optional<std::string_view>, product, "product", "Null: it does not say."),
        (std::optional<std::string_view>, label, "label", "Null: it does not say."),
        (std::optional<Version>, release, "release", "The CUDA release; null: not known, or another product's."),
        (std::optional<std::string_view>, date, "date", "Null: it does not say."),
        (std::optional<std::string_view>, nvcc, "nvcc", "The version of its nvcc; null: it has none."),
        (std::vector<Package>, packages, "packages", "Sorted by name."),
        (Map<nix::TableState::State>, tables, "tables", "Whether each table agrees, by its name."),
        (NewRows, new_rows, "newRows"),
        (std::size_t, problem_count, "problemCount", "How many there are; not all are listed."),
        (std::vector<Problem>, problems, "problems"))
};

// clang-format on

[[nodiscard]] ManifestAnswer manifest_answer(const nix::Manifest& manifest, const nix::ManifestVerdict& verdict);

}  // namespace cudastdenv::words
