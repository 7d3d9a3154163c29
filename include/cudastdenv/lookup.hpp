// SPDX-License-Identifier: MIT
#pragma once

/// Level of values: rows of the tables.

#include <cudastdenv/export.hpp>
#include <cudastdenv/tables.hpp>

#include <string_view>
#include <vector>

namespace cudastdenv {

/// Each of these that returns a pointer finds a row or returns nullptr; none of those allocates.

/// The release of that version; with a patch of -1 the newest public patch of that minor
/// (the newest preview where there is nothing public).
[[nodiscard]] CUDASTDENV_API const Release* find_release(const Tables& tables, Version version) noexcept;

/// The newest public release.
[[nodiscard]] CUDASTDENV_API const Release* newest_release(const Tables& tables) noexcept;

[[nodiscard]] CUDASTDENV_API const CapabilityRow* find_capability(const Tables& tables, Capability capability) noexcept;

[[nodiscard]] CUDASTDENV_API const EnvironmentRow* find_environment(const Tables& tables, std::string_view id) noexcept;

[[nodiscard]] CUDASTDENV_API const SourceRow* find_source(const Tables& tables, std::string_view id) noexcept;

/// Every known major of both families: GCC before Clang, ascending.
[[nodiscard]] CUDASTDENV_API std::vector<Compiler> known_compilers(const Tables& tables);

/// Whether any row names that Nix system.
[[nodiscard]] CUDASTDENV_API bool knows_system(const Tables& tables, std::string_view nix_system) noexcept;

/// The day on which the youngest source was read, `2026-11-21`: the date of the data.
[[nodiscard]] CUDASTDENV_API std::string_view data_date(const Tables& tables) noexcept;

}  // namespace cudastdenv
