// SPDX-License-Identifier: MIT
#pragma once

#include <cudastdenv/tables.hpp>

#include <string_view>

namespace cudastdenv::asking {

/// Reads the name of a channel of nixpkgs whose package sets are known. It lives as long as the tables. Throws
/// BadInput.
[[nodiscard]] std::string_view read_channel(const Tables& tables, std::string_view name);

}  // namespace cudastdenv::asking
