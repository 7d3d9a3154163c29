// SPDX-License-Identifier: MIT
#pragma once

#include "ask/texts.hpp"
#include "spelling/spell.hpp"

#include <string_view>

namespace cudastdenv::asking {

/// The spelling of that name in any case, of the variable or option that takes such lists, or of a program that reads
/// them: `torch`, `PyTorch`, `TORCH_CUDA_ARCH_LIST`; nullptr: none.
[[nodiscard]] const Spelling* spelling_called(std::string_view text);

/// The same. Throws BadInput where there is none.
[[nodiscard]] const Spelling& read_spelling_name(std::string_view name);

/// Reads a list in a spelling. Throws BadInput.
[[nodiscard]] Listing read_listing(const Spelling& spelling, const SpellingContext& context, std::string_view text);

/// The list as the version of its consumer has it that `--compiler` names; without it, as it was read. Throws BadInput
/// where the spelling's consumer is no such compiler.
[[nodiscard]] Listing read_for_compiler(const Texts& texts, const Tables& tables, const Spelling& spelling,
                                        Listing listing);

/// What a list builds with that release. Throws BadInput where only the machine that builds knows.
[[nodiscard]] BuildList read_build_list(const Tables& tables, Version release, const Listing& listing);

}  // namespace cudastdenv::asking
