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

/// The system that was named; else a list of Jetsons alone says which it is for, and no other list does.
std::string_view system_of(const Tables& tables, const ParsedOptions& options, const Listing& listing) {
    if (options.has("system")) return read_system_name(tables, "system", options.value("system")).nix;
    std::vector<Capability> named;
    for (const ListEntry& entry : listing.entries)
        for (const auto& capability : {entry.real, entry.ptx})
            if (capability) named.push_back(*capability);
    return are_jetsons(tables, named) ? jetson_system : "";
}

int run_lint(const ParsedOptions& options) {
    const report::Style style = stdout_style(options);
    const ChosenTables tables(options);
    const Release& release = read_release_option(tables.view(), options);
    if (!options.has("text")) throw UsageError("which list? Give its text, or - for standard input");
    const std::string text = read_list_text(options.value("text"));
    const std::string format = options.value_or("format", guess);
    const std::vector<const Spelling*> fitting = read_spellings(format, text);
    const Spelling& spelling = *fitting.front();

    const Listing listing =
        read_for_compiler(options, tables.view(), spelling, read_listing(spelling, text));
    const std::string_view system = system_of(tables.view(), options, listing);
    LintQuestion question{release.version, std::nullopt, spelling.abilities.ptx, spelling.unasked_ptx_until};
    if (!system.empty()) question.system = system;
    const std::vector<Finding> findings = lint(tables.view(), question, listing);
    const Spelled fixed = fixed_text(tables.view(), question, spelling, text, listing).value_or(Spelled{});

    const report::LintReport report{.tables = tables.view(),
                                    .release = release,
                                    .cuda_requested = options.value("cuda"),
                                    .system = system,
                                    .spelling = spelling,
                                    .also_fitting = std::span(fitting).subspan(1),
                                    .text = text,
                                    .listing = listing,
                                    .findings = findings,
                                    .fixed = fixed.text,
                                    .losses = fixed.losses};
    if (format == guess) print_aside("note", report::guess_message(report));
    if (options.has("fix") && !is_clean(findings)) (void)read_build_list(tables.view(), release.version, listing);
    if (options.has("json")) print_answer(report::lint_json(report));
    else if (options.has("fix")) print_fix(report);
    else print_answer(report::lint_text(report, style));
    return is_clean(findings) ? exit_answered : exit_none;
}

constexpr auto lint_options = joined(
    std::array{
        cuda_option,
        OptionSpec{"format", "F", "the spelling of TEXT (default: auto); `flags --format list` names them"},
        compiler_option,
        list_system_option,
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
