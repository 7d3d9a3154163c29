#include "wire/json.hpp"
#include "wire/json_parts.hpp"
#include "words/drivers.hpp"

namespace cudastdenv::wire {

namespace {

Json datum_json(const std::optional<DriverDatum>& datum) {
    if (!datum) return nullptr;
    return {{"driver", to_string(datum->driver)}, {"sources", datum->sources}};
}

Json minimum_json(const std::optional<DriverMinimum>& minimum) {
    if (!minimum) return nullptr;
    return {{"driver", to_string(minimum->driver)},
            {"release", to_string(minimum->release)},
            {"sources", minimum->sources}};
}

Json package_json(const DriverAnswer& answer) {
    if (!answer.package) return nullptr;
    return {{"name", answer.package->package},         {"version", answer.package->version},
            {"gpus", to_string(answer.package->gpus)}, {"branches", answer.package_branches},
            {"works", answer.package_works},           {"sources", answer.package->sources}};
}

}  // namespace

Json driver_gpus_json(const DriverAnswer& answer) {
    Json gpus = Json::array();
    for (const GpuKnowledge& gpu : answer.gpus) {
        const words::Said said = words::say(gpu);
        Json from = Json::array();
        if (gpu.product && gpu.product->drivers)
            for (const DriverVersion driver : gpu.product->drivers->from) from.push_back(to_string(driver));
        gpus.push_back({{"name", gpu.gpu.name.empty() ? Json(nullptr) : Json(gpu.gpu.name)},
                        {"capability", to_string(gpu.gpu.capability)},
                        {"known", optional_json(gpu.known)},
                        {"from", from},
                        {"firstBranch", gpu.generation ? optional_json(gpu.generation->first_branch) : Json(nullptr)},
                        {"lastBranch", gpu.generation ? optional_json(gpu.generation->last_branch) : Json(nullptr)},
                        {"message", said.text},
                        {"sources", said.sources}});
    }
    return gpus;
}

std::string compat_json(const words::DriverReport& report) {
    const DriverAnswer& answer = report.driver_answer;
    Json obstacles = Json::array();
    for (const DriverObstacle& obstacle : answer.obstacles) {
        const words::ClosedWay closed = words::say(report.answer.request.system, answer, obstacle);
        obstacles.push_back({{"way", closed.way},
                             {"reason", closed.code},
                             {"certain", is_certain(obstacle)},
                             {"message", closed.text},
                             {"sources", closed.sources}});
    }
    return finish({
        {"schemaVersion", schema_version},
        {"cuda", cuda_json(report.answer)},
        {"system", {{"nix", report.answer.request.system}, {"redist", answer.redist}}},
        {"driver", report.driver_requested},
        {"runs", optional_json(runs(answer))},
        {"how", to_string(answer.support)},
        {"minimum", minimum_json(answer.minimum)},
        {"minorVersion", datum_json(answer.minor_version)},
        {"bundled", datum_json(answer.bundled)},
        {"package", package_json(answer)},
        {"gpus", driver_gpus_json(answer)},
        {"runPath", answer.package_works && answer.package ? Json(words::run_path(answer)) : Json(nullptr)},
        {"capabilities",
         {{"machineCode", texts(answer.machine_code)},
          {"ptx", answer.ptx ? Json(to_string(*answer.ptx)) : Json(nullptr)},
          {"ptxVersion", answer.ptx_version ? Json(to_string(answer.ptx_version->ptx)) : Json(nullptr)},
          {"ptxFromBranch", optional_json(answer.ptx_branch)},
          {"ptxLoads", answer.ptx ? optional_json(answer.ptx_loads) : Json(false)},
          {"withoutCode", texts(answer.without_code)}}},
        {"obstacles", obstacles},
        {"notes", texts(words::say_notes(report))},
    });
}

}  // namespace cudastdenv::wire
