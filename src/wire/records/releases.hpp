// SPDX-License-Identifier: MIT
#pragma once

/// What `releases` answers.

#include "wire/records/shared.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::wire {

struct ConditionRecord {
    std::string_view option;
    std::string value;

    static constexpr std::string_view title = "condition";
    static constexpr std::string_view meaning = "What a release has to fit.";
    static constexpr auto fields = pack_of(Field{"option", &ConditionRecord::option, "The option that asks for it."},
                                           Field{"value", &ConditionRecord::value, "What it asks for."});
};

struct FittingRecord {
    Version release;
    Compiler host_compiler;
    Policy view;
    bool preview;
    bool headers_inferred;
    std::vector<std::string_view> spared;

    static constexpr std::string_view title = "fitting";
    static constexpr std::string_view meaning = "A release that fits.";
    static constexpr auto fields =
        pack_of(Field{"release", &FittingRecord::release},
                Field{"hostCompiler", &FittingRecord::host_compiler, "The host compiler there."},
                Field{"view", &FittingRecord::view, "Whose range takes it."},
                Field{"preview", &FittingRecord::preview, "It is a developer preview."},
                Field{"headersInferred", &FittingRecord::headers_inferred,
                      "That its host compiler works there with its libstdc++ headers is inferred, and not measured."},
                Field{"spared", &FittingRecord::spared,
                      "Ids of advisories that would break it if the toolkit were not the environment's own package."});
};

struct LeftOutRecord {
    Version release;
    std::optional<std::string_view> option;
    CodeName reason;
    std::string message;
    SourceIds sources;

    static constexpr std::string_view title = "leftOut";
    static constexpr std::string_view meaning = "A release that does not fit, and why.";
    static constexpr auto fields =
        pack_of(Field{"release", &LeftOutRecord::release},
                Field{"option", &LeftOutRecord::option, "The condition that it does not fit; null: what was assumed."},
                Field{"reason", &LeftOutRecord::reason, "Why, for programs."},
                Field{"message", &LeftOutRecord::message, "Why, in words."},
                Field{"sources", &LeftOutRecord::sources, "Ids of the sources."});
};

struct GivenUpRecord {
    std::string_view option;
    std::vector<Version> releases;
    std::vector<std::string_view> conflict;

    static constexpr std::string_view title = "givenUp";
    static constexpr std::string_view meaning = "What there would be without one of the conditions.";
    static constexpr auto fields =
        pack_of(Field{"option", &GivenUpRecord::option, "The one that is given up."},
                Field{"releases", &GivenUpRecord::releases, "What fits the others."},
                Field{"conflict", &GivenUpRecord::conflict, "The options that still contradict each other."});
};

struct ConflictRecord {
    std::vector<std::string_view> options;
    std::vector<GivenUpRecord> without;

    static constexpr std::string_view title = "conflict";
    static constexpr std::string_view meaning = "Conditions that no release fits together.";
    static constexpr auto fields =
        pack_of(Field{"options", &ConflictRecord::options, "Their options; without any one of them some release fits."},
                Field{"without", &ConflictRecord::without, "What each of them costs."});
};

struct ReleasesRecord {
    SchemaVersion schema;
    Policy policy;
    std::string_view system;
    std::vector<ConditionRecord> conditions;
    std::vector<FittingRecord> releases;
    std::vector<LeftOutRecord> left_out;
    std::optional<ConflictRecord> conflict;
    std::vector<SaidRecord> notes;

    static constexpr std::string_view title = "releases";
    static constexpr std::string_view meaning = "The releases with which everything holds that was asked for.";
    static constexpr auto fields = pack_of(Field{"schemaVersion", &ReleasesRecord::schema},
                                           Field{"policy", &ReleasesRecord::policy, "Whose range counts."},
                                           Field{"system", &ReleasesRecord::system, "Nix name of the system."},
                                           Field{"conditions", &ReleasesRecord::conditions},
                                           Field{"releases", &ReleasesRecord::releases, "Newest first."},
                                           Field{"leftOut", &ReleasesRecord::left_out, "Newest first."},
                                           Field{"conflict", &ReleasesRecord::conflict, "Null: some release fits."},
                                           Field{"notes", &ReleasesRecord::notes, "What else is to be known."});
};

}  // namespace cudastdenv::wire
