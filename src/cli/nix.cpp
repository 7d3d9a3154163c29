// SPDX-License-Identifier: MIT
/// `nix`, and those of its commands that only ask the library.
#include "ask/answers.hpp"
#include "ask/bad_input.hpp"
#include "cli/answer.hpp"
#include "cli/nix.hpp"

#include <array>

namespace cudastdenv::cli {

namespace {

template <Answerer Ask>
int run_writer(const ParsedOptions& options) {
    return write_answer(options, Ask);
}

int run_nix_impact(const ParsedOptions& options) { return answer(options, answer_nix_impact); }

int run_nix_alone(const ParsedOptions&) {
    throw BadInput(
        InputError::missing,
        "which one? nix flags, nvcc, cuda, config, variants and checks write a file; nix diff, nix audit and "
        "nix update are for a checkout; nix impact foresees a bump");
}

constexpr Command nix_flags_command{
    .name = "nix flags",
    .group = CommandGroup::nixpkgs,
    .summary = "cudaPackages.flags of a release, or of several (V,V or all) by package set",
    .arguments = "--cuda V [--capabilities C,C] [OPTIONS]",
    .examples = {"cudastdenv nix flags --cuda 12.8 --capabilities 8.9,9.0a -o flags.nix",
                 "cudastdenv nix flags --cuda 12.6,12.8,13.0"},
    .options = compiler_question_options,
    .common = CommonOptions::file,
    .run = run_writer<answer_nix_flags>,
};

constexpr Command nix_nvcc_command{
    .name = "nix nvcc",
    .group = CommandGroup::nixpkgs,
    .summary = "nixpkgs' nvcc.nix: the host compilers of each release",
    .arguments = "[OPTIONS]",
    .examples = {"cudastdenv nix nvcc -o nvcc.nix", "cudastdenv nix nvcc --policy enforced"},
    .options = nix_nvcc_options,
    .common = CommonOptions::file,
    .run = run_writer<answer_nix_nvcc>,
};

constexpr Command nix_cuda_command{
    .name = "nix cuda",
    .group = CommandGroup::nixpkgs,
    .summary = "nixpkgs' cuda.nix: the releases of each capability",
    .arguments = "[OPTIONS]",
    .examples = {"cudastdenv nix cuda -o cuda.nix", "cudastdenv nix cuda --plain --all"},
    .options = nix_cuda_options,
    .common = CommonOptions::file,
    .run = run_writer<answer_nix_cuda>,
};

constexpr Command nix_config_command{
    .name = "nix config",
    .group = CommandGroup::nixpkgs,
    .summary = "nixpkgs' config with CUDA, for the capabilities asked",
    .arguments = "[--cuda V] [--capabilities C,C] [OPTIONS]",
    .examples = {"cudastdenv nix config --capabilities 8.9,9.0a",
                 "cudastdenv nix config --cuda 12.8 --no-forward-compat"},
    .options = list_question_options,
    .common = CommonOptions::file,
    .run = run_writer<answer_nix_config>,
};

constexpr Command nix_variants_command{
    .name = "nix variants",
    .group = CommandGroup::nixpkgs,
    .summary = "nixpkgs' pkgsForCudaArch, and which releases can build each",
    .arguments = "[--cuda V] [--stdenv CHANNEL] [OPTIONS]",
    .examples = {"cudastdenv nix variants --cuda 12.6", "cudastdenv nix variants --json"},
    .options = nix_variants_options,
    .common = CommonOptions::file,
    .run = run_writer<answer_nix_variants>,
};

constexpr Command nix_checks_command{
    .name = "nix checks",
    .group = CommandGroup::nixpkgs,
    .summary = "derivations that compile and link with each release and host compiler",
    .arguments = "[--cuda V,V] [OPTIONS]",
    .examples = {"cudastdenv nix checks -o checks.nix", "cudastdenv nix checks --cuda 12.8,13.0 --stdenv nixos-26.05"},
    .options = nix_checks_options,
    .common = CommonOptions::file,
    .run = run_writer<answer_nix_checks>,
};

constexpr Command nix_impact_command{
    .name = "nix impact",
    .group = CommandGroup::nixpkgs,
    .summary = "what a bump of compiler, glibc or CUDA does to each package set",
    .arguments = "[--from E] [--to E] [--glibc V] [--cuda V] [OPTIONS]",
    .none = "a package set is left without a compiler",
    .examples = {"cudastdenv nix impact --from nixos-26.05 --to gcc-16 --glibc 2.44",
                 "cudastdenv nix impact --to nixos-unstable --format markdown"},
    .options = nix_impact_options,
    .run = run_nix_impact,
};

// Pointers to commands of other files: their addresses are constant, whenever they are made.
constexpr std::array<const Command*, 10> nix_commands{&nix_flags_command,  &nix_nvcc_command,     &nix_cuda_command,
                                                      &nix_config_command, &nix_variants_command, &nix_checks_command,
                                                      &nix_diff_command,   &nix_audit_command,    &nix_update_command,
                                                      &nix_impact_command};

}  // namespace

const Command nix_command{
    .name = "nix",
    .group = CommandGroup::nixpkgs,
    .summary = "write nixpkgs' CUDA files, compare a checkout with the tables, or update it",
    .arguments = "COMMAND [OPTIONS]",
    .examples = {"cudastdenv nix nvcc -o nvcc.nix", "cudastdenv nix diff ~/src/nixpkgs"},
    .common = CommonOptions::help,
    .run = run_nix_alone,
    .subcommands = nix_commands,
};

}  // namespace cudastdenv::cli
