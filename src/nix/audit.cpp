// SPDX-License-Identifier: MIT
#include "nix/audit.hpp"

#include "core/contains.hpp"
#include "core/minor_of.hpp"
#include "nix/audit_parts.hpp"
#include "nix/rows.hpp"
#include "nix/table_text.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

namespace cudastdenv::nix {

std::string_view to_string(AuditPolicy policy) noexcept {
    return std::array{"documented", "enforced", "measured"}.at(static_cast<std::size_t>(policy));
}

std::string_view to_string(AuditSeverity severity) noexcept {
    constexpr std::array names{"breaks-a-build", "forbids-what-works", "cosmetic"};
    return names.at(static_cast<std::size_t>(severity));
}

std::string_view to_string(Subject subject) noexcept {
    return std::array{"nvcc", "cuda", "defaults", "comment", "alias"}.at(static_cast<std::size_t>(subject));
}

namespace {

AuditSeverity severity_of(AuditCode code) {
    using enum AuditCode;
    constexpr std::array breaking{major_allowed,    measured_to_fail, release_allowed, not_marked,
                                  other_capability, unknown_to_nvcc,  not_a_row,       missing_attribute,
                                  wrong_value,      refused_defaults, no_defaults};
    constexpr std::array forbidding{major_refused,  measured_to_work, release_refused,
                                    wrongly_marked, missing_release,  missing_capability};
    if (contains(breaking, code)) return AuditSeverity::breaks_a_build;
    return contains(forbidding, code) ? AuditSeverity::forbids_what_works : AuditSeverity::cosmetic;
}

/// Where a row goes through a function Nix does not know its place: then it is where it is written.
void add_lines(const AuditedTable& table, Table kind, Subject subject, Audit& audit) {
    try {
        const TableText text(kind, table.text);
        for (AuditFinding& finding : audit.findings)
            if (finding.subject == subject && !finding.line)
                if (const std::optional<std::size_t> line = text.line_of(finding.row))
                    finding.line = static_cast<int>(*line);
    } catch (const syntax::Error&) {
        return;  // not known, then
    }
}

}  // namespace

AuditFinding& AuditedRow::find(AuditCode code, SourceIds sources, std::string_view path) {
    const Field* field = row_ ? row_->find_field(path) : nullptr;
    audit_.findings.push_back({.code = code,
                               .severity = severity_of(code),
                               .subject = subject_,
                               .file = file_,
                               .row = name_,
                               .field = std::string(path),
                               .line = field && field->line ? field->line
                                       : row_               ? row_->line
                                                            : std::nullopt,
                               .sources = {sources.begin(), sources.end()}});
    return audit_.findings.back();
}

AuditFinding& AuditedRow::find(AuditCode code, SourceIds sources, Column column) {
    AuditFinding& finding = find(code, sources, layout_->name(column));
    finding.column = column;
    return finding;
}

bool AuditedRow::find_form() {
    if (!row_->is_set()) {
        find(AuditCode::not_a_row).there = shown(row_->fields.front().value);
        return false;
    }
    const auto find_wrong = [&](const FieldDifference& difference, std::string_view wanted) {
        AuditFinding& finding = find(AuditCode::wrong_value, {}, difference.path);
        finding.there = shown(*difference.there);
        finding.names.emplace_back(wanted);
    };
    std::vector<FieldDifference> differences = differences_of(*layout_, *row_, {});
    std::stable_partition(differences.begin(), differences.end(),
                          [](const FieldDifference& difference) { return difference.column == Column::capability; });
    for (const FieldDifference& difference : differences) {
        const std::optional<Column> column = difference.column;
        if (!difference.there) {
            // A table without any of it is of an older layout.
            if (about(*column).is_late && !layout_->is_in_use(*column)) continue;
            find(AuditCode::missing_attribute, {}, difference.path);
        } else if (!column) {
            if (layout_->is_outer(difference.path)) find_wrong(difference, "an attribute set");
            else find(AuditCode::extra_attribute, {}, difference.path);
        } else if (!difference.plain()) {
            find_wrong(difference, wanted_value(about(*column).kind));
        } else {
            find(AuditCode::odd_spelling, {}, difference.path).there = *difference.there;
        }
    }
    return true;
}

int Audit::count(AuditSeverity severity) const noexcept {
    return static_cast<int>(std::ranges::count(findings, severity, &AuditFinding::severity));
}

Audit audit(const Tables& tables, AuditPolicy policy, const AuditedCheckout& checkout) {
    Audit audit;
    audit.policy = policy;
    AuditInput input{.tables = tables, .policy = policy, .checkout = checkout};
    if (checkout.package_sets) input.package_sets = package_set_names(checkout.package_sets->text).sets;
    const std::vector<Version> named = named_releases(checkout.nvcc);
    for (const Release* release : newest_patches(tables)) {
        const Version minor = minor_of(release->version);
        if (!named.empty() && minor < named.front()) audit.given_up.push_back(minor);
        else input.releases.push_back(minor);
    }
    for (const Version release : input.releases)
        if (contains(named, release) || contains(input.package_sets, release)) input.newest = release;
    // A checkout of which no release is known has none that is newer.
    if (input.newest == Version{} && !input.releases.empty()) input.newest = input.releases.back();
    audit_nvcc(input, audit);
    const std::vector<const Row*> rows = audit_cuda(input, audit);
    audit_defaults(input, rows, audit);
    audit_comments(input, rows, audit);
    audit_aliases(input, audit);
    add_lines(checkout.nvcc, Table::nvcc, Subject::nvcc, audit);
    add_lines(checkout.cuda, Table::cuda, Subject::cuda, audit);
    std::ranges::stable_sort(audit.findings, {}, &AuditFinding::severity);
    return audit;
}

}  // namespace cudastdenv::nix
