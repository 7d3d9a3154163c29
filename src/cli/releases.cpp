// SPDX-License-Identifier: MIT
#include "ask/answers.hpp"

#include "cli/answer.hpp"
#include "cli/command.hpp"
#include "cli/common_options.hpp"

#include <array>

namespace cudastdenv::cli {

namespace {

int run_releases(const ParsedOptions& options) { return answer(options, answer_releases); }

constexpr auto releases_options = joined(asking::releases_options, common_options);

constexpr std::array<std::string_view, 2> releases_examples{
    "cudastdenv releases --available gcc-16", "cudastdenv releases --capabilities 6.1,9.0 --driver 550.54 --why"};

}  // namespace

const Command releases_command{
    .name = "releases",
    .group = CommandGroup::ask,
    .summary = "the reverse question: the releases with which all of this works, newest first",
    .arguments = "[OPTIONS]",
    .none = "no release goes with all of it",
    .examples = releases_examples,
    .options = releases_options,
    .run = run_releases,
    .defaults = Defaults::all,
};

}  // namespace cudastdenv::cli
