// SPDX-License-Identifier: MIT
#pragma once

#include "words/resolution_report.hpp"

#include <cudastdenv/answers.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cudastdenv::words {

[[nodiscard]] ResolveAnswer resolve_answer(const ResolutionReport& answer);

/// `supposed`: the compiler is not among the available ones; the answer supposes that it were.
[[nodiscard]] ExplainAnswer explain_answer(const ResolutionReport& answer, Compiler compiler, bool supposed);

[[nodiscard]] std::vector<Advisory> advisories_of(const std::vector<const AdvisoryRow*>& advisories);

/// Why a candidate is not the one; its sources are those of the bound that the reason rests on.
[[nodiscard]] Said say(const Tables& tables, const Reason& reason);

/// What one runs into besides: an advisory of Rejection::hidden.
[[nodiscard]] std::string hidden_message(const Rejection& rejection, const AdvisoryRow& advisory);

/// Splits rejections into runs of neighbours of one family and for one reason.
[[nodiscard]] std::vector<std::span<const Rejection>> rejection_runs(const Tables& tables,
                                                                     std::span<const Rejection> rejections);

/// The compilers of a run: `gcc-12 to 13`.
[[nodiscard]] std::string run_in_words(std::span<const Rejection> run);

[[nodiscard]] Said say(const ResolutionReport& answer, const Note& note);

/// How the question was read: what is from a variable of the user's; what a release's name means that does not say it
/// by itself, a package set's in its channel, a number that several releases have.
[[nodiscard]] std::vector<Said> say_reading(const ResolutionReport& answer);

/// What a reader should know beside the answer: how the question was read, what is assumed, then its notes.
[[nodiscard]] std::vector<Said> say_notes(const ResolutionReport& answer);

}  // namespace cudastdenv::words
