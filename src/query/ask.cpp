// SPDX-License-Identifier: MIT
#include "messages/coverage.hpp"
#include "messages/drivers.hpp"
#include "query/answers.hpp"
#include "resolve/host_compiler.hpp"
#include "tables/lookup.hpp"

namespace cudastdenv {

namespace {

using namespace query;

void give(std::string_view option, const std::string& text, OptionTexts& texts) { texts = texts.with(option, text); }
void give(std::string_view option, const std::vector<std::string>& list, OptionTexts& texts) {
    if (!list.empty()) give(option, joined_list(list, "the list"), texts);
}
void give(std::string_view option, bool is_on, OptionTexts& texts) {
    if (is_on) give(option, std::string(), texts);
}
/// The option switches it off.
void give(std::string_view option, SwitchedOn is_on, OptionTexts& texts) { give(option, !is_on, texts); }
void give(std::string_view option, const std::optional<std::string>& text, OptionTexts& texts) {
    if (text) give(option, *text, texts);
}
/// An empty list is passed too.
void give(std::string_view option, const std::optional<std::vector<std::string>>& list, OptionTexts& texts) {
    if (list) give(option, joined_list(*list, "the list"), texts);
}

/// A member of a question: its offset, and its conversion to the text of an option.
struct QuestionField {
    std::string_view option;
    std::size_t offset;
    void (*give_member)(std::string_view option, const void* member, OptionTexts& texts);

