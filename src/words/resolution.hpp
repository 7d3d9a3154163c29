// SPDX-License-Identifier: MIT
#pragma once

#include "resolve/releases.hpp"
#include "resolve/resolve.hpp"
#include "words/phrases.hpp"

#include <cudastdenv/answers.hpp>

namespace cudastdenv::words {

/// Where it was looked up which release a package set's name means.
struct PackageSet {
    std::string_view channel;  ///< empty: the release was not named as a package set, or its name says it all
    bool assumed = false;      ///< no channel was named
    bool patch_known = true;   ///< else the newest patch release is taken
    SourceIds sources = {};    ///< of the channel's row
};

/// How a question was read.
struct QuestionAsRead {
    std::string cuda_requested = {};  ///< as it was typed: `12.8`
    bool release_assumed = false;     ///< none was named: the newest that builds what is asked
    PackageSet package_set = {};
    std::vector<Version> other_releases = {};  ///< that what was typed may mean too
    std::string_view environment = {};         ///< the environment that was named, or empty
    bool stdenv_assumed = false;               ///< no stdenv was named
    bool is_machines = false;                  ///< nor this one, which is that of this machine
    bool available_assumed = false;            ///< nothing says which compilers are at hand: any is
    bool libstdcxx_assumed = false;            ///< the stdenv is a Clang, and nothing says whose libstdc++ it has
    bool system_assumed = false;               ///< nothing says which system it is for
    std::vector<UserDefault> defaults = {};    ///< what the user's variables say
};

/// A resolution together with what was asked.
struct ResolutionReport : QuestionAsRead {
    const Tables& tables;
    const Request& request;
    const Resolution& resolution;
};

/// The release that it is about.
[[nodiscard]] AskedRelease asked_release(const ResolutionReport& answer);

/// But for what to type.
[[nodiscard]] ResolveAnswer resolve_answer(const ResolutionReport& answer);

/// Likewise. `supposed`: the compiler is not among the available ones; the answer supposes that it were.
[[nodiscard]] ExplainAnswer explain_answer(const ResolutionReport& answer, Compiler compiler, bool supposed);

[[nodiscard]] ReleasesAnswer releases_answer(const Tables& tables, const ReleasesQuestion& question,
                                             const std::vector<UserDefault>& defaults = {});

/// Why a release is left out. Where several things are in the way, the sources are those of the first.
[[nodiscard]] Said say(const LeftOutRelease& left_out);

[[nodiscard]] std::vector<Advisory> advisories_of(const std::vector<const AdvisoryRow*>& advisories);

/// What one runs into besides, who takes the compiler all the same: Rejection::hidden.
[[nodiscard]] std::vector<std::string> hides_in_words(const Rejection& rejection);

/// Splits rejections into runs of neighbours of one family and for one reason.
[[nodiscard]] std::vector<std::span<const Rejection>> rejection_runs(std::span<const Rejection> rejections);

/// The compilers of a run: `gcc-12 to 13`.
[[nodiscard]] std::string run_in_words(std::span<const Rejection> run);

[[nodiscard]] Said say(const ResolutionReport& answer, Diagnostic note);

/// Whether it concerns the capability list that was asked for, and nothing else.
[[nodiscard]] bool is_about_list(const Diagnostic& note);

/// How the question was read: what is from a variable of the user's; what a release's name means that does not say it
/// by itself, a package set's in its channel, a number that several releases have.
[[nodiscard]] std::vector<Said> say_reading(const ResolutionReport& answer);

/// What a reader should know beside the answer: how the question was read, what is assumed, then its notes.
[[nodiscard]] std::vector<Said> say_notes(const ResolutionReport& answer);

}  // namespace cudastdenv::words
