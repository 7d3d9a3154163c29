// SPDX-License-Identifier: MIT
#include "ask/answers.hpp"
#include "cli/answer.hpp"
#include "cli/command.hpp"
#include "cli/common_options.hpp"

#include <array>

namespace cudastdenv::cli {

namespace {

int run_explain(const ParsedOptions& options) { return answer(options, answer_explain); }

constexpr auto explain_options = joined(asking::explain_options, common_options);

constexpr std::array<std::string_view, 2> explain_examples{"cudastdenv explain --cuda 12.8 gcc-15",
                                                           "cudastdenv explain --cuda 12.4 --stdenv clang-17 clang-17"};
constexpr std::array<std::string_view, 2> explain_positional{"cuda", "compiler"};

}  // namespace

const Command explain_command{
    .name = "explain",
    .group = CommandGroup::ask,
    .summary = "why a compiler is, or is not, the one; each bound with its source",
    .arguments = "V [OPTIONS] COMPILER",
    .none = "no host compiler works, this one or another",
    .examples = explain_examples,
    .positional = explain_positional,
    .options = explain_options,
    .run = run_explain,
    .defaults = Defaults::all,
};

}  // namespace cudastdenv::cli
