// SPDX-License-Identifier: MIT
#include "ask/candidates.hpp"

#include "apply/apply.hpp"
#include "ask/applied.hpp"
#include "ask/host_reading.hpp"
#include "ask/names.hpp"
#include "ask/release_name.hpp"
#include "ask/spelling_name.hpp"
#include "core/lists.hpp"
#include "spelling/spell.hpp"
#include "tables/environment_names.hpp"
#include "tables/gpu_names.hpp"
#include "tables/lookup.hpp"
#include "tables/shape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace cudastdenv::asking {

namespace {

bool is_release(const Tables& tables, std::string_view text) {
    if (text == "latest" || find_package_set(tables, tables.assumed_environment, text)) return true;
    const auto printed = printed_release(tables, cuda_of_image(text).value_or(text));
    return printed && !printed->meant.empty();
}
bool is_compiler(const Tables&, std::string_view text) { return named_compiler(text).has_value(); }
bool is_environment(const Tables& tables, std::string_view text) { return environment_named(tables, text) != nullptr; }
bool is_stdenv(const Tables& tables, std::string_view text) {
    return is_compiler(tables, text) || is_environment(tables, text);
}
bool is_standard(const Tables&, std::string_view text) { return parse_cxx_standard(text).has_value(); }
bool is_system(const Tables& tables, std::string_view text) { return system_named(tables, text).has_value(); }
bool are_capabilities(const Tables& tables, std::string_view text) {
    const std::vector<std::string_view> words = split_words(text);
    return !words.empty() && std::ranges::all_of(words, [&](std::string_view word) {
        const auto capability = parse_capability(word);
        return capability ? find_capability(tables, *capability) != nullptr : knows_architecture(tables, word);
    });
}
bool is_driver(const Tables&, std::string_view text) {
    const auto driver = parse_driver_version(text);
    return driver && driver->branch >= 300;
}
bool is_gpu(const Tables& tables, std::string_view text) { return !find_gpu(tables, text).rows.empty(); }
bool is_spelling(const Tables&, std::string_view text) { return spelling_called(text) != nullptr; }

struct Kind {
    std::string_view option;
    bool (*holds)(const Tables&, std::string_view);
};

/// A text that may be several is the first that the command has.
constexpr std::array<Kind, 11> kinds{{
    {"cuda", is_release},
    {"compiler", is_compiler},
    {"environment", is_environment},
    {"stdenv", is_stdenv},
    {"std", is_standard},
    {"system", is_system},
    {"format", is_spelling},
    {"capabilities", are_capabilities},
    {"device", are_capabilities},
    {"driver", is_driver},
    {"gpu", is_gpu},
}};

}  // namespace

std::string_view option_meant(const Tables& tables, std::string_view text, std::span<const std::string_view> options) {
    for (const Kind& kind : kinds)
        if (contains(options, kind.option) && kind.holds(tables, text)) return kind.option;
    return {};
}

bool is_value_of(const Tables& tables, std::string_view option, std::string_view text) {
    return option_meant(tables, text, {&option, 1}) == option;
}

