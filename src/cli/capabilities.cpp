// SPDX-License-Identifier: MIT
#include "ask/answers.hpp"
#include "cli/answer.hpp"
#include "cli/command.hpp"
#include "cli/common_options.hpp"

#include <array>

namespace cudastdenv::cli {

namespace {

int run_capabilities(const ParsedOptions& options) { return answer(options, answer_capabilities); }

constexpr auto capabilities_options = joined(asking::capabilities_options, common_options);

constexpr std::array<std::string_view, 2> capabilities_examples{"cudastdenv capabilities --cuda 12.8",
                                                                "cudastdenv capabilities --cuda 13.0 --all"};

}  // namespace

const Command capabilities_command{
    .name = "capabilities",
    .group = CommandGroup::lists,
    .summary = "default (or all supported) capabilities, one a line",
    .arguments = "V [--all] [OPTIONS]",
    .none = "the release has none to list",
    .examples = capabilities_examples,
    .positional = release_first,
    .options = capabilities_options,
    .run = run_capabilities,
    .defaults = Defaults::all,
};

}  // namespace cudastdenv::cli
