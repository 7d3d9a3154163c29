// SPDX-License-Identifier: MIT
#include "resolve/host_compiler.hpp"

#include "tables/lookup.hpp"

#include <limits>
#include <tuple>

namespace cudastdenv {

namespace {

/// Whether the condition has the compiler's version; absent: it has some versions of the major only.
std::optional<bool> has_version(const AdvisoryCondition& when, const Situation& situation) noexcept {
    if (!situation.compiler) return false;
    const Version lowest = situation.compiler_version.value_or(Version{situation.compiler->major, 0, 0});
    const Version highest =
        situation.compiler_version.value_or(Version{situation.compiler->major, std::numeric_limits<int>::max(), 0});
    bool may_have = false;
    for (const VersionRange& range : when.compiler_versions) {
        if (range.contains(lowest) && range.contains(highest)) return true;
        const bool ends_before = range.max && is_before(*range.max, lowest);
        may_have = may_have || (!ends_before && !(range.min && is_before(highest, *range.min)));
    }
    return may_have ? std::nullopt : std::optional(false);
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
    // If the headers' place is unknown, nothing is exempt.
    if (when.unless && situation.compiler && situation.compiler->family == when.unless->family &&
        situation.toolkit_headers == when.unless->toolkit_headers)
        return false;
    return !when.system || *when.system == situation.system;
}

/// Checks the release first, in a function short enough to inline: it excludes most rows.
inline bool holds_apart_from_glibc(const AdvisoryCondition& when, const Situation& situation) noexcept {
    if (when.releases && !when.releases->contains(situation.release)) return false;
    return holds_for_release(when, situation);
}

/// The GCC major whose symbols are available at load time. Newer symbols of `headers` may be linked statically.
int library_for(const Stdenv& stdenv, std::optional<int> headers) noexcept {
    return std::max(stdenv.libstdcxx, linkable_libstdcxx(stdenv, headers.value_or(0)));
}

/// The situation of code from the stdenv's own compiler.
Situation of_stdenv(const Stdenv& stdenv, Situation situation) noexcept {
    situation.compiler = stdenv.compiler;
    situation.headers = stdenv.compiler.family == Compiler::Family::gcc ? std::optional(stdenv.compiler.major)
                                                                        : std::nullopt;
    situation.library = library_for(stdenv, situation.headers);
    return situation;
}

/// The advisories that no patch of the environment fixes and for which `is_wanted` is true, the most severe first.
template <class IsWanted>
std::vector<const AdvisoryRow*> unfixed_advisories_if(const Tables& tables, const Situation& situation,
                                                      IsWanted is_wanted) {
    std::vector<const AdvisoryRow*> found;
    for (const AdvisoryRow& advisory : tables.advisories)
        if (!is_fixed(advisory, situation) && is_wanted(advisory)) found.push_back(&advisory);
    std::ranges::stable_sort(found, {}, &AdvisoryRow::severity);
    return found;
}

/// The first breakage whose condition `applies`.
template <class Applies>
const AdvisoryRow* find_broken(const Tables& tables, const Situation& situation, Applies applies) noexcept {
    for (const AdvisoryRow& advisory : tables.advisories)
        if (advisory.breaks() && applies(advisory.when) && !is_fixed(advisory, situation)) return &advisory;
    return nullptr;
}

/// The policy's own view, or the next one with data. The loader ensures that there is one.
Policy first_view_from(const HostCompilerRow& row, Policy policy) noexcept {
    for (const Policy view : {Policy::nixpkgs, Policy::documented, Policy::enforced})
        if (view >= policy && view_of(row, view)) return view;
    return Policy::documented;
}

/// The documented lower bound of the newest earlier release. NVIDIA has only ever raised it with a major release.
std::optional<Bound> earlier_documented_min(const Tables& tables, Version release, Compiler::Family family) noexcept {
    const HostCompilerRow* row = find_last_in(tables.host_compilers, [&](const HostCompilerRow& one) {
        return one.family == family && one.last < release && one.documented && one.documented->min;
    });
    if (!row) return std::nullopt;
    return Bound{*row->documented->min, Policy::documented, row->documented->sources, row->last};
}

/// In place: constructing the bound elsewhere and moving it is the slowest part of a pick.
void set_bound(std::optional<Bound>& bound, int major, Policy view, SourceIds sources) noexcept {
    Bound& made = bound.emplace();
    made.major = major;
    made.view = view;
    made.sources = sources;
}

HostCompilerRange range_of(const Tables& tables, const HostCompilerRow& row, Version release, Policy policy,
                           bool nixpkgs_exact) noexcept {
    const Policy view = first_view_from(row, policy);
    const HostRange& range = *view_of(row, view);
    HostCompilerRange result{.min = std::nullopt, .max = {range.max, view, range.sources}, .view = view};
    if (range.min) set_bound(result.min, *range.min, view, range.sources);
    if (nixpkgs_exact || !row.enforced) return result;

    const HostRange& enforced = *row.enforced;
    if (enforced.max < result.max.major) result.max = {enforced.max, Policy::enforced, enforced.sources};
    // The header's lower bound is only the one it checks; a documented bound is preferred.
    if (view == Policy::enforced && policy != Policy::enforced)
        if (const auto earlier = earlier_documented_min(tables, release, row.family)) result.min = earlier;
    if (enforced.min && (!result.min || result.min->major < *enforced.min))
        set_bound(result.min, *enforced.min, Policy::enforced, enforced.sources);
    return result;
}

/// Judges a request's candidates one by one. Allocates only for the reason of a rejection.
class HostCompilerSelector {
public:
    HostCompilerSelector(const Tables& tables, const Request& request)
        : tables_(tables),
          request_(request),
          range_(host_compiler_range(tables, request.cuda, request.stdenv.compiler.family, request.policy,
                                     request.nixpkgs_exact)),
          standard_(request.standard ? *request.standard : default_standard(*find_release(tables, request.cuda))),
          ruled_out_by_system_(is_ruled_out_by_system(tables, request)),
          unchecked_(request.nixpkgs_exact && find_platform(tables, request).redist == unsupported_redist) {}

