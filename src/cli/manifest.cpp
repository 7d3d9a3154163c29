#include "report/manifest.hpp"

#include "cli/command.hpp"
#include "cli/common_options.hpp"
#include "cli/exit_status.hpp"
#include "cli/input.hpp"
#include "cli/question.hpp"
#include "cli/usage_error.hpp"
#include "nix/manifest.hpp"

#include <array>

namespace cudastdenv::cli {

namespace {

int run_manifest(const ParsedOptions& options) {
    const report::Style style = stdout_style(options);
    const ChosenTables tables(options);
    if (!options.has("file"))
        throw UsageError("which manifest? Give a file like redistrib_12.8.1.json, or - for standard input");

    InputFile file(options.value("file"));
    const std::string text = file.read_all(nix::max_manifest_bytes);
    const nix::Manifest manifest = nix::read_manifest(tables.view(), file.name(), text);
    const nix::ManifestVerdict verdict = nix::judge_manifest(tables.view(), manifest, file.name());
    const report::ManifestAnswer answer{manifest, verdict};
    print_answer(options.has("json") ? report::manifest_json(answer) : report::manifest_text(answer, style));
    return manifest.problem_count + verdict.problems.size() > 0 ? exit_none : exit_answered;
}

constexpr std::array<std::string_view, 2> manifest_examples{"cudastdenv manifest redistrib_12.8.1.json",
                                                   "curl -s URL | cudastdenv manifest --json -"};
constexpr std::array<std::string_view, 1> manifest_positional{"file"};

}  // namespace

const Command manifest_command{"manifest",
                               "what NVIDIA's redistrib_*.json offers on which system, and what is wrong with it",
                               "[OPTIONS] FILE",
                               manifest_examples,
                               manifest_positional,
                               common_options,
                               run_manifest};

}  // namespace cudastdenv::cli
