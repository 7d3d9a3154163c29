// SPDX-License-Identifier: MIT
#pragma once

/// The commands from texts to texts, which need no process and no file.

#include "diagnose/log_reader.hpp"
#include "findings/gpu_code.hpp"
#include "messages/coverage.hpp"
#include "query/command_options.hpp"
#include "query/query.hpp"
#include "wire/records/shared.hpp"

namespace cudastdenv::query {

/// An answer in the requested form: its JSON, or the text from `lay_out` for people.
template <class Answer>
std::string laid_out(const Answer& answer, const Form& form,
                     std::string (*lay_out)(const Answer& answer, const report::Style& style)) {
    return form.json ? wire::answer_text(answer) : lay_out(answer, form.style);
}

[[nodiscard]] ResolveAnswer resolve_answer(const Context& context, const OptionTexts& texts);
/// The option `compiler` is the compiler in question.
[[nodiscard]] ExplainAnswer explain_answer(const Context& context, const OptionTexts& texts);
/// The resolved list in the chosen format.
[[nodiscard]] SpelledAnswer spelled_answer(const messages::ResolutionReport& answer, const ChosenSpelling& chosen);
/// The option `driver` is optional.
[[nodiscard]] CompatAnswer compat_answer(const Context& context, const OptionTexts& texts);
/// The option `name` is a file of the toolkit.
[[nodiscard]] ProvidesAnswer provides_answer(const Context& context, const OptionTexts& texts);
/// The option `name` is a name of the toolkit, or a file.
[[nodiscard]] ApiAnswer api_answer(const Context& context, const OptionTexts& texts);
/// Whether a text is a name in the toolkit's headers, as api_answer() reads it.
[[nodiscard]] bool names_api(const Tables& tables, std::string_view text);
[[nodiscard]] Written answer_api(const Context& context, const OptionTexts& texts, const Form& form);
/// Throws BadInput, and the exceptions of looking at the machine.
[[nodiscard]] ReleasesAnswer releases_answer(const Context& context, const OptionTexts& texts);
/// `file` is the manifest's name, and `text` its contents.
[[nodiscard]] Written answer_manifest(const Context& context, const OptionTexts& texts, const Form& form);

/// Explains the messages in a log. Throws BadInput.
[[nodiscard]] DiagnoseAnswer diagnose_answer(const Context& context, const OptionTexts& texts,
                                             const diagnose::LogReading& reading);
[[nodiscard]] Written answer_diagnosis(const DiagnoseAnswer& answer, const Form& form);
/// Reads a log from one text. Throws BadInput if it is empty.
[[nodiscard]] diagnose::LogReading read_log_text(const Tables& tables, std::string_view text);

// For a list, which is `text`.

[[nodiscard]] CoversAnswer covers_answer(const Context& context, const OptionTexts& texts);
[[nodiscard]] Written answer_covers(const Context& context, const OptionTexts& texts, const Form& form);
/// The GPUs of `gpu` or `device`; empty: neither is given. Throws BadInput.
[[nodiscard]] std::vector<Gpu> read_gpu_options(const Tables& tables, const OptionTexts& texts);
/// Throws BadInput if one of the options is typed; `reason`: `files: they contain the list`.
void refuse_options(const OptionTexts& texts, std::initializer_list<std::string_view> names, std::string_view reason);
/// The GPU code of files, which were read before, and whether it runs. The options are those of `covers`. Throws
/// BadInput and the exceptions of looking at the machine.
[[nodiscard]] FilesAnswer files_answer(const Context& context, const OptionTexts& texts, const CodeFiles& files);
[[nodiscard]] Written answer_files(const Context& context, const OptionTexts& texts, const Form& form,
                                   const CodeFiles& files);
/// The builds of a Python package, which is the option `name`, and the newest that runs. Throws BadInput.
[[nodiscard]] WheelAnswer wheel_answer(const Context& context, const OptionTexts& texts);
[[nodiscard]] Written answer_wheel(const Context& context, const OptionTexts& texts, const Form& form);
/// Whether a build runs, which is the option `wheel` of `covers`. Throws BadInput.
[[nodiscard]] WheelAnswer wheel_coverage(const Context& context, const OptionTexts& texts);
/// Calls `tell` with the result for every GPU. Throws BadInput and the exceptions of looking at the machine.
void cover_every_gpu(const Context& context, const OptionTexts& texts,
                     const std::function<void(const messages::CoverageReport&)>& tell);
[[nodiscard]] LintAnswer lint_answer(const Context& context, const OptionTexts& texts);
[[nodiscard]] Written answer_lint(const Context& context, const OptionTexts& texts, const Form& form);
/// What a file uses that the release lacks. `file` is its name, and `text` its contents. Throws BadInput.
[[nodiscard]] PortAnswer port_answer(const Context& context, const OptionTexts& texts);
[[nodiscard]] Written answer_port(const Context& context, const OptionTexts& texts, const Form& form);
/// Checks the lists in a build file, and prints a line for each problem: `NAME:LINE: error: ...`. The options are those
/// of `lint`. --format and --compiler skip lists in other formats; --consumer applies to lists in its own. If other
/// options nearby may add to a list, only errors are printed, because the missing part may be there. `name` is the
/// printable name of the file.
[[nodiscard]] Written lint_file(const Context& context, const OptionTexts& texts, std::string_view name,
                                std::string_view file);

// For words without a command, and the queries that they can mean.

/// The facts in a text.
struct SortedFacts {
    std::vector<std::string> words = {};    ///< all words, and the parts of those like `gcc=13`
    OptionTexts facts = {};                 ///< by the names of options
    std::vector<std::string> unknown = {};  ///< words that are neither facts nor ignored
    bool asks_for_driver = false;           ///< whether it has the word, but no driver
};

/// Parses the words of a text into facts. Their order does not matter.
[[nodiscard]] SortedFacts facts_in(const Tables& tables, std::string_view text);

/// Whether it is the id of a message or an advisory.
[[nodiscard]] bool is_id(const Tables& tables, std::string_view id);

/// Whether a text consists of facts, or is the id or a part of a message.
[[nodiscard]] bool names_something(const Tables& tables, std::string_view text);

/// Answers each query that a text can mean: by its facts, by the id or a part of a message, or as a message. `style` is
/// for the texts of the parts. Throws BadInput for an unknown word.
[[nodiscard]] AskAnswer ask_answer(const Context& context, const OptionTexts& texts, const report::Style& style = {});
[[nodiscard]] Written answer_ask(const Context& context, const OptionTexts& texts, const Form& form);

/// Answers a file or pipe that was read as a log. If it has no message, answers its facts. `texts` has the options and
/// the other words.
[[nodiscard]] Written answer_log_or_facts(const Context& context, const OptionTexts& texts, const Form& form,
                                          const diagnose::LogReading& reading);

[[nodiscard]] Written answer_nix_flags(const Context& context, const OptionTexts& texts, const Form& form);
[[nodiscard]] Written answer_nix_nvcc(const Context& context, const OptionTexts& texts, const Form& form);
[[nodiscard]] Written answer_nix_cuda(const Context& context, const OptionTexts& texts, const Form& form);
[[nodiscard]] Written answer_nix_config(const Context& context, const OptionTexts& texts, const Form& form);
[[nodiscard]] Written answer_nix_variants(const Context& context, const OptionTexts& texts, const Form& form);
[[nodiscard]] Written answer_nix_checks(const Context& context, const OptionTexts& texts, const Form& form);
[[nodiscard]] Written answer_nix_impact(const Context& context, const OptionTexts& texts, const Form& form);

/// One of these commands, with its options.
struct AskedCommand {
    std::string_view name;  ///< `resolve`, `nix flags`
    std::span<const OptionSpec> options;
    std::span<const std::string_view> texts;  ///< arguments after the options of a command line
    Answerer answer;
};

[[nodiscard]] std::span<const AskedCommand> asked_commands() noexcept;

/// The command with that name; nullptr: not one of these.
[[nodiscard]] inline const AskedCommand* asked_command(std::string_view name) noexcept {
    return find_in(asked_commands(), name, &AskedCommand::name);
}

/// The answer of a command, where `host` in the texts is this machine. Throws what the command throws.
[[nodiscard]] Written answer_of(const AskedCommand& command, const Context& context, const OptionTexts& texts,
                                const Form& form);

}  // namespace cudastdenv::query
