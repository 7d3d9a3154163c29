#include <cudastdenv/compat.hpp>

#include "resolve/host_compiler.hpp"

#include <cudastdenv/coverage.hpp>
#include <cudastdenv/lookup.hpp>

#include <algorithm>

namespace cudastdenv {

namespace {

bool is_windows(std::string_view system) noexcept { return system.ends_with("-windows"); }

const std::optional<DriverDatum>& minimum_of(const DriverRow& row, std::string_view system) noexcept {
    return is_windows(system) ? row.windows_minimum : row.linux_minimum;
}

bool have_same_nvcc(const Tables& tables, Version left, Version right) noexcept {
    const Release* one = find_release(tables, left);
    const Release* other = find_release(tables, right);
    return one && other && one->nvcc && one->nvcc == other->nvcc;
}

/// Whether `driver` lacks the numbers that would tell it from `bound`.
bool is_cut_short(DriverVersion driver, DriverVersion bound) noexcept {
    if (driver.branch != bound.branch || bound.minor == -1) return false;
    return driver.minor == -1 || (driver.minor == bound.minor && driver.patch == -1 && bound.patch != -1);
}

/// The package for exactly one of the capabilities, else the one for all GPUs of the platform.
const CompatPackageRow* find_package(const Tables& tables, const DriverAnswer& answer) noexcept {
    const CompatPackageRow* general = nullptr;
    for (const CompatPackageRow& row : tables.compat_packages) {
        if (row.release != answer.release->version || row.redist != answer.redist) continue;
        if (!row.capability) general = &row;
        else if (std::ranges::find(answer.machine_code, *row.capability) != answer.machine_code.end()) return &row;
    }
    return general;
}

/// The GPUs of the tables, of the list's sort, that the PTX reaches and no machine code does.
std::vector<Capability> reached_by_ptx_only(const Tables& tables, const DriverAnswer& answer) {
    std::vector<Capability> gpus;
    if (!answer.ptx) return gpus;
    const bool jetson = is_jetson(tables, *answer.ptx);
    const BuildList list{answer.machine_code, {*answer.ptx}};
    for (const DeviceCoverage& gpu : cover_devices(tables, answer.release->version, list))
        if (is_jetson(tables, gpu.device) == jetson && std::holds_alternative<RunsPtx>(gpu.coverage))
            gpus.push_back(gpu.device);
    return gpus;
}

/// Which drivers the tables name for the release.
void look_up_drivers(const Tables& tables, const Request& request, DriverAnswer& answer) {
    answer.minimum = driver_minimum(tables, request.cuda, request.system);
    const bool has_bundled = answer.redist == "linux-x86_64" || answer.redist == "linux-sbsa";
    if (const DriverRow* row = find_drivers(tables, request.cuda); row && has_bundled)
        answer.bundled = row->linux_bundled;
    if (const MinorVersionRow* row = find_minor_version(tables, request.cuda.major))
        answer.minor_version = {is_windows(request.system) ? row->windows_minimum : row->linux_minimum, row->sources};
}

/// A package for Jetsons goes with the Jetson's own system, which driver branches do not name.
void judge_package(const Tables& tables, DriverVersion driver, DriverAnswer& answer) {
    answer.package = find_package(tables, answer);
    const ForwardCompatRow* forward = find_forward_compat(tables, answer.release->version);
    const bool branch_works = forward && std::ranges::binary_search(forward->branches, driver.branch);
    if (!answer.package) {
        answer.obstacles.emplace_back(NoCompatPackage{});
        const bool has_distributions = answer.redist == "linux-x86_64" || answer.redist == "linux-sbsa";
        if (branch_works && has_distributions) answer.notes.emplace_back(DistributionPackageOnly{});
        return;
    }
    if (answer.package->gpus == CompatPackageRow::Gpus::jetson) {
        answer.package_works = true;
        return;
    }
    if (forward) answer.package_branches = forward->branches;
    answer.package_works = branch_works;
    if (!branch_works)
        answer.obstacles.emplace_back(WrongBranch{answer.package_branches, forward ? forward->sources : SourceIds{}});
}

bool runs_natively(DriverVersion driver, DriverAnswer& answer) {
    if (!answer.minimum) answer.obstacles.emplace_back(NoKnownMinimum{});
    else if (driver < answer.minimum->driver) answer.obstacles.emplace_back(DriverTooOld{*answer.minimum});
    else return true;
    return false;
}

bool runs_by_minor_version(DriverVersion driver, DriverAnswer& answer) {
    if (!answer.minor_version) answer.obstacles.emplace_back(NoMinorVersions{});
    else if (driver < answer.minor_version->driver)
        answer.obstacles.emplace_back(BelowMinorVersions{answer.minor_version->driver, answer.minor_version->sources});
    else return true;
    return false;
}

void judge(const Tables& tables, DriverVersion driver, DriverAnswer& answer) {
    const bool native = runs_natively(driver, answer);
    const bool minor_version = native || runs_by_minor_version(driver, answer);
    if (native) {
        answer.package = find_package(tables, answer);
        answer.support = DriverSupport::native;
    } else {
        judge_package(tables, driver, answer);
        if (minor_version) answer.support = DriverSupport::minor_version;
        else if (answer.package_works) answer.support = DriverSupport::package;
    }
    answer.ptx_loads = !load_obstacle(answer.support, Code::Form::ptx);
}

void add_notes(const Tables& tables, const Request& request, DriverVersion driver, DriverAnswer& answer) {
    if (answer.release->preview) answer.notes.emplace_back(PreviewRelease{});
    if (answer.minimum && answer.minimum->release < request.cuda)
        answer.notes.emplace_back(MinimumOfSameCompiler{answer.minimum->release});
    if (answer.minimum && answer.minimum->release > request.cuda)
        answer.notes.emplace_back(MinimumOfLater{answer.minimum->release});
    if (answer.minimum && is_cut_short(driver, answer.minimum->driver))
        answer.notes.emplace_back(IncompleteDriver{answer.minimum->driver});
    else if (answer.minor_version && is_cut_short(driver, answer.minor_version->driver))
        answer.notes.emplace_back(IncompleteDriver{answer.minor_version->driver});
    const bool data_center = answer.package && answer.package->gpus == CompatPackageRow::Gpus::data_center;
    if (answer.support == DriverSupport::minor_version && answer.ptx && answer.package_works)
        answer.notes.emplace_back(PackageAddsPtx{});
    if (answer.package_works && data_center) answer.notes.emplace_back(DataCenterOnly{});
    const auto jetson = [&](Capability capability) { return is_jetson(tables, capability); };
    if (std::ranges::any_of(answer.machine_code, jetson)) answer.notes.emplace_back(JetsonDriver{});
}

}  // namespace

std::string_view to_string(DriverSupport support) noexcept {
    switch (support) {
        case DriverSupport::none: return "none";
        case DriverSupport::package: return "cuda-compat";
        case DriverSupport::minor_version: return "minor-version";
        case DriverSupport::native: return "native";
    }
    return "";
}

std::optional<DriverMinimum> driver_minimum(const Tables& tables, Version release, std::string_view system) noexcept {
    const DriverRow* same_compiler = nullptr;
    for (const DriverRow& row : tables.drivers) {
        const auto& minimum = minimum_of(row, system);
        if (!minimum) continue;
        if (row.release < release && have_same_nvcc(tables, row.release, release)) same_compiler = &row;
        if (row.release < release) continue;
        const DriverRow& found = row.release > release && same_compiler ? *same_compiler : row;
        const DriverDatum& datum = *minimum_of(found, system);
        return DriverMinimum{datum.driver, found.release, datum.sources};
    }
    if (!same_compiler) return std::nullopt;
    const DriverDatum& datum = *minimum_of(*same_compiler, system);
    return DriverMinimum{datum.driver, same_compiler->release, datum.sources};
}

bool machine_code_runs(const Tables& tables, Capability code, Capability gpu) noexcept {
    return !code_obstacle(tables, {Code::Form::machine_code, code}, baseline_of(gpu));
}

DriverAnswer judge_driver(const Tables& tables, const Request& request, DriverVersion driver) {
    const Resolution resolution = resolve(tables, request);
    DriverAnswer answer;
    answer.release = resolution.release;
    answer.machine_code = resolution.resolved;
    answer.ptx = resolution.ptx;
    if (!answer.release) return answer;

    // What NVIDIA ships counts here, not what nixpkgs packages.
    const Platform platform = find_platform(tables, request);
    answer.redist = platform.row ? platform.row->redist : unsupported_redist;
    if (!platform.row || !ships(*platform.row, request.cuda)) {
        answer.obstacles.emplace_back(NoPlatform{platform.row});
        return answer;
    }
    look_up_drivers(tables, request, answer);
    judge(tables, driver, answer);
    if (!answer.ptx_loads) answer.without_code = reached_by_ptx_only(tables, answer);
    for (const Note& note : resolution.notes)
        if (const auto* other = std::get_if<OtherRedist>(&note)) answer.notes.emplace_back(*other);
    add_notes(tables, request, driver, answer);
    return answer;
}

}  // namespace cudastdenv
