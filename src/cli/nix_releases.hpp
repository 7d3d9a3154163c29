#pragma once

#include "cli/options.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::cli {

/// `--cuda` as a list of releases, each as it was typed: `12.6,12.8`, or for `all` the newest patch of every minor
/// release. `fallback` stands for an option that is absent; empty: the option is required. Throws UsageError.
[[nodiscard]] std::vector<std::string> read_release_list(const ParsedOptions& options, std::string_view fallback);

}  // namespace cudastdenv::cli
