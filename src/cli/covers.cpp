// SPDX-License-Identifier: MIT
#include "ask/answers.hpp"
#include "cli/answer.hpp"
#include "cli/command.hpp"
#include "cli/common_options.hpp"
#include "cli/input.hpp"

#include <array>

namespace cudastdenv::cli {

namespace {

int run_covers(const ParsedOptions& options) {
    return answer(options, with_list_text(options.streams(), options), answer_covers);
}

constexpr auto covers_options = joined(asking::covers_options, common_options);

constexpr std::array<std::string_view, 2> coverage_arguments{"cuda", "text..."};
constexpr std::array<std::string_view, 2> covers_examples{
    "cudastdenv covers --cuda 12.8 --capabilities 8.0,9.0 --gpu 'RTX 5090'",
    "cudastdenv covers --cuda 12.8 --format torch '8.0;9.0;12.0+PTX' --all-devices"};

}  // namespace

const Command covers_command{
    .name = "covers",
    .group = CommandGroup::lists,
    .summary = "does a list run on a GPU: by machine code, by PTX, or not, and why",
    .arguments = "V [--capabilities C,C | --format F TEXT...] "
                 "(--device C | --gpu NAME | --all-devices)",
    .more = formats_in_words,
    .none = "the list does not run there, or that is not known",
    .examples = covers_examples,
    .positional = coverage_arguments,
    .options = covers_options,
    .run = run_covers,
    .defaults = Defaults::all,
};

}  // namespace cudastdenv::cli
