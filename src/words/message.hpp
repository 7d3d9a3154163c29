// SPDX-License-Identifier: MIT
#pragma once

#include "core/format.hpp"
#include "resolve/component.hpp"

#include <cudastdenv/answers.hpp>

namespace cudastdenv::words {

/// Where it belongs: `component-file`, `component-moved` (another component had it before), `component-stub`,
/// `driver-file`.
[[nodiscard]] Said say(const ComponentFile& file);

/// Of which releases the number in the library's name is: `library-release`; nothing where it says none.
[[nodiscard]] std::optional<Said> say_release(const ComponentFile& file);

/// How to come by the file in that release: one for each PackageSource that has a package with it; or what makes the
/// driver's files be found, for `nixpkgs`, `nix`, `docker`, `machine`. `nix_set` is the attribute of nixpkgs that has
/// the release.
[[nodiscard]] std::vector<DiagnoseAnswer::Fix> lines_for(const Tables& tables, const ComponentFile& file,
                                                         Version release, std::string_view nix_set = "cudaPackages");

/// What there is to say of a message to somebody who has no log of it: what `diagnose` says of the message alone, and
/// the cases that a log would tell apart.
struct AboutMessage {
    const MessageRow& row;
    std::vector<const MessageTextRow*> wordings;  ///< the English ones first
    std::vector<Said> why;
    std::vector<Said> ways_out;
    std::vector<DiagnoseAnswer::Fix> lines;
    Grid cases;  ///< the releases, versions or files that it is about; no rows: it is always the same
    std::vector<const SourceRow*> sources;  ///< of the above but the cases, each once
};
[[nodiscard]] AboutMessage about(const Tables& tables, const MessageRow& row);

/// A wording or a line as people see it: `gcc versions later than … are not supported`
[[nodiscard]] std::string as_printed(std::string_view text);

}  // namespace cudastdenv::words
