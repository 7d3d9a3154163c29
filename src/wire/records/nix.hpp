// SPDX-License-Identifier: MIT
#pragma once

/// What `nix diff`, `nix update` and `nix audit` answer.

#include "nix/audit.hpp"
#include "nix/update.hpp"
#include "wire/records/shared.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace cudastdenv {

template <>
inline constexpr std::array enumerators<nix::FieldUpdate::State>{
    nix::FieldUpdate::State::left, nix::FieldUpdate::State::mended, nix::FieldUpdate::State::by_hand};
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

struct NixAddedRecord {
    CUDASTDENV_RECORD("nixAdded", "A row that the checkout lacked.",
        (std::string_view, table, "table", "nvcc or cuda."),
        (std::string, row, "row", "The release, or the capability."),
        (Map<Scalar>, fields_, "fields", "What the row evaluates to, by attribute path."),
        (std::vector<std::string_view>, sources, "sources", "Ids of sources."))
};

struct NixFieldRecord {
    CUDASTDENV_RECORD("nixField", "A field that the checkout has otherwise.",
        (std::string_view, table, "table", "nvcc or cuda."),
        (ForeignText, row, "row", "The release, or the capability."),
        (std::string, field, "field", "Its attribute path in the row."),
        (Maybe<Scalar>, there, "there", "What it is there; absent: the row has no such field."),
        (Scalar, here, "here", "What it should be."),
        (nix::FieldUpdate::State, state, "state", "by-hand: to be mended, and written in a way that only a person can."),
        (std::optional<std::size_t>, line, "line", "Of the row, from 1; null: it is not written out."),
        (std::vector<std::string_view>, sources, "sources", "Ids of sources."))
};

struct NixUnknownRecord {
    CUDASTDENV_RECORD("nixUnknown", "What nixpkgs' schema or the tables do not know. It is never removed.",
        (std::string_view, table, "table", "nvcc or cuda."),
        (ForeignText, row, "row"),
        (std::optional<ForeignText>, attribute, "attribute", "Its path in the row; null: the row itself."),
        (std::optional<std::size_t>, line, "line", "Of the row, from 1; null: it is not written out."))
};

struct NixRowNameRecord {
    CUDASTDENV_RECORD("nixRowName", "A row of a table.",
        (std::string_view, table, "table", "nvcc or cuda."),
        (std::string, row, "row", "The release, or the capability."))
};

struct NixUpdateRecord {
    CUDASTDENV_RECORD("nixUpdate", "What is changed in a checkout of nixpkgs, and what is left.",
        (SchemaVersion, schema, "schemaVersion"),
        (ForeignText, folder, "folder"),
        (NixFilesRecord, files, "files"),
        (bool, settled, "settled", "Afterwards the checkout says what the tables say."),
        (bool, changes, "changes", "A file is changed, or would be."),
        (bool, written, "written", "False with --dry-run, or where nothing changes."),
        (std::vector<NixAddedRecord>, added, "added"),
        (std::vector<NixFieldRecord>, differences, "differences"),
        (std::vector<NixUnknownRecord>, unknown, "unknown"),
        (std::vector<NixRowNameRecord>, not_added, "notAdded", "Rows of which no other one shows how to write them."),
        (std::vector<NixRowNameRecord>, older, "older", "Rows of nixpkgs' newest file from before the checkout's first."),
        (std::vector<NixRowNameRecord>, kept, "kept", "Written as a row that changed, and now say what they said."),
        (std::vector<Said>, decisions, "decisions", "What people have to decide about the new rows."),
        (Maybe<std::string>, notes, "notes", "Markdown to paste; absent without --notes."))
};

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
