// SPDX-License-Identifier: MIT
#include "audit/audit_parts.hpp"
#include "audit/audited_row.hpp"
#include "core/contains.hpp"
#include "core/minor_of.hpp"

#include <cudastdenv/lookup.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace cudastdenv::nix {

namespace {

/// How a layout calls what a row says. An empty name: it has no such attribute.
struct CudaLayout {
    std::string_view capability, architecture, min, max;
    // What layouts got one after the other: a table without any of it is of an older one.
    std::string_view jetson, last_default, architecture_specific, family_specific;

    [[nodiscard]] std::array<std::string_view, 8> attributes() const {
        return {capability, architecture, min, max, jetson, last_default, architecture_specific, family_specific};
    }
};
constexpr CudaLayout set_layout{.capability = "cudaCapability",
                                .architecture = "archName",
                                .min = "minCudaMajorMinorVersion",
                                .max = "maxCudaMajorMinorVersion",
                                .jetson = "isJetson",
                                .last_default = "dontDefaultAfterCudaMajorMinorVersion",
                                .architecture_specific = "isArchitectureSpecific",
                                .family_specific = "isFamilySpecific"};
constexpr CudaLayout list_layout{.capability = "computeCapability",
                                 .architecture = "archName",
                                 .min = "minCudaVersion",
                                 .max = "maxCudaVersion",
                                 .jetson = "isJetson",
                                 .last_default = "dontDefaultAfter",
                                 .architecture_specific = "",
                                 .family_specific = ""};

std::optional<Capability> capability_named(const std::optional<std::string>& name) {
    const std::optional<Capability> capability = name ? parse_capability(*name) : std::nullopt;
    return capability && to_string(*capability) == *name ? capability : std::nullopt;
}

class CudaAudit {
public:
    CudaAudit(const AuditInput& input, Audit& audit) : input_(input), tables_(input.tables), audit_(audit) {
        const auto has = [&](std::string_view attribute) {
            return std::ranges::any_of(input.checkout.cuda.rows,
                                       [&](const LooseRow& row) { return row.find(attribute) != nullptr; });
        };
        for (const std::string_view attribute : set_layout.attributes())
            if (has(attribute)) in_use_.push_back(attribute);
        for (const std::string_view attribute : list_layout.attributes())
            if (!attribute.empty() && has(attribute)) in_use_.push_back(attribute);
    }

    std::vector<CudaValues> run() {
        const std::vector<LooseRow>& rows = input_.checkout.cuda.rows;
        for (std::size_t i = 0; i < rows.size(); ++i) audit_row(rows[i], i + 1);
        find_missing();
        return std::move(values_);
    }

private:
    void audit_row(const LooseRow& loose, std::size_t number) {
        const CudaLayout& layout = loose.name ? set_layout : list_layout;
        const LooseAttribute* element = loose.name ? nullptr : loose.find(layout.capability);
        const std::string* element_name = element ? std::get_if<std::string>(&element->value) : nullptr;
        const std::optional<std::string> name = element_name ? std::optional(*element_name) : loose.name;
        AuditedRow row(audit_, Subject::cuda, input_.checkout.cuda.path, loose,
                       name.value_or('#' + std::to_string(number)));
        if (loose.not_a_set) return row.find("", AuditSeverity::breaks_a_build, NotARow{shown(*loose.not_a_set)});
        const std::optional<Capability> capability = capability_named(name);
        if (!capability && name) row.find("", AuditSeverity::breaks_a_build, NotAName{false});
        if (const auto own = row.text(layout.capability); own && name && *own != *name)
            row.find(layout.capability, AuditSeverity::breaks_a_build, OtherCapability{*own});
        const std::optional<std::string> architecture = row.text(layout.architecture);
        CudaValues values = read_values(layout, row);
        row.find_extra(layout.attributes());
        if (!capability) return;
        values.capability = *capability;
        if (contains_capability(*capability)) row.find("", AuditSeverity::cosmetic, RepeatedRow{});
        values_.push_back(values);
        hold(layout, values, architecture, row);
    }

    [[nodiscard]] bool contains_capability(Capability capability) const {
        return std::ranges::find(values_, capability, &CudaValues::capability) != values_.end();
    }

