// SPDX-License-Identifier: MIT
#include "ask/answers.hpp"

#include "ask/bad_input.hpp"
#include "cli/answer.hpp"
#include "cli/command.hpp"
#include "cli/input.hpp"
#include "cli/manifest_features.hpp"
#include "nix/manifest.hpp"

#include <array>
#include <string>

namespace cudastdenv::cli {

namespace {

int run_manifest(const ParsedOptions& options) {
    if (!options.has("file"))
        throw BadInput(InputError::missing,
                       "which manifest? Give a file like redistrib_12.8.1.json, or - for standard input");

    if (options.has("output") && !options.has("features"))
        throw BadInput(InputError::missing, "-o writes the features that --features FOLDER finds: give that too");
    if (options.has("nixpkgs-exact") && !options.has("features"))
        throw BadInput(InputError::missing,
                       "--nixpkgs-exact is for the features that --features FOLDER finds: give that too");
    if (options.has("features") && options.has("json"))
        throw BadInput(InputError::contradiction, "what --features prints is JSON already: leave --json out");

    InputFile file(options.streams(), options.value("file"));
    const std::string text = file.read_all(nix::max_manifest_bytes);
    if (options.has("features")) return write_features(options, file.name(), text);
    return answer(options, options.with("file", file.name()).with("text", text), answer_manifest);
}

constexpr std::array manifest_options{
    OptionSpec{"features", "FOLDER", "the outputs that packages have, from the archives below FOLDER"},
    OptionSpec{"nixpkgs-exact", "", "of the features only those that older nixpkgs takes"},
    OptionSpec{"output", "FILE", "write the feature manifest to FILE, and print what it says", 'o'},
};

}  // namespace

const Command manifest_command{
    .name = "manifest",
    .group = CommandGroup::nixpkgs,
    .summary = "what NVIDIA's redistrib_*.json offers on which system, and what is wrong with it",
    .arguments = "[OPTIONS] FILE",
    .none = "the manifest has problems; with --features, some archives are not there",
    .examples = {"cudastdenv manifest redistrib_12.8.1.json", "curl -s URL | cudastdenv manifest --json -",
                 "cudastdenv manifest --features . -o feature_12.8.1.json redistrib_12.8.1.json"},
    .positional = {"file"},
    .options = manifest_options,
    .run = run_manifest,
};

}  // namespace cudastdenv::cli
