#include "report/drivers.hpp"

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

std::string major_of(const DriverAnswer& answer) { return fmt::format("CUDA {}.x", answer.release->version.major); }

std::string release_of(const DriverAnswer& answer) { return "CUDA " + to_string(answer.release->version); }

/// `cuda-compat-13-0`, as distributions call it.
std::string package_of(const DriverAnswer& answer) {
    return fmt::format("cuda-compat-{}-{}", answer.release->version.major, answer.release->version.minor);
}

std::string gpu_in_words(const Gpu& gpu) {
    return gpu.name.empty() ? to_string(gpu.capability) : fmt::format("{} ({})", gpu.name, to_string(gpu.capability));
}

/// `the GeForce RTX 5090 (12.0): no driver before 570 knows it`
std::string gpu_message(const GpuKnowledge& knowledge) {
    const std::string gpu = gpu_in_words(knowledge.gpu);
    const GpuDriversRow* row = knowledge.generation;
    const std::string number = to_string(knowledge.gpu.capability);
    if (knowledge.known == false && knowledge.after_last)
        return fmt::format("{} is no GPU of this driver: branch {} is the last for {}", gpu, *row->last_branch, number);
    if (knowledge.known == false)
        return fmt::format("{} is no GPU of this driver: branch {} is the first for {}", gpu, *row->first_branch,
                           number);
    if (knowledge.gpu.name.empty())
        return fmt::format("{} list of NVIDIA's has a GPU of {} in this driver", knowledge.known ? "a" : "no", number);
    const bool listed = knowledge.product && knowledge.product->drivers;
    if (!listed) return fmt::format("no list of NVIDIA's says which drivers know {}", gpu);
    std::vector<std::string> from;
    for (const DriverVersion driver : knowledge.product->drivers->from) from.push_back(to_string(driver));
    return fmt::format("NVIDIA's lists have {} from driver {} on", gpu, fmt::join(from, ", and "));
}

SourceIds gpu_sources(const GpuKnowledge& knowledge) {
    if (knowledge.known == false || (knowledge.gpu.name.empty() && knowledge.generation))
        return knowledge.generation->sources;
    const bool listed = knowledge.product && knowledge.product->drivers;
    return listed ? knowledge.product->drivers->sources : SourceIds{};
}

/// The ways, as lines begin and as JSON names them.
constexpr std::string_view platform_way = "platform";
constexpr std::string_view gpu_way = "gpu";
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
                          [](const UnknownPackage&) { return package_way; },
                          [](const WrongBranch&) { return package_way; },
                          [](const NoPackageGpu&) { return package_way; },
                          [](const UnknownPackageGpu&) { return package_way; },
                          [](const UnknownJetsonDriver&) { return native_way; },
                          [](const JetPackTooOld&) { return native_way; },
                          [](const UnfitGpu&) { return gpu_way; },
                          [](const NoPlatform&) { return platform_way; },
                          [](const ExceptedGpu&) { return platform_way; },
                      },
                      obstacle);
}

/// In the order in which the loader is to look: the package's libcuda.so before the driver's own.
std::vector<std::string> run_path(const DriverAnswer& answer) {
    std::vector<std::string> path;
    if (answer.package_works && answer.package)
        path.push_back(fmt::format("${{cudaPackages_{}_{}.{}}}/{}", answer.release->version.major,
                                   answer.release->version.minor, answer.package->package, package_folder));
    path.emplace_back(driver_folder);
    return path;
}

std::string cited(std::string text, SourceIds sources) {
    if (!sources.empty()) text += fmt::format(" [{}]", sources.front());
    return text;
}

std::string painted(const Style& style, const DriverAnswer& answer, std::string_view text) {
    const std::optional<bool> verdict = runs(answer);
    if (verdict == false) return style.bad(text);
    const bool is_good = verdict && answer.support == DriverSupport::native;
    return is_good ? style.good(text) : style.warn(text);
}

/// The lines of one way: what stands in it, else `yes`; none where it was not judged and `yes` is empty.
void print_way(Page& page, const DriverReport& report, std::string_view way, const std::string& yes) {
    for (const DriverObstacle& obstacle : report.driver_answer.obstacles) {
        if (way_of(obstacle) != way) continue;
        const std::string message = obstacle_message(report.answer.request.system, report.driver_answer, obstacle);
        page.row(way, cited((is_certain(obstacle) ? "no: " : "not known: ") + message, obstacle_sources(obstacle)));
        if (way != gpu_way) return;
    }
    if (!yes.empty()) page.row(way, yes);
}

