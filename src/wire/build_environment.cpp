#include "wire/findings.hpp"
#include "wire/json_parts.hpp"

namespace cudastdenv::wire {

std::string assignments_json(std::span<const Assignment> assignments, const words::BuildEnvironmentReport* reasons) {
    Json root = {{"schemaVersion", schema_version}};
    if (reasons) {
        root["cuda"] = cuda_json(reasons->answer);
        root["hostCompiler"] = to_string(reasons->choice.compiler->compiler);
    }
    root["variables"] = Json::array();
    for (const Assignment& assignment : assignments)
        root["variables"].push_back({{"name", assignment.name},
                                     {"value", optional_json(assignment.value)},
                                     {"why", words::reasons_of(assignment, reasons)}});
    return finish(root);
}

}  // namespace cudastdenv::wire
