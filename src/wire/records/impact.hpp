// SPDX-License-Identifier: MIT
#pragma once

/// What `nix impact` answers.

#include "wire/records/shared.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::wire {

struct ImpactSideRecord {
    std::string_view channel;
    Compiler compiler;
    int libstdcxx;
    std::optional<Version> glibc;
    std::vector<Compiler> packaged;

    static constexpr std::string_view title = "impactSide";
    static constexpr std::string_view meaning = "What package sets are built in, before or after.";
    static constexpr auto fields =
        pack_of(Field{"channel", &ImpactSideRecord::channel, "Whose package sets there are."},
                Field{"compiler", &ImpactSideRecord::compiler, "Of the default stdenv."},
                Field{"libstdcxx", &ImpactSideRecord::libstdcxx, "The GCC whose libstdc++ the default stdenv has."},
                Field{"glibc", &ImpactSideRecord::glibc, "Null: not known, and no advisory on glibc applies."},
                Field{"packaged", &ImpactSideRecord::packaged, "What there is to wrap: GCCs, then Clangs, ascending."});
};

struct ImpactOutcomeRecord {
    Compiler stdenv;
    std::string_view way;
    std::optional<Compiler> host_compiler;
    std::optional<Compiler> missing;
    std::optional<Policy> view;
    std::optional<bool> headers_inferred;
    std::optional<std::string_view> broken_by;
    std::vector<std::string_view> advisories;
    std::vector<CodeName> notes;

    static constexpr std::string_view title = "impactOutcome";
    static constexpr std::string_view meaning = "What resolve answers for the set's release and the stdenv.";
    static constexpr auto fields = pack_of(
        Field{"stdenv", &ImpactOutcomeRecord::stdenv, "Its compiler."},
        Field{"way", &ImpactOutcomeRecord::way,
              "own: the stdenv's compiler as it is; wrapped: another one, linked with the stdenv's libstdc++; none."},
        Field{"hostCompiler", &ImpactOutcomeRecord::host_compiler, "Null: none works."},
        Field{"missing", &ImpactOutcomeRecord::missing,
              "Where none works: the one that would if it were packaged; null: there is no such, or none is missed."},
        Field{"view", &ImpactOutcomeRecord::view, "Whose range takes the host compiler; null: there is none."},
        Field{"headersInferred", &ImpactOutcomeRecord::headers_inferred,
              "That it works with its libstdc++ headers is inferred, and not measured; null: there is none."},
        Field{"brokenBy", &ImpactOutcomeRecord::broken_by,
              "Id of the advisory that breaks it as it stands, whichever compiler is chosen; null: none does."},
        Field{"advisories", &ImpactOutcomeRecord::advisories, "Ids of those that apply, the worst first."},
        Field{"notes", &ImpactOutcomeRecord::notes,
              "Codes of what is not known or was supposed, glibc-unknown and the like."});
};

struct StdenvImpactRecord {
    std::optional<ImpactOutcomeRecord> before;
    std::optional<ImpactOutcomeRecord> after;
    CodeName change;
    bool left_without;
    std::vector<std::string_view> begin;
    std::vector<std::string_view> end;

    static constexpr std::string_view title = "stdenvImpact";
    static constexpr std::string_view meaning = "A package set in a stdenv, before and after.";
    static constexpr auto fields = pack_of(
        Field{"before", &StdenvImpactRecord::before, "Null: there is no such set, or no such stdenv."},
        Field{"after", &StdenvImpactRecord::after, "Null: there is no such set, or no such stdenv."},
        Field{"change", &StdenvImpactRecord::change,
              "unchanged; follows: the stdenv's own compiler, which is another now; changed: own to wrapped, "
              "wrapped to own, or by another compiler; lost and gained: its only compiler; appears, goes."},
        Field{"leftWithout", &StdenvImpactRecord::left_without, "It has no compiler, and had one or is a new set."},
        Field{"begin", &StdenvImpactRecord::begin, "Ids of advisories that apply after and not before."},
        Field{"end", &StdenvImpactRecord::end, "Ids of advisories that apply before and not after."});
};

struct SetImpactRecord {
    std::string attribute;
    std::optional<Version> before;
    std::optional<Version> after;
    bool patch_known;
    std::vector<StdenvImpactRecord> stdenvs;