    CudaValues read_values(const CudaLayout& layout, AuditedRow& row) const {
        CudaValues values;
        values.min = row.release(layout.min);
        values.max = row.release_or_null(layout.max);
        if (contains(in_use_, layout.jetson)) values.jetson = row.truth(layout.jetson);
        if (contains(in_use_, layout.last_default)) values.last_default = row.release_or_null(layout.last_default);
        else values.last_default = std::optional<Version>();
        if (contains(in_use_, layout.architecture_specific))
            values.architecture_specific = row.truth(layout.architecture_specific);
        if (contains(in_use_, layout.family_specific)) values.family_specific = row.truth(layout.family_specific);
        return values;
    }

    /// Against NVIDIA's word.
    void hold(const CudaLayout& layout, const CudaValues& values, const std::optional<std::string>& architecture,
              AuditedRow& row) {
        // No measurement says where a range of releases begins or ends.
        if (input_.policy == AuditPolicy::measured) return row.not_known("");
        const CapabilityRow* known = find_capability(tables_, values.capability);
        if (!known) return hold_unknown(values, row);
        if (values.min) hold_min(layout.min, *values.min, known->nvcc, row);
        if (values.max) hold_max(layout.max, *values.max, known->nvcc, row);
        if (architecture) {
            if (*architecture == known->architecture) row.agree();
            else
                row.find(layout.architecture, AuditSeverity::cosmetic,
                         OtherArchitecture{*architecture, known->architecture}, known->sources);
        }
        using Kind = Capability::Kind;
        using Field = WrongTruth::Field;
        hold_truth(layout.jetson, Field::jetson, values.jetson, known->jetson, *known, row);
        hold_truth(layout.architecture_specific, Field::architecture_specific, values.architecture_specific,
                   values.capability.kind == Kind::architecture, *known, row);
        hold_truth(layout.family_specific, Field::family_specific, values.family_specific,
                   values.capability.kind == Kind::family, *known, row);
    }

    static void hold_truth(std::string_view attribute, WrongTruth::Field field, const std::optional<bool>& there,
                           bool ours, const CapabilityRow& known, AuditedRow& row) {
        if (!there) return;
        if (*there == ours) return row.agree();
        // Marked, it is built on request only; not marked, it is built for everybody.
        row.find(attribute, *there ? AuditSeverity::forbids_what_works : AuditSeverity::breaks_a_build,
                 WrongTruth{field, *there}, known.sources);
    }

    void hold_unknown(const CudaValues& values, AuditedRow& row) {
        const bool in_a_release = std::ranges::any_of(input_.releases, [&](Version release) {
            return values.min && values.max && release <= input_.newest &&
                   release <= tables_.capabilities_read_through &&
                   VersionRange{values.min, *values.max}.contains(release);
        });
        if (in_a_release)
            row.find("", AuditSeverity::breaks_a_build, UnknownToNvcc{}, tables_.capabilities.back().nvcc.sources);
        else row.not_known("");
    }

    /// The releases that count and that this holds for.
    template <class Keep>
    [[nodiscard]] std::vector<Version> releases_that(Keep keep) const {
        std::vector<Version> kept;
        for (const Version release : input_.releases)
            if (keep(release)) kept.push_back(release);
        return kept;
    }

    [[nodiscard]] bool never_released(const std::optional<Version>& release) const {
        return release && std::ranges::find(tables_.never_released, *release, &NeverReleased::version) !=
                              tables_.never_released.end();
    }

    void find_bound(std::string_view attribute, AuditSeverity severity, ReleaseBound problem,
                    const NvccCapability& nvcc, AuditedRow& row) const {
        problem.never_released = never_released(problem.there);
        problem.is_ahead = input_.are_ahead(problem.releases);
        if (problem.is_ahead) severity = AuditSeverity::cosmetic;
        std::vector<std::string_view> sources(nvcc.sources.begin(), nvcc.sources.end());
        for (const NeverReleased& never : tables_.never_released)
            if (problem.there == never.version)
                sources.insert(sources.end(), never.sources.begin(), never.sources.end());
        row.find(attribute, severity, std::move(problem), sources);
    }

    void hold_min(std::string_view attribute, Version there, const NvccCapability& nvcc, AuditedRow& row) const {
        if (there == nvcc.first) return row.agree();
        const auto too_many = releases_that([&](Version r) { return there <= r && r < nvcc.first; });
        const auto missing = releases_that([&](Version r) { return nvcc.first <= r && r < there; });
        const ReleaseBound problem{.is_max = false, .there = there, .ours = nvcc.first, .releases = missing};
        if (!too_many.empty()) {
            ReleaseBound more = problem;
            more.releases = too_many;
            more.allows_more = true;
            return find_bound(attribute, AuditSeverity::breaks_a_build, more, nvcc, row);
        }
        if (!missing.empty()) return find_bound(attribute, AuditSeverity::forbids_what_works, problem, nvcc, row);
        // nixpkgs has no release that is older than the tables' first, and its rows begin there.
        if (nvcc.first < there && there <= minor_of(tables_.releases.front().version)) return row.agree();
        find_bound(attribute, AuditSeverity::cosmetic, problem, nvcc, row);
    }