    void answer(Resolution& resolution) const {
        const std::optional<Compiler> chosen = choose();
        resolution.standard = standard_of(chosen.value_or(request_.stdenv.compiler));
        // The stdenv's compiler and the available ones, sorted, once each.
        std::vector<Compiler> candidates(request_.available.begin(), request_.available.end());
        candidates.push_back(request_.stdenv.compiler);
        sort_by_preference(candidates, request_.stdenv.compiler.family);
        resolution.rejected.reserve(candidates.size());
        for (const Compiler candidate : candidates) {
            const Assessment found = assess(candidate);
            if (candidate == chosen) {
                resolution.host = host(candidate);
                if (resolution.host->headers_inferred) note_headers(resolution);
            } else {
                Diagnostic reason = found.obstacle == Obstacle::none ? Diagnostic{"superseded", {{"by", *chosen}}}
                                                                     : reason_of(found, candidate);
                resolution.rejected.push_back({candidate, std::move(reason), version_of(request_, candidate),
                                               hidden_by(found, candidate), check_refuses(candidate)});
            }
        }
        if (!ruled_out_by_system_) note_range(resolution);
    }

    [[nodiscard]] HostCompiler host(Compiler chosen) const {
        const std::optional<int> headers = assess(chosen).headers;
        return {.compiler = chosen,
                .version = version_of(request_, chosen),
                .uses_stdenv = chosen == request_.stdenv.compiler,
                .range = range_,
                .headers = headers,
                .headers_inferred = headers && !were_measured_to_work(tables_, *find_release(tables_, request_.cuda),
                                                                      chosen, standard_of(chosen), *headers),
                .standard = standard_of(chosen)};
    }

