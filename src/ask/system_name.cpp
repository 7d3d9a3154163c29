// SPDX-License-Identifier: MIT
#include "ask/system_name.hpp"

#include "ask/bad_input.hpp"
#include "ask/did_you_mean.hpp"
#include "tables/lookup.hpp"

#include <cudastdenv/resolve.hpp>

#include <fmt/format.h>

#include <set>
#include <vector>

namespace cudastdenv::asking {

namespace {

/// `unsupported` is a name of no platform.
bool is_platform(const RedistSystemRow& row) { return row.redist != unsupported_redist; }

[[noreturn]] void fail_unknown_system(const Tables& tables, std::string_view option, std::string_view text) {
    std::set<std::string_view> systems;
    std::set<std::string_view> all;
    for (const RedistSystemRow& row : tables.redist_systems) {
        systems.insert(row.nix);
        all.insert(row.nix);
        if (is_platform(row)) all.insert(row.redist);
        if (row.pkgs_cross) all.insert(*row.pkgs_cross);
    }
    const std::vector<std::string_view> spellings(all.begin(), all.end());
    const std::string_view near = closest(text, spellings);
    const std::vector<std::string_view> choices(systems.begin(), systems.end());
    throw BadInput(InputError::unknown,
                   fmt::format("unknown {}system {}{}", option == "build-system" ? "build " : "", in_quotes(text),
                               near.empty() ? suggestion("", choices)
                                            : fmt::format(": did you mean {}?", in_quotes(near))));
}

}  // namespace

std::optional<SystemName> system_named(const Tables& tables, std::string_view text) noexcept {
    for (const RedistSystemRow& row : tables.redist_systems)
        if (row.nix == text) return SystemName{row.nix, {}};
    for (const RedistSystemRow& row : tables.redist_systems) {
        if (is_platform(row) && row.redist == text) return SystemName{row.nix, row.redist};
        if (row.pkgs_cross == text) return SystemName{row.nix, {}};
    }
    return std::nullopt;
}

SystemName read_system_name(const Tables& tables, std::string_view option, std::string_view text) {
    if (const std::optional<SystemName> system = system_named(tables, text)) return *system;
    fail_unknown_system(tables, option, text);
}

}  // namespace cudastdenv::asking
