// SPDX-License-Identifier: MIT
#include "words/nix.hpp"

#include "core/minor_of.hpp"
#include "core/overloaded.hpp"
#include "core/quote.hpp"
#include "nix/rows.hpp"
#include "nix/value.hpp"
#include "tables/lookup.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <vector>

namespace cudastdenv::words {

namespace {

struct NewSet {
    std::string attribute;  ///< `cudaPackages_13_4`
    const Release* release;
};

/// The package sets for which rows were added, oldest first.
std::vector<NewSet> new_sets(const Tables& tables, const nix::CheckoutUpdate& update) {
    std::vector<NewSet> sets;
    for (const nix::AddedRow& row : update.nvcc.update.added) {
        const Version release = *parse_version(row.key);
        sets.push_back({nix::package_set_name(release), find_release(tables, release)});
    }
    return sets;
}

/// Since nixpkgs keeps its tables below `_cuda`, its package sets name their manifests one by one.
bool names_manifests_by_set(const nix::CheckoutUpdate& update) {
    return update.nvcc.path.find("_cuda/") != std::string::npos ||
           update.nvcc.path.find("bootstrap/") != std::string::npos;
}

std::string lines_of_sets(const std::vector<NewSet>& sets, bool by_set) {
    std::string lines;
    for (const NewSet& set : sets) {
        const Version minor = minor_of(set.release->version);
        if (by_set)
            lines += fmt::format(
                "{} = mkCudaPackages {{\n  cuda = \"{}\";\n  # ... and the manifests of the other products\n}};\n",
                set.attribute, to_string(set.release->version));
        else
            lines += fmt::format("{} = callPackage ./cuda-packages.nix {{ cudaVersion = \"{}\"; }};\n", set.attribute,
                                 to_string(minor));
    }
    std::map<int, const NewSet*> newest;
    for (const NewSet& set : sets) newest[set.release->version.major] = &set;
    for (const auto& [major, set] : newest) lines += fmt::format("cudaPackages_{} = {};\n", major, set->attribute);
    return lines;
}

std::string code(const std::string& lines) { return "```nix\n" + lines + "```\n"; }

std::string package_sets(const std::vector<NewSet>& sets, bool by_set) {
    std::string text =
        fmt::format("### Package sets\n\nIn `pkgs/top-level/{}`; the aliases only where they are to follow:\n\n{}",
                    by_set ? "cuda-packages.nix" : "all-packages.nix", code(lines_of_sets(sets, by_set)));
    const std::string folder = by_set ? "pkgs/development/cuda-modules/_cuda/manifests/cuda"
                                      : "pkgs/development/cuda-modules/cuda/manifests";
    text += fmt::format(
        "\n### Manifests\n\nIn `{}`, from https://developer.download.nvidia.com/compute/cuda/redist/:\n\n", folder);
    for (const NewSet& set : sets) {
        const std::string version = to_string(set.release->version);
        text += fmt::format("- `redistrib_{}.json`{}\n", version,
                            by_set ? ""
                                   : fmt::format(", and `feature_{0}.json`, which `cudastdenv manifest "
                                                 "redistrib_{0}.json --features FOLDER` writes",
                                                 version));
    }
    if (by_set) return text;
    std::string map;
    for (const NewSet& set : sets)
        map += fmt::format("\"{}\" = \"{}\";\n", to_string(minor_of(set.release->version)),
                           to_string(set.release->version));
    return text + "\nIn `cudaVersionMap` of `pkgs/development/cuda-modules/cuda/extension.nix`:\n\n" + code(map);
}

std::string variants(const nix::CheckoutUpdate& update) {
    std::string text = "\n### Variants that appear\n\n";
    for (const nix::AddedRow& row : update.cuda.update.added)
        text += fmt::format("- `pkgsForCudaArch.{}`\n", real_architecture(*parse_capability(row.key)));
    return text;
}

std::string release_notes(const std::vector<NewSet>& sets, const nix::CheckoutUpdate& update) {
    std::string text = "\n### Release notes\n\n";
    std::vector<std::string> names;
    for (const NewSet& set : sets) names.push_back('`' + set.attribute + '`');
    if (!names.empty())
        text += fmt::format("- {} {} been added.\n", fmt::join(names, ", "), names.size() == 1 ? "has" : "have");
    names.clear();
    for (const nix::AddedRow& row : update.cuda.update.added) names.push_back('`' + row.key + '`');
    if (!names.empty()) text += fmt::format("- `cudaCapabilities` takes {}.\n", fmt::join(names, ", "));
    return text;
}

}  // namespace

std::string variant_message(const nix::Variant& variant, Version release) {
    const std::string name = real_architecture(variant.capability);
    const std::string message = fmt::format("CUDA {} cannot build pkgsForCudaArch.{}", to_string(release), name);
    if (variant.releases.empty()) return message + ", and no other release can";
    if (!variant.use.empty()) return message + fmt::format(": use {}", variant.use);
    return message + ", and no package set of the channel can";
}

std::string value_in_nix(const nix::FieldValue& value) {
    constexpr std::size_t longest = 60;
    if (const auto* text = std::get_if<std::string>(&value))
        return as_plain_text(nix::quoted(first_bytes(*text, longest)));
    if (const auto* other = std::get_if<nix::ForeignValue>(&value))
        return as_plain_text(first_bytes(other->json, longest));
    return nix::literal(value);
}

std::string difference_in_words(const nix::FieldUpdate& difference) {
    const std::string there = difference.there ? value_in_nix(*difference.there) : "missing";
    const std::string here = value_in_nix(difference.here);
    switch (difference.state) {
        case nix::FieldUpdate::State::left:
            return fmt::format("{} is {} there, {} here", difference.field, there, here);
        case nix::FieldUpdate::State::mended: return fmt::format("{} was {}, is now {}", difference.field, there, here);
        case nix::FieldUpdate::State::by_hand:
            return fmt::format("{} is {} there, {} here, and is written in a way that only a person can mend",
                               difference.field, there, here);
    }
    return "";
}

Said say(const nix::Decision& decision) {
    return std::visit(
        Overloaded{
            [](const nix::DefaultIsOpen& d) {
                return Said{"default-is-open", fmt::format("{} is built by default from CUDA {} on, as its row stands; "
                                                           "dontDefaultAfterCudaMajorMinorVersion would end that",
                                                           d.capability, to_string(d.since))};
            },
            [](const nix::TensorRtIsOpen& d) {
                return Said{
                    "tensorrt-is-open",
                    fmt::format(
                        "TensorRT for CUDA {}: where it gives up a capability, the release before is that row's "
                        "dontDefaultAfterCudaMajorMinorVersion",
                        fmt::join(d.releases, ", "))};
            },
        },
        decision);
}

std::string consequences(const Tables& tables, const nix::CheckoutUpdate& update) {
    const std::vector<NewSet> sets = new_sets(tables, update);
    std::string text;
    if (!sets.empty()) text += package_sets(sets, names_manifests_by_set(update));
    if (!update.cuda.update.added.empty()) text += variants(update);
    if (!text.empty()) text += release_notes(sets, update);
    return text.starts_with('\n') ? text.substr(1) : text;
}

}  // namespace cudastdenv::words
