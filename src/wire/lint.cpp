#include "wire/json.hpp"
#include "wire/json_parts.hpp"
#include "words/lists.hpp"

namespace cudastdenv::wire {

namespace {

using words::LintReport;

Json entry_json(const LintReport& report, const Finding& finding) {
    if (!finding.entry) return nullptr;
    const ListEntry& entry = report.listing.entries[*finding.entry];
    return {{"text", entry.text}, {"offset", entry.offset}};
}

Json finding_json(const LintReport& report, const Finding& finding) {
    const words::Correction said = words::say(report, finding);
    return {{"code", said.code},
            {"severity", to_string(finding.severity)},
            {"entry", entry_json(report, finding)},
            {"message", said.text},
            {"instead", said.instead.empty() ? Json(nullptr) : Json(said.instead)},
            {"sources", said.sources}};
}

}  // namespace

std::string lint_json(const LintReport& report) {
    Json findings = Json::array();
    for (const Finding& finding : report.findings) findings.push_back(finding_json(report, finding));
    Json also = Json::array();
    for (const Spelling* spelling : report.also_fitting) also.push_back(spelling->name);
    Json losses = Json::array();
    for (const Loss& loss : report.losses) losses.push_back(words::say(report.spelling.name, loss).text);
    return finish({
        {"schemaVersion", schema_version},
        {"cuda",
         {{"requested", report.cuda_requested},
          {"release", to_string(report.release.version)},
          {"nvcc", optional_json(report.release.nvcc)}}},
        {"system", report.system.empty() ? Json(nullptr) : Json(report.system)},
        {"format", report.spelling.name},
        {"alsoFits", also},
        {"text", report.text},
        {"findings", findings},
        {"fixed", report.fixed.empty() ? Json(nullptr) : Json(report.fixed)},
        {"losses", losses},
    });
}

}  // namespace cudastdenv::wire
