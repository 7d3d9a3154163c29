// SPDX-License-Identifier: MIT
#include "ask/answers.hpp"
#include "cli/answer.hpp"
#include "cli/command.hpp"
#include "cli/common_options.hpp"

#include <array>

namespace cudastdenv::cli {

namespace {

int run_resolve(const ParsedOptions& options) { return answer(options, answer_resolve); }

constexpr auto resolve_options = joined(joined(asking::resolve_options, std::array{asking::print_option}),
                                        common_options);

constexpr std::array<std::string_view, 2> resolve_examples{"cudastdenv resolve 12.8",
                                                           "cudastdenv resolve 13.0 --stdenv debian-13 --json"};

}  // namespace

const Command resolve_command{
    .name = "resolve",
    .group = CommandGroup::ask,
    .summary = "everything for one release: host compiler and why, libstdc++, capabilities, flags",
    .arguments = "V [OPTIONS]",
    .none = "no host compiler works",
    .examples = resolve_examples,
    .positional = release_first,
    .options = resolve_options,
    .run = run_resolve,
    .defaults = Defaults::all,
};

}  // namespace cudastdenv::cli
