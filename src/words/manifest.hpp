// SPDX-License-Identifier: MIT
#pragma once

#include "nix/manifest.hpp"

#include <cudastdenv/answers.hpp>

#include <string>

namespace cudastdenv::words {

/// A manifest and what it means to the tables.
struct ManifestAnswer {
    const nix::Manifest& manifest;
    const nix::ManifestVerdict& verdict;
};

/// What is said of a problem, and where in the manifest it is.
struct SaidAt : Said {
    std::string pointer;  ///< empty: the manifest as a whole
};

[[nodiscard]] SaidAt say(const nix::ManifestProblem& problem);

}  // namespace cudastdenv::words