    /// The stdenv's own compiler if it is usable, otherwise the newest usable one of the available ones.
    [[nodiscard]] std::optional<Compiler> choose() const noexcept {
        if (is_usable(request_.stdenv.compiler)) return request_.stdenv.compiler;
        if (ruled_out_by_system_) return std::nullopt;
        // Newest first, from the end of the range: the first usable one is the answer.
        Compiler candidate{request_.stdenv.compiler.family,
                           unchecked_ ? std::numeric_limits<int>::max() : range_.max.major + 1};
        while (true) {
            int newest = 0;
            for (const Compiler other : request_.available) {
                if (other.family != candidate.family || other.major >= candidate.major) continue;
                newest = std::max(newest, other.major);
                if (newest == candidate.major - 1) break;
            }
            if (newest == 0) return std::nullopt;
            candidate.major = newest;
            if (is_usable(candidate)) return candidate;
        }
    }

private:
    /// The C++ standard of the candidate: the requested one, or the newest up to C++17 that it and the release support.
    [[nodiscard]] CxxStandard standard_of(Compiler candidate) const noexcept {
        if (request_.standard) return *request_.standard;
        for (const CxxStandard standard : {CxxStandard::cxx17, CxxStandard::cxx14})
            if (standard <= standard_ && !standard_obstacle(tables_, request_.cuda, candidate, standard))
                return standard;
        return CxxStandard::cxx11;
    }

    enum class Obstacle : std::uint8_t {
        none,
        system,
        other_family,
        too_old,
        too_new,
        standard_not_taken,
        newer_libstdcxx,
        headers_too_new,
        broken,
    };
    /// A verdict without its reason: only a few bytes, because most candidates only need a yes or no.
    struct Assessment {
        Obstacle obstacle = Obstacle::none;
        const AdvisoryRow* advisory = nullptr;  ///< what breaks it
        std::optional<int> headers = std::nullopt;
    };

    /// Other advisories on a rejected candidate, the worst first.
    [[nodiscard]] std::vector<const AdvisoryRow*> hidden_by(const Assessment& found, Compiler candidate) const {
        using enum Obstacle;
        if (found.obstacle == system || found.obstacle == other_family || found.obstacle == none) return {};
        std::vector<const AdvisoryRow*> hidden = compiler_advisories(
            tables_, situation_of(request_, candidate, headers_of(candidate), standard_of(candidate)));
        if (found.obstacle == broken) std::erase(hidden, found.advisory);
        return hidden;
    }

    [[nodiscard]] bool check_refuses(Compiler compiler) const noexcept {
        const HostCompilerRow* row = find_host_compilers(tables_, compiler.family, request_.cuda);
        return row && row->enforced && !MajorRange{row->enforced->min, row->enforced->max}.contains(compiler.major);
    }

    static void note_headers(Resolution& resolution) {
        const Compiler compiler = resolution.host->compiler;
        const int headers = resolution.host->headers.value_or(0);
        const bool its_own = compiler == Compiler{Compiler::Family::gcc, headers};
        add_note(resolution, its_own ? "own-headers-inferred" : "headers-inferred",
                 {{"compiler", compiler}, {"headers", headers}, {"standard", resolution.standard}});
    }

    void note_range(Resolution& resolution) const {
        if (unchecked_) return add_note(resolution, "unsupported-system", {{"system", request_.system}});
        if (range_.view != request_.policy)
            add_note(resolution, "range-fallback",
                     {{"wanted", format_view(request_.policy)},
                      {"release", request_.cuda},
                      {"used", format_view(range_.view)}});
        if (range_.min && range_.min->inferred_from)
            add_note(resolution, "lower-bound-inferred",
                     {{"family", request_.stdenv.compiler.family},
                      {"major", range_.min->major},
                      {"from", *range_.min->inferred_from},
                      {"cuda", cuda_of(request_)}},
                     range_.min->sources);
    }

