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

const Command gpu_command{"gpu",
                          "a GPU's capability, and which CUDA releases and drivers go with it",
                          "NAME|CAPABILITY",
                          gpu_examples,
                          gpu_positional,
                          common_options,
                          run_gpu};

}  // namespace cudastdenv::cli
