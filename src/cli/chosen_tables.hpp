// SPDX-License-Identifier: MIT
#pragma once

#include "ask/context.hpp"
#include "ask/texts.hpp"

#include <cudastdenv/load.hpp>

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

}  // namespace cudastdenv::cli
