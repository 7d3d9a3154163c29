#include "report/compat.hpp"

#include "report/json_parts.hpp"
#include "report/messages.hpp"
#include "report/overloaded.hpp"
#include "report/page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <span>
#include <string_view>
#include <vector>

namespace cudastdenv::report {

namespace {

/// nixpkgs keeps the libraries of a compatibility package in this folder of it.
constexpr std::string_view package_folder = "compat";
constexpr std::string_view driver_folder = "/run/opengl-driver/lib";

constexpr std::string_view why_not_ld_library_path =
    "LD_LIBRARY_PATH is not the way: it goes before every program's own run path and is handed down to all that is "
    "started from there, so programs built for another release get this libcuda.so too.";

constexpr std::string_view ptx_needs =
    "PTX is compiled by the driver, which knows only the PTX of releases up to its own age";

std::string major_of(const DriverAnswer& answer) { return fmt::format("CUDA {}.x", answer.release->version.major); }

std::string release_of(const DriverAnswer& answer) { return "CUDA " + to_string(answer.release->version); }

std::string_view obstacle_name(const DriverObstacle& obstacle) {
    return std::visit(Overloaded{
                          [](const DriverTooOld&) { return "driver-too-old"; },
                          [](const NoKnownMinimum&) { return "no-known-minimum"; },
                          [](const NoMinorVersions&) { return "no-minor-versions"; },
                          [](const BelowMinorVersions&) { return "below-minor-versions"; },
                          [](const NoCompatPackage&) { return "no-compat-package"; },
                          [](const WrongBranch&) { return "wrong-branch"; },
                          [](const NoPlatform&) { return "no-platform"; },
                      },
                      obstacle);
}

/// The ways, as lines begin and as JSON names them.
constexpr std::string_view platform_way = "platform";
constexpr std::string_view native_way = "native";
constexpr std::string_view minor_version_way = "minor-version";
constexpr std::string_view package_way = "cuda-compat";

/// Which of the ways an obstacle closes; without a platform there is none.
std::string_view way_of(const DriverObstacle& obstacle) {
    return std::visit(Overloaded{
                          [](const DriverTooOld&) { return native_way; },
                          [](const NoKnownMinimum&) { return native_way; },
                          [](const NoMinorVersions&) { return minor_version_way; },
                          [](const BelowMinorVersions&) { return minor_version_way; },
                          [](const NoCompatPackage&) { return package_way; },
                          [](const WrongBranch&) { return package_way; },
                          [](const NoPlatform&) { return platform_way; },
                      },
                      obstacle);
}

/// In the order in which the loader is to look: the package's libcuda.so before the driver's own.
std::vector<std::string> run_path(const DriverAnswer& answer) {
    std::vector<std::string> path;
    if (answer.package_works)
        path.push_back(fmt::format("${{cudaPackages_{}_{}.{}}}/{}", answer.release->version.major,
                                   answer.release->version.minor, answer.package->package, package_folder));
    path.emplace_back(driver_folder);
    return path;
}

std::string cited(std::string text, SourceIds sources) {
    if (!sources.empty()) text += fmt::format(" [{}]", sources.front());
    return text;
}

std::string painted(const Style& style, DriverSupport support, std::string_view text) {
    switch (support) {
        case DriverSupport::native: return style.good(text);
        case DriverSupport::minor_version:
        case DriverSupport::package: return style.warn(text);
        case DriverSupport::none: return style.bad(text);
    }
    return std::string(text);
}

/// The line of one way: what stands in its way, else `yes`; none where it was not judged and `yes` is empty.
void print_way(Page& page, const DriverReport& report, std::string_view way, const std::string& yes) {
    for (const DriverObstacle& obstacle : report.driver_answer.obstacles) {
        if (way_of(obstacle) != way) continue;
        page.row(way, cited("no: " + obstacle_message(report.answer.request.system, report.driver_answer, obstacle), obstacle_sources(obstacle)));
        return;
    }
    if (!yes.empty()) page.row(way, yes);
}

void print_ways(Page& page, const DriverReport& report) {
    const DriverAnswer& answer = report.driver_answer;
    print_way(page, report, platform_way, "");
    std::string yes;
    if (answer.support == DriverSupport::native)
        yes = cited(fmt::format("yes: {} or newer is enough", to_string(answer.minimum->driver)),
                    answer.minimum->sources);
    print_way(page, report, native_way, yes);
    yes.clear();
    if (answer.support == DriverSupport::minor_version)
        yes = cited(fmt::format("yes: {} or newer is enough for all of {}", to_string(answer.minor_version->driver),
                                major_of(answer)),
                    answer.minor_version->sources);
    print_way(page, report, minor_version_way, yes);
    yes.clear();
    if (answer.package_works)
        yes = cited(fmt::format("yes: {} {}", answer.package->package, answer.package->version),
                    answer.package->sources);
    print_way(page, report, package_way, yes);
    if (answer.bundled)
        page.row("bundled driver", cited(to_string(answer.bundled->driver), answer.bundled->sources));
}

void print_code(Page& page, const DriverAnswer& answer) {
    if (answer.support == DriverSupport::none) return;
    page.gap();
    page.row("machine code", fmt::format("{}: loads; every capability asked has code", joined(answer.machine_code)));
    if (!answer.ptx) return;
    const std::string ptx = to_string(*answer.ptx);
    page.row("PTX", answer.ptx_loads ? fmt::format("{}: loads", ptx)
                                     : fmt::format("{}: does not load; {}", ptx, ptx_needs));
    if (!answer.without_code.empty())
        page.row("without code", fmt::format("{}: GPUs that only this PTX would reach", joined(answer.without_code)));
}

void print_run_path(Page& page, const DriverAnswer& answer) {
    if (!answer.package_works) return;
    page.gap();
    page.line("Run path, so that the package wins");
    const std::vector<std::string> path = run_path(answer);
    for (std::size_t i = 0; i < path.size(); ++i) page.line(fmt::format("  {}. {}", i + 1, path[i]));
    page.gap();
    page.row("", why_not_ld_library_path);
}

Json datum_json(const std::optional<DriverDatum>& datum) {
    if (!datum) return nullptr;
    return {{"driver", to_string(datum->driver)}, {"sources", datum->sources}};
}

Json minimum_json(const std::optional<DriverMinimum>& minimum) {
    if (!minimum) return nullptr;
    return {{"driver", to_string(minimum->driver)},
            {"release", to_string(minimum->release)},
            {"sources", minimum->sources}};
}

Json package_json(const DriverAnswer& answer) {
    if (!answer.package) return nullptr;
    return {{"name", answer.package->package},
            {"version", answer.package->version},
            {"gpus", to_string(answer.package->gpus)},
            {"branches", answer.package_branches},
            {"works", answer.package_works},
            {"sources", answer.package->sources}};
}

}  // namespace

std::string_view support_in_words(DriverSupport support) {
    switch (support) {
        case DriverSupport::native: return "runs natively";
        case DriverSupport::minor_version: return "runs by minor-version compatibility: machine code yes, PTX no";
        case DriverSupport::package: return "runs with the cuda_compat package";
        case DriverSupport::none: return "does not run";
    }
    return "";
}

std::string driver_note_message(const DriverReport& report, const DriverNote& note) {
    const DriverAnswer& answer = report.driver_answer;
    return std::visit(
        Overloaded{
            [&](const PreviewRelease&) { return fmt::format("{} is a developer preview", release_of(answer)); },
            [&](const MinimumOfSameCompiler& n) {
                return fmt::format("the minimum of {} is not known; that of CUDA {}, which has the same nvcc, is used "
                                   "instead",
                                   release_of(answer), to_string(n.earlier));
            },
            [&](const MinimumOfLater& n) {
                return fmt::format("the minimum of {} is not known; that of CUDA {}, which is not lower, is used "
                                   "instead",
                                   release_of(answer), to_string(n.later));
            },
            [&](const IncompleteDriver& n) {
                return fmt::format("{} is taken for the oldest driver it can mean; from {} on the answer is better",
                                   report.driver_requested, to_string(n.from));
            },
            [&](const PackageAddsPtx&) {
                return std::string("with the cuda_compat package PTX would load too");
            },
            [&](const DataCenterOnly&) {
                return std::string("cuda_compat works with data-center GPUs and the few others that NVIDIA names; "
                                   "elsewhere the program ends with CUDA error 804");
            },
            [&](const JetsonDriver&) {
                return std::string("a Jetson's driver comes with its own system and is numbered on its own; NVIDIA's "
                                   "driver tables are about other GPUs, so check the JetPack that the package wants");
            },
            [&](const DistributionPackageOnly&) {
                return fmt::format("NVIDIA has cuda-compat-{}-{} for distributions, and supports it on this branch; "
                                   "it is not among the redistributables, so nixpkgs has none",
                                   answer.release->version.major, answer.release->version.minor);
            },
            [&](const OtherRedist& n) { return other_redist_message(n); },
        },
        note);
}

std::string no_platform_message(const NoPlatform& obstacle, std::string_view system, Version release) {
    return obstacle.platform ? not_shipped_message(*obstacle.platform, release)
                             : fmt::format("NVIDIA ships no CUDA for {}", system);
}

std::string obstacle_message(std::string_view system, const DriverAnswer& answer, const DriverObstacle& obstacle) {
    return std::visit(
        Overloaded{
            [&](const DriverTooOld& o) {
                return fmt::format("{} needs driver {} or newer", release_of(answer), to_string(o.minimum.driver));
            },
            [&](const NoKnownMinimum&) {
                return fmt::format("which driver is as new as {} is not known, nor for any later release",
                                   release_of(answer));
            },
            [&](const NoMinorVersions&) {
                return fmt::format("begins with CUDA 11; {} needs its own driver", release_of(answer));
            },
            [&](const BelowMinorVersions& o) {
                return fmt::format("{} needs driver {} or newer", major_of(answer), to_string(o.minimum));
            },
            [&](const NoCompatPackage&) {
                return fmt::format("no package of {} for {} is known", release_of(answer), answer.redist);
            },
            [&](const WrongBranch& o) {
                return fmt::format("{} is for driver branches {} only", answer.package->version,
                                   fmt::join(o.branches, ", "));
            },
            [&](const NoPlatform& o) { return no_platform_message(o, system, answer.release->version); },
        },
        obstacle);
}

SourceIds obstacle_sources(const DriverObstacle& obstacle) {
    return std::visit(Overloaded{
                          [](const DriverTooOld& o) { return o.minimum.sources; },
                          [](const NoKnownMinimum&) { return SourceIds{}; },
                          [](const NoMinorVersions&) { return SourceIds{}; },
                          [](const BelowMinorVersions& o) { return o.sources; },
                          [](const NoCompatPackage&) { return SourceIds{}; },
                          [](const WrongBranch& o) { return o.sources; },
                          [](const NoPlatform& o) { return o.platform ? o.platform->sources : SourceIds{}; },
                      },
                      obstacle);
}

std::string compat_text(const DriverReport& report, const Style& style) {
    const DriverAnswer& answer = report.driver_answer;
    Page page(style);
    page.line(fmt::format("{} on {} ({}) with driver {}", style.strong(release_of(answer)),
                          report.answer.request.system, answer.redist, report.driver_requested));
    page.gap();
    page.row("verdict", support_in_words(answer.support),
             [&](std::string text) { return painted(style, answer.support, text); });
    print_ways(page, report);
    print_code(page, answer);
    print_run_path(page, answer);
    const bool names_package_set = !report.answer.package_set.channel.empty();
    if (answer.notes.empty() && !names_package_set) return page.take();
    page.gap();
    page.line("Notes");
    if (names_package_set) page.bullet(package_set_message(report.answer));
    for (const DriverNote& note : answer.notes) page.bullet(driver_note_message(report, note));
    return page.take();
}

std::string compat_json(const DriverReport& report) {
    const DriverAnswer& answer = report.driver_answer;
    Json obstacles = Json::array();
    for (const DriverObstacle& obstacle : answer.obstacles)
        obstacles.push_back({{"way", way_of(obstacle)},
                             {"reason", obstacle_name(obstacle)},
                             {"message", obstacle_message(report.answer.request.system, answer, obstacle)},
                             {"sources", obstacle_sources(obstacle)}});
    Json notes = Json::array();
    if (!report.answer.package_set.channel.empty()) notes.push_back(package_set_message(report.answer));
    for (const DriverNote& note : answer.notes) notes.push_back(driver_note_message(report, note));
    return finish({
        {"schemaVersion", schema_version},
        {"cuda", cuda_json(report.answer)},
        {"system", {{"nix", report.answer.request.system}, {"redist", answer.redist}}},
        {"driver", report.driver_requested},
        {"runs", answer.support != DriverSupport::none},
        {"how", to_string(answer.support)},
        {"minimum", minimum_json(answer.minimum)},
        {"minorVersion", datum_json(answer.minor_version)},
        {"bundled", datum_json(answer.bundled)},
        {"package", package_json(answer)},
        {"runPath", answer.package_works ? Json(run_path(answer)) : Json(nullptr)},
        {"capabilities",
         {{"machineCode", texts(answer.machine_code)},
          {"ptx", answer.ptx ? Json(to_string(*answer.ptx)) : Json(nullptr)},
          {"ptxLoads", answer.ptx && answer.ptx_loads},
          {"withoutCode", texts(answer.without_code)}}},
        {"obstacles", obstacles},
        {"notes", notes},
    });
}

}  // namespace cudastdenv::report
