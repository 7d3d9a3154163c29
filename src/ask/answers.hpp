// SPDX-License-Identifier: MIT
#pragma once

/// The commands that take texts and give a text, and need no process and no file.

#include "ask/command_options.hpp"
#include "ask/owned_request.hpp"
#include "diagnose/log_reader.hpp"
#include "wire/records/shared.hpp"
#include "words/coverage.hpp"

namespace cudastdenv::asking {

/// An answer as the form wants it: its JSON, or the text that `lay_out` makes for people.
template <class Answer>
std::string laid_out(const Answer& answer, const Form& form,
                     std::string (*lay_out)(const Answer& answer, const report::Style& style)) {
    return form.json ? wire::answer_text(answer) : lay_out(answer, form.style);
}

[[nodiscard]] ResolveAnswer resolve_answer(const Context& context, const Texts& texts);
/// `compiler` is the compiler that is asked about.
[[nodiscard]] ExplainAnswer explain_answer(const Context& context, const Texts& texts);
/// What is built in the spelling that was chosen.
[[nodiscard]] SpelledAnswer spelled_answer(const words::ResolutionReport& answer, const ChosenSpelling& chosen);
/// With a driver among the texts, or without.
[[nodiscard]] CompatAnswer compat_answer(const Context& context, const Texts& texts);
/// Throws BadInput, and what looking at the machine throws.
[[nodiscard]] ReleasesAnswer releases_answer(const Context& context, const Texts& texts);
/// `file` is the manifest's name, `text` what stands in it.
[[nodiscard]] Written answer_manifest(const Context& context, const Texts& texts, const Form& form);

/// What the messages in a log mean. Throws BadInput.
[[nodiscard]] DiagnoseAnswer diagnose_answer(const Context& context, const Texts& texts,
                                             const diagnose::LogReading& reading);
[[nodiscard]] Written answer_diagnosis(const DiagnoseAnswer& answer, const Form& form);
/// A log that is one text. Throws BadInput where it is empty.
[[nodiscard]] diagnose::LogReading read_log_text(const Tables& tables, std::string_view text);

// A list, which is `text`.

[[nodiscard]] CoversAnswer covers_answer(const Context& context, const Texts& texts);
[[nodiscard]] Written answer_covers(const Context& context, const Texts& texts, const Form& form);
/// Calls `tell` with what the list is on every GPU. Throws BadInput and what looking at the machine throws.
void cover_every_gpu(const Context& context, const Texts& texts,
                     const std::function<void(const words::CoverageReport&)>& tell);
[[nodiscard]] LintAnswer lint_answer(const Context& context, const Texts& texts);
[[nodiscard]] Written answer_lint(const Context& context, const Texts& texts, const Form& form);
/// The release that lists are held against. Throws BadInput.
[[nodiscard]] const Release& read_linted_release(const Context& context, const Texts& texts);
/// What is wrong with the lists that a file of a build sets, a line each: `NAME:LINE: error: ...`. The options are
/// those of `lint`; --format and --compiler leave out lists in other spellings, --consumer is for its own. Of a list
/// that other options nearby may add to only errors are said: what it lacks may stand there. `name`: as it may be
/// printed.
[[nodiscard]] Written lint_file(const Context& context, const Texts& texts, std::string_view name,
                                std::string_view file);

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

/// The answer of a command, where `host` in the texts is this machine. Throws what the command throws.
[[nodiscard]] Written answer_of(const AskedCommand& command, const Context& context, const Texts& texts,
                                const Form& form);

}  // namespace cudastdenv::asking
