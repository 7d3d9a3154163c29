// SPDX-License-Identifier: MIT
#pragma once

#include "checkout/update.hpp"

#include <cudastdenv/answers.hpp>

#include <string>

namespace cudastdenv::words {

/// As Nix writes it, on one line.
[[nodiscard]] std::string value_in_nix(const nix::FieldValue& value);

/// `gcc.maxMajorVersion is "14" there, "15" here`
[[nodiscard]] std::string difference_in_words(const nix::FieldDifference& difference);

[[nodiscard]] Said say(const nix::Decision& decision);

/// What is to be done elsewhere in nixpkgs for the rows that were added, as Markdown to paste; empty: nothing.
[[nodiscard]] std::string consequences(const Tables& tables, const nix::CheckoutUpdate& update);

}  // namespace cudastdenv::words