    [[nodiscard]] Assessment assess(Compiler candidate) const noexcept {
        if (ruled_out_by_system_) return {Obstacle::system};
        if (candidate.family != request_.stdenv.compiler.family) return {Obstacle::other_family};
        if (unchecked_) return {};
        if (range_.min && candidate.major < range_.min->major) return {Obstacle::too_old};
        if (candidate.major > range_.max.major) return {Obstacle::too_new};
        if (request_.standard && !request_.nixpkgs_exact &&
            standard_obstacle(tables_, request_.cuda, candidate, *request_.standard))
            return {Obstacle::standard_not_taken};
        return candidate.family == Compiler::Family::clang ? assess_clang(candidate) : assess_gcc(candidate);
    }

    [[nodiscard]] bool is_usable(Compiler candidate) const noexcept {
        return assess(candidate).obstacle == Obstacle::none;
    }

    [[nodiscard]] Assessment assess_gcc(Compiler candidate) const noexcept {
        const Assessment usable{.headers = candidate.major};
        if (request_.nixpkgs_exact) return usable;
        if (candidate.major > linkable_libstdcxx(request_.stdenv, candidate.major)) return {Obstacle::newer_libstdcxx};
        if (const AdvisoryRow* advisory = breakage(candidate, candidate.major)) return {Obstacle::broken, advisory};
        return usable;
    }

    // Not inlined: pick_host_compiler() is flattened, and its path for a GCC must stay short.
    [[gnu::noinline]] Assessment assess_clang(Compiler candidate) const noexcept {
        const HeadersLimit parsed =
            headers_limit(nvcc_limit(candidate), clang_headers_limit(tables_, candidate.major, standard_of(candidate)));
        Assessment found;
        const int limit = parsed.max ? linkable_libstdcxx(request_.stdenv, *parsed.max) : 0;
        // Newest first: the first that nothing breaks is the answer.
        for (int headers = newest_headers_up_to(limit); headers > 0 && !found.headers;
             headers = newest_headers_up_to(headers - 1)) {
            if (const AdvisoryRow* advisory = breakage(candidate, headers)) found.advisory = advisory;
            else found.headers = headers;
        }
        // nixpkgs has one libstdc++ only, the stdenv's, for headers and library.
        if (request_.nixpkgs_exact) found.headers = request_.stdenv.libstdcxx;
        if (!found.headers) found.obstacle = found.advisory ? Obstacle::broken : Obstacle::headers_too_new;
        return found;
    }

    [[nodiscard]] HeadersLimit nvcc_limit(Compiler candidate) const noexcept {
        return nvcc_headers_limit(tables_, *find_release(tables_, request_.cuda), candidate, standard_of(candidate));
    }

    /// The reason of a candidate outside the bound.
    [[nodiscard]] static Diagnostic beyond_bound(std::string_view id, const Bound& bound) {
        Diagnostic reason{id, {{"view", format_view(bound.view)}, {"major", bound.major}}, bound.sources};
        if (bound.inferred_from) {
            reason.id = "too-old-as-before";
            reason.arguments.emplace_back("from", *bound.inferred_from);
        }
        return reason;
    }

    /// The reason: the newest GCC major whose headers nvcc with the candidate, and the candidate, can parse; or none.
    [[nodiscard]] Diagnostic no_headers_fit(Compiler candidate) const {
        const HeadersLimit nvcc = nvcc_limit(candidate);
        const HeadersLimit clang = clang_headers_limit(tables_, candidate.major, standard_of(candidate));
        const HeadersLimit both = headers_limit(nvcc, clang);
        return {clang.max ? "headers-too-new" : "headers-none",
                {{"nvcc", nvcc.max.value_or(0)},
                 {"clang", clang.max.value_or(0)},
                 {"how", both.end_inferred ? " (expected, not tested)" : ""}},
                both.sources};
    }

