// SPDX-License-Identifier: MIT
#include "ask/answers.hpp"
#include "ask/bad_input.hpp"
#include "ask/linted_file.hpp"
#include "ask/linted_list.hpp"
#include "cli/answer.hpp"
#include "cli/command.hpp"
#include "cli/input.hpp"

#include <fmt/format.h>

#include <array>

namespace cudastdenv::cli {

namespace {

int lint_files(const ParsedOptions& options) {
    for (const std::string_view other : {"json", "fix"})
        if (options.has(other))
            throw BadInput(InputError::contradiction, fmt::format("--files and --{} exclude each other", other));
    if (options.list().empty()) throw BadInput(InputError::missing, "--files, and no file is named");
    constexpr std::size_t largest = 16 << 20;
    return answer(options, [&](const Context& context, const asking::Form&) {
        (void)read_linted_release(context, options);
        Outcome outcome;
        for (const std::string& path : options.list()) {
            InputFile file(options.streams(), path);
            const Outcome found = lint_file(context, options, file.name(), file.read_all(largest));
            outcome.text += found.text;
            outcome.is_answered = outcome.is_answered && found.is_answered;
        }
        return outcome;
    });
}

int run_lint(const ParsedOptions& options) {
    return options.has("files") ? lint_files(options)
                                : answer(options, with_list_text(options.streams(), options), answer_lint);
}

constexpr auto lint_options =
    joined(asking::lint_options,
           std::array{OptionSpec{"files", "", "TEXT are files: what is wrong with the lists that they set"}});

}  // namespace

const Command lint_command{
    .name = "lint",
    .group = CommandGroup::lists,
    .summary = "what is wrong with a list of architectures for a release, and what to write instead",
    .arguments = "V [--format F] TEXT | --files FILE...",
    .more = formats_in_words,
    .none = "something is wrong with the list",
    .examples = {"cudastdenv lint --cuda 12.8 --format cmake '75;86;90a'",
                 "cudastdenv lint --cuda 13.0 --fix '80-real;90a;101-real'",
                 "cudastdenv lint --cuda 12.8 --files CMakeLists.txt"},
    .positional = {"cuda", "text..."},
    .options = lint_options,
    .run = run_lint,
    .defaults = Defaults::all,
};

}  // namespace cudastdenv::cli
