// SPDX-License-Identifier: MIT
#include "core/lists.hpp"
#include "core/versions.hpp"
#include "nix/audit.hpp"
#include "resolve/advisories.hpp"
#include "resolve/host_compiler.hpp"
#include "tables/lookup.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <map>
#include <utility>

namespace cudastdenv::nix {

namespace {

using enum AuditSeverity;

std::optional<Version> release_named(const Row& row) {
    const std::optional<Version> release = parse_version(row.key);
    return release && release->patch == -1 ? release : std::nullopt;
}

std::vector<Version> patches_of(const Tables& tables, Version minor) {
    std::vector<Version> patches;
    for (const Release& release : tables.releases)
        if (!release.preview && minor_of(release.version) == minor) patches.push_back(release.version);
    return patches;
}

/// What NVIDIA says of one bound in one patch release.
struct PatchBound {
    Version release;
    int major = 0;
    SourceIds sources;
};

std::optional<int> bound_in(const HostRange& range, bool is_max) {
    return is_max ? std::optional(range.max) : range.min;
}

/// Of a family in the patch releases of one minor release.
class MajorAudit {
public:
    MajorAudit(const AuditInput& input, Compiler::Family family, const std::vector<Version>& patches, AuditedRow& row)
        : tables_(input.tables),
          view_(input.policy == AuditPolicy::enforced ? Policy::enforced : Policy::documented),
          family_(family),
          patches_(patches),
          row_(row) {}

    void check(bool is_max, int there) {
        const Column column = major_column(family_, is_max);
        const std::vector<PatchBound> bounds = bounds_of(is_max);
        if (bounds.empty()) return row_.not_known(column);
        const auto [lowest, highest] = std::ranges::minmax(bounds, {}, &PatchBound::major);
        // The strictest one is what holds in each patch release.
        const int strictest = is_max ? lowest.major : highest.major;
        if (is_beyond(is_max, there, strictest)) return find_beyond(is_max, there, bounds);
        if (there == strictest) return is_told_by_nixpkgs(sources_of(bounds)) ? row_.not_known(column) : row_.agree();
        // The header compares with a lower bound, and does not say that what passes works.
        if (!is_max && view_ == Policy::enforced) return row_.not_known(column);
        find_short(is_max, there, strictest, bounds);
    }

private:
    /// Whether a bound allows more than another.
    [[nodiscard]] static bool is_beyond(bool is_max, int bound, int other) {
        return is_max ? bound > other : bound < other;
    }

    [[nodiscard]] std::vector<PatchBound> bounds_of(bool is_max) const {
        std::vector<PatchBound> bounds;
        for (const Version patch : patches_) {
            const std::optional<HostRange>& range = view_of(*find_host_compilers(tables_, family_, patch), view_);
            const std::optional<int> major = range ? bound_in(*range, is_max) : std::nullopt;
            if (major) bounds.push_back({patch, *major, range->sources});
        }
        return bounds;
    }

    void find_beyond(bool is_max, int there, const std::vector<PatchBound>& bounds) {
        std::vector<PatchBound> exceeded;
        std::ranges::copy_if(bounds, std::back_inserter(exceeded),
                             [&](const PatchBound& bound) { return is_beyond(is_max, there, bound.major); });
        const auto loosest = [&](const PatchBound& a, const PatchBound& b) {
            return is_beyond(is_max, b.major, a.major);
        };
        const int ours = std::ranges::max_element(exceeded, loosest)->major;
        AuditFinding& finding = report({breaks_a_build, "major-allowed"}, is_max, there, ours, exceeded);
        finding.refused_by_check = refused_by_check(is_max, there, *finding.releases.value);
    }

    void find_short(bool is_max, int there, int ours, const std::vector<PatchBound>& bounds) {
        report({forbids_what_works, "major-refused"}, is_max, there, ours, bounds).advisories.value =
            advisories_between(is_max ? there + 1 : ours, is_max ? ours : there - 1);
    }

