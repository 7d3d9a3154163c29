// SPDX-License-Identifier: MIT
#include "words/audit.hpp"

#include "core/overloaded.hpp"
#include "core/quote.hpp"
#include "words/phrases.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace cudastdenv::words {

namespace {

using nix::AuditPolicy;

std::string listed(const std::vector<Version>& releases) {
    std::vector<std::string> names;
    for (const Version release : releases) names.push_back(to_string(release));
    return fmt::format("{}", fmt::join(names, ", "));
}

/// A range of releases is shorter than the list of them.
std::string span_of(const std::vector<Version>& releases) {
    constexpr std::size_t few = 3;
    if (releases.size() <= few) return listed(releases);
    return fmt::format("{} to {}", to_string(releases.front()), to_string(releases.back()));
}

constexpr std::string_view not_here_yet = ", which the checkout has not yet";

std::string_view bound_name(bool is_max) { return is_max ? "newest" : "oldest"; }

std::string_view voice_of(AuditPolicy policy) {
    switch (policy) {
        case AuditPolicy::documented: return "NVIDIA's guide";
        case AuditPolicy::enforced: return "nvcc's own check";
        case AuditPolicy::measured: return "measured";
    }
    return "";
}

std::string own_check_in_words(const std::optional<bool>& refused) {
    if (!refused) return "nvcc's own check of it is not known";
    return *refused ? "nvcc's own check refuses it" : "nvcc's own check takes it";
}

std::string advisories_in_words(const std::vector<const AdvisoryRow*>& advisories) {
    return advisories.empty() ? "" : fmt::format("some code breaks all the same: {}", ids_in_words(advisories));
}

FindingInWords say_bound(const nix::MajorBound& p, AuditPolicy policy) {
    const bool more_allowed = p.is_max ? p.there > p.ours : p.there < p.ours;
    std::vector<std::string> more;
    if (more_allowed && policy == AuditPolicy::documented) more.push_back(own_check_in_words(p.refused_by_check));
    if (!more_allowed) more.push_back(advisories_in_words(p.advisories));
    if (p.told_by_nixpkgs) more.emplace_back("that it says so is from nixpkgs' own comments");
    std::erase(more, "");
    return {more_allowed ? "major-allowed" : "major-refused",
            fmt::format("{} {} is {}", bound_name(p.is_max), to_string(p.family), p.there),
            fmt::format("{} says {} in {}", voice_of(policy), p.ours, span_of(p.releases)),
            fmt::format("{}", fmt::join(more, "; "))};
}

FindingInWords say_measured(const nix::MeasuredCompiler& p) {
    return {p.works ? "measured-to-work" : "measured-to-fail",
            fmt::format("{} {} is {}", bound_name(p.is_max), to_string(p.compiler.family), p.there),
            fmt::format("{} {} with {}", to_string(p.compiler), p.works ? "worked" : "did not work",
                        span_of(p.releases)),
            ""};
}

std::string release_or_none(const std::optional<Version>& release) { return release ? to_string(*release) : "none"; }

FindingInWords say_releases(const nix::ReleaseBound& p) {
    const std::string_view end = p.is_max ? "last" : "first";
    FindingInWords said{"same-effect", fmt::format("{} release is {}", end, release_or_none(p.there)),
                        fmt::format("nvcc's {} is {}", end, release_or_none(p.ours)),
                        p.never_released ? fmt::format("{} never was a release", to_string(*p.there)) : ""};
    if (p.releases.empty()) return said;
    said.code = p.allows_more ? "release-allowed" : "release-refused";
    const std::string concerned = fmt::format("{} in {}{}", p.allows_more ? "allowed" : "refused", span_of(p.releases),
                                              p.is_ahead ? not_here_yet : "");
    said.more = said.more.empty() ? concerned : fmt::format("{}; {}", concerned, said.more);
    return said;
}

std::string_view kind_in_words(nix::WrongTruth::Field field) {
    switch (field) {
        case nix::WrongTruth::Field::jetson: return "a Jetson's";
        case nix::WrongTruth::Field::architecture_specific: return "architecture-specific";
        case nix::WrongTruth::Field::family_specific: return "family-specific";
    }
    return "";
}

FindingInWords say_truth(const nix::WrongTruth& p) {
    const std::string_view kind = kind_in_words(p.field);
    if (p.there) return {"wrongly-marked", fmt::format("marked {}", kind), "it is not", "so it is never built unasked"};
    return {"not-marked", fmt::format("not marked {}", kind), "it is", "so it is built unasked, for everybody"};
}

}  // namespace