    template <class T>
    static constexpr QuestionField of(std::string_view option, std::string_view, std::size_t offset, std::string_view) {
        return {option, offset, [](std::string_view name, const void* member, OptionTexts& texts) {
                    give(name, *static_cast<const T*>(member), texts);
                }};
    }
};

/// The question as options of the command line.
template <class Asked>
OptionTexts texts_of(const Asked& question) {
    OptionTexts texts;
    for (const QuestionField& field : Asked::template described_fields<Asked, QuestionField>())
        field.give_member(field.option, reinterpret_cast<const std::byte*>(&question) + field.offset, texts);
    return texts;
}

BuildList built_by(const Tables& tables, Version release, const ListText& list) {
    const ChosenSpelling chosen = read_chosen_spelling(tables, texts_of(list), "");
    const SpellingContext context = context_of(tables, Request{}.system, release, chosen.consumer);
    return read_build_list(tables, release, read_listing(chosen.spelling, context, list.text));
}

Version release_called(const Tables& tables, const std::string& cuda) {
    return read_release_name(without_machine(tables), cuda).version;
}

/// Calls `answer` with the question and, unless `option` is empty, an additional option.
template <class Answer, class Asked>
Result<Answer> answered(Answer (*answer)(const Context&, const OptionTexts&), const Asked& question,
                        const Tables& tables, std::string_view option = "", std::string_view text = "") {
    return result_of<Answer>([&] {
        const OptionTexts texts = texts_of(question);
        return answer(without_machine(tables), option.empty() ? texts : texts.with(option, text));
    });
}

}  // namespace

Result<ResolveAnswer> ask(const Question& question, const Tables& tables) {
    return answered(resolve_answer, question, tables);
}

Result<AskAnswer> ask(const char* words, const Tables& tables) {
    return result_of<AskAnswer>(
        [&] { return ask_answer(without_machine(tables), words ? OptionTexts().with("text", words) : OptionTexts()); });
}

Result<ExplainAnswer> explain(const Question& question, const std::string& compiler, const Tables& tables) {
    return answered(explain_answer, question, tables, "compiler", compiler);
}

Result<SpelledAnswer> spell(const Question& question, const std::string& spelling, const Tables& tables) {
    return result_of<SpelledAnswer>([&] {
        const OptionTexts texts = texts_of(question).with("format", spelling);
        const ChosenSpelling chosen = read_chosen_spelling(tables, texts, "");
        const Context context = without_machine(tables);
        return spelled_answer(Query(context, texts).answer(), chosen);
    });
}

Result<Compiler> newest_host_compiler(const std::string& cuda, Compiler::Family family, const Tables& tables) {
    return result_of<Compiler>([&]() -> Compiler {
        const Version release = release_called(tables, cuda);
        return {family,
                host_compiler_range(tables, release, family, Policy::enforced, /*nixpkgs_exact=*/false).max.major};
    });
}

Result<ReadList> read_list(const ListText& list, const Tables& tables) {
    return result_of<ReadList>([&]() -> ReadList {
        const BuildList built = built_by(tables, release_called(tables, list.cuda), list);
        ReadList read;
        for (const Capability capability : built.real) read.machine_code.push_back(to_string(capability));
        for (const Capability capability : built.ptx) read.ptx.push_back(to_string(capability));
        return read;
    });
}

Result<SpelledList> respell(const ListText& list, const std::string& spelling,
                            const std::optional<std::string>& consumer, const Tables& tables) {
    return result_of<SpelledList>([&]() -> SpelledList {
        const ListText wanted{.text = {}, .spelling = spelling, .cuda = {}, .consumer = consumer};
        const ChosenSpelling chosen = read_chosen_spelling(tables, texts_of(wanted), "");
        const Version release = release_called(tables, list.cuda);
        const BuildList built = built_by(tables, release, list);
        const std::string_view system = are_jetsons(tables, built.real) ? jetson_system : Request{}.system;
        Spelled spelled = write_list(chosen.spelling, context_of(tables, system, release, chosen.consumer), built);
        SpelledList respelled{std::move(spelled.text), {}};
        for (const Diagnostic& loss : spelled.losses)
            respelled.losses.push_back(messages::describe(chosen.spelling.name, loss));
        return respelled;
    });
}

Result<ReleasesAnswer> releases(const Conditions& conditions, const Tables& tables) {
    return answered(releases_answer, conditions, tables);
}

Result<CompatAnswer> compat(const Question& question, const std::string& driver, const Tables& tables) {
    return answered(compat_answer, question, tables, "driver", driver);
}

Result<CompatAnswer> needed_driver(const Question& question, const Tables& tables) {
    return answered(compat_answer, question, tables);
}

Result<GpuAnswer> gpu(const std::string& name, const Tables& tables) {
    return result_of<GpuAnswer>([&] { return messages::gpu_answer(tables, name, read_gpu(tables, name, true)); });
}

Result<ProvidesAnswer> provides(const Question& question, const std::string& file, const Tables& tables) {
    return answered(provides_answer, question, tables, "name", file);
}

Result<ApiAnswer> api(const Question& question, const std::string& name, const Tables& tables) {
    return answered(api_answer, question, tables, "name", name);
}

Result<CoversAnswer> covers(const CoversQuestion& question, const Tables& tables) {
    const bool is_about_all = !question.gpu && !question.device;
    return answered(covers_answer, question, tables, is_about_all ? "all-devices" : "");
}

Result<FilesAnswer> covers_file(const std::string& name, std::string_view bytes, const CodeQuestion& question,
                                const Tables& tables) {
    CodeFiles files;
    try {
        files.add(as_plain_text(name), read_gpu_code(bytes));
    } catch (const GpuCodeError& error) {
        files.unreadable.push_back(fmt::format("{}: {}", as_plain_text(name), error.what()));
    }
    return result_of<FilesAnswer>([&] { return files_answer(without_machine(tables), texts_of(question), files); });
}

Result<WheelAnswer> wheel(const std::string& name, const WheelConditions& conditions, const Tables& tables) {
    return answered(wheel_answer, conditions, tables, name.empty() ? "" : "name", name);
}

Result<WheelAnswer> covers_wheel(const std::string& wheel, const WheelConditions& conditions, const Tables& tables) {
    WheelConditions where = conditions;
    where.python.reset();
    where.cuda.reset();
    return answered(wheel_coverage, where, tables, "wheel", wheel);
}

Result<LintAnswer> lint(const ListText& list, const Tables& tables) { return answered(lint_answer, list, tables); }

Result<PortAnswer> port(const SourceText& source, const Tables& tables) {
    return answered(port_answer, source, tables);
}

Result<DiagnoseAnswer> diagnose_log(std::string_view log, const LogQuestion& question, const Tables& tables) {
    return result_of<DiagnoseAnswer>(
        [&] { return diagnose_answer(without_machine(tables), texts_of(question), read_log_text(tables, log)); });
}

Result<DiagnoseAnswer> diagnose_log_pieces(const std::function<std::string_view()>& next, const LogQuestion& question,
                                           const Tables& tables) {
    return result_of<DiagnoseAnswer>(
        [&] { return diagnose_answer(without_machine(tables), texts_of(question), diagnose::read_log(tables, next)); });
}

}  // namespace cudastdenv