    /// Each once, NVIDIA's own and measurements first.
    [[nodiscard]] std::vector<std::string_view> sources_of(const std::vector<PatchBound>& bounds) const {
        std::vector<std::string_view> sources;
        for (const PatchBound& bound : bounds) add_new(bound.sources, sources);
        std::stable_partition(sources.begin(), sources.end(), [&](std::string_view id) { return is_first_hand(id); });
        return sources;
    }

    [[nodiscard]] SourceRow::Kind kind_of(std::string_view id) const {
        const SourceRow* source = find_source(tables_, id);
        return source ? source->kind : SourceRow::Kind::third_party;
    }
    [[nodiscard]] bool is_first_hand(std::string_view id) const {
        using Kind = SourceRow::Kind;
        constexpr std::array first_hand{Kind::header, Kind::documentation, Kind::release_notes, Kind::measured};
        return contains(first_hand, kind_of(id));
    }
    /// nixpkgs' word on what NVIDIA says does not confirm nixpkgs.
    [[nodiscard]] bool is_told_by_nixpkgs(const std::vector<std::string_view>& sources) const {
        return std::ranges::all_of(sources, [&](std::string_view id) {
            return kind_of(id) == SourceRow::Kind::nixpkgs || kind_of(id) == SourceRow::Kind::nixpkgs_fork;
        });
    }

    AuditFinding& report(AuditCode code, bool is_max, int there, int ours, const std::vector<PatchBound>& bounds) {
        const std::vector<std::string_view> sources = sources_of(bounds);
        AuditFinding& finding = row_.find(code, sources, major_column(family_, is_max));
        finding.told_by_nixpkgs = is_told_by_nixpkgs(sources);
        finding.there.value = there;
        finding.nvidia.value = ours;
        finding.advisories.value.emplace();
        finding.releases.value.emplace();
        for (const PatchBound& bound : bounds) finding.releases.value->push_back(bound.release);
        return finding;
    }

    /// Whether nvcc's own check refuses the outermost major that is allowed.
    [[nodiscard]] std::optional<bool> refused_by_check(bool is_max, int there,
                                                       const std::vector<Version>& releases) const {
        bool is_known = true;
        for (const Version release : releases) {
            const std::optional<HostRange>& check = find_host_compilers(tables_, family_, release)->enforced;
            const std::optional<int> bound = check ? bound_in(*check, is_max) : std::nullopt;
            if (bound && is_beyond(is_max, there, *bound)) return true;
            is_known = is_known && check.has_value();
        }
        return is_known ? std::optional(false) : std::nullopt;
    }

    /// What breaks any of these majors in any of the patch releases.
    [[nodiscard]] std::vector<std::string_view> advisories_between(int first, int last) const {
        std::vector<std::string_view> found;
        for (const Version release : patches_)
            for (int major = first; major <= last; ++major) {
                const Compiler compiler{family_, major};
                const bool is_gcc = family_ == Compiler::Family::gcc;
                const Stdenv stdenv{
                    .compiler = compiler, .libstdcxx = is_gcc ? major : 0, .glibc = {}, .fixed_advisories = {}};
                const Situation situation{.release = release,
                                          .compiler = compiler,
                                          .headers = is_gcc ? std::optional(major) : std::nullopt,
                                          .library = stdenv.libstdcxx,
                                          .glibc = {},
                                          .system = "x86_64-linux"};
                for (const AdvisoryRow* advisory : compiler_advisories(tables_, stdenv, situation))
                    if (advisory->severity == AdvisoryRow::Severity::broken && !contains(found, advisory->id))
                        found.push_back(advisory->id);
            }
        return found;
    }

