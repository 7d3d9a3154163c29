// SPDX-License-Identifier: MIT
#include "ask/names.hpp"

#include "ask/bad_input.hpp"
#include "core/quote.hpp"
#include "core/text.hpp"
#include "core/versions.hpp"
#include "resolve/resolve.hpp"
#include "tables/lookup.hpp"
#include "tables/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace cudastdenv::asking {

namespace {

constexpr std::string_view separators = ",;";

/// Quotes that a shell did not take off.
std::string_view without_quotes(std::string_view text) {
    text = trimmed(text);
    for (const char quote : {'"', '\''})
        if (text.size() > 1 && text.front() == quote && text.back() == quote) return text.substr(1, text.size() - 2);
    return text;
}

}  // namespace

std::vector<std::string_view> split_list(std::string_view text) {
    std::vector<std::string_view> parts;
    text = without_quotes(text);
    if (text.empty()) return parts;
    for (;;) {
        const std::size_t end = text.find_first_of(separators);
        parts.push_back(trimmed(text.substr(0, end)));
        if (end == text.npos) return parts;
        text.remove_prefix(end + 1);
    }
}

std::vector<std::string_view> split_words(std::string_view text) {
    std::vector<std::string_view> words;
    for (const std::string_view part : split_list(text)) {
        std::string_view rest = part;
        do {
            const std::size_t end = rest.find_first_of(" \t");
            words.push_back(rest.substr(0, end));
            rest = end == rest.npos ? "" : trimmed(rest.substr(end));
        } while (!rest.empty());
    }
    return words;
}

std::string joined_list(const std::vector<std::string>& entries, std::string_view what) {
    std::string joined;
    for (const std::string& entry : entries) {
        if (entry.find_first_of(separators) != entry.npos)
            throw BadInput(InputError::malformed, "{} is a list; give each entry of {} by itself", in_quotes(entry),
                           what);
        joined += (joined.empty() ? "" : ",") + entry;
    }
    return joined;
}

std::string_view read_channel(const Tables& tables, std::string_view name) {
    std::vector<std::string_view> channels;
    for (const PackageSetRow& row : tables.package_sets)
        if (channels.empty() || channels.back() != row.channel) channels.push_back(row.channel);
    const auto found = std::ranges::find(channels, name);
    if (found == channels.end())
        throw BadInput(InputError::unknown, "{} is no channel of nixpkgs whose package sets are known{}",
                       in_quotes(name), suggestion(name, channels));
    return *found;
}

namespace {

/// The words of the first line, in lower case, without what stands in parentheses: there vendors put their own number.
std::vector<std::string> words_before_line_end(std::string_view text) {
    std::vector<std::string> words(1);
    int depth = 0;
    for (const char c : text.substr(0, text.find('\n'))) {
        if (c == '(') ++depth;
        else if (c == ')') depth -= depth > 0;
        else if (c == ' ' || c == '\t') words.emplace_back();
        else if (depth == 0) words.back() += lower_case(c);
    }
    std::erase_if(words, [](const std::string& word) { return word.empty(); });
    return words;
}

/// `g++-13` of `/usr/bin/x86_64-linux-gnu-g++-13`, `gcc` of `gcc:`.
std::string_view without_surroundings(std::string_view word) {
    if (const std::size_t slash = word.rfind('/'); slash != word.npos) word.remove_prefix(slash + 1);
    while (word.ends_with(':') || word.ends_with(',')) word.remove_suffix(1);
    for (const std::string_view driver : {"-gcc", "-g++", "-clang"})
        if (const std::size_t place = word.rfind(driver); place != word.npos) return word.substr(place + 1);
    return word;
}

std::optional<std::string_view> family_named(std::string_view word) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 6> names{{
        {"gcc", "gcc"},
        {"g++", "gcc"},
        {"gnu", "gcc"},
        {"clang", "clang"},
        {"clang++", "clang"},
        {"llvm", "clang"},
    }};
    for (const auto& [name, family] : names)
        if (word == name) return family;
    return std::nullopt;
}

/// `13` of `v13`
std::string_view number_in(std::string_view word) {
    take_prefix(word, "v");
    return leading_version(word);
}

