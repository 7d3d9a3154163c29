// SPDX-License-Identifier: MIT
#pragma once

/// Names of the toolkit in errors of compilers and linkers. Their wordings are those of any missing name, so a message
/// counts only if the index has the name and a release without it, or with other parameters.

#include "diagnose/patterns.hpp"
#include "resolve/api.hpp"

namespace cudastdenv::diagnose {

/// Makes the index at its first use.
using IndexOnDemand = std::function<const ApiIndex&()>;

/// Whether the wording is about a function's parameters. Otherwise a name is missing.
[[nodiscard]] bool is_about_parameters(const MessageTextRow& wording) noexcept;

/// The entries of the name that a message says is missing: of the struct or namespace that it names, otherwise of a
/// name without one. Empty: no name of the toolkit.
[[nodiscard]] std::vector<const ApiEntry*> entries_of(const ApiIndex& index, const std::vector<Capture>& fillings);

/// The first function called in a text with a signature that a release changed; empty: none. The text is a message and
/// the lines behind it, where a compiler repeats the code.
[[nodiscard]] std::string changed_function_in(std::string_view text, const IndexOnDemand& index);

/// Whether some release that was read can print the message.
[[nodiscard]] bool is_of_toolkit(const MessageTextRow& wording, const std::vector<Capture>& fillings,
                                 const IndexOnDemand& index);

/// Whether a release of the range can print the message; absent: unknown release.
[[nodiscard]] bool can_print(const ApiIndex& index, const MessageTextRow& wording, const std::vector<Capture>& fillings,
                             const std::optional<VersionRange>& releases);

}  // namespace cudastdenv::diagnose
