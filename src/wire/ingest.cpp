#include "wire/findings.hpp"
#include "wire/ingest_rows.hpp"
#include "wire/json_parts.hpp"

namespace cudastdenv::wire {

namespace {

Json bounds_json(const std::optional<HeaderBounds>& bounds) {
    if (!bounds) return nullptr;
    return {{"min", optional_json(bounds->min)}, {"max", bounds->max}};
}

Json clue_json(const Clue& clue) {
    return {{"where", clue.where},
            {"build", name_or_null(clue.build)},
            {"release", name_or_null(clue.release)},
            {"package", text_or_null(clue.package)},
            {"packageVersion", text_or_null(clue.package_version)},
            {"platform", text_or_null(clue.platform)}};
}

Json rows_json(const words::IngestAnswer& answer) {
    Json rows = Json::object();
    for (const IngestRow& row : ingest_rows(answer)) {
        Json& list = rows[std::string(row.file)];
        if (list.is_null()) list = Json::array();
        list.push_back(json_of(row.datum));
    }
    return rows;
}

Json problems_json(const Toolkit& toolkit) {
    Json list = Json::array();
    for (const IngestProblem& problem : toolkit.problems) {
        const words::Said said = words::say(problem);
        list.push_back({{"code", said.code}, {"message", said.text}});
    }
    return list;
}

Json differences_json(const IngestResult& result) {
    Json list = Json::array();
    for (const Difference& difference : result.verdict.differences) {
        const words::SaidOfToolkit said = words::say(result.toolkit, difference);
        list.push_back({{"code", said.code},
                        {"release", to_string(std::visit([](const auto& d) { return d.release; }, difference))},
                        {"message", said.text},
                        {"toolkitSource", said.place},
                        {"tablesSources", said.sources}});
    }
    return list;
}

Json versions_json(const std::vector<Version>& versions) {
    Json list = Json::array();
    for (const Version version : versions) list.push_back(to_string(version));
    return list;
}

Json answers_json(const std::optional<ToolAnswers>& answers) {
    if (!answers) return nullptr;
    return {{"capabilities", texts(answers->capabilities)},
            {"listedBy", text_or_null(answers->capabilities_by)},
            {"newestStandard", name_or_null(answers->newest_standard)}};
}

void add_toolkit(Json& json, const words::IngestAnswer& answer) {
    const Toolkit& toolkit = answer.result.toolkit;
    const IngestVerdict& verdict = answer.result.verdict;
    Json clues = Json::array();
    for (const Clue& clue : toolkit.clues) clues.push_back(clue_json(clue));
    json["path"] = toolkit.path.string();
    json["releases"] = versions_json(verdict.releases);
    json["releaseExact"] = verdict.exact && !verdict.releases.empty();
    json["nvcc"] = name_or_null(toolkit.build);
    json["header"] = text_or_null(toolkit.header);
    json["enforced"] = {{"gcc", bounds_json(toolkit.bounds.gcc)},
                        {"clang", bounds_json(toolkit.bounds.clang)},
                        {"grace", bounds_json(toolkit.bounds.grace)}};
    json["run"] = answers_json(toolkit.answers);
    json["clues"] = clues;
    json["rows"] = rows_json(answer);
    json["problems"] = problems_json(toolkit);
    json["differences"] = differences_json(answer.result);
    json["uncited"] = versions_json(verdict.uncited);
}

}  // namespace

std::string ingest_json(const words::IngestAnswer& answer) {
    Json json = Json::object();
    json["schemaVersion"] = schema_version;
    add_toolkit(json, answer);
    return finish(json);
}

std::string ingest_all_json(const Tables& tables, std::span<const IngestResult> results,
                            std::span<const IngestFailure> failures) {
    Json toolkits = Json::array();
    for (const IngestResult& result : results) {
        Json toolkit = Json::object();
        add_toolkit(toolkit, {tables, result});
        toolkits.push_back(std::move(toolkit));
    }
    Json left_out = Json::array();
    for (const IngestFailure& failure : failures)
        left_out.push_back({{"path", failure.path},
                            {"isToolkit", !failure.skipped},
                            {"message", failure.message}});
    return finish({{"schemaVersion", schema_version}, {"toolkits", toolkits}, {"leftOut", left_out}});
}

}  // namespace cudastdenv::wire
