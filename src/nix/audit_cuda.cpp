// SPDX-License-Identifier: MIT
#include "core/contains.hpp"
#include "core/minor_of.hpp"
#include "nix/audit_parts.hpp"

#include <cudastdenv/lookup.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace cudastdenv::nix {

namespace {

class CudaAudit {
public:
    CudaAudit(const AuditInput& input, Audit& audit)
        : input_(input), tables_(input.tables), audit_(audit), layout_(Table::cuda, input.checkout.cuda.rows) {}

    std::vector<const Row*> run() {
        std::size_t number = 0;
        for (const Row& row : input_.checkout.cuda.rows) audit_row(row, ++number);
        find_missing();
        return std::move(rows_);
    }

private:
    void audit_row(const Row& there, std::size_t number) {
        AuditedRow row(audit_, Subject::cuda, input_.checkout.cuda.path,
                       there.key.empty() && layout_.is_older() ? '#' + std::to_string(number) : there.key, &layout_,
                       &there);
        const bool is_named = is_key(Table::cuda, there.key);
        if (there.is_set() && !is_named && !(there.key.empty() && layout_.is_older()))
            row.find(AuditCode::not_a_name).severity = AuditSeverity::breaks_a_build;
        if (!row.find_form()) return;
        if (const auto own = there.value(Column::capability); own && *own != FieldValue(there.key))
            row.find(AuditCode::other_capability, {}, Column::capability).there = *own;
        if (!is_named) return;
        if (contains_key(there.key)) row.find(AuditCode::repeated_row);
        rows_.push_back(&there);
        hold(*parse_capability(there.key), there, row);
    }

    [[nodiscard]] bool contains_key(const std::string& key) const {
        return std::ranges::any_of(rows_, [&](const Row* row) { return row->key == key; });
    }

    /// Against NVIDIA's word.
    void hold(Capability capability, const Row& there, AuditedRow& row) {
        // No measurement says where a range of releases begins or ends.
        if (input_.policy == AuditPolicy::measured) return row.not_known();
        const CapabilityRow* known = find_capability(tables_, capability);
        if (!known) return hold_unknown(there, row);
        if (const auto min = there.value(Column::min)) hold_bound(Column::min, release_in(*min), known->nvcc, row);
        if (const auto max = there.value(Column::max)) hold_bound(Column::max, release_in(*max), known->nvcc, row);
        using Kind = Capability::Kind;
        const std::array<std::pair<Column, FieldValue>, 4> words{
            {{Column::architecture, std::string(known->architecture)},
             {Column::jetson, known->jetson},
             {Column::architecture_specific, capability.kind == Kind::architecture},
             {Column::family_specific, capability.kind == Kind::family}}};
        for (const auto& [column, ours] : words)
            if (const auto value = there.value(column)) hold_value(column, *value, ours, known->sources, row);
    }

    static void hold_value(Column column, const FieldValue& there, const FieldValue& ours, SourceIds sources,
                           AuditedRow& row) {
        if (there == ours) return row.agree();
        // Marked, it is built on request only; not marked, it is built for everybody.
        const AuditCode code = column == Column::architecture ? AuditCode::other_architecture
                               : there == FieldValue(true)    ? AuditCode::wrongly_marked
                                                              : AuditCode::not_marked;
        AuditFinding& finding = row.find(code, sources, column);
        finding.there = there;
        finding.nvidia = ours;
    }

    void hold_unknown(const Row& there, AuditedRow& row) {
        const auto min = there.value(Column::min), max = there.value(Column::max);
        const bool in_a_release = std::ranges::any_of(input_.releases, [&](Version release) {
            return min && max && release <= input_.newest && release <= tables_.capabilities_read_through &&
                   VersionRange{release_in(*min), release_in(*max)}.contains(release);
        });
        if (in_a_release) row.find(AuditCode::unknown_to_nvcc, tables_.capabilities.back().nvcc.sources);
        else row.not_known();
    }

    /// The releases that count and that this holds for.
    template <class Keep>
    [[nodiscard]] std::vector<Version> releases_that(Keep keep) const {
        std::vector<Version> kept;
        for (const Version release : input_.releases)
            if (keep(release)) kept.push_back(release);
        return kept;
    }

    void find_bound(AuditCode code, Column column, const std::optional<Version>& there,
                    const std::optional<Version>& ours, std::vector<Version> releases, SourceIds sources,
                    AuditedRow& row) const {
        AuditFinding& finding = row.find(code, sources, column);
        finding.there = field_value(there);
        finding.nvidia = field_value(ours);
        for (const NeverReleased& never : tables_.never_released) {
            if (there != never.version) continue;
            finding.never_released = true;
            finding.sources.insert(finding.sources.end(), never.sources.begin(), never.sources.end());
        }
        finding.is_ahead = input_.are_ahead(releases);
        if (finding.is_ahead) finding.severity = AuditSeverity::cosmetic;
        finding.releases = std::move(releases);
    }

