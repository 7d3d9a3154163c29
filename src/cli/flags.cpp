// SPDX-License-Identifier: MIT
#include "ask/answers.hpp"
#include "cli/answer.hpp"
#include "cli/command.hpp"
#include "cli/common_options.hpp"
#include "spelling/spell.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <string_view>
#include <vector>

namespace cudastdenv::cli {

namespace {

int run_flags(const ParsedOptions& options) { return answer(options, answer_flags); }

constexpr auto flags_options = joined(asking::flags_options, common_options);

constexpr std::array<std::string_view, 2> flags_examples{"cudastdenv flags --cuda 12.8 --format cmake",
                                                         "cudastdenv flags --cuda 12.8 --capabilities 8.9,9.0a"};

}  // namespace

std::string formats_in_words() {
    std::vector<std::string_view> names;
    for (const Spelling& spelling : spellings()) names.push_back(spelling.name);
    return fmt::format("Formats: {}.", fmt::join(names, ", "));
}

const Command flags_command{
    .name = "flags",
    .group = CommandGroup::lists,
    .summary = "the capability list in one build system's spelling",
    .arguments = "V [--format F] [OPTIONS]",
    .more = formats_in_words,
    .none = "the spelling says nothing of the list, or with --strict not all of it",
    .examples = flags_examples,
    .positional = release_first,
    .options = flags_options,
    .run = run_flags,
    .defaults = Defaults::all,
};

}  // namespace cudastdenv::cli
