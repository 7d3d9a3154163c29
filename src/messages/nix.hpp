// SPDX-License-Identifier: MIT
#pragma once

/// Messages about nixpkgs' files, and about a checkout that is compared, updated or audited.

#include "nix/audit.hpp"
#include "nix/impact.hpp"
#include "nix/update.hpp"

#include <cudastdenv/answers.hpp>

namespace cudastdenv::messages {

/// The value of a field; `none`: null, or absent.
[[nodiscard]] std::string format_scalar(const Scalar& value);

/// Why a release cannot build a variant, and the package sets that can. `release` has two numbers.
[[nodiscard]] std::string variant_message(const nix::Variant& variant, Version release);

/// The decisions about the added rows that people must make.
[[nodiscard]] std::vector<Sentence> decisions_of(const Tables& tables, const nix::Update& update);

/// Changes elsewhere in nixpkgs for the added rows, as Markdown to paste; empty: none.
[[nodiscard]] std::string consequences(const Tables& tables, const nix::Update& update);

/// Sets the code and message of each finding. Only the description of the checkout may contain its words, as plain
/// text.
void add_sentences(nix::Audit& audit);

/// The second half of the message: what NVIDIA states, or what would be right.
[[nodiscard]] std::string format_right(const nix::AuditFinding& finding);

/// The answer of `nix impact`. `from_assumed`: no channel was named for the state before. The answer contains no text
/// of the query.
[[nodiscard]] NixImpactAnswer impact_answer(const Tables& tables, const nix::ImpactQuestion& question,
                                            bool from_assumed);

/// `12.8.1`, `12.8.1 -> 12.8.2`, `gcc-15 -> gcc-16`. If only one side exists, that side.
template <class Value>
[[nodiscard]] std::string format_change(const std::optional<Value>& before, const std::optional<Value>& after) {
    if (!before || !after || *before == *after) return to_string(after ? *after : *before);
    return to_string(*before) + " -> " + to_string(*after);
}

}  // namespace cudastdenv::messages