    static constexpr std::string_view title = "setImpact";
    static constexpr std::string_view meaning = "A package set of nixpkgs, or another name of one.";
    static constexpr auto fields =
        pack_of(Field{"attribute", &SetImpactRecord::attribute, "cudaPackages_12_8."},
                Field{"before", &SetImpactRecord::before, "Its release; null: there is no such set."},
                Field{"after", &SetImpactRecord::after, "Its release; null: there is no such set."},
                Field{"patchKnown", &SetImpactRecord::patch_known,
                      "Which patch release it holds is known; else the newest is supposed."},
                Field{"stdenvs", &SetImpactRecord::stdenvs,
                      "The default stdenv, then those of the other packaged compilers: GCCs, Clangs, ascending."});
};

struct NeededCompilerRecord {
    Compiler compiler;
    bool packaged;
    std::vector<std::string> sets;

    static constexpr std::string_view title = "neededCompiler";
    static constexpr std::string_view meaning = "A compiler that package sets are wrapped with after.";
    static constexpr auto fields = pack_of(Field{"compiler", &NeededCompilerRecord::compiler},
                                           Field{"packaged", &NeededCompilerRecord::packaged,
                                                 "It is packaged after; else those sets lack a compiler."},
                                           Field{"sets", &NeededCompilerRecord::sets, "Their attributes."});
};

struct ImpactNoteRecord {
    CodeName code;
    std::string message;
    std::vector<std::string> sets;
    SourceIds sources;

    static constexpr std::string_view title = "impactNote";
    static constexpr std::string_view meaning = "What is not known or was supposed.";
    static constexpr auto fields =
        pack_of(Field{"code", &ImpactNoteRecord::code, "Its name, which does not change."},
                Field{"message", &ImpactNoteRecord::message, "One sentence without a full stop."},
                Field{"sets", &ImpactNoteRecord::sets, "Of which sets; empty: of the whole answer."},
                Field{"sources", &ImpactNoteRecord::sources, "Ids of the sources of the row that it rests on."});
};

struct NixImpactRecord {
    SchemaVersion schema;
    std::string headline;
    bool left_without;
    Policy policy;
    std::string_view system;
    ImpactSideRecord before;
    ImpactSideRecord after;
    std::vector<SetImpactRecord> sets;
    std::vector<SetImpactRecord> aliases;
    std::vector<NeededCompilerRecord> needed;
    std::vector<Compiler> no_longer_needed;
    std::vector<NeededCompilerRecord> other_needed;
    std::vector<AdvisoryRecord> advisories;
    std::vector<ImpactNoteRecord> notes;

    static constexpr std::string_view title = "nixImpact";
    static constexpr std::string_view meaning =
        "What another default compiler, C library or default CUDA does to the package sets of nixpkgs.";
    static constexpr auto fields = pack_of(
        Field{"schemaVersion", &NixImpactRecord::schema},
        Field{"headline", &NixImpactRecord::headline, "The answer in one line, for people."},
        Field{"leftWithout", &NixImpactRecord::left_without, "Some set is left without a compiler in some stdenv."},
        Field{"policy", &NixImpactRecord::policy, "Whose range counts."},
        Field{"system", &NixImpactRecord::system, "Nix name of the system."}, Field{"before", &NixImpactRecord::before},
        Field{"after", &NixImpactRecord::after}, Field{"sets", &NixImpactRecord::sets, "By release."},
        Field{"aliases", &NixImpactRecord::aliases, "Other names of them: cudaPackages, cudaPackages_12."},
        Field{"needed", &NixImpactRecord::needed,
              "What sets are wrapped with in the default stdenv, or would be were it packaged."},
        Field{"noLongerNeeded", &NixImpactRecord::no_longer_needed,
              "What they were wrapped with there before, and are no longer."},
        Field{"otherNeeded", &NixImpactRecord::other_needed,
              "What sets are wrapped with in the stdenvs of the other family."},
        Field{"advisories", &NixImpactRecord::advisories, "Those that begin or end somewhere."},
        Field{"notes", &NixImpactRecord::notes});
};

}  // namespace cudastdenv::wire
