#include "cli/nix.hpp"

#include "cli/exit_status.hpp"
#include "cli/nix_file.hpp"
#include "cli/question.hpp"
#include "cli/release_name.hpp"
#include "cli/usage_error.hpp"
#include "nix/writers.hpp"
#include "report/nix.hpp"

#include <algorithm>
#include <array>

namespace cudastdenv::cli {

namespace {

constexpr OptionSpec nix_data_option{"data", "DIR", "read the tables from JSON files instead of the built-in ones"};
constexpr OptionSpec nix_json_option{"json", "", "what evaluating the file gives, as JSON"};
constexpr OptionSpec nix_policy_option{"policy", "P", "whose ranges count: nixpkgs (default), documented, enforced"};
constexpr OptionSpec nix_help_option{"help", "", "show this help", 'h'};

int run_nvcc(const ParsedOptions& options) {
    const ChosenTables tables(options);
    const Policy policy = read_policy(options);
    const auto extent = options.has("nixpkgs-exact") ? nix::NvccExtent::exact : nix::NvccExtent::usual;
    put_file(options, nix::nvcc_file(tables.view(), nix::nvcc_rows(tables.view(), policy, extent)));
    return exit_answered;
}

int run_cuda(const ParsedOptions& options) {
    const ChosenTables tables(options);
    const std::vector<nix::CudaRow> rows = nix::cuda_rows(tables.view(), options.has("all"));
    put_file(options, nix::cuda_file(tables.view(), rows, options.has("plain")));
    return exit_answered;
}

int run_variants(const ParsedOptions& options) {
    const ChosenTables tables(options);
    const std::vector<nix::Variant> variants = nix::variants(tables.view(), read_policy(options));
    const Release* release = nullptr;
    if (options.has("cuda")) release = &read_release_name(tables.view(), options.value("cuda"));
    put_file(options, nix::variants_file(variants));
    if (!release) return exit_answered;
    const Version minor{release->version.major, release->version.minor};
    for (const nix::Variant& variant : variants)
        if (std::find(variant.releases.begin(), variant.releases.end(), minor) == variant.releases.end())
            print_aside("warning", report::variant_message(variant, minor));
    return exit_answered;
}

int run_nix_alone(const ParsedOptions&) {
    throw UsageError("which file? There are nix flags, nvcc, cuda, config, variants, checks; nix diff compares");
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
    OptionSpec{"cuda", "V", "warn of each variant that this release cannot build"},
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
                                   "[--cuda V] [OPTIONS]",
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
