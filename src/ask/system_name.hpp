// SPDX-License-Identifier: MIT
#pragma once

#include <cudastdenv/tables.hpp>

#include <optional>
#include <string_view>

namespace cudastdenv::asking {

/// A system that was typed. Its texts live as long as the tables.
struct SystemName {
    std::string_view nix;
    std::string_view redist;  ///< NVIDIA's name, if the system was named by it; else empty
};

/// The system of that name; absent: there is none.
[[nodiscard]] std::optional<SystemName> system_named(const Tables& tables, std::string_view text) noexcept;

/// Reads a Nix system (`aarch64-linux`), NVIDIA's name for one (`linux-sbsa`) or nixpkgs' `pkgsCross` attribute
/// (`aarch64-multiplatform`). `option` is named in the error. Throws BadInput.
[[nodiscard]] SystemName read_system_name(const Tables& tables, std::string_view option, std::string_view text);

}  // namespace cudastdenv::asking
