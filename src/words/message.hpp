// SPDX-License-Identifier: MIT
#pragma once

#include "resolve/component.hpp"

#include <cudastdenv/answers.hpp>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::words {

/// Where it belongs: `component-file`, `component-moved` (another component had it before), `component-stub`,
/// `driver-file`.
[[nodiscard]] Said say(const ComponentFile& file);

/// Of which releases the number in the library's name is: `library-release`; nothing where it says none.
[[nodiscard]] std::optional<Said> say_release(const ComponentFile& file);

/// Lines to type, and for whom.
struct ComponentLines {
    std::string_view way;  ///< a PackageSource by name; of the driver's files `nixpkgs`, `nix`, `docker`, `machine`
    std::vector<std::string> lines;
    SourceIds sources = {};
};

/// How to come by the file in that release: one for each of those that have a package with it, or what makes the
/// driver's files be found. `nix_set` is the attribute of nixpkgs that has the release.
[[nodiscard]] std::vector<ComponentLines> lines_for(const Tables& tables, const ComponentFile& file, Version release,
                                                    std::string_view nix_set = "cudaPackages");

/// An expression of that output of a package: `lib.getDev cudaPackages.libcublas`
[[nodiscard]] std::string nix_expression(const ComponentPackage& package, std::string_view set);

/// Which releases, versions or files a message is about.
struct MessageCases {
    std::array<std::string_view, 2> headings;
    std::vector<std::array<std::string, 2>> rows;  ///< empty: the message is always the same
};

/// What there is to say of a message to somebody who has no log of it: what `diagnose` says of the message alone, and
/// the cases that a log would tell apart.
struct AboutMessage {
    const MessageRow& row;
    std::vector<const MessageTextRow*> wordings;  ///< the English ones first
    std::vector<Said> why;
    std::vector<Said> ways_out;
    std::vector<DiagnoseAnswer::Fix> lines;
    MessageCases cases;
    std::vector<const SourceRow*> sources;  ///< of the above but the cases, each once
};
[[nodiscard]] AboutMessage about(const Tables& tables, const MessageRow& row);

/// A wording or a line as people see it: `gcc versions later than … are not supported`
[[nodiscard]] std::string as_printed(std::string_view text);

}  // namespace cudastdenv::words
