// SPDX-License-Identifier: MIT
#pragma once

/// What is said of nixpkgs' files, and of a checkout that is compared, updated or audited.

#include "nix/audit.hpp"
#include "nix/manifest.hpp"
#include "nix/update.hpp"
#include "nix/writers.hpp"
#include "tables/fields.hpp"

#include <cudastdenv/answers.hpp>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::words {

/// Why a release cannot build a variant, and which package sets can. `release` has two numbers.
[[nodiscard]] std::string variant_message(const nix::Variant& variant, Version release);

/// `gcc.maxMajorVersion is "14" there, "15" here`
[[nodiscard]] std::string difference_in_words(const nix::Update::Difference& difference);

/// What people have to decide about the rows that were added.
[[nodiscard]] std::vector<Said> decisions_of(const Tables& tables, const nix::Update& update);

/// What is to be done elsewhere in nixpkgs for the rows that were added, as Markdown to paste; empty: nothing.
[[nodiscard]] std::string consequences(const Tables& tables, const nix::Update& update);

/// Gives each finding its code and its message. Only what is said of the checkout may hold words of it, as plain text.
void add_words(nix::Audit& audit);

/// `9 findings: 2 break a build, 6 forbid what works, 1 cosmetic`
[[nodiscard]] std::string findings_in_words(const nix::Audit& audit);

/// Whose word counts: `NVIDIA's installation guide`.
[[nodiscard]] std::string_view policy_in_words(nix::AuditPolicy policy);

/// `cuda 12.8`, `defaults 13.0`, `alias cudaPackages_13`; as plain text
[[nodiscard]] std::string place_in_words(const nix::AuditFinding& finding);

/// Of the values that are not known: `4 values are not known: nvcc 13.5 gcc.maxMajorVersion, …`; empty: of none
[[nodiscard]] std::string not_known_in_words(const nix::Audit& audit, std::size_t most);

}  // namespace cudastdenv::words

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
