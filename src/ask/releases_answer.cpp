// SPDX-License-Identifier: MIT
#include "ask/answers.hpp"

#include "ask/bad_input.hpp"
#include "ask/capability_list.hpp"
#include "ask/compiler_name.hpp"
#include "ask/did_you_mean.hpp"
#include "ask/driver_name.hpp"
#include "ask/gpu_name.hpp"
#include "ask/list.hpp"
#include "ask/owned_request.hpp"
#include "ask/system_name.hpp"
#include "report/text.hpp"
#include "resolve/releases.hpp"
#include "tables/environment_names.hpp"
#include "tables/lookup.hpp"
#include "wire/json.hpp"
#include "words/lists.hpp"
#include "words/releases.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace cudastdenv::asking {

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
            throw BadInput(InputError::unfit, words::say(tables, request, problem).text);
    return condition;
}

CompilerCondition read_compilers(const Tables& tables, std::string_view text) {
    CompilerCondition condition;
    for (const std::string_view part : split_list(text)) {
        const NamedCompiler named = read_compiler(tables, part);
        condition.any_of.push_back(named.compiler);
        add_version(condition.versions, named);
    }
    if (condition.any_of.empty())
        throw BadInput(InputError::empty,
                       "the compiler list is empty; write one like gcc-14,clang-19, or leave --compiler out");
    return condition;
}

EnvironmentCondition read_environment(const Tables& tables, std::string_view text) {
    if (const EnvironmentRow* environment = environment_named(tables, text)) return *environment;
    if (const auto named = named_compiler(text))
        throw BadInput(InputError::malformed,
                       fmt::format("{} is a compiler and not an environment: write --compiler {}", in_quotes(text),
                                   to_string(named->compiler)));
    throw BadInput(InputError::unknown,
                   fmt::format("unknown environment {}{}", in_quotes(text), environment_suggestion(tables, text)));
}

}  // namespace

ReleasesQuestion read_releases_question(const Tables& tables, const Texts& texts) {
    ReleasesQuestion question;
    const auto read = [&](std::string_view name, auto reader) {
        if (texts.has(name)) question.conditions.emplace_back(reader(std::string_view(texts.value(name))));
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
    question.policy = read_policy(texts);
    return question;
}

Outcome answer_releases(const Context& context, const Texts& texts, const Form& form) {
    const ReleasesQuestion question = read_releases_question(context.tables, texts);
    const ReleasesAnswer answer = find_releases(context.tables, question);
    const words::ReleasesReport report{context.tables, question, answer};
    Outcome outcome{.is_answered = !answer.releases.empty()};
    if (form.json) {
        outcome.text = wire::releases_json(report);
    } else {
        for (words::Said& note : words::say_notes(report)) outcome.asides.push_back({"note", std::move(note.text)});
        outcome.text = report::releases_text(report, texts.has("why"), form.style);
    }
    return outcome;
}

}  // namespace cudastdenv::asking
