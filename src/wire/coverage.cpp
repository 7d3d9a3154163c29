#include "tables/lookup.hpp"
#include "wire/json.hpp"
#include "wire/json_parts.hpp"

#include <algorithm>

namespace cudastdenv::wire {

namespace {

using words::CoverageReport;

Json codes_json(const CoverageReport& report, const DeviceCoverage& device) {
    const Tables& tables = report.answer.tables;
    const Version release = report.answer.resolution.release->version;
    Json codes = Json::array();
    for (const CodeVerdict& verdict : device.codes) {
        const auto& obstacle = verdict.obstacle;
        const std::string_view id = obstacle ? rule_of(verdict.code, *obstacle) : rule_of(verdict.code);
        const RuleRow* rule = find_rule(tables, id);
        Json json{{"form", to_string(verdict.code.form)},
                  {"capability", to_string(verdict.code.capability)},
                  {"runs", true},
                  {"reason", nullptr},
                  {"message", nullptr},
                  {"rule", rule ? Json(rule->id) : Json(nullptr)},
                  {"sources", rule ? Json(rule->sources) : Json::array()}};
        if (obstacle) {
            const words::Said said = words::say(tables, release, verdict.code, device.device, *obstacle);
            json["runs"] = is_certain(*obstacle) ? Json(false) : Json(nullptr);
            json["reason"] = said.code;
            json["message"] = said.text;
        }
        codes.push_back(std::move(json));
    }
    return codes;
}

Json device_json(const CoverageReport& report, const DeviceCoverage& device) {
    const std::optional<Code> running = running_code(device.coverage);
    return {{"capability", to_string(device.device)},
            {"jetson", is_jetson(report.answer.tables, device.device)},
            {"place", to_string(device.place)},
            {"runs", optional_json(runs(device.coverage))},
            {"how", running ? Json(to_string(running->form)) : Json(nullptr)},
            {"code", running ? Json(to_string(running->capability)) : Json(nullptr)},
            {"message", words::say(report, device).text},
            {"path", words::path_in_words(device)},
            {"codes", codes_json(report, device)}};
}

Json driver_json(const CoverageReport& report) {
    if (!report.driver) return nullptr;
    const DriverAnswer& driver = report.driver->answer;
    Json obstacles = Json::array();
    for (const DriverObstacle& obstacle : driver.obstacles) {
        const words::Said said = words::say(report.answer.request.system, driver, obstacle);
        obstacles.push_back({{"message", said.text}, {"certain", is_certain(obstacle)}, {"sources", said.sources}});
    }
    return {{"requested", report.driver->requested},
            {"how", to_string(driver.support)},
            {"ptxLoads", optional_json(driver.ptx_loads)},
            {"gpus", driver_gpus_json(driver)},
            {"obstacles", obstacles}};
}

/// Of several GPUs one is enough. null: not known.
Json runs_on_any(std::span<const DeviceCoverage> devices) {
    const auto is = [](std::optional<bool> wanted) {
        return [wanted](const DeviceCoverage& device) { return runs(device.coverage) == wanted; };
    };
    if (std::ranges::any_of(devices, is(true))) return true;
    return std::ranges::any_of(devices, is(std::nullopt)) ? Json(nullptr) : Json(false);
}

}  // namespace

std::string coverage_json(const CoverageReport& report) {
    Json devices = Json::array();
    for (const DeviceCoverage& device : report.devices) devices.push_back(device_json(report, device));
    return finish({
        {"schemaVersion", schema_version},
        {"cuda", cuda_json(report.answer)},
        {"system", report.answer.request.system},
        {"list",
         {{"format", report.format.empty() ? Json(nullptr) : Json(report.format)},
          {"machineCode", texts(report.list.real)},
          {"ptx", texts(report.list.ptx)}}},
        {"driver", driver_json(report)},
        {"gpu", report.gpu.empty() ? Json(nullptr) : Json(report.gpu)},
        {"runs", runs_on_any(report.devices)},
        {"devices", devices},
        {"notes", words::coverage_notes(report)},
    });
}

}  // namespace cudastdenv::wire
