// SPDX-License-Identifier: MIT
#include "ask/answers.hpp"
#include "cli/answer.hpp"
#include "cli/common_options.hpp"
#include "cli/nix.hpp"
#include "cli/output_option.hpp"

#include <array>

namespace cudastdenv::cli {

namespace {

int run_nix_flags(const ParsedOptions& options) { return write_answer(options, answer_nix_flags); }

int run_config(const ParsedOptions& options) { return write_answer(options, answer_nix_config); }

constexpr auto nix_flags_options = joined(std::array{output_option}, joined(question_options, common_options));

constexpr std::array<std::string_view, 2> nix_flags_examples{
    "cudastdenv nix flags --cuda 12.8 --capabilities 8.9,9.0a -o flags.nix",
    "cudastdenv nix flags --cuda 12.6,12.8,13.0"};
constexpr std::array<std::string_view, 2> config_examples{"cudastdenv nix config --capabilities 8.9,9.0a",
                                                          "cudastdenv nix config --cuda 12.8 --no-forward-compat"};

}  // namespace

const Command nix_flags_command{
    .name = "nix flags",
    .group = CommandGroup::nixpkgs,
    .summary = "cudaPackages.flags of a release, or of several (V,V or all) by package set",
    .arguments = "--cuda V [--capabilities C,C] [OPTIONS]",
    .examples = nix_flags_examples,
    .options = nix_flags_options,
    .run = run_nix_flags,
};

const Command nix_config_command{
    .name = "nix config",
    .group = CommandGroup::nixpkgs,
    .summary = "nixpkgs' config with CUDA, for the capabilities asked",
    .arguments = "[--cuda V] [--capabilities C,C] [OPTIONS]",
    .examples = config_examples,
    .options = nix_flags_options,
    .run = run_config,
};

}  // namespace cudastdenv::cli
