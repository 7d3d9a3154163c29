// SPDX-License-Identifier: MIT
#include "ask/answers.hpp"
#include "cli/answer.hpp"
#include "cli/command.hpp"
#include "cli/common_options.hpp"
#include "cli/input.hpp"

#include <array>

namespace cudastdenv::cli {

namespace {

int run_lint(const ParsedOptions& options) { return answer(options, with_list_text(options), answer_lint); }

constexpr auto lint_options = joined(asking::lint_options, common_options);

constexpr std::array<std::string_view, 2> lint_examples{"cudastdenv lint --cuda 12.8 --format cmake '75;86;90a'",
                                                        "cudastdenv lint --cuda 13.0 --fix '80-real;90a;101-real'"};
constexpr std::array<std::string_view, 2> lint_positional{"cuda", "text..."};

}  // namespace

const Command lint_command{
    .name = "lint",
    .group = CommandGroup::lists,
    .summary = "what is wrong with a list of architectures for a release, and what to write instead",
    .arguments = "V [--format F] TEXT",
    .more = formats_in_words,
    .none = "something is wrong with the list",
    .examples = lint_examples,
    .positional = lint_positional,
    .options = lint_options,
    .run = run_lint,
    .takes_defaults = true,
};

}  // namespace cudastdenv::cli