    void hold_max(std::string_view attribute, const std::optional<Version>& there, const NvccCapability& nvcc,
                  AuditedRow& row) const {
        if (there == nvcc.last) return row.agree();
        const auto allowed_there = [&](Version r) { return !there || r <= *there; };
        const auto too_many = releases_that([&](Version r) { return nvcc.last && *nvcc.last < r && allowed_there(r); });
        const auto missing = releases_that(
            [&](Version r) { return nvcc.takes_in(r) && r <= tables_.capabilities_read_through && !allowed_there(r); });
        const ReleaseBound problem{.is_max = true, .there = there, .ours = nvcc.last, .releases = missing};
        if (!too_many.empty()) {
            ReleaseBound more = problem;
            more.releases = too_many;
            more.allows_more = true;
            return find_bound(attribute, AuditSeverity::breaks_a_build, more, nvcc, row);
        }
        if (!missing.empty()) return find_bound(attribute, AuditSeverity::forbids_what_works, problem, nvcc, row);
        // That a release to come is the last one, nobody has read.
        if (!nvcc.last) return row.not_known(attribute);
        find_bound(attribute, AuditSeverity::cosmetic, problem, nvcc, row);
    }

    void find_missing() {
        if (input_.policy == AuditPolicy::measured) return;
        for (const CapabilityRow& known : tables_.capabilities) {
            if (contains_capability(known.capability)) continue;
            const auto releases = releases_that(
                [&](Version r) { return known.nvcc.takes_in(r) && r <= tables_.capabilities_read_through; });
            if (releases.empty()) continue;
            const LooseRow none{.name = {}};
            AuditedRow row(audit_, Subject::cuda, input_.checkout.cuda.path, none, to_string(known.capability));
            const bool is_ahead = input_.are_ahead(releases);
            row.find("", is_ahead ? AuditSeverity::cosmetic : AuditSeverity::forbids_what_works,
                     MissingCapability{releases, is_ahead}, known.nvcc.sources);
        }
    }

    const AuditInput& input_;
    const Tables& tables_;
    Audit& audit_;
    std::vector<std::string_view> in_use_;  ///< attributes that some row has
    std::vector<CudaValues> values_;
};

/// As nixpkgs chooses: what is allowed in the release, built for everybody and not past its last default release. What
/// could not be read is in no list.
bool is_default(const CudaValues& row, Version release) {
    if (!row.min || !row.max || !row.last_default) return false;
    if (row.jetson.value_or(false) || row.architecture_specific.value_or(false) || row.family_specific.value_or(false))
        return false;
    return VersionRange{row.min, *row.max}.contains(release) && (!*row.last_default || release <= **row.last_default);
}

}  // namespace

std::vector<CudaValues> audit_cuda(const AuditInput& input, Audit& audit) { return CudaAudit(input, audit).run(); }

void audit_defaults(const AuditInput& input, const std::vector<CudaValues>& rows, Audit& audit) {
    if (input.policy == AuditPolicy::measured) return;
    for (const Version release : input.releases) {
        if (input.newest < release || input.tables.capabilities_read_through < release) continue;
        std::vector<Capability> defaults;
        for (const CudaValues& row : rows)
            if (is_default(row, release)) defaults.push_back(row.capability);
        const LooseRow none{.name = {}};
        AuditedRow found(audit, Subject::defaults, input.checkout.cuda.path, none, to_string(release));
        if (defaults.empty()) {
            found.find("", AuditSeverity::breaks_a_build, NoDefaults{});
            continue;
        }
        RefusedDefaults refused;
        std::vector<std::string_view> sources;
        for (const Capability capability : defaults) {
            const CapabilityRow* known = find_capability(input.tables, capability);
            if (known && known->nvcc.takes_in(release)) continue;
            refused.capabilities.push_back(capability);
            for (const std::string_view id : (known ? *known : input.tables.capabilities.back()).nvcc.sources)
                if (!contains(sources, id)) sources.push_back(id);
        }
        if (refused.capabilities.empty()) found.agree();
        else found.find("", AuditSeverity::breaks_a_build, refused, sources);
    }
}

}  // namespace cudastdenv::nix
