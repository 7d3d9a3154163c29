// SPDX-License-Identifier: MIT
#pragma once

#include "core/format.hpp"
#include "resolve/component.hpp"

#include <cudastdenv/answers.hpp>

namespace cudastdenv::messages {

/// The component of the file: `component-file`, `component-moved` (from another component), `component-stub`,
/// `driver-file`.
[[nodiscard]] Sentence describe(const ComponentFile& file);

/// The releases that have the number in the library's name: `library-release`. Absent if the name has no number.
[[nodiscard]] std::optional<Sentence> describe_release(const ComponentFile& file);

/// How to install the file in that release: an entry for each PackageSource with such a package. For files of the
/// driver, how to make them available in `nixpkgs`, `nix`, `docker`, `machine`. `nix_set` is the attribute of nixpkgs
/// with the release.
[[nodiscard]] std::vector<DiagnoseAnswer::Fix> lines_for(const Tables& tables, const ComponentFile& file,
                                                         Version release, std::string_view nix_set = "cudaPackages");

/// The explanation of a message without a log: what `diagnose` prints for the message alone, and the cases that a log
/// would distinguish.
struct AboutMessage {
    const MessageRow& row;
    std::vector<const MessageTextRow*> wordings;  ///< English first
    std::vector<Sentence> why;
    std::vector<Sentence> workarounds;
    std::vector<DiagnoseAnswer::Fix> lines;
    Grid cases;  ///< the releases, versions or files that it depends on; no rows: always the same
    std::vector<const SourceRow*> sources;  ///< sources of all but the cases, without duplicates
};
[[nodiscard]] AboutMessage about(const Tables& tables, const MessageRow& row);

/// A wording or a line as printed: `gcc versions later than … are not supported`
[[nodiscard]] std::string as_printed(std::string_view text);

}  // namespace cudastdenv::messages
