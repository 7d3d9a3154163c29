// SPDX-License-Identifier: MIT
#include "ask/answers.hpp"

#include "ask/bad_input.hpp"
#include "cli/answer.hpp"
#include "cli/command.hpp"
#include "cli/common_options.hpp"
#include "cli/input.hpp"
#include "nix/manifest.hpp"

#include <array>

namespace cudastdenv::cli {

namespace {

int run_manifest(const ParsedOptions& options) {
    if (!options.has("file"))
        throw BadInput(InputError::missing,
                       "which manifest? Give a file like redistrib_12.8.1.json, or - for standard input");

    InputFile file(options.value("file"));
    const Texts texts = options.with("file", file.name()).with("text", file.read_all(nix::max_manifest_bytes));
    return answer(options, texts, answer_manifest);
}

constexpr std::array<std::string_view, 2> manifest_examples{"cudastdenv manifest redistrib_12.8.1.json",
                                                            "curl -s URL | cudastdenv manifest --json -"};
constexpr std::array<std::string_view, 1> manifest_positional{"file"};

}  // namespace

const Command manifest_command{
    "manifest",          "what NVIDIA's redistrib_*.json offers on which system, and what is wrong with it",
    "[OPTIONS] FILE",    manifest_examples,
    manifest_positional, common_options,
    run_manifest};

}  // namespace cudastdenv::cli
