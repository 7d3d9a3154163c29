// SPDX-License-Identifier: MIT
#pragma once

#include "checkout/update.hpp"
#include "report/style.hpp"

#include <string>
#include <vector>

namespace cudastdenv::report {

/// What was changed in a checkout, what is left, what people have to decide.
[[nodiscard]] std::string update_text(const Tables& tables, const nix::CheckoutUpdate& update, const Style& style);

/// The changes as `git apply` reads them.
[[nodiscard]] std::string update_diff(const nix::CheckoutUpdate& update);

/// What a diff does not say, one line each: what differs and is left, what is to be decided.
[[nodiscard]] std::vector<std::string> update_asides(const Tables& tables, const nix::CheckoutUpdate& update);

}  // namespace cudastdenv::report