namespace {

using Names = std::vector<std::string>;

void add_once(Names& names, std::string name) {
    if (!contains(names, name)) names.push_back(std::move(name));
}

/// `12.8`, and its patch releases where that is what stands there already.
Names releases(const Tables& tables, std::string_view typed) {
    Names names;
    for (auto release = tables.releases.rbegin(); release != tables.releases.rend(); ++release) {
        if (release->preview) continue;
        const std::string minor = fmt::format("{}.{}", release->version.major, release->version.minor);
        if (typed.starts_with(minor + '.') || typed == minor) names.push_back(to_string(release->version));
        else add_once(names, minor);
    }
    names.emplace_back("latest");
    names.emplace_back(host_name);
    return names;
}

Names of_family(const Tables& tables, Compiler::Family family) {
    Names names;
    for (const Compiler compiler : known_compilers(tables))
        if (compiler.family == family) names.push_back(to_string(compiler));
    std::ranges::reverse(names);
    return names;
}

Names gccs(const Tables& tables, std::string_view) { return of_family(tables, Compiler::Family::gcc); }
Names clangs(const Tables& tables, std::string_view) { return of_family(tables, Compiler::Family::clang); }

Names compilers(const Tables& tables, std::string_view typed) {
    Names names = gccs(tables, typed);
    std::ranges::move(clangs(tables, typed), std::back_inserter(names));
    names.emplace_back(host_name);
    return names;
}

Names stdenvs(const Tables& tables, std::string_view typed) {
    Names names = compilers(tables, typed);
    for (const EnvironmentRow& row : tables.environments) names.emplace_back(row.id);
    return names;
}

Names capabilities(const Tables& tables, std::string_view) {
    Names names;
    for (const CapabilityRow& row : tables.capabilities) names.push_back(to_string(row.capability));
    for (const CapabilityRow& row : tables.capabilities) add_once(names, std::string(row.architecture));
    return names;
}

/// What a GPU has, and no target of a part of its features.
Names devices(const Tables& tables, std::string_view) {
    Names names;
    for (const CapabilityRow& row : tables.capabilities)
        if (row.capability.kind == Capability::Kind::baseline) names.push_back(to_string(row.capability));
    return names;
}

Names gpus(const Tables& tables, std::string_view typed) {
    Names names;
    // People leave the line's name out, and so do the names of the other lines.
    const bool with_line = typed.starts_with('G') || typed.starts_with('g');
    for (const GpuRow& row : tables.gpus) {
        constexpr std::string_view line = "GeForce ";
        const bool in_short = !with_line && row.name.starts_with(line);
        add_once(names, std::string(in_short ? row.name.substr(line.size()) : row.name));
    }
    return names;
}

Names systems(const Tables& tables, std::string_view) {
    Names names;
    for (const RedistSystemRow& row : tables.redist_systems) add_once(names, std::string(row.nix));
    for (const RedistSystemRow& row : tables.redist_systems)
        if (row.redist != unsupported_redist) add_once(names, std::string(row.redist));
    for (const RedistSystemRow& row : tables.redist_systems)
        if (row.pkgs_cross) add_once(names, std::string(*row.pkgs_cross));
    return names;
}

Names standards(const Tables&, std::string_view) {
    Names names;
    for (const CxxStandard standard : enumerators<CxxStandard>) names.emplace_back(to_string(standard));
    return names;
}

Names formats(const Tables&, std::string_view) {
    Names names;
    for (const Spelling& spelling : spellings()) names.emplace_back(spelling.name);
    return names;
}

Names consumers(const Tables& tables, std::string_view) {
    Names names;
    for (const ConsumerRow& row : tables.consumers)
        names.push_back(fmt::format("{}-{}.{}", row.id, row.newest.major, row.newest.minor));
    return names;
}

Names channels(const Tables& tables, std::string_view) {
    Names names;
    for (const PackageSetRow& row : tables.package_sets) add_once(names, std::string(row.channel));
    return names;
}

Names glibcs(const Tables& tables, std::string_view) {
    std::vector<Version> versions;
    for (const EnvironmentRow& row : tables.environments)
        if (row.glibc && !contains(versions, *row.glibc)) versions.push_back(*row.glibc);
    std::ranges::sort(versions, std::greater{});
    Names names;
    for (const Version version : versions) names.push_back(to_string(version));
    return names;
}

Names tools(const Tables&, std::string_view) {
    Names names;
    for (const ApplyTool tool : apply_tools()) names.emplace_back(to_string(tool));
    names.emplace_back(for_nobody);
    return names;
}

struct NamesOf {
    std::string_view option;
    std::string_view value;  ///< as its help shows it; empty: whatever that is
    Names (*names)(const Tables&, std::string_view typed);
};

constexpr std::array<NamesOf, 21> names_of{{
    {"cuda", "", releases},
    {"release", "", releases},
    {"stdenv", "CHANNEL", channels},
    {"stdenv", "", stdenvs},
    {"from", "", stdenvs},
    {"to", "", stdenvs},
    {"available", "", compilers},
    {"compiler", "clang-N", clangs},
    {"compiler", "", compilers},
    {"libstdcxx", "", gccs},
    {"capabilities", "", capabilities},
    {"device", "", devices},
    {"gpu", "", gpus},
    {"name", "", gpus},
    {"system", "", systems},
    {"build-system", "", systems},
    {"std", "", standards},
    {"format", "", formats},
    {"consumer", "", consumers},
    {"glibc", "", glibcs},
    {"for", "", tools},
}};

}  // namespace

std::vector<std::string> candidates(const Tables& tables, const OptionSpec& option, std::string_view typed) {
    Names names;
    for (const std::string_view word : split_words(option.words)) names.emplace_back(word);
    if (!names.empty()) return names;
    const auto found = std::ranges::find_if(names_of, [&](const NamesOf& each) {
        return each.option == option.name && (each.value.empty() || each.value == option.value);
    });
    return found == names_of.end() ? names : found->names(tables, typed);
}

}  // namespace cudastdenv::asking
