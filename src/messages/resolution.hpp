// SPDX-License-Identifier: MIT
#pragma once

#include "messages/phrases.hpp"
#include "resolve/releases.hpp"
#include "resolve/resolve.hpp"

#include <cudastdenv/answers.hpp>

namespace cudastdenv::messages {

/// The channel in which a package set's name was looked up.
struct PackageSet {
    std::string_view channel;  ///< empty: not named as a package set, or the name includes the release
    bool assumed = false;      ///< no channel was named
    bool patch_known = true;   ///< false: the newest patch release is assumed
    SourceIds sources = {};    ///< sources of the channel's row
};

/// How a query was interpreted.
struct QuestionAsRead {
    std::string cuda_requested = {};  ///< as typed: `12.8`
    bool release_assumed = false;     ///< none was named: the newest that satisfies the query
    PackageSet package_set = {};
    std::vector<Version> other_releases = {};  ///< other releases that the name can mean
    std::string_view environment = {};         ///< the environment that was named, or empty
    bool stdenv_assumed = false;               ///< no stdenv was named
    bool is_machines = false;                  ///< no stdenv was named, and this one is the machine's
    bool available_assumed = false;            ///< no available compilers were named: all are assumed
    bool libstdcxx_assumed = false;            ///< the stdenv is a Clang, and nothing names its libstdc++
    bool system_assumed = false;               ///< no system was named
    std::string implied_by = {};               ///< what implies the system: `capability 8.7`; empty: nothing
    std::vector<UserDefault> defaults = {};    ///< from the user's environment variables
};

/// A resolution together with the query.
struct ResolutionReport : QuestionAsRead {
    const Tables& tables;
    const Request& request;
    const Resolution& resolution;
};

/// The release that the answer is about.
[[nodiscard]] AskedRelease asked_release(const ResolutionReport& answer);

/// The answer without instructions.
[[nodiscard]] ResolveAnswer resolve_answer(const ResolutionReport& answer);

/// The answer without instructions. `supposed`: the compiler is not available, and the answer assumes that it is.
[[nodiscard]] ExplainAnswer explain_answer(const ResolutionReport& answer, Compiler compiler, bool supposed);

[[nodiscard]] ReleasesAnswer releases_answer(const Tables& tables, const ReleasesQuestion& question,
                                             const std::vector<UserDefault>& defaults = {});

/// Why a release is left out. For several reasons, the sources are those of the first.
[[nodiscard]] Sentence describe(const LeftOutRelease& left_out);

[[nodiscard]] std::vector<Advisory> advisories_of(const std::vector<const AdvisoryRow*>& advisories);

/// Rejection::hidden: the advisories that would also apply to the rejected compiler.
[[nodiscard]] std::vector<std::string> format_hidden(const Rejection& rejection);

/// Splits rejections into runs of neighbours with the same family and reason.
[[nodiscard]] std::vector<std::span<const Rejection>> rejection_runs(std::span<const Rejection> rejections);

/// The compilers of a run: `gcc-12 to 13`.
[[nodiscard]] std::string format_run(std::span<const Rejection> run);

[[nodiscard]] Sentence describe(const ResolutionReport& answer, Diagnostic note);

/// Whether it is only about the requested capability list.
[[nodiscard]] bool is_about_list(const Diagnostic& note);

/// How the query was interpreted: defaults from the user's variables, and names of releases that depend on a channel or
/// match several releases.
[[nodiscard]] std::vector<Sentence> describe_reading(const ResolutionReport& answer);

/// Notes: how the query was interpreted, assumptions, then the answer's own.
[[nodiscard]] std::vector<Sentence> describe_notes(const ResolutionReport& answer);

}  // namespace cudastdenv::messages
