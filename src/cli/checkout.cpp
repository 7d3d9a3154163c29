// SPDX-License-Identifier: MIT
#include "cli/checkout.hpp"

#include "ask/bad_input.hpp"
#include "core/quote.hpp"
#include "os/machine_error.hpp"
#include "os/nix_evaluation.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <system_error>
#include <vector>

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

const std::string& given_folder(const ParsedOptions& options, std::string_view command) {
    if (!options.has("dir"))
        throw BadInput(InputError::missing,
                       fmt::format("which folder? Give a checkout: cudastdenv {} ~/src/nixpkgs", command));
    return options.value("dir");
}

}  // namespace

Checkout::Checkout(const ParsedOptions& options, std::string_view command)
    : given_(given_folder(options, command)), time_limit_(read_timeout(options)) {
    std::error_code error;
    const fs::path resolved = fs::canonical(given_, error);
    folder_ = error ? fs::path(given_) : resolved;
}

FoundTable Checkout::read(nix::Table table) const {
    const std::vector<std::string> places = nix::places_of(table);
    FoundTable found{machine::find_file(folder_, places).string(), ""};
    if (found.path.empty())
        throw machine::MachineError(fmt::format("{}: no {} in any of nixpkgs' layouts; the newest is {}",
                                                folder_.string(), table == nix::Table::nvcc ? "nvcc.nix" : "cuda.nix",
                                                places.front()));
    const std::array<std::string, 1> lib{"lib/default.nix"};
    const bool own_lib = !machine::find_file(folder_, lib).empty();
    found.json = machine::evaluate(
        {.expression = nix::expression_for(table, found.path, own_lib), .folder = folder_, .time_limit = time_limit_});
    return found;
}

}  // namespace cudastdenv::cli
