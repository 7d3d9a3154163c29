#include "ask/answers.hpp"

#include "ask/bad_input.hpp"
#include "ask/driver_name.hpp"
#include "ask/question.hpp"
#include "ask/spelling_name.hpp"
#include "nix/manifest.hpp"
#include "report/compat.hpp"
#include "report/json.hpp"
#include "report/manifest.hpp"
#include "report/messages.hpp"
#include "report/text.hpp"

#include <cudastdenv/spell.hpp>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace cudastdenv::asking {

namespace {

/// The notes that concern a capability list rather than the host compiler.
bool is_about_capabilities(const Note& note) {
    return std::holds_alternative<PtxOfBaseline>(note) || std::holds_alternative<NotInNixpkgs>(note) ||
           std::holds_alternative<DuplicateCapability>(note) || std::holds_alternative<PreviewRelease>(note) ||
           std::holds_alternative<BeyondTables>(note);
}

void add_package_set(const report::Answer& answer, std::vector<Aside>& asides) {
    if (!answer.package_set.channel.empty()) asides.push_back({"note", report::package_set_message(answer)});
}

}  // namespace

Outcome answer_resolve(const Context& context, const Texts& texts, const Form& form) {
    const Question question(context, texts);
    const Resolution resolution = resolve(question.tables(), question.request());
    const report::Answer answer = question.answer(resolution);
    return {.text = form.json ? report::resolution_json(answer) : report::resolution_text(answer, form.style),
            .is_answered = is_answered(resolution)};
}

Outcome answer_explain(const Context& context, const Texts& texts, const Form& form) {
    Question question(context, texts);
    if (!texts.has("compiler"))
        throw BadInput("explain which compiler? Give one: cudastdenv explain --cuda 12.8 gcc-15");
    const Compiler compiler = read_compiler(question.tables(), texts.value("compiler"));
    const bool supposed = question.suppose_available(compiler);
    const Resolution resolution = resolve(question.tables(), question.request());
    const report::Answer answer = question.answer(resolution);
    return {.text = form.json ? report::explanation_json(answer, compiler, supposed)
                              : report::explanation_text(answer, compiler, supposed, form.style),
            .is_answered = is_answered(resolution)};
}

Outcome answer_capabilities(const Context& context, const Texts& texts, const Form& form) {
    const Question question(context, texts);
    const Resolution resolution = resolve(question.tables(), question.request());
    const std::vector<Capability>& listed = texts.has("all") ? resolution.supported : resolution.resolved;
    const report::Answer answer = question.answer(resolution);
    Outcome outcome{.is_answered = !listed.empty()};
    add_package_set(answer, outcome.asides);
    for (const Note& note : resolution.notes)
        if (std::holds_alternative<BeyondTables>(note))
            outcome.asides.push_back({"note", report::note_message(answer, note)});
    if (form.json) outcome.text = report::capabilities_json(answer, listed);
    else
        for (const Capability capability : listed) outcome.text += to_string(capability) + '\n';
    return outcome;
}

Outcome answer_flags(const Context& context, const Texts& texts, const Form& form) {
    const Spelling& spelling = read_spelling_name(texts.value_or("format", "gencode"));
    const Question question(context, texts);
    const Resolution resolution = resolve(question.tables(), question.request());
    const report::Answer answer = question.answer(resolution);
    const Spelled spelled = write_list(spelling, {question.tables(), question.request().system}, build_list(resolution));

    const bool is_none = spelled.text.empty();
    Outcome outcome{.is_answered = !is_none && (!texts.has("strict") || spelled.losses.empty())};
    if (form.json) outcome.text = report::spelled_json(answer, spelling.name, spelled);
    else if (!is_none) outcome.text = spelled.text + '\n';
    add_package_set(answer, outcome.asides);
    for (const Note& note : resolution.notes)
        if (is_about_capabilities(note)) outcome.asides.push_back({"note", report::note_message(answer, note)});
    for (const Loss& loss : spelled.losses)
        outcome.asides.push_back({"warning", report::loss_message(spelling.name, loss)});
    return outcome;
}

Outcome answer_compat(const Context& context, const Texts& texts, const Form& form) {
    const Question question(context, texts);
    if (!texts.has("driver")) throw BadInput("which driver? Give --driver 550.54.15, as nvidia-smi shows it");
    const DriverVersion driver = read_driver(texts.value("driver"));
    const Resolution resolution = resolve(question.tables(), question.request());
    const report::Answer answer = question.answer(resolution);
    const DriverAnswer verdict = judge_driver(question.tables(), question.request(), driver, question.gpus());
    const report::DriverReport report{answer, verdict, texts.value("driver")};
    return {.text = form.json ? report::compat_json(report) : report::compat_text(report, form.style),
            .is_answered = runs(verdict) == true};
}

Outcome answer_manifest(const Context& context, const Texts& texts, const Form& form) {
    const std::string& name = texts.value("file");
    const nix::Manifest manifest = nix::read_manifest(context.tables, name, texts.value("text"));
    const nix::ManifestVerdict verdict = nix::judge_manifest(context.tables, manifest, name);
    const report::ManifestAnswer answer{manifest, verdict};
    return {.text = form.json ? report::manifest_json(answer) : report::manifest_text(answer, form.style),
            .is_answered = manifest.problem_count + verdict.problems.size() == 0};
}

Answerer find_answerer(std::string_view command) noexcept {
    static constexpr std::array<std::pair<std::string_view, Answerer>, 15> all{{
        {"resolve", answer_resolve},
        {"explain", answer_explain},
        {"capabilities", answer_capabilities},
        {"flags", answer_flags},
        {"compat", answer_compat},
        {"releases", answer_releases},
        {"covers", answer_covers},
        {"lint", answer_lint},
        {"manifest", answer_manifest},
        {"nix flags", answer_nix_flags},
        {"nix nvcc", answer_nix_nvcc},
        {"nix cuda", answer_nix_cuda},
        {"nix config", answer_nix_config},
        {"nix variants", answer_nix_variants},
        {"nix checks", answer_nix_checks},
    }};
    const auto found = std::ranges::find(all, command, [](const auto& entry) { return entry.first; });
    return found == all.end() ? nullptr : found->second;
}

}  // namespace cudastdenv::asking
