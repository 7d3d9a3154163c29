// SPDX-License-Identifier: MIT
// Laws of the reverse query, compared with brute force: resolve() for each release.

#include "builtin.hpp"
#include "sample.hpp"

#include "resolve/releases.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

using namespace cudastdenv;

namespace {

Capability capability(const char* text) { return *parse_capability(text); }
Compiler compiler(const char* text) { return *parse_compiler(text); }
Environment environment(const char* id) { return environment_of(tables, *find_environment(tables, id)); }

/// Possible conditions, by kind.
const std::vector<std::vector<Condition>>& choices() {
    static const std::vector<std::vector<Condition>> all{
        {CapabilitiesCondition{capability("6.1"), capability("9.0")}, CapabilitiesCondition{capability("3.5")},
         CapabilitiesCondition{capability("8.7")}, CapabilitiesCondition{capability("10.1a")},
         CapabilitiesCondition{std::string_view("hopper"), capability("10.0f")},
         CapabilitiesCondition{capability("8.0")}},
        {GpuCondition{{"desktop", capability("12.0")}}, GpuCondition{{"jetson", capability("8.7")}},
         GpuCondition{{"thor", capability("11.0")}},
         GpuCondition{{"old", capability("7.0")}, {"new", capability("8.6")}}},
        {SystemCondition{"x86_64-linux", {}}, SystemCondition{"aarch64-linux", {}},
         SystemCondition{"aarch64-linux", "linux-aarch64"}, SystemCondition{"aarch64-linux", "linux-sbsa"},
         SystemCondition{"powerpc64le-linux", {}}, SystemCondition{"riscv64-linux", {}}},
        {DriverCondition{450, 80, 2}, DriverCondition{525, 60, 13}, DriverCondition{535, 54, 3}, DriverCondition{580}},
        {StandardCondition{CxxStandard::cxx14}, StandardCondition{CxxStandard::cxx20},
         StandardCondition{CxxStandard::cxx23}},
        {CompilerCondition{{compiler("gcc-6")}}, CompilerCondition{{compiler("gcc-11")}},
         CompilerCondition{{compiler("gcc-16")}}, CompilerCondition{{compiler("clang-18")}},
         CompilerCondition{{compiler("clang-14"), compiler("gcc-9"), compiler("gcc-13")}}},
        {environment("debian-12"), environment("debian-13"), environment("nixos-26.05"), environment("ubuntu-22.04"),
         environment("fedora-44")},
        {GlibcCondition{2, 31}, GlibcCondition{2, 38}, GlibcCondition{2, 42}},
    };
    return all;
}

template <class Kind>
const Kind* get(const std::vector<Condition>& conditions) {
    for (const Condition& condition : conditions)
        if (const Kind* found = std::get_if<Kind>(&condition)) return found;
    return nullptr;
}

bool jetson(Capability wanted) {
    for (const CapabilityRow& row : tables.capabilities)
        if (row.capability == baseline_of(wanted)) return row.jetson;
    return false;
}

/// The release's capability with machine code for the GPU; Thor was 10.1 until 12.9.
std::optional<Capability> gpu_code(Capability gpu, Version release) {
    if (gpu == Capability{11, 0} && release < Version{13, 0, 0}) gpu = {10, 1};
    std::optional<Capability> found;
    for (const CapabilityRow& row : tables.capabilities) {
        if (row.capability.kind != Capability::Kind::baseline || row.jetson != jetson(gpu)) continue;
        if (!VersionRange{row.nvcc.first, row.nvcc.last}.contains(release)) continue;
        if (row.capability.major == gpu.major && row.capability.minor <= gpu.minor) found = row.capability;
    }
    return found;
}

/// The NVIDIA platform of a list.
std::string platform_of(std::string_view system, const std::vector<Capability>& list, Version release) {
    if (system == "x86_64-linux") return "linux-x86_64";
    if (system == "powerpc64le-linux") return "linux-ppc64le";
    if (system != "aarch64-linux") return "";
    const Capability server_from = release < Version{13, 0, 0} ? Capability{10, 1} : Capability{8, 7};
    for (const Capability listed : list)
        if (jetson(listed) && listed < server_from) return "linux-aarch64";
    return "linux-sbsa";
}

bool shipped(const std::string& platform, Version release) {
    // Of these releases each JetPack had its own.
    const bool is_of_jetpack = release.major == 10 ? release.minor != 1 : release.major == 11 && release.minor == 4;
    if (platform == "linux-aarch64" && is_of_jetpack) return true;
    for (const RedistSystemRow& row : tables.redist_systems)
        if (row.first && row.redist == platform)
            return *row.first <= release && (!row.last || release <= *row.last) &&
                   std::ranges::find(row.absent, release) == row.absent.end();
    return false;
}

bool lists_hold(const Request& request, const std::vector<Capability>& listed, const std::vector<Capability>& codes,
                std::vector<Capability>& all) {
    Request one = request;
    one.capabilities = listed;
    if (!check_capabilities(tables, one).empty()) return false;
    all = listed;
    all.insert(all.end(), codes.begin(), codes.end());
    if (codes.empty()) return true;
    one.capabilities = all;
    return std::ranges::all_of(check_capabilities(tables, one),
                               [](const Diagnostic& problem) { return problem.id == "slot-conflict"; });
}

/// The host compiler that resolve() chooses, unless an advisory breaks it.
std::optional<Compiler> working_host(const Request& request) {
    const Resolution resolution = resolve(tables, request);
    if (!resolution.host) return std::nullopt;
    for (const AdvisoryRow* advisory : resolution.advisories)
        if (advisory->severity == AdvisoryRow::Severity::broken) return std::nullopt;
    return resolution.host->compiler;
}

std::optional<Compiler> slow_host(const std::vector<Condition>& conditions, Request request) {
    const EnvironmentRow& assumed = *find_environment(tables, tables.assumed_environment);
    const auto* named = get<Environment>(conditions);
    const EnvironmentRow& row = named ? *named->row : assumed;
    std::vector<Compiler> available;
    std::vector<int> headers;
    request.stdenv = {row.compiler, row.libstdcxx, std::nullopt, {}, std::nullopt};
    if (named) {
        request.stdenv.glibc = row.glibc;
        request.stdenv.fixed_advisories = row.fixed_advisories;
        for (const OwnCuda& own : row.own_cuda)
            if (own.release == request.cuda) request.toolkit_headers = own.toolkit_headers;
        for (const int major : row.gccs) available.push_back({Compiler::Family::gcc, major});
        for (const int major : row.clangs) available.push_back({Compiler::Family::clang, major});
        headers.assign(row.gccs.begin(), row.gccs.end());
        headers.push_back(row.libstdcxx);
        request.libstdcxx_headers = headers;
    } else {
        available = known_compilers(tables);
    }
    if (const auto* glibc = get<GlibcCondition>(conditions)) request.stdenv.glibc = *glibc;
    const auto* compilers = get<CompilerCondition>(conditions);
    if (!compilers) {
        request.available = available;
        return working_host(request);
    }
    std::vector<Compiler> best_first = compilers->any_of;
    std::ranges::sort(best_first, [](Compiler left, Compiler right) {
        if (left.family != right.family) return left.family == Compiler::Family::gcc;
        return left.major > right.major;
    });
    for (const Compiler candidate : best_first) {
        request.stdenv.compiler = candidate;
        const bool is_gcc = candidate.family == Compiler::Family::gcc;
        if (!named) request.stdenv.libstdcxx = is_gcc ? candidate.major : assumed.libstdcxx;
        if (const auto host = working_host(request)) return host;
    }
    return std::nullopt;
}

/// The host compiler that satisfies all conditions, if any.
std::optional<Compiler> slow_fit(const std::vector<Condition>& conditions, const Release& release) {
    Request request;
    request.cuda = release.version;
    if (const auto* standard = get<StandardCondition>(conditions)) request.standard = *standard;
    if (release.newest_standard && request.standard && *request.standard > *release.newest_standard)
        return std::nullopt;

    std::vector<Capability> listed;
    if (const auto* list = get<CapabilitiesCondition>(conditions))
        for (const ListedCapability& entry : *list) {
            const std::vector<Capability> capabilities = capabilities_of(tables, release.version, entry);
            if (capabilities.empty()) return std::nullopt;
            listed.insert(listed.end(), capabilities.begin(), capabilities.end());
        }
    std::vector<Capability> codes;
    if (const auto* condition = get<GpuCondition>(conditions))
        for (const Gpu& gpu : *condition) {
            const auto code = gpu_code(gpu.capability, release.version);
            if (!code) return std::nullopt;
            codes.push_back(*code);
        }
    const auto* system = get<SystemCondition>(conditions);
    // The GPUs imply the system, otherwise the list.
    const std::vector<Capability>& wanted = codes.empty() ? listed : codes;
    const bool wants_jetson = !wanted.empty() && std::ranges::all_of(wanted, jetson);
    request.system = system ? system->system : wants_jetson ? "aarch64-linux" : "x86_64-linux";
    std::vector<Capability> all;
    if (!lists_hold(request, listed, codes, all)) return std::nullopt;
    request.capabilities = all;

    std::string platform = platform_of(request.system, all, release.version);
    if (system && !system->redist_asked.empty()) {
        if (all.empty()) platform = system->redist_asked;
        if (platform != system->redist_asked) return std::nullopt;
    }
    if (!shipped(platform, release.version)) return std::nullopt;
    // NVIDIA's toolkit for Arm servers is not for the Orin before 13.2.
    const bool orin = std::ranges::any_of(all, [](Capability c) { return c.major == 8 && c.minor == 7; });
    if (orin && platform == "linux-sbsa" && release.version < Version{13, 2}) return std::nullopt;
    if (const auto* driver = get<DriverCondition>(conditions)) {
        std::vector<Gpu> gpus;
        if (const auto* condition = get<GpuCondition>(conditions)) gpus = *condition;
        const DriverAnswer answer = judge_driver(tables, request, *driver, gpus);
        if (runs(answer) != true) return std::nullopt;
        const DriverSupport support = answer.support;
        if (support != DriverSupport::native && support != DriverSupport::minor_version) return std::nullopt;
    }
    return slow_host(conditions, request);
}

std::vector<Condition> some_of(const std::vector<Condition>& conditions, std::uint32_t subset) {
    std::vector<Condition> some;
    for (std::size_t i = 0; i < conditions.size(); ++i)
        if ((subset >> i & 1) != 0) some.push_back(conditions[i]);
    return some;
}

bool slow_holds(const std::vector<Condition>& conditions) {
    return std::ranges::any_of(tables.releases,
                               [&](const Release& release) { return slow_fit(conditions, release).has_value(); });
}

/// The releases that the answer must contain, newest first, with their compilers.
std::vector<std::pair<const Release*, Compiler>> slow_answer(const std::vector<Condition>& conditions) {
    std::vector<std::pair<const Release*, Compiler>> fitting;
    bool any_public = false;
    for (const Release& release : tables.releases)
        if (const auto host = slow_fit(conditions, release)) {
            fitting.emplace_back(&release, *host);
            any_public = any_public || !release.preview;
        }
    if (any_public) std::erase_if(fitting, [](const auto& pair) { return pair.first->preview; });
    std::ranges::reverse(fitting);
    return fitting;
}

std::string described(const std::vector<std::size_t>& picks) {
    std::string text = "choices";
    for (const std::size_t pick : picks) text += " " + std::to_string(pick);
    return text;
}

/// A pick of 0 is no condition of that kind.
std::vector<Condition> conditions_of(const std::vector<std::size_t>& picks) {
    std::vector<Condition> conditions;
    for (std::size_t kind = 0; kind < picks.size(); ++kind)
        if (picks[kind] > 0) conditions.push_back(choices()[kind][picks[kind] - 1]);
    return conditions;
}

/// No condition, every single one, every pair, and a few hundred larger queries chosen by a fixed rule.
std::vector<std::vector<std::size_t>> questions() {
    const std::size_t kinds = choices().size();
    std::vector<std::vector<std::size_t>> all{std::vector<std::size_t>(kinds, 0)};
    for (std::size_t one = 0; one < kinds; ++one)
        for (std::size_t first = 1; first <= choices()[one].size(); ++first) {
            std::vector<std::size_t> picks(kinds, 0);
            picks[one] = first;
            all.push_back(picks);
            for (std::size_t other = one + 1; other < kinds; ++other)
                for (std::size_t second = 1; second <= choices()[other].size(); ++second) {
                    picks[other] = second;
                    all.push_back(picks);
                    picks[other] = 0;
                }
        }
    std::uint64_t state = 1;
    const auto draw = [&](std::size_t below) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        return static_cast<std::size_t>((state >> 33) % below);
    };
    for (int i = 0; i < 300; ++i) {
        std::vector<std::size_t> picks;
        for (std::size_t kind = 0; kind < kinds; ++kind)
            picks.push_back(draw(2) == 0 ? 0 : 1 + draw(choices()[kind].size()));
        all.push_back(picks);
    }
    Sample sample(3, 211);
    std::erase_if(all, [&](const auto&) { return !sample.takes_next(); });
    return all;
}

}  // namespace

