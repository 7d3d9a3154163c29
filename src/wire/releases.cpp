#include "wire/json.hpp"
#include "wire/json_parts.hpp"

namespace cudastdenv::wire {

namespace {

using words::ReleasesReport;

Json condition_json(const Condition& condition) {
    const words::ConditionInWords said = words::condition_in_words(condition);
    return {{"option", said.option}, {"value", said.value}};
}

Json option_json(const ReleasesReport& report, std::size_t condition) {
    return words::condition_in_words(report.question.conditions[condition]).option;
}

Json names_json(const ReleasesReport& report, const Conflict& conflict) {
    Json list = Json::array();
    for (const std::size_t condition : conflict) list.push_back(option_json(report, condition));
    return list;
}

Json conflict_json(const ReleasesReport& report) {
    if (!report.answer.releases.empty()) return nullptr;
    Json without = Json::array();
    for (const GivenUp& given_up : report.answer.given_up) {
        Json releases = Json::array();
        for (const Release* release : given_up.releases) releases.push_back(to_string(release->version));
        without.push_back({{"option", option_json(report, given_up.condition)},
                           {"releases", releases},
                           {"conflict", names_json(report, given_up.conflict)}});
    }
    return {{"options", names_json(report, report.answer.conflict)}, {"without", without}};
}

Json left_out_json(const ReleasesReport& report, const LeftOutRelease& left_out) {
    const auto& condition = left_out.condition;
    const words::Said said = words::say(report, left_out);
    return {{"release", to_string(left_out.release->version)},
            {"option", condition ? option_json(report, *condition) : Json(nullptr)},
            {"reason", said.code},
            {"message", said.text},
            {"sources", said.sources}};
}

}  // namespace

std::string releases_json(const ReleasesReport& report) {
    Json conditions = Json::array();
    for (const Condition& condition : report.question.conditions) conditions.push_back(condition_json(condition));
    Json releases = Json::array();
    for (const FittingRelease& fitting : report.answer.releases)
        releases.push_back({{"release", to_string(fitting.release->version)},
                            {"hostCompiler", to_string(fitting.host)},
                            {"view", to_string(fitting.view)},
                            {"preview", fitting.release->preview}});
    Json left_out = Json::array();
    for (const LeftOutRelease& release : report.answer.left_out) left_out.push_back(left_out_json(report, release));
    return finish({
        {"schemaVersion", schema_version},
        {"policy", to_string(report.question.policy)},
        {"system", report.answer.system},
        {"conditions", conditions},
        {"releases", releases},
        {"leftOut", left_out},
        {"conflict", conflict_json(report)},
        {"notes", words::releases_notes(report)},
    });
}

}  // namespace cudastdenv::wire
