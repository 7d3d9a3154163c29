// SPDX-License-Identifier: MIT
#pragma once

/// The commands that take texts and give a text, and need no process and no file: one function each, named as they are.

#include "ask/command_options.hpp"
#include "ask/context.hpp"
#include "ask/names.hpp"
#include "ask/owned_request.hpp"
#include "resolve/releases.hpp"
#include "wire/records/shared.hpp"
#include "words/resolution.hpp"

#include <span>
#include <string>
#include <string_view>

namespace cudastdenv::asking {

/// An answer as the form wants it: its JSON, or the text that `lay_out` makes for people.
template <class Answer>
std::string laid_out(const Answer& answer, const Form& form,
                     std::string (*lay_out)(const Answer& answer, const report::Style& style)) {
    return form.json ? wire::answer_text(answer) : lay_out(answer, form.style);
}

[[nodiscard]] ResolveAnswer resolve_answer(const Context& context, const Texts& texts);
[[nodiscard]] Written answer_resolve(const Context& context, const Texts& texts, const Form& form);
/// `compiler` is the compiler that is asked about.
[[nodiscard]] ExplainAnswer explain_answer(const Context& context, const Texts& texts);
[[nodiscard]] Written answer_explain(const Context& context, const Texts& texts, const Form& form);
[[nodiscard]] Written answer_capabilities(const Context& context, const Texts& texts, const Form& form);
/// What is built in the spelling that was chosen.
[[nodiscard]] SpelledAnswer spelled_answer(const words::ResolutionReport& answer, const ChosenSpelling& chosen);
[[nodiscard]] Written answer_flags(const Context& context, const Texts& texts, const Form& form);
/// With a driver among the texts, or without.
[[nodiscard]] CompatAnswer compat_answer(const Context& context, const Texts& texts);
[[nodiscard]] Written answer_compat(const Context& context, const Texts& texts, const Form& form);
/// `name` is the GPU's.
[[nodiscard]] Written answer_gpu(const Context& context, const Texts& texts, const Form& form);
[[nodiscard]] Written answer_releases(const Context& context, const Texts& texts, const Form& form);
/// What `releases` asks. It points into `texts` and the tables. Throws BadInput, and what looking at the machine
/// throws.
[[nodiscard]] ReleasesQuestion read_releases_question(const Context& context, const Texts& texts);

/// `text` is the log itself.
[[nodiscard]] Written answer_diagnose(const Context& context, const Texts& texts, const Form& form);
/// `text` is the list itself.
[[nodiscard]] CoversAnswer covers_answer(const Context& context, const Texts& texts);
[[nodiscard]] Written answer_covers(const Context& context, const Texts& texts, const Form& form);
/// `text` is the list itself.
[[nodiscard]] Written answer_lint(const Context& context, const Texts& texts, const Form& form);
/// `file` is the manifest's name, `text` what stands in it.
[[nodiscard]] Written answer_manifest(const Context& context, const Texts& texts, const Form& form);

[[nodiscard]] Written answer_nix_flags(const Context& context, const Texts& texts, const Form& form);
[[nodiscard]] Written answer_nix_nvcc(const Context& context, const Texts& texts, const Form& form);
[[nodiscard]] Written answer_nix_cuda(const Context& context, const Texts& texts, const Form& form);
[[nodiscard]] Written answer_nix_config(const Context& context, const Texts& texts, const Form& form);
[[nodiscard]] Written answer_nix_variants(const Context& context, const Texts& texts, const Form& form);
[[nodiscard]] Written answer_nix_checks(const Context& context, const Texts& texts, const Form& form);
[[nodiscard]] Written answer_nix_impact(const Context& context, const Texts& texts, const Form& form);

/// One of these commands and what it takes.
struct AskedCommand {
    std::string_view name;  ///< `resolve`, `nix flags`
    std::span<const OptionSpec> options;
    std::span<const std::string_view> texts;  ///< that stand behind the options of a command line
    Answerer answer;
};

[[nodiscard]] std::span<const AskedCommand> asked_commands() noexcept;

/// The one of that name; nullptr: it is none of these.
[[nodiscard]] inline const AskedCommand* asked_command(std::string_view name) noexcept {
    for (const AskedCommand& command : asked_commands())
        if (command.name == name) return &command;
    return nullptr;
}

}  // namespace cudastdenv::asking
