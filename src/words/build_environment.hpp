// SPDX-License-Identifier: MIT
#pragma once

#include "findings/build_environment.hpp"
#include "resolve/packages.hpp"
#include "words/resolution_report.hpp"

#include <span>
#include <string>
#include <vector>

namespace cudastdenv::words {

/// What `env` answers, with what was asked.
struct BuildEnvironmentReport {
    const ResolutionReport& answer;
    const BuildChoice& choice;
};

/// Why a variable gets its value, a line each. `report` may be nullptr: nothing is said.
[[nodiscard]] std::vector<std::string> reasons_of(const Assignment& assignment, const BuildEnvironmentReport* report);

/// Why there is no build environment.
[[nodiscard]] std::string unfit_folder_message(const UnfitFolder& unfit);

/// Why no compiler that is here works, which one of the other family would if it were this machine's default (nullptr:
/// none), and what to install on which distribution; several lines.
[[nodiscard]] std::string nothing_works_message(const ResolutionReport& answer, const FoundCompiler* other,
                                                std::span<const CompilerPackage> packages);

}  // namespace cudastdenv::words