void print_ways(Page& page, const DriverReport& report) {
    const DriverAnswer& answer = report.driver_answer;
    print_way(page, report, platform_way, "");
    std::string yes;
    if (answer.support == DriverSupport::native && answer.minimum)
        yes = cited(fmt::format("yes: {} or newer is enough", to_string(answer.minimum->driver)),
                    answer.minimum->sources);
    else if (answer.support == DriverSupport::native) yes = "yes";
    print_way(page, report, native_way, yes);
    yes.clear();
    if (answer.support == DriverSupport::minor_version)
        yes = cited(fmt::format("yes: {} or newer is enough for all of {}", to_string(answer.minor_version->driver),
                                major_of(answer)),
                    answer.minor_version->sources);
    print_way(page, report, minor_version_way, yes);
    yes.clear();
    if (answer.package_works && answer.package)
        yes = cited(fmt::format("yes: {} {}", answer.package->package, answer.package->version),
                    answer.package->sources);
    else if (answer.package_works) yes = "yes: NVIDIA's " + package_of(answer);
    print_way(page, report, package_way, yes);
    for (const GpuKnowledge& gpu : answer.gpus)
        if (gpu.known == true && gpu.product) page.row(gpu_way, cited("yes: " + gpu_message(gpu), gpu_sources(gpu)));
    print_way(page, report, gpu_way, "");
    if (answer.bundled)
        page.row("bundled driver", cited(to_string(answer.bundled->driver), answer.bundled->sources));
}

/// `does not load: CUDA 12.8.1 writes PTX ISA 8.7, which drivers compile from branch 570 on`
std::string ptx_message(const DriverAnswer& answer) {
    std::string message = !answer.ptx_loads ? "not known" : *answer.ptx_loads ? "loads" : "does not load";
    if (!answer.ptx_version) return message;
    message += fmt::format(": {} writes PTX ISA {}", release_of(answer), to_string(answer.ptx_version->ptx));
    if (answer.ptx_branch)
        return message + fmt::format(", which drivers compile from branch {} on", *answer.ptx_branch);
    return message + ", and no source says which driver compiles it";
}

void print_code(Page& page, const DriverAnswer& answer) {
    if (runs(answer) != true) return;
    page.gap();
    page.row("machine code", fmt::format("{}: loads; every capability asked has code", joined(answer.machine_code)));
    if (!answer.ptx) return;
    const SourceIds sources = answer.ptx_version ? answer.ptx_version->sources : SourceIds{};
    page.row("PTX", cited(fmt::format("{}: {}", to_string(*answer.ptx), ptx_message(answer)), sources));
    if (!answer.without_code.empty())
        page.row("without code", fmt::format("{}: GPUs that only this PTX would reach", joined(answer.without_code)));
}