    /// `found` has an obstacle.
    [[nodiscard]] Diagnostic reason_of(const Assessment& found, Compiler candidate) const {
        switch (found.obstacle) {
            case Obstacle::other_family:
                return {"other-family",
                        {{"family", request_.stdenv.compiler.family == Compiler::Family::gcc ? "GCC" : "Clang"}}};
            case Obstacle::too_old: return beyond_bound("too-old", *range_.min);
            case Obstacle::too_new: return beyond_bound("too-new", range_.max);
            case Obstacle::standard_not_taken: {
                const StandardLimit limit = standard_obstacle(tables_, request_.cuda, candidate, standard_).value();
                return {limit.is_of_nvcc ? "standard-not-taken" : "compiler-lacks-standard",
                        {{"standard", limit.standard}, {"compiler", limit.oldest}},
                        limit.sources};
            }
            case Obstacle::newer_libstdcxx: {
                const LibstdcxxRow* row = find_libstdcxx(tables_, {candidate.major, 0});
                return {"newer-libstdcxx",
                        {{"own", candidate.major}, {"stdenv", request_.stdenv.libstdcxx}},
                        row ? row->sources : SourceIds{}};
            }
            case Obstacle::headers_too_new: return no_headers_fit(candidate);
            case Obstacle::broken: return known_broken(*found.advisory);
            case Obstacle::system:
            case Obstacle::none: break;
        }
        const Platform platform = find_platform(tables_, request_);
        if (!platform.row) return {"nothing-shipped", {{"system", request_.system}}};
        if (!platform.has_release) return no_platform(platform, request_, "system-not-shipped");
        return {"system-not-covered", {{"system", platform.row->nix}}};
    }

    /// The newest GCC major with libstdc++ headers, at most `limit`; 0 if no headers are that old.
    [[nodiscard]] int newest_headers_up_to(int limit) const noexcept {
        int newest = 0;
        const auto consider = [&](int headers) {
            if (headers <= limit) newest = std::max(newest, headers);
        };
        if (request_.libstdcxx_headers.empty()) {
            for (const LibstdcxxRow& row : tables_.libstdcxx) consider(row.gcc.major);
        } else {
            for (const int headers : request_.libstdcxx_headers) consider(headers);
        }
        return newest;
    }

    /// The headers of a GCC, or the best ones for a Clang.
    [[nodiscard]] int headers_of(Compiler candidate) const noexcept {
        if (candidate.family == Compiler::Family::gcc) return candidate.major;
        if (const auto headers = assess_clang(candidate).headers) return *headers;
        return newest_headers_up_to(request_.stdenv.libstdcxx);
    }

    [[nodiscard]] const AdvisoryRow* breakage(Compiler candidate, int headers) const noexcept {
        return find_breakage(tables_, situation_of(request_, candidate, headers, standard_of(candidate)));
    }

