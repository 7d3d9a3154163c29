// SPDX-License-Identifier: MIT
#include "ask/answers.hpp"

#include "ask/bad_input.hpp"
#include "ask/covered_list.hpp"
#include "ask/linted_list.hpp"
#include "ask/spelling_name.hpp"
#include "report/text.hpp"
#include "wire/records/shared.hpp"

#include <algorithm>
#include <string>

namespace cudastdenv::asking {

namespace {

/// With --fix the answer is the corrected list alone, and what was found goes beside it.
void add_fix(const LintAnswer& answer, Outcome& outcome) {
    if (!answer.fixed) throw BadInput(InputError::unfit, "nothing can be corrected: no entry of the list is left");
    outcome.text = *answer.fixed + '\n';
    for (const LintAnswer::Finding& finding : answer.findings)
        outcome.asides.push_back({to_string(finding.severity), finding.text});
    for (const Said& loss : answer.losses) outcome.asides.push_back({"warning", loss.text});
}

}  // namespace

CoversAnswer covers_answer(const Context& context, const Texts& texts) {
    const ToolAsked asked = read_tool_asked(texts);
    const CoveredList question(context, texts, read_gpu_asked(context.tables, texts));
    CoversAnswer answer = words::covers_answer(question.report());
    answer.apply = question.lines(asked);
    return answer;
}

Outcome answer_covers(const Context& context, const Texts& texts, const Form& form) {
    const CoversAnswer answer = covers_answer(context, texts);
    return {.text = form.json ? wire::answer_text(answer) : report::coverage_text(answer, form.style),
            .is_answered = answer.runs == true};
}

Outcome answer_lint(const Context& context, const Texts& texts, const Form& form) {
    const LintedList list(context, texts);
    const LintAnswer answer = list.answer();
    Outcome outcome{.is_answered = answer.clean};
    if (const std::string note = list.consumer_note(); !note.empty()) outcome.asides.push_back({"note", note});
    if (list.is_guessed()) outcome.asides.push_back({"note", words::guess_message(answer)});
    // What only the machine that builds knows cannot be corrected.
    if (texts.has("fix") && !outcome.is_answered)
        (void)read_build_list(context.tables, answer.cuda.release, list.listing());
    for (Said& said : words::say(user_defaults(texts))) outcome.asides.push_back({"note", std::move(said.text)});
    if (form.json) outcome.text = wire::answer_text(answer);
    else if (texts.has("fix")) add_fix(answer, outcome);
    else outcome.text = report::lint_text(answer, form.style);
    return outcome;
}

}  // namespace cudastdenv::asking
