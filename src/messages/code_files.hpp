// SPDX-License-Identifier: MIT
#pragma once

/// Messages about GPU code in files.

#include "findings/code_coverage.hpp"

namespace cudastdenv::messages {

/// The code of the files, and whether it runs. `gpu` and `driver` are as typed; absent: not asked for.
[[nodiscard]] FilesAnswer files_answer(const Tables& tables, const CodeFiles& files, const CoverageQuestion& question,
                                       std::optional<std::string> gpu, std::optional<std::string> driver);

/// `machine code of 8.0 9.0; PTX of 9.0`. An absent list is unknown.
[[nodiscard]] std::string format_code_list(std::optional<std::span<const Capability>> machine_code,
                                           std::optional<std::span<const Capability>> ptx);

}  // namespace cudastdenv::messages
