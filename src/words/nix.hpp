// SPDX-License-Identifier: MIT
#pragma once

/// What is said of nixpkgs' files, and of a checkout that is compared, updated or audited.

#include "nix/audit.hpp"
#include "nix/update.hpp"
#include "nix/writers.hpp"

#include <cudastdenv/answers.hpp>

#include <string>
#include <string_view>

namespace cudastdenv::words {

/// Why a release cannot build a variant, and which package sets can. `release` has two numbers.
[[nodiscard]] std::string variant_message(const nix::Variant& variant, Version release);

/// As Nix writes it, on one line.
[[nodiscard]] std::string value_in_nix(const nix::FieldValue& value);

/// `gcc.maxMajorVersion is "14" there, "15" here`
[[nodiscard]] std::string difference_in_words(const nix::FieldUpdate& difference);

[[nodiscard]] Said say(const nix::Decision& decision);

/// What is to be done elsewhere in nixpkgs for the rows that were added, as Markdown to paste; empty: nothing.
[[nodiscard]] std::string consequences(const Tables& tables, const nix::CheckoutUpdate& update);

/// What is said of a finding. Only `there` may hold words of the checkout, as plain text.
struct FindingInWords {
    std::string_view code;  ///< the problem's name, which does not change
    std::string there;      ///< what the checkout says
    std::string ours;       ///< what NVIDIA says, or what would be right
    std::string more;       ///< what else counts; empty: nothing
};
[[nodiscard]] FindingInWords say(const nix::AuditFinding& finding, nix::AuditPolicy policy);

/// `there; ours (more)`
[[nodiscard]] std::string sentence(const FindingInWords& said);

/// `9 findings: 2 break a build, 6 forbid what works, 1 cosmetic`
[[nodiscard]] std::string findings_in_words(const nix::Audit& audit);

/// `Breaks a build`
[[nodiscard]] std::string_view heading_of(nix::AuditSeverity severity);

/// Whose word counts: `NVIDIA's installation guide`.
[[nodiscard]] std::string_view policy_in_words(nix::AuditPolicy policy);

/// `cuda 12.8`, `defaults 13.0`, `alias cudaPackages_13`; as plain text
[[nodiscard]] std::string place_in_words(const nix::AuditFinding& finding);

/// Of the values that are not known: `4 values are not known: nvcc 13.5 gcc.maxMajorVersion, …`; empty: of none
[[nodiscard]] std::string not_known_in_words(const nix::Audit& audit, std::size_t most);

}  // namespace cudastdenv::words
