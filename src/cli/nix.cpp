// SPDX-License-Identifier: MIT
#include "ask/answers.hpp"
#include "cli/answer.hpp"
#include "cli/common_options.hpp"
#include "cli/nix.hpp"

#include "ask/bad_input.hpp"
#include "cli/output_option.hpp"

#include <array>

namespace cudastdenv::cli {

namespace {

/// What a command takes that writes a file, around what is asked.
template <std::size_t Count>
constexpr auto file_options(const std::array<OptionSpec, Count>& asked) {
    return joined(joined(std::array{output_option}, asked),
                  std::array{data_option, OptionSpec{"json", "", "what evaluating the file gives, as JSON"},
                             help_option});
}

int run_nvcc(const ParsedOptions& options) { return write_answer(options, answer_nix_nvcc); }

int run_cuda(const ParsedOptions& options) { return write_answer(options, answer_nix_cuda); }

int run_variants(const ParsedOptions& options) { return write_answer(options, answer_nix_variants); }

int run_nix_alone(const ParsedOptions&) {
    throw BadInput(
        InputError::missing,
        "which one? nix flags, nvcc, cuda, config, variants and checks write a file; nix diff, nix audit and "
        "nix update are for a checkout; nix impact foresees a bump");
}

constexpr auto nvcc_options = file_options(nix_nvcc_options);
constexpr std::array<std::string_view, 2> nvcc_examples{"cudastdenv nix nvcc -o nvcc.nix",
                                                        "cudastdenv nix nvcc --policy enforced"};

constexpr auto cuda_options = file_options(nix_cuda_options);
constexpr std::array<std::string_view, 2> cuda_examples{"cudastdenv nix cuda -o cuda.nix",
                                                        "cudastdenv nix cuda --plain --all"};

constexpr auto variants_options = file_options(nix_variants_options);
constexpr std::array<std::string_view, 2> variants_examples{"cudastdenv nix variants --cuda 12.6",
                                                            "cudastdenv nix variants --json"};

constexpr std::array nix_options{help_option};
constexpr std::array<std::string_view, 2> nix_examples{"cudastdenv nix nvcc -o nvcc.nix",
                                                       "cudastdenv nix diff ~/src/nixpkgs"};
// Pointers to commands of other files: their addresses are constant, whenever they are made.
constexpr std::array<const Command*, 10> nix_commands{&nix_flags_command,  &nix_nvcc_command,     &nix_cuda_command,
                                                      &nix_config_command, &nix_variants_command, &nix_checks_command,
                                                      &nix_diff_command,   &nix_audit_command,    &nix_update_command,
                                                      &nix_impact_command};

}  // namespace

const Command nix_nvcc_command{
    .name = "nix nvcc",
    .group = CommandGroup::nixpkgs,
    .summary = "nixpkgs' nvcc.nix: the host compilers of each release",
    .arguments = "[OPTIONS]",
    .examples = nvcc_examples,
    .options = nvcc_options,
    .run = run_nvcc,
};

const Command nix_cuda_command{
    .name = "nix cuda",
    .group = CommandGroup::nixpkgs,
    .summary = "nixpkgs' cuda.nix: the releases of each capability",
    .arguments = "[OPTIONS]",
    .examples = cuda_examples,
    .options = cuda_options,
    .run = run_cuda,
};

const Command nix_variants_command{
    .name = "nix variants",
    .group = CommandGroup::nixpkgs,
    .summary = "nixpkgs' pkgsForCudaArch, and which releases can build each",
    .arguments = "[--cuda V] [--stdenv CHANNEL] [OPTIONS]",
    .examples = variants_examples,
    .options = variants_options,
    .run = run_variants,
};

const Command nix_command{
    .name = "nix",
    .group = CommandGroup::nixpkgs,
    .summary = "write nixpkgs' CUDA files, compare a checkout with the tables, or update it",
    .arguments = "COMMAND [OPTIONS]",
    .examples = nix_examples,
    .options = nix_options,
    .run = run_nix_alone,
    .subcommands = nix_commands,
};

}  // namespace cudastdenv::cli
