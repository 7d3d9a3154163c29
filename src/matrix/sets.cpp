// SPDX-License-Identifier: MIT
#include "matrix/sets.hpp"

#include "core/sort_unique.hpp"
#include "resolve/driver_knowledge.hpp"
#include "resolve/host_compiler.hpp"
#include "resolve/releases.hpp"
#include "tables/lookup.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <utility>

namespace cudastdenv::report::page {

namespace {

constexpr std::array platforms{Platform::x86_64, Platform::arm_server, Platform::jetson};

constexpr std::string_view system_of(Platform platform) {
    return platform == Platform::x86_64 ? std::string_view("x86_64-linux") : jetson_system;
}

ReleaseSet& of(PlatformSets& sets, Platform platform) { return sets[static_cast<std::size_t>(platform)]; }
const ReleaseSet& of(const PlatformSets& sets, Platform platform) { return sets[static_cast<std::size_t>(platform)]; }

PlatformSets empty_sets(const Tables& tables) {
    PlatformSets sets;
    for (ReleaseSet& set : sets) set.resize(tables.releases.size());
    return sets;
}

void unite(ReleaseSet& set, const ReleaseSet& other) {
    for (std::size_t i = 0; i < set.size(); ++i) set[i] = set[i] || other[i];
}

ReleaseSet intersection(const ReleaseSet& left, const ReleaseSet& right) {
    ReleaseSet both = left;
    for (std::size_t i = 0; i < both.size(); ++i) both[i] = both[i] && right[i];
    return both;
}

Request request_for(const Release& release, Platform platform, std::span<const Capability> capabilities) {
    Request request;
    request.cuda = release.version;
    request.system = system_of(platform);
    request.capabilities = capabilities;
    return request;
}

/// The platform that the capabilities come to on Arm.
Platform arm_platform(const Tables& tables, const Release& release, std::span<const Capability> capabilities) {
    const bool apart = std::ranges::any_of(capabilities, [&](Capability capability) {
        return is_jetson(tables, capability) && capability < jetson_sbsa_from(tables, release.version);
    });
    return apart ? Platform::jetson : Platform::arm_server;
}

/// Whether the release builds the list on that platform, whatever is to compile it.
bool builds(const Tables& tables, const Release& release, Platform platform, std::span<const Capability> list) {
    return check_capabilities(tables, request_for(release, platform, list)).empty();
}

/// `meant_by`: the capabilities that it comes to in a release; none where the release does not have it.
template <class MeantBy>
CodeSets code_sets(const Tables& tables, ListedCapability listed, MeantBy meant_by) {
    CodeSets code{.listed = listed, .jetson = false, .sets = empty_sets(tables)};
    if (const auto* number = std::get_if<Capability>(&listed)) code.jetson = is_jetson(tables, *number);
    for (std::size_t i = 0; i < tables.releases.size(); ++i) {
        const Release& release = tables.releases[i];
        const std::vector<Capability> meant = meant_by(release.version);
        if (meant.empty()) continue;
        if (!code.jetson) of(code.sets, Platform::x86_64)[i] = builds(tables, release, Platform::x86_64, meant);
        const Platform on_arm = arm_platform(tables, release, meant);
        of(code.sets, on_arm)[i] = builds(tables, release, on_arm, meant);
    }
    return code;
}

CodeSets capability_set(const Tables& tables, const ListedCapability& listed) {
    return code_sets(tables, listed, [&](Version release) { return capabilities_of(tables, release, listed); });
}

/// For each release and platform a Jetson's capability that comes to that platform in it.
class Jetsons {
public:
    explicit Jetsons(const std::vector<CodeSets>& capabilities) {
        for (const CodeSets& code : capabilities)
            if (code.jetson) jetsons_.push_back(&code);
    }

