// SPDX-License-Identifier: MIT
#include "wire/json.hpp"
#include "wire/records/compat.hpp"
#include "words/drivers.hpp"

namespace cudastdenv::wire {

namespace {

std::optional<CompatPackageRecord> package_record(const DriverAnswer& answer) {
    if (!answer.package) return std::nullopt;
    const std::span<const int> branches = answer.forward ? answer.forward->branches : std::span<const int>();
    return CompatPackageRecord{.name = answer.package->package,
                               .version = answer.package->version,
                               .gpus = answer.package->gpus,
                               .branches = {branches.begin(), branches.end()},
                               .works = answer.package_works,
                               .sources = answer.package->sources};
}

std::vector<ClosedWayRecord> closed_ways(const words::DriverReport& report) {
    const DriverAnswer& answer = report.driver_answer;
    std::vector<ClosedWayRecord> records;
    for (const DriverObstacle& obstacle : answer.obstacles) {
        words::ClosedWay closed = words::say(report.answer.request.system, answer, obstacle);
        records.push_back({closed.way, {closed.code}, is_certain(obstacle), std::move(closed.text), closed.sources});
    }
    return records;
}

CompatCodeRecord code_record(const DriverAnswer& answer) {
    return {.machine_code = answer.machine_code,
            .ptx = answer.ptx,
            .ptx_version = answer.ptx_version ? std::optional(answer.ptx_version->ptx) : std::nullopt,
            .ptx_from_branch = answer.ptx_branch,
            .ptx_loads = answer.ptx ? answer.ptx_loads : std::optional(false),
            .without_code = answer.without_code};
}

}  // namespace

std::string compat_json(const words::DriverReport& report) {
    const DriverAnswer& answer = report.driver_answer;
    const bool needs_package = answer.package_works && answer.package;
    return answer_text(CompatRecord{
        .schema = {},
        .cuda = cuda_record(report.answer),
        .system = {report.answer.request.system, answer.redist},
        .driver = some_text(report.driver_requested),
        .runs = runs(answer),
        .how = report.driver_requested.empty() ? std::nullopt : std::optional(answer.support),
        .minimum = answer.minimum,
        .minor_version = answer.minor_version,
        .bundled = answer.bundled,
        .jetson = answer.jetson ? std::optional(*answer.jetson) : std::nullopt,
        .package = package_record(answer),
        .gpus = driver_gpus(answer),
        .run_path = needs_package ? std::optional(words::run_path(answer)) : std::nullopt,
        .capabilities = code_record(answer),
        .obstacles = closed_ways(report),
        .notes = records_of(words::say_notes(report)),
    });
}

}  // namespace cudastdenv::wire