void print_run_path(Page& page, const DriverAnswer& answer) {
    if (!answer.package_works || !answer.package) return;
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

std::string driver_in_words(const DriverAnswer& answer) {
    const DriverLoads loads = loads_of(answer);
    if (loads.gpu == false) return "does not run: the driver does not know the GPU";
    if (!loads.gpu && answer.support != DriverSupport::none)
        return "not known: no source says that the driver knows the GPU";
    switch (answer.support) {
        case DriverSupport::native: return "runs natively";
        case DriverSupport::minor_version:
            return fmt::format("runs by minor-version compatibility: machine code yes, PTX {}",
                               !answer.ptx_loads   ? "not known"
                               : *answer.ptx_loads ? "yes"
                                                   : "no");
        case DriverSupport::package: return "runs only with NVIDIA's " + package_of(answer);
        case DriverSupport::unknown: return "not known";
        case DriverSupport::none: return "does not run";
    }
    return "";
}

nlohmann::ordered_json driver_gpus_json(const DriverAnswer& answer) {
    Json gpus = Json::array();
    for (const GpuKnowledge& gpu : answer.gpus) {
        Json from = Json::array();
        if (gpu.product && gpu.product->drivers)
            for (const DriverVersion driver : gpu.product->drivers->from) from.push_back(to_string(driver));
        gpus.push_back({{"name", gpu.gpu.name.empty() ? Json(nullptr) : Json(gpu.gpu.name)},
                        {"capability", to_string(gpu.gpu.capability)},
                        {"known", optional_json(gpu.known)},
                        {"from", from},
                        {"firstBranch", gpu.generation ? optional_json(gpu.generation->first_branch) : Json(nullptr)},
                        {"lastBranch", gpu.generation ? optional_json(gpu.generation->last_branch) : Json(nullptr)},
                        {"message", gpu_message(gpu)},
                        {"sources", gpu_sources(gpu)}});
    }
    return gpus;
}

std::string exception_message(const RedistExceptionRow& row) {
    return fmt::format("NVIDIA excepts {} from {} in CUDA {} to {}", to_string(row.capability), row.redist,
                       to_string(row.first), to_string(row.last));
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
            [&](const IncompleteDriver& n) {
                return fmt::format("{} is taken for the oldest driver it can mean; from {} on the answer is better",
                                   report.driver_requested, to_string(n.from));
            },
            [&](const PackageAddsPtx&) { return std::string("with the cuda_compat package PTX would load too"); },
            [&](const DataCenterOnly&) {
                return std::string("cuda_compat works with data-center GPUs and the few others that NVIDIA names; "
                                   "elsewhere the program ends with CUDA error 804");
            },
            [&](const JetsonDriver& n) {
                if (!n.row)
                    return std::string("a Jetson's driver comes with its JetPack and is numbered on its own; NVIDIA's "
                                       "driver tables are about other GPUs");
                return fmt::format("a Jetson's driver comes with its JetPack: this one with JetPack {}, which has CUDA "
                                   "{}; check the JetPack that a package wants",
                                   to_string(n.row->jetpack), to_string(n.row->cuda));
            },
            [&](const DistributionPackageOnly&) {
                return fmt::format("NVIDIA has {} for distributions, and supports it on this branch; it is not among "
                                   "the redistributables of {} that these tables know, so nixpkgs has none",
                                   package_of(answer), release_of(answer));
            },
            [&](const PerhapsWindowsDriver&) {
                return fmt::format("{} is taken for a driver of Linux; under WSL2 nvidia-smi shows the driver of "
                                   "Windows, which counts on its own: for that, ask with --system x86_64-windows",
                                   report.driver_requested);
            },
            [&](const DriverBeyondTables& n) {
                return fmt::format("{} is newer than any driver that these tables know (branch {}): what it no longer "
                                   "runs they cannot say",
                                   report.driver_requested, n.newest_branch);
            },
            [&](const ModelNotNamed& n) {
                return fmt::format("some GPU of {} goes with this driver, and another may want a newer one: --gpu NAME "
                                   "says it for a model",
                                   to_string(n.capability));
            },
            [&](const OtherRedist& n) { return other_redist_message(n); },
        },
        note);
}

std::string_view obstacle_name(const DriverObstacle& obstacle) {
    return std::visit(Overloaded{
                          [](const DriverTooOld&) { return "driver-too-old"; },
                          [](const NoKnownMinimum&) { return "no-known-minimum"; },
                          [](const NoMinorVersions&) { return "no-minor-versions"; },
                          [](const BelowMinorVersions&) { return "below-minor-versions"; },
                          [](const NoCompatPackage&) { return "no-compat-package"; },
                          [](const UnknownPackage&) { return "package-not-known"; },
                          [](const WrongBranch&) { return "wrong-branch"; },
                          [](const NoPackageGpu&) { return "wrong-gpu"; },
                          [](const UnknownPackageGpu&) { return "package-gpu-not-known"; },
                          [](const UnknownJetsonDriver&) { return "jetson-driver-not-known"; },
                          [](const JetPackTooOld&) { return "jetpack-too-old"; },
                          [](const UnfitGpu& o) { return o.knowledge.known ? "gpu-needs-driver" : "gpu-not-known"; },
                          [](const NoPlatform&) { return "no-platform"; },
                          [](const ExceptedGpu&) { return "excepted-gpu"; },
                      },
                      obstacle);
}

std::string no_platform_message(const NoPlatform& obstacle, std::string_view system, Version release) {
    return obstacle.platform ? not_shipped_message(*obstacle.platform, release)
                             : fmt::format("NVIDIA ships no CUDA for {}", system);
}

