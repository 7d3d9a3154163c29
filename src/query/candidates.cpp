// SPDX-License-Identifier: MIT
#include "query/names.hpp"

#include "core/text.hpp"
#include "query/query.hpp"
#include "tables/lookup.hpp"

namespace cudastdenv::query {

namespace {

bool is_release(const Tables& tables, std::string_view text) {
    if (text == "latest" || find_package_set(tables, tables.assumed_environment, text)) return true;
    const auto printed = printed_release(tables, cuda_of_image(text).value_or(text));
    return printed && !printed->meant.empty();
}
bool is_compiler(const Tables&, std::string_view text) { return named_compiler(text).has_value(); }
bool is_stdenv(const Tables& tables, std::string_view text) {
    return is_compiler(tables, text) || environment_named(tables, text);
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
    return driver && driver->branch >= 300 && driver->branch < 1000;
}
bool is_gpu(const Tables& tables, std::string_view text) { return knows_gpu(tables, text); }
bool is_glibc(const Tables&, std::string_view text) {
    const auto version = parse_version(text);
    return version && version->major == 2;
}
bool is_consumer(const Tables& tables, std::string_view text) { return names_consumer_version(tables, text); }
bool is_spelling(const Tables&, std::string_view text) { return spelling_called(text) != nullptr; }

using Names = std::vector<std::string>;

void add_once(Names& names, std::string name) {
    if (!contains(names, name)) names.push_back(std::move(name));
}

/// The names, then the results of `name` for all rows, without duplicates.
template <class Rows, class Name = std::identity>
Names names_in(const Rows& rows, Name name = {}, Names names = {}) {
    for (const auto& row : rows) add_once(names, fmt::format("{}", std::invoke(name, row)));
    return names;
}

/// `12.8`; and its patch releases if that is already typed.
Names releases(const Tables& tables, std::string_view typed) {
    Names names;
    for (auto release = tables.releases.rbegin(); release != tables.releases.rend(); ++release) {
        if (release->preview) continue;
        const std::string minor = to_string(minor_of(release->version));
        if (typed.starts_with(minor + '.') || typed == minor) names.push_back(to_string(release->version));
        else add_once(names, minor);
    }
    return names_in(std::array{std::string_view("latest"), host_name}, {}, std::move(names));
}

/// The newest first.
Names of_family(const Tables& tables, Compiler::Family family, Names names = {}) {
    std::vector<Compiler> compilers = known_compilers(tables);
    std::erase_if(compilers, [&](Compiler compiler) { return compiler.family != family; });
    std::ranges::reverse(compilers);
    return names_in(compilers, {}, std::move(names));
}

Names gccs(const Tables& tables, std::string_view) { return of_family(tables, Compiler::Family::gcc); }
Names clangs(const Tables& tables, std::string_view) { return of_family(tables, Compiler::Family::clang); }

Names compilers(const Tables& tables, std::string_view typed) {
    return names_in(std::array{host_name}, {}, of_family(tables, Compiler::Family::clang, gccs(tables, typed)));
}

Names stdenvs(const Tables& tables, std::string_view typed) {
    return names_in(tables.environments, &EnvironmentRow::id, compilers(tables, typed));
}

Names capabilities(const Tables& tables, std::string_view) {
    return names_in(tables.capabilities, &CapabilityRow::architecture,
                    names_in(tables.capabilities, &CapabilityRow::capability));
}

/// Capabilities of GPUs, without those of code (a and f).
Names devices(const Tables& tables, std::string_view) {
    return names_in(tables.capabilities, [](const CapabilityRow& row) { return baseline_of(row.capability); });
}

Names gpus(const Tables& tables, std::string_view typed) {
    // Names are often typed without the product line.
    const bool with_line = typed.starts_with('G') || typed.starts_with('g');
    return names_in(tables.gpus, [&](const GpuRow& row) {
        std::string_view name = row.name;
        if (!with_line) take_prefix(name, "GeForce ");
        return name;
    });
}

Names systems(const Tables& tables, std::string_view) {
    Names names = names_in(tables.redist_systems, &RedistSystemRow::redist,
                           names_in(tables.redist_systems, &RedistSystemRow::nix));
    std::erase(names, unsupported_redist);
    for (const RedistSystemRow& row : tables.redist_systems)
        if (row.pkgs_cross) add_once(names, std::string(*row.pkgs_cross));
    return names;
}

Names standards(const Tables&, std::string_view) { return names_in(enumerators<CxxStandard>); }

Names formats(const Tables&, std::string_view) { return names_in(spellings(), &Spelling::name); }

Names consumers(const Tables& tables, std::string_view) {
    return names_in(tables.consumers,
                    [](const ConsumerRow& row) { return fmt::format("{}-{}", row.id, minor_of(row.newest)); });
}

Names channels(const Tables& tables, std::string_view) {
    return names_in(tables.package_sets, &PackageSetRow::channel);
}

Names glibcs(const Tables& tables, std::string_view) {
    std::vector<Version> versions;
    for (const EnvironmentRow& row : tables.environments)
        if (row.glibc) versions.push_back(*row.glibc);
    std::ranges::sort(versions, std::greater{});
    return names_in(versions);
}

Names tools(const Tables&, std::string_view) {
    return names_in(std::array{for_nobody}, {}, names_in(enumerators<PlanTool>));
}

/// The known values of an option.
struct Values {
    std::string_view option;
    bool (*has)(const Tables&, std::string_view text);  ///< nullptr: no text is recognized as a value
    Names (*names)(const Tables&, std::string_view typed);
    std::string_view value = {};  ///< name of the value in the help, if that matters
};

/// A text with several meanings is the first of them that the command accepts.
constexpr std::array<Values, 22> all_values{{
    {"cuda", is_release, releases},
    {"compiler", is_compiler, clangs, "clang-N"},
    {"compiler", is_compiler, compilers},
    {"stdenv", is_stdenv, channels, "CHANNEL"},
    {"stdenv", is_stdenv, stdenvs},
    {"std", is_standard, standards},
    {"system", is_system, systems},
    {"format", is_spelling, formats},
    {"capabilities", are_capabilities, capabilities},
    {"device", are_capabilities, devices},
    {"driver", is_driver, nullptr},
    {"gpu", is_gpu, gpus},
    {"release", nullptr, releases},
    {"from", nullptr, stdenvs},
    {"to", nullptr, stdenvs},
    {"available", nullptr, compilers},
    {"libstdcxx", nullptr, gccs},
    {"name", nullptr, gpus},
    {"build-system", nullptr, systems},
    {"consumer", is_consumer, consumers},
    {"glibc", is_glibc, glibcs},
    {"for", nullptr, tools},
}};

}  // namespace

std::string_view guess_option(const Tables& tables, std::string_view text, std::span<const std::string_view> options) {
    for (const Values& values : all_values)
        if (values.has && contains(options, values.option) && values.has(tables, text)) return values.option;
    return {};
}

bool is_value_of(const Tables& tables, std::string_view option, std::string_view text) {
    return guess_option(tables, text, {&option, 1}) == option;
}

std::vector<std::string> candidates(const Tables& tables, const OptionSpec& option, std::string_view typed) {
    if (!option.words.empty()) return names_in(split_words(option.words));
    for (const Values& values : all_values)
        if (values.names && values.option == option.name && (values.value.empty() || values.value == option.value))
            return values.names(tables, typed);
    return {};
}

}  // namespace cudastdenv::query
