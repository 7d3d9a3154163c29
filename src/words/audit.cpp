// SPDX-License-Identifier: MIT
#include "words/nix.hpp"

#include "core/quote.hpp"
#include "words/phrases.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
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

std::string_view voice_of(AuditPolicy policy) {
    return std::array{"NVIDIA's guide", "nvcc's own check", "measured"}.at(static_cast<std::size_t>(policy));
}

std::string_view ahead_in_words(const nix::AuditFinding& finding) {
    return finding.is_ahead ? ", which the checkout has not yet" : "";
}

std::string own_check_in_words(const std::optional<bool>& refused) {
    if (!refused) return "nvcc's own check of it is not known";
    return *refused ? "nvcc's own check refuses it" : "nvcc's own check takes it";
}

/// What is said of a code: of what is there, and of what NVIDIA says, or what would be right. In braces: both sides, in
/// quotes or as they are, the field's name in words, the releases, other names, and whose word counts.
struct Phrase {
    std::string_view code, there, ours;
};

/// In the order of AuditCode.
constexpr std::array<Phrase, 26> phrases{{
    {"major-allowed", "{label} is {there}", "{voice} says {nvidia} in {releases}"},
    {"major-refused", "{label} is {there}", "{voice} says {nvidia} in {releases}"},
    {"measured-to-work", "{label} is {there}", "{name} worked with {releases}"},
    {"measured-to-fail", "{label} is {there}", "{name} did not work with {releases}"},
    {"release-allowed", "{label} is {there}", "nvcc's {end} is {nvidia}"},
    {"release-refused", "{label} is {there}", "nvcc's {end} is {nvidia}"},
    {"same-effect", "{label} is {there}", "nvcc's {end} is {nvidia}"},
    {"wrongly-marked", "marked {label}", "it is not"},
    {"not-marked", "not marked {label}", "it is"},
    {"other-architecture", "is {quoted}", "NVIDIA calls it {nvidia}"},
    {"other-capability", "is {quoted}", "the row is of another"},
    {"missing-release", "no row", "NVIDIA released it"},
    {"missing-capability", "no row", "nvcc takes it in {releases}{ahead}"},
    {"never-released", "a row", "it never was a release"},
    {"unknown-to-nvcc", "a row", "nvcc takes it in no release that was read"},
    {"not-a-name", "the row's name", "no {example}"},
    {"repeated-row", "a second row", "one says all"},
    {"not-a-row", "is {there}", "a row is an attribute set"},
    {"missing-attribute", "is missing", "a row has it"},
    {"extra-attribute", "an attribute", "no row has it"},
    {"odd-spelling", "is written {quoted}", "without zeros in front"},
    {"wrong-value", "is {there}", "it is to be {name}"},
    {"refused-defaults", "builds {names} by default", "its nvcc does not take that"},
    {"no-defaults", "builds nothing by default", "nvcc takes capabilities of it"},
    {"called-exclusive", "the comment calls it exclusive",
     "it is included: nvcc takes {name} in {other} too, as the row of {name} has it"},
    {"lagging-alias", "is {there}", "the newest set of that major release is {nvidia}"},
}};
static_assert(phrases.size() == static_cast<std::size_t>(nix::AuditCode::lagging_alias) + 1);

std::string in_words(const std::optional<nix::FieldValue>& side) {
    const std::string* text = side ? std::get_if<std::string>(&*side) : nullptr;
    return text ? *text : "none";
}

std::string more_of(const nix::AuditFinding& finding, AuditPolicy policy) {
    using nix::AuditCode;
    std::vector<std::string> more;
    if (finding.code == AuditCode::major_allowed && policy == AuditPolicy::documented)
        more.push_back(own_check_in_words(finding.refused_by_check));
    if (finding.advisories && !finding.advisories->empty())
        more.push_back(fmt::format("some code breaks all the same: {}", ids_in_words(*finding.advisories)));
    if (finding.told_by_nixpkgs) more.emplace_back("that it says so is from nixpkgs' own comments");
    if (finding.code == AuditCode::release_allowed || finding.code == AuditCode::release_refused)
        more.push_back(fmt::format("{} in {}{}", finding.code == AuditCode::release_allowed ? "allowed" : "refused",
                                   span_of(*finding.releases), ahead_in_words(finding)));
    if (finding.never_released) more.push_back(in_words(finding.there) + " never was a release");
    if (finding.code == AuditCode::wrongly_marked) more.emplace_back("so it is never built unasked");
    if (finding.code == AuditCode::not_marked) more.emplace_back("so it is built unasked, for everybody");
    if (finding.has_package_set) more.emplace_back("there is a package set of it");
    return fmt::format("{}", fmt::join(more, "; "));
}

}  // namespace

