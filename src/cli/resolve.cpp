#include "cli/command.hpp"
#include "cli/exit_status.hpp"
#include "cli/question.hpp"
#include "cli/question_options.hpp"
#include "report/json.hpp"
#include "report/text.hpp"

#include <array>

namespace cudastdenv::cli {

namespace {

int run_resolve(const ParsedOptions& options) {
    const report::Style style = stdout_style(options);
    const Question question(options);
    const Resolution resolution = resolve(question.tables(), question.request());
    const report::Answer answer = question.answer(resolution);
    print_answer(options.has("json") ? report::resolution_json(answer) : report::resolution_text(answer, style));
    return exit_status_of(resolution);
}

constexpr auto resolve_options = with_question_options(std::array{
    OptionSpec{"build-system", "S", "the system that is built on, for a cross build (default: the same)"}});

constexpr std::array<std::string_view, 2> resolve_examples{"cudastdenv resolve --cuda 12.8",
                                                   "cudastdenv resolve --cuda 13.0 --stdenv debian-13 --json"};

}  // namespace

const Command resolve_command{"resolve",
                              "everything for one release: host compiler and why, libstdc++, capabilities, flags",
                              "--cuda V [OPTIONS]",
                              resolve_examples,
                              {},
                              resolve_options,
                              run_resolve};

}  // namespace cudastdenv::cli
