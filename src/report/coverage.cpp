#include "report/coverage.hpp"

#include "report/drivers.hpp"
#include "report/messages.hpp"
#include "report/overloaded.hpp"
#include "report/page.hpp"
#include "tables/lookup.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace cudastdenv::report {

namespace {

std::string release_of(const CoverageReport& report) {
    return "CUDA " + to_string(report.answer.resolution.release->version);
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

/// Nothing of the list gets past the driver on that GPU.
bool driver_runs_nothing(const DeviceCoverage& device) {
    return std::ranges::any_of(device.codes, [](const CodeVerdict& verdict) {
        return verdict.obstacle && std::holds_alternative<DriverRunsNothing>(*verdict.obstacle);
    });
}

std::string not_reached_message(const CoverageReport& report, const DeviceCoverage& device) {
    const Version release = report.answer.resolution.release->version;
    if (std::holds_alternative<DriverInTheWay>(device.coverage) && driver_runs_nothing(device))
        return fmt::format("the driver runs nothing of {}", release_of(report));
    std::vector<std::string> reasons;
    const auto crosses_to_jetson = [](const CodeVerdict& verdict) {
        return std::holds_alternative<JetsonBoundary>(*verdict.obstacle);
    };
    const auto is_told = [&](const CodeVerdict& verdict) {
        return verdict.code.form == Code::Form::ptx || crosses_to_jetson(verdict) || is_of_driver(*verdict.obstacle);
    };
    const auto is_told_machine_code = [&](const CodeVerdict& verdict) {
        return verdict.code.form == Code::Form::machine_code && is_told(verdict);
    };
    // Of the machine code only what one may have expected to run is named.
    if (std::ranges::none_of(device.codes, is_told_machine_code)) reasons.emplace_back("no machine code for it");
    for (const CodeVerdict& verdict : device.codes) {
        if (!is_told(verdict)) continue;
        reasons.push_back(fmt::format("{}: {}", code_in_words(verdict.code),
                                      code_obstacle_message(report.answer.tables, release, verdict.code,
                                                            device.device, *verdict.obstacle)));
    }
    if (report.list.ptx.empty()) reasons.emplace_back("no PTX");
    return fmt::format("{}", fmt::join(reasons, "; "));
}

/// Ids of the rules that the verdicts rest on, in the order in which they come.
std::vector<std::string_view> rules_used(const DeviceCoverage& device) {
    std::vector<std::string_view> ids;
    for (const CodeVerdict& verdict : device.codes) {
        const std::string_view id =
            verdict.obstacle ? rule_of(verdict.code, *verdict.obstacle) : rule_of(verdict.code);
        if (!id.empty() && std::ranges::find(ids, id) == ids.end()) ids.push_back(id);
    }
    return ids;
}

void print_driver(Page& page, const CoverageReport& report) {
    if (!report.driver) return;
    const DriverAnswer& driver = report.driver->answer;
    page.row("driver", fmt::format("{}: {}", report.driver->requested, driver_in_words(driver)));
    for (const DriverObstacle& obstacle : driver.obstacles) {
        std::string text = obstacle_message(report.answer.request.system, driver, obstacle);
        if (!is_certain(obstacle)) text = "not known: " + text;
        if (!obstacle_sources(obstacle).empty()) text += fmt::format(" [{}]", obstacle_sources(obstacle).front());
        page.row("", text);
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
            text += code_obstacle_message(report.answer.tables, release, verdict.code, device.device,
                                          *verdict.obstacle);
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
    const std::vector<std::string> notes = coverage_notes(report);
    if (notes.empty()) return;
    page.gap();
    page.line("Notes");
    for (const std::string& note : notes) page.bullet(note);
}

std::string one_device_text(const CoverageReport& report, const Style& style) {
    const DeviceCoverage& device = report.devices.front();
    Page page(style);
    const std::optional<bool> verdict = runs(device.coverage);
    page.line(fmt::format("{} on {}: {}", style.strong(release_of(report)), device_in_words(report),
                          runs_in_words(verdict)));
    page.gap();
    page.row("verdict",
             fmt::format("{}{}{}", runs_in_words(verdict), verdict == true ? ", by " : ": ",
                         device_message(report, device)),
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
    return page.take();
}

void print_section(Page& page, const CoverageReport& report, DevicePlace place, std::string_view title) {
    const auto is_there = [&](const DeviceCoverage& device) { return device.place == place; };
    if (std::ranges::none_of(report.devices, is_there)) return;
    page.gap();
    page.line(title);
    for (const DeviceCoverage& device : report.devices) {
        if (!is_there(device)) continue;
        const std::string architecture = architecture_of(report.answer.tables, device.device);
        const std::string text = place == DevicePlace::older
                                     ? architecture
                                     : fmt::format("{}: {}", architecture, device_message(report, device));
        page.row("  " + to_string(device.device), text);
    }
}

std::string all_devices_text(const CoverageReport& report, const Style& style) {
    Page page(style);
    const bool is_none =
        std::ranges::none_of(report.devices, [](const DeviceCoverage& d) { return d.place == DevicePlace::reached; });
    page.line(fmt::format("{}: {}{}", style.strong(release_of(report)), list_in_words(report.list),
                          is_none ? ": not known to run on any GPU" : ""));
    if (report.driver) page.gap();
    print_driver(page, report);
    print_section(page, report, DevicePlace::hole,
                  style.bad("Holes: not reached, though the list names that number or a lower one"));
    print_section(page, report, DevicePlace::unknown, style.warn("Not known"));
    print_section(page, report, DevicePlace::reached, style.good("Reached, by"));
    print_section(page, report, DevicePlace::older, "Older than the list");
    print_notes(page, report);
    return page.take();
}

std::string older_consumer_message(const CoverageReport& report) {
    const OlderConsumer& older = *report.older_consumer;
    const std::string runs = older.reached.empty() ? "which changes nothing here"
                             : report.device_requested ? "and then it runs"
                                                       : "and then it runs on " + joined(older.reached) + " too";
    return fmt::format("up to {0}-{1} PTX of {2} is embedded too, {3}; judged as from {0}-{4} on (--compiler {0}-{1} "
                       "judges otherwise)",
                       report.format, older.until, joined(older.ptx), runs, older.until + 1);
}

}  // namespace

std::string code_in_words(Code code) {
    return (code.form == Code::Form::ptx ? "PTX of " : "machine code of ") + to_string(code.capability);
}

std::string_view code_obstacle_name(const CodeObstacle& obstacle) {
    return std::visit(Overloaded{
                          [](const OtherMajor&) { return "other-major"; },
                          [](const HigherMinor&) { return "higher-minor"; },
                          [](const JetsonBoundary&) { return "jetson"; },
                          [](const OutsideFamily&) { return "outside-family"; },
                          [](const LowerInFamily&) { return "lower-in-family"; },
                          [](const OtherArchitecture&) { return "other-architecture"; },
                          [](const NewerPtx&) { return "newer-ptx"; },
                          [](const PtxNeedsDriver&) { return "ptx-needs-driver"; },
                          [](const DriverRunsNothing&) { return "driver-runs-nothing"; },
                          [](const GpuNeedsDriver&) { return "gpu-needs-driver"; },
                          [](const UnknownForPtx&) { return "ptx-not-known"; },
                          [](const UnknownForRelease&) { return "release-not-known"; },
                          [](const UnknownForGpu&) { return "gpu-not-known"; },
                      },
                      obstacle);
}

std::string code_obstacle_message(const Tables& tables, Version release, Code code, Capability device,
                                  const CodeObstacle& obstacle) {
    const std::string gpu = to_string(device);
    const std::string number = to_string(baseline_of(code.capability));
    return std::visit(
        Overloaded{
            [&](const OtherMajor&) {
                return fmt::format("the GPU's major number is {}, not {}", device.major, code.capability.major);
            },
            [&](const HigherMinor&) { return fmt::format("the GPU's number, {}, is lower", gpu); },
            [&](const JetsonBoundary& o) {
                return o.code_is_jetson ? std::string("it is a Jetson's, and the GPU is none")
                                        : std::string("it is not for Jetsons, and the GPU is one");
            },
            [&](const OutsideFamily& o) {
                if (!o.family) return fmt::format("{} is of no known family", to_string(code.capability));
                std::vector<std::string> members;
                for (const CapabilityRow& row : tables.capabilities)
                    if (row.family == o.family && row.capability.kind == Capability::Kind::baseline)
                        members.push_back(to_string(row.capability));
                return fmt::format("{} is outside the family, which is {}", gpu, fmt::join(members, ", "));
            },
            [&](const LowerInFamily&) {
                return fmt::format("the GPU's number, {}, is lower, though of one family with it", gpu);
            },
            [&](const OtherArchitecture&) { return fmt::format("it is architecture-specific, for {} alone", number); },
            [&](const NewerPtx&) { return fmt::format("the GPU's number, {}, is lower", gpu); },
            [&](const PtxNeedsDriver&) {
                return fmt::format("it fits, but the driver does not compile PTX as new as that of CUDA {}",
                                   to_string(release));
            },
            [&](const GpuNeedsDriver&) { return std::string("it fits, but the driver does not run this GPU"); },
            [&](const UnknownForPtx&) {
                return fmt::format("it fits, and no source says which driver compiles PTX of CUDA {}",
                                   to_string(release));
            },
            [&](const UnknownForRelease&) {
                return fmt::format("it fits, and no source says that the driver runs CUDA {}", to_string(release));
            },
            [&](const UnknownForGpu&) {
                return std::string("it fits, and no source says that the driver runs this GPU");
            },
            [&](const DriverRunsNothing&) {
                return fmt::format("it fits, but the driver runs nothing of CUDA {}", to_string(release));
            },
        },
        obstacle);
}

std::string device_message(const CoverageReport& report, const DeviceCoverage& device) {
    return std::visit(
        Overloaded{
            [](const RunsMachineCode& c) { return code_in_words(c.code); },
            [](const RunsPtx& c) { return code_in_words(c.code) + ", which the driver compiles at load"; },
            [&](const NoCodeFits&) { return not_reached_message(report, device); },
            [&](const DriverInTheWay&) { return not_reached_message(report, device); },
            [&](const CoverageNotKnown&) { return not_reached_message(report, device); },
        },
        device.coverage);
}

std::vector<std::string> path_in_words(const DeviceCoverage& device) {
    const std::optional<Code> code = running_code(device.coverage);
    if (!code) return {};
    const std::string_view last = code->form == Code::Form::ptx ? "compiled by the driver at load" : "loaded by the driver";
    return {"list", code_in_words(*code), std::string(last), to_string(device.device)};
}

std::vector<std::string> coverage_notes(const CoverageReport& report) {
    const ResolutionReport& answer = report.answer;
    std::vector<std::string> notes;
    const auto add = [&](std::string note) {
        if (std::ranges::find(notes, note) == notes.end()) notes.push_back(std::move(note));
    };
    if (!answer.package_set.channel.empty()) add(package_set_message(answer));
    for (const Note& note : answer.resolution.notes) {
        const bool is_of_list = std::holds_alternative<PtxOfBaseline>(note) && report.format.empty();
        if (is_of_list || std::holds_alternative<PreviewRelease>(note)) add(note_message(answer, note));
    }
    if (report.older_consumer) add(older_consumer_message(report));
    if (report.driver) {
        const DriverReport driver{answer, report.driver->answer, report.driver->requested};
        for (const DriverNote& note : driver.driver_answer.notes) add(driver_note_message(driver, note));
    }
    const auto& asked = report.device_requested;
    if (asked && *asked != report.devices.front().device)
        add(fmt::format("to {} the GPU is {}: it was renumbered", release_of(report),
                        to_string(report.devices.front().device)));
    const auto reaches_jetson = [&](const DeviceCoverage& device) {
        return device.place == DevicePlace::reached && is_jetson(answer.tables, device.device);
    };
    if (report.system_given && answer.request.system != jetson_system &&
        std::ranges::any_of(report.devices, reaches_jetson))
        add(fmt::format("a Jetson runs programs for aarch64-linux only, and the system is {}", answer.request.system));
    return notes;
}

std::string coverage_text(const CoverageReport& report, const Style& style) {
    return report.device_requested ? one_device_text(report, style) : all_devices_text(report, style);
}

}  // namespace cudastdenv::report
