// SPDX-License-Identifier: MIT
#include "slow_rule.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <tuple>

namespace cudastdenv::laws {

namespace {

using Family = Compiler::Family;

/// A limit of two numbers includes every patch: only the numbers in the limit are compared.
bool at_least(Version version, const std::optional<Version>& bound) {
    if (!bound) return true;
    const auto numbers = [&](Version v) { return std::tuple(v.major, v.minor, bound->patch == -1 ? 0 : v.patch); };
    return numbers(version) >= numbers(*bound);
}

bool at_most(Version version, const std::optional<Version>& bound) {
    if (!bound) return true;
    const auto numbers = [&](Version v) { return std::tuple(v.major, v.minor, bound->patch == -1 ? 0 : v.patch); };
    return numbers(version) <= numbers(*bound);
}

bool within(int major, const std::optional<MajorRange>& range) {
    if (!range) return true;
    if (range->min && major < *range->min) return false;
    if (range->max && major > *range->max) return false;
    return true;
}

const HostCompilerRow& row_of(const Tables& tables, Version release, Family family) {
    for (const HostCompilerRow& row : tables.host_compilers)
        if (row.family == family && row.first <= release && release <= row.last) return row;
    std::abort();  // the loader guarantees exactly one
}

/// Whether every version of the major version is in one of the ranges. These requests have no minor version.
bool surely_within(Compiler compiler, std::span<const VersionRange> ranges) {
    for (const VersionRange& range : ranges)
        if (at_least({compiler.major, 0, 0}, range.min) && at_most({compiler.major, 1'000, 0}, range.max)) return true;
    return false;
}

bool is_refused_by_nvcc(const Tables& tables, Version release, Compiler compiler, CxxStandard standard) {
    for (const HostStandardRow& row : tables.host_standards)
        if (row.standard <= standard && row.family == compiler.family && row.first <= release && release <= row.last &&
            compiler.major < row.min)
            return true;
    return std::ranges::any_of(tables.compiler_standards, [&](const CompilerStandardRow& row) {
        return row.standard <= standard && row.family == compiler.family && compiler.major < row.min;
    });
}

}  // namespace

CxxStandard standard_with(const Tables& tables, const Request& request, Compiler compiler) {
    if (request.standard) return *request.standard;
    CxxStandard newest = CxxStandard::cxx17;
    for (const Release& release : tables.releases)
        if (release.version == request.cuda && release.newest_standard)
            newest = std::min(newest, *release.newest_standard);
    while (newest > CxxStandard::cxx11 && is_refused_by_nvcc(tables, request.cuda, compiler, newest))
        newest = static_cast<CxxStandard>(static_cast<int>(newest) - 1);
    return newest;
}

bool applies(const Tables& tables, const AdvisoryRow& row, const Request& request, std::optional<Compiler> compiler,
             std::optional<int> headers) {
    const AdvisoryCondition& when = row.when;
    const CxxStandard standard = standard_with(tables, request, compiler.value_or(request.stdenv.compiler));
    if (!when.compiler_versions.empty() && (!compiler || !surely_within(*compiler, when.compiler_versions)))
        return false;
    for (const std::string_view id : request.stdenv.fixed_advisories)
        if (id == row.id) return false;
    if (when.releases && !at_least(request.cuda, when.releases->min)) return false;
    if (when.releases && !at_most(request.cuda, when.releases->max)) return false;
    if (when.family && (!compiler || *when.family != compiler->family)) return false;
    if (when.compiler && (!compiler || !within(compiler->major, when.compiler))) return false;
    if (when.libstdcxx_headers && (!headers || !within(*headers, when.libstdcxx_headers))) return false;
    // A toolset's compiler includes what the library lacks.
    const int brought = request.stdenv.nonshared ? headers.value_or(0) : 0;
    if (!within(std::max(request.stdenv.libstdcxx, brought), when.libstdcxx_library)) return false;
    if (when.glibc) {
        if (!request.stdenv.glibc) return false;
        if (!at_least(*request.stdenv.glibc, when.glibc->min)) return false;
        if (!at_most(*request.stdenv.glibc, when.glibc->max)) return false;
    }
    if (when.standard_min && standard < *when.standard_min) return false;
    if (when.standard_max && standard > *when.standard_max) return false;
    if (when.unless && compiler && compiler->family == when.unless->family && request.toolkit_headers &&
        *request.toolkit_headers == when.unless->toolkit_headers)
        return false;
    return !when.system || *when.system == request.system;
}

namespace {

/// The policy's range, or that of the next policy with a row. It is limited to the enforced range unless nixpkgs is
/// reproduced.
MajorRange range_of(const Tables& tables, const Request& request, Family family) {
    const HostCompilerRow& row = row_of(tables, request.cuda, family);
    std::optional<HostRange> range;
    if (request.policy == Policy::nixpkgs) range = row.nixpkgs;
    if (!range && request.policy != Policy::enforced) range = row.documented;
    const bool nobody_documents_it = !range && request.policy != Policy::enforced && !request.nixpkgs_exact;
    if (!range) range = row.enforced;
    if (!range) range = row.documented;
    MajorRange result{range->min, range->max};
    if (nobody_documents_it)
        for (const HostCompilerRow& earlier : tables.host_compilers)
            if (earlier.family == family && earlier.first < row.first && earlier.documented && earlier.documented->min)
                result.min = earlier.documented->min;
    if (!request.nixpkgs_exact && row.enforced) {
        if (*result.max > row.enforced->max) result.max = row.enforced->max;
        if (row.enforced->min && (!result.min || *result.min < *row.enforced->min)) result.min = row.enforced->min;
    }
    return result;
}

/// The only kind of advisory that rejects: broken, with a condition on the compiler or the headers.
bool rejects(const AdvisoryRow& row) {
    return row.severity == AdvisoryRow::Severity::broken &&
           (row.when.compiler.has_value() || row.when.libstdcxx_headers.has_value());
}

bool is_broken(const Tables& tables, const Request& request, Compiler compiler, int headers) {
    for (const AdvisoryRow& row : tables.advisories)
        if (rejects(row) && applies(tables, row, request, compiler, headers)) return true;
    return false;
}

int gap(CxxStandard left, CxxStandard right) { return std::abs(static_cast<int>(left) - static_cast<int>(right)); }

/// The newest that works below the first that fails.
std::optional<int> worked_up_to(const PairHeadersRow& row) {
    const std::set<int> fails(row.fails.begin(), row.fails.end());
    std::set<int> good;
    for (const int gcc : row.works)
        if (fails.empty() || gcc < *fails.begin()) good.insert(gcc);
    return good.empty() ? std::nullopt : std::optional(*good.rbegin());
}

struct SlowLimit {
    std::optional<int> max;
    bool is_measured = false;
};

/// Measured for this build with this Clang. Otherwise for its nearest Clang (nearest standard first, then the older;
/// then the newer Clang). Otherwise as new as the enforced GCC. A measured failure limits an inferred value.
SlowLimit nvcc_limit(const Tables& tables, const Request& request, Compiler clang, CxxStandard standard) {
    std::optional<std::string_view> build;
    for (const Release& release : tables.releases)
        if (release.version == request.cuda) build = release.nvcc;
    std::map<std::tuple<int, CxxStandard, int, int>, int> by_distance;
    std::optional<int> cap;
    for (const PairHeadersRow& row : tables.pair_headers) {
        if (!build || to_string(row.nvcc) != *build || row.compiler.family != Family::clang) continue;
        const std::optional<int> worked = worked_up_to(row);
        const bool is_it = row.compiler == clang && row.standard == standard;
        if (is_it && worked) return {worked, true};
        if (is_it) cap = row.fails.front() - 1;
        if (worked)
            by_distance[{gap(row.standard, standard), row.standard, std::abs(row.compiler.major - clang.major),
                         -row.compiler.major}] = *worked;
    }
    const HostCompilerRow& row = row_of(tables, request.cuda, Family::gcc);
    int inferred = row.enforced ? row.enforced->max : row.documented->max;
    if (!by_distance.empty()) inferred = by_distance.begin()->second;
    return {cap ? std::min(inferred, *cap) : inferred, false};
}

/// Measured for the nearest Clang, and for the nearest standard; the older of two.
std::optional<int> clang_limit(const Tables& tables, int clang, CxxStandard standard) {
    std::map<std::tuple<int, int, int, CxxStandard>, std::optional<int>> by_distance;
    for (const ClangHeadersRow& row : tables.clang_headers)
        by_distance[{std::abs(row.clang - clang), gap(row.standard, standard), row.clang, row.standard}] =
            row.max_libstdcxx;
    return by_distance.begin()->second;
}

}  // namespace

bool concerns_stdenv(const Tables& tables, const AdvisoryRow& row, const Request& request) {
    if (row.severity != AdvisoryRow::Severity::broken || !row.when.compiler || !row.when.libstdcxx_library)
        return false;
    const Compiler own = request.stdenv.compiler;
    return applies(tables, row, request, own, own.family == Family::gcc ? std::optional(own.major) : std::nullopt);
}

// No capability of these requests is a Jetson's, and no system has NVIDIA's name.
Fate fate_on_system(const Tables& tables, const Request& request) {
    if (request.nixpkgs_exact) return Fate::usable;
    for (const RedistSystemRow& row : tables.redist_systems) {
        if (row.nix != request.system || row.jetson) continue;
        bool absent = !row.first || request.cuda < *row.first || (row.last && request.cuda > *row.last);
        for (const Version gap_release : row.absent) absent = absent || gap_release == request.cuda;
        if (absent) return Fate::system_not_shipped;
        return request.system.find("linux") == request.system.npos ? Fate::system_not_covered : Fate::usable;
    }
    return Fate::system_not_shipped;
}

bool is_unchecked(const Tables& tables, const Request& request) {
    if (!request.nixpkgs_exact) return false;
    for (const RedistSystemRow& row : tables.redist_systems)
        if (row.nix == request.system && !row.jetson && row.nixpkgs) return false;
    return true;
}

namespace {

Judged judge_gcc(const Tables& tables, const Request& request, Compiler candidate) {
    if (request.nixpkgs_exact) return {Fate::usable, candidate.major};
    if (candidate.major > request.stdenv.libstdcxx && !request.stdenv.nonshared) return {Fate::newer_libstdcxx, {}};
    if (is_broken(tables, request, candidate, candidate.major)) return {Fate::known_broken, {}};
    return {Fate::usable, candidate.major};
}

/// A Clang uses the newest headers that it and nvcc parse, but never newer than the library it links with.
Judged judge_clang(const Tables& tables, const Request& request, Compiler candidate) {
    if (request.nixpkgs_exact) return {Fate::usable, request.stdenv.libstdcxx};
    std::set<int> on_offer(request.libstdcxx_headers.begin(), request.libstdcxx_headers.end());
    if (on_offer.empty())
        for (const LibstdcxxRow& row : tables.libstdcxx) on_offer.insert(row.gcc.major);
    const CxxStandard standard = standard_with(tables, request, candidate);
    const SlowLimit by_nvcc = nvcc_limit(tables, request, candidate, standard);
    const std::optional<int> by_clang = clang_limit(tables, candidate.major, standard);
    std::set<int> parsable;
    std::set<int> working;
    for (const int headers : on_offer) {
        if (!by_nvcc.max || headers > *by_nvcc.max) continue;
        if (!by_nvcc.is_measured && (!by_clang || headers > *by_clang)) continue;
        if (headers > request.stdenv.libstdcxx && !request.stdenv.nonshared) continue;
        parsable.insert(headers);
        if (!is_broken(tables, request, candidate, headers)) working.insert(headers);
    }
    if (!working.empty()) return {Fate::usable, *working.rbegin()};
    return {parsable.empty() ? Fate::headers_too_new : Fate::known_broken, {}};
}

}  // namespace

std::map<Compiler, Judged> judge_all(const Tables& tables, const Request& request) {
    const Family family = request.stdenv.compiler.family;
    const MajorRange range = range_of(tables, request, family);
    const bool unchecked = is_unchecked(tables, request);
    const Fate on_system = fate_on_system(tables, request);
    std::map<Compiler, Judged> judged;
    for (const Family candidate_family : {Family::gcc, Family::clang})
        for (int major = 1; major <= 30; ++major) {
            const Compiler candidate{candidate_family, major};
            Judged& answer = judged[candidate];
            if (on_system != Fate::usable) answer = {on_system, {}};
            else if (candidate_family != family) answer = {Fate::other_family, {}};
            else if (unchecked) answer = {Fate::usable, {}};  // nothing is known about headers there
            else if (range.min && major < *range.min) answer = {Fate::too_old, {}};
            else if (major > *range.max) answer = {Fate::too_new, {}};
            else if (request.standard && !request.nixpkgs_exact &&
                     is_refused_by_nvcc(tables, request.cuda, candidate, *request.standard))
                answer = {Fate::standard_not_taken, {}};
            else if (family == Family::gcc) answer = judge_gcc(tables, request, candidate);
            else answer = judge_clang(tables, request, candidate);
        }
    return judged;
}

std::optional<Compiler> choose(const std::map<Compiler, Judged>& judged, Compiler stdenv,
                               std::span<const Compiler> available) {
    if (judged.at(stdenv).fate == Fate::usable) return stdenv;
    std::optional<Compiler> newest;
    for (const Compiler candidate : available)
        if (judged.at(candidate).fate == Fate::usable && (!newest || candidate.major > newest->major))
            newest = candidate;
    return newest;
}

}  // namespace cudastdenv::laws
