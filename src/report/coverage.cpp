// SPDX-License-Identifier: MIT
#include "report/page.hpp"
#include "report/text.hpp"
#include "tables/lookup.hpp"
#include "words/coverage.hpp"
#include "words/drivers.hpp"
#include "words/phrases.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace cudastdenv::report {

namespace {

using namespace words;

std::string release_of(const CoverageReport& report) {
    return release_in_words(report.answer.resolution.release->version);
}

std::string list_in_words(const BuildList& list) {
    std::string words = list.real.empty() ? "no machine code" : "machine code of " + joined(list.real);
    return words + (list.ptx.empty() ? "; no PTX" : "; PTX of " + joined(list.ptx));
}

/// As lines begin: `cubin 9.0`, `PTX 9.0a`.
std::string code_label(Code code) {
    return (code.form == Code::Form::ptx ? "PTX " : "cubin ") + to_string(code.capability);
}

/// `8.9`, `GeForce RTX 4090 (8.9)`
std::string device_in_words(const CoverageReport& report) {
    const std::string number = to_string(*report.device_requested);
    return report.gpu.empty() ? number : fmt::format("{} ({})", report.gpu, number);
}

std::string architecture_of(const Tables& tables, Capability device) {
    const CapabilityRow* row = find_capability(tables, device);
    if (!row) return "";
    return std::string(row->architecture) + (row->jetson ? " (Jetson)" : "");
}

/// Ids of the rules that the verdicts rest on, in the order in which they come.
std::vector<std::string_view> rules_used(const DeviceCoverage& device) {
    std::vector<std::string_view> ids;
    for (const CodeVerdict& verdict : device.codes) {
        const std::string_view id = verdict.obstacle ? rule_of(verdict.code, *verdict.obstacle) : rule_of(verdict.code);
        if (!id.empty() && std::ranges::find(ids, id) == ids.end()) ids.push_back(id);
    }
    return ids;
}

void print_driver(Page& page, const CoverageReport& report) {
    if (!report.driver) return;
    const DriverAnswer& driver = report.driver->answer;
    page.row("driver", fmt::format("{}: {}", report.driver->requested, driver_in_words(driver)));
    for (const DriverObstacle& obstacle : driver.obstacles) {
        const Said said = say(report.answer.request.system, driver, obstacle);
        page.row("", cited(is_certain(obstacle) ? said.text : "not known: " + said.text, said.sources));
    }
}

void print_codes(Page& page, const CoverageReport& report, const DeviceCoverage& device) {
    const std::optional<Code> running = running_code(device.coverage);
    const Version release = report.answer.resolution.release->version;
    for (const CodeVerdict& verdict : device.codes) {
        std::string text = "yes, but another one goes first";
        std::string_view rule = rule_of(verdict.code);
        if (running == verdict.code) text = "yes";
        if (verdict.obstacle) {
            text = is_certain(*verdict.obstacle) ? "no: " : "not known: ";
            text += say(report.answer.tables, release, verdict.code, device.device, *verdict.obstacle).text;
            rule = rule_of(verdict.code, *verdict.obstacle);
        }
        page.row(code_label(verdict.code), rule.empty() ? text : fmt::format("{} [{}]", text, rule));
    }
}

void print_rules(Page& page, const CoverageReport& report, const DeviceCoverage& device) {
    const std::vector<std::string_view> used = rules_used(device);
    if (used.empty()) return;
    page.gap();
    page.line("Rules");
    for (const std::string_view id : used) {
        const RuleRow* rule = find_rule(report.answer.tables, id);
        if (!rule) continue;
        page.bullet(fmt::format("{}: {}", id, rule->statement));
        page.row("    source", fmt::format("{}", fmt::join(rule->sources, ", ")));
    }
}

void print_notes(Page& page, const CoverageReport& report) {
    const std::vector<words::Said> notes = words::say_notes(report);
    if (notes.empty()) return;
    page.gap();
    page.line("Notes");
    for (const words::Said& note : notes) page.bullet(note.text);
}

std::string one_device_text(const CoverageReport& report, const Style& style) {
    const DeviceCoverage& device = report.devices.front();
    Page page(style);
    const std::optional<bool> verdict = runs(device.coverage);
    page.sentence(
        fmt::format("{} on {}: {}", style.strong(release_of(report)), device_in_words(report), runs_in_words(verdict)));
    page.gap();
    page.row("verdict",
             fmt::format("{}{}{}", runs_in_words(verdict), verdict == true ? ", by " : ": ", say(report, device).text),
             [&](std::string text) {
                 if (!verdict) return style.warn(text);
                 return *verdict ? style.good(text) : style.bad(text);
             });
    if (const auto path = path_in_words(device); !path.empty())
        page.row("path", fmt::format("{}", fmt::join(path, " -> ")));
    page.row("list", list_in_words(report.list));
    print_driver(page, report);
    page.gap();
    print_codes(page, report, device);
    print_rules(page, report, device);
    print_notes(page, report);
    page.apply(report.apply);
    return page.take();
}

void print_section(Page& page, const CoverageReport& report, DevicePlace place, std::string_view title) {
    const auto is_there = [&](const DeviceCoverage& device) { return device.place == place; };
    if (std::ranges::none_of(report.devices, is_there)) return;
    page.gap();
    page.sentence(title);
    for (const DeviceCoverage& device : report.devices) {
        if (!is_there(device)) continue;
        const std::string architecture = architecture_of(report.answer.tables, device.device);
        const std::string text =
            place == DevicePlace::older ? architecture : fmt::format("{}: {}", architecture, say(report, device).text);
        page.row("  " + to_string(device.device), text);
    }
}

/// Of a name that several devices have: `CUDA 12.8.2 on GeForce GTX 750 (5.0 or 5.2): runs`; of all devices the list.
void print_devices_headline(Page& page, const CoverageReport& report, const Style& style) {
    const std::string list = list_in_words(report.list);
    const std::string release = style.strong(release_of(report));
    if (report.gpu.empty()) {
        const bool is_none = std::ranges::none_of(report.devices, [](const DeviceCoverage& d) {
            return d.place == DevicePlace::reached;
        });
        page.sentence(fmt::format("{}: {}{}", release, list, is_none ? ": not known to run on any GPU" : ""));
        return;
    }
    std::vector<Capability> devices;
    for (const DeviceCoverage& device : report.devices) devices.push_back(device.device);
    page.sentence(fmt::format("{} on {} ({}): {}", release, report.gpu, joined(devices, " or "),
                              runs_in_words(words::runs(report))));
    page.gap();
    page.sentence(list);
}

std::string all_devices_text(const CoverageReport& report, const Style& style) {
    Page page(style);
    print_devices_headline(page, report, style);
    if (report.driver) page.gap();
    print_driver(page, report);
    print_section(page, report, DevicePlace::hole,
                  style.bad("Holes: not reached, though the list names that number or a lower one"));
    print_section(page, report, DevicePlace::unknown, style.warn("Not known"));
    print_section(page, report, DevicePlace::reached, style.good("Reached, by"));
    print_section(page, report, DevicePlace::older, "Older than the list");
    print_notes(page, report);
    page.apply(report.apply);
    return page.take();
}

}  // namespace

std::string coverage_text(const CoverageReport& report, const Style& style) {
    return report.device_requested ? one_device_text(report, style) : all_devices_text(report, style);
}

}  // namespace cudastdenv::report
