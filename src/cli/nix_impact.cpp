// SPDX-License-Identifier: MIT
#include "ask/answers.hpp"
#include "cli/answer.hpp"
#include "cli/common_options.hpp"
#include "cli/nix.hpp"

#include <array>

namespace cudastdenv::cli {

namespace {

int run_nix_impact(const ParsedOptions& options) { return answer(options, answer_nix_impact); }

constexpr auto nix_impact_command_options = joined(asking::nix_impact_options, common_options);
constexpr std::array<std::string_view, 2> nix_impact_examples{
    "cudastdenv nix impact --from nixos-26.05 --to gcc-16 --glibc 2.44",
    "cudastdenv nix impact --to nixos-unstable --format markdown"};

}  // namespace

const Command nix_impact_command{
    .name = "nix impact",
    .group = CommandGroup::nixpkgs,
    .summary = "what a bump of compiler, glibc or CUDA does to each package set",
    .arguments = "[--from E] [--to E] [--glibc V] [--cuda V] [OPTIONS]",
    .none = "a package set is left without a compiler",
    .examples = nix_impact_examples,
    .options = nix_impact_command_options,
    .run = run_nix_impact,
};

}  // namespace cudastdenv::cli
