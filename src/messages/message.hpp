// SPDX-License-Identifier: MIT
#pragma once

#include "core/format.hpp"
#include "resolve/component.hpp"

#include <cudastdenv/answers.hpp>

namespace cudastdenv::messages {

/// The component of the file: `component-file`, `component-moved` (from another component), `component-stub`,
/// `driver-file`. Then the releases that have the number in the library's name, if it has one: `library-release`.
[[nodiscard]] std::vector<Sentence> describe(const ComponentFile& file);

/// The explanation of a message without a log: what `diagnose` prints for the message alone, and the cases that a log
/// would distinguish.
struct AboutMessage {
    const MessageRow& row;
    std::vector<const MessageTextRow*> wordings;  ///< English first
    std::vector<Sentence> why;
    std::vector<Sentence> workarounds;
    std::vector<Plan> lines;
    Grid cases;  ///< the releases, versions or files that it depends on; no rows: always the same
    std::vector<const SourceRow*> sources;  ///< sources of all but the cases, without duplicates
};
[[nodiscard]] AboutMessage about(const Tables& tables, const MessageRow& row);

/// A wording or a line as printed: `gcc versions later than … are not supported`
[[nodiscard]] std::string as_printed(std::string_view text);

}  // namespace cudastdenv::messages
