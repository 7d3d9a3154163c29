// SPDX-License-Identifier: MIT
#include "ask/answers.hpp"
#include "cli/answer.hpp"
#include "cli/command.hpp"
#include "cli/common_options.hpp"

#include <array>

namespace cudastdenv::cli {

namespace {

int run_flags(const ParsedOptions& options) { return answer(options, answer_flags); }

constexpr auto flags_options = joined(asking::flags_options, common_options);

constexpr std::array<std::string_view, 2> flags_examples{"cudastdenv flags --cuda 12.8 --format cmake",
                                                         "cudastdenv flags --cuda 12.8 --capabilities 8.9,9.0a"};

}  // namespace

const Command flags_command{"flags",
                            "the capability list in one build system's spelling",
                            "--cuda V [--format F] [OPTIONS]",
                            flags_examples,
                            {},
                            flags_options,
                            run_flags};

}  // namespace cudastdenv::cli
