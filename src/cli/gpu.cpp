// SPDX-License-Identifier: MIT
#include "ask/answers.hpp"
#include "cli/answer.hpp"
#include "cli/command.hpp"
#include "cli/common_options.hpp"

#include <array>

namespace cudastdenv::cli {

namespace {

int run_gpu(const ParsedOptions& options) { return answer(options, answer_gpu); }

constexpr std::array<std::string_view, 2> gpu_examples{"cudastdenv gpu 'RTX 4090'", "cudastdenv gpu GTX 1080"};
constexpr std::array<std::string_view, 1> gpu_positional{"name..."};

}  // namespace

const Command gpu_command{
    .name = "gpu",
    .group = CommandGroup::ask,
    .summary = "a GPU's capability, and which CUDA releases and drivers go with it",
    .arguments = "NAME|CAPABILITY",
    .examples = gpu_examples,
    .positional = gpu_positional,
    .options = common_options,
    .run = run_gpu,
};

}  // namespace cudastdenv::cli
