// SPDX-License-Identifier: MIT
#include "resolve/advisories.hpp"

#include "core/lists.hpp"
#include "resolve/request.hpp"

#include <limits>

namespace cudastdenv {

namespace {

/// Whether the compiler's version is one of the condition's; absent: some versions of its major are, and others not.
std::optional<bool> has_version(const AdvisoryCondition& when, const Situation& situation) noexcept {
    if (!situation.compiler) return false;
    const Version lowest = situation.compiler_version.value_or(Version{situation.compiler->major, 0, 0});
    const Version highest =
        situation.compiler_version.value_or(Version{situation.compiler->major, std::numeric_limits<int>::max(), 0});
    bool may_have = false;
    for (const VersionRange& range : when.compiler_versions) {
        if (range.contains(lowest) && range.contains(highest)) return true;
        const bool ends_before = range.max && is_before(*range.max, lowest);
        const bool begins_after = range.min && is_before(highest, *range.min);
        may_have = may_have || (!ends_before && !begins_after);
    }
    return may_have ? std::nullopt : std::optional(false);
}

/// Where the headers lie may not be known: then nobody is.
bool is_spared(const SparedHosts& spared, const Situation& situation) noexcept {
    return situation.compiler && situation.compiler->family == spared.family &&
           situation.toolkit_headers == spared.toolkit_headers;
}

bool holds_for_release(const AdvisoryCondition& when, const Situation& situation) noexcept {
    if (when.family && (!situation.compiler || situation.compiler->family != *when.family)) return false;
    if (when.compiler && (!situation.compiler || !when.compiler->contains(situation.compiler->major))) return false;
    if (!when.compiler_versions.empty() && has_version(when, situation) != true) return false;
    if (when.libstdcxx_headers && (!situation.headers || !when.libstdcxx_headers->contains(*situation.headers)))
        return false;
    if (when.libstdcxx_library && !when.libstdcxx_library->contains(situation.library)) return false;
    if (when.standard_min && situation.standard < *when.standard_min) return false;
    if (when.standard_max && situation.standard > *when.standard_max) return false;
    if (when.unless && is_spared(*when.unless, situation)) return false;
    return !when.system || *when.system == situation.system;
}

/// The release first, by itself and short enough to be inlined: it rules out most rows.
inline bool holds_apart_from_glibc(const AdvisoryCondition& when, const Situation& situation) noexcept {
    if (when.releases && !when.releases->contains(situation.release)) return false;
    return holds_for_release(when, situation);
}

using Severity = AdvisoryRow::Severity;

/// About linking what a compiler made with a library: it concerns all that is compiled, not only what nvcc compiles.
bool is_about_linking(const AdvisoryRow& advisory) noexcept {
    return advisory.severity == Severity::broken && advisory.when.compiler && advisory.when.libstdcxx_library;
}

/// The GCC major whose symbols there are at load: what that library lacks of a newer GCC's is linked with the code.
int library_for(const Stdenv& stdenv, std::optional<int> headers) noexcept {
    return std::max(stdenv.libstdcxx, linkable_libstdcxx(stdenv, headers.value_or(0)));
}

/// What the stdenv's own GCC makes is in.
Situation of_stdenv(const Stdenv& stdenv, Situation situation) noexcept {
    situation.compiler = stdenv.compiler;
    situation.headers = stdenv.compiler.family == Compiler::Family::gcc ? std::optional(stdenv.compiler.major)
                                                                        : std::nullopt;
    situation.library = library_for(stdenv, situation.headers);
    return situation;
}

template <class Keep>
std::vector<const AdvisoryRow*> select(const Tables& tables, const Situation& situation, Keep keep) {
    std::vector<const AdvisoryRow*> found;
    for (const AdvisoryRow& advisory : tables.advisories)
        if (!is_fixed(advisory, situation) && keep(advisory)) found.push_back(&advisory);
    std::ranges::stable_sort(found, {}, &AdvisoryRow::severity);
    return found;
}

/// The first that says that something is broken, of those whose condition `applies`.
template <class Applies>
const AdvisoryRow* find_broken(const Tables& tables, const Situation& situation, Applies applies) noexcept {
    for (const AdvisoryRow& advisory : tables.advisories)
        if (advisory.severity == Severity::broken && applies(advisory.when) && !is_fixed(advisory, situation))
            return &advisory;
    return nullptr;
}

}  // namespace

Situation situation_of(const Request& request, std::optional<Compiler> compiler, std::optional<int> headers,
                       CxxStandard standard) noexcept {
    return {.release = request.cuda,
            .compiler = compiler,
            .headers = headers,
            .library = library_for(request.stdenv, headers),
            .glibc = request.stdenv.glibc,
            .compiler_version = compiler ? version_of(request, *compiler) : std::nullopt,
            .standard = standard,
            .system = request.system,
            .toolkit_headers = request.toolkit_headers,
            .fixed_advisories = request.stdenv.fixed_advisories};
}

bool holds(const AdvisoryCondition& when, const Situation& situation) noexcept {
    if (!holds_apart_from_glibc(when, situation)) return false;
    return !when.glibc || (situation.glibc && when.glibc->contains(*situation.glibc));
}

Diagnostic known_broken(const AdvisoryRow& advisory) {
    return {"known-broken", {{"message", advisory.message}, {"advisory", advisory.id}}, advisory.sources};
}

bool is_fixed(const AdvisoryRow& advisory, const Situation& situation) noexcept {
    return contains(situation.fixed_advisories, advisory.id);
}

const AdvisoryRow* find_breakage(const Tables& tables, const Situation& situation) noexcept {
    return find_broken(tables, situation, [&](const AdvisoryCondition& when) {
        return (when.compiler || when.libstdcxx_headers) && holds(when, situation);
    });
}

std::vector<const AdvisoryRow*> applicable_advisories(const Tables& tables, const Stdenv& stdenv,
                                                      const Situation& situation) {
    const Situation own = of_stdenv(stdenv, situation);
    return select(tables, situation, [&](const AdvisoryRow& advisory) {
        return holds(advisory.when, situation) || (is_about_linking(advisory) && holds(advisory.when, own));
    });
}

std::vector<const AdvisoryRow*> compiler_advisories(const Tables& tables, const Situation& situation) {
    return select(tables, situation, [&](const AdvisoryRow& advisory) {
        const bool breaks = advisory.severity == Severity::broken &&
                            (advisory.when.compiler || advisory.when.libstdcxx_headers);
        const bool needs_care = advisory.severity == Severity::caution && advisory.when.compiler;
        return (breaks || needs_care) && holds(advisory.when, situation);
    });
}

const AdvisoryRow* find_any_breakage(const Tables& tables, const Situation& situation) noexcept {
    return find_broken(tables, situation, [&](const AdvisoryCondition& when) { return holds(when, situation); });
}

std::vector<const AdvisoryRow*> spared_by_headers(const Tables& tables, const Situation& situation) {
    Situation elsewhere = situation;
    elsewhere.toolkit_headers.reset();
    return select(tables, situation, [&](const AdvisoryRow& advisory) {
        return advisory.severity == Severity::broken && holds(advisory.when, elsewhere) &&
               !holds(advisory.when, situation);
    });
}

std::optional<Version> first_glibc_in_question(const Tables& tables, const Situation& situation) noexcept {
    std::optional<Version> first;
    for (const AdvisoryRow& advisory : tables.advisories) {
        const auto& glibc = advisory.when.glibc;
        if (!glibc || !glibc->min || is_fixed(advisory, situation)) continue;
        if (holds_apart_from_glibc(advisory.when, situation) && (!first || *glibc->min < *first)) first = glibc->min;
    }
    return first;
}

const AdvisoryRow* find_version_in_question(const Tables& tables, const Situation& situation) noexcept {
    for (const AdvisoryRow& advisory : tables.advisories) {
        if (advisory.when.compiler_versions.empty() || has_version(advisory.when, situation)) continue;
        AdvisoryCondition otherwise = advisory.when;
        otherwise.compiler_versions = {};
        if (holds(otherwise, situation) && !is_fixed(advisory, situation)) return &advisory;
    }
    return nullptr;
}

}  // namespace cudastdenv
