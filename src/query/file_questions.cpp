// SPDX-License-Identifier: MIT
/// Queries about GPU code in files.
#include "messages/code_files.hpp"
#include "query/answers.hpp"
#include "report/text.hpp"

namespace cudastdenv::query {

namespace {

/// Options about a list that is not in a file.
void refuse_options_of_lists(const OptionTexts& texts) {
    for (const std::string_view name :
         {"capabilities", "no-forward-compat", "format", "consumer", "compiler", "all-devices", "for"})
        if (texts.has(name) && !texts.variables().contains(name))
            throw BadInput(InputError::contradiction, "--{} cannot be combined with files: they contain the list",
                           name);
    if (texts.has("gpu") && texts.has("device"))
        throw BadInput(InputError::contradiction, "--device and --gpu cannot be combined; pass one of them");
    if (texts.has("driver") && !texts.has("gpu") && !texts.has("device"))
        throw BadInput(InputError::missing, "--driver requires a GPU; pass --gpu 'RTX 4090'");
}

std::string names_of(std::span<const Gpu> gpus) {
    return joined(gpus, ", ", [](const Gpu& gpu) { return format_gpu(gpu); });
}

}  // namespace

FilesAnswer files_answer(const Context& context, const OptionTexts& texts, const CodeFiles& files) {
    refuse_options_of_lists(texts);
    CoverageQuestion question;
    if (texts.has("gpu")) question.gpus = read_gpu_list(context.tables, texts.value("gpu"));
    if (texts.has("device")) question.gpus = {{"", read_device(context.tables, texts.value("device"))}};
    if (texts.has("driver")) question.driver = read_driver(texts.value("driver"));
    if (texts.has("system")) question.system = read_system_name(context.tables, "system", texts.value("system")).nix;
    // A variable for builds says nothing about a file.
    if (texts.has("cuda") && !texts.variables().contains("cuda"))
        question.release = read_release_name(context, texts.value("cuda")).version;
    std::optional<std::string> gpu, driver;
    if (!question.gpus.empty()) gpu = names_of(question.gpus);
    if (question.driver) driver = texts.value("driver");
    return messages::files_answer(context.tables, files, question, std::move(gpu), std::move(driver));
}

Written answer_files(const Context& context, const OptionTexts& texts, const Form& form, const CodeFiles& files) {
    const FilesAnswer answer = files_answer(context, with_host_values(context, texts), files);
    const bool runs = !answer.gpu || answer.verdict == HealthVerdict::yes;
    return {.text = laid_out(answer, form, report::files_text), .answered = !answer.files.empty() && runs};
}

}  // namespace cudastdenv::query
