// SPDX-License-Identifier: MIT
#pragma once

/// What the programs of a toolkit say of themselves. Only `ingest --run` asks them.

#include "findings/toolkit.hpp"
#include "os/file_tree.hpp"
#include "os/surroundings.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::machine {

/// Runs nvcc and ptxas where the tree is a folder that has them.
[[nodiscard]] ToolAnswers ask_tools(const FileTree& tree, const Surroundings& surroundings);

/// `13.0.88` of a line with `V13.0.88`.
[[nodiscard]] std::optional<Version> build_in_version(std::string_view output);

/// The quoted names behind `Allowed values for this option:` of an option's help. Empty where there are none.
[[nodiscard]] std::vector<std::string> allowed_values(std::string_view help, std::string_view option);

}  // namespace cudastdenv::machine
