// SPDX-License-Identifier: MIT
#include "report/page.hpp"
#include "report/text.hpp"
#include "words/phrases.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace cudastdenv::report {

namespace {

using namespace words;

std::string list_in_words(const CoversAnswer::List& list) {
    std::string words = list.machine_code.empty() ? "no machine code" : "machine code of " + joined(list.machine_code);
    return words + (list.ptx.empty() ? "; no PTX" : "; PTX of " + joined(list.ptx));
}

/// `8.9`, `GeForce RTX 4090 (8.9)`
std::string device_in_words(const CoversAnswer& answer) {
    const std::string number = to_string(*answer.device_requested);
    return answer.gpu ? fmt::format("{} ({})", *answer.gpu, number) : number;
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
        page.row("    source", fmt::format("{}", fmt::join(verdict.sources, ", ")));
    }
}

std::string one_device_text(const CoversAnswer& answer, const Style& style) {
    const CoversAnswer::Device& device = answer.devices.front();
    Page page(style);
    page.sentence(fmt::format("{} on {}: {}", style.strong(release_in_words(answer.cuda.release)),
                              device_in_words(answer), runs_in_words(device.runs)));
    page.gap();
    page.row("verdict",
             fmt::format("{}{}{}", runs_in_words(device.runs), device.runs == true ? ", by " : ": ", device.text),
             [&](std::string text) {
                 if (!device.runs) return style.warn(text);
                 return *device.runs ? style.good(text) : style.bad(text);
             });
    if (!device.path.empty()) page.row("path", fmt::format("{}", fmt::join(device.path, " -> ")));
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
    std::vector<Capability> devices;
    for (const CoversAnswer::Device& device : answer.devices) devices.push_back(device.capability);
    page.sentence(
        fmt::format("{} on {} ({}): {}", release, *answer.gpu, joined(devices, " or "), runs_in_words(answer.runs)));
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

}  // namespace

std::string coverage_text(const CoversAnswer& answer, const Style& style) {
    return answer.device_requested ? one_device_text(answer, style) : all_devices_text(answer, style);
}

}  // namespace cudastdenv::report
