// SPDX-License-Identifier: MIT
#include "ask/linted_file.hpp"

#include "ask/bad_input.hpp"
#include "ask/consumer_name.hpp"
#include "ask/linted_list.hpp"
#include "ask/spelling_name.hpp"
#include "core/quote.hpp"
#include "spelling/found_lists.hpp"

#include <fmt/format.h>

#include <vector>

namespace cudastdenv::asking {

namespace {

bool is_asked_for(const Texts& texts, const FoundList& list) {
    const std::string format = texts.value_or("format", guessed_spelling);
    if (format != guessed_spelling && &read_spelling_name(format) != list.spelling) return false;
    return !texts.has("compiler") || list.spelling->unasked_ptx_until.has_value();
}

/// The question for one of the lists.
Texts question_for(const Context& context, const Texts& texts, const FoundList& list) {
    Texts question = texts.with("text", list.text).with("format", list.spelling->name);
    if (texts.has("consumer") &&
        read_consumer(context.tables, texts.value("consumer")).consumer->id != list.spelling->name)
        question = question.without("consumer");
    return question;
}

/// The problems of one list, without where it stands.
std::vector<std::string> problems_of(const Context& context, const Texts& question, const FoundList& list) {
    const LintAnswer answer = LintedList(context, question).answer();
    std::vector<std::string> problems;
    for (const LintAnswer::Finding& finding : answer.findings) {
        const bool counts = finding.severity == FindingSeverity::error ||
                            (finding.severity == FindingSeverity::warning && list.is_whole);
        if (!counts) continue;
        const std::string entry = finding.entry ? in_quotes(finding.entry->text) + ": " : std::string();
        const std::string instead = finding.instead ? "; instead: " + *finding.instead : std::string();
        problems.push_back(fmt::format("{}: {}{} [{}]{}", to_string(finding.severity), entry, finding.text,
                                       std::string_view(finding.code), instead));
    }
    return problems;
}

}  // namespace

Outcome lint_file(const Context& context, const Texts& texts, std::string_view name, std::string_view file) {
    Outcome outcome;
    for (const FoundList& list : find_lists(context.tables, file)) {
        if (!is_asked_for(texts, list)) continue;
        std::vector<std::string> problems;
        try {
            problems = problems_of(context, question_for(context, texts, list), list);
        } catch (const BadInput& error) {
            if (error.error() != InputError::malformed) throw;
            problems.push_back(std::string("error: ") + error.what());
        }
        for (const std::string& problem : problems)
            outcome.text += fmt::format("{}:{}: {}\n", name, list.line, problem);
    }
    outcome.is_answered = outcome.text.empty();
    return outcome;
}

}  // namespace cudastdenv::asking
