// SPDX-License-Identifier: MIT
#include "ask/answers.hpp"

#include "ask/bad_input.hpp"
#include "ask/covered_list.hpp"
#include "ask/linted_list.hpp"
#include "ask/spelling_name.hpp"
#include "report/text.hpp"
#include "wire/json.hpp"
#include "words/lists.hpp"

#include <algorithm>
#include <string>

namespace cudastdenv::asking {

namespace {

/// With --fix the answer is the corrected list alone, and what was found goes beside it.
void add_fix(const words::LintReport& report, Outcome& outcome) {
    if (report.fixed.empty())
        throw BadInput(InputError::unfit, "nothing can be corrected: no entry of the list is left");
    outcome.text = std::string(report.fixed) + '\n';
    for (const Finding& finding : report.findings)
        outcome.asides.push_back({to_string(finding.severity), words::say(report, finding).text});
    for (const Loss& loss : report.losses)
        outcome.asides.push_back({"warning", words::say(report.spelling.name, loss).text});
}

}  // namespace

Outcome answer_covers(const Context& context, const Texts& texts, const Form& form) {
    const ToolAsked asked = read_tool_asked(texts);
    const CoveredList question(context, texts, read_gpu_asked(context.tables, texts));
    words::CoverageReport report = question.report();
    report.apply = question.lines(asked);
    return {.text = form.json ? wire::coverage_json(report) : report::coverage_text(report, form.style),
            .is_answered = words::runs(report) == true};
}

Outcome answer_lint(const Context& context, const Texts& texts, const Form& form) {
    const LintedList list(context, texts);
    const words::LintReport report = list.report();
    Outcome outcome{.is_answered = is_clean(report.findings)};
    if (const std::string note = list.consumer_note(); !note.empty()) outcome.asides.push_back({"note", note});
    if (list.is_guessed()) outcome.asides.push_back({"note", words::guess_message(report)});
    // What only the machine that builds knows cannot be corrected.
    if (texts.has("fix") && !outcome.is_answered)
        (void)read_build_list(context.tables, report.release.version, report.listing);
    for (words::Said& said : words::say(user_defaults(texts))) outcome.asides.push_back({"note", std::move(said.text)});
    if (form.json) outcome.text = wire::lint_json(report);
    else if (texts.has("fix")) add_fix(report, outcome);
    else outcome.text = report::lint_text(report, form.style);
    return outcome;
}

}  // namespace cudastdenv::asking
