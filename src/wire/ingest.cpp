// SPDX-License-Identifier: MIT
#include "wire/findings.hpp"
#include "wire/ingest_rows.hpp"
#include "wire/records/ingest.hpp"

#include <algorithm>

namespace cudastdenv::wire {

namespace {

ClueRecord clue_record(const Clue& clue) {
    return {.where = {clue.where},
            .build = clue.build,
            .release = clue.release,
            .package = some_foreign(clue.package),
            .package_version = some_foreign(clue.package_version),
            .platform = some_foreign(clue.platform)};
}

Map<std::vector<Json>> rows_by_file(const words::IngestAnswer& answer) {
    Map<std::vector<Json>> rows;
    for (IngestRow& row : ingest_rows(answer)) {
        auto file = std::ranges::find(rows.entries, row.file, [](const auto& entry) { return entry.first; });
        if (file == rows.entries.end()) file = rows.entries.insert(file, {std::string(row.file), {}});
        file->second.push_back(std::move(row.row));
    }
    return rows;
}

std::vector<ProblemRecord> problem_records(const Toolkit& toolkit) {
    std::vector<ProblemRecord> records;
    for (const IngestProblem& problem : toolkit.problems) {
        Said said = words::say(problem);
        records.push_back({{said.code}, std::move(said.text)});
    }
    return records;
}

std::vector<DifferenceRecord> difference_records(const IngestResult& result) {
    std::vector<DifferenceRecord> records;
    for (const Difference& difference : result.verdict.differences) {
        words::SaidOfToolkit said = words::say(result.toolkit, difference);
        records.push_back({.code = {said.code},
                           .release = std::visit([](const auto& d) { return d.release; }, difference),
                           .message = std::move(said.text),
                           .toolkit_source = {said.place},
                           .tables_sources = said.sources});
    }
    return records;
}

std::optional<ToolAnswersRecord> answers_record(const std::optional<ToolAnswers>& answers) {
    if (!answers) return std::nullopt;
    return ToolAnswersRecord{answers->capabilities, some_foreign(answers->capabilities_by), answers->newest_standard};
}

IngestedRecord ingested_record(const words::IngestAnswer& answer) {
    const Toolkit& toolkit = answer.result.toolkit;
    const IngestVerdict& verdict = answer.result.verdict;
    IngestedRecord record{.path = {toolkit.path.string()},
                          .releases = verdict.releases,
                          .release_exact = verdict.exact && !verdict.releases.empty(),
                          .nvcc = toolkit.build,
                          .header = some_foreign(toolkit.header),
                          .enforced = {toolkit.bounds.gcc, toolkit.bounds.clang, toolkit.bounds.grace},
                          .run = answers_record(toolkit.answers),
                          .clues = {},
                          .rows = rows_by_file(answer),
                          .problems = problem_records(toolkit),
                          .differences = difference_records(answer.result),
                          .uncited = verdict.uncited};
    for (const Clue& clue : toolkit.clues) record.clues.push_back(clue_record(clue));
    return record;
}

}  // namespace

std::string ingest_json(const words::IngestAnswer& answer) {
    IngestedRecord record = ingested_record(answer);
    record.schema.value.emplace();
    return answer_text(record);
}

std::string ingest_all_json(const Tables& tables, std::span<const IngestResult> results,
                            std::span<const IngestFailure> failures) {
    IngestAllRecord record;
    for (const IngestResult& result : results) record.toolkits.push_back(ingested_record({tables, result}));
    for (const IngestFailure& failure : failures)
        record.left_out.push_back({{failure.path}, !failure.skipped, {failure.message}});
    return answer_text(record);
}

}  // namespace cudastdenv::wire
