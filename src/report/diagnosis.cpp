// SPDX-License-Identifier: MIT
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

void add_finding(Page& page, const DiagnoseAnswer::Finding& finding) {
    page.row(fmt::format("line {}", finding.line), finding.text);
    add_said(page, "why", finding.why);
    add_said(page, "what to do", finding.remedies);
    for (const auto& [tool, lines] : finding.fix) page.lines_to_type(tool, lines);
}

/// What is known beside the findings, and what is not.
void add_facts(Page& page, const DiagnoseAnswer& answer) {
    if (!answer.facts_text.empty()) page.row("known", fmt::format("{}", fmt::join(answer.facts_text, ", ")));
    add_said(page, "odd", answer.oddities);
    if (!answer.ask) return;
    if (answer.unknown.empty()) page.row("more", fmt::format("`{}`", *answer.ask));
    else
        page.row("not known", fmt::format("{}: `{}` tells it on the machine itself", answer.unknown_text, *answer.ask));
}

std::string unknown_message_text(const DiagnoseAnswer& answer, const Style& style) {
    Page page(style);
    page.line(style.strong("no known message"));
    if (answer.first_error) {
        page.gap();
        page.row(fmt::format("line {}", answer.first_error_line), *answer.first_error);
    }
    if (!answer.spoken_of_text.empty()) {
        page.gap();
        page.row("spoken of", answer.spoken_of_text);
    }
    return page.take();
}

}  // namespace

std::string diagnosis_text(const DiagnoseAnswer& answer, const Style& style) {
    if (answer.findings.empty()) return unknown_message_text(answer, style);
    Page page(style);
    for (const DiagnoseAnswer::Finding& finding : answer.findings) {
        if (&finding != &answer.findings.front()) page.gap();
        page.sentence(style.strong(fmt::format("{}: {}", finding.message, finding.title_text)));
        page.gap();
        add_finding(page, finding);
    }
    page.gap();
    add_said(page, "for all", answer.for_all);
    add_facts(page, answer);
    return page.take();
}

}  // namespace cudastdenv::report
