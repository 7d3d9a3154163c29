// SPDX-License-Identifier: MIT
/// Queries about GPU code in files.
#include "messages/code_files.hpp"
#include "query/answers.hpp"
#include "report/text.hpp"

namespace cudastdenv::query {

std::vector<Gpu> read_gpu_options(const Tables& tables, const OptionTexts& texts) {
    if (texts.has("gpu") && texts.has("device"))
        throw BadInput(InputError::contradiction, "--device and --gpu cannot be combined; pass one of them");
    if (texts.has("device")) return {{"", read_device(tables, texts.value("device"))}};
    return texts.has("gpu") ? read_gpu_list(tables, texts.value("gpu")) : std::vector<Gpu>();
}

void refuse_options(const OptionTexts& texts, std::initializer_list<std::string_view> names, std::string_view reason) {
    for (const std::string_view name : names)
        if (texts.has(name) && !texts.variables().contains(name))
            throw BadInput(InputError::contradiction, "--{} cannot be combined with {}", name, reason);
}

FilesAnswer files_answer(const Context& context, const OptionTexts& texts, const CodeFiles& files) {
    refuse_options(texts, {"capabilities", "no-forward-compat", "format", "consumer", "compiler", "all-devices", "for"},
                   "files: they contain the list");
    CoverageQuestion question;
    question.gpus = read_gpu_options(context.tables, texts);
    if (texts.has("driver") && question.gpus.empty())
        throw BadInput(InputError::missing, "--driver requires a GPU; pass --gpu 'RTX 4090'");
    if (texts.has("driver")) question.driver = read_driver(texts.value("driver"));
    if (texts.has("system")) question.system = read_system_name(context.tables, "system", texts.value("system")).nix;
    // A variable for builds says nothing about a file.
    if (texts.has("cuda") && !texts.variables().contains("cuda"))
        question.release = read_release_name(context, texts.value("cuda")).version;
    std::optional<std::string> gpu, driver;
    if (!question.gpus.empty()) gpu = format_gpus(question.gpus);
    if (question.driver) driver = texts.value("driver");
    return messages::files_answer(context.tables, files, question, std::move(gpu), std::move(driver));
}

Written answer_files(const Context& context, const OptionTexts& texts, const Form& form, const CodeFiles& files) {
    const FilesAnswer answer = files_answer(context, with_host_values(context, texts), files);
    const bool runs = !answer.gpu || answer.verdict == HealthVerdict::yes;
    return {.text = laid_out(answer, form, report::files_text), .answered = !answer.files.empty() && runs};
}

}  // namespace cudastdenv::query
