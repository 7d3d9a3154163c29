// SPDX-License-Identifier: MIT
#pragma once

#include "ask/context.hpp"
#include "ask/texts.hpp"
#include "cli/options.hpp"
#include "cli/run.hpp"

#include <cudastdenv/load.hpp>

#include <functional>
#include <optional>

namespace cudastdenv::cli {

/// The tables that a command works on, built in or those of `--data`, and the machine that it runs on.
class ChosenTables {
public:
    /// Throws DataError.
    explicit ChosenTables(const asking::Texts& options);
    ChosenTables(const ChosenTables&) = delete;
    ChosenTables& operator=(const ChosenTables&) = delete;

    [[nodiscard]] const Tables& view() const noexcept { return context_.tables; }
    [[nodiscard]] const asking::Context& context() const noexcept { return context_; }

private:
    std::optional<LoadedTables> loaded_;
    asking::Context context_;
};

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
