// SPDX-License-Identifier: MIT
#include "ask/answers.hpp"

#include "ask/applied.hpp"
#include "ask/bad_input.hpp"
#include "ask/compiler_name.hpp"
#include "ask/consumer_name.hpp"
#include "ask/driver_name.hpp"
#include "ask/gpu_name.hpp"
#include "ask/owned_request.hpp"
#include "ask/printed_word.hpp"
#include "ask/spelling_name.hpp"
#include "nix/manifest.hpp"
#include "report/text.hpp"
#include "spelling/spell.hpp"
#include "wire/records/shared.hpp"
#include "words/drivers.hpp"
#include "words/gpu.hpp"
#include "words/lists.hpp"
#include "words/manifest.hpp"
#include "words/resolution.hpp"

#include <fmt/format.h>

#include <array>
#include <vector>

namespace cudastdenv::asking {

namespace {

/// The notes that concern a capability list rather than the host compiler.
bool is_about_capabilities(const Note& note) {
    return std::holds_alternative<PtxOfBaseline>(note) || std::holds_alternative<NotInNixpkgs>(note) ||
           std::holds_alternative<DuplicateCapability>(note) || std::holds_alternative<PreviewRelease>(note) ||
           std::holds_alternative<BeyondTables>(note);
}

std::string list_of_spellings() {
    std::string lines;
    for (const Spelling& spelling : spellings()) lines += fmt::format("{:<10} {}\n", spelling.name, spelling.summary);
    return lines;
}

void add_reading(const words::ResolutionReport& answer, std::vector<Aside>& asides) {
    for (Said& said : words::say_reading(answer)) asides.push_back({"note", std::move(said.text)});
}

}  // namespace

ResolveAnswer resolve_answer(const Context& context, const Texts& texts) {
    const OwnedRequest question(context, texts);
    const Resolution resolution = resolve(question.tables(), question.request());
    return words::resolve_answer(answer_with_lines(question, resolution, texts));
}

Outcome answer_resolve(const Context& context, const Texts& texts, const Form& form) {
    if (const std::optional<PrintedWord> printed = read_printed_word(texts, form)) {
        const OwnedRequest question(context, texts);
        return print_word(*printed, question, resolve(question.tables(), question.request()));
    }
    const ResolveAnswer answer = resolve_answer(context, texts);
    return {.text = form.json ? wire::answer_text(answer) : report::resolution_text(answer, form.style),
            .is_answered = answer.works};
}

ExplainAnswer explain_answer(const Context& context, const Texts& texts) {
    OwnedRequest question(context, texts);
    if (!texts.has("compiler"))
        throw BadInput(InputError::missing, "explain which compiler? Give one: cudastdenv explain --cuda 12.8 gcc-15");
    const Compiler compiler = read_compiler(question.tables(), texts.value("compiler")).compiler;
    const bool supposed = question.suppose_available(texts.value("compiler"));
    const Resolution resolution = resolve(question.tables(), question.request());
    return words::explain_answer(answer_with_lines(question, resolution, texts), compiler, supposed);
}

Outcome answer_explain(const Context& context, const Texts& texts, const Form& form) {
    const ExplainAnswer answer = explain_answer(context, texts);
    return {.text = form.json ? wire::answer_text(answer) : report::explanation_text(answer, form.style),
            .is_answered = answer.works};
}

Outcome answer_capabilities(const Context& context, const Texts& texts, const Form& form) {
    const OwnedRequest question(context, texts);
    const Resolution resolution = resolve(question.tables(), question.request());
    const std::vector<Capability>& listed = texts.has("all") ? resolution.supported : resolution.resolved;
    const words::ResolutionReport answer = question.answer(resolution);
    Outcome outcome{.is_answered = !listed.empty()};
    add_reading(answer, outcome.asides);
    for (const Note& note : resolution.notes)
        if (std::holds_alternative<BeyondTables>(note))
            outcome.asides.push_back({"note", words::say(answer, note).text});
    if (form.json) outcome.text = wire::answer_text(wire::CapabilitiesRecord{{}, words::asked_release(answer), listed});
    else
        for (const Capability capability : listed) outcome.text += to_string(capability) + '\n';
    return outcome;
}

SpelledAnswer spelled_answer(const words::ResolutionReport& answer, const ChosenSpelling& chosen) {
    return words::spelled_answer(answer, chosen.spelling,
                                 context_of(answer.tables, answer.request.system, answer.request.cuda,
                                            chosen.consumer));
}

Outcome answer_flags(const Context& context, const Texts& texts, const Form& form) {
    if (texts.value_or("format", "") == "list") return {.text = list_of_spellings()};
    const ChosenSpelling chosen = read_chosen_spelling(context.tables, texts, "gencode");
    const OwnedRequest question(context, texts);
    const Resolution resolution = resolve(question.tables(), question.request());
    const words::ResolutionReport answer = question.answer(resolution);
    const SpelledAnswer spelled = spelled_answer(answer, chosen);
    Outcome outcome{.is_answered = spelled.text && (!texts.has("strict") || spelled.losses.empty())};
    if (form.json) outcome.text = wire::answer_text(spelled);
    else if (spelled.text) outcome.text = *spelled.text + '\n';
    add_reading(answer, outcome.asides);
    if (const std::string note = newer_consumer_message(chosen.consumer); !note.empty())
        outcome.asides.push_back({"note", note});
    for (const Note& note : resolution.notes)
        if (is_about_capabilities(note)) outcome.asides.push_back({"note", words::say(answer, note).text});
    for (const Said& loss : spelled.losses) outcome.asides.push_back({"warning", loss.text});
    return outcome;
}

CompatAnswer compat_answer(const Context& context, const Texts& texts) {
    const OwnedRequest question(context, texts, std::nullopt, Platforms::judged);
    const Resolution resolution = resolve(question.tables(), question.request());
    if (!texts.has("driver"))
        return words::compat_answer(question.answer(resolution),
                                    drivers_for(question.tables(), question.request(), question.gpus()), {});
    const std::string& driver = texts.value("driver");
    return words::compat_answer(
        question.answer(resolution),
        judge_driver(question.tables(), question.request(), read_driver(driver), question.gpus()), driver);
}

Outcome answer_compat(const Context& context, const Texts& texts, const Form& form) {
    const CompatAnswer answer = compat_answer(context, texts);
    const bool is_needed_known = answer.minimum || answer.minor_version || answer.jetson;
    return {.text = form.json ? wire::answer_text(answer) : report::compat_text(answer, form.style),
            .is_answered = answer.driver ? answer.runs == true : is_needed_known};
}

Outcome answer_gpu(const Context& context, const Texts& texts, const Form& form) {
    if (!texts.has("name"))
        throw BadInput(InputError::missing, "which GPU? Give its name or capability: cudastdenv gpu 'RTX 4090'");
    const std::string& name = texts.value("name");
    const GpuAnswer answer = words::gpu_answer(context.tables, name, read_any_gpu(context.tables, name));
    return {.text = form.json ? wire::answer_text(answer) : report::gpu_text(answer, form.style)};
}

Outcome answer_manifest(const Context& context, const Texts& texts, const Form& form) {
    if (!texts.has("text"))
        throw BadInput(InputError::missing, "which manifest? Give what stands in a file like redistrib_12.8.1.json");
    const std::string name = texts.value_or("file", "manifest");
    const nix::Manifest manifest = nix::read_manifest(context.tables, name, texts.value("text"));
    const nix::ManifestVerdict verdict = nix::judge_manifest(context.tables, manifest, name);
    const words::ManifestAnswer answer = words::manifest_answer(manifest, verdict);
    return {.text = form.json ? wire::answer_text(answer) : report::manifest_text(answer, form.style),
            .is_answered = answer.problem_count == 0};
}

std::span<const AskedCommand> asked_commands() noexcept {
    static constexpr std::array<std::string_view, 1> compiler{"compiler"}, text{"text"}, name{"name"};
    static constexpr std::array<std::string_view, 2> file_and_text{"file", "text"};
    static constexpr std::array all{
        AskedCommand{"resolve", resolve_options, {}, answer_resolve},
        AskedCommand{"explain", explain_options, compiler, answer_explain},
        AskedCommand{"capabilities", capabilities_options, {}, answer_capabilities},
        AskedCommand{"flags", flags_options, {}, answer_flags},
        AskedCommand{"compat", compat_options, {}, answer_compat},
        AskedCommand{"gpu", {}, name, answer_gpu},
        AskedCommand{"releases", releases_options, {}, answer_releases},
        AskedCommand{"diagnose", diagnose_options, text, answer_diagnose},
        AskedCommand{"covers", covers_options, text, answer_covers},
        AskedCommand{"lint", lint_options, text, answer_lint},
        AskedCommand{"manifest", {}, file_and_text, answer_manifest},
        AskedCommand{"nix flags", compiler_question_options, {}, answer_nix_flags},
        AskedCommand{"nix nvcc", nix_nvcc_options, {}, answer_nix_nvcc},
        AskedCommand{"nix cuda", nix_cuda_options, {}, answer_nix_cuda},
        AskedCommand{"nix config", list_question_options, {}, answer_nix_config},
        AskedCommand{"nix variants", nix_variants_options, {}, answer_nix_variants},
        AskedCommand{"nix checks", nix_checks_options, {}, answer_nix_checks},
        AskedCommand{"nix impact", nix_impact_options, {}, answer_nix_impact},
    };
    return all;
}

}  // namespace cudastdenv::asking
