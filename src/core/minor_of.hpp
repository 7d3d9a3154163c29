// SPDX-License-Identifier: MIT
#pragma once

#include <cudastdenv/version.hpp>

namespace cudastdenv {

/// A version without its patch: 12.8 of 12.8.1.
[[nodiscard]] constexpr Version minor_of(Version version) noexcept { return {version.major, version.minor}; }

}  // namespace cudastdenv
