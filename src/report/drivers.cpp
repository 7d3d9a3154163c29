// SPDX-License-Identifier: MIT
#include "report/page.hpp"
#include "report/text.hpp"
#include "words/drivers.hpp"
#include "words/phrases.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>
#include <vector>

namespace cudastdenv::report {

namespace {

using namespace words;

constexpr std::string_view why_not_ld_library_path =
    "LD_LIBRARY_PATH is not the way: it goes before every program's own run path and is handed down to all that is "
    "started from there, so programs built for another release get this libcuda.so too.";

std::string painted(const Style& style, const DriverAnswer& answer, std::string_view text) {
    const std::optional<bool> verdict = runs(answer);
    if (verdict == false) return style.bad(text);
    const bool is_good = verdict && answer.support == DriverSupport::native;
    return is_good ? style.good(text) : style.warn(text);
}

/// The lines of one way: what stands in it, else `yes`; none where it was not judged and `yes` is empty.
void print_way(Page& page, const DriverReport& report, std::string_view way, const std::string& yes) {
    for (const DriverObstacle& obstacle : report.driver_answer.obstacles) {
        const ClosedWay closed = say(report.answer.request.system, report.driver_answer, obstacle);
        if (closed.way != way) continue;
        page.row(way, cited((is_certain(obstacle) ? "no: " : "not known: ") + closed.text, closed.sources));
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
    else if (answer.package_works) yes = "yes: NVIDIA's " + package_of(answer.release->version);
    print_way(page, report, package_way, yes);
    for (const GpuKnowledge& gpu : answer.gpus) {
        if (gpu.known != true || !gpu.product) continue;
        const Said said = say(gpu);
        page.row(gpu_way, cited("yes: " + said.text, said.sources));
    }
    print_way(page, report, gpu_way, "");
    if (answer.bundled) page.row("bundled driver", cited(to_string(answer.bundled->driver), answer.bundled->sources));
}

/// `CUDA 12.8.1 writes PTX ISA 8.7, which drivers compile from branch 570 on`
std::string ptx_version_message(const DriverAnswer& answer) {
    const std::string message = fmt::format("{} writes PTX ISA {}", release_in_words(answer.release->version),
                                            to_string(answer.ptx_version->ptx));
    if (answer.ptx_branch)
        return message + fmt::format(", which drivers compile from branch {} on", *answer.ptx_branch);
    return message + ", and no source says which driver compiles it";
}

/// `does not load: CUDA 12.8.1 writes PTX ISA 8.7, which drivers compile from branch 570 on`
std::string ptx_message(const DriverAnswer& answer) {
    const std::string_view loads = !answer.ptx_loads ? "not known" : *answer.ptx_loads ? "loads" : "does not load";
    if (!answer.ptx_version) return std::string(loads);
    return fmt::format("{}: {}", loads, ptx_version_message(answer));
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

/// `570.124.06 or newer [release-notes-12.8]`
template <class Datum>
std::string or_newer(const Datum& datum) {
    return cited(to_string(datum.driver) + " or newer", datum.sources);
}

/// What each way asks of a driver.
void print_needs(Page& page, const DriverAnswer& answer) {
    if (answer.jetson) {
        page.row(native_way, cited(fmt::format("{} or newer, which comes with JetPack {}; older ones are not known",
                                               to_string(answer.jetson->driver), to_string(answer.jetson->jetpack)),
                                   answer.jetson->sources));
    } else {
        page.row(native_way, answer.minimum ? or_newer(*answer.minimum) : "not known");
        if (answer.minor_version) page.row(minor_version_way, or_newer(*answer.minor_version));
    }
    if (answer.forward)
        page.row(package_way,
                 cited(fmt::format("NVIDIA's {}, on data-center GPUs with a driver of branch {}",
                                   package_of(answer.release->version), fmt::join(answer.forward->branches, " or ")),
                       answer.forward->sources));
    for (const GpuKnowledge& gpu : answer.gpus) {
        const Said said = say(gpu);
        page.row(gpu_way, cited(said.text, said.sources));
    }
    if (answer.ptx_version) page.row("PTX", cited(ptx_version_message(answer), answer.ptx_version->sources));
    if (answer.bundled) page.row("bundled driver", cited(to_string(answer.bundled->driver), answer.bundled->sources));
}

void print_system(Page& page, const DriverReport& report) {
    page.row("system", fmt::format("{} ({})", report.answer.request.system, report.driver_answer.redist));
}

void print_driver_notes(Page& page, const DriverReport& report) {
    const std::vector<Said> notes = say_notes(report);
    if (notes.empty()) return;
    page.gap();
    page.line("Notes");
    for (const Said& note : notes) page.bullet(note.text);
}

}  // namespace

std::string compat_text(const DriverReport& report, const Style& style) {
    const DriverAnswer& answer = report.driver_answer;
    Page page(style);
    const std::optional<bool> verdict = runs(answer);
    const bool only_with_package = verdict == true && answer.support == DriverSupport::package;
    page.sentence(fmt::format("{} with driver {}: {}", style.strong(release_in_words(answer.release->version)),
                              report.driver_requested,
                              only_with_package ? driver_in_words(answer) : runs_in_words(verdict)));
    page.gap();
    print_system(page, report);
    page.row("verdict", driver_in_words(answer), [&](std::string text) { return painted(style, answer, text); });
    print_ways(page, report);
    print_code(page, answer);
    print_run_path(page, answer);
    print_driver_notes(page, report);
    return page.take();
}

std::string needed_driver_text(const DriverReport& report, const Style& style) {
    const DriverAnswer& answer = report.driver_answer;
    Page page(style);
    page.sentence(
        fmt::format("{}: {}", style.strong(release_in_words(answer.release->version)), needs_in_words(answer)));
    page.gap();
    print_system(page, report);
    print_way(page, report, platform_way, "");
    if (answer.obstacles.empty()) print_needs(page, answer);
    print_driver_notes(page, report);
    return page.take();
}

}  // namespace cudastdenv::report
