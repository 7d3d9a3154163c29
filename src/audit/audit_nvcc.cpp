// SPDX-License-Identifier: MIT
#include "audit/audit_parts.hpp"
#include "audit/audited_row.hpp"
#include "core/contains.hpp"
#include "core/minor_of.hpp"
#include "core/sort_unique.hpp"
#include "resolve/advisories.hpp"
#include "resolve/host_compiler.hpp"
#include "tables/lookup.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <utility>

namespace cudastdenv::nix {

namespace {

/// How a layout calls the four bounds.
struct NvccLayout {
    std::array<std::string_view, 4> attributes;  ///< GCC's oldest and newest, Clang's

    [[nodiscard]] std::string_view attribute(Compiler::Family family, bool is_max) const {
        return attributes[(family == Compiler::Family::clang ? 2U : 0U) + (is_max ? 1U : 0U)];
    }
};
constexpr NvccLayout nested_layout{
    {"gcc.minMajorVersion", "gcc.maxMajorVersion", "clang.minMajorVersion", "clang.maxMajorVersion"}};
constexpr NvccLayout flat_layout{
    {"gccMinMajorVersion", "gccMaxMajorVersion", "clangMinMajorVersion", "clangMaxMajorVersion"}};

const NvccLayout& layout_of(const LooseRow& row) {
    const bool is_flat = std::ranges::any_of(flat_layout.attributes,
                                             [&](std::string_view name) { return row.find(name); });
    return is_flat ? flat_layout : nested_layout;
}

std::optional<Version> release_named(const LooseRow& row) {
    const std::optional<Version> release = row.name ? parse_version(*row.name) : std::nullopt;
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

    void check(std::string_view field, bool is_max, int there) {
        const std::vector<PatchBound> bounds = bounds_of(is_max);
        if (bounds.empty()) return row_.not_known(field);
        const auto [lowest, highest] = std::ranges::minmax(bounds, {}, &PatchBound::major);
        // The strictest one is what holds in each patch release.
        const int strictest = is_max ? lowest.major : highest.major;
        if (is_beyond(is_max, there, strictest)) return find_beyond(field, is_max, there, bounds);
        if (there == strictest) return is_told_by_nixpkgs(sources_of(bounds)) ? row_.not_known(field) : row_.agree();
        // The header compares with a lower bound, and does not say that what passes works.
        if (!is_max && view_ == Policy::enforced) return row_.not_known(field);
        find_short(field, is_max, there, strictest, bounds);
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

    void find_beyond(std::string_view field, bool is_max, int there, const std::vector<PatchBound>& bounds) {
        MajorBound problem{.family = family_, .is_max = is_max, .there = there};
        std::vector<PatchBound> exceeded;
        for (const PatchBound& bound : bounds) {
            if (!is_beyond(is_max, there, bound.major)) continue;
            const bool is_looser = problem.releases.empty() || is_beyond(is_max, bound.major, problem.ours);
            if (is_looser) problem.ours = bound.major;
            problem.releases.push_back(bound.release);
            exceeded.push_back(bound);
        }
        problem.refused_by_check = refused_by_check(is_max, there, problem.releases);
        report(field, AuditSeverity::breaks_a_build, std::move(problem), exceeded);
    }

    void find_short(std::string_view field, bool is_max, int there, int ours, const std::vector<PatchBound>& bounds) {
        MajorBound problem{.family = family_, .is_max = is_max, .there = there, .ours = ours};
        for (const PatchBound& bound : bounds) problem.releases.push_back(bound.release);
        problem.advisories = advisories_between(is_max ? there + 1 : ours, is_max ? ours : there - 1);
        report(field, AuditSeverity::forbids_what_works, std::move(problem), bounds);
    }

    /// Each once, NVIDIA's own and measurements first.
    [[nodiscard]] std::vector<std::string_view> sources_of(const std::vector<PatchBound>& bounds) const {
        std::vector<std::string_view> sources;
        for (const PatchBound& bound : bounds)
            for (const std::string_view id : bound.sources)
                if (!contains(sources, id)) sources.push_back(id);
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

    void report(std::string_view field, AuditSeverity severity, MajorBound problem,
                const std::vector<PatchBound>& bounds) {
        const std::vector<std::string_view> sources = sources_of(bounds);
        problem.told_by_nixpkgs = is_told_by_nixpkgs(sources);
        row_.find(field, severity, std::move(problem), sources);
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
    [[nodiscard]] std::vector<const AdvisoryRow*> advisories_between(int first, int last) const {
        std::vector<const AdvisoryRow*> found;
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
                    if (advisory->severity == AdvisoryRow::Severity::broken && !contains(found, advisory))
                        found.push_back(advisory);
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
            std::vector<std::string_view>& sources = tried[row.compiler.major].sources;
            for (const std::string_view id : row.sources)
                if (!contains(sources, id)) sources.push_back(id);
        }
        for (const auto& [major, did] : works) (did ? tried[major].works : tried[major].fails).push_back(patch);
    }
    return tried;
}

void audit_measured(const AuditInput& input, Compiler::Family family, const std::vector<Version>& patches,
                    const NvccLayout& layout, const MajorRange& there, AuditedRow& row) {
    const std::map<int, Tried> tried = tried_with(input.tables, family, patches);
    for (const bool is_max : {false, true})
        if (tried.empty() && (is_max ? there.max : there.min)) row.not_known(layout.attribute(family, is_max));
    if (!there.min || !there.max) return;
    for (const auto& [major, outcome] : tried) {
        const bool allowed = there.contains(major);
        const bool is_max = allowed ? major - *there.min >= *there.max - major : major > *there.max;
        MeasuredCompiler problem{.compiler = {family, major}, .works = !allowed, .is_max = is_max};
        problem.there = is_max ? *there.max : *there.min;
        if (allowed ? outcome.fails.empty() : outcome.works.empty() || !outcome.fails.empty()) {
            row.agree();
            continue;
        }
        problem.releases = allowed ? outcome.fails : outcome.works;
        row.find(layout.attribute(family, is_max),
                 allowed ? AuditSeverity::breaks_a_build : AuditSeverity::forbids_what_works, problem, outcome.sources);
    }
}

void audit_row(const AuditInput& input, Version release, AuditedRow& row) {
    const NvccLayout& layout = layout_of(row.row());
    const std::vector<Version> patches = patches_of(input.tables, release);
    for (const Compiler::Family family : {Compiler::Family::gcc, Compiler::Family::clang}) {
        const std::string_view min_name = layout.attribute(family, false);
        const std::string_view max_name = layout.attribute(family, true);
        const MajorRange there{row.major(min_name), row.major(max_name)};
        if (patches.empty()) continue;
        if (input.policy == AuditPolicy::measured) {
            audit_measured(input, family, patches, layout, there, row);
            continue;
        }
        MajorAudit majors(input, family, patches, row);
        if (there.min) majors.check(min_name, false, *there.min);
        if (there.max) majors.check(max_name, true, *there.max);
    }
    row.find_extra(layout.attributes);
    if (!patches.empty()) return;
    const auto never = std::ranges::find(input.tables.never_released, release, &NeverReleased::version);
    if (never == input.tables.never_released.end()) row.not_known("");
    else row.find("", AuditSeverity::cosmetic, NeverReleasedRow{}, never->sources);
}

void find_missing(const AuditInput& input, Audit& audit) {
    const std::vector<Version> named = named_releases(input.checkout.nvcc);
    for (const Version release : input.releases) {
        if (contains(named, release)) continue;
        const bool has_set = contains(input.package_sets, release);
        const LooseRow none{.name = {}};
        AuditedRow row(audit, Subject::nvcc, input.checkout.nvcc.path, none, to_string(release));
        row.find("", has_set ? AuditSeverity::breaks_a_build : AuditSeverity::forbids_what_works,
                 MissingRelease{has_set}, find_release(input.tables, release)->sources);
    }
}

}  // namespace

std::vector<Version> named_releases(const AuditedTable& nvcc) {
    std::vector<Version> releases;
    for (const LooseRow& row : nvcc.rows)
        if (const std::optional<Version> release = release_named(row)) releases.push_back(*release);
    sort_unique(releases);
    return releases;
}

void audit_nvcc(const AuditInput& input, Audit& audit) {
    const AuditedTable& nvcc = input.checkout.nvcc;
    for (std::size_t i = 0; i < nvcc.rows.size(); ++i) {
        const LooseRow& loose = nvcc.rows[i];
        AuditedRow row(audit, Subject::nvcc, nvcc.path, loose, loose.name.value_or('#' + std::to_string(i + 1)));
        const std::optional<Version> release = release_named(loose);
        if (!release) row.find("", AuditSeverity::cosmetic, NotAName{true});
        else if (loose.not_a_set) row.find("", AuditSeverity::breaks_a_build, NotARow{shown(*loose.not_a_set)});
        else audit_row(input, *release, row);
    }
    find_missing(input, audit);
}

}  // namespace cudastdenv::nix
