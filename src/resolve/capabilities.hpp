// SPDX-License-Identifier: MIT
#pragma once

#include <cudastdenv/resolve.hpp>

#include <cstdint>

namespace cudastdenv {

/// The capabilities that a release knows under the request's policy, sorted.
[[nodiscard]] std::vector<Capability> supported_capabilities(const Tables& tables, const Request& request);

/// Those of them that are built by default: baseline, not Jetson, not past nixpkgs' last default release.
[[nodiscard]] std::vector<Capability> default_capabilities(const Tables& tables, const Request& request);

/// How far two capabilities' numbers lie apart, in minor numbers; of any two, also of such as no GPU has.
[[nodiscard]] std::int64_t number_gap(Capability left, Capability right) noexcept;

/// The capability whose PTX is added to a list, by the rules of forward compatibility.
[[nodiscard]] std::optional<Capability> forward_compatible_ptx(std::span<const Capability> resolved,
                                                               bool nixpkgs_exact) noexcept;

}  // namespace cudastdenv
