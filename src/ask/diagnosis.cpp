// SPDX-License-Identifier: MIT
#include "ask/diagnosis.hpp"

#include "ask/answers.hpp"
#include "ask/applied.hpp"
#include "ask/bad_input.hpp"
#include "ask/names.hpp"
#include "ask/owned_request.hpp"
#include "report/text.hpp"
#include "tables/names.hpp"
#include "wire/records/shared.hpp"
#include "words/diagnosis.hpp"

#include <utility>

namespace cudastdenv::asking {

namespace {

/// What the options say of the machine. The release and the stdenv are read as in every other question.
diagnose::Given read_given(const Context& context, const Texts& texts) {
    diagnose::Given given;
    if (texts.has("driver")) given.driver = read_driver(texts.value("driver"));
    if (texts.has("gpu")) given.gpus = read_gpu_list(context.tables, texts.value("gpu"), Alternative::gpu_option);
    if (!texts.has("cuda") && !texts.has("stdenv")) return given;
    const Texts asked = texts.without("gpu").without("driver");
    const OwnedRequest question(context, texts.has("cuda") ? asked : asked.with("cuda", "latest"));
    if (texts.has("cuda")) given.release = find_release(context.tables, question.request().cuda);
    if (!texts.has("stdenv")) return given;
    given.environment = environment_named(context.tables, texts.value("stdenv"));
    given.stdenv = question.request().stdenv;
    given.available.assign(question.request().available.begin(), question.request().available.end());
    return given;
}

}  // namespace

DiagnoseAnswer diagnose_answer(const Context& context, const Texts& texts, const diagnose::LogReading& reading) {
    const ToolAsked asked = read_tool_asked(texts);
    return words::diagnose_answer(context.tables, reading, read_given(context, texts), !asked.is_none, asked.tool);
}

Written answer_diagnosis(const Context& context, const Texts& texts, const Form& form,
                         const diagnose::LogReading& reading) {
    const DiagnoseAnswer answer = diagnose_answer(context, texts, reading);
    return {.text = laid_out(answer, form, report::diagnosis_text), .answered = !answer.findings.empty()};
}

Written answer_diagnose(const Context& context, const Texts& texts, const Form& form) {
    if (!texts.has("text")) throw BadInput(InputError::missing, "which log? Give its text");
    return answer_diagnosis(context, texts, form, read_log_text(context.tables, texts.value("text")));
}

diagnose::LogReading read_log(const Tables& tables, const std::function<std::string_view()>& next) {
    diagnose::LogReader reader(tables);
    for (std::string_view piece = next(); !piece.empty(); piece = next()) reader.add(piece);
    return reader.finish();
}

diagnose::LogReading read_log_text(const Tables& tables, std::string_view text) {
    if (text.empty()) throw BadInput(InputError::empty, "an empty text holds no message");
    return read_log(tables, [&] { return std::exchange(text, {}); });
}

}  // namespace cudastdenv::asking
