#include "report/releases.hpp"

#include "cli/capability_list.hpp"
#include "cli/command.hpp"
#include "cli/common_options.hpp"
#include "cli/did_you_mean.hpp"
#include "cli/driver_name.hpp"
#include "cli/exit_status.hpp"
#include "cli/gpu_option.hpp"
#include "cli/list.hpp"
#include "cli/question.hpp"
#include "cli/system_name.hpp"
#include "cli/usage_error.hpp"
#include "report/messages.hpp"

#include <cudastdenv/releases.hpp>

#include <fmt/format.h>

#include <array>
#include <string>
#include <variant>
#include <vector>

namespace cudastdenv::cli {

namespace {

/// What is wrong with the list in every release is no condition but a slip.
CapabilitiesCondition read_capabilities(const Tables& tables, std::string_view text) {
    CapabilitiesCondition condition{read_capability_list(tables, text)};
    std::vector<Capability> numbers;
    for (const ListedCapability& listed : condition.listed)
        if (const auto* capability = std::get_if<Capability>(&listed)) numbers.push_back(*capability);
    Request request;
    request.cuda = newest_release(tables)->version;
    request.capabilities = numbers;
    for (const CapabilityProblem& problem : check_capabilities(tables, request))
        if (std::holds_alternative<UnknownCapability>(problem) || std::holds_alternative<SlotConflict>(problem))
            throw UsageError(report::problem_message(request, problem));
    return condition;
}

CompilerCondition read_compilers(const Tables& tables, std::string_view text) {
    CompilerCondition condition;
    for (const std::string_view part : split_list(text)) condition.any_of.push_back(read_compiler(tables, part));
    if (condition.any_of.empty())
        throw UsageError("the compiler list is empty; write one like gcc-14,clang-19, or leave --compiler out");
    return condition;
}

EnvironmentCondition read_environment(const Tables& tables, std::string_view text) {
    if (const EnvironmentRow* environment = find_environment(tables, text)) return {environment};
    if (parse_compiler(text))
        throw UsageError(fmt::format("{} is a compiler and not an environment: write --compiler {}", in_quotes(text),
                                     to_string(*parse_compiler(text))));
    throw UsageError(fmt::format("unknown environment {}{}", in_quotes(text), environment_suggestion(tables, text)));
}

/// The options as conditions. They point into `options` and the tables.
ReleasesQuestion read_question(const Tables& tables, const ParsedOptions& options) {
    ReleasesQuestion question;
    const auto read = [&](std::string_view name, auto reader) {
        if (options.has(name)) question.conditions.emplace_back(reader(std::string_view(options.value(name))));
    };
    read("capabilities", [&](std::string_view text) { return read_capabilities(tables, text); });
    read("gpu", [&](std::string_view text) { return GpuCondition{read_gpu_list(tables, text)}; });
    read("system", [&](std::string_view text) {
        const SystemName name = read_system_name(tables, "system", text);
        return SystemCondition{name.nix, name.redist};
    });
    read("driver", [](std::string_view text) { return DriverCondition{read_driver(text)}; });
    read("std", [](std::string_view text) { return StandardCondition{read_standard(text)}; });
    read("compiler", [&](std::string_view text) { return read_compilers(tables, text); });
    read("environment", [&](std::string_view text) { return read_environment(tables, text); });
    read("glibc", [](std::string_view text) { return GlibcCondition{read_glibc(text)}; });
    question.policy = read_policy(options);
    return question;
}

int run_releases(const ParsedOptions& options) {
    const report::Style style = stdout_style(options);
    const ChosenTables tables(options);
    const ReleasesQuestion question = read_question(tables.view(), options);
    const ReleasesAnswer answer = find_releases(tables.view(), question);
    const report::ReleasesReport report{tables.view(), question, answer};
    if (options.has("json")) {
        print_answer(report::releases_json(report));
    } else {
        for (const std::string& note : report::releases_notes(report)) print_aside("note", note);
        print_answer(report::releases_text(report, options.has("why"), style));
    }
    return answer.releases.empty() ? exit_none : exit_answered;
}

constexpr auto releases_options = joined(
    std::array{
        OptionSpec{"compiler", "CC,CC", "one of them is to be the host compiler: gcc-16, clang-19"},
        OptionSpec{"capabilities", "C,C", "all of them are to be built: 6.1,9.0a,Hopper"},
        OptionSpec{"gpu", "NAME,NAME", "machine code is to run on all of them: 'RTX 4090',H100 (`table gpus`)"},
        OptionSpec{"driver", "D", "version of the NVIDIA driver: 550.54.15, 550.54, 580"},
        OptionSpec{"environment", "E", "name of an environment: ubuntu-24.04"},
        system_option,
        OptionSpec{"std", "C++", "C++ standard of the code (default: c++17, or the newest that a release has)"},
        OptionSpec{"glibc", "V", "C library, if not the environment's: 2.41"},
        OptionSpec{"policy", "P", "whose ranges count: nixpkgs (default), documented, enforced"},
        OptionSpec{"why", "", "why each other release is left out"},
    },
    common_options);

constexpr std::array<std::string_view, 2> releases_examples{
    "cudastdenv releases --compiler gcc-16", "cudastdenv releases --capabilities 6.1,9.0 --driver 550.54 --why"};

}  // namespace

const Command releases_command{"releases",
                               "the reverse question: the releases with which all of this works, newest first",
                               "[OPTIONS]",
                               releases_examples,
                               {},
                               releases_options,
                               run_releases};

}  // namespace cudastdenv::cli
