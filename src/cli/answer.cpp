// SPDX-License-Identifier: MIT
#include "cli/answer.hpp"

#include "cli/chosen_tables.hpp"
#include "cli/command.hpp"
#include "os/write_file.hpp"

namespace cudastdenv::cli {

namespace {

Outcome ask_for(const ParsedOptions& options, const Asker& asker) {
    const Form form{options.has("json"), stdout_style(options)};
    const ChosenTables tables(options);
    return asker(tables.context(), form);
}

Asker asker_of(const Texts& texts, Answerer answerer) {
    return [&texts, answerer](const Context& context, const Form& form) { return answerer(context, texts, form); };
}

ExitStatus finish(const Streams& streams, const Outcome& outcome) {
    for (const Aside& aside : outcome.asides) print_aside(streams, aside.kind, aside.text);
    return outcome.is_answered ? exit_answered : exit_none;
}

}  // namespace

ExitStatus answer(const ParsedOptions& options, const Asker& asker) {
    const Outcome outcome = ask_for(options, asker);
    if (!outcome.text.empty()) print_answer(options.streams(), outcome.text);
    return finish(options.streams(), outcome);
}

ExitStatus answer(const ParsedOptions& options, const Texts& texts, Answerer answerer) {
    return answer(options, asker_of(texts, answerer));
}

ExitStatus answer(const ParsedOptions& options, Answerer answerer) { return answer(options, options, answerer); }

ExitStatus write_answer(const ParsedOptions& options, Answerer answerer) {
    const Outcome outcome = ask_for(options, asker_of(options, answerer));
    const std::string output = options.value_or("output", "-");
    if (output == "-") print_answer(options.streams(), outcome.text);
    else machine::write_file(output, outcome.text);
    return finish(options.streams(), outcome);
}

}  // namespace cudastdenv::cli
