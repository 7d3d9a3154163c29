// SPDX-License-Identifier: MIT
#include "words/nix.hpp"

#include "core/quote.hpp"
#include "core/versions.hpp"
#include "nix/rows.hpp"
#include "tables/lookup.hpp"
#include "words/diagnostics.hpp"
#include "words/phrases.hpp"

#include <fmt/format.h>

#include <variant>

namespace cudastdenv::words {

namespace {

/// A range of releases is shorter than a list.
std::string span_of(const Maybe<std::vector<Version>>& releases) {
    constexpr std::size_t few = 3;
    if (!releases.value || releases.value->size() <= few)
        return joined(releases.value.value_or(std::vector<Version>{}));
    return fmt::format("{} to {}", releases.value->front(), releases.value->back());
}

std::string in_words(const Maybe<Scalar>& side) {
    if (!side.value) return "none";
    if (const auto* number = std::get_if<std::int64_t>(&*side.value)) return std::to_string(*number);
    const auto* text = std::get_if<std::string>(&*side.value);
    return text ? *text : "none";
}

/// The releases for which rows were added, oldest first. Each has its own package set.
std::vector<Version> new_releases(const Tables& tables, const nix::Update& update) {
    std::vector<Version> releases;
    for (const std::string& row : names_in(nix::Table::nvcc, update.added))
        releases.push_back(find_release(tables, *parse_version(row))->version);
    return releases;
}

/// Files of a layout of nixpkgs that a release needs, and the lines for them. The placeholders are its three numbers,
/// two numbers, and package set.
struct ReleaseLines {
    std::string_view sets_file, set, directory, manifest, version;
};

/// Since nixpkgs has its tables in `_cuda`, its package sets list their manifests one by one.
constexpr ReleaseLines lines_by_set{
    "cuda-packages.nix",
    "{set} = mkCudaPackages {{\n  cuda = \"{release}\";\n  # ... and the manifests of the other products\n}};\n",
    "pkgs/development/cuda-modules/_cuda/manifests/cuda", "- `redistrib_{release}.json`\n", ""};
constexpr ReleaseLines older_lines{
    "all-packages.nix", "{set} = callPackage ./cuda-packages.nix {{ cudaVersion = \"{minor}\"; }};\n",
    "pkgs/development/cuda-modules/cuda/manifests",
    "- `redistrib_{release}.json`, and `feature_{release}.json`, which `cudastdenv manifest redistrib_{release}.json "
    "--features FOLDER` writes\n",
    "\"{minor}\" = \"{release}\";\n"};

const ReleaseLines& lines_for(const nix::Update& update) {
    const std::string& file = update.files.nvcc;
    const bool is_by_set = file.find("_cuda/") != file.npos || file.find("bootstrap/") != file.npos;
    return is_by_set ? lines_by_set : older_lines;
}

std::string package_sets(const std::vector<Version>& releases, const ReleaseLines& lines) {
    const auto each = [&](std::string_view line) {
        return joined(releases, "", [&](Version release) {
            return fmt::format(fmt::runtime(line), fmt::arg("set", nix::package_set_name(release)),
                               fmt::arg("release", release), fmt::arg("minor", minor_of(release)));
        });
    };
    std::map<int, Version> newest;
    for (const Version release : releases) newest[release.major] = release;
    std::string aliases;
    for (const auto& [major, release] : newest)
        aliases += fmt::format("cudaPackages_{} = {};\n", major, nix::package_set_name(release));
    const std::string text = fmt::format(
        "### Package sets\n\nIn `pkgs/top-level/{}`; the aliases only where they are to follow:\n\n```nix\n{}{}```\n\n"
        "### Manifests\n\nIn `{}`, from https://developer.download.nvidia.com/compute/cuda/redist/:\n\n{}",
        lines.sets_file, each(lines.set), aliases, lines.directory, each(lines.manifest));
    if (lines.version.empty()) return text;
    return text + "\nIn `cudaVersionMap` of `pkgs/development/cuda-modules/cuda/extension.nix`:\n\n```nix\n" +
           each(lines.version) + "```\n";
}

std::string variants(const std::vector<std::string>& capabilities) {
    return "\n### New variants\n\n" + joined(capabilities, "", [](const std::string& capability) {
               return fmt::format("- `pkgsForCudaArch.{}`\n", real_architecture(*parse_capability(capability)));
           });
}

std::string release_notes(const std::vector<Version>& releases, const std::vector<std::string>& capabilities) {
    std::string text = "\n### Release notes\n\n";
    std::vector<std::string> names;
    for (const Version release : releases) names.push_back('`' + nix::package_set_name(release) + '`');
    if (!names.empty())
        text += fmt::format("- {} {} been added.\n", joined(names, ", "), names.size() == 1 ? "has" : "have");
    if (!capabilities.empty())
        text += fmt::format("- `cudaCapabilities` accepts `{}`.\n", joined(capabilities, "`, `"));
    return text;
}

}  // namespace

void add_words(nix::Audit& audit) {
    for (nix::AuditFinding& finding : audit.findings) {
        const std::string there = in_words(finding.there);
        std::vector<Argument>& arguments = finding.what.arguments;
        arguments.insert(arguments.end(), {{"there", there},
                                           {"quoted", in_quotes(there)},
                                           {"nvidia", in_words(finding.nvidia)},
                                           {"releases", span_of(finding.releases)}});
        finding.code = code_of(finding.what);
        finding.message = fmt::format("{}; {}", text_of(finding.what), right_in_words(finding));
    }
}

std::string right_in_words(const nix::AuditFinding& finding) {
    const auto in_words = [&](std::string_view id) { return text_of({id, finding.what.arguments}); };
    const std::string more = joined(finding.remarks, "; ", in_words);
    return instead_of(finding.what) + (more.empty() ? "" : fmt::format(" ({})", more));
}

std::string variant_message(const nix::Variant& variant, Version release) {
    const std::string name = real_architecture(variant.capability);
    const std::string message = fmt::format("CUDA {} cannot build pkgsForCudaArch.{}", to_string(release), name);
    if (variant.releases.empty()) return message + "; no other release can";
    if (!variant.use.empty()) return message + fmt::format(": use {}", variant.use);
    return message + "; no package set of the channel can";
}

std::vector<Said> decisions_of(const Tables& tables, const nix::Update& update) {
    std::vector<Said> decisions;
    std::vector<std::string> releases;
    for (const nix::Update::Added& row : update.added) {
        if (row.default_is_open)
            decisions.push_back(said({"default-is-open",
                                      {{"capability", row.row},
                                       {"release", find_capability(tables, *parse_capability(row.row))->nvcc.first}}}));
        if (row.is_new_to_nixpkgs && row.table == to_string(nix::Table::nvcc)) releases.push_back(row.row);
    }
    if (!releases.empty()) decisions.push_back(said({"tensorrt-is-open", {{"releases", joined(releases)}}}));
    return decisions;
}

std::string consequences(const Tables& tables, const nix::Update& update) {
    const std::vector<Version> releases = new_releases(tables, update);
    const std::vector<std::string> capabilities = names_in(nix::Table::cuda, update.added);
    std::string text;
    if (!releases.empty()) text += package_sets(releases, lines_for(update));
    if (!capabilities.empty()) text += variants(capabilities);
    if (!text.empty()) text += release_notes(releases, capabilities);
    return text.starts_with('\n') ? text.substr(1) : text;
}

}  // namespace cudastdenv::words
