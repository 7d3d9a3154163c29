// SPDX-License-Identifier: MIT
#include "wire/json.hpp"
#include "wire/records/lint.hpp"
#include "words/lists.hpp"

namespace cudastdenv::wire {

namespace {

using words::LintReport;

std::optional<EntryRecord> entry_record(const LintReport& report, const Finding& finding) {
    if (!finding.entry) return std::nullopt;
    const ListEntry& entry = report.listing.entries[*finding.entry];
    return EntryRecord{entry.text, entry.offset};
}

FindingRecord finding_record(const LintReport& report, const Finding& finding) {
    words::Correction said = words::say(report, finding);
    return {.code = {said.code},
            .severity = finding.severity,
            .entry = entry_record(report, finding),
            .message = std::move(said.text),
            .instead = said.instead.empty() ? std::nullopt : std::optional(std::move(said.instead)),
            .sources = said.sources};
}

}  // namespace

std::string lint_json(const LintReport& report) {
    LintRecord record{.schema = {},
                      .cuda = {report.cuda_requested, report.release.version, report.release.nvcc},
                      .system = some_text(report.system),
                      .format = report.spelling.name,
                      .consumer = consumer_record(report.consumer),
                      .also_fits = {},
                      .text = report.text,
                      .findings = {},
                      .fixed = some_text(report.fixed),
                      .losses = {}};
    for (const Spelling* spelling : report.also_fitting) record.also_fits.push_back(spelling->name);
    for (const Finding& finding : report.findings) record.findings.push_back(finding_record(report, finding));
    for (const Loss& loss : report.losses) record.losses.push_back(record_of(words::say(report.spelling.name, loss)));
    return answer_text(record);
}

}  // namespace cudastdenv::wire
