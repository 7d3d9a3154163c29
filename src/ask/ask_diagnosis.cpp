// SPDX-License-Identifier: MIT
#include "ask/diagnosis.hpp"
#include "ask/no_machine.hpp"
#include "ask/result_of.hpp"
#include "ask/texts_writer.hpp"
#include "words/gpu.hpp"
#include "words/phrases.hpp"

#include <cudastdenv/ask.hpp>

namespace cudastdenv {

namespace {

asking::Texts texts_of(const LogQuestion& question) {
    asking::TextsWriter texts;
    texts.give("cuda", question.cuda);
    texts.give("stdenv", question.stdenv);
    texts.give("driver", question.driver);
    texts.give("gpu", question.gpus);
    texts.give("for", question.for_tool);
    return texts.take();
}

Diagnosis::Fact fact(std::string value, const diagnose::LogLine& line) {
    return {std::move(value), line.number == 0 ? std::nullopt : std::optional(line.number)};
}

template <class T>
std::optional<Diagnosis::Fact> fact(const std::optional<diagnose::Known<T>>& known) {
    if (!known) return std::nullopt;
    return fact(std::string(to_string(known->value)), known->line);
}

void add_facts(const diagnose::Knowledge& known, Diagnosis& diagnosis) {
    if (!known.releases.empty()) {
        diagnosis.oldest_release = fact(to_string(known.releases.front()->version), known.release_line);
        diagnosis.newest_release = fact(to_string(known.releases.back()->version), known.release_line);
    }
    if (known.host)
        diagnosis.host_compiler = fact(words::name_in_words(known.host->value, known.host_version), known.host->line);
    diagnosis.glibc = fact(known.glibc);
    if (known.driver) diagnosis.driver = fact(known.driver_text, known.driver->line);
    diagnosis.torch = fact(known.torch);
    diagnosis.torch_cuda = fact(known.torch_cuda);
    if (known.system) diagnosis.system = fact(std::string(known.system->value), known.system->line);
    for (const diagnose::Known<Gpu>& gpu : known.gpus)
        diagnosis.gpus.push_back(fact(words::gpu_in_words(gpu.value), gpu.line));
    for (const diagnose::Known<Capability>& known_architecture : known.architectures)
        diagnosis.architectures.push_back(fact(to_string(known_architecture.value), known_architecture.line));
    if (known.environment) diagnosis.environment = known.environment->id;
}

Diagnosis::Finding shown(const words::DiagnosisReport& report, const diagnose::ExplainedMessage& finding) {
    const MessageRow& message = *finding.message;
    Diagnosis::Finding shown{.message = std::string(message.id),
                             .title = std::string(message.title),
                             .line = finding.seen->line.number,
                             .text = finding.seen->line.text,
                             .why = words::say_why(report, finding),
                             .remedies = words::say_remedies(report, finding),
                             .apply = {},
                             .sources = {message.sources.begin(), message.sources.end()}};
    for (words::NamedLines& lines : words::lines_of(report, finding))
        shown.apply.push_back({std::string(lines.tool), std::move(lines.lines)});
    return shown;
}

Diagnosis diagnosis_of(const LogQuestion& question, const Tables& tables, diagnose::LogReading reading) {
    const asking::LogAnswer answer(asking::without_machine(tables), texts_of(question), std::move(reading));
    const words::DiagnosisReport report = answer.report();
    Diagnosis diagnosis;
    for (const diagnose::ExplainedMessage& finding : report.diagnosis.findings)
        diagnosis.findings.push_back(shown(report, finding));
    diagnosis.for_all = words::say_remedies_for_all(report);
    diagnosis.oddities = words::say_oddities(report);
    add_facts(report.diagnosis.knowledge, diagnosis);
    if (const auto& error = report.diagnosis.reading.first_error) diagnosis.first_error = error->text;
    for (const std::string_view unknown : words::unknown_facts(report)) diagnosis.unknown.emplace_back(unknown);
    return diagnosis;
}

}  // namespace

Result<Diagnosis> diagnose_log(std::string_view log, const LogQuestion& question, const Tables& tables) {
    return asking::result_of<Diagnosis>(
        [&]() -> Diagnosis { return diagnosis_of(question, tables, asking::read_log_text(tables, log)); });
}

Result<Diagnosis> diagnose_log_pieces(const std::function<std::string_view()>& next, const LogQuestion& question,
                                      const Tables& tables) {
    return asking::result_of<Diagnosis>(
        [&]() -> Diagnosis { return diagnosis_of(question, tables, asking::read_log(tables, next)); });
}

}  // namespace cudastdenv
