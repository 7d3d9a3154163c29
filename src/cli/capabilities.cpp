#include "ask/answers.hpp"
#include "cli/answer.hpp"
#include "cli/command.hpp"
#include "cli/question_options.hpp"

#include <array>

namespace cudastdenv::cli {

namespace {

int run_capabilities(const ParsedOptions& options) { return answer(options, answer_capabilities); }

constexpr auto capabilities_options = with_question_options(
    std::array{OptionSpec{"all", "", "every capability the release knows, not only the default list"}});

constexpr std::array<std::string_view, 2> capabilities_examples{"cudastdenv capabilities --cuda 12.8",
                                                   "cudastdenv capabilities --cuda 13.0 --all"};

}  // namespace

const Command capabilities_command{"capabilities",
                                   "default (or all supported) capabilities, one a line",
                                   "--cuda V [--all] [OPTIONS]",
                                   capabilities_examples,
                                   {},
                                   capabilities_options,
                                   run_capabilities};

}  // namespace cudastdenv::cli
