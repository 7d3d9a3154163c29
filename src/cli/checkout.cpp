// SPDX-License-Identifier: MIT
#include "cli/checkout.hpp"

#include "ask/bad_input.hpp"
#include "core/quote.hpp"
#include "os/machine_error.hpp"
#include "os/regular_file.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cstddef>
#include <system_error>
#include <utility>
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

std::string Checkout::find(nix::Table table) const {
    const std::vector<std::string> places = nix::places_of(table);
    const std::string path = machine::find_file(folder_, places).string();
    if (path.empty())
        throw machine::MachineError(fmt::format("{}: no {} in any of nixpkgs' layouts; the newest is {}",
                                                folder_.string(), table == nix::Table::nvcc ? "nvcc.nix" : "cuda.nix",
                                                places.front()));
    return path;
}

std::string Checkout::find(std::span<const std::string_view> paths) const {
    return machine::find_file(folder_, std::vector<std::string>(paths.begin(), paths.end())).string();
}

nix::AuditedTable Checkout::read(nix::Table table) const {
    const std::string path = find(table);
    std::vector<nix::Row> there = rows(table, path);
    return {{path, text_of(path)}, std::move(there)};
}

std::vector<nix::Row> Checkout::rows(nix::Table table, const std::string& path,
                                     const std::optional<std::string>& text) const {
    const std::array<std::string, 1> lib{"lib/default.nix"};
    std::vector<machine::Draft> drafts;
    if (text) drafts.push_back({machine::without_links(folder_, path), *text});
    const std::string json =
        machine::evaluate({.expression = nix::expression_for(table, path, !machine::find_file(folder_, lib).empty()),
                           .folder = folder_,
                           .time_limit = time_limit_,
                           .drafts = std::move(drafts)});
    return nix::read_rows(table, folder_ / path, json);
}

fs::path Checkout::file(const std::string& path) const { return folder_ / machine::without_links(folder_, path); }

std::string Checkout::text_of(const std::string& path) const {
    constexpr std::size_t largest = std::size_t{16} << 20;
    return machine::read_regular_file(file(path), largest);
}

}  // namespace cudastdenv::cli
