// SPDX-License-Identifier: MIT
#pragma once

/// What nvcc and its host compiler print.

#include "findings/verify_outcome.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace cudastdenv::verify {

/// The first line of a compiler's output that tells of an error, or the first line there is; names of the
/// temporary files in `folder` without what differs from run to run.
[[nodiscard]] std::string error_line(std::string_view output, const std::filesystem::path& folder);

/// What nvcc says where its version check refuses the host compiler.
[[nodiscard]] std::optional<Refused> refusal(std::string_view output, const std::filesystem::path& folder);

}  // namespace cudastdenv::verify
