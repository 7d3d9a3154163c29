// SPDX-License-Identifier: MIT
#pragma once

#include <cudastdenv/resolve.hpp>

#include <algorithm>

namespace cudastdenv {

/// GCC major of the libstdc++ of a stdenv that does not say whose it has: a GCC's own, beside a Clang that of the
/// tables' assumed environment.
[[nodiscard]] int default_libstdcxx(const Tables& tables, Compiler compiler) noexcept;

/// A stdenv of that environment, all of which is known that its row says.
[[nodiscard]] Stdenv stdenv_in(const EnvironmentRow& environment) noexcept;

/// The request with the number of its release in full. Throws BadRequest: no such release, or no such system.
[[nodiscard]] Request with_full_release(const Tables& tables, const Request& request);

/// The same, and whose libstdc++ the stdenv has. Throws BadRequest, for a compiler without a number too.
[[nodiscard]] Request completed(const Tables& tables, const Request& request);

/// The newest libstdc++, of GCC majors up to `wanted`, whose symbols code may need that is linked in the stdenv.
[[nodiscard]] inline int linkable_libstdcxx(const Stdenv& stdenv, int wanted) noexcept {
    return stdenv.nonshared ? wanted : std::min(wanted, stdenv.libstdcxx);
}

}  // namespace cudastdenv
