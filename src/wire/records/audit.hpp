// SPDX-License-Identifier: MIT
#pragma once

/// What `nix audit` answers.

#include "audit/audit.hpp"
#include "wire/records/shared.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv {

template <>
inline constexpr std::array enumerators<nix::AuditPolicy>{nix::AuditPolicy::documented, nix::AuditPolicy::enforced,
                                                          nix::AuditPolicy::measured};
template <>
inline constexpr std::array enumerators<nix::AuditSeverity>{
    nix::AuditSeverity::breaks_a_build, nix::AuditSeverity::forbids_what_works, nix::AuditSeverity::cosmetic};
template <>
inline constexpr std::array enumerators<nix::Subject>{nix::Subject::nvcc, nix::Subject::cuda, nix::Subject::defaults,
                                                      nix::Subject::comment, nix::Subject::alias};

}  // namespace cudastdenv

namespace cudastdenv::wire {

// A field is one line.
// clang-format off

struct AuditedFilesRecord {
    CUDASTDENV_RECORD("auditedFiles", "The files that were audited, from the folder on.",
        (ForeignText, nvcc, "nvcc"),
        (ForeignText, cuda, "cuda"),
        (std::optional<ForeignText>, package_sets, "packageSets", "With the package sets' names; null: it is not there."))
};

struct AuditFindingRecord {
    CUDASTDENV_RECORD("auditFinding", "Something that a checkout says otherwise than NVIDIA, or oddly.",
        (nix::AuditSeverity, severity, "severity", "breaks-a-build: it allows or builds what NVIDIA does not take, or cannot be evaluated there; forbids-what-works: it refuses what NVIDIA takes; cosmetic: no release notices."),
        (nix::Subject, subject, "subject", "What it is about."),
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
};

struct NotKnownRecord {
    CUDASTDENV_RECORD("notKnown", "A value of the checkout of which NVIDIA's word is not known.",
        (nix::Subject, subject, "subject", "What it is about."),
        (ForeignText, row, "row"),
        (std::optional<ForeignText>, field, "field", "The attribute; null: the row as a whole."))
};

struct NixAuditRecord {
    CUDASTDENV_RECORD("nixAudit", "A checkout of nixpkgs held against NVIDIA's word.",
        (SchemaVersion, schema, "schemaVersion"),
        (ForeignText, folder, "folder"),
        (nix::AuditPolicy, policy, "policy", "Which word of NVIDIA's counts."),
        (AuditedFilesRecord, files, "files"),
        (int, breaking, "breaking", "Findings of that severity."),
        (int, forbidding, "forbidding", "Likewise."),
        (int, cosmetic, "cosmetic", "Likewise."),
        (std::vector<AuditFindingRecord>, findings, "findings", "The gravest first."),
        (int, agreeing, "agreeing", "Values that NVIDIA's word confirms."),
        (std::vector<NotKnownRecord>, not_known, "notKnown", "Neither confirmed nor a finding."),
        (std::vector<Version>, given_up, "givenUpThere", "Releases older than every one there: no finding."))
};

}  // namespace cudastdenv::wire
