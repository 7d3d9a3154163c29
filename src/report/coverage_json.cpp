#include "report/coverage.hpp"
#include "report/drivers.hpp"
#include "report/json_parts.hpp"
#include "tables/lookup.hpp"

#include <algorithm>

namespace cudastdenv::report {

namespace {

Json codes_json(const CoverageReport& report, const DeviceCoverage& device) {
    const Tables& tables = report.answer.tables;
    const Version release = report.answer.resolution.release->version;
    Json codes = Json::array();
    for (const CodeVerdict& verdict : device.codes) {
        const auto& obstacle = verdict.obstacle;
        const std::string_view id = obstacle ? rule_of(verdict.code, *obstacle) : rule_of(verdict.code);
        const RuleRow* rule = find_rule(tables, id);
        codes.push_back(
            {{"form", to_string(verdict.code.form)},
             {"capability", to_string(verdict.code.capability)},
             {"runs", !obstacle               ? Json(true)
                      : is_certain(*obstacle) ? Json(false)
                                              : Json(nullptr)},
             {"reason", obstacle ? Json(code_obstacle_name(*obstacle)) : Json(nullptr)},
             {"message", obstacle ? Json(code_obstacle_message(tables, release, verdict.code, device.device, *obstacle))
                                  : Json(nullptr)},
             {"rule", rule ? Json(rule->id) : Json(nullptr)},
             {"sources", rule ? Json(rule->sources) : Json::array()}});
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
            {"message", device_message(report, device)},
            {"path", path_in_words(device)},
            {"codes", codes_json(report, device)}};
}

Json driver_json(const CoverageReport& report) {
    if (!report.driver) return nullptr;
    const DriverAnswer& driver = report.driver->answer;
    Json obstacles = Json::array();
    for (const DriverObstacle& obstacle : driver.obstacles)
        obstacles.push_back({{"message", obstacle_message(report.answer.request.system, driver, obstacle)},
                             {"certain", is_certain(obstacle)},
                             {"sources", obstacle_sources(obstacle)}});
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
        {"notes", coverage_notes(report)},
    });
}

}  // namespace cudastdenv::report
