// SPDX-License-Identifier: MIT
#pragma once

/// `nix audit` compares a nixpkgs checkout with NVIDIA's statements. nixpkgs' own rows do not count here.

#include "nix/rows.hpp"

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
    CUDASTDENV_RECORD("auditFinding", "A difference between a checkout and NVIDIA, or an oddity.",
        (AuditSeverity, severity, "severity", "breaks-a-build: the checkout allows or builds what NVIDIA does not support, or does not evaluate; forbids-what-works: it rejects what NVIDIA supports; cosmetic: it affects no release."),
        (AuditSubject, subject, "subject", "What it is about."),
        (ForeignText, row, "row", "The release, capability or alias, as the checkout names it; empty for a comment."),
        (std::optional<ForeignText>, field, "field", "The attribute; null where it is about the whole row."),
        (CodeName, code, "code", "Problem code."),
        (Maybe<Scalar>, there, "there", "The checkout's value; null where it has no bound; absent where there is no single value."),
        (Maybe<Scalar>, nvidia, "nvidia", "NVIDIA's value, or the right one; null and absent as above."),
        (Maybe<std::vector<Version>>, releases, "releases", "The CUDA releases concerned; absent where no release is."),
        (std::string, message, "message", "The same as a sentence."),
        (ForeignText, file, "file", "The checkout's file, relative to the directory."),
        (std::optional<int>, line, "line", "Line number, from 1; null where unknown."),
        (std::vector<std::string_view>, sources, "sources", "Ids of the tables' sources; empty where it is about the checkout alone."),
        (Maybe<std::vector<std::string_view>>, advisories, "advisories", "Advisories on some code with what is rejected; absent where not applicable."))
    Diagnostic what = {};                         ///< the value there, and NVIDIA's or the right one instead
    std::vector<std::string_view> remarks = {};  ///< ids of further remarks, with the same arguments
};

/// The answer of `nix audit`, before messages::add_sentences().
struct Audit {
    struct Files {
        CUDASTDENV_RECORD("auditedFiles", "The audited files, relative to the directory.",
            (ForeignText, nvcc, "nvcc"),
            (ForeignText, cuda, "cuda"),
            (std::optional<ForeignText>, package_sets, "packageSets", "The file with the package sets' names; null where absent."))
    };
    struct NotKnown {
        CUDASTDENV_RECORD("notKnown", "A value of the checkout that NVIDIA neither confirms nor contradicts.",
            (AuditSubject, subject, "subject", "What it is about."),
            (ForeignText, row, "row"),
            (std::optional<ForeignText>, field, "field", "The attribute; null where it is about the whole row."))
    };
    CUDASTDENV_ANSWER("nixAudit", "A checkout of nixpkgs compared with NVIDIA's statements.",
        (ForeignText, folder, "folder"),
        (AuditPolicy, policy, "policy", "The policy that it is compared with."),
        (Files, files, "files"),
        (int, breaking, "breaking", "Number of findings with that severity."),
        (int, forbidding, "forbidding", "Number of findings with that severity."),
        (int, cosmetic, "cosmetic", "Number of findings with that severity."),
        (std::vector<AuditFinding>, findings, "findings", "The most serious first."),
        (int, agreeing, "agreeing", "Values that NVIDIA confirms."),
        (std::vector<NotKnown>, not_known, "notKnown", "Values that are neither confirmed nor a finding."),
        (std::vector<Version>, given_up, "givenUpThere", "Releases older than all in the checkout, which are not findings."))
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
