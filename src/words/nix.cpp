// SPDX-License-Identifier: MIT
#include "words/nix.hpp"

#include "core/quote.hpp"
#include "core/versions.hpp"
#include "nix/rows.hpp"
#include "tables/lookup.hpp"
#include "words/diagnostics.hpp"
#include "words/phrases.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <variant>

namespace cudastdenv::words {

namespace {

using nix::AuditPolicy;

/// A range of releases is shorter than the list of them.
std::string span_of(const std::vector<Version>& releases) {
    constexpr std::size_t few = 3;
    if (releases.size() <= few) return joined(releases, ", ");
    return fmt::format("{} to {}", to_string(releases.front()), to_string(releases.back()));
}

std::string_view ahead_in_words(const nix::AuditFinding& finding) {
    return finding.is_ahead ? ", which the checkout lacks" : "";
}

std::string own_check_in_words(const std::optional<bool>& refused) {
    if (!refused) return "nvcc's check of it is unknown";
    return *refused ? "nvcc's check rejects it" : "nvcc's check accepts it";
}

/// What is said of a code: of what is there, and of what NVIDIA says, or what would be right. In braces: both sides, in
/// quotes or as they are, the field's name in words, the releases, other names, and whose word counts.
struct Phrase {
    std::string_view code, there, ours;
};

constexpr auto phrases = std::to_array<Phrase>({
    {"major-allowed", "{label} is {there}", "{voice} says {nvidia} in {releases}"},
    {"measured-to-fail", "{label} is {there}", "{name} did not work with {releases}"},
    {"release-allowed", "{label} is {there}", "nvcc's {end} is {nvidia}"},
    {"not-marked", "not marked as {label}", "NVIDIA marks it"},
    {"other-capability", "is {quoted}", "the row is for another one"},
    {"unknown-to-nvcc", "a row", "no release supports it"},
    {"not-a-row", "is {there}", "a row is an attribute set"},
    {"missing-attribute", "is missing", "a row has it"},
    {"wrong-value", "is {there}", "it should be {name}"},
    {"refused-defaults", "builds {names} by default", "its nvcc does not support that"},
    {"no-defaults", "builds nothing by default", "nvcc supports capabilities of it"},
    {"major-refused", "{label} is {there}", "{voice} says {nvidia} in {releases}"},
    {"measured-to-work", "{label} is {there}", "{name} worked with {releases}"},
    {"release-refused", "{label} is {there}", "nvcc's {end} is {nvidia}"},
    {"wrongly-marked", "marked as {label}", "NVIDIA does not mark it"},
    {"missing-release", "no row", "NVIDIA released it"},
    {"missing-capability", "no row", "nvcc supports it in {releases}{ahead}"},
    {"same-effect", "{label} is {there}", "nvcc's {end} is {nvidia}"},
    {"other-architecture", "is {quoted}", "NVIDIA calls it {nvidia}"},
    {"never-released", "a row", "it was never released"},
    {"not-a-name", "the row's name", "not a {example}"},
    {"repeated-row", "a second row", "one is enough"},
    {"extra-attribute", "an attribute", "no row has it"},
    {"odd-spelling", "is written {quoted}", "without zeros in front"},
    {"called-exclusive", "the comment calls it exclusive",
     "it is inclusive: nvcc supports {name} in {other} too, as in the row of {name}"},
    {"lagging-alias", "is {there}", "the newest set of that major release is {nvidia}"},
});

const Phrase& phrase_of(std::string_view code) {
    const auto found = std::ranges::find(phrases, code, &Phrase::code);
    if (found == phrases.end()) throw std::logic_error(fmt::format("no phrase for {}", code));
    return *found;
}

std::string in_words(const Maybe<Scalar>& side) {
    if (!side.value) return "none";
    if (const auto* number = std::get_if<std::int64_t>(&*side.value)) return std::to_string(*number);
    const auto* text = std::get_if<std::string>(&*side.value);
    return text ? *text : "none";
}

std::string more_of(const nix::AuditFinding& finding, AuditPolicy policy) {
    const std::string_view code = finding.code;
    std::vector<std::string> more;
    if (code == "major-allowed" && policy == AuditPolicy::documented)
        more.push_back(own_check_in_words(finding.refused_by_check));
    if (finding.advisories.value && !finding.advisories.value->empty())
        more.push_back(fmt::format("some code still breaks: {}", joined_by_and(*finding.advisories.value)));
    if (finding.told_by_nixpkgs) more.emplace_back("source: a nixpkgs comment");
    if (code == "release-allowed" || code == "release-refused")
        more.push_back(fmt::format("{} in {}{}", code == "release-allowed" ? "allowed" : "refused",
                                   span_of(*finding.releases.value), ahead_in_words(finding)));
    if (finding.never_released) more.push_back(in_words(finding.there) + " was never released");
    if (code == "wrongly-marked") more.emplace_back("so it is never built by default");
    if (code == "not-marked") more.emplace_back("so it is built by default");
    if (finding.has_package_set) more.emplace_back("it has a package set");
    return fmt::format("{}", fmt::join(more, "; "));
}

}  // namespace

void add_words(nix::Audit& audit) {
    constexpr std::array voices{"NVIDIA's guide", "nvcc's check", "measured"};
    const std::string_view voice = voices.at(static_cast<std::size_t>(audit.policy));
    for (nix::AuditFinding& finding : audit.findings) {
        const Phrase& phrase = phrase_of(finding.code);
        const std::string_view label = finding.column ? about(*finding.column).label : "";
        const std::string there = in_words(finding.there);
        const auto filled = [&](std::string_view text) {
            return fmt::format(fmt::runtime(text), fmt::arg("there", there), fmt::arg("quoted", in_quotes(there)),
                               fmt::arg("nvidia", in_words(finding.nvidia)), fmt::arg("label", label),
                               fmt::arg("end", label.substr(0, label.find(' '))), fmt::arg("voice", voice),
                               fmt::arg("releases", span_of(finding.releases.value.value_or(std::vector<Version>{}))),
                               fmt::arg("ahead", ahead_in_words(finding)),
                               fmt::arg("names", fmt::join(finding.names, ", ")),
                               fmt::arg("name", finding.names.empty() ? "" : finding.names.front()),
                               fmt::arg("other", finding.names.empty() ? "" : finding.names.back()),
                               fmt::arg("example", finding.subject == nix::Subject::nvcc
                                                       ? "release like 12.8; nothing finds it"
                                                       : "capability like 9.0a; nvcc does not accept it"));
        };
        finding.there_text = filled(phrase.there);
        finding.nvidia_text = filled(phrase.ours);
        if (const std::string more = more_of(finding, audit.policy); !more.empty())
            finding.nvidia_text += fmt::format(" ({})", more);
        finding.message = fmt::format("{}; {}", finding.there_text, finding.nvidia_text);
    }
}

std::string findings_in_words(const nix::Audit& audit) {
    const std::string total = counted(audit.findings.size(), "finding");
    if (audit.findings.empty()) return total;
    return fmt::format("{}: {} break{} a build, {} forbid{} a build that works, {} cosmetic", total, audit.breaking,
                       audit.breaking == 1 ? "s" : "", audit.forbidding, audit.forbidding == 1 ? "s" : "",
                       audit.cosmetic);
}

std::string_view policy_in_words(AuditPolicy policy) {
    constexpr std::array words{"NVIDIA's installation guide and documentation",
                               "nvcc's check (crt/host_config.h) and NVIDIA's documentation",
                               "tests with real toolkits"};
    return words.at(static_cast<std::size_t>(policy));
}

std::string place_in_words(const nix::AuditFinding& finding) {
    std::string place(to_string(finding.subject));
    for (const std::string& part : {finding.row, finding.field.value_or(ForeignText{})})
        if (!part.empty()) place += ' ' + as_plain_text(first_bytes(part, 60));
    return place;
}

std::string not_known_in_words(const nix::Audit& audit, std::size_t most) {
    if (audit.not_known.empty()) return "";
    std::vector<std::string> names;
    for (const nix::Audit::NotKnown& value : audit.not_known) {
        if (names.size() == most) break;
        std::string name = fmt::format("{} {}", to_string(value.subject), std::string_view(value.row));
        if (value.field) name += ' ' + *value.field;
        names.push_back(as_plain_text(name));
    }
    if (audit.not_known.size() > most) names.emplace_back("...");
    return fmt::format("{}: {}", counted(audit.not_known.size(), "value"), fmt::join(names, ", "));
}

namespace {

/// The releases for which rows were added, oldest first: each has a package set of its own.
std::vector<Version> new_releases(const Tables& tables, const nix::Update& update) {
    std::vector<Version> releases;
    for (const std::string& row : names_in(nix::Table::nvcc, update.added))
        releases.push_back(find_release(tables, *parse_version(row))->version);
    return releases;
}

/// Since nixpkgs keeps its tables below `_cuda`, its package sets name their manifests one by one.
bool names_manifests_by_set(const nix::Update& update) {
    return update.files.nvcc.find("_cuda/") != std::string::npos ||
           update.files.nvcc.find("bootstrap/") != std::string::npos;
}

std::string lines_of_sets(const std::vector<Version>& releases, bool by_set) {
    std::string lines;
    for (const Version release : releases) {
        if (by_set)
            lines += fmt::format(
                "{} = mkCudaPackages {{\n  cuda = \"{}\";\n  # ... and the manifests of the other products\n}};\n",
                nix::package_set_name(release), to_string(release));
        else
            lines += fmt::format("{} = callPackage ./cuda-packages.nix {{ cudaVersion = \"{}\"; }};\n",
                                 nix::package_set_name(release), to_string(minor_of(release)));
    }
    std::map<int, Version> newest;
    for (const Version release : releases) newest[release.major] = release;
    for (const auto& [major, release] : newest)
        lines += fmt::format("cudaPackages_{} = {};\n", major, nix::package_set_name(release));
    return lines;
}

std::string code(const std::string& lines) { return "```nix\n" + lines + "```\n"; }

std::string package_sets(const std::vector<Version>& releases, bool by_set) {
    std::string text =
        fmt::format("### Package sets\n\nIn `pkgs/top-level/{}`; change the aliases only if they should follow:\n\n{}",
                    by_set ? "cuda-packages.nix" : "all-packages.nix", code(lines_of_sets(releases, by_set)));
    const std::string folder = by_set ? "pkgs/development/cuda-modules/_cuda/manifests/cuda"
                                      : "pkgs/development/cuda-modules/cuda/manifests";
    text += fmt::format(
        "\n### Manifests\n\nIn `{}`, from https://developer.download.nvidia.com/compute/cuda/redist/:\n\n", folder);
    for (const Version release : releases) {
        const std::string version = to_string(release);
        text += fmt::format("- `redistrib_{}.json`{}\n", version,
                            by_set ? ""
                                   : fmt::format(", and `feature_{0}.json` (written by `cudastdenv manifest "
                                                 "redistrib_{0}.json --features FOLDER`)",
                                                 version));
    }
    if (by_set) return text;
    std::string map;
    for (const Version release : releases)
        map += fmt::format("\"{}\" = \"{}\";\n", to_string(minor_of(release)), to_string(release));
    return text + "\nIn `cudaVersionMap` of `pkgs/development/cuda-modules/cuda/extension.nix`:\n\n" + code(map);
}

std::string variants(const std::vector<std::string>& capabilities) {
    std::string text = "\n### New variants\n\n";
    for (const std::string& capability : capabilities)
        text += fmt::format("- `pkgsForCudaArch.{}`\n", real_architecture(*parse_capability(capability)));
    return text;
}

std::string release_notes(const std::vector<Version>& releases, const std::vector<std::string>& capabilities) {
    std::string text = "\n### Release notes\n\n";
    std::vector<std::string> names;
    for (const Version release : releases) names.push_back('`' + nix::package_set_name(release) + '`');
    if (!names.empty())
        text += fmt::format("- {} {} been added.\n", fmt::join(names, ", "), names.size() == 1 ? "has" : "have");
    if (!capabilities.empty())
        text += fmt::format("- `cudaCapabilities` accepts `{}`.\n", fmt::join(capabilities, "`, `"));
    return text;
}

}  // namespace

std::string variant_message(const nix::Variant& variant, Version release) {
    const std::string name = real_architecture(variant.capability);
    const std::string message = fmt::format("CUDA {} cannot build pkgsForCudaArch.{}", to_string(release), name);
    if (variant.releases.empty()) return message + "; no other release can";
    if (!variant.use.empty()) return message + fmt::format(": use {}", variant.use);
    return message + "; no package set of the channel can";
}

std::string difference_in_words(const nix::Update::Difference& difference) {
    const bool is_mended = difference.state == nix::FieldState::mended;
    return fmt::format(fmt::runtime(is_mended ? "{} was {}, is now {}{}" : "{} is {} there, {} here{}"),
                       difference.field, difference.there_text, difference.here_text,
                       difference.state == nix::FieldState::by_hand ? ", and must be edited manually" : "");
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
    if (!releases.empty()) text += package_sets(releases, names_manifests_by_set(update));
    if (!capabilities.empty()) text += variants(capabilities);
    if (!text.empty()) text += release_notes(releases, capabilities);
    return text.starts_with('\n') ? text.substr(1) : text;
}

void add_words(manifest::Manifest& manifest) {
    for (manifest::Manifest::Problem& problem : manifest.problems) {
        problem.code = code_of(problem.what);
        problem.message = text_of(problem.what);
    }
}

}  // namespace cudastdenv::words
