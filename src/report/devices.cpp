// SPDX-License-Identifier: MIT
#include "core/lists.hpp"
#include "messages/code_files.hpp"
#include "messages/drivers.hpp"
#include "report/text.hpp"

namespace cudastdenv::report {

namespace {

using namespace messages;

void print_driver(Page& page, const CoversAnswer& answer) {
    if (!answer.driver) return;
    page.fact("driver", fmt::format("{}: {}", answer.driver->requested, answer.driver->verdict));
    for (const CoversAnswer::Obstacle& obstacle : answer.driver->obstacles)
        page.fact("", page.cited(obstacle.certain ? obstacle.text : "unknown: " + obstacle.text, obstacle.sources));
}

void print_codes(Page& page, const CoversAnswer::Device& device) {
    for (const CoversAnswer::CodeVerdict& verdict : device.codes) {
        std::string text = "yes, but another one is preferred";
        if (device.how == verdict.form && device.code == verdict.capability) text = "yes";
        if (verdict.text) text = (verdict.runs ? "no: " : "unknown: ") + *verdict.text;
        page.fact(fmt::format("{} {}", verdict.form == CodeForm::ptx ? "PTX" : "cubin", verdict.capability),
                  verdict.rule ? fmt::format("{} [{}]", text, *verdict.rule) : text);
    }
}

/// The rules that decide, in order of appearance.
void print_rules(Page& page, const CoversAnswer::Device& device) {
    std::vector<std::string_view> printed;
    for (const CoversAnswer::CodeVerdict& verdict : device.codes) {
        if (!verdict.rule || contains(printed, *verdict.rule)) continue;
        if (printed.empty()) page.heading("Rules");
        printed.push_back(*verdict.rule);
        page.bullet(fmt::format("{}: {}", *verdict.rule, verdict.statement));
        page.row("    source", joined(verdict.sources));
    }
}

std::string verdict_in_a_line(const CoversAnswer& answer, const CoversAnswer::Device& device, const Style& style) {
    const std::string release = format_release(answer.cuda.release);
    const std::string gpu = format_gpu({answer.gpu.value_or(""), *answer.device_requested});
    if (device.runs == true && device.first_release)
        return style.warn(fmt::format("Partly: {} cannot build for {}, CUDA {} or later can; it runs there by {}",
                                      release, gpu, *device.first_release, device.text));
    if (device.runs == true) return style.good(fmt::format("Yes: the list runs on {}, by {}", gpu, device.text));
    const std::string why = fmt::format("the list {} on {}: {}", device.runs ? "does not run" : "may not run", gpu,
                                        device.text);
    return device.runs ? style.bad("No: " + why) : style.warn("Unknown: " + why);
}

std::string one_device_text(const CoversAnswer& answer, const Style& style) {
    const CoversAnswer::Device& device = answer.devices.front();
    Page page(style);
    page.sentence(verdict_in_a_line(answer, device, style));
    page.fact("list", format_code_list(answer.list.machine_code, answer.list.ptx));
    if (device.runs != true && device.first_release)
        page.fact("first", fmt::format("CUDA {} or later builds for this GPU", *device.first_release));
    print_driver(page, answer);
    const bool shows_why = style.shown.why || !device.runs;
    if (shows_why) print_codes(page, device);
    if (shows_why || style.shown.sources) print_rules(page, device);
    (void)page.note_facts(answer.notes);
    page.plans(answer.apply);
    if (!shows_why) page.more({"--why"});
    return page.take();
}

void print_section(Page& page, const CoversAnswer& answer, DevicePlace place, std::string_view title) {
    if (!find_in(answer.devices, place, &CoversAnswer::Device::place)) return;
    page.gap();
    page.sentence(title);
    for (const CoversAnswer::Device& device : answer.devices)
        if (device.place == place)
            page.fact(to_string(device.capability),
                      fmt::format("{}{}: {}", device.architecture, device.jetson ? " (Jetson)" : "", device.text));
}

/// `8.9 and 8.6`, of the devices in that place.
std::string devices_in(const CoversAnswer& answer, DevicePlace place) {
    std::vector<Capability> devices;
    for (const CoversAnswer::Device& device : answer.devices)
        if (device.place == place) devices.push_back(device.capability);
    return joined(devices);
}

/// `Yes: the list runs on GeForce RTX 4090, GeForce RTX 3090 (8.9, 8.6)`; of every device, on how many.
std::string devices_in_a_line(const CoversAnswer& answer, const Style& style) {
    const std::string runs_on = devices_in(answer, DevicePlace::reached);
    const std::string on = answer.gpu.value_or("known GPUs");
    if (runs_on.empty() && answer.runs == false) return style.bad(fmt::format("No: the list does not run on {}", on));
    if (runs_on.empty()) return style.warn(fmt::format("Unknown: whether the list runs on {}", on));
    if (answer.gpu && answer.runs == true) return style.good(fmt::format("Yes: the list runs on {} ({})", on, runs_on));
    if (answer.gpu)
        return style.warn(
            fmt::format("{}: of {}, the list only runs on {}", answer.runs ? "No" : "Unknown", on, runs_on));
    const auto count = std::ranges::count(answer.devices, DevicePlace::reached, &CoversAnswer::Device::place);
    const std::string text = fmt::format("the list runs on {} of {} known GPU capabilities", count,
                                         answer.devices.size());
    const bool has_holes = !devices_in(answer, DevicePlace::hole).empty();
    return has_holes ? style.warn("Partly: " + text) : style.good("Yes: " + text);
}

std::string all_devices_text(const CoversAnswer& answer, const Style& style) {
    Page page(style);
    page.sentence(devices_in_a_line(answer, style));
    page.fact("CUDA", to_string(answer.cuda.release));
    page.fact("list", format_code_list(answer.list.machine_code, answer.list.ptx));
    if (answer.driver) page.gap();
    print_driver(page, answer);
    print_section(page, answer, DevicePlace::hole,
                  style.bad("Holes: not reached, though the list names that number or a lower one"));
    print_section(page, answer, DevicePlace::unknown, style.warn("Not known"));
    print_section(page, answer, DevicePlace::reached, style.good("Reached, by"));
    if (const std::string older = devices_in(answer, DevicePlace::older); !older.empty()) {
        page.gap();
        page.fact("older GPUs", older);
    }
    (void)page.note_facts(answer.notes);
    page.plans(answer.apply);
    return page.take();
}

/// The lines of one compatibility mode: its obstacles, or `yes`. No lines if it was not checked and `yes` is empty.
void print_way(Page& page, const CompatAnswer& answer, std::string_view way, const std::string& yes) {
    for (const CompatAnswer::UnavailableMode& closed : answer.obstacles) {
        if (closed.way != way) continue;
        page.fact(way, page.cited((closed.certain ? "no: " : "unknown: ") + closed.text, closed.sources));
        if (way != gpu_way) return;
    }
    if (!yes.empty()) page.fact(way, yes);
}

void print_bundled(Page& page, const CompatAnswer& answer) {
    if (answer.bundled)
        page.fact("bundled", page.cited(fmt::format("driver {}", answer.bundled->driver), answer.bundled->sources));
}

void print_ways(Page& page, const CompatAnswer& answer) {
    print_way(page, answer, platform_way, "");
    std::string native, minor;
    if (answer.how == DriverSupport::native) native = "yes";
    if (answer.how == DriverSupport::native && answer.minimum)
        native = page.cited(fmt::format("yes: {} or later is enough", answer.minimum->driver), answer.minimum->sources);
    print_way(page, answer, native_way, native);
    if (answer.how == DriverSupport::minor_version)
        minor = page.cited(fmt::format("yes: {} or later is enough for all of CUDA {}.x", answer.minor_version->driver,
                                       answer.cuda.release.major),
                           answer.minor_version->sources);
    print_way(page, answer, minor_version_way, minor);
    print_way(page, answer, package_way, answer.package_text);
    for (const DriverGpu& gpu : answer.gpus)
        if (gpu.known == true && gpu.name) page.fact(gpu_way, page.cited("yes: " + gpu.text, gpu.sources));
    print_way(page, answer, gpu_way, "");
    print_bundled(page, answer);
}

/// `9.0: does not load: CUDA 12.8.1 writes PTX ISA 8.7, which drivers compile from branch 570 on`
void print_code(Page& page, const CompatAnswer& answer) {
    if (answer.runs != true) return;
    const CompatAnswer::Code& code = answer.capabilities;
    page.fact("machine code", fmt::format("{}: loads", joined(code.machine_code, " ")));
    const std::string_view loads = !code.ptx_loads ? "unknown" : *code.ptx_loads ? "loads" : "does not load";
    if (code.ptx)
        page.fact("PTX", fmt::format("{}: {}{}{}", *code.ptx, loads, code.ptx_text.empty() ? "" : ": ", code.ptx_text));
}

void print_run_path(Page& page, const CompatAnswer& answer) {
    if (!answer.run_path) return;
    page.heading("Run path, so that the package wins");
    std::size_t number = 0;
    for (const std::string& folder : *answer.run_path) page.line(fmt::format("  {}. {}", ++number, folder));
    page.gap();
    page.sentence(
        "Do not use LD_LIBRARY_PATH: it comes before the run path of every program started there, so programs built "
        "for another release get this libcuda.so too.");
}

/// `driver 570.124.06 or later`
template <class Datum>
std::string or_later(const Page& page, const Datum& datum) {
    return page.cited(fmt::format("driver {} or later", datum.driver), datum.sources);
}

/// The driver that each compatibility mode requires.
void print_needs(Page& page, const CompatAnswer& answer) {
    if (answer.minimum && !answer.jetson) page.fact(native_way, or_later(page, *answer.minimum));
    if (answer.minor_version && !answer.jetson) page.fact(minor_version_way, or_later(page, *answer.minor_version));
    if (!answer.package_text.empty()) page.fact(package_way, answer.package_text);
    if (!answer.capabilities.ptx_text.empty()) page.fact("PTX", answer.capabilities.ptx_text);
    print_bundled(page, answer);
}

/// The driver that the release requires: `driver 525.60.13 or later (570.124.06 for PTX)`.
std::string needs_in_a_line(const CompatAnswer& answer) {
    const std::string release = format_release(answer.cuda.release);
    if (answer.jetson) return fmt::format("{} needs {}", release, answer.verdict);
    if (!answer.minimum || !answer.minor_version || answer.minimum->driver == answer.minor_version->driver)
        return fmt::format("{}: {}", release, answer.verdict);
    return fmt::format("{} needs driver {} or later ({} for PTX)", release, answer.minor_version->driver,
                       answer.minimum->driver);
}

std::string verdict_in_a_line(const CompatAnswer& answer, const Style& style) {
    const std::string release = format_release(answer.cuda.release);
    if (answer.runs == false)
        return style.bad(fmt::format("No: driver {} does not run {} programs", *answer.driver, release));
    if (!answer.runs || answer.how == DriverSupport::package)
        return style.warn(fmt::format("{}: driver {} with {}: {}", answer.runs ? "Partly" : "Unknown", *answer.driver,
                                      release, answer.verdict));
    const std::string runs = fmt::format("driver {} runs {} programs", *answer.driver, release);
    if (!answer.capabilities.ptx || answer.capabilities.ptx_loads == true) return style.good("Yes: " + runs);
    if (!answer.capabilities.ptx_loads)
        return style.warn(fmt::format("Yes: {}; whether it compiles their PTX is unknown", runs));
    return style.warn(fmt::format("Partly: {}, but not their PTX (JIT, newer GPUs)", runs));
}

void print_driver_facts(Page& page, const CompatAnswer& answer) {
    const CompatAnswer::Code& code = answer.capabilities;
    const bool runs_all = answer.runs == true && (!code.ptx || code.ptx_loads == true);
    if (answer.minimum && !runs_all && answer.how != DriverSupport::native)
        page.fact("everything", or_later(page, *answer.minimum));
    if (answer.minor_version && answer.runs == false) page.fact("without PTX", or_later(page, *answer.minor_version));
    if (!code.without_code.empty())
        page.fact("without code", fmt::format("{}: only this PTX would reach them", joined(code.without_code, " ")));
}

}  // namespace

std::string coverage_text(const CoversAnswer& answer, const Style& style) {
    return answer.device_requested ? one_device_text(answer, style) : all_devices_text(answer, style);
}

std::string compat_text(const CompatAnswer& answer, const Style& style) {
    Page page(style);
    bool has_more = true;
    if (answer.driver) {
        page.sentence(verdict_in_a_line(answer, style));
        print_driver_facts(page, answer);
        has_more = !style.shown.why && answer.runs == true;
        if (!has_more) print_ways(page, answer);
        if (style.shown.why) print_code(page, answer);
        print_run_path(page, answer);
    } else {
        page.sentence(style.strong(needs_in_a_line(answer)));
        print_way(page, answer, platform_way, "");
        for (const DriverGpu& gpu : answer.gpus) page.fact(gpu_way, page.cited(gpu.text, gpu.sources));
        has_more = !style.shown.why && answer.obstacles.empty();
        if (style.shown.why && answer.obstacles.empty()) print_needs(page, answer);
    }
    if (style.shown.why) page.fact("system", fmt::format("{} ({})", answer.system.nix, answer.system.redist));
    (void)page.note_facts(answer.notes);
    page.plans(answer.apply);
    if (has_more) page.more({"--why"});
    return page.take();
}

}  // namespace cudastdenv::report
