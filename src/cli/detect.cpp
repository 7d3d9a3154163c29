// SPDX-License-Identifier: MIT
#include "ask/owned_request.hpp"
#include "cli/chosen_tables.hpp"
#include "cli/command.hpp"
#include "cli/exit_status.hpp"
#include "host/host.hpp"
#include "pages/host.hpp"
#include "wire/records/shared.hpp"

#include <array>

namespace cudastdenv::cli {

namespace {

int run_detect(const ParsedOptions& options) {
    const report::Style style = stdout_style(options);
    const ChosenTables tables(options);
    const words::DetectAnswer answer =
        words::detect_answer(machine::look_at(machine::Surroundings::here(), tables.view()));
    print_answer(options.streams(),
                 options.has("json") ? wire::answer_text(answer) : report::detect_text(answer, style));
    return exit_answered;
}

}  // namespace

const Command detect_command{
    .name = "detect",
    .group = CommandGroup::machine,
    .summary = "what is on this machine: toolkits, compilers, libstdc++, glibc, driver and GPUs",
    .arguments = "[OPTIONS]",
    .examples = {"cudastdenv detect", "cudastdenv detect --json"},
    .run = run_detect,
};

}  // namespace cudastdenv::cli
