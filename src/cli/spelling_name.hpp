#pragma once

#include "cli/options.hpp"

#include <cudastdenv/spell.hpp>

#include <string>
#include <string_view>

namespace cudastdenv::cli {

/// A spelling that was named. Throws UsageError.
[[nodiscard]] const Spelling& read_spelling_name(std::string_view name);

/// The text of a list that was given as an argument: the argument itself, or standard input where it is `-`, at most
/// 1 MiB and without the newline at its end. Throws DataError.
[[nodiscard]] std::string read_list_text(const std::string& argument);

/// Reads a list in a spelling. Throws UsageError.
[[nodiscard]] Listing read_listing(const Spelling& spelling, std::string_view text);

/// The list as the version of its consumer has it that `--compiler` names; without it, as it was read. Throws UsageError
/// where the spelling's consumer is no such compiler.
[[nodiscard]] Listing read_for_compiler(const ParsedOptions& options, const Tables& tables, const Spelling& spelling,
                                        Listing listing);

/// What a list builds with that release. Throws UsageError where only the machine that builds knows.
[[nodiscard]] BuildList read_build_list(const Tables& tables, Version release, const Listing& listing);

}  // namespace cudastdenv::cli
