// SPDX-License-Identifier: MIT
#include "audit/audit.hpp"

#include "audit/audit_parts.hpp"
#include "checkout/table_text.hpp"
#include "core/contains.hpp"
#include "core/minor_of.hpp"
#include "nix/rows.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>

namespace cudastdenv::nix {

std::string_view to_string(AuditPolicy policy) noexcept {
    switch (policy) {
        case AuditPolicy::documented: return "documented";
        case AuditPolicy::enforced: return "enforced";
        case AuditPolicy::measured: return "measured";
    }
    return "";
}

std::string_view to_string(AuditSeverity severity) noexcept {
    switch (severity) {
        case AuditSeverity::breaks_a_build: return "breaks-a-build";
        case AuditSeverity::forbids_what_works: return "forbids-what-works";
        case AuditSeverity::cosmetic: return "cosmetic";
    }
    return "";
}

std::string_view to_string(Subject subject) noexcept {
    switch (subject) {
        case Subject::nvcc: return "nvcc";
        case Subject::cuda: return "cuda";
        case Subject::defaults: return "defaults";
        case Subject::comment: return "comment";
        case Subject::alias: return "alias";
    }
    return "";
}

namespace {

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

int Audit::count(AuditSeverity severity) const noexcept {
    return static_cast<int>(std::ranges::count(findings, severity, &AuditFinding::severity));
}

Audit audit(const Tables& tables, AuditPolicy policy, const AuditedCheckout& checkout) {
    Audit audit;
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
    const std::vector<CudaValues> rows = audit_cuda(input, audit);
    audit_defaults(input, rows, audit);
    audit_comments(input, rows, audit);
    audit_aliases(input, audit);
    add_lines(checkout.nvcc, Table::nvcc, Subject::nvcc, audit);
    add_lines(checkout.cuda, Table::cuda, Subject::cuda, audit);
    std::ranges::stable_sort(audit.findings, {}, &AuditFinding::severity);
    return audit;
}

}  // namespace cudastdenv::nix
