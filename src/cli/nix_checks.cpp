// SPDX-License-Identifier: MIT
#include "ask/answers.hpp"
#include "cli/answer.hpp"
#include "cli/common_options.hpp"
#include "cli/nix.hpp"
#include "cli/output_option.hpp"

#include <array>

namespace cudastdenv::cli {

namespace {

int run_nix_checks(const ParsedOptions& options) { return write_answer(options, answer_nix_checks); }

constexpr auto nix_checks_options = joined(
    joined(std::array{output_option}, asking::nix_checks_options),
    std::array{data_option, OptionSpec{"json", "", "the checks' names, releases and compilers as JSON"}, help_option});
constexpr std::array<std::string_view, 2> nix_checks_examples{
    "cudastdenv nix checks -o checks.nix", "cudastdenv nix checks --cuda 12.8,13.0 --stdenv nixos-26.05"};

}  // namespace

const Command nix_checks_command{
    .name = "nix checks",
    .group = CommandGroup::nixpkgs,
    .summary = "derivations that compile and link with each release and host compiler",
    .arguments = "[--cuda V,V] [OPTIONS]",
    .examples = nix_checks_examples,
    .options = nix_checks_options,
    .run = run_nix_checks,
};

}  // namespace cudastdenv::cli
