// SPDX-License-Identifier: MIT
#include "ask/answers.hpp"
#include "cli/answer.hpp"
#include "cli/command.hpp"
#include "cli/common_options.hpp"

#include <array>

namespace cudastdenv::cli {

namespace {

int run_compat(const ParsedOptions& options) { return answer(options, answer_compat); }

constexpr auto compat_options = joined(asking::compat_options, common_options);

constexpr std::array<std::string_view, 2> compat_examples{
    "cudastdenv compat --cuda 12.8 --driver 550.54.15",
    "cudastdenv compat --cuda 13.2 --driver 535 --system linux-sbsa"};

}  // namespace

const Command compat_command{
    .name = "compat",
    .group = CommandGroup::ask,
    .summary = "does a driver run a release, and in which way; without one, which drivers do",
    .arguments = "V [--driver D] [OPTIONS]",
    .none = "the driver does not run the release, or that is not known",
    .examples = compat_examples,
    .positional = release_first,
    .options = compat_options,
    .run = run_compat,
    .defaults = Defaults::all,
};

}  // namespace cudastdenv::cli