FindingInWords say(const nix::AuditFinding& finding, AuditPolicy policy) {
    return std::visit(
        Overloaded{
            [&](const nix::MajorBound& p) { return say_bound(p, policy); },
            [](const nix::MeasuredCompiler& p) { return say_measured(p); },
            [](const nix::ReleaseBound& p) { return say_releases(p); },
            [](const nix::WrongTruth& p) { return say_truth(p); },
            [](const nix::OtherArchitecture& p) -> FindingInWords {
                return {"other-architecture", fmt::format("is {}", in_quotes(p.there)),
                        fmt::format("NVIDIA calls it {}", p.ours), ""};
            },
            [](const nix::OtherCapability& p) -> FindingInWords {
                return {"other-capability", fmt::format("is {}", in_quotes(p.there)), "the row is of another", ""};
            },
            [](const nix::MissingRelease& p) -> FindingInWords {
                return {"missing-release", "no row", "NVIDIA released it",
                        p.has_package_set ? "there is a package set of it" : ""};
            },
            [](const nix::MissingCapability& p) -> FindingInWords {
                return {"missing-capability", "no row",
                        fmt::format("nvcc takes it in {}{}", span_of(p.releases), p.is_ahead ? not_here_yet : ""), ""};
            },
            [](const nix::NeverReleasedRow&) -> FindingInWords {
                return {"never-released", "a row", "it never was a release", ""};
            },
            [](const nix::UnknownToNvcc&) -> FindingInWords {
                return {"unknown-to-nvcc", "a row", "nvcc takes it in no release that was read", ""};
            },
            [](const nix::NotAName& p) -> FindingInWords {
                if (p.of_release) return {"not-a-name", "the row's name", "no release like 12.8: nothing finds it", ""};
                return {"not-a-name", "the row's name", "no capability like 9.0a: nvcc cannot take it", ""};
            },
            [](const nix::RepeatedRow&) -> FindingInWords {
                return {"repeated-row", "a second row", "one says all", ""};
            },
            [](const nix::NotARow& p) -> FindingInWords {
                return {"not-a-row", fmt::format("is {}", p.there), "a row is an attribute set", ""};
            },
            [](const nix::MissingAttribute&) -> FindingInWords {
                return {"missing-attribute", "is missing", "a row has it", ""};
            },
            [](const nix::ExtraAttribute&) -> FindingInWords {
                return {"extra-attribute", "an attribute", "no row has it", ""};
            },
            [](const nix::OddSpelling& p) -> FindingInWords {
                return {"odd-spelling", fmt::format("is written {}", in_quotes(p.text)), "without zeros in front", ""};
            },
            [](const nix::WrongValue& p) -> FindingInWords {
                return {"wrong-value", fmt::format("is {}", p.there), fmt::format("it is to be {}", p.wanted), ""};
            },
            [](const nix::RefusedDefaults& p) -> FindingInWords {
                return {"refused-defaults", fmt::format("builds {} by default", joined(p.capabilities, ", ")),
                        "its nvcc does not take that", ""};
            },
            [](const nix::NoDefaults&) -> FindingInWords {
                return {"no-defaults", "builds nothing by default", "nvcc takes capabilities of it", ""};
            },
            [](const nix::CalledExclusive& p) -> FindingInWords {
                return {"called-exclusive", "the comment calls it exclusive",
                        fmt::format("it is included: nvcc takes {} in {} too, as the row of {} has it", p.row, p.bound,
                                    p.row),
                        ""};
            },
            [](const nix::LaggingAlias& p) -> FindingInWords {
                return {"lagging-alias", fmt::format("is {}", p.points_to),
                        fmt::format("the newest set of that major release is {}", p.newest), ""};
            },
        },
        finding.problem);
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
    switch (severity) {
        case nix::AuditSeverity::breaks_a_build: return "Breaks a build";
        case nix::AuditSeverity::forbids_what_works: return "Forbids what works";
        case nix::AuditSeverity::cosmetic: return "Cosmetic";
    }
    return "";
}

std::string_view policy_in_words(AuditPolicy policy) {
    switch (policy) {
        case AuditPolicy::documented: return "NVIDIA's installation guide and documentation";
        case AuditPolicy::enforced: return "nvcc's own check (crt/host_config.h) and NVIDIA's documentation";
        case AuditPolicy::measured: return "what was tried with real toolkits";
    }
    return "";
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
