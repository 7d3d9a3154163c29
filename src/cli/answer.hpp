// SPDX-License-Identifier: MIT
#pragma once

#include "ask/outcome.hpp"
#include "cli/exit_status.hpp"
#include "cli/options.hpp"

#include <functional>

namespace cudastdenv::cli {

/// Asks, prints the answer and what is said beside it. `texts`: the question, where it is not the options as they
/// stand. Throws what `answerer` throws.
[[nodiscard]] ExitStatus answer(const ParsedOptions& options, const Texts& texts, Answerer answerer);
[[nodiscard]] ExitStatus answer(const ParsedOptions& options, Answerer answerer);

/// Likewise, of what is no text: a log that is read piece by piece.
using Asker = std::function<Outcome(const Context& context, const Form& form)>;
[[nodiscard]] ExitStatus answer(const ParsedOptions& options, const Asker& asker);

/// The same for an answer that is a file: it is written to that of `--output`, if one was given. Throws MachineError.
[[nodiscard]] ExitStatus write_answer(const ParsedOptions& options, Answerer answerer);

}  // namespace cudastdenv::cli