    const Tables& tables_;
    Policy view_;
    Compiler::Family family_;
    const std::vector<Version>& patches_;
    AuditedRow& row_;
};

/// What was tried with the toolkits of one minor release.
struct Tried {
    std::vector<Version> works;
    std::vector<Version> fails;
    std::vector<std::string_view> sources;
};

/// By major version. A compiler works that compiled with some headers in some standard.
std::map<int, Tried> tried_with(const Tables& tables, Compiler::Family family, const std::vector<Version>& patches) {
    std::map<int, Tried> tried;
    for (const Version patch : patches) {
        const Release* release = find_release(tables, patch);
        const std::optional<Version> nvcc = release && release->nvcc ? parse_version(*release->nvcc) : std::nullopt;
        std::map<int, bool> works;
        for (const PairHeadersRow& row : tables.pair_headers) {
            if (row.nvcc != nvcc || row.compiler.family != family) continue;
            works[row.compiler.major] |= !row.works.empty();
            add_new(row.sources, tried[row.compiler.major].sources);
        }
        for (const auto& [major, did] : works) (did ? tried[major].works : tried[major].fails).push_back(patch);
    }
    return tried;
}

void audit_measured(const AuditInput& input, Compiler::Family family, const std::vector<Version>& patches,
                    const MajorRange& there, AuditedRow& row) {
    const std::map<int, Tried> tried = tried_with(input.tables, family, patches);
    for (const bool is_max : {false, true})
        if (tried.empty() && (is_max ? there.max : there.min)) row.not_known(major_column(family, is_max));
    if (!there.min || !there.max) return;
    for (const auto& [major, outcome] : tried) {
        const bool allowed = there.contains(major);
        const bool is_max = allowed ? major - *there.min >= *there.max - major : major > *there.max;
        if (allowed ? outcome.fails.empty() : outcome.works.empty() || !outcome.fails.empty()) {
            row.agree();
            continue;
        }
        AuditFinding& finding = row.find(allowed ? AuditCode{breaks_a_build, "measured-to-fail"}
                                                 : AuditCode{forbids_what_works, "measured-to-work"},
                                         outcome.sources, major_column(family, is_max));
        finding.there.value = is_max ? *there.max : *there.min;
        finding.nvidia.value = major;
        finding.names.push_back(to_string(Compiler{family, major}));
        finding.releases.value = allowed ? outcome.fails : outcome.works;
    }
}

void audit_row(const AuditInput& input, Version release, AuditedRow& row) {
    const std::vector<Version> patches = patches_of(input.tables, release);
    for (const Compiler::Family family : {Compiler::Family::gcc, Compiler::Family::clang}) {
        MajorRange there;
        for (const bool is_max : {false, true})
            if (const auto value = row.value(major_column(family, is_max)))
                (is_max ? there.max : there.min) = major_in(*value);
        if (patches.empty()) continue;
        if (input.policy == AuditPolicy::measured) {
            audit_measured(input, family, patches, there, row);
            continue;
        }
        MajorAudit majors(input, family, patches, row);
        if (there.min) majors.check(false, *there.min);
        if (there.max) majors.check(true, *there.max);
    }
    if (!patches.empty()) return;
    const auto never = std::ranges::find(input.tables.never_released, release, &NeverReleased::version);
    if (never == input.tables.never_released.end()) row.not_known();
    else row.find({cosmetic, "never-released"}, never->sources);
}

void find_missing(const AuditInput& input, Audit& audit) {
    const std::vector<Version> named = named_releases(input.checkout.nvcc);
    for (const Version release : input.releases) {
        if (contains(named, release)) continue;
        AuditedRow row(audit, Subject::nvcc, input.checkout.nvcc.path, to_string(release));
        const bool has_set = contains(input.package_sets.sets, release);
        row.find({has_set ? breaks_a_build : forbids_what_works, "missing-release"},
                 find_release(input.tables, release)->sources)
            .has_package_set = has_set;
    }
}

}  // namespace

std::vector<Version> named_releases(const AuditedTable& nvcc) {
    std::vector<Version> releases;
    for (const Row& row : nvcc.rows)
        if (const std::optional<Version> release = release_named(row)) releases.push_back(*release);
    sort_unique(releases);
    return releases;
}

void audit_nvcc(const AuditInput& input, Audit& audit) {
    const AuditedTable& nvcc = input.checkout.nvcc;
    const Layout layout(Table::nvcc, nvcc.rows);
    for (const Row& there : nvcc.rows) {
        AuditedRow row(audit, Subject::nvcc, nvcc.path, there.key, &layout, &there);
        const std::optional<Version> release = release_named(there);
        if (!release) row.find({cosmetic, "not-a-name"});
        else if (row.find_form()) audit_row(input, *release, row);
    }
    find_missing(input, audit);
}

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
            row.find({breaks_a_build, "not-a-name"});
        if (!row.find_form()) return;
        if (const auto own = there.value(Column::capability); own && *own != FieldValue(there.key))
            row.find({breaks_a_build, "other-capability"}, {}, Column::capability).there.value = scalar_of(*own);
        if (!is_named) return;
        if (contains_key(there.key)) row.find({cosmetic, "repeated-row"});
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
        const AuditCode code = column == Column::architecture ? AuditCode{cosmetic, "other-architecture"}
                               : there == FieldValue(true)    ? AuditCode{forbids_what_works, "wrongly-marked"}
                                                              : AuditCode{breaks_a_build, "not-marked"};
        AuditFinding& finding = row.find(code, sources, column);
        finding.there.value = scalar_of(there);
        finding.nvidia.value = scalar_of(ours);
    }

    void hold_unknown(const Row& there, AuditedRow& row) {
        const auto min = there.value(Column::min), max = there.value(Column::max);
        const bool in_a_release = std::ranges::any_of(input_.releases, [&](Version release) {
            return min && max && release <= input_.newest && release <= tables_.capabilities_read_through &&
                   VersionRange{release_in(*min), release_in(*max)}.contains(release);
        });
        if (in_a_release) row.find({breaks_a_build, "unknown-to-nvcc"}, tables_.capabilities.back().nvcc.sources);
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

    /// Where the checkout has none of them, nothing in it is built with them.
    void set_releases(AuditFinding& finding, std::vector<Version> releases) const {
        finding.is_ahead = !releases.empty() && input_.newest < releases.front();
        if (finding.is_ahead) finding.severity = cosmetic;
        finding.releases.value = std::move(releases);
    }

    void find_bound(AuditCode code, Column column, const std::optional<Version>& there,
                    const std::optional<Version>& ours, std::vector<Version> releases, SourceIds sources,
                    AuditedRow& row) const {
        AuditFinding& finding = row.find(code, sources, column);
        finding.there.value = scalar_of(field_value(there));
        finding.nvidia.value = scalar_of(field_value(ours));
        for (const NeverReleased& never : tables_.never_released) {
            if (there != never.version) continue;
            finding.never_released = true;
            finding.sources.insert(finding.sources.end(), never.sources.begin(), never.sources.end());
        }
        set_releases(finding, std::move(releases));
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
        AuditCode code{breaks_a_build, "release-allowed"};
        if (releases.empty()) {
            releases = releases_that([&](Version r) {
                const bool is_taken = !is_max || (nvcc.takes_in(r) && r <= tables_.capabilities_read_through);
                return is_taken && is_within(r, ours) && !is_within(r, there);
            });
            code = {forbids_what_works, "release-refused"};
        }
        if (releases.empty()) {
            // nixpkgs has no release that is older than the tables' first, and its rows begin there.
            const bool begins_with_tables = !is_max && *ours < *there &&
                                            *there <= minor_of(tables_.releases.front().version);
            if (begins_with_tables) return row.agree();
            // That a release to come is the last one, nobody has read.
            if (!ours) return row.not_known(column);
            code = {cosmetic, "same-effect"};
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
            AuditFinding& finding = row.find({forbids_what_works, "missing-capability"}, known.nvcc.sources);
            set_releases(finding, releases);
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
            add_new((known ? *known : input.tables.capabilities.back()).nvcc.sources, sources);
        }
        if (!has_some) found.find({breaks_a_build, "no-defaults"});
        else if (refused.empty()) found.agree();
        else found.find({breaks_a_build, "refused-defaults"}, sources).names = refused;
    }
}

}  // namespace cudastdenv::nix
