// SPDX-License-Identifier: MIT
#include "wire/json.hpp"
#include "wire/records/releases.hpp"

namespace cudastdenv::wire {

namespace {

using words::ReleasesReport;

std::string_view option_of(const ReleasesReport& report, std::size_t condition) {
    return words::condition_in_words(report.question.conditions[condition]).option;
}

std::vector<std::string_view> options_of(const ReleasesReport& report, const Conflict& conflict) {
    std::vector<std::string_view> options;
    for (const std::size_t condition : conflict) options.push_back(option_of(report, condition));
    return options;
}

std::optional<ConflictRecord> conflict_record(const ReleasesReport& report) {
    if (!report.answer.releases.empty()) return std::nullopt;
    ConflictRecord record{options_of(report, report.answer.conflict), {}};
    for (const GivenUp& given_up : report.answer.given_up) {
        std::vector<Version> releases;
        for (const Release* release : given_up.releases) releases.push_back(release->version);
        record.without.push_back(
            {option_of(report, given_up.condition), std::move(releases), options_of(report, given_up.conflict)});
    }
    return record;
}

FittingRecord fitting_record(const FittingRelease& fitting) {
    FittingRecord record{
        fitting.release->version, fitting.host, fitting.view, fitting.release->preview, fitting.headers_inferred, {}};
    for (const AdvisoryRow* advisory : fitting.spared) record.spared.push_back(advisory->id);
    return record;
}

LeftOutRecord left_out_record(const ReleasesReport& report, const LeftOutRelease& left_out) {
    const auto& condition = left_out.condition;
    words::Said said = words::say(report, left_out);
    return {.release = left_out.release->version,
            .option = condition ? std::optional(option_of(report, *condition)) : std::nullopt,
            .reason = {said.code},
            .message = std::move(said.text),
            .sources = said.sources};
}

}  // namespace

std::string releases_json(const ReleasesReport& report) {
    ReleasesRecord record{.schema = {},
                          .policy = report.question.policy,
                          .system = report.answer.system,
                          .conditions = {},
                          .releases = {},
                          .left_out = {},
                          .conflict = conflict_record(report),
                          .notes = records_of(words::say_notes(report))};
    for (const Condition& condition : report.question.conditions) {
        words::ConditionInWords said = words::condition_in_words(condition);
        record.conditions.push_back({said.option, std::move(said.value)});
    }
    for (const FittingRelease& fitting : report.answer.releases) record.releases.push_back(fitting_record(fitting));
    for (const LeftOutRelease& release : report.answer.left_out)
        record.left_out.push_back(left_out_record(report, release));
    return answer_text(record);
}

}  // namespace cudastdenv::wire
