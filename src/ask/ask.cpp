// SPDX-License-Identifier: MIT
#include "ask/answers.hpp"
#include "ask/applied.hpp"
#include "ask/context.hpp"
#include "ask/diagnosis.hpp"
#include "ask/gpu_name.hpp"
#include "ask/list_questions.hpp"
#include "ask/names.hpp"
#include "ask/owned_request.hpp"
#include "ask/release_name.hpp"
#include "ask/result_of.hpp"
#include "ask/spelling_name.hpp"
#include "ask/texts.hpp"
#include "resolve/host_compiler.hpp"
#include "words/drivers.hpp"
#include "words/lists.hpp"
#include "words/releases.hpp"
#include "words/resolution.hpp"

#include <cudastdenv/ask.hpp>

#include <span>

namespace cudastdenv {

namespace {

using asking::Context;
using asking::result_of;
using asking::Texts;
using asking::TextsWriter;

Texts texts_of(const Question& question) {
    TextsWriter texts;
    texts.give("cuda", question.cuda);
    texts.give("system", question.system);
    texts.give("build-system", question.build_system);
    texts.give("stdenv", question.stdenv);
    texts.give("libstdcxx", question.libstdcxx);
    texts.give("std", question.standard);
    texts.give("glibc", question.glibc);
    if (question.available) texts.give_list("available", *question.available);
    texts.give("capabilities", question.capabilities);
    texts.give("gpu", question.gpus);
    texts.give("no-forward-compat", !question.forward_compat);
    texts.give("policy", question.policy);
    texts.give("nixpkgs-exact", question.nixpkgs_exact);
    texts.give("for", question.for_tool);
    return texts.take();
}

Texts texts_of(const Conditions& conditions) {
    TextsWriter texts;
    texts.give("stdenv", conditions.stdenv);
    texts.give("available", conditions.available);
    texts.give("capabilities", conditions.capabilities);
    texts.give("gpu", conditions.gpus);
    texts.give("driver", conditions.driver);
    texts.give("system", conditions.system);
    texts.give("std", conditions.standard);
    texts.give("glibc", conditions.glibc);
    texts.give("policy", conditions.policy);
    return texts.take();
}

Texts texts_of(const CoversQuestion& question) {
    TextsWriter texts;
    texts.give("cuda", question.cuda);
    texts.give("capabilities", question.capabilities);
    texts.give("no-forward-compat", !question.forward_compat);
    texts.give("text", question.text);
    texts.give("format", question.spelling);
    texts.give("consumer", question.consumer);
    texts.give("gpu", question.gpu);
    texts.give("device", question.device);
    texts.give("all-devices", !question.gpu && !question.device);
    texts.give("driver", question.driver);
    texts.give("system", question.system);
    texts.give("for", question.for_tool);
    return texts.take();
}

Texts texts_of(const LogQuestion& question) {
    TextsWriter texts;
    texts.give("cuda", question.cuda);
    texts.give("stdenv", question.stdenv);
    texts.give("driver", question.driver);
    texts.give("gpu", question.gpus);
    texts.give("for", question.for_tool);
    return texts.take();
}

std::vector<std::string> names_of(std::span<const Capability> capabilities) {
    std::vector<std::string> names;
    for (const Capability capability : capabilities) names.push_back(to_string(capability));
    return names;
}

asking::ChosenSpelling chosen_spelling(const Tables& tables, const std::optional<std::string>& spelling,
                                       const std::optional<std::string>& consumer) {
    TextsWriter texts;
    texts.give("format", spelling);
    texts.give("consumer", consumer);
    return asking::read_chosen_spelling(tables, texts.take(), "");
}

BuildList built_by(const Tables& tables, Version release, const ListText& list) {
    const asking::ChosenSpelling chosen = chosen_spelling(tables, list.spelling, list.consumer);
    const SpellingContext context = asking::context_of(tables, Request{}.system, release, chosen.consumer);
    return asking::read_build_list(tables, release, asking::read_listing(chosen.spelling, context, list.text));
}

Version release_called(const Tables& tables, const std::string& cuda) {
    return asking::read_release_name(asking::without_machine(tables), cuda).version;
}

}  // namespace

Result<ResolveAnswer> ask(const Question& question, const Tables& tables) {
    return result_of<ResolveAnswer>(
        [&] { return asking::resolve_answer(asking::without_machine(tables), texts_of(question)); });
}

Result<ExplainAnswer> explain(const Question& question, const std::string& compiler, const Tables& tables) {
    return result_of<ExplainAnswer>([&] {
        return asking::explain_answer(asking::without_machine(tables), texts_of(question).with("compiler", compiler));
    });
}

Result<SpelledAnswer> spell(const Question& question, const std::string& spelling, const Tables& tables) {
    return result_of<SpelledAnswer>([&] {
        const asking::ChosenSpelling chosen = chosen_spelling(tables, spelling, question.consumer);
        const Context context = asking::without_machine(tables);
        const asking::OwnedRequest asked(context, texts_of(question));
        const Resolution resolution = resolve(tables, asked.request());
        return asking::spelled_answer(asked.answer(resolution), chosen);
    });
}

Result<Compiler> newest_host_compiler(const std::string& cuda, Compiler::Family family, const Tables& tables) {
    return result_of<Compiler>([&]() -> Compiler {
        const Version release = release_called(tables, cuda);
        return {family, host_compiler_range(tables, release, family, Policy::enforced, false).max.major};
    });
}

Result<ReadList> read_list(const ListText& list, const Tables& tables) {
    return result_of<ReadList>([&]() -> ReadList {
        const BuildList built = built_by(tables, release_called(tables, list.cuda), list);
        return {names_of(built.real), names_of(built.ptx)};
    });
}

Result<SpelledList> respell(const ListText& list, const std::string& spelling,
                            const std::optional<std::string>& consumer, const Tables& tables) {
    return result_of<SpelledList>([&]() -> SpelledList {
        const asking::ChosenSpelling chosen = chosen_spelling(tables, spelling, consumer);
        const Version release = release_called(tables, list.cuda);
        const BuildList built = built_by(tables, release, list);
        const std::string_view system = are_jetsons(tables, built.real) ? jetson_system : Request{}.system;
        Spelled spelled = write_list(chosen.spelling, asking::context_of(tables, system, release, chosen.consumer),
                                     built);
        SpelledList respelled{std::move(spelled.text), {}};
        for (const Loss& loss : spelled.losses) respelled.losses.push_back(words::say(chosen.spelling.name, loss));
        return respelled;
    });
}

Result<ReleasesAnswer> releases(const Conditions& conditions, const Tables& tables) {
    return result_of<ReleasesAnswer>([&] {
        return words::releases_answer(tables, asking::read_releases_question(asking::without_machine(tables),
                                                                             texts_of(conditions)));
    });
}

Result<CompatAnswer> compat(const Question& question, const std::string& driver, const Tables& tables) {
    return result_of<CompatAnswer>([&] {
        return asking::compat_answer(asking::without_machine(tables), texts_of(question).with("driver", driver));
    });
}

Result<CompatAnswer> needed_driver(const Question& question, const Tables& tables) {
    return result_of<CompatAnswer>(
        [&] { return asking::compat_answer(asking::without_machine(tables), texts_of(question)); });
}

Result<GpuAnswer> gpu(const std::string& name, const Tables& tables) {
    return result_of<GpuAnswer>([&] { return words::gpu_answer(tables, name, asking::read_any_gpu(tables, name)); });
}

Result<CoversAnswer> covers(const CoversQuestion& question, const Tables& tables) {
    return result_of<CoversAnswer>(
        [&] { return asking::covers_answer(asking::without_machine(tables), texts_of(question)); });
}

Result<LintAnswer> lint(const ListText& list, const Tables& tables) {
    return result_of<LintAnswer>([&] {
        TextsWriter texts;
        texts.give("text", std::optional(list.text));
        texts.give("cuda", std::optional(list.cuda));
        texts.give("format", list.spelling);
        texts.give("consumer", list.consumer);
        return asking::LintedList(asking::without_machine(tables), texts.take()).answer();
    });
}

Result<DiagnoseAnswer> diagnose_log(std::string_view log, const LogQuestion& question, const Tables& tables) {
    return result_of<DiagnoseAnswer>([&] {
        return asking::diagnose_answer(asking::without_machine(tables), texts_of(question),
                                       asking::read_log_text(tables, log));
    });
}

Result<DiagnoseAnswer> diagnose_log_pieces(const std::function<std::string_view()>& next, const LogQuestion& question,
                                           const Tables& tables) {
    return result_of<DiagnoseAnswer>([&] {
        return asking::diagnose_answer(asking::without_machine(tables), texts_of(question),
                                       asking::read_log(tables, next));
    });
}

}  // namespace cudastdenv