TEST_CASE("lists exactly the releases that meet all conditions") {
    for (const auto& picks : questions()) {
        const std::vector<Condition> conditions = conditions_of(picks);
        const FoundReleases answer = find_releases(tables, {conditions, Policy::nixpkgs});
        std::vector<std::pair<const Release*, Compiler>> fast;
        for (const FittingRelease& fitting : answer.releases) fast.emplace_back(fitting.row, fitting.host_compiler);
        CHECK_MESSAGE(fast == slow_answer(conditions), described(picks));
        CHECK_MESSAGE(answer.releases.size() + answer.left_out.size() == tables.releases.size(), described(picks));
        CHECK_MESSAGE(answer.conflict.empty() == !answer.releases.empty(), described(picks));
    }
}

TEST_CASE("omits a release for a given condition before an assumption") {
    for (const auto& picks : questions()) {
        const std::vector<Condition> conditions = conditions_of(picks);
        const FoundReleases answer = find_releases(tables, {conditions, Policy::nixpkgs});
        for (const LeftOutRelease& left_out : answer.left_out) {
            const auto* why = std::get_if<Diagnostic>(&left_out.obstacle);
            if (why && why->id == "preview-too") {
                CHECK_MESSAGE(slow_fit(conditions, *left_out.release), described(picks));
                continue;
            }
            REQUIRE_MESSAGE(left_out.condition, described(picks), " ", to_string(left_out.release->version));
            CHECK_MESSAGE(*left_out.condition < conditions.size(), described(picks));
        }
    }
}

