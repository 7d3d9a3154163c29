// SPDX-License-Identifier: MIT
#include "ask/owned_request.hpp"
#include "cli/checkout.hpp"
#include "cli/chosen_tables.hpp"
#include "cli/exit_status.hpp"
#include "cli/nix.hpp"
#include "nix/diff.hpp"
#include "report/nix.hpp"
#include "wire/json.hpp"

#include <array>

namespace cudastdenv::cli {

namespace {

int run_nix_diff(const ParsedOptions& options) {
    const report::Style style = stdout_style(options);
    const Checkout checkout(options, "nix diff");
    const ChosenTables tables(options);
    const auto extent = options.has("nixpkgs-exact") ? nix::NvccExtent::ever : nix::NvccExtent::usual;
    nix::Diff diff{.folder = checkout.given()};
    const auto add = [&](nix::Table table) {
        nix::AuditedTable there = checkout.read(table);
        check_rows(nix::Layout(table, there.rows), checkout.folder() / there.path, there.rows);
        add_table(tables.view(), table, extent, std::move(there.rows), diff);
        return there.path;
    };
    diff.nvcc_file = add(nix::Table::nvcc);
    diff.cuda_file = add(nix::Table::cuda);
    print_answer(options.streams(), options.has("json") ? wire::diff_json(diff) : report::diff_text(diff, style));
    return diff.same() ? exit_answered : exit_none;
}

constexpr std::array nix_diff_options{
    OptionSpec{"nixpkgs-exact", "", "leave out the releases that nixpkgs never had a row for"},
    timeout_option,
};

}  // namespace

const Command nix_diff_command{
    .name = "nix diff",
    .group = CommandGroup::nixpkgs,
    .summary = "where nvcc.nix and cuda.nix of a nixpkgs checkout differ from these tables",
    .arguments = "[OPTIONS] DIR",
    .none = "they differ",
    .examples = {"cudastdenv nix diff ~/src/nixpkgs", "cudastdenv nix diff --json ~/src/nixpkgs"},
    .positional = {"dir"},
    .options = nix_diff_options,
    .run = run_nix_diff,
};

}  // namespace cudastdenv::cli
