// SPDX-License-Identifier: MIT
#pragma once

/// What `nix impact` answers.

#include "wire/records/shared.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::wire {

// A field is one line.
// clang-format off

struct ImpactSideRecord {
    CUDASTDENV_RECORD("impactSide", "What package sets are built in, before or after.",
        (std::string_view, channel, "channel", "Whose package sets there are."),
        (Compiler, compiler, "compiler", "Of the default stdenv."),
        (int, libstdcxx, "libstdcxx", "The GCC whose libstdc++ the default stdenv has."),
        (std::optional<Version>, glibc, "glibc", "Null: not known, and no advisory on glibc applies."),
        (std::vector<Compiler>, packaged, "packaged", "What there is to wrap: GCCs, then Clangs, ascending."))
};

struct ImpactOutcomeRecord {
    CUDASTDENV_RECORD("impactOutcome", "What resolve answers for the set's release and the stdenv.",
        (Compiler, stdenv, "stdenv", "Its compiler."),
        (std::string_view, way, "way", "own: the stdenv's compiler as it is; wrapped: another one, linked with the stdenv's libstdc++; none."),
        (std::optional<Compiler>, host_compiler, "hostCompiler", "Null: none works."),
        (std::optional<Compiler>, missing, "missing", "Where none works: the one that would if it were packaged; null: there is no such, or none is missed."),
        (std::optional<Policy>, view, "view", "Whose range takes the host compiler; null: there is none."),
        (std::optional<bool>, headers_inferred, "headersInferred", "That it works with its libstdc++ headers is inferred, and not measured; null: there is none."),
        (std::optional<std::string_view>, broken_by, "brokenBy", "Id of the advisory that breaks it as it stands, whichever compiler is chosen; null: none does."),
        (std::vector<std::string_view>, advisories, "advisories", "Ids of those that apply, the worst first."),
        (std::vector<CodeName>, notes, "notes", "Codes of what is not known or was supposed, glibc-unknown and the like."))
};

struct StdenvImpactRecord {
    CUDASTDENV_RECORD("stdenvImpact", "A package set in a stdenv, before and after.",
        (std::optional<ImpactOutcomeRecord>, before, "before", "Null: there is no such set, or no such stdenv."),
        (std::optional<ImpactOutcomeRecord>, after, "after", "Null: there is no such set, or no such stdenv."),
        (CodeName, change, "change", "unchanged; follows: the stdenv's own compiler, which is another now; changed: own to wrapped, wrapped to own, or by another compiler; lost and gained: its only compiler; appears, goes."),
        (bool, left_without, "leftWithout", "It has no compiler, and had one or is a new set."),
        (std::vector<std::string_view>, begin, "begin", "Ids of advisories that apply after and not before."),
        (std::vector<std::string_view>, end, "end", "Ids of advisories that apply before and not after."))
};

struct SetImpactRecord {
    CUDASTDENV_RECORD("setImpact", "A package set of nixpkgs, or another name of one.",
        (std::string, attribute, "attribute", "cudaPackages_12_8."),
        (std::optional<Version>, before, "before", "Its release; null: there is no such set."),
        (std::optional<Version>, after, "after", "Its release; null: there is no such set."),
        (bool, patch_known, "patchKnown", "Which patch release it holds is known; else the newest is supposed."),
        (std::vector<StdenvImpactRecord>, stdenvs, "stdenvs", "The default stdenv, then those of the other packaged compilers: GCCs, Clangs, ascending."))
};

struct NeededCompilerRecord {
    CUDASTDENV_RECORD("neededCompiler", "A compiler that package sets are wrapped with after.",
        (Compiler, compiler, "compiler"),
        (bool, packaged, "packaged", "It is packaged after; else those sets lack a compiler."),
        (std::vector<std::string>, sets, "sets", "Their attributes."))
};

struct ImpactNoteRecord {
    CUDASTDENV_RECORD("impactNote", "What is not known or was supposed.",
        (CodeName, code, "code", "Its name, which does not change."),
        (std::string, message, "message", "One sentence without a full stop."),
        (std::vector<std::string>, sets, "sets", "Of which sets; empty: of the whole answer."),
        (SourceIds, sources, "sources", "Ids of the sources of the row that it rests on."))
};

struct NixImpactRecord {
    CUDASTDENV_RECORD("nixImpact", "What another default compiler, C library or default CUDA does to the package sets of nixpkgs.",
        (SchemaVersion, schema, "schemaVersion"),
        (std::string, headline, "headline", "The answer in one line, for people."),
        (bool, left_without, "leftWithout", "Some set is left without a compiler in some stdenv."),
        (Policy, policy, "policy", "Whose range counts."),
        (std::string_view, system, "system", "Nix name of the system."),
        (ImpactSideRecord, before, "before"),
        (ImpactSideRecord, after, "after"),
        (std::vector<SetImpactRecord>, sets, "sets", "By release."),
        (std::vector<SetImpactRecord>, aliases, "aliases", "Other names of them: cudaPackages, cudaPackages_12."),
        (std::vector<NeededCompilerRecord>, needed, "needed", "What sets are wrapped with in the default stdenv, or would be were it packaged."),
        (std::vector<Compiler>, no_longer_needed, "noLongerNeeded", "What they were wrapped with there before, and are no longer."),
        (std::vector<NeededCompilerRecord>, other_needed, "otherNeeded", "What sets are wrapped with in the stdenvs of the other family."),
        (std::vector<Advisory>, advisories, "advisories", "Those that begin or end somewhere."),
        (std::vector<ImpactNoteRecord>, notes, "notes"))
};

}  // namespace cudastdenv::wire