FindingInWords say(const nix::AuditFinding& finding, AuditPolicy policy) {
    const Phrase& phrase = phrases.at(static_cast<std::size_t>(finding.code));
    const std::string_view label = finding.column ? about(*finding.column).label : "";
    const std::string there = in_words(finding.there);
    const auto filled = [&](std::string_view text) {
        return fmt::format(
            fmt::runtime(text), fmt::arg("there", there), fmt::arg("quoted", in_quotes(there)),
            fmt::arg("nvidia", in_words(finding.nvidia)), fmt::arg("label", label),
            fmt::arg("end", label.substr(0, label.find(' '))), fmt::arg("voice", voice_of(policy)),
            fmt::arg("releases", span_of(finding.releases.value_or(std::vector<Version>{}))),
            fmt::arg("ahead", ahead_in_words(finding)), fmt::arg("names", fmt::join(finding.names, ", ")),
            fmt::arg("name", finding.names.empty() ? "" : finding.names.front()),
            fmt::arg("other", finding.names.empty() ? "" : finding.names.back()),
            fmt::arg("example", finding.subject == nix::Subject::nvcc ? "release like 12.8: nothing finds it"
                                                                      : "capability like 9.0a: nvcc cannot take it"));
    };
    return {phrase.code, filled(phrase.there), filled(phrase.ours), more_of(finding, policy)};
}

std::string sentence(const FindingInWords& said) {
    return fmt::format("{}; {}{}", said.there, said.ours, said.more.empty() ? "" : fmt::format(" ({})", said.more));
}

std::string findings_in_words(const nix::Audit& audit) {
    using nix::AuditSeverity;
    const int breaking = audit.count(AuditSeverity::breaks_a_build);
    const int forbidding = audit.count(AuditSeverity::forbids_what_works);
    const std::string total = counted(audit.findings.size(), "finding");
    if (audit.findings.empty()) return total;
    return fmt::format("{}: {} break{} a build, {} forbid{} what works, {} cosmetic", total, breaking,
                       breaking == 1 ? "s" : "", forbidding, forbidding == 1 ? "s" : "",
                       audit.count(AuditSeverity::cosmetic));
}

std::string_view heading_of(nix::AuditSeverity severity) {
    return std::array{"Breaks a build", "Forbids what works", "Cosmetic"}.at(static_cast<std::size_t>(severity));
}

std::string_view policy_in_words(AuditPolicy policy) {
    constexpr std::array words{"NVIDIA's installation guide and documentation",
                               "nvcc's own check (crt/host_config.h) and NVIDIA's documentation",
                               "what was tried with real toolkits"};
    return words.at(static_cast<std::size_t>(policy));
}

std::string place_in_words(const nix::AuditFinding& finding) {
    std::string place(to_string(finding.subject));
    for (const std::string& part : {finding.row, finding.field})
        if (!part.empty()) place += ' ' + as_plain_text(first_bytes(part, 60));
    return place;
}

std::string not_known_in_words(const nix::Audit& audit, std::size_t most) {
    if (audit.not_known.empty()) return "";
    std::vector<std::string> names;
    for (const nix::NotKnown& value : audit.not_known) {
        if (names.size() == most) break;
        std::string name = fmt::format("{} {}", to_string(value.subject), value.row);
        if (!value.field.empty()) name += ' ' + value.field;
        names.push_back(as_plain_text(name));
    }
    if (audit.not_known.size() > most) names.emplace_back("...");
    return fmt::format("{}: {}", counted(audit.not_known.size(), "value"), fmt::join(names, ", "));
}

}  // namespace cudastdenv::words
