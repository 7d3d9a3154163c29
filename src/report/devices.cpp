// SPDX-License-Identifier: MIT
#include "report/page.hpp"
#include "report/text.hpp"
#include "words/drivers.hpp"
#include "words/phrases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace cudastdenv::report {

namespace {

using namespace words;

std::string_view runs_in_words(std::optional<bool> runs) {
    if (!runs) return "not known";
    return *runs ? "runs" : "does not run";
}

std::string list_in_words(const CoversAnswer::List& list) {
    std::string words = list.machine_code.empty() ? "no machine code"
                                                  : "machine code of " + joined(list.machine_code, " ");
    return words + (list.ptx.empty() ? "; no PTX" : "; PTX of " + joined(list.ptx, " "));
}

void print_driver(Page& page, const CoversAnswer& answer) {
    if (!answer.driver) return;
    page.row("driver", fmt::format("{}: {}", answer.driver->requested, answer.driver->verdict));
    for (const CoversAnswer::Obstacle& obstacle : answer.driver->obstacles)
        page.row("", cited(obstacle.certain ? obstacle.text : "not known: " + obstacle.text, obstacle.sources));
}

/// As lines begin: `cubin 9.0`, `PTX 9.0a`.
std::string code_label(const CoversAnswer::CodeVerdict& code) {
    return (code.form == CodeForm::ptx ? "PTX " : "cubin ") + to_string(code.capability);
}

void print_codes(Page& page, const CoversAnswer::Device& device) {
    for (const CoversAnswer::CodeVerdict& verdict : device.codes) {
        std::string text = "yes, but another one goes first";
        if (device.how == verdict.form && device.code == verdict.capability) text = "yes";
        if (verdict.text) text = (verdict.runs ? "no: " : "not known: ") + *verdict.text;
        page.row(code_label(verdict), verdict.rule ? fmt::format("{} [{}]", text, *verdict.rule) : text);
    }
}

/// The rules that the verdicts rest on, in the order in which they come.
void print_rules(Page& page, const CoversAnswer::Device& device) {
    std::vector<std::string_view> printed;
    for (const CoversAnswer::CodeVerdict& verdict : device.codes) {
        if (!verdict.rule || std::ranges::find(printed, *verdict.rule) != printed.end()) continue;
        if (printed.empty()) {
            page.gap();
            page.line("Rules");
        }
        printed.push_back(*verdict.rule);
        page.bullet(fmt::format("{}: {}", *verdict.rule, verdict.statement));
        page.row("    source", joined(verdict.sources, ", "));
    }
}

std::string one_device_text(const CoversAnswer& answer, const Style& style) {
    const CoversAnswer::Device& device = answer.devices.front();
    Page page(style);
    page.sentence(fmt::format("{} on {}: {}", style.strong(release_in_words(answer.cuda.release)),
                              gpu_in_words({answer.gpu.value_or(""), *answer.device_requested}),
                              runs_in_words(device.runs)));
    page.gap();
    page.row("verdict",
             fmt::format("{}{}{}", runs_in_words(device.runs), device.runs == true ? ", by " : ": ", device.text),
             !device.runs   ? &Style::warn
             : *device.runs ? &Style::good
                            : &Style::bad);
    if (!device.path.empty()) page.row("path", joined(device.path, " -> "));
    page.row("list", list_in_words(answer.list));
    print_driver(page, answer);
    page.gap();
    print_codes(page, device);
    print_rules(page, device);
    page.notes(answer.notes);
    page.apply(answer.apply);
    return page.take();
}

void print_section(Page& page, const CoversAnswer& answer, DevicePlace place, std::string_view title) {
    if (std::ranges::find(answer.devices, place, &CoversAnswer::Device::place) == answer.devices.end()) return;
    page.gap();
    page.sentence(title);
    for (const CoversAnswer::Device& device : answer.devices) {
        if (device.place != place) continue;
        page.row("  " + to_string(device.capability),
                 fmt::format("{}{}{}", device.architecture, device.jetson ? " (Jetson)" : "",
                             place == DevicePlace::older ? "" : ": " + device.text));
    }
}

/// Of a name that several devices have: `CUDA 12.8.2 on GeForce GTX 750 (5.0 or 5.2): runs`; of all devices the list.
void print_devices_headline(Page& page, const CoversAnswer& answer, const Style& style) {
    const std::string list = list_in_words(answer.list);
    const std::string release = style.strong(release_in_words(answer.cuda.release));
    if (!answer.gpu) {
        const bool is_none = std::ranges::find(answer.devices, DevicePlace::reached, &CoversAnswer::Device::place) ==
                             answer.devices.end();
        page.sentence(fmt::format("{}: {}{}", release, list, is_none ? ": not known to run on any GPU" : ""));
        return;
    }
    page.sentence(fmt::format("{} on {} ({}): {}", release, *answer.gpu,
                              joined(answer.devices, " or ", &CoversAnswer::Device::capability),
                              runs_in_words(answer.runs)));
    page.gap();
    page.sentence(list);
}

std::string all_devices_text(const CoversAnswer& answer, const Style& style) {
    Page page(style);
    print_devices_headline(page, answer, style);
    if (answer.driver) page.gap();
    print_driver(page, answer);
    print_section(page, answer, DevicePlace::hole,
                  style.bad("Holes: not reached, though the list names that number or a lower one"));
    print_section(page, answer, DevicePlace::unknown, style.warn("Not known"));
    print_section(page, answer, DevicePlace::reached, style.good("Reached, by"));
    print_section(page, answer, DevicePlace::older, "Older than the list");
    page.notes(answer.notes);
    page.apply(answer.apply);
    return page.take();
}

constexpr std::string_view why_not_ld_library_path =
    "LD_LIBRARY_PATH is not the way: it goes before every program's own run path and is handed down to all that is "
    "started from there, so programs built for another release get this libcuda.so too.";

/// The lines of one way: what stands in it, else `yes`; none where it was not judged and `yes` is empty.
void print_way(Page& page, const CompatAnswer& answer, std::string_view way, const std::string& yes) {
    for (const CompatAnswer::ClosedWay& closed : answer.obstacles) {
        if (closed.way != way) continue;
        page.row(way, cited((closed.certain ? "no: " : "not known: ") + closed.text, closed.sources));
        if (way != gpu_way) return;
    }
    if (!yes.empty()) page.row(way, yes);
}

void print_bundled(Page& page, const CompatAnswer& answer) {
    if (answer.bundled) page.row("bundled driver", cited(to_string(answer.bundled->driver), answer.bundled->sources));
}

void print_ways(Page& page, const CompatAnswer& answer) {
    print_way(page, answer, platform_way, "");
    std::string yes;
    if (answer.how == DriverSupport::native && answer.minimum)
        yes = cited(fmt::format("yes: {} or newer is enough", answer.minimum->driver), answer.minimum->sources);
    else if (answer.how == DriverSupport::native) yes = "yes";
    print_way(page, answer, native_way, yes);
    yes.clear();
    if (answer.how == DriverSupport::minor_version)
        yes = cited(fmt::format("yes: {} or newer is enough for all of CUDA {}.x", answer.minor_version->driver,
                                answer.cuda.release.major),
                    answer.minor_version->sources);
    print_way(page, answer, minor_version_way, yes);
    print_way(page, answer, package_way, answer.package_text);
    for (const DriverGpu& gpu : answer.gpus)
        if (gpu.known == true && gpu.name) page.row(gpu_way, cited("yes: " + gpu.text, gpu.sources));
    print_way(page, answer, gpu_way, "");
    print_bundled(page, answer);
}

/// `9.0: does not load: CUDA 12.8.1 writes PTX ISA 8.7, which drivers compile from branch 570 on`
std::string ptx_in_words(const CompatAnswer::Code& code) {
    const std::string_view loads = !code.ptx_loads ? "not known" : *code.ptx_loads ? "loads" : "does not load";
    return fmt::format("{}: {}{}{}", *code.ptx, loads, code.ptx_text.empty() ? "" : ": ", code.ptx_text);
}

void print_code(Page& page, const CompatAnswer& answer) {
    if (answer.runs != true) return;
    const CompatAnswer::Code& code = answer.capabilities;
    page.gap();
    page.row("machine code", fmt::format("{}: loads; every capability asked has code", joined(code.machine_code, " ")));
    if (!code.ptx) return;
    page.row("PTX", ptx_in_words(code));
    if (!code.without_code.empty())
        page.row("without code",
                 fmt::format("{}: GPUs that only this PTX would reach", joined(code.without_code, " ")));
}

void print_run_path(Page& page, const CompatAnswer& answer) {
    if (!answer.run_path) return;
    page.gap();
    page.line("Run path, so that the package wins");
    std::size_t number = 0;
    for (const std::string& folder : *answer.run_path) page.line(fmt::format("  {}. {}", ++number, folder));
    page.gap();
    page.row("", why_not_ld_library_path);
}

/// `570.124.06 or newer [release-notes-12.8]`
template <class Datum>
std::string or_newer(const Datum& datum) {
    return cited(to_string(datum.driver) + " or newer", datum.sources);
}

/// What each way asks of a driver.
void print_needs(Page& page, const CompatAnswer& answer) {
    if (answer.jetson) {
        page.row(native_way, cited(fmt::format("{} or newer, which comes with JetPack {}; older ones are not known",
                                               answer.jetson->driver, answer.jetson->jetpack),
                                   answer.jetson->sources));
    } else {
        page.row(native_way, answer.minimum ? or_newer(*answer.minimum) : "not known");
        if (answer.minor_version) page.row(minor_version_way, or_newer(*answer.minor_version));
    }
    if (!answer.package_text.empty()) page.row(package_way, answer.package_text);
    for (const DriverGpu& gpu : answer.gpus) page.row(gpu_way, cited(gpu.text, gpu.sources));
    if (!answer.capabilities.ptx_text.empty()) page.row("PTX", answer.capabilities.ptx_text);
    print_bundled(page, answer);
}

/// What is said first.
std::string headline(const CompatAnswer& answer, const Style& style) {
    const std::string release = style.strong(release_in_words(answer.cuda.release));
    if (!answer.driver) return fmt::format("{}: {}", release, answer.verdict);
    const bool only_with_package = answer.runs == true && answer.how == DriverSupport::package;
    return fmt::format("{} with driver {}: {}", release, *answer.driver,
                       only_with_package ? answer.verdict : runs_in_words(answer.runs));
}

}  // namespace

std::string coverage_text(const CoversAnswer& answer, const Style& style) {
    return answer.device_requested ? one_device_text(answer, style) : all_devices_text(answer, style);
}

std::string compat_text(const CompatAnswer& answer, const Style& style) {
    Page page(style);
    page.sentence(headline(answer, style));
    page.gap();
    page.row("system", fmt::format("{} ({})", answer.system.nix, answer.system.redist));
    if (answer.driver) {
        const bool is_good = answer.runs == true && answer.how == DriverSupport::native;
        page.row("verdict", answer.verdict, answer.runs == false ? &Style::bad : is_good ? &Style::good : &Style::warn);
        print_ways(page, answer);
        print_code(page, answer);
        print_run_path(page, answer);
    } else {
        print_way(page, answer, platform_way, "");
        if (answer.obstacles.empty()) print_needs(page, answer);
    }
    page.notes(answer.notes);
    return page.take();
}

}  // namespace cudastdenv::report
