// SPDX-License-Identifier: MIT
#pragma once

/// Driver versions.

#include <cudastdenv/export.hpp>

#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace cudastdenv {

/// The version of an NVIDIA driver: `580.65.06`, `576.57` (Windows), or only its branch, `580`. An absent number is -1,
/// which sorts first: a branch compares as its oldest driver.
struct DriverVersion {
    int branch = 0;
    int minor = -1;
    int patch = -1;

    friend constexpr auto operator<=>(const DriverVersion&, const DriverVersion&) = default;
};

/// Parses one to three decimal numbers of at most six digits each. The second and third may begin with zeros, as NVIDIA
/// writes them; the first must not.
[[nodiscard]] CUDASTDENV_API std::optional<DriverVersion> parse_driver_version(std::string_view text) noexcept;

/// NVIDIA's format, with at least two digits after each dot: `570.124.06`.
[[nodiscard]] CUDASTDENV_API std::string to_string(DriverVersion version);

}  // namespace cudastdenv
