// SPDX-License-Identifier: MIT
#pragma once

/// Rules for the rows of wheels.json.

#include "core/std.hpp"

#include <cudastdenv/tables.hpp>

namespace cudastdenv {

/// The order of the rows.
[[nodiscard]] inline auto key_of(const WheelBuildRow& row) {
    return std::tuple(row.project, row.install, row.channel, row.first, row.variant,
                      row.systems.empty() ? std::nullopt : std::optional(row.systems.front()), row.cuda);
}
[[nodiscard]] inline auto key_of(const WheelCompanionRow& row) { return std::tuple(row.project, row.first); }

/// Whether a system has both.
[[nodiscard]] bool share_system(const WheelBuildRow& left, const WheelBuildRow& right);

/// `cu128` for 12.8.
[[nodiscard]] std::string variant_for(Version cuda);

/// The problem of a row, beyond what its schema says; empty if the row is right. Expects sorted tables.
[[nodiscard]] std::string problem_of(const Tables& tables, const WheelProjectRow& row);
[[nodiscard]] std::string problem_of(const Tables& tables, const WheelBuildRow& row);
[[nodiscard]] std::string problem_of(const Tables& tables, const WheelCompanionRow& row);

}  // namespace cudastdenv
