#include "cli/command.hpp"
#include "cli/exit_status.hpp"
#include "cli/question.hpp"
#include "cli/question_options.hpp"
#include "cli/spelling_name.hpp"
#include "report/json.hpp"
#include "report/messages.hpp"

#include <cudastdenv/spell.hpp>

#include <fmt/format.h>

#include <array>
#include <string>

namespace cudastdenv::cli {

namespace {

/// The notes that concern a capability list rather than the host compiler.
bool is_about_capabilities(const Note& note) {
    return std::holds_alternative<PtxOfBaseline>(note) || std::holds_alternative<NotInNixpkgs>(note) ||
           std::holds_alternative<DuplicateCapability>(note) || std::holds_alternative<PreviewRelease>(note) ||
           std::holds_alternative<BeyondTables>(note);
}

void list_formats() {
    std::string lines;
    for (const Spelling& spelling : spellings()) lines += fmt::format("{:<10} {}\n", spelling.name, spelling.summary);
    print_answer(lines);
}

int run_flags(const ParsedOptions& options) {
    const std::string format = options.value_or("format", "gencode");
    if (format == "list") {
        list_formats();
        return exit_answered;
    }
    const Spelling& spelling = read_spelling_name(format);
    const Question question(options);
    const Resolution resolution = resolve(question.tables(), question.request());
    const report::Answer answer = question.answer(resolution);
    const Spelled spelled = write_list(spelling, {question.tables(), question.request().system}, build_list(resolution));

    const bool is_none = spelled.text.empty();
    if (options.has("json")) print_answer(report::spelled_json(answer, spelling.name, spelled));
    else if (!is_none) print_answer(spelled.text + '\n');
    if (!answer.package_set.channel.empty()) print_aside("note", report::package_set_message(answer));
    for (const Note& note : resolution.notes)
        if (is_about_capabilities(note)) print_aside("note", report::note_message(answer, note));
    for (const Loss& loss : spelled.losses) print_aside("warning", report::loss_message(spelling.name, loss));
    return is_none || (options.has("strict") && !spelled.losses.empty()) ? exit_none : exit_answered;
}

constexpr auto flags_options = with_question_options(
    std::array{OptionSpec{"format", "F", "spelling (default: gencode); `list` names them"},
               OptionSpec{"strict", "", "exit 1 where the spelling cannot say everything"}});

constexpr std::array<std::string_view, 2> flags_examples{"cudastdenv flags --cuda 12.8 --format cmake",
                                                   "cudastdenv flags --cuda 12.8 --capabilities 8.9,9.0a"};

}  // namespace

const Command flags_command{"flags",
                            "the capability list in one build system's spelling",
                            "--cuda V [--format F] [OPTIONS]",
                            flags_examples,
                            {},
                            flags_options,
                            run_flags};

}  // namespace cudastdenv::cli
