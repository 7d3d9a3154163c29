// SPDX-License-Identifier: MIT
#include "ask/owned_request.hpp"
#include "checkout/diff.hpp"
#include "cli/checkout.hpp"
#include "cli/chosen_tables.hpp"
#include "cli/common_options.hpp"
#include "cli/exit_status.hpp"
#include "cli/nix.hpp"
#include "report/text.hpp"
#include "wire/json.hpp"

#include <array>

namespace cudastdenv::cli {

namespace {

int run_nix_diff(const ParsedOptions& options) {
    const report::Style style = stdout_style(options);
    const Checkout checkout(options, "nix diff");
    const ChosenTables tables(options);
    const FoundTable nvcc = checkout.read(nix::Table::nvcc);
    const FoundTable cuda = checkout.read(nix::Table::cuda);

    const auto extent = options.has("nixpkgs-exact") ? nix::NvccExtent::ever : nix::NvccExtent::usual;
    const nix::Diff diff = nix::compare(tables.view(), nix::nvcc_rows(tables.view(), Policy::nixpkgs, extent),
                                        nix::read_nvcc_rows(checkout.folder() / nvcc.path, nvcc.json),
                                        nix::cuda_rows(tables.view(), true),
                                        nix::read_cuda_rows(checkout.folder() / cuda.path, cuda.json));
    const words::ComparedFolder compared{checkout.given(), nvcc.path, cuda.path};
    print_answer(options.streams(),
                 options.has("json") ? wire::diff_json(compared, diff) : report::diff_text(compared, diff, style));
    return diff.same() ? exit_answered : exit_none;
}

constexpr auto nix_diff_options = joined(
    std::array{
        OptionSpec{"nixpkgs-exact", "", "leave out the releases that nixpkgs never had a row for"},
        timeout_option,
    },
    common_options);
constexpr std::array<std::string_view, 2> nix_diff_examples{"cudastdenv nix diff ~/src/nixpkgs",
                                                            "cudastdenv nix diff --json ~/src/nixpkgs"};
constexpr std::array<std::string_view, 1> nix_diff_positional{"dir"};

}  // namespace

const Command nix_diff_command{
    .name = "nix diff",
    .group = CommandGroup::nixpkgs,
    .summary = "where nvcc.nix and cuda.nix of a nixpkgs checkout differ from these tables",
    .arguments = "[OPTIONS] DIR",
    .none = "they differ",
    .examples = nix_diff_examples,
    .positional = nix_diff_positional,
    .options = nix_diff_options,
    .run = run_nix_diff,
};

}  // namespace cudastdenv::cli
