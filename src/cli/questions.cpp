// SPDX-License-Identifier: MIT
/// The commands that only ask the library.
#include "ask/answers.hpp"
#include "cli/answer.hpp"
#include "cli/command.hpp"
#include "cli/input.hpp"
#include "spelling/spell.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

namespace cudastdenv::cli {

namespace {

template <Answerer Ask>
int run_question(const ParsedOptions& options) {
    return answer(options, Ask);
}

int run_covers(const ParsedOptions& options) {
    return answer(options, with_list_text(options.streams(), options), answer_covers);
}

constexpr auto resolve_options = joined(asking::resolve_options, std::array{print_option});

}  // namespace

std::string formats_in_words() {
    std::vector<std::string_view> names;
    for (const Spelling& spelling : spellings()) names.push_back(spelling.name);
    return fmt::format("Formats: {}.", fmt::join(names, ", "));
}

const Command resolve_command{
    .name = "resolve",
    .group = CommandGroup::ask,
    .summary = "everything for one release: host compiler and why, libstdc++, capabilities, flags",
    .arguments = "V [OPTIONS]",
    .none = "no host compiler works",
    .examples = {"cudastdenv resolve 12.8", "cudastdenv resolve 13.0 --stdenv debian-13 --json"},
    .positional = {"cuda"},
    .options = resolve_options,
    .run = run_question<answer_resolve>,
    .defaults = Defaults::all,
};

const Command explain_command{
    .name = "explain",
    .group = CommandGroup::ask,
    .summary = "why a compiler is, or is not, the one; each bound with its source",
    .arguments = "V [OPTIONS] COMPILER",
    .none = "no host compiler works, this one or another",
    .examples = {"cudastdenv explain --cuda 12.8 gcc-15", "cudastdenv explain --cuda 12.4 --stdenv clang-17 clang-17"},
    .positional = {"cuda", "compiler"},
    .options = explain_options,
    .run = run_question<answer_explain>,
    .defaults = Defaults::all,
};

const Command releases_command{
    .name = "releases",
    .group = CommandGroup::ask,
    .summary = "the reverse question: the releases with which all of this works, newest first",
    .arguments = "[OPTIONS]",
    .none = "no release goes with all of it",
    .examples = {"cudastdenv releases --available gcc-16",
                 "cudastdenv releases --capabilities 6.1,9.0 --driver 550.54 --why"},
    .options = releases_options,
    .run = run_question<answer_releases>,
    .defaults = Defaults::all,
};

const Command compat_command{
    .name = "compat",
    .group = CommandGroup::ask,
    .summary = "does a driver run a release, and in which way; without one, which drivers do",
    .arguments = "V [--driver D] [OPTIONS]",
    .none = "the driver does not run the release, or that is not known",
    .examples = {"cudastdenv compat --cuda 12.8 --driver 550.54.15",
                 "cudastdenv compat --cuda 13.2 --driver 535 --system linux-sbsa"},
    .positional = {"cuda"},
    .options = compat_options,
    .run = run_question<answer_compat>,
    .defaults = Defaults::all,
};

const Command gpu_command{
    .name = "gpu",
    .group = CommandGroup::ask,
    .summary = "a GPU's capability, and which CUDA releases and drivers go with it",
    .arguments = "NAME|CAPABILITY",
    .examples = {"cudastdenv gpu 'RTX 4090'", "cudastdenv gpu GTX 1080"},
    .positional = {"name..."},
    .run = run_question<answer_gpu>,
};

const Command capabilities_command{
    .name = "capabilities",
    .group = CommandGroup::lists,
    .summary = "default (or all supported) capabilities, one a line",
    .arguments = "V [--all] [OPTIONS]",
    .none = "the release has none to list",
    .examples = {"cudastdenv capabilities --cuda 12.8", "cudastdenv capabilities --cuda 13.0 --all"},
    .positional = {"cuda"},
    .options = capabilities_options,
    .run = run_question<answer_capabilities>,
    .defaults = Defaults::all,
};

const Command flags_command{
    .name = "flags",
    .group = CommandGroup::lists,
    .summary = "the capability list in one build system's spelling",
    .arguments = "V [--format F] [OPTIONS]",
    .more = formats_in_words,
    .none = "the spelling says nothing of the list, or with --strict not all of it",
    .examples = {"cudastdenv flags --cuda 12.8 --format cmake", "cudastdenv flags --cuda 12.8 --capabilities 8.9,9.0a"},
    .positional = {"cuda"},
    .options = flags_options,
    .run = run_question<answer_flags>,
    .defaults = Defaults::all,
};

const Command covers_command{
    .name = "covers",
    .group = CommandGroup::lists,
    .summary = "does a list run on a GPU: by machine code, by PTX, or not, and why",
    .arguments = "V [--capabilities C,C | --format F TEXT...] (--device C | --gpu NAME | --all-devices)",
    .more = formats_in_words,
    .none = "the list does not run there, or that is not known",
    .examples = {"cudastdenv covers --cuda 12.8 --capabilities 8.0,9.0 --gpu 'RTX 5090'",
                 "cudastdenv covers --cuda 12.8 --format torch '8.0;9.0;12.0+PTX' --all-devices"},
    .positional = {"cuda", "text..."},
    .options = covers_options,
    .run = run_covers,
    .defaults = Defaults::all,
};

}  // namespace cudastdenv::cli
