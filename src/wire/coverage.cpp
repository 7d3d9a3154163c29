// SPDX-License-Identifier: MIT
#include "tables/lookup.hpp"
#include "wire/json.hpp"
#include "wire/records/covers.hpp"

#include <algorithm>

namespace cudastdenv::wire {

namespace {

using words::CoverageReport;

CodeVerdictRecord verdict_record(const CoverageReport& report, const DeviceCoverage& device,
                                 const CodeVerdict& verdict) {
    const Tables& tables = report.answer.tables;
    const Version release = report.answer.resolution.release->version;
    const auto& obstacle = verdict.obstacle;
    const std::string_view id = obstacle ? rule_of(verdict.code, *obstacle) : rule_of(verdict.code);
    const RuleRow* rule = find_rule(tables, id);
    CodeVerdictRecord record{.form = verdict.code.form,
                             .capability = verdict.code.capability,
                             .runs = true,
                             .reason = {},
                             .message = {},
                             .rule = rule ? std::optional(rule->id) : std::nullopt,
                             .sources = rule ? rule->sources : SourceIds()};
    if (obstacle) {
        words::Said said = words::say(tables, release, verdict.code, device.device, *obstacle);
        record.runs = is_certain(*obstacle) ? std::optional(false) : std::nullopt;
        record.reason = CodeName{said.code};
        record.message = std::move(said.text);
    }
    return record;
}

DeviceRecord device_record(const CoverageReport& report, const DeviceCoverage& device) {
    const std::optional<Code> running = running_code(device.coverage);
    DeviceRecord record{.capability = device.device,
                        .jetson = is_jetson(report.answer.tables, device.device),
                        .place = device.place,
                        .runs = runs(device.coverage),
                        .how = running ? std::optional(running->form) : std::nullopt,
                        .code = running ? std::optional(running->capability) : std::nullopt,
                        .message = words::say(report, device).text,
                        .path = words::path_in_words(device),
                        .codes = {}};
    for (const CodeVerdict& verdict : device.codes) record.codes.push_back(verdict_record(report, device, verdict));
    return record;
}

std::optional<CoverageDriverRecord> driver_record(const CoverageReport& report) {
    if (!report.driver) return std::nullopt;
    const DriverAnswer& driver = report.driver->answer;
    CoverageDriverRecord record{.requested = report.driver->requested,
                                .how = driver.support,
                                .ptx_loads = driver.ptx_loads,
                                .gpus = driver_gpus(driver),
                                .obstacles = {}};
    for (const DriverObstacle& obstacle : driver.obstacles) {
        words::Said said = words::say(report.answer.request.system, driver, obstacle);
        record.obstacles.push_back({std::move(said.text), is_certain(obstacle), said.sources});
    }
    return record;
}

}  // namespace

std::string coverage_json(const CoverageReport& report) {
    std::vector<DeviceRecord> devices;
    for (const DeviceCoverage& device : report.devices) devices.push_back(device_record(report, device));
    return answer_text(CoversRecord{
        .schema = {},
        .cuda = cuda_record(report.answer),
        .system = report.answer.request.system,
        .list = {some_text(report.format), consumer_record(report.consumer), report.list.real, report.list.ptx},
        .driver = driver_record(report),
        .gpu = some_text(report.gpu),
        .runs = words::runs(report),
        .devices = std::move(devices),
        .notes = records_of(words::say_notes(report)),
        .apply = apply_records(report.apply),
    });
}

}  // namespace cudastdenv::wire
