// SPDX-License-Identifier: MIT
#include "resolve/releases.hpp"

#include "resolve/host_compiler.hpp"
#include "resolve/jetpacks.hpp"

namespace cudastdenv {

namespace {

/// The release's highest baseline capability whose machine code runs on a GPU of that capability.
std::optional<Capability> machine_code_for(const Tables& tables, Capability gpu, Version release) noexcept {
    const Capability device = baseline_of(number_in(tables, gpu, release));
    const CapabilityRow* highest = find_last_in(tables.capabilities, [&](const CapabilityRow& row) {
        return row.nvcc.takes_in(release) && row.capability.kind == Capability::Kind::baseline &&
               !code_obstacle(tables, {Code::Form::machine_code, row.capability}, device);
    });
    return highest ? std::optional(highest->capability) : std::nullopt;
}

/// Which releases build machine code for it.
Diagnostic no_machine_code(const Tables& tables, const Gpu& gpu) {
    std::optional<Version> first, last;
    for (const Release& release : tables.releases) {
        if (!machine_code_for(tables, gpu.capability, release.version)) continue;
        if (!first) first = release.version;
        last = release.version;
    }
    const bool is_over = last && last != tables.releases.back().version;
    return {!first    ? "no-machine-code"
            : is_over ? "machine-code-between"
                      : "machine-code-from",
            {{"gpu", std::string(gpu.name) + " (" + to_string(gpu.capability) + ")"},
             {"first", first.value_or(Version{})},
             {"last", last.value_or(Version{})}}};
}

/// A set of conditions: bit i is the condition of index i.
using Subset = std::uint32_t;

constexpr Subset bit_of(std::size_t condition) noexcept { return Subset{1} << condition; }

using Verdict = std::variant<FittingRelease, LeftOutRelease>;

/// Checks some of a question's conditions for one release after the other.
class ReleaseMatcher {
public:
    ReleaseMatcher(const Tables& tables, const ReleasesQuestion& question, Subset subset)
        : tables_(tables), question_(question), subset_(subset) {
        request_.policy = question.policy;
        assume_system();
        assume_stdenv();
    }
    ReleaseMatcher(const ReleaseMatcher&) = delete;
    ReleaseMatcher& operator=(const ReleaseMatcher&) = delete;

    [[nodiscard]] std::string_view system() const noexcept { return request_.system; }

    /// Whether all conditions are met, otherwise the first obstacle. rejections() has the candidates' reasons.
    [[nodiscard]] Verdict judge(const Release& release) {
        set_release(release);
        for (const auto check :
             {&ReleaseMatcher::check_capability_list, &ReleaseMatcher::check_gpus, &ReleaseMatcher::check_platform,
              &ReleaseMatcher::check_driver, &ReleaseMatcher::check_standard})
            if (Found found = (this->*check)()) return *std::move(found);
        return choose_host();
    }

    /// Why no candidate works with the last judged release.
    [[nodiscard]] std::vector<Rejection> rejections() {
        std::vector<Rejection> all;
        const auto add = [&](const Rejection& rejection) {
            if (rejection.reason.id != "other-family") all.push_back(rejection);
        };
        if (any_of_.empty()) std::ranges::for_each(resolve(tables_, request_).rejected, add);
        for (const Compiler compiler : any_of_) {
            set_host(compiler);
            std::ranges::for_each(resolve(tables_, request_).rejected, add);
        }
        return all;
    }

private:
    using Found = std::optional<LeftOutRelease>;

    template <class Kind>
    const Kind* get() const noexcept {
        const auto found = index<Kind>();
        return found ? std::get_if<Kind>(&question_.conditions[*found]) : nullptr;
    }

    template <class Kind>
    std::optional<std::size_t> index() const noexcept {
        for (std::size_t i = 0; i < question_.conditions.size(); ++i)
            if ((subset_ & bit_of(i)) != 0 && std::holds_alternative<Kind>(question_.conditions[i])) return i;
        return std::nullopt;
    }

    /// The condition that limits the host compilers.
    std::optional<std::size_t> index_of_compiler() const noexcept {
        if (const auto compiler = index<CompilerCondition>()) return compiler;
        if (const auto stdenv = index<Environment>()) return stdenv;
        // With the assumed stdenv's compilers, only these conditions can exclude all of them.
        if (const auto standard = index<StandardCondition>()) return standard;
        return index<GlibcCondition>();
    }

    /// The condition that makes the advisory apply.
    std::optional<std::size_t> index_of(const AdvisoryRow& advisory) const noexcept {
        const AdvisoryCondition& when = advisory.when;
        const auto stdenv = index<Environment>();
        if (when.glibc) return get<GlibcCondition>() ? index<GlibcCondition>() : stdenv;
        if ((when.standard_min || when.standard_max) && get<StandardCondition>()) return index<StandardCondition>();
        if (when.libstdcxx_library && stdenv) return stdenv;
        if (const auto compiler = index_of_compiler()) return compiler;
        return index<SystemCondition>();
    }

