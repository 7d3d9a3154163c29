#pragma once

#include "findings/build_environment.hpp"
#include "resolve/packages.hpp"
#include "words/resolution_report.hpp"

#include <span>
#include <string>
#include <string_view>

namespace cudastdenv::report {

/// What `env` answers, as the report functions take it.
struct BuildEnvironmentReport {
    const words::ResolutionReport& answer;
    const BuildChoice& choice;
};

/// Lines that a POSIX shell evaluates; each assignment below a comment that says why.
/// Whatever a value holds, the shell takes it as text. `reasons` may be nullptr: no comments.
[[nodiscard]] std::string sh_assignments(std::span<const Assignment> assignments,
                                         const BuildEnvironmentReport* reasons);

/// The same for fish.
[[nodiscard]] std::string fish_assignments(std::span<const Assignment> assignments,
                                           const BuildEnvironmentReport* reasons);

/// `{"variables": [{"name", "value", "why"}]}`; a value of null is a variable to unset. Ends with a newline.
[[nodiscard]] std::string assignments_json(std::span<const Assignment> assignments,
                                           const BuildEnvironmentReport* reasons);

/// Why there is no build environment.
[[nodiscard]] std::string unfit_folder_message(const UnfitFolder& unfit);

/// Why no compiler that is here works, and what to install on which distribution; several lines.
[[nodiscard]] std::string nothing_works_message(const words::ResolutionReport& answer,
                                                std::span<const CompilerPackage> packages);

}  // namespace cudastdenv::report