std::string obstacle_message(std::string_view system, const DriverAnswer& answer, const DriverObstacle& obstacle) {
    return std::visit(
        Overloaded{
            [&](const DriverTooOld& o) {
                return fmt::format("{} needs driver {} or newer", release_of(answer), to_string(o.minimum.driver)) +
                       (answer.minimum ? "" : fmt::format(", as CUDA {} does", to_string(o.minimum.release)));
            },
            [&](const NoKnownMinimum& o) {
                std::string message = fmt::format("no source says which driver is as new as {}", release_of(answer));
                if (!o.before) return message;
                return message + fmt::format("; CUDA {} before it needs {} or newer", to_string(o.before->release),
                                             to_string(o.before->driver));
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
            [&](const UnknownPackage&) {
                return fmt::format("no source says whether there is a package of {} for this driver",
                                   release_of(answer));
            },
            [&](const WrongBranch& o) {
                return fmt::format("{} is for driver branches {} only", package_of(answer),
                                   fmt::join(o.branches, ", "));
            },
            [&](const NoPackageGpu& o) {
                return fmt::format("{} is for data-center GPUs; with {} the program ends with CUDA error 804",
                                   package_of(answer), gpu_in_words(o.gpu));
            },
            [&](const UnknownPackageGpu& o) {
                return fmt::format("{} is for data-center GPUs and selected NGC-ready boards, and no source says "
                                   "whether {} is one",
                                   package_of(answer), gpu_in_words(o.gpu));
            },
            [&](const UnknownJetsonDriver&) {
                return std::string("this is no driver of a Jetson's that these tables know");
            },
            [&](const JetPackTooOld& o) {
                return fmt::format("the driver is of JetPack {}, which has CUDA {}", to_string(o.row->jetpack),
                                   to_string(o.row->cuda));
            },
            [&](const UnfitGpu& o) { return gpu_message(o.knowledge); },
            [&](const NoPlatform& o) { return no_platform_message(o, system, answer.release->version); },
            [&](const ExceptedGpu& o) { return exception_message(*o.row); },
        },
        obstacle);
}

SourceIds obstacle_sources(const DriverObstacle& obstacle) {
    return std::visit(Overloaded{
                          [](const DriverTooOld& o) { return o.minimum.sources; },
                          [](const NoKnownMinimum& o) { return o.before ? o.before->sources : SourceIds{}; },
                          [](const NoMinorVersions&) { return SourceIds{}; },
                          [](const BelowMinorVersions& o) { return o.sources; },
                          [](const NoCompatPackage&) { return SourceIds{}; },
                          [](const UnknownPackage&) { return SourceIds{}; },
                          [](const WrongBranch& o) { return o.sources; },
                          [](const NoPackageGpu&) { return SourceIds{}; },
                          [](const UnknownPackageGpu&) { return SourceIds{}; },
                          [](const UnknownJetsonDriver&) { return SourceIds{}; },
                          [](const JetPackTooOld& o) { return o.row->sources; },
                          [](const UnfitGpu& o) { return gpu_sources(o.knowledge); },
                          [](const ExceptedGpu& o) { return o.row->sources; },
                          [](const NoPlatform& o) { return o.platform ? o.platform->sources : SourceIds{}; },
                      },
                      obstacle);
}

std::string compat_text(const DriverReport& report, const Style& style) {
    const DriverAnswer& answer = report.driver_answer;
    Page page(style);
    const std::optional<bool> verdict = runs(answer);
    const bool only_with_package = verdict == true && answer.support == DriverSupport::package;
    page.line(fmt::format("{} on {} ({}) with driver {}: {}", style.strong(release_of(answer)),
                          report.answer.request.system, answer.redist, report.driver_requested,
                          only_with_package ? driver_in_words(answer) : runs_in_words(verdict)));
    page.gap();
    page.row("verdict", driver_in_words(answer), [&](std::string text) { return painted(style, answer, text); });
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
                             {"certain", is_certain(obstacle)},
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
        {"runs", optional_json(runs(answer))},
        {"how", to_string(answer.support)},
        {"minimum", minimum_json(answer.minimum)},
        {"minorVersion", datum_json(answer.minor_version)},
        {"bundled", datum_json(answer.bundled)},
        {"package", package_json(answer)},
        {"gpus", driver_gpus_json(answer)},
        {"runPath", answer.package_works && answer.package ? Json(run_path(answer)) : Json(nullptr)},
        {"capabilities",
         {{"machineCode", texts(answer.machine_code)},
          {"ptx", answer.ptx ? Json(to_string(*answer.ptx)) : Json(nullptr)},
          {"ptxVersion", answer.ptx_version ? Json(to_string(answer.ptx_version->ptx)) : Json(nullptr)},
          {"ptxFromBranch", optional_json(answer.ptx_branch)},
          {"ptxLoads", answer.ptx ? optional_json(answer.ptx_loads) : Json(false)},
          {"withoutCode", texts(answer.without_code)}}},
        {"obstacles", obstacles},
        {"notes", notes},
    });
}

}  // namespace cudastdenv::report
