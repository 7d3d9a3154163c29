#include "cli/command.hpp"
#include "cli/exit_status.hpp"
#include "cli/question.hpp"
#include "cli/question_options.hpp"
#include "report/json.hpp"
#include "report/messages.hpp"

#include <array>
#include <vector>

namespace cudastdenv::cli {

namespace {

int run_capabilities(const ParsedOptions& options) {
    const Question question(options);
    const Resolution resolution = resolve(question.tables(), question.request());
    const std::vector<Capability>& listed = options.has("all") ? resolution.supported : resolution.resolved;
    const report::Answer answer = question.answer(resolution);
    if (!answer.package_set.channel.empty()) print_aside("note", report::package_set_message(answer));
    for (const Note& note : resolution.notes)
        if (std::holds_alternative<BeyondTables>(note)) print_aside("note", report::note_message(answer, note));
    if (options.has("json")) {
        print_answer(report::capabilities_json(answer, listed));
    } else {
        std::string lines;
        for (const Capability capability : listed) lines += to_string(capability) + '\n';
        print_answer(lines);
    }
    return listed.empty() ? exit_none : exit_answered;
}

constexpr auto capabilities_options = with_question_options(
    std::array{OptionSpec{"all", "", "every capability the release knows, not only the default list"}});

constexpr std::array<std::string_view, 2> capabilities_examples{"cudastdenv capabilities --cuda 12.8",
                                                   "cudastdenv capabilities --cuda 13.0 --all"};

}  // namespace

const Command capabilities_command{"capabilities",
                                   "default (or all supported) capabilities, one a line",
                                   "--cuda V [--all] [OPTIONS]",
                                   capabilities_examples,
                                   {},
                                   capabilities_options,
                                   run_capabilities};

}  // namespace cudastdenv::cli