    [[nodiscard]] std::optional<Capability> find(Platform platform, std::size_t release) const {
        for (const CodeSets* code : jetsons_)
            if (of(code->sets, platform)[release]) return std::get<Capability>(code->listed);
        return std::nullopt;
    }

private:
    std::vector<const CodeSets*> jetsons_;
};

/// A platform, what asks for it, and the releases that NVIDIA ships for it.
struct Way {
    Platform platform = Platform::x86_64;
    std::optional<Condition> condition;
    ReleaseSet shipped;
};

/// The ways to ask for each release on each platform. Of Jetsons none builds for all releases, so they are several.
std::vector<Way> ways_to_ask(const Tables& tables, const Jetsons& jetsons) {
    std::vector<Way> ways{{Platform::x86_64, std::nullopt, {}},
                          {Platform::arm_server, SystemCondition{jetson_system, {}}, {}}};
    std::map<Capability, std::size_t> way_of;
    for (Way& way : ways) way.shipped.resize(tables.releases.size());
    for (std::size_t i = 0; i < tables.releases.size(); ++i) {
        const auto is_shipped = [&](Platform platform, std::span<const Capability> list) {
            const RedistSystemRow* row = find_platform(tables, request_for(tables.releases[i], platform, list)).row;
            return row && ships(*row, tables.releases[i].version);
        };
        for (Way& way : std::span(ways).first(2)) way.shipped[i] = is_shipped(way.platform, {});
        const std::optional<Capability> jetson = jetsons.find(Platform::jetson, i);
        if (!jetson || !is_shipped(Platform::jetson, std::span(&*jetson, 1))) continue;
        const auto [known, is_new] = way_of.emplace(*jetson, ways.size());
        if (is_new)
            ways.push_back({Platform::jetson, CapabilitiesCondition{{*jetson}}, ReleaseSet(tables.releases.size())});
        ways[known->second].shipped[i] = true;
    }
    return ways;
}

/// The releases with which the conditions hold on each platform. Those beyond `among` are known not to.
PlatformSets fitting_sets(const Tables& tables, const std::vector<Way>& ways, const ReleaseSet& among,
                          const std::vector<Condition>& conditions) {
    PlatformSets sets = empty_sets(tables);
    for (const Way& way : ways) {
        ReleasesQuestion question{.conditions = conditions};
        if (way.condition) question.conditions.push_back(*way.condition);
        unite(of(sets, way.platform), fitting_releases(tables, question, intersection(way.shipped, among)));
    }
    return sets;
}

/// The releases whose nvcc takes the compiler, whatever the environment and the standard.
ReleaseSet in_range(const Tables& tables, Compiler compiler) {
    ReleaseSet set;
    for (const Release& release : tables.releases) {
        const HostCompilerRange range = host_compiler_range(tables, release.version, compiler.family, Policy::nixpkgs,
                                                            false);
        set.push_back((!range.min || range.min->major <= compiler.major) && compiler.major <= range.max.major);
    }
    return set;
}

/// The version right above it.
DriverVersion next(DriverVersion driver) {
    if (driver.minor == -1) return {driver.branch, 0};
    return {driver.branch, driver.minor, driver.patch + 1};
}

/// The versions at which what a driver runs can change: those that the tables name, and where each ends to count.
std::vector<DriverVersion> turning_points(const Tables& tables) {
    std::vector<DriverVersion> named;
    for (const DriverRow& row : tables.drivers)
        for (const auto* datum : {&row.linux_minimum, &row.linux_bundled})
            if (*datum) named.push_back((*datum)->driver);
    for (const MinorVersionRow& row : tables.minor_versions) named.push_back(row.linux_minimum);
    std::vector<DriverVersion> points = named;
    for (const JetsonDriverRow& row : tables.jetson_drivers)
        for (const DriverVersion point :
             {row.driver, next(row.driver), DriverVersion{row.driver.branch}, DriverVersion{row.driver.branch + 1}})
            points.push_back(point);
    sort_unique(points);
    return points;
}

bool runs_by_itself(const Tables& tables, const Request& request, DriverVersion driver) {
    const DriverSupport support = judge_driver(tables, request, driver).support;
    return support == DriverSupport::native || support == DriverSupport::minor_version;
}

DriverSets sets_of_driver(const Tables& tables, const Jetsons& jetsons, DriverVersion driver) {
    DriverSets found{.from = driver, .jetson = is_jetson(tables, driver), .sets = empty_sets(tables)};
    for (const Platform platform : platforms)
        for (std::size_t i = 0; i < tables.releases.size(); ++i) {
            const std::optional<Capability> jetson = jetsons.find(platform, i);
            // A Jetson's driver by itself says no more than that it is for Arm.
            if (!jetson && (platform == Platform::jetson || (platform == Platform::arm_server && !found.jetson)))
                continue;
            const std::span<const Capability> list = jetson ? std::span(&*jetson, 1) : std::span<const Capability>();
            Request request = request_for(tables.releases[i], platform, list);
            request.forward_compat = false;  // PTX is beside the question
            of(found.sets, platform)[i] = runs_by_itself(tables, request, driver);
        }
    return found;
}

}  // namespace

std::vector<CodeSets> capability_sets(const Tables& tables) {
    std::vector<CodeSets> all;
    std::vector<std::string_view> names;
    for (const CapabilityRow& row : tables.capabilities) {
        all.push_back(capability_set(tables, row.capability));
        names.push_back(row.architecture);
    }
    sort_unique(names);
    for (const std::string_view name : names) all.push_back(capability_set(tables, name));
    return all;
}

std::vector<CodeSets> gpu_sets(const Tables& tables) {
    std::vector<Capability> capabilities;
    for (const GpuRow& row : tables.gpus) capabilities.push_back(row.capability);
    sort_unique(capabilities);
    std::vector<CodeSets> all;
    for (const Capability gpu : capabilities)
        all.push_back(code_sets(tables, gpu, [&](Version release) {
            const std::optional<Capability> code = machine_code_for(tables, gpu, release);
            return code ? std::vector{*code} : std::vector<Capability>();
        }));
    return all;
}

std::vector<ApartSets> apart_sets(const Tables& tables, const std::vector<CodeSets>& capabilities) {
    std::vector<ApartSets> all;
    for (auto one = capabilities.begin(); one != capabilities.end(); ++one)
        for (auto other = std::next(one); other != capabilities.end(); ++other) {
            ApartSets apart{.one = &*one, .other = &*other, .sets = empty_sets(tables)};
            bool are_apart = false;
            for (const Platform platform : platforms)
                for (std::size_t i = 0; i < tables.releases.size(); ++i) {
                    if (!of(one->sets, platform)[i] || !of(other->sets, platform)[i]) continue;
                    const Release& release = tables.releases[i];
                    std::vector<Capability> list = capabilities_of(tables, release.version, one->listed);
                    for (const Capability more : capabilities_of(tables, release.version, other->listed))
                        list.push_back(more);
                    if (builds(tables, release, platform, list)) continue;
                    of(apart.sets, platform)[i] = true;
                    are_apart = true;
                }
            if (are_apart) all.push_back(std::move(apart));
        }
    return all;
}

HostSets host_sets(const Tables& tables, const std::vector<CodeSets>& capabilities, int majors_ahead) {
    HostSets hosts;
    for (const Compiler::Family family : {Compiler::Family::gcc, Compiler::Family::clang})
        for (int major = 1; major <= known_majors(tables, family).newest + majors_ahead; ++major)
            hosts.compilers.push_back({family, major});
    for (const EnvironmentRow& row : tables.environments) hosts.environments.push_back(&row);
    using enum CxxStandard;
    hosts.standards = {cxx11, cxx14, cxx17, cxx20, cxx23};

    const std::vector<Way> ways = ways_to_ask(tables, Jetsons(capabilities));
    const ReleaseSet all(tables.releases.size(), true);
    std::vector<ReleaseSet> ranges;
    for (const Compiler compiler : hosts.compilers) ranges.push_back(in_range(tables, compiler));
    for (std::size_t e = 0; e <= hosts.environments.size(); ++e) {
        std::vector<std::vector<PlatformSets>>& by_standard = hosts.sets.emplace_back();
        for (std::size_t s = 0; s <= hosts.standards.size(); ++s) {
            std::vector<Condition> conditions;
            if (e > 0) conditions.emplace_back(EnvironmentCondition{*hosts.environments[e - 1]});
            if (s > 0) conditions.emplace_back(StandardCondition{hosts.standards[s - 1]});
            std::vector<PlatformSets>& sets = by_standard.emplace_back();
            sets.push_back(fitting_sets(tables, ways, all, conditions));
            conditions.emplace_back(CompilerCondition{});
            for (std::size_t c = 0; c < hosts.compilers.size(); ++c) {
                conditions.back() = CompilerCondition{{hosts.compilers[c]}, {}};
                sets.push_back(fitting_sets(tables, ways, ranges[c], conditions));
            }
        }
    }
    return hosts;
}

std::vector<DriverSets> driver_sets(const Tables& tables, const std::vector<CodeSets>& capabilities) {
    const Jetsons jetsons(capabilities);
    std::vector<DriverSets> all;
    for (const DriverVersion driver : turning_points(tables)) {
        DriverSets found = sets_of_driver(tables, jetsons, driver);
        if (all.empty() || all.back().jetson != found.jetson || all.back().sets != found.sets)
            all.push_back(std::move(found));
    }
    return all;
}

std::vector<DriverVersion> knowing_drivers(const Tables& tables, const GpuRow& gpu) {
    if (is_jetson(tables, gpu.capability)) return {DriverVersion{}};
    std::vector<DriverVersion> points;
    if (gpu.drivers)
        for (const DriverVersion from : gpu.drivers->from)
            points.insert(points.end(), {from, DriverVersion{from.branch + 1}});
    for (const PtxVersionRow& row : tables.ptx_versions)
        if (row.branch) points.emplace_back(DriverVersion{*row.branch});
    for (const GpuDriversRow& row : tables.gpu_drivers)
        if (row.first_branch) points.emplace_back(DriverVersion{*row.first_branch});
    sort_unique(points);

    std::vector<DriverVersion> changes;
    for (const DriverVersion driver : points) {
        const bool known_before = changes.size() % 2 == 1;
        const GpuKnowledge found = judge_gpu(tables, system_of(Platform::x86_64), driver, {gpu.name, gpu.capability});
        if ((found.known == true) != known_before) changes.push_back(driver);
    }
    return changes;
}

}  // namespace cudastdenv::report::page
