#pragma once

#include <cudastdenv/releases.hpp>

namespace cudastdenv::inline CUDASTDENV_ABI {

/// The releases among those of the set with which every condition holds; the others are not looked at.
[[nodiscard]] ReleaseSet fitting_releases(const Tables& tables, const ReleasesQuestion& question,
                                          const ReleaseSet& among);

}  // namespace cudastdenv::inline CUDASTDENV_ABI