/// `gcc-13`, `clang-19.1`
std::optional<NamedCompiler> compiler_of_that_name(std::string_view name) {
    const std::optional<Compiler> compiler = parse_compiler(name);
    return compiler ? std::optional(NamedCompiler{*compiler, parse_compiler_version(name)}) : std::nullopt;
}

/// `13.3.0`: whose?
bool is_version_alone(std::string_view text) { return !text.empty() && number_in(text) == text; }

}  // namespace

std::optional<NamedCompiler> named_compiler(std::string_view text) {
    if (const auto named = compiler_of_that_name(text)) return named;
    std::optional<std::string_view> family;
    for (const std::string& word : words_before_line_end(text)) {
        if (word == "apple") return std::nullopt;
        const std::string_view bare = without_surroundings(word);
        if (const auto named = compiler_of_that_name(bare)) return named;
        if (const auto named = family_named(bare)) family = named;
        const std::string_view number = number_in(word);
        if (family && !number.empty()) return compiler_of_that_name(fmt::format("{}-{}", *family, number));
    }
    return std::nullopt;
}

NamedCompiler read_compiler(const Tables& tables, std::string_view text) {
    const std::optional<NamedCompiler> named = named_compiler(text);
    if (!named && is_version_alone(text))
        throw BadInput(InputError::malformed,
                       "{} is a version, and not said of which compiler; write gcc-{} "
                       "or clang-{}",
                       in_quotes(text), text, text);
    if (!named)
        throw BadInput(InputError::malformed, "{} is {}; write one like gcc-14 or clang-19", in_quotes(text),
                       environment_named(tables, text) ? "an environment, which --stdenv takes, and no compiler"
                                                       : "not a compiler");
    const Compiler compiler = named->compiler;
    const int newest = known_majors(tables, compiler.family).newest;
    // A major of the near future (about one a year) is no slip of the fingers.
    constexpr int majors_ahead = 4;
    if (compiler.major > newest + majors_ahead)
        throw BadInput(InputError::unknown, "unknown compiler {}; the newest {} that these tables know is {}",
                       in_quotes(text), to_string(compiler.family), to_string(Compiler{compiler.family, newest}));
    return *named;
}

void add_version(std::vector<CompilerVersion>& versions, const NamedCompiler& named) {
    if (!named.version) return;
    const std::optional<Version> other = find_version(versions, named.compiler);
    if (!other) versions.push_back({named.compiler, *named.version});
    else if (!may_be_same(*other, *named.version))
        throw BadInput(InputError::contradiction, "{} is given as {} and as {}; ask about one of them",
                       to_string(named.compiler), to_string(*other), to_string(*named.version));
}

DriverVersion read_driver(std::string_view text) {
    const DriverVersion driver = needed(parse_driver_version(text), InputError::malformed,
                                        "{} is not a driver version; write one like 550.54.15, 550.54 or 580",
                                        in_quotes(text));
    // No driver with CUDA was ever below this; a smaller number is a CUDA release, which nvidia-smi prints too.
    constexpr int lowest_branch = 100;
    if (driver.branch < lowest_branch)
        throw BadInput(InputError::malformed,
                       "{} is not a driver version but looks like a CUDA release; "
                       "nvidia-smi shows the driver as \"Driver Version\"",
                       in_quotes(text));
    return driver;
}

namespace {

/// `unsupported` is a name of no platform.
bool is_platform(const RedistSystemRow& row) { return row.redist != unsupported_redist; }

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
    std::set<std::string_view> systems;
    std::set<std::string_view> all;
    for (const RedistSystemRow& row : tables.redist_systems) {
        systems.insert(row.nix);
        all.insert(row.nix);
        if (is_platform(row)) all.insert(row.redist);
        if (row.pkgs_cross) all.insert(*row.pkgs_cross);
    }
    const std::vector<std::string_view> names(all.begin(), all.end());
    const std::vector<std::string_view> choices(systems.begin(), systems.end());
    throw BadInput(InputError::unknown, "unknown {}system {}{}", option == "build-system" ? "build " : "",
                   in_quotes(text), closest_or(suggestion("", choices), text, names));
}

}  // namespace cudastdenv::asking
