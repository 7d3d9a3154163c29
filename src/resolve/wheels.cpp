// SPDX-License-Identifier: MIT
#include "resolve/wheels.hpp"

#include "core/text.hpp"
#include "resolve/jetpacks.hpp"

#include <limits>
#include <tuple>

namespace cudastdenv {

namespace {

/// The versions of the project that the tables name.
std::vector<PackageVersion> known_versions(const Tables& tables, std::string_view project) {
    std::vector<PackageVersion> versions;
    const auto add = [&](const auto& row) {
        if (row.project != project) return;
        versions.push_back(row.first);
        versions.push_back(row.last);
    };
    for (const WheelBuildRow& row : tables.wheel_builds) add(row);
    for (const WheelCompanionRow& row : tables.wheel_companions) {
        add(row);
        for (std::string_view requirement : row.requirements) {
            const std::string_view package = package_in(requirement);
            requirement.remove_prefix(package.size());
            const auto pinned = take_prefix(requirement, "==") ? parse_package_version(requirement) : std::nullopt;
            if (package == project && pinned) versions.push_back(*pinned);
        }
    }
    return versions;
}

/// Judges rows for one question.
class WheelJudge {
public:
    WheelJudge(const Tables& tables, const WheelQuestion& question) : tables_(tables), question_(question) {}

    std::vector<DeviceCoverage> judge(const WheelBuildRow& row) const {
        const BuildList list = list_of(row);
        const Release* release = row.cuda ? find_release(tables_, *row.cuda) : nullptr;
        std::vector<DeviceCoverage> devices;
        for (const Gpu& gpu : question_.gpus) {
            const DriverLoads loads = loads_on(gpu, row, release);
            const auto version = release ? std::optional(release->version) : std::nullopt;
            const Capability number = number_in(tables_, gpu.capability, version, list);
            DeviceCoverage device = cover_device(tables_, list, number, loads);
            const bool is_complete = row.machine_code && row.ptx;
            const auto driver_obstacle = load_obstacle(loads, CodeForm::machine_code);
            const bool fails_anyway = driver_obstacle && is_certain(*driver_obstacle);
            if (!device.running && !is_complete && !fails_anyway) device.place = DevicePlace::unknown;
            devices.push_back(std::move(device));
        }
        return devices;
    }

private:
    static BuildList list_of(const WheelBuildRow& row) {
        BuildList list;
        if (row.machine_code) list.real.assign(row.machine_code->begin(), row.machine_code->end());
        if (row.ptx) list.ptx.assign(row.ptx->begin(), row.ptx->end());
        return list;
    }

    DriverLoads loads_on(const Gpu& gpu, const WheelBuildRow& row, const Release* release) const {
        if (!question_.driver) return {.jetpack = !release || !jetpack_obstacle(tables_, {}, gpu, release->version)};
        // A build for the CPU needs no driver; it has no code in any case.
        if (row.variant == "cpu") return {};
        if (!release)
            return {.machine_code = std::nullopt,
                    .ptx = std::nullopt,
                    .gpu = judge_gpu(tables_, question_.system, *question_.driver, gpu).known};
        const DriverAnswer answer = judge_driver(tables_, release->version, question_.system, *question_.driver, gpu);
        DriverLoads loads = loads_of(answer);
        // pip installs no compatibility package.
        if (answer.support == DriverSupport::package) loads.machine_code = loads.ptx = false;
        return loads;
    }

