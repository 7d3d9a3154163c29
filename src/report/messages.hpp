#pragma once

#include "report/answer.hpp"

#include <cudastdenv/spell.hpp>

#include <string>
#include <string_view>

namespace cudastdenv::report {

/// The name of a reason in JSON: `too-new`.
[[nodiscard]] std::string_view reason_name(const Reason& reason);

/// One sentence without a full stop, beginning in lower case.
[[nodiscard]] std::string reason_message(const Reason& reason);

/// The sources of the bound that a reason rests on; none where it rests on the request alone.
[[nodiscard]] SourceIds reason_sources(const Tables& tables, const Reason& reason);

[[nodiscard]] std::string note_message(const Answer& answer, const Note& note);

[[nodiscard]] std::string problem_message(const Request& request, const CapabilityProblem& problem);

[[nodiscard]] std::string loss_message(std::string_view spelling, const Loss& loss);

/// Whose bound it is, in words: `nixpkgs' table`.
[[nodiscard]] std::string_view view_in_words(Policy view);

/// `nixpkgs' table takes gcc 6 to 14`
[[nodiscard]] std::string range_in_words(Compiler::Family family, const HostCompilerRange& range);

}  // namespace cudastdenv::report