    void assume_system() {
        if (const auto* condition = get<SystemCondition>()) {
            request_.system = condition->system;
            request_.any_system = condition->any_system;
            request_.redist_asked = condition->redist_asked;
            return;
        }
        const auto* environment = get<Environment>();
        if (environment && environment->system) request_.system = *environment->system;
        request_.any_system = environment && environment->any_system;
        // This machine's system was not typed by the user; it has priority over the GPUs' system.
        if (request_.any_system) return;
        const auto* gpus = get<GpuCondition>();
        const auto* driver = get<DriverCondition>();
        std::vector<Capability> listed;
        if (const auto* list = get<CapabilitiesCondition>())
            for (const ListedCapability& one : *list) {
                const auto* capability = std::get_if<Capability>(&one);
                listed.push_back(capability ? *capability : Capability{});  // a name never means a Jetson
            }
        const std::string_view implied = implied_system(tables_,
                                                        gpus ? std::span<const Gpu>(*gpus) : std::span<const Gpu>(),
                                                        listed, driver ? std::optional(*driver) : std::nullopt);
        if (!implied.empty()) request_.system = implied;
    }

    void assume_stdenv() {
        Stdenv& stdenv = request_.stdenv;
        if (const auto* environment = get<Environment>()) {
            stdenv = environment->stdenv;
            request_.available = environment->available;
            request_.compiler_versions = environment->versions;
            request_.libstdcxx_headers = environment->libstdcxx_headers;
        } else {
            // Only the compiler and the libstdc++ of an assumed stdenv count; the rest does not describe this machine.
            const EnvironmentRow& assumed = *find_environment(tables_, tables_.assumed_environment);
            stdenv.compiler = assumed.compiler;
            stdenv.libstdcxx = assumed.libstdcxx;
            known_ = known_compilers(tables_);
            request_.available = known_;
        }
        if (const auto* glibc = get<GlibcCondition>()) stdenv.glibc = *glibc;
        if (const auto* compilers = get<CompilerCondition>()) {
            any_of_ = compilers->any_of;
            versions_ = compilers->versions;
            versions_.insert(versions_.end(), request_.compiler_versions.begin(), request_.compiler_versions.end());
            request_.compiler_versions = versions_;
            sort_by_preference(any_of_, stdenv.compiler.family);
            request_.available = {};
        }
    }

    /// Makes it the stdenv's own compiler, so that it is chosen if it works, with any family.
    void set_host(Compiler compiler) {
        Stdenv& stdenv = request_.stdenv;
        stdenv.compiler = compiler;
        if (!index<Environment>()) stdenv.libstdcxx = default_libstdcxx(tables_, compiler);
    }

    void set_release(const Release& release) {
        release_ = &release;
        request_.cuda = release.version;
        const auto* standard = get<StandardCondition>();
        request_.standard = standard ? std::optional(*standard) : std::nullopt;
        request_.toolkit_headers.reset();
        if (const auto* environment = get<Environment>())
            for (const auto& [known, headers] : environment->toolkit_headers)
                if (known == release.version) request_.toolkit_headers = headers;

        capabilities_.clear();
        unknown_name_.reset();
        if (const auto* list = get<CapabilitiesCondition>())
            for (const ListedCapability& listed : *list) {
                const std::vector<Capability> meant = capabilities_of(tables_, release.version, listed);
                capabilities_.insert(capabilities_.end(), meant.begin(), meant.end());
                if (meant.empty() && !unknown_name_)
                    unknown_name_ = left_out(index<CapabilitiesCondition>(),
                                             Diagnostic{"no-such-architecture",
                                                        {{"release", release.version},
                                                         {"architecture", std::get<std::string_view>(listed)}}});
            }
        listed_ = capabilities_.size();
        if (const auto* condition = get<GpuCondition>())
            for (const Gpu& gpu : *condition)
                if (const auto code = machine_code_for(tables_, gpu.capability, release.version))
                    capabilities_.push_back(*code);
        request_.capabilities = capabilities_;
    }

    LeftOutRelease left_out(std::optional<std::size_t> condition, ReleaseObstacle obstacle) const {
        return {.release = release_, .condition = condition, .obstacle = std::move(obstacle)};
    }

    Found check_capability_list() {
        if (unknown_name_) return unknown_name_;
        Request listed = request_;
        listed.capabilities = listed.capabilities.first(listed_);
        std::vector<Diagnostic> problems = check_capabilities(tables_, listed);
        if (problems.empty()) return std::nullopt;
        return left_out(index<CapabilitiesCondition>(), std::move(problems.front()));
    }

