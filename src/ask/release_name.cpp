// SPDX-License-Identifier: MIT
#include "ask/release_name.hpp"

#include "ask/bad_input.hpp"
#include "ask/did_you_mean.hpp"
#include "ask/host_answers.hpp"
#include "ask/list.hpp"
#include "ask/printed_release.hpp"
#include "core/text.hpp"
#include "tables/environment_names.hpp"
#include "tables/lookup.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace cudastdenv::asking {

namespace {

std::string patches_of(const Tables& tables, Version minor) {
    std::vector<std::string> patches;
    for (const Release& release : tables.releases)
        if (may_be_same(release.version, {minor.major, minor.minor})) patches.push_back(to_string(release.version));
    return fmt::format("{}", fmt::join(patches, ", "));
}

/// `; its neighbours are 12.6.3 and 12.8.0`
std::string neighbours_of(const Tables& tables, Version version) {
    const auto above = std::ranges::lower_bound(tables.releases, version, {}, &Release::version);
    if (above == tables.releases.begin()) return fmt::format("; the tables begin at {}", to_string(above->version));
    if (above == tables.releases.end())
        return fmt::format("; the newest that these tables (of {}) know is {}", data_date(tables),
                           to_string(newest_release(tables)->version));
    return fmt::format("; its neighbours are {} and {}", to_string(std::prev(above)->version),
                       to_string(above->version));
}

[[noreturn]] void fail_unknown_release(const Tables& tables, Version version) {
    const std::string name = to_string(version);
    for (const NeverReleased& never : tables.never_released)
        if (may_be_same(never.version, version))
            throw BadInput(InputError::unknown, fmt::format("CUDA {} was never released{}", to_string(never.version),
                                                            neighbours_of(tables, never.version)));
    if (const std::string patches = patches_of(tables, version); !patches.empty())
        throw BadInput(InputError::unknown, fmt::format("unknown CUDA release {}; of {}.{} there are {}", name,
                                                        version.major, version.minor, patches));
    throw BadInput(InputError::unknown, fmt::format("unknown CUDA release {}{}", name, neighbours_of(tables, version)));
}

/// `cudaPackages` and `cudaPackages_12` say less than a minor release.
bool is_alias(std::string_view text) {
    if (!take_prefix(text, "cudaPackages")) return false;
    return text.empty() || (take_prefix(text, "_") && take_number(text, 6) && text.empty());
}

[[noreturn]] void fail_unknown_alias(const Tables& tables, std::string_view text, std::string_view channel) {
    std::vector<std::string_view> channels;
    std::set<std::string_view> aliases;
    for (const PackageSetRow& row : tables.package_sets) {
        if (row.attribute == text) channels.push_back(row.channel);
        if (is_alias(row.attribute)) aliases.insert(row.attribute);
    }
    if (channels.empty())
        throw BadInput(InputError::unknown, fmt::format("no known channel of nixpkgs has {}; there are {}",
                                                        in_quotes(text), fmt::join(aliases, ", ")));
    throw BadInput(InputError::unknown,
                   fmt::format("which release {} means in {} is not known; it is for {} (--stdenv)", in_quotes(text),
                               channel, fmt::join(channels, ", ")));
}

/// The release in what tools print. Of several that it may be, the newest.
ReleaseName release_printed(const Tables& tables, std::string_view text) {
    const std::vector<std::string_view> words = split_words(text);
    if (words.size() > 1 && std::ranges::all_of(words, [](auto word) { return parse_version(word).has_value(); }))
        throw BadInput(InputError::malformed, fmt::format("{} are several CUDA releases; give one", in_quotes(text)));
    std::string_view rest = cuda_of_image(text).value_or(text);
    take_prefix(rest, "cudaPackages_");
    const std::optional<PrintedRelease> printed = printed_release(tables, rest);
    if (!printed) {
        const std::string library = out_of_scope(text);
        throw BadInput(library.empty() ? InputError::malformed : InputError::unknown,
                       fmt::format("{} is not a CUDA release{}", in_quotes(text),
                                   library.empty() ? "; write one like 12.8, 12.8.1 or latest" : library));
    }
    if (printed->meant.empty()) fail_unknown_release(tables, *printed->version);
    if (printed->any_patch) return {find_release(tables, *printed->version), {}, true, true};
    ReleaseName name{printed->meant.back(), {}, true, false};
    for (const Release* other : printed->meant)
        if (other != name.release) name.others.push_back(other->version);
    return name;
}

/// The release that a package set of the channel holds.
ReleaseName release_of(const Tables& tables, const PackageSetRow& row) {
    return {.release = find_release(tables, row.release),
            .channel = row.channel,
            .patch_known = row.release.patch != -1,
            .any_patch = row.release.patch == -1,
            .sources = row.sources};
}

}  // namespace

ReleaseName read_release_name(const Context& context, std::string_view text, std::string_view channel) {
    const Tables& tables = context.tables;
    if (text == host_name)
        return {toolkit_of(context.look_at_host(tables, HostPart::toolkits)).release, {}, true, false};
    if (text == "latest" && newest_release(tables)) return {newest_release(tables), {}, true, false};
    if (const PackageSetRow* row = find_package_set(tables, channel, text)) return release_of(tables, *row);
    if (is_alias(text)) fail_unknown_alias(tables, text, channel);
    return release_printed(tables, text);
}

const Release& read_release_name(const Context& context, std::string_view text) {
    return *read_release_name(context, text, context.tables.assumed_environment).release;
}

std::optional<WantedRelease> read_wanted_release(const Context& context, std::string_view text) {
    if (text == host_name) return std::nullopt;
    const ReleaseName name = read_release_name(context, text, context.tables.assumed_environment);
    return WantedRelease{name.release->version, name.any_patch};
}

}  // namespace cudastdenv::asking
