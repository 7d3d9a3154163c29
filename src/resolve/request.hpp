#pragma once

#include <cudastdenv/resolve.hpp>

namespace cudastdenv::inline CUDASTDENV_ABI {

/// The request with the number of its release in full. Throws BadRequest: no such release, or no such system.
[[nodiscard]] Request with_full_release(const Tables& tables, const Request& request);

/// The same, and whose libstdc++ the stdenv has. Throws BadRequest, for a compiler without a number too.
[[nodiscard]] Request completed(const Tables& tables, const Request& request);

}  // namespace cudastdenv::inline CUDASTDENV_ABI
