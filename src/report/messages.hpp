#pragma once

#include "report/resolution_report.hpp"
#include "spell/spell.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::report {

/// `1 node`, `2 nodes`
[[nodiscard]] std::string counted(std::size_t count, std::string_view noun);

/// `runs`, `does not run`, `not known`
[[nodiscard]] std::string_view runs_in_words(std::optional<bool> runs);

/// `8.9 9.0a`
[[nodiscard]] std::string joined(std::span<const Capability> capabilities, std::string_view separator = " ");

/// The name of a reason in JSON: `too-new`.
[[nodiscard]] std::string_view reason_name(const Reason& reason);

/// One sentence without a full stop, beginning in lower case.
[[nodiscard]] std::string reason_message(const Reason& reason);

/// The sources of the bound that a reason rests on; none where it rests on the request alone.
[[nodiscard]] SourceIds reason_sources(const Tables& tables, const Reason& reason);

/// What one runs into besides: an advisory of Rejection::hidden.
[[nodiscard]] std::string hidden_message(const Rejection& rejection, const AdvisoryRow& advisory);

/// Splits rejections into runs of neighbours of one family and for one reason.
[[nodiscard]] std::vector<std::span<const Rejection>> rejection_runs(std::span<const Rejection> rejections);

/// The compilers of a run: `gcc-12 to 13`.
[[nodiscard]] std::string run_in_words(std::span<const Rejection> run);

/// The name of a note: `preview`, `beyond-tables`.
[[nodiscard]] std::string_view note_name(const Note& note);

[[nodiscard]] std::string note_message(const ResolutionReport& answer, const Note& note);

/// The sources of the row that a note rests on; none where it rests on the request alone.
[[nodiscard]] SourceIds note_sources(const Note& note);

/// The name of a loss: `entry-dropped`.
[[nodiscard]] std::string_view loss_name(const Loss& loss);

/// Why there is nothing for the platform in that release. `system` is a platform that NVIDIA ships at some time.
[[nodiscard]] std::string not_shipped_message(const RedistSystemRow& system, Version release);

[[nodiscard]] std::string other_redist_message(const OtherRedist& note);

/// What nobody has read yet, and how the tables are renewed. `release` is beyond them.
[[nodiscard]] std::string beyond_message(const Tables& tables, const BeyondTables& note, Version release);

/// How old the tables are: `data of 2026-11-21, CUDA releases through 13.5.0`
[[nodiscard]] std::string age_of(const Tables& tables);

/// Which release a package set's name means, and in which channel. Only where ResolutionReport::package_set has a channel.
[[nodiscard]] std::string package_set_message(const ResolutionReport& answer);

/// The name of a problem in JSON: `capability-too-new`.
[[nodiscard]] std::string_view problem_name(const CapabilityProblem& problem);

/// The sources of the row that a problem rests on; none where it rests on the request alone.
[[nodiscard]] SourceIds problem_sources(const Tables& tables, const CapabilityProblem& problem);

[[nodiscard]] std::string problem_message(const Request& request, const CapabilityProblem& problem);

[[nodiscard]] std::string loss_message(std::string_view spelling, const Loss& loss);

/// `column 14`, or `line 2, column 14` where the text has several lines. Columns count from 1, in bytes.
[[nodiscard]] std::string place_in_words(std::string_view text, std::size_t offset);

/// Where in the text what is wrong, and what would be right.
[[nodiscard]] std::string list_error_message(std::string_view spelling, std::string_view text,
                                             const ListReadError& error);

/// Whose bound it is, in words: `nixpkgs' table`.
[[nodiscard]] std::string_view view_in_words(Policy view);

/// `nixpkgs' table takes gcc 6 to 14`
[[nodiscard]] std::string range_in_words(Compiler::Family family, const HostCompilerRange& range);

}  // namespace cudastdenv::report
