// SPDX-License-Identifier: MIT
#pragma once

/// What `releases` answers.

#include "wire/records/shared.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::wire {

// A field is one line.
// clang-format off

struct ConditionRecord {
    CUDASTDENV_RECORD("condition", "What a release has to fit.",
        (std::string_view, option, "option", "The option that asks for it."),
        (std::string, value, "value", "What it asks for."))
};

struct FittingRecord {
    CUDASTDENV_RECORD("fitting", "A release that fits.",
        (Version, release, "release"),
        (Compiler, host_compiler, "hostCompiler", "The host compiler there."),
        (Policy, view, "view", "Whose range takes it."),
        (bool, preview, "preview", "It is a developer preview."),
        (bool, headers_inferred, "headersInferred", "That its host compiler works there with its libstdc++ headers is inferred, and not measured."),
        (std::vector<std::string_view>, spared, "spared", "Ids of advisories that would break it if the toolkit were not the environment's own package."))
};

struct LeftOutRecord {
    CUDASTDENV_RECORD("leftOut", "A release that does not fit, and why.",
        (Version, release, "release"),
        (std::optional<std::string_view>, option, "option", "The condition that it does not fit; null: what was assumed."),
        (CodeName, reason, "reason", "Why, for programs."),
        (std::string, message, "message", "Why, in words."),
        (SourceIds, sources, "sources", "Ids of the sources."))
};

struct GivenUpRecord {
    CUDASTDENV_RECORD("givenUp", "What there would be without one of the conditions.",
        (std::string_view, option, "option", "The one that is given up."),
        (std::vector<Version>, releases, "releases", "What fits the others."),
        (std::vector<std::string_view>, conflict, "conflict", "The options that still contradict each other."))
};

struct ConflictRecord {
    CUDASTDENV_RECORD("conflict", "Conditions that no release fits together.",
        (std::vector<std::string_view>, options, "options", "Their options; without any one of them some release fits."),
        (std::vector<GivenUpRecord>, without, "without", "What each of them costs."))
};

struct ReleasesRecord {
    CUDASTDENV_RECORD("releases", "The releases with which everything holds that was asked for.",
        (SchemaVersion, schema, "schemaVersion"),
        (Policy, policy, "policy", "Whose range counts."),
        (std::string_view, system, "system", "Nix name of the system."),
        (std::vector<ConditionRecord>, conditions, "conditions"),
        (std::vector<FittingRecord>, releases, "releases", "Newest first."),
        (std::vector<LeftOutRecord>, left_out, "leftOut", "Newest first."),
        (std::optional<ConflictRecord>, conflict, "conflict", "Null: some release fits."),
        (std::vector<SaidRecord>, notes, "notes", "What else is to be known."))
};

}  // namespace cudastdenv::wire