    void hold_bound(Column column, const std::optional<Version>& there, const NvccCapability& nvcc,
                    AuditedRow& row) const {
        const bool is_max = column == Column::max;
        const std::optional<Version> ours = is_max ? nvcc.last : nvcc.first;
        if (there == ours) return row.agree();
        const auto is_within = [&](Version r, const std::optional<Version>& bound) {
            return !bound || (is_max ? r <= *bound : *bound <= r);
        };
        std::vector<Version> releases =
            releases_that([&](Version r) { return is_within(r, there) && !is_within(r, ours); });
        AuditCode code = AuditCode::release_allowed;
        if (releases.empty()) {
            releases = releases_that([&](Version r) {
                const bool is_taken = !is_max || (nvcc.takes_in(r) && r <= tables_.capabilities_read_through);
                return is_taken && is_within(r, ours) && !is_within(r, there);
            });
            code = AuditCode::release_refused;
        }
        if (releases.empty()) {
            // nixpkgs has no release that is older than the tables' first, and its rows begin there.
            const bool begins_with_tables = !is_max && *ours < *there &&
                                            *there <= minor_of(tables_.releases.front().version);
            if (begins_with_tables) return row.agree();
            // That a release to come is the last one, nobody has read.
            if (!ours) return row.not_known(column);
            code = AuditCode::same_effect;
        }
        find_bound(code, column, there, ours, std::move(releases), nvcc.sources, row);
    }

    void find_missing() {
        if (input_.policy == AuditPolicy::measured) return;
        for (const CapabilityRow& known : tables_.capabilities) {
            if (contains_key(to_string(known.capability))) continue;
            const auto releases = releases_that(
                [&](Version r) { return known.nvcc.takes_in(r) && r <= tables_.capabilities_read_through; });
            if (releases.empty()) continue;
            AuditedRow row(audit_, Subject::cuda, input_.checkout.cuda.path, to_string(known.capability));
            AuditFinding& finding = row.find(AuditCode::missing_capability, known.nvcc.sources);
            finding.is_ahead = input_.are_ahead(releases);
            if (finding.is_ahead) finding.severity = AuditSeverity::cosmetic;
            finding.releases = releases;
        }
    }

    const AuditInput& input_;
    const Tables& tables_;
    Audit& audit_;
    Layout layout_;
    std::vector<const Row*> rows_;
};

/// As nixpkgs chooses: what is allowed in the release, built for everybody and not past its last default release. What
/// could not be read is in no list.
bool is_default(const Layout& layout, const Row& row, Version release) {
    const auto min = row.value(Column::min), max = row.value(Column::max), last = row.value(Column::last_default);
    if (!min || !max || (!last && layout.is_in_use(Column::last_default))) return false;
    for (const Column mark : {Column::jetson, Column::architecture_specific, Column::family_specific})
        if (row.value(mark) == FieldValue(true)) return false;
    const std::optional<Version> last_default = last ? release_in(*last) : std::nullopt;
    return VersionRange{release_in(*min), release_in(*max)}.contains(release) &&
           (!last_default || release <= *last_default);
}

}  // namespace

std::vector<const Row*> audit_cuda(const AuditInput& input, Audit& audit) { return CudaAudit(input, audit).run(); }

void audit_defaults(const AuditInput& input, const std::vector<const Row*>& rows, Audit& audit) {
    if (input.policy == AuditPolicy::measured) return;
    const Layout layout(Table::cuda, input.checkout.cuda.rows);
    for (const Version release : input.releases) {
        if (input.newest < release || input.tables.capabilities_read_through < release) continue;
        AuditedRow found(audit, Subject::defaults, input.checkout.cuda.path, to_string(release));
        bool has_some = false;
        std::vector<std::string> refused;
        std::vector<std::string_view> sources;
        for (const Row* row : rows) {
            if (!is_default(layout, *row, release)) continue;
            has_some = true;
            const CapabilityRow* known = find_capability(input.tables, *parse_capability(row->key));
            if (known && known->nvcc.takes_in(release)) continue;
            refused.push_back(row->key);
            for (const std::string_view id : (known ? *known : input.tables.capabilities.back()).nvcc.sources)
                if (!contains(sources, id)) sources.push_back(id);
        }
        if (!has_some) found.find(AuditCode::no_defaults);
        else if (refused.empty()) found.agree();
        else found.find(AuditCode::refused_defaults, sources).names = refused;
    }
}

}  // namespace cudastdenv::nix