TEST_CASE("a conflict is minimal, and its relaxations are correct") {
    int conflicts = 0;
    for (const auto& picks : questions()) {
        const std::vector<Condition> conditions = conditions_of(picks);
        const FoundReleases answer = find_releases(tables, {conditions, Policy::nixpkgs});
        if (!answer.releases.empty() || conditions.size() > 6) continue;
        ++conflicts;
        const std::uint32_t all = (1U << conditions.size()) - 1;
        std::uint32_t conflict = 0;
        for (const std::size_t condition : answer.conflict) conflict |= 1U << condition;
        std::vector<bool> holds;
        for (std::uint32_t subset = 0; subset <= all; ++subset)
            holds.push_back(slow_holds(some_of(conditions, subset)));

        for (std::uint32_t subset = 0; subset <= all; ++subset) {
            if ((subset & conflict) == conflict) CHECK_MESSAGE(!holds[subset], described(picks));
            if (std::popcount(subset) >= std::popcount(conflict)) continue;
            bool helped = false;
            for (std::uint32_t larger = 0; larger <= all; ++larger)
                helped = helped || ((larger & subset) == subset && holds[larger]);
            CHECK_MESSAGE(helped, described(picks));
        }
        REQUIRE_MESSAGE(answer.given_up.size() == answer.conflict.size(), described(picks));
        for (std::size_t i = 0; i < answer.given_up.size(); ++i) {
            const GivenUp& given_up = answer.given_up[i];
            CHECK(given_up.condition == answer.conflict[i]);
            std::vector<const Release*> slow;
            for (const auto& [release, host] : slow_answer(some_of(conditions, all & ~(1U << given_up.condition))))
                slow.push_back(release);
            CHECK_MESSAGE(given_up.releases == slow, described(picks));
            CHECK_MESSAGE(given_up.conflict.empty() == !slow.empty(), described(picks));
        }
    }
    CHECK(conflicts >= where_every_case_is_tried(50));
}
