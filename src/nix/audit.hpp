// SPDX-License-Identifier: MIT
#pragma once

/// `nix audit` compares a nixpkgs checkout with NVIDIA's statements. nixpkgs' own rows do not count here.

#include "core/diagnostic.hpp"
#include "nix/rows.hpp"

#include <cudastdenv/tables.hpp>

namespace cudastdenv {

/// Which statement of NVIDIA counts.
CUDASTDENV_NEW_ENUM(AuditPolicy,                 //
                    (documented, "documented"),  // its installation guide; for capabilities its documentation
                    (enforced, "enforced"),      // what crt/host_config.h checks; of capabilities as documented
                    (measured, "measured"))      // what was tried with real toolkits: host compilers only

/// In the order of the report.
CUDASTDENV_NEW_ENUM(AuditSeverity,
                    (breaks_a_build, "breaks-a-build"),          // allows or builds what NVIDIA refuses, or is no Nix
                    (forbids_what_works, "forbids-what-works"),  // refuses what NVIDIA supports
                    (cosmetic, "cosmetic"))                      // no release of the checkout would notice

/// The subject of a finding.
CUDASTDENV_NEW_ENUM(AuditSubject,            //
                    (nvcc, "nvcc"),          // a row of nvcc.nix, by its release
                    (cuda, "cuda"),          // a row of cuda.nix or gpus.nix, by its capability
                    (defaults, "defaults"),  // the default capabilities of a release
                    (comment, "comment"),    // what a file's comment says
                    (alias, "alias"))        // a package set's name without a minor number

}  // namespace cudastdenv

namespace cudastdenv::nix {

// A field is one line.
// clang-format off

struct AuditFinding {
    CUDASTDENV_RECORD("auditFinding", "Something that a checkout says otherwise than NVIDIA, or oddly.",
        (AuditSeverity, severity, "severity", "breaks-a-build: it allows or builds what NVIDIA does not take, or cannot be evaluated there; forbids-what-works: it refuses what NVIDIA takes; cosmetic: no release notices."),
        (AuditSubject, subject, "subject", "What it is about."),
        (ForeignText, row, "row", "The release, the capability, or the alias, as the checkout calls it; empty: of a comment."),
        (std::optional<ForeignText>, field, "field", "The attribute; null: the row as a whole."),
        (CodeName, code, "code", "Which problem, for programs."),
        (Maybe<Scalar>, there, "there", "What the checkout says; null: no bound; absent: nothing by itself."),
        (Maybe<Scalar>, nvidia, "nvidia", "What NVIDIA says, or what would be right; likewise."),
        (Maybe<std::vector<Version>>, releases, "releases", "The CUDA releases concerned; absent: none by themselves."),
        (std::string, message, "message", "The same in words."),
        (ForeignText, file, "file", "The checkout's file, from the folder on."),
        (std::optional<int>, line, "line", "Its line, from 1; null: not known."),
        (std::vector<std::string_view>, sources, "sources", "Ids of our sources; none: it is about the checkout alone."),
        (Maybe<std::vector<std::string_view>>, advisories, "advisories", "What breaks some code with what is refused all the same; absent: it is about something else."))
    Diagnostic what = {};  ///< the value there, and NVIDIA's or the right one instead
    std::vector<std::string_view> remarks = {};  ///< ids of further remarks, with the same arguments
};

/// The answer of `nix audit`, before words::add_words().
struct Audit {
    struct Files {
        CUDASTDENV_RECORD("auditedFiles", "The files that were audited, from the folder on.",
            (ForeignText, nvcc, "nvcc"),
            (ForeignText, cuda, "cuda"),
            (std::optional<ForeignText>, package_sets, "packageSets", "With the package sets' names; null: it is not there."))
    };
    struct NotKnown {
        CUDASTDENV_RECORD("notKnown", "A value of the checkout of which NVIDIA's word is not known.",
            (AuditSubject, subject, "subject", "What it is about."),
            (ForeignText, row, "row"),
            (std::optional<ForeignText>, field, "field", "The attribute; null: the row as a whole."))
    };
    CUDASTDENV_ANSWER("nixAudit", "A checkout of nixpkgs held against NVIDIA's word.",
        (ForeignText, folder, "folder"),
        (AuditPolicy, policy, "policy", "Which word of NVIDIA's counts."),
        (Files, files, "files"),
        (int, breaking, "breaking", "Findings of that severity."),
        (int, forbidding, "forbidding", "Likewise."),
        (int, cosmetic, "cosmetic", "Likewise."),
        (std::vector<AuditFinding>, findings, "findings", "The gravest first."),
        (int, agreeing, "agreeing", "Values that NVIDIA's word confirms."),
        (std::vector<NotKnown>, not_known, "notKnown", "Neither confirmed nor a finding."),
        (std::vector<Version>, given_up, "givenUpThere", "Releases older than every one there: no finding."))
};

// clang-format on

struct AuditedFile {
    std::string path;  ///< relative to the checkout
    std::string text;
    std::vector<Row> rows{};  ///< of a table
};
struct AuditedCheckout {
    std::string folder{};  ///< as given
    AuditedFile nvcc{};
    AuditedFile cuda{};
    std::optional<AuditedFile> package_sets{};  ///< top-level/all-packages.nix, if it exists
};

/// The file with the names of package sets. A directory within a checkout lacks it; then package sets are not audited.
inline constexpr std::string_view package_set_file = "pkgs/top-level/all-packages.nix";

/// Compares each value with NVIDIA's statement. Bounds of compilers must be right for each patch release, since nixpkgs
/// has one row for all of them.
[[nodiscard]] Audit audit(const Tables& tables, AuditPolicy policy, const AuditedCheckout& checkout);

/// `cudaPackages_13 = cudaPackages_13_2;`
struct PackageSetAlias {
    std::string_view name;
    std::string_view points_to;
    int line = 1;
};
struct PackageSetNames {
    std::vector<Version> sets;  ///< two numbers, sorted
    std::vector<PackageSetAlias> aliases;
};
/// CUDA's package sets in all-packages.nix, as far as they are clear without evaluation.
[[nodiscard]] PackageSetNames package_set_names(std::string_view text);

}  // namespace cudastdenv::nix
