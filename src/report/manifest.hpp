#pragma once

#include "nix/manifest.hpp"
#include "report/style.hpp"

#include <string>
#include <string_view>

namespace cudastdenv::report {

/// A manifest and what it means to the tables.
struct ManifestAnswer {
    const nix::Manifest& manifest;
    const nix::ManifestVerdict& verdict;
};

/// What `manifest` prints for a person.
[[nodiscard]] std::string manifest_text(const ManifestAnswer& answer, const Style& style);

/// `manifest --json`; ends with a newline.
[[nodiscard]] std::string manifest_json(const ManifestAnswer& answer);

/// `unknown-system`, `malformed-hash`, ...
[[nodiscard]] std::string_view problem_code(const nix::ManifestProblem& problem);
[[nodiscard]] std::string problem_message(const nix::ManifestProblem& problem);
/// Where in the manifest; empty for the manifest as a whole.
[[nodiscard]] std::string problem_pointer(const nix::ManifestProblem& problem);

}  // namespace cudastdenv::report
