// SPDX-License-Identifier: MIT
#pragma once

#include <cudastdenv/answers.hpp>

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::words {

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
