// SPDX-License-Identifier: MIT
#include "ask/answers.hpp"
#include "cli/answer.hpp"
#include "cli/command.hpp"
#include "cli/common_options.hpp"
#include "cli/input.hpp"

#include <array>

namespace cudastdenv::cli {

namespace {

int run_covers(const ParsedOptions& options) { return answer(options, with_list_text(options), answer_covers); }

constexpr auto covers_options = joined(asking::covers_options, common_options);

constexpr std::array<std::string_view, 1> coverage_arguments{"text..."};
constexpr std::array<std::string_view, 2> covers_examples{
    "cudastdenv covers --cuda 12.8 --capabilities 8.0,9.0 --gpu 'RTX 5090'",
    "cudastdenv covers --cuda 12.8 --format torch '8.0;9.0;12.0+PTX' --all-devices"};

}  // namespace

const Command covers_command{"covers",
                             "does a list run on a GPU: by machine code, by PTX, or not, and why",
                             "--cuda V [--capabilities C,C | --format F TEXT...] "
                             "(--device C | --gpu NAME | --all-devices)",
                             covers_examples,
                             coverage_arguments,
                             covers_options,
                             run_covers};

}  // namespace cudastdenv::cli
