// SPDX-License-Identifier: MIT
#include "wire/audit.hpp"

#include "core/overloaded.hpp"
#include "wire/records/audit.hpp"

#include <utility>

namespace cudastdenv::wire {

namespace {

/// What is said on both sides, as values. Absent: it is not of one value.
struct Sides {
    std::optional<Scalar> there{};
    std::optional<Scalar> ours{};
};

Scalar scalar_of(const std::optional<Version>& version) { return version ? Scalar(to_string(*version)) : Scalar(); }

Scalar number(int value) { return std::int64_t{value}; }

Sides sides_of(const nix::AuditProblem& problem) {
    return std::visit(Overloaded{
                          [](const nix::MajorBound& p) -> Sides {
                              return {number(p.there), number(p.ours)};
                          },
                          [](const nix::MeasuredCompiler& p) -> Sides {
                              return {number(p.there), number(p.compiler.major)};
                          },
                          [](const nix::ReleaseBound& p) -> Sides {
                              return {scalar_of(p.there), scalar_of(p.ours)};
                          },
                          [](const nix::WrongTruth& p) -> Sides {
                              return {Scalar(p.there), Scalar(!p.there)};
                          },
                          [](const nix::OtherArchitecture& p) -> Sides {
                              return {Scalar(p.there), Scalar(std::string(p.ours))};
                          },
                          [](const nix::OtherCapability& p) -> Sides {
                              return {Scalar(p.there), {}};
                          },
                          [](const nix::NotARow& p) -> Sides {
                              return {Scalar(p.there), {}};
                          },
                          [](const nix::OddSpelling& p) -> Sides {
                              return {Scalar(p.text), {}};
                          },
                          [](const nix::WrongValue& p) -> Sides {
                              return {Scalar(p.there), {}};
                          },
                          [](const nix::LaggingAlias& p) -> Sides {
                              return {Scalar(p.points_to), Scalar(p.newest)};
                          },
                          [](const auto&) -> Sides { return {}; },
                      },
                      problem);
}

std::optional<std::vector<Version>> releases_of(const nix::AuditProblem& problem) {
    return std::visit(
        [](const auto& p) -> std::optional<std::vector<Version>> {
            if constexpr (requires { p.releases; }) return p.releases;
            else return std::nullopt;
        },
        problem);
}

std::optional<std::vector<std::string_view>> advisories_of(const nix::AuditProblem& problem) {
    const auto* bound = std::get_if<nix::MajorBound>(&problem);
    if (!bound) return std::nullopt;
    std::vector<std::string_view> ids;
    for (const AdvisoryRow* advisory : bound->advisories) ids.push_back(advisory->id);
    return ids;
}

AuditFindingRecord finding_record(const nix::AuditFinding& finding, nix::AuditPolicy policy) {
    const words::FindingInWords said = words::say(finding, policy);
    Sides sides = sides_of(finding.problem);
    return {.severity = finding.severity,
            .subject = finding.subject,
            .row = {finding.row},
            .field = some_foreign(finding.field),
            .code = {said.code},
            .there = {std::move(sides.there)},
            .nvidia = {std::move(sides.ours)},
            .releases = {releases_of(finding.problem)},
            .message = words::sentence(said),
            .file = {finding.file},
            .line = finding.line,
            .sources = finding.sources,
            .advisories = {advisories_of(finding.problem)}};
}

}  // namespace

std::string audit_json(const words::AuditReport& report) {
    using nix::AuditSeverity;
    const nix::AuditedCheckout& checkout = report.checkout;
    NixAuditRecord record{.folder = {std::string(report.folder)},
                          .policy = report.policy,
                          .files = {{checkout.nvcc.path},
                                    {checkout.cuda.path},
                                    checkout.package_sets ? some_foreign(checkout.package_sets->path) : std::nullopt},
                          .breaking = report.audit.count(AuditSeverity::breaks_a_build),
                          .forbidding = report.audit.count(AuditSeverity::forbids_what_works),
                          .cosmetic = report.audit.count(AuditSeverity::cosmetic),
                          .findings = {},
                          .agreeing = report.audit.agreeing,
                          .not_known = {},
                          .given_up = report.audit.given_up};
    for (const nix::AuditFinding& finding : report.audit.findings)
        record.findings.push_back(finding_record(finding, report.policy));
    for (const nix::NotKnown& value : report.audit.not_known)
        record.not_known.push_back({value.subject, {value.row}, some_foreign(value.field)});
    return answer_text(record);
}

}  // namespace cudastdenv::wire