    const Tables& tables_;
    const WheelQuestion& question_;
};

/// In order of preference.
bool is_preferred(const WheelBuild& left, const WheelBuild& right) {
    const auto key = [](const WheelBuild& build) {
        const DeviceCoverage* device = build.deciding();
        const bool is_ptx = device && device->running && device->running->form == CodeForm::ptx;
        const int verdict = build.runs ? (*build.runs ? 0 : 2) : 1;
        const Version cuda = build.row->cuda.value_or(Version{});
        return std::tuple(verdict, is_ptx, !build.row->on_pypi, -cuda.major, -cuda.minor, build.row->install,
                          build.row->variant.value_or(""));
    };
    if (left.version != right.version) return left.version > right.version;
    return key(left) < key(right);
}

/// Whether a version satisfies one comparison: `>=2.2`, `==2.9.*`.
bool satisfies_one(PackageVersion version, std::string_view comparison) noexcept {
    const auto operators = {"===", "==", ">=", "<=", "~=", "!=", ">", "<"};
    for (const std::string_view sign : operators) {
        std::string_view text = comparison;
        if (!take_prefix(text, sign)) continue;
        const bool is_prefix = take_suffix(text, ".*");
        const std::optional<PackageRange> range = package_range(text);
        if (!range) return false;
        // `==2.9` is 2.9.0.
        const bool is_equal = is_prefix ? range->contains(version) : version == range->first;
        if (sign == "!=") return !is_equal;
        if (sign == ">=") return version >= range->first;
        if (sign == "<=") return version <= range->first;
        if (sign == ">") return version > range->first;
        if (sign == "<") return version < range->first;
        if (sign != "~=") return is_equal;
        const std::optional<PackageRange> series = package_range(text.substr(0, text.rfind('.')));
        return version >= range->first && series && version <= series->last;
    }
    return false;
}

}  // namespace

std::optional<PackageRange> package_range(std::string_view text) noexcept {
    if (const auto whole = parse_package_version(text)) return PackageRange{*whole, *whole};
    constexpr int end = std::numeric_limits<int>::max();
    constexpr std::size_t max_digits = 9;
    const auto major = take_number(text, max_digits);
    if (!major) return std::nullopt;
    if (text.empty()) return PackageRange{{*major}, {*major, end, end, end, end}};
    const auto minor = take_prefix(text, ".") ? take_number(text, max_digits) : std::nullopt;
    if (!minor || !text.empty()) return std::nullopt;
    return PackageRange{{*major, *minor}, {*major, *minor, end, end, end}};
}

std::optional<NamedProject> find_wheel_project(const Tables& tables, std::string_view name) {
    const std::string normal = normalized_package(name);
    for (const WheelProjectRow& row : tables.wheel_projects)
        if (row.id == normal || in_lower_case(row.title) == in_lower_case(name)) return NamedProject{&row, {}};
    for (const WheelBuildRow& row : tables.wheel_builds)
        for (const std::string_view install : {row.install, package_in(row.install)})
            if (install == normal && !row.channel)
                return NamedProject{find_by_id(tables.wheel_projects, row.project), install};
    for (const WheelProjectRow& row : tables.wheel_projects)
        if (contains(row.packages, std::string_view(package_in(normal)))) return NamedProject{&row, {}};
    if (const WheelBuildRow* row = find_in(tables.wheel_builds, normal, &WheelBuildRow::install))
        return NamedProject{find_by_id(tables.wheel_projects, row->project), {}};
    return std::nullopt;
}

const DeviceCoverage* WheelBuild::deciding() const noexcept { return cudastdenv::deciding(devices); }

std::optional<WheelSystem> wheel_system(std::string_view nix_system) noexcept {
    for (const auto& [system, name] : wheel_systems)
        if (name == nix_system) return system;
    return std::nullopt;
}

std::optional<std::string_view> conda_channel(const Tables& tables, const WheelProjectRow& project) noexcept {
    for (const WheelBuildRow& row : tables.wheel_builds)
        if (row.project == project.id && row.channel) return row.channel;
    return std::nullopt;
}

bool matches(const WheelBuildRow& row, const WheelQuestion& question) {
    const std::optional<WheelSystem> system = wheel_system(question.system);
    const std::string_view install = question.project.install;
    // conda has its own names for a project's packages.
    const bool is_named = row.channel || install.empty() || install == row.install ||
                          install == package_in(row.install);
    return row.project == question.project.row->id && is_named && system && contains(row.systems, *system) &&
           row.channel == question.channel && (!question.variant || row.variant == question.variant) &&
           (!question.python || row.python.contains(*question.python)) &&
           (!question.cuda || (row.cuda && may_be_same(*row.cuda, *question.cuda)));
}

std::optional<PackageVersion> newest_version(const Tables& tables, const WheelBuildRow& row,
                                             const std::optional<PackageRange>& asked) {
    const PackageRange own{row.first, row.last};
    if (!asked || asked->contains(row.last)) return row.last;
    if (asked->is_one()) return own.contains(asked->first) ? std::optional(asked->first) : std::nullopt;
    std::optional<PackageVersion> newest;
    for (const PackageVersion version : known_versions(tables, row.project))
        if (own.contains(version) && asked->contains(version)) newest = std::max(newest, std::optional(version));
    return newest;
}

std::vector<WheelBuild> find_builds(const Tables& tables, const WheelQuestion& question) {
    const WheelJudge judge(tables, question);
    std::vector<WheelBuild> builds;
    for (const WheelBuildRow& row : tables.wheel_builds) {
        if (!matches(row, question)) continue;
        const std::optional<PackageVersion> version = newest_version(tables, row, question.versions);
        if (!version) continue;
        WheelBuild build{.row = &row, .version = *version, .devices = judge.judge(row)};
        build.runs = runs_on_all(build.devices);
        builds.push_back(std::move(build));
    }
    std::ranges::sort(builds, is_preferred);
    return builds;
}

const WheelBuild* best_build(std::span<const WheelBuild> builds) noexcept {
    return find_in(builds, std::optional(true), &WheelBuild::runs);
}

std::optional<bool> one_runs(std::span<const WheelBuild> builds) noexcept {
    if (best_build(builds)) return true;
    const bool all_fail = std::ranges::all_of(builds, [](const WheelBuild& build) { return build.runs == false; });
    return all_fail ? std::optional(false) : std::nullopt;
}

const WheelBuild* likely_build(std::span<const WheelBuild> builds) noexcept {
    const auto is_likely = [](const WheelBuild& build) {
        const DeviceCoverage* device = build.runs ? nullptr : build.deciding();
        return device && std::ranges::any_of(device->codes, [](const CodeVerdict& verdict) {
                   return verdict.obstacle && !is_certain(*verdict.obstacle);
               });
    };
    const auto found = std::ranges::find_if(builds, is_likely);
    return found == builds.end() ? nullptr : &*found;
}

std::optional<DriverVersion> needed_driver(const Tables& tables, const WheelBuildRow& row,
                                           const WheelQuestion& question, CodeForm how) {
    const auto lowest = row.cuda ? minor_version_minimum(tables, *row.cuda, question.system) : std::nullopt;
    if (!lowest) return std::nullopt;
    DriverVersion driver = lowest->driver;
    if (how == CodeForm::ptx) {
        const PtxVersionRow* written = find_ptx_version(tables, *row.cuda);
        const auto branch = written ? first_branch_of_ptx(tables, written->ptx) : std::nullopt;
        if (!branch) return std::nullopt;
        driver = std::max(driver, DriverVersion{*branch});
    }
    std::vector<GpuKnowledge> gpus;
    for (Gpu gpu : question.gpus) {
        // The drivers of products are Linux's.
        if (is_windows(question.system)) gpu.name = {};
        gpus.push_back(knowledge_of(tables, gpu));
    }
    if (const auto first = drivers_of(gpus).first; first && driver < *first) driver = *first;
    return driver;
}

bool satisfies(PackageVersion version, std::string_view requirement) noexcept {
    std::string_view comparisons = requirement.substr(std::min(requirement.find_first_of("=<>~!"), requirement.size()));
    while (!comparisons.empty()) {
        const std::size_t end = std::min(comparisons.find(','), comparisons.size());
        if (!satisfies_one(version, comparisons.substr(0, end))) return false;
        comparisons.remove_prefix(std::min(end + 1, comparisons.size()));
    }
    return true;
}

const WheelCompanionRow* requirements_of(const Tables& tables, std::string_view project,
                                         PackageVersion version) noexcept {
    return find_in(tables.wheel_companions, true, [&](const WheelCompanionRow& row) {
        return row.project == project && row.first <= version && version <= row.last;
    });
}

std::vector<const WheelCompanionRow*> companions_of(const Tables& tables, std::string_view package,
                                                    PackageVersion version) {
    std::vector<const WheelCompanionRow*> found;
    for (const WheelCompanionRow& row : tables.wheel_companions) {
        const bool is_newest = &row == &tables.wheel_companions.back() || (&row)[1].project != row.project;
        const auto fits = [&](std::string_view requirement) {
            const bool is_limited = requirement.find("==") != requirement.npos ||
                                    requirement.find("~=") != requirement.npos;
            return package_in(requirement) == package && satisfies(version, requirement) && (is_newest || is_limited);
        };
        if (std::ranges::none_of(row.requirements, fits)) continue;
        if (!found.empty() && found.back()->project == row.project) found.pop_back();
        found.push_back(&row);
    }
    return found;
}

}  // namespace cudastdenv
