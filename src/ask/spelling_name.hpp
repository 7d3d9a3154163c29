// SPDX-License-Identifier: MIT
#pragma once

#include "ask/texts.hpp"
#include "spelling/spell.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace cudastdenv::asking {

/// A version of a program that reads lists of architectures.
struct NamedConsumer {
    const ConsumerRow* consumer = nullptr;
    Version version;  ///< whose rules hold: the named one, with as many numbers, or the newest that was read
    std::optional<Version> newer;  ///< the one that was named, where it is newer than that
};

/// Reads what people type and programs print: `torch-2.7`, `PyTorch 2.7.1`, `torch==2.7.0+cu128`,
/// `cmake version 3.31.6`; without a version the newest. Throws BadInput where nobody is called so, or the version is
/// older than any whose rules are known.
[[nodiscard]] NamedConsumer read_consumer(const Tables& tables, std::string_view text);

/// A spelling, and the version of its consumer whose rules hold.
struct ChosenSpelling {
    const Spelling& spelling;
    std::optional<NamedConsumer> consumer;  ///< absent: none was named
};

/// By `--format`, or else `--consumer`, or else the spelling called `otherwise`. Throws BadInput, also where the
/// consumer reads another spelling than `--format` says.
[[nodiscard]] ChosenSpelling read_chosen_spelling(const Tables& tables, const Texts& texts, std::string_view otherwise);

/// What writers and readers of the spelling need.
[[nodiscard]] SpellingContext context_of(const Tables& tables, std::string_view system, Version release,
                                         const std::optional<NamedConsumer>& consumer);

/// That a consumer newer than the newest is taken for that one; empty: it is not newer.
[[nodiscard]] std::string newer_consumer_message(const std::optional<NamedConsumer>& consumer);

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