    Found check_gpus() {
        const auto* condition = get<GpuCondition>();
        if (!condition) return std::nullopt;
        for (const Gpu& gpu : *condition)
            if (!machine_code_for(tables_, gpu.capability, release_->version))
                return left_out(index<GpuCondition>(), no_machine_code(tables_, gpu));
        // The GPUs and the list must share a platform. They need not be built in one list.
        for (const Diagnostic& problem : check_capabilities(tables_, request_))
            if (problem.id != "slot-conflict") return left_out(index<GpuCondition>(), problem);
        for (const Gpu& gpu : *condition)
            if (const auto obstacle = jetpack_obstacle(tables_, jetpacks_of(request_), gpu, release_->version))
                return left_out(index<GpuCondition>(), *obstacle);
        return std::nullopt;
    }

    Found check_platform() {
        std::optional<std::size_t> condition = index<SystemCondition>();
        if (!condition) condition = index<CapabilitiesCondition>();
        if (!condition) condition = index<GpuCondition>();
        const Platform platform = find_platform(tables_, request_);
        const std::string_view asked = request_.redist_asked;
        if (!asked.empty() && !capabilities_.empty() && platform.row && platform.row->redist != asked)
            return left_out(condition, other_platform(asked, platform.row->redist));
        if (!platform.row || !platform.has_release)
            return left_out(condition, no_platform(platform, request_, "system-not-shipped"));
        return std::nullopt;
    }

    /// Also remembers whether the driver compiles the release's PTX.
    Found check_driver() {
        const auto* condition = get<DriverCondition>();
        if (!condition) return std::nullopt;
        const auto* gpus = get<GpuCondition>();
        DriverAnswer answer = judge_driver(tables_, request_, *condition,
                                           gpus ? std::span<const Gpu>(*gpus) : std::span<const Gpu>());
        loads_ptx_ = answer.ptx_loads;
        const bool by_itself = answer.support == DriverSupport::native ||
                               answer.support == DriverSupport::minor_version;
        if (by_itself && runs(answer) == true) return std::nullopt;
        return left_out(index<DriverCondition>(), std::move(answer));
    }

    Found check_standard() {
        const std::optional<CxxStandard> newest = release_->newest_standard;
        if (!newest || !request_.standard || *request_.standard <= *newest) return std::nullopt;
        return left_out(index<StandardCondition>(),
                        Diagnostic{"no-such-standard", {{"newest", *newest}}, release_->sources});
    }

    /// The host compiler as resolve() chooses it, or the advisory that breaks it; absent if no compiler was chosen.
    std::optional<Verdict> try_host() const {
        const std::optional<HostCompiler> host = cudastdenv::choose_host(tables_, request_);
        if (!host) return std::nullopt;
        FittingRelease fitting{{.release = release_->version,
                                .host_compiler = host->compiler,
                                .view = host->range.view,
                                .preview = release_->preview,
                                .headers_inferred = host->headers_inferred,
                                .loads_ptx = loads_ptx_},
                               release_};
        const Situation situation = situation_of(request_, host->compiler, host->headers, host->standard);
        if (const AdvisoryRow* advisory = find_any_breakage(tables_, situation))
            return left_out(index_of(*advisory), known_broken(*advisory));
        for (const AdvisoryRow* spared : exempt_by_headers(tables_, situation)) fitting.spared.push_back(spared->id);
        if (!situation.glibc) fitting.glibc_from = first_glibc_in_question(tables_, situation);
        return fitting;
    }

    Verdict choose_host() {
        std::optional<Verdict> best;
        if (any_of_.empty()) best = try_host();
        for (const Compiler compiler : any_of_) {
            set_host(compiler);
            auto tried = try_host();
            if (tried && std::holds_alternative<FittingRelease>(*tried)) return *std::move(tried);
            if (!best) best = std::move(tried);
        }
        if (best) return *std::move(best);
        const auto condition = is_ruled_out_by_system(tables_, request_) ? index<SystemCondition>()
                                                                         : index_of_compiler();
        return left_out(condition, NoHostCompiler{});
    }

    const Tables& tables_;
    const ReleasesQuestion& question_;
    Subset subset_;
    std::vector<Compiler> any_of_;           ///< the given compilers, the best first
    std::vector<Compiler> known_;            ///< used without given compilers and without an environment
    std::vector<CompilerVersion> versions_;  ///< of the given ones, then the stdenv's
    const Release* release_ = nullptr;       ///< the one being judged
    std::vector<Capability> capabilities_;   ///< in that release: those listed, then one for each GPU
    std::size_t listed_ = 0;                 ///< how many of them are from the list
    std::optional<LeftOutRelease> unknown_name_;
    std::optional<bool> loads_ptx_;  ///< of the driver, if one is a condition; absent: unknown
    Request request_;
};

std::vector<std::size_t> indices_of(Subset subset) {
    std::vector<std::size_t> indices;
    for (std::size_t i = 0; bit_of(i) <= subset; ++i)
        if ((subset & bit_of(i)) != 0) indices.push_back(i);
    return indices;
}

/// Finds sets of a question's conditions that cannot be met together.
class ConflictSearch {
public:
    ConflictSearch(const Tables& tables, const ReleasesQuestion& question)
        : tables_(tables), question_(question), holds_(std::size_t{1} << question.conditions.size(), unknown) {}

