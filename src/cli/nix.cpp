#include "ask/answers.hpp"
#include "cli/answer.hpp"
#include "cli/nix.hpp"

#include "ask/bad_input.hpp"
#include "cli/output_option.hpp"

#include <array>

namespace cudastdenv::cli {

namespace {

constexpr OptionSpec nix_data_option{"data", "DIR", "read the tables from JSON files instead of the built-in ones"};
constexpr OptionSpec nix_json_option{"json", "", "what evaluating the file gives, as JSON"};
constexpr OptionSpec nix_policy_option{"policy", "P", "whose ranges count: nixpkgs (default), documented, enforced"};
constexpr OptionSpec nix_help_option{"help", "", "show this help", 'h'};

int run_nvcc(const ParsedOptions& options) { return write_answer(options, answer_nix_nvcc); }

int run_cuda(const ParsedOptions& options) { return write_answer(options, answer_nix_cuda); }

int run_variants(const ParsedOptions& options) { return write_answer(options, answer_nix_variants); }

int run_nix_alone(const ParsedOptions&) {
    throw BadInput("which file? There are nix flags, nvcc, cuda, config, variants, checks; nix diff compares");
}

constexpr std::array nvcc_options{
    output_option, nix_policy_option, OptionSpec{"nixpkgs-exact", "", "only the rows that nixpkgs itself has"},
    nix_data_option,   nix_json_option,   nix_help_option,
};
constexpr std::array<std::string_view, 2> nvcc_examples{"cudastdenv nix nvcc -o nvcc.nix",
                                                        "cudastdenv nix nvcc --policy enforced"};

constexpr std::array cuda_options{
    output_option,
    OptionSpec{"all", "", "also the capabilities that nvcc takes and nixpkgs does not list"},
    OptionSpec{"plain", "", "every attribute of every row, and no function of lib"},
    nix_data_option,
    nix_json_option,
    nix_help_option,
};
constexpr std::array<std::string_view, 2> cuda_examples{"cudastdenv nix cuda -o cuda.nix",
                                                        "cudastdenv nix cuda --plain --all"};

constexpr std::array variants_options{
    output_option,
    OptionSpec{"cuda", "V", "build with this release where it can; warn of each variant that it cannot build"},
    OptionSpec{"stdenv", "CHANNEL", "the channel whose package sets there are: nixos-26.05 (default), nixos-unstable"},
    nix_policy_option,
    nix_data_option,
    nix_json_option,
    nix_help_option,
};
constexpr std::array<std::string_view, 2> variants_examples{"cudastdenv nix variants --cuda 12.6",
                                                            "cudastdenv nix variants --json"};

constexpr std::array nix_options{nix_help_option};
constexpr std::array<std::string_view, 2> nix_examples{"cudastdenv nix nvcc -o nvcc.nix",
                                                       "cudastdenv nix diff ~/src/nixpkgs"};
// Pointers to commands of other files: their addresses are constant, whenever they are made.
constexpr std::array<const Command*, 7> nix_commands{
    &nix_flags_command,    &nix_nvcc_command,   &nix_cuda_command, &nix_config_command,
    &nix_variants_command, &nix_checks_command, &nix_diff_command};

}  // namespace

const Command nix_nvcc_command{"nix nvcc",     "nixpkgs' nvcc.nix: the host compilers of each release",
                               "[OPTIONS]",    nvcc_examples,
                               {},             nvcc_options,
                               run_nvcc};

const Command nix_cuda_command{"nix cuda",     "nixpkgs' cuda.nix: the releases of each capability",
                               "[OPTIONS]",    cuda_examples,
                               {},             cuda_options,
                               run_cuda};

const Command nix_variants_command{"nix variants",
                                   "nixpkgs' pkgsForCudaArch, and which releases can build each",
                                   "[--cuda V] [--stdenv CHANNEL] [OPTIONS]",
                                   variants_examples,
                                   {},
                                   variants_options,
                                   run_variants};

const Command nix_command{"nix",
                          "write nixpkgs' CUDA files, or compare a checkout with them",
                          "COMMAND [OPTIONS]",
                          nix_examples,
                          {},
                          nix_options,
                          run_nix_alone,
                          nix_commands};

}  // namespace cudastdenv::cli
