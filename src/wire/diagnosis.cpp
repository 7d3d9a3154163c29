// SPDX-License-Identifier: MIT
#include "wire/records/diagnosis.hpp"

#include "core/sort_unique.hpp"
#include "wire/json.hpp"

namespace cudastdenv::wire {

namespace {

using diagnose::ExplainedMessage;
using diagnose::Knowledge;
using diagnose::Known;
using diagnose::LogLine;

std::optional<int> number_of(const LogLine& line) {
    return line.number == 0 ? std::nullopt : std::optional(static_cast<int>(line.number));
}

std::optional<VersionFactRecord> version_fact(const std::optional<Known<Version>>& known, bool or_newer = false) {
    if (!known) return std::nullopt;
    return VersionFactRecord{known->value, or_newer, number_of(known->line)};
}

std::optional<ReleasesFactRecord> releases_fact(const Knowledge& known) {
    if (known.releases.empty()) return std::nullopt;
    return ReleasesFactRecord{known.releases.front()->version, known.releases.back()->version,
                              number_of(known.release_line)};
}

FactsRecord facts_record(const Knowledge& known) {
    FactsRecord record;
    record.cuda = releases_fact(known);
    if (known.host)
        record.host_compiler = CompilerFactRecord{known.host->value, known.host_version, number_of(known.host->line)};
    record.glibc = version_fact(known.glibc, known.glibc_or_newer);
    if (known.driver) record.driver = TextFactRecord{known.driver_text, number_of(known.driver->line)};
    for (const Known<Gpu>& gpu : known.gpus)
        record.gpus.push_back({some_text(gpu.value.name), gpu.value.capability, number_of(gpu.line)});
    if (!known.architectures.empty()) {
        record.architectures.emplace();
        for (const Known<Capability>& architecture : known.architectures)
            record.architectures->push_back(architecture.value);
        sort_unique(*record.architectures);
    }
    if (known.system) record.system = TextFactRecord{std::string(known.system->value), number_of(known.system->line)};
    if (known.environment) record.environment = known.environment->id;
    record.torch = version_fact(known.torch);
    record.torch_cuda = version_fact(known.torch_cuda);
    return record;
}

std::string in_one_text(const std::vector<Said>& said) {
    std::string text;
    for (const Said& one : said) text += (text.empty() ? "" : "; ") + one.text;
    return text;
}

ExplainedMessageRecord finding_record(const words::DiagnosisReport& report, const ExplainedMessage& finding) {
    const std::vector<Said> why = words::say_why(report, finding);
    const std::vector<Said> remedies = words::say_remedies(report, finding);
    std::vector<std::string_view> sources(finding.message->sources.begin(), finding.message->sources.end());
    for (const auto* said : {&why, &remedies})
        for (const Said& one : *said) sources.insert(sources.end(), one.sources.begin(), one.sources.end());
    sort_unique(sources);
    const std::string cause = in_one_text(why);
    const auto* advised = std::get_if<diagnose::Advised>(&finding.cause);
    ExplainedMessageRecord record{.message = finding.message->id,
                                  .title_text = finding.message->title,
                                  .line = static_cast<int>(finding.seen->line.number),
                                  .text = ForeignText{finding.seen->line.text},
                                  .cause = std::string(finding.message->title) + (cause.empty() ? "" : "; ") + cause,
                                  .why = why,
                                  .remedies = remedies,
                                  .fix = {},
                                  .advisory = advised ? std::optional(advised->advisories.front()->id) : std::nullopt,
                                  .sources = std::move(sources)};
    for (words::NamedLines& lines : words::lines_of(report, finding))
        record.fix.push_back({lines.tool, std::move(lines.lines)});
    return record;
}

}  // namespace

std::string diagnosis_json(const words::DiagnosisReport& report) {
    DiagnosisRecord record{.findings = {},
                           .for_all = words::say_remedies_for_all(report),
                           .oddities = words::say_oddities(report),
                           .facts = facts_record(report.diagnosis.knowledge),
                           .first_error = {},
                           .unknown = words::unknown_facts(report),
                           .ask = {}};
    for (const ExplainedMessage& finding : report.diagnosis.findings)
        record.findings.push_back(finding_record(report, finding));
    if (const auto& error = report.diagnosis.reading.first_error) record.first_error = ForeignText{error->text};
    if (std::string ask = words::command_to_ask(report); !ask.empty()) record.ask = std::move(ask);
    return answer_text(record);
}

}  // namespace cudastdenv::wire