    /// The smallest set within `all`, not satisfiable itself, of which no superset within `all` is satisfiable; the
    /// first of several.
    [[nodiscard]] Conflict smallest_conflict(Subset all) {
        // A condition can make others satisfiable (a newer compiler than the environment's own). So a set conflicts
        // only if no addition helps, and the larger sets come first.
        std::vector<bool> conflicting(holds_.size(), false);
        Conflict smallest = indices_of(all);
        for (Subset subset = all;; subset = (subset - 1) & all) {
            bool helped = false;
            for (const std::size_t other : indices_of(all & ~subset))
                helped = helped || !conflicting[subset | bit_of(other)];
            conflicting[subset] = !helped && !holds(subset);
            const Conflict indices = indices_of(subset);
            if (conflicting[subset] && std::pair(indices.size(), indices) < std::pair(smallest.size(), smallest))
                smallest = indices;
            if (subset == 0) return smallest;
        }
    }

private:
    enum State : char { unknown, no, yes };

    [[nodiscard]] bool holds(Subset subset) {
        State& state = holds_[subset];
        if (state != unknown) return state == yes;
        ReleaseMatcher judge(tables_, question_, subset);
        const auto fits = [&](const Release& release) {
            return std::holds_alternative<FittingRelease>(judge.judge(release));
        };
        state = std::any_of(tables_.releases.rbegin(), tables_.releases.rend(), fits) ? yes : no;
        return state == yes;
    }

    const Tables& tables_;
    const ReleasesQuestion& question_;
    std::vector<State> holds_;
};

/// Judges every release, newest first, by some of the conditions.
FoundReleases judge_all(const Tables& tables, const ReleasesQuestion& question, Subset subset) {
    ReleaseMatcher judge(tables, question, subset);
    FoundReleases answer;
    answer.system = judge.system();
    const auto is_public = [](const FittingRelease& fitting) { return !fitting.preview; };
    for (auto release = tables.releases.rbegin(); release != tables.releases.rend(); ++release) {
        auto verdict = judge.judge(*release);
        if (const auto* fitting = std::get_if<FittingRelease>(&verdict)) {
            answer.releases.push_back(*fitting);
            continue;
        }
        auto& left_out = std::get<LeftOutRelease>(verdict);
        if (auto* none = std::get_if<NoHostCompiler>(&left_out.obstacle)) none->rejected = judge.rejections();
        answer.left_out.push_back(std::move(left_out));
    }
    if (std::ranges::none_of(answer.releases, is_public)) return answer;
    for (const FittingRelease& fitting : answer.releases)
        if (fitting.preview)
            answer.left_out.push_back({.release = fitting.row,
                                       .condition = {},
                                       .obstacle = Diagnostic{"preview-too", {}, fitting.row->sources}});
    std::erase_if(answer.releases, std::not_fn(is_public));
    std::ranges::stable_sort(answer.left_out, std::greater{},
                             [](const LeftOutRelease& left_out) { return left_out.release->version; });
    return answer;
}

}  // namespace

ReleaseSet fitting_releases(const Tables& tables, const ReleasesQuestion& question) {
    ReleaseMatcher judge(tables, question, bit_of(question.conditions.size()) - 1);
    ReleaseSet fitting;
    for (const Release& release : tables.releases)
        fitting.push_back(std::holds_alternative<FittingRelease>(judge.judge(release)));
    return fitting;
}

FoundReleases find_releases(const Tables& tables, const ReleasesQuestion& question) {
    const Subset all = bit_of(question.conditions.size()) - 1;
    FoundReleases answer = judge_all(tables, question, all);
    if (!answer.releases.empty()) return answer;

    ConflictSearch search(tables, question);
    answer.conflict = search.smallest_conflict(all);
    for (const std::size_t condition : answer.conflict) {
        const Subset others = all & ~bit_of(condition);
        GivenUp given_up{.condition = condition, .releases = {}, .conflict = {}};
        for (const FittingRelease& fitting : judge_all(tables, question, others).releases)
            given_up.releases.push_back(fitting.row);
        if (given_up.releases.empty()) given_up.conflict = search.smallest_conflict(others);
        answer.given_up.push_back(std::move(given_up));
    }
    return answer;
}

}  // namespace cudastdenv
