#include "cli/command.hpp"
#include "cli/common_options.hpp"
#include "cli/did_you_mean.hpp"
#include "cli/exit_status.hpp"
#include "cli/question.hpp"
#include "cli/release_name.hpp"
#include "cli/spelling_name.hpp"
#include "cli/system_name.hpp"
#include "cli/usage_error.hpp"
#include "report/lint.hpp"
#include "report/messages.hpp"

#include <cudastdenv/lookup.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace cudastdenv::cli {

namespace {

constexpr std::string_view guess = "auto";

/// The spellings to read the text in, the one that counts first.
std::vector<const Spelling*> read_spellings(const std::string& format, std::string_view text) {
    if (format != guess) return {&read_spelling_name(format)};
    std::vector<const Spelling*> fitting = spellings_that_fit(text);
    if (fitting.empty())
        throw UsageError(fmt::format("{} is a list in no spelling that is known here; --format names the one it should "
                                     "be, and then the error says more",
                                     in_quotes(text)));
    return fitting;
}

const Release& read_release_option(const Tables& tables, const ParsedOptions& options) {
    if (!options.has("cuda")) throw UsageError("which CUDA release? Give --cuda 12.8 or --cuda latest");
    return *read_release_name(tables, options.value("cuda"), tables.assumed_environment).release;
}

/// With --fix stdout is the corrected list alone, and what was found goes beside it.
void print_fix(const report::LintReport& report) {
    if (report.fixed.empty()) throw UsageError("nothing can be corrected: no entry of the list is left");
    print_answer(std::string(report.fixed) + '\n');
    for (const Finding& finding : report.findings)
        print_aside(to_string(finding.severity), report::finding_message(report, finding));
    for (const Loss& loss : report.losses) print_aside("warning", report::loss_message(report.spelling.name, loss));
}

bool is_clean(std::span<const Finding> findings) {
    return std::ranges::all_of(findings, [](const Finding& f) { return f.severity == Finding::Severity::note; });
}

int run_lint(const ParsedOptions& options) {
    const report::Style style = stdout_style(options);
    const ChosenTables tables(options);
    const Release& release = read_release_option(tables.view(), options);
    const SystemName system = read_system_name(tables.view(), "system", options.value_or("system", "x86_64-linux"));
    if (!options.has("text")) throw UsageError("which list? Give its text, or - for standard input");
    const std::string text = read_list_text(options.value("text"));
    const std::string format = options.value_or("format", guess);
    const std::vector<const Spelling*> fitting = read_spellings(format, text);
    const Spelling& spelling = *fitting.front();

    const Listing listing = read_listing(spelling, text);
    const LintQuestion question{release.version, system.nix, spelling.abilities.ptx};
    const std::vector<Finding> findings = lint(tables.view(), question, listing);
    Spelled fixed;
    if (const auto list = fixed_list(tables.view(), question, listing))
        fixed = write_list(spelling, {tables.view(), system.nix}, *list);

    const report::LintReport report{.tables = tables.view(),
                                    .release = release,
                                    .cuda_requested = options.value("cuda"),
                                    .system = system.nix,
                                    .spelling = spelling,
                                    .also_fitting = std::span(fitting).subspan(1),
                                    .text = text,
                                    .listing = listing,
                                    .findings = findings,
                                    .fixed = fixed.text,
                                    .losses = fixed.losses};
    if (format == guess) print_aside("note", report::guess_message(report));
    if (options.has("fix")) (void)read_build_list(tables.view(), release.version, listing);
    if (options.has("json")) print_answer(report::lint_json(report));
    else if (options.has("fix")) print_fix(report);
    else print_answer(report::lint_text(report, style));
    return is_clean(findings) ? exit_answered : exit_none;
}

constexpr auto lint_options = joined(
    std::array{
        cuda_option,
        OptionSpec{"format", "F", "the spelling of TEXT (default: auto); `flags --format list` names them"},
        system_option,
        OptionSpec{"fix", "", "print the corrected list alone, in the same spelling"},
    },
    common_options);

constexpr std::array<std::string_view, 2> lint_examples{
    "cudastdenv lint --cuda 12.8 --format cmake '75;86;90a'",
    "cudastdenv lint --cuda 13.0 --fix '80-real;90a;101-real'"};
constexpr std::array<std::string_view, 1> lint_positional{"text..."};

}  // namespace

const Command lint_command{"lint",
                           "what is wrong with a list of architectures for a release, and what to write instead",
                           "--cuda V [--format F] TEXT",
                           lint_examples,
                           lint_positional,
                           lint_options,
                           run_lint};

}  // namespace cudastdenv::cli