    const Tables& tables_;
    const Request& request_;
    HostCompilerRange range_;
    CxxStandard standard_;  ///< requested, or the newest up to C++17 that the release supports
    bool ruled_out_by_system_;
    bool unchecked_;  ///< reproduces nixpkgs on a system that it does not package: the stdenv's compiler stays
};

}  // namespace

Situation situation_of(const Request& request, std::optional<Compiler> compiler, std::optional<int> headers,
                       CxxStandard standard) noexcept {
    std::optional<Version> version = compiler ? version_of(request, *compiler) : std::nullopt;
    const auto& packaged = request.stdenv.packaged;
    if (!version && packaged && packaged->compiler == compiler) version = packaged->version;
    return {.release = request.cuda,
            .compiler = compiler,
            .headers = headers,
            .library = library_for(request.stdenv, headers),
            .glibc = request.stdenv.glibc,
            .compiler_version = version,
            .standard = standard,
            .system = request.system,
            .toolkit_headers = request.toolkit_headers,
            .fixed_advisories = request.stdenv.fixed_advisories};
}

bool holds(const AdvisoryCondition& when, const Situation& situation) noexcept {
    if (!holds_apart_from_glibc(when, situation)) return false;
    return !when.glibc || (situation.glibc && when.glibc->contains(*situation.glibc));
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
    return unfixed_advisories_if(tables, situation, [&](const AdvisoryRow& advisory) {
        // Linking code with a library concerns all compiled code, not only nvcc's.
        const bool is_about_linking = advisory.breaks() && advisory.when.compiler && advisory.when.libstdcxx_library;
        return holds(advisory.when, situation) || (is_about_linking && holds(advisory.when, own));
    });
}

std::vector<const AdvisoryRow*> compiler_advisories(const Tables& tables, const Situation& situation) {
    return unfixed_advisories_if(tables, situation, [&](const AdvisoryRow& advisory) {
        const bool breaks = advisory.breaks() && (advisory.when.compiler || advisory.when.libstdcxx_headers);
        const bool needs_care = advisory.severity == AdvisoryRow::Severity::caution && advisory.when.compiler;
        return (breaks || needs_care) && holds(advisory.when, situation);
    });
}

const AdvisoryRow* find_any_breakage(const Tables& tables, const Situation& situation) noexcept {
    return find_broken(tables, situation, [&](const AdvisoryCondition& when) { return holds(when, situation); });
}

std::vector<const AdvisoryRow*> exempt_by_headers(const Tables& tables, const Situation& situation) {
    Situation elsewhere = situation;
    elsewhere.toolkit_headers.reset();
    return unfixed_advisories_if(tables, situation, [&](const AdvisoryRow& advisory) {
        return advisory.breaks() && holds(advisory.when, elsewhere) && !holds(advisory.when, situation);
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

void sort_by_preference(std::vector<Compiler>& candidates, Compiler::Family stdenv) {
    sort_unique(candidates, [&](Compiler compiler) {
        return std::tuple(compiler.family != stdenv, -std::int64_t{compiler.major});
    });
}

HostCompilerRange host_compiler_range(const Tables& tables, Version release, Compiler::Family family, Policy policy,
                                      bool nixpkgs_exact) noexcept {
    const HostCompilerRow* row = find_host_compilers(tables, family, release);
    return row ? range_of(tables, *row, release, policy, nixpkgs_exact) : HostCompilerRange();
}

bool nvcc_refuses(const Tables& tables, Version release, Compiler compiler) noexcept {
    if (!find_host_compilers(tables, compiler.family, release)) return false;
    const HostCompilerRange range = host_compiler_range(tables, release, compiler.family, Policy::enforced, false);
    const auto is_known = [&](const Bound& bound) { return bound.view == Policy::enforced && !bound.inferred_from; };
    if (is_known(range.max) && compiler.major > range.max.major) return true;
    return range.min && is_known(*range.min) && compiler.major < range.min->major;
}

bool is_ruled_out_by_system(const Tables& tables, const Request& request) noexcept {
    if (request.nixpkgs_exact) return false;
    const Platform platform = find_platform(tables, request);
    // The tables list GCC and Clang for Linux; on other systems nvcc supports other compilers.
    return !platform.row || !platform.has_release || !platform.row->nix.ends_with("-linux");
}

void answer_host_compiler(const Tables& tables, const Request& request, Resolution& resolution) {
    HostCompilerSelector(tables, request).answer(resolution);
}

std::optional<HostCompiler> choose_host(const Tables& tables, const Request& request) {
    const HostCompilerSelector judge(tables, request);
    const std::optional<Compiler> chosen = judge.choose();
    return chosen ? std::optional(judge.host(*chosen)) : std::nullopt;
}

Request default_stdenv_request(const Tables& tables, const Release& release, Compiler compiler,
                               Policy policy) noexcept {
    Request request;
    request.cuda = release.version;
    request.policy = policy;
    request.stdenv.compiler = compiler;
    request.stdenv.libstdcxx = default_libstdcxx(tables, compiler);
    return request;
}

// Flattened: calls and arguments in memory were a fifth of its time.
[[gnu::flatten]] std::optional<Compiler> pick_host_compiler(const Tables& tables, const Request& asked) {
    const Request request = completed(tables, asked);
    return HostCompilerSelector(tables, request).choose();
}

}  // namespace cudastdenv
