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

struct AuditedFilesRecord {
    ForeignText nvcc;
    ForeignText cuda;
    std::optional<ForeignText> package_sets;

    static constexpr std::string_view title = "auditedFiles";
    static constexpr std::string_view meaning = "The files that were audited, from the folder on.";
    static constexpr auto fields = pack_of(Field{"nvcc", &AuditedFilesRecord::nvcc},
                                           Field{"cuda", &AuditedFilesRecord::cuda},
                                           Field{"packageSets", &AuditedFilesRecord::package_sets,
                                                 "With the package sets' names; null: it is not there."});
};

struct AuditFindingRecord {
    nix::AuditSeverity severity;
    nix::Subject subject;
    ForeignText row;
    std::optional<ForeignText> field;
    CodeName code;
    Maybe<Scalar> there;
    Maybe<Scalar> nvidia;
    Maybe<std::vector<Version>> releases;
    std::string message;
    ForeignText file;
    std::optional<int> line;
    std::vector<std::string_view> sources;
    Maybe<std::vector<std::string_view>> advisories;

    static constexpr std::string_view title = "auditFinding";
    static constexpr std::string_view meaning = "Something that a checkout says otherwise than NVIDIA, or oddly.";
    static constexpr auto fields = pack_of(
        Field{"severity", &AuditFindingRecord::severity,
              "breaks-a-build: it allows or builds what NVIDIA does not take, or cannot be evaluated there; "
              "forbids-what-works: it refuses what NVIDIA takes; cosmetic: no release notices."},
        Field{"subject", &AuditFindingRecord::subject, "What it is about."},
        Field{"row", &AuditFindingRecord::row,
              "The release, the capability, or the alias, as the checkout calls it; empty: of a comment."},
        Field{"field", &AuditFindingRecord::field, "The attribute; null: the row as a whole."},
        Field{"code", &AuditFindingRecord::code, "Which problem, for programs."},
        Field{"there", &AuditFindingRecord::there,
              "What the checkout says; null: no bound; absent: nothing by itself."},
        Field{"nvidia", &AuditFindingRecord::nvidia, "What NVIDIA says, or what would be right; likewise."},
        Field{"releases", &AuditFindingRecord::releases, "The CUDA releases concerned; absent: none by themselves."},
        Field{"message", &AuditFindingRecord::message, "The same in words."},
        Field{"file", &AuditFindingRecord::file, "The checkout's file, from the folder on."},
        Field{"line", &AuditFindingRecord::line, "Its line, from 1; null: not known."},
        Field{"sources", &AuditFindingRecord::sources, "Ids of our sources; none: it is about the checkout alone."},
        Field{"advisories", &AuditFindingRecord::advisories,
              "What breaks some code with what is refused all the same; absent: it is about something else."});
};

struct NotKnownRecord {
    nix::Subject subject;
    ForeignText row;
    std::optional<ForeignText> field;

    static constexpr std::string_view title = "notKnown";
    static constexpr std::string_view meaning = "A value of the checkout of which NVIDIA's word is not known.";
    static constexpr auto fields =
        pack_of(Field{"subject", &NotKnownRecord::subject, "What it is about."}, Field{"row", &NotKnownRecord::row},
                Field{"field", &NotKnownRecord::field, "The attribute; null: the row as a whole."});
};

struct NixAuditRecord {
    SchemaVersion schema;
    ForeignText folder;
    nix::AuditPolicy policy;
    AuditedFilesRecord files;
    int breaking;
    int forbidding;
    int cosmetic;
    std::vector<AuditFindingRecord> findings;
    int agreeing;
    std::vector<NotKnownRecord> not_known;
    std::vector<Version> given_up;

    static constexpr std::string_view title = "nixAudit";
    static constexpr std::string_view meaning = "A checkout of nixpkgs held against NVIDIA's word.";
    static constexpr auto fields =
        pack_of(Field{"schemaVersion", &NixAuditRecord::schema}, Field{"folder", &NixAuditRecord::folder},
                Field{"policy", &NixAuditRecord::policy, "Which word of NVIDIA's counts."},
                Field{"files", &NixAuditRecord::files},
                Field{"breaking", &NixAuditRecord::breaking, "Findings of that severity."},
                Field{"forbidding", &NixAuditRecord::forbidding, "Likewise."},
                Field{"cosmetic", &NixAuditRecord::cosmetic, "Likewise."},
                Field{"findings", &NixAuditRecord::findings, "The gravest first."},
                Field{"agreeing", &NixAuditRecord::agreeing, "Values that NVIDIA's word confirms."},
                Field{"notKnown", &NixAuditRecord::not_known, "Neither confirmed nor a finding."},
                Field{"givenUpThere", &NixAuditRecord::given_up, "Releases older than every one there: no finding."});
};

}  // namespace cudastdenv::wire
