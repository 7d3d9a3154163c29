// SPDX-License-Identifier: MIT
#include "words/diagnosis.hpp"

#include "report/page.hpp"
#include "report/text.hpp"
#include "words/phrases.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace cudastdenv::report {

namespace {

void add_said(Page& page, std::string_view label, const std::vector<Said>& all) {
    bool is_first = true;
    for (const Said& said : all) {
        page.row(is_first ? label : "", words::cited(said.text, said.sources));
        is_first = false;
    }
}

void add_finding(Page& page, const words::DiagnosisReport& report, const diagnose::ExplainedMessage& finding) {
    page.row(fmt::format("line {}", finding.seen->line.number), finding.seen->line.text);
    add_said(page, "why", words::say_why(report, finding));
    add_said(page, "what to do", words::say_remedies(report, finding));
    for (const auto& [tool, lines] : words::lines_of(report, finding)) page.lines_to_type(tool, lines);
}

/// What is known beside the findings, and what is not.
void add_facts(Page& page, const words::DiagnosisReport& report) {
    if (const std::vector<std::string> facts = words::say_facts(report); !facts.empty())
        page.row("known", fmt::format("{}", fmt::join(facts, ", ")));
    add_said(page, "odd", words::say_oddities(report));
    const std::vector<std::string_view> unknown = words::unknown_facts(report);
    if (const std::string ask = words::command_to_ask(report); !unknown.empty())
        page.row("not known",
                 fmt::format("{}: `{}` tells it on the machine itself", words::facts_in_words(unknown), ask));
    else if (!ask.empty()) page.row("more", fmt::format("`{}`", ask));
}

std::string unknown_message_text(const words::DiagnosisReport& report, const Style& style) {
    Page page(style);
    page.line(style.strong("no known message"));
    if (const auto& error = report.diagnosis.reading.first_error) {
        page.gap();
        page.row(fmt::format("line {}", error->number), error->text);
    }
    if (const std::string hint = words::spoken_of_in_words(report); !hint.empty()) {
        page.gap();
        page.row("spoken of", hint);
    }
    return page.take();
}

}  // namespace

std::string diagnosis_text(const words::DiagnosisReport& report, const Style& style) {
    const std::vector<diagnose::ExplainedMessage>& findings = report.diagnosis.findings;
    if (findings.empty()) return unknown_message_text(report, style);
    Page page(style);
    for (const diagnose::ExplainedMessage& finding : findings) {
        if (&finding != &findings.front()) page.gap();
        page.sentence(style.strong(fmt::format("{}: {}", finding.message->id, finding.message->title)));
        page.gap();
        add_finding(page, report, finding);
    }
    page.gap();
    add_said(page, "for all", words::say_remedies_for_all(report));
    add_facts(page, report);
    return page.take();
}

}  // namespace cudastdenv::report
