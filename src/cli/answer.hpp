// SPDX-License-Identifier: MIT
#pragma once

#include "ask/context.hpp"
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

/// What makes an answer.
using Asker = std::function<Written(const Context& context, const Form& form)>;

/// Asks, prints the answer, or writes it to the file of `--output`, and prints what is said beside it. Throws what
/// `asker` throws, and MachineError.
[[nodiscard]] ExitStatus answer(const ParsedOptions& options, const Asker& asker);

/// Likewise. `texts`: the question, where it is not the options as they stand. A list, its `text`, that is `-` is read
/// from standard input.
[[nodiscard]] ExitStatus answer(const ParsedOptions& options, const Texts& texts, Answerer answerer);
[[nodiscard]] ExitStatus answer(const ParsedOptions& options, Answerer answerer);

}  // namespace cudastdenv::cli
