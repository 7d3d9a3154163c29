#include "ask/answers.hpp"
#include "cli/answer.hpp"
#include "cli/command.hpp"
#include "cli/exit_status.hpp"
#include "cli/question_options.hpp"

#include <cudastdenv/spell.hpp>

#include <fmt/format.h>

#include <array>
#include <string>

namespace cudastdenv::cli {

namespace {

void list_formats() {
    std::string lines;
    for (const Spelling& spelling : spellings()) lines += fmt::format("{:<10} {}\n", spelling.name, spelling.summary);
    print_answer(lines);
}

int run_flags(const ParsedOptions& options) {
    if (options.value_or("format", "") == "list") {
        list_formats();
        return exit_answered;
    }
    return answer(options, answer_flags);
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
