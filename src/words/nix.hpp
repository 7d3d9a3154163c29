// SPDX-License-Identifier: MIT
#pragma once

/// What is said of nixpkgs' files, and of a checkout that is compared, updated or audited.

#include "manifest/manifest.hpp"
#include "nix/audit.hpp"
#include "nix/impact.hpp"
#include "nix/update.hpp"
#include "tables/fields.hpp"

#include <cudastdenv/answers.hpp>

namespace cudastdenv::words {

/// Why a release cannot build a variant, and which package sets can. `release` has two numbers.
[[nodiscard]] std::string variant_message(const nix::Variant& variant, Version release);

/// What people have to decide about the rows that were added.
[[nodiscard]] std::vector<Said> decisions_of(const Tables& tables, const nix::Update& update);

/// What is to be done elsewhere in nixpkgs for the rows that were added, as Markdown to paste; empty: nothing.
[[nodiscard]] std::string consequences(const Tables& tables, const nix::Update& update);

/// Gives each finding its code and its message. Only what is said of the checkout may hold words of it, as plain text.
void add_words(nix::Audit& audit);

/// The half of the message behind what is there: what NVIDIA says, or what would be right.
[[nodiscard]] std::string right_in_words(const nix::AuditFinding& finding);

/// What `nix impact` answers. `from_assumed`: no channel was named for the side before. The answer has no text of the
/// question.
[[nodiscard]] NixImpactAnswer impact_answer(const Tables& tables, const nix::ImpactQuestion& question,
                                            bool from_assumed);

/// `12.8.1`, `12.8.1 -> 12.8.2`, `gcc-15 -> gcc-16`; of what is there on one side only, that.
template <class Value>
[[nodiscard]] std::string change_in_words(const std::optional<Value>& before, const std::optional<Value>& after) {
    if (!before || !after || *before == *after) return to_string(after ? *after : *before);
    return to_string(*before) + " -> " + to_string(*after);
}

}  // namespace cudastdenv::words
