#include "cli/nix.hpp"

#include "cli/did_you_mean.hpp"
#include "cli/exit_status.hpp"
#include "cli/nix_file.hpp"
#include "cli/question.hpp"
#include "cli/release_name.hpp"
#include "cli/usage_error.hpp"
#include "core/quote.hpp"
#include "nix/writers.hpp"
#include "report/nix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

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

/// The channel of nixpkgs whose package sets are meant.
std::string_view read_channel(const Tables& tables, const ParsedOptions& options) {
    const std::string name = options.value_or("stdenv", tables.assumed_environment);
    std::vector<std::string_view> channels;
    for (const PackageSetRow& row : tables.package_sets)
        if (channels.empty() || channels.back() != row.channel) channels.push_back(row.channel);
    const auto found = std::ranges::find(channels, name);
    if (found == channels.end())
        throw UsageError(fmt::format("{} is no channel of nixpkgs whose package sets are known{}", in_quotes(name),
                                     suggestion(name, channels)));
    return *found;
}

int run_variants(const ParsedOptions& options) {
    const ChosenTables tables(options);
    const std::string_view channel = read_channel(tables.view(), options);
    const Policy policy = read_policy(options);
    std::optional<Version> minor;
    if (options.has("cuda")) {
        minor = nix::minor_of(read_release_name(tables.view(), options.value("cuda"), channel).release->version);
    }
    const std::vector<nix::Variant> variants = nix::variants(tables.view(), policy, channel, minor);
    put_file(options, nix::variants_file(variants, channel));
    if (!minor) return exit_answered;
    for (const nix::Variant& variant : variants)
        if (std::ranges::find(variant.releases, *minor) == variant.releases.end())
            print_aside("warning", report::variant_message(variant, *minor));
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
