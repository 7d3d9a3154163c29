// SPDX-License-Identifier: MIT
#include "ask/bad_input.hpp"
#include "ask/did_you_mean.hpp"
#include "ask/owned_request.hpp"
#include "cli/chosen_tables.hpp"
#include "cli/common_options.hpp"
#include "cli/exit_status.hpp"
#include "cli/nix.hpp"
#include "nix/diff.hpp"
#include "os/machine_error.hpp"
#include "os/nix_evaluation.hpp"
#include "report/text.hpp"
#include "wire/json.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <filesystem>

namespace cudastdenv::cli {

namespace {

namespace fs = std::filesystem;

std::chrono::seconds read_timeout(const ParsedOptions& options) {
    constexpr int longest = 3600;
    const std::string text = options.value_or("timeout", "30");
    int seconds = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
    if (error != std::errc() || end != text.data() + text.size() || seconds < 1 || seconds > longest)
        throw BadInput(InputError::malformed,
                       fmt::format("{} is not a time limit; write whole seconds, 1 to {}", in_quotes(text), longest));
    return std::chrono::seconds(seconds);
}

/// A table of the checkout: where it is and the JSON that it evaluates to.
struct FoundTable {
    std::string path;
    std::string json;
};

FoundTable read_table(nix::Table table, const fs::path& folder, std::chrono::seconds time_limit) {
    const std::vector<std::string> places = nix::places_of(table);
    FoundTable found{machine::find_file(folder, places).string(), ""};
    if (found.path.empty())
        throw machine::MachineError(fmt::format("{}: no {} in any of nixpkgs' layouts; the newest is {}",
                                                folder.string(), table == nix::Table::nvcc ? "nvcc.nix" : "cuda.nix",
                                                places.front()));
    const std::array<std::string, 1> lib{"lib/default.nix"};
    const bool own_lib = !machine::find_file(folder, lib).empty();
    found.json = machine::evaluate(
        {.expression = nix::expression_for(table, found.path, own_lib), .folder = folder, .time_limit = time_limit});
    return found;
}

int run_nix_diff(const ParsedOptions& options) {
    const report::Style style = stdout_style(options);
    if (!options.has("dir"))
        throw BadInput(InputError::missing, "which folder? Give a checkout: cudastdenv nix diff ~/src/nixpkgs");
    const std::string& given = options.value("dir");
    const std::chrono::seconds time_limit = read_timeout(options);
    const ChosenTables tables(options);

    std::error_code error;
    const fs::path resolved = fs::canonical(given, error);
    const fs::path folder = error ? fs::path(given) : resolved;
    const FoundTable nvcc = read_table(nix::Table::nvcc, folder, time_limit);
    const FoundTable cuda = read_table(nix::Table::cuda, folder, time_limit);

    const auto extent = options.has("nixpkgs-exact") ? nix::NvccExtent::ever : nix::NvccExtent::usual;
    const nix::Diff diff = nix::compare(tables.view(), nix::nvcc_rows(tables.view(), Policy::nixpkgs, extent),
                                        nix::read_nvcc_rows(folder / nvcc.path, nvcc.json),
                                        nix::cuda_rows(tables.view(), true),
                                        nix::read_cuda_rows(folder / cuda.path, cuda.json));
    const words::ComparedFolder compared{given, nvcc.path, cuda.path};
    print_answer(options.has("json") ? wire::diff_json(compared, diff) : report::diff_text(compared, diff, style));
    return diff.same() ? exit_answered : exit_none;
}

constexpr auto nix_diff_options = joined(
    std::array{
        OptionSpec{"nixpkgs-exact", "", "leave out the releases that nixpkgs never had a row for"},
        OptionSpec{"timeout", "S", "seconds that Nix may take for each of the two files (default: 30)"},
    },
    common_options);
constexpr std::array<std::string_view, 2> nix_diff_examples{"cudastdenv nix diff ~/src/nixpkgs",
                                                            "cudastdenv nix diff --json ~/src/nixpkgs"};
constexpr std::array<std::string_view, 1> nix_diff_positional{"dir"};

}  // namespace

const Command nix_diff_command{
    "nix diff",          "where nvcc.nix and cuda.nix of a nixpkgs checkout differ from these tables",
    "[OPTIONS] DIR",     nix_diff_examples,
    nix_diff_positional, nix_diff_options,
    run_nix_diff};

}  // namespace cudastdenv::cli
