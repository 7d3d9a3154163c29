#include "report/json_parts.hpp"
#include "report/lint.hpp"
#include "report/messages.hpp"

namespace cudastdenv::report {

namespace {

Json entry_json(const LintReport& report, const Finding& finding) {
    if (!finding.entry) return nullptr;
    const ListEntry& entry = report.listing.entries[*finding.entry];
    return {{"text", entry.text}, {"offset", entry.offset}};
}

Json finding_json(const LintReport& report, const Finding& finding) {
    const std::string instead = finding_instead(report, finding);
    return {{"code", finding_code(finding)},
            {"severity", to_string(finding.severity)},
            {"entry", entry_json(report, finding)},
            {"message", finding_message(report, finding)},
            {"instead", instead.empty() ? Json(nullptr) : Json(instead)},
            {"sources", finding_sources(report.tables, finding)}};
}

}  // namespace

std::string lint_json(const LintReport& report) {
    Json findings = Json::array();
    for (const Finding& finding : report.findings) findings.push_back(finding_json(report, finding));
    Json also = Json::array();
    for (const Spelling* spelling : report.also_fitting) also.push_back(spelling->name);
    Json losses = Json::array();
    for (const Loss& loss : report.losses) losses.push_back(loss_message(report.spelling.name, loss));
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

}  // namespace cudastdenv::report
