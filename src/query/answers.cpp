// SPDX-License-Identifier: MIT
#include "query/answers.hpp"

#include "core/text.hpp"
#include "diagnose/code_paths.hpp"
#include "manifest/manifest.hpp"
#include "messages/diagnosis.hpp"
#include "messages/diagnostics.hpp"
#include "messages/drivers.hpp"
#include "messages/nix.hpp"
#include "messages/resolution.hpp"
#include "report/text.hpp"
#include "resolve/capabilities.hpp"
#include "resolve/host_compiler.hpp"
#include "resolve/releases.hpp"
#include "tables/lookup.hpp"

namespace cudastdenv::query {

namespace {

/// A problem of the list in every release is an error in the query and not a condition.
CapabilitiesCondition read_capabilities(const Tables& tables, std::string_view text) {
    CapabilitiesCondition condition = read_capability_list(tables, text);
    std::vector<Capability> numbers;
    for (const ListedCapability& listed : condition)
        if (const auto* capability = std::get_if<Capability>(&listed)) numbers.push_back(*capability);
    Request request = plain_request(newest_release(tables)->version);
    request.capabilities = numbers;
    for (const Diagnostic& problem : check_capabilities(tables, request))
        if (problem.id == "unknown-capability" || problem.id == "slot-conflict")
            throw BadInput(InputError::unfit, messages::text_of(problem));
    return condition;
}

/// Parses the query of `releases`. The result points into `texts` and the tables.
ReleasesQuestion read_releases_question(const Context& context, const OptionTexts& texts) {
    const Tables& tables = context.tables;
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
    if (texts.has("stdenv") || texts.has("available")) {
        // Parsed as in every other query; the release does not matter.
        const OptionTexts some = texts.only({"stdenv", "available"});
        const Query asked(context, some.with("cuda", to_string(newest_release(tables)->version)));
        const Environment& environment = asked.environment();
        // An empty list leaves only the environment's own compiler, as in every other query.
        std::vector<Compiler> any_of = environment.available;
        if (any_of.empty()) any_of.push_back(environment.stdenv.compiler);
        read("available", [&](std::string_view) { return CompilerCondition{any_of, environment.versions}; });
        read("stdenv", [&](std::string_view) { return environment; });
    }
    read("glibc", [](std::string_view text) { return GlibcCondition{read_glibc(text)}; });
    question.policy = read_policy(texts);
    return question;
}

/// The facts about the machine from the options. The release and the stdenv are parsed as in every other query.
diagnose::Given read_given(const Context& context, const OptionTexts& texts) {
    diagnose::Given given;
    if (texts.has("driver")) given.driver = read_driver(texts.value("driver"));
    if (texts.has("gpu")) given.gpus = read_gpu_list(context.tables, texts.value("gpu"));
    if (texts.has("std")) given.standard = read_standard(texts.value("std"));
    given.setup = setup_of(texts);
    if (texts.has(environment_of_machine))
        given.here = find_environment(context.tables, texts.value(environment_of_machine));
    OptionTexts asked = texts.without("gpu").without("driver");
    // The log may be of another machine than this one.
    if (const auto from = texts.variables().find("stdenv");
        from != texts.variables().end() && from->second == os_release) {
        given.here = find_environment(context.tables, texts.value("stdenv"));
        asked = asked.without("stdenv");
    }
    if (asked.has("cuda"))
        if (const auto version = diagnose::cuda_version_in(asked.value("cuda"))) {
            given.early = find_early_release(context.tables, *version);
            if (given.early) asked = asked.without("cuda");
        }
    if (!asked.has("cuda") && !asked.has("stdenv")) return given;
    const Query question(context, asked.has("cuda") ? asked : asked.with("cuda", "latest"));
    if (asked.has("cuda")) given.release = find_release(context.tables, question.request().cuda);
    if (asked.has("stdenv")) given.environment = question.environment();
    return given;
}

/// Adds the GPU code in the files that the log names. If there is some, the log is of this machine, whose GPU then
/// counts where no other is known.
void add_code_here(const Context& context, const diagnose::LogReading& reading, diagnose::Given& given) {
    if (!context.read_code) return;
    const std::vector<std::string> paths = diagnose::code_paths_of(context.tables, reading, given.release != nullptr);
    if (!paths.empty()) given.code = context.read_code(paths);
    if (given.code.files.empty()) return;
    const diagnose::Knowledge known = knowledge_of(context.tables, reading, given);
    if (!known.facts.gpus.empty()) return;
    try {
        OptionTexts here = with_host_values(context, OptionTexts().with("gpu", host_name));
        given.gpus = read_gpu_list(context.tables, here.value("gpu"));
        if (known.driver) return;
        here = with_host_values(context, OptionTexts().with("driver", host_name));
        given.driver = read_driver(here.value("driver"));
    } catch (const std::runtime_error&) {  // the machine has no GPU, or none that is known
    }
}

/// The options without those whose values the tables do not have, which stop no diagnosis: each is an oddity.
OptionTexts usable_options(const Context& context, OptionTexts texts, std::vector<Sentence>& oddities) {
    for (const std::string_view name : {"cuda", "stdenv", "driver", "gpu", "std"}) {
        if (!texts.has(name)) continue;
        try {
            (void)read_given(context, texts.only({name}));
        } catch (const BadInput& error) {
            if (error.error() != InputError::unknown) throw;
            oddities.push_back(messages::sentence({"option-not-used",
                                                   {{"option", name},
                                                    {"value", as_plain_text(texts.value(name))},
                                                    {"problem", std::string(error.what())}}}));
            texts = texts.without(name);
        }
    }
    return texts;
}

/// Empty if it is absent.
std::string value_of(std::string_view word, const Query& question) {
    const Resolution& resolution = question.resolution();
    if (word == "capabilities") return joined(resolution.resolved, ",");
    if (word == "ptx") return resolution.ptx ? to_string(*resolution.ptx) : "";
    if (word == "gencode") return make_flags(question.tables(), question.request(), resolution).gencode_string;
    if (!is_answered(resolution)) return "";
    const HostCompiler& host = *resolution.host;
    if (word == "headers") return host.headers ? fmt::format("gcc-{}", *host.headers) : "";
    if (word != "cxx") return to_string(host.compiler);
    // The path on this machine, or the program's name in the environment.
    const Host* machine = question.host_if_seen();
    if (const FoundCompiler* found = machine ? find_compiler(*machine, host.compiler) : nullptr)
        return found->path.string();
    return cxx_program(host.compiler, question.environment().row, question.tables()).value_or("");
}

/// Prints the value that --print names as one line, or nothing if the answer has no such value. Throws BadInput, also
/// if a line cannot contain the value, with --json and with --for.
Written print_word(const Context& context, const OptionTexts& texts, const Form& form) {
    if (form.json || texts.has("for"))
        throw BadInput(InputError::contradiction, "--print and --{} cannot be combined", form.json ? "json" : "for");
    const std::string_view word = texts.value("print");
    const std::vector<std::string_view> choices = pieces_of(printed_words, ' ');
    if (!contains(choices, word))
        throw BadInput(InputError::unknown, "cannot print {}{}", in_quotes(word), suggestion(word, choices));
    const Query question(context, texts);
    const std::string value = value_of(word, question);
    if (!is_plain_text(value)) throw BadInput(InputError::unfit, "{} cannot be printed as a line", in_quotes(value));
    return {.text = value.empty() ? "" : value + '\n', .answered = !value.empty()};
}

void add_reading(const messages::ResolutionReport& answer, std::vector<Remark>& asides) {
    for (Sentence& note : messages::describe_reading(answer)) asides.push_back({"note", std::move(note.text)});
}

Written answer_resolve(const Context& context, const OptionTexts& texts, const Form& form) {
    if (texts.has("print")) return print_word(context, texts, form);
    const ResolveAnswer answer = resolve_answer(context, texts);
    return {.text = laid_out(answer, form, report::resolution_text), .answered = answer.works};
}

Written answer_releases(const Context& context, const OptionTexts& texts, const Form& form) {
    const ReleasesAnswer answer = releases_answer(context, texts);
    Written outcome{.text = laid_out(answer, form, report::releases_text), .answered = !answer.releases.empty()};
    for (const Sentence& note : answer.notes)
        if (!form.json && (form.style.shown.notes || !messages::is_remark(note)))
            outcome.notes.push_back({"note", note.text});
    return outcome;
}

/// Without a release, people get the releases that work with the compiler. JSON is for the newest release.
Written answer_explain(const Context& context, const OptionTexts& texts, const Form& form) {
    const std::string id = texts.value_or("compiler", "");
    if (is_id(context.tables, id)) return answer_ask(context, OptionTexts().with("text", id), form);
    if (!form.json && !texts.has("cuda") && texts.has("compiler")) {
        const bool is_named = !texts.variables().contains("stdenv");
        const OptionTexts conditions = texts.with("available", texts.value("compiler"));
        return answer_releases(context, is_named ? conditions : conditions.without("stdenv"), form);
    }
    const ExplainAnswer answer = explain_answer(context, texts);
    return {.text = laid_out(answer, form, report::explanation_text), .answered = answer.works == true};
}

Written answer_capabilities(const Context& context, const OptionTexts& texts, const Form& form) {
    const Query question(context, texts);
    const messages::ResolutionReport answer = question.answer();
    const Resolution& resolution = answer.resolution;
    const std::vector<Capability>& listed = texts.has("all") ? resolution.supported : resolution.resolved;
    Written outcome{.answered = !listed.empty()};
    add_reading(answer, outcome.notes);
    for (const Diagnostic& note : resolution.notes)
        if (note.id == "beyond-tables") outcome.notes.push_back({"note", messages::describe(answer, note).text});
    if (form.json)
        outcome.text = wire::answer_text(wire::CapabilitiesRecord{{}, messages::asked_release(answer), listed});
    else
        for (const Capability capability : listed) outcome.text += to_string(capability) + '\n';
    return outcome;
}

Written answer_flags(const Context& context, const OptionTexts& texts, const Form& form) {
    if (texts.value_or("format", "") == "list")
        return {.text = joined(spellings(), "", [](const Spelling& spelling) {
                    return fmt::format("{:<10} {}\n", spelling.name, spelling.summary);
                })};
    const ChosenSpelling chosen = read_chosen_spelling(context.tables, texts, "gencode");
    const Query question(context, texts);
    const messages::ResolutionReport answer = question.answer();
    const SpelledAnswer spelled = spelled_answer(answer, chosen);
    Written outcome{.answered = spelled.text && (!texts.has("strict") || spelled.losses.empty())};
    if (form.json) outcome.text = wire::answer_text(spelled);
    else if (spelled.text) outcome.text = *spelled.text + '\n';
    add_reading(answer, outcome.notes);
    if (const std::string note = newer_consumer_message(chosen.consumer); !note.empty())
        outcome.notes.push_back({"note", note});
    // Notes about a capability list and not about the host compiler.
    for (const Diagnostic& note : answer.resolution.notes)
        if (messages::is_about_list(note) || note.id == "preview" || note.id == "beyond-tables")
            outcome.notes.push_back({"note", messages::describe(answer, note).text});
    for (const Sentence& loss : spelled.losses) outcome.notes.push_back({"warning", loss.text});
    return outcome;
}

/// Without a release, people get the releases that the driver runs.
Written answer_compat(const Context& context, const OptionTexts& texts, const Form& form) {
    if (!form.json && !texts.has("cuda") && texts.has("driver")) return answer_releases(context, texts, form);
    const CompatAnswer answer = compat_answer(context, texts);
    const bool is_needed_known = answer.minimum || answer.minor_version || answer.jetson;
    return {.text = laid_out(answer, form, report::compat_text),
            .answered = answer.driver ? answer.runs == true : is_needed_known};
}

Written answer_gpu(const Context& context, const OptionTexts& texts, const Form& form) {
    const std::string& name = texts.needed_value("name",
                                                 "missing GPU; pass its name or capability: cudastdenv gpu 'RTX 4090'");
    const GpuAnswer answer = messages::gpu_answer(context.tables, name, read_gpu(context.tables, name, true));
    return {.text = laid_out(answer, form, report::gpu_text)};
}

constexpr std::array provides_options{cuda_option, for_option};
constexpr std::array api_options{cuda_option};

Written answer_provides(const Context& context, const OptionTexts& texts, const Form& form) {
    const ProvidesAnswer answer = provides_answer(context, texts);
    return {.text = laid_out(answer, form, report::provides_text), .answered = answer.has_file};
}

Written answer_diagnose(const Context& context, const OptionTexts& texts, const Form& form) {
    const std::string& text = texts.needed_value("text", "missing log; pass its text");
    return answer_diagnosis(diagnose_answer(context, texts, read_log_text(context.tables, text)), form);
}

}  // namespace

ResolveAnswer resolve_answer(const Context& context, const OptionTexts& texts) {
    const Query question(context, texts);
    ResolveAnswer answer = messages::resolve_answer(question.answer());
    answer.apply = plans_for(question, texts);
    return answer;
}

ExplainAnswer explain_answer(const Context& context, const OptionTexts& texts) {
    Query question(context, texts);
    const std::string& name = texts.needed_value("compiler", "missing compiler; cudastdenv explain --cuda 12.8 gcc-15");
    const Compiler compiler = read_compiler(question.tables(), name).compiler;
    const bool supposed = question.assume_available(name);
    ExplainAnswer answer = messages::explain_answer(question.answer(), compiler, supposed);
    // If the compiler works, instructions for another one are useless.
    const bool keeps_own = answer.works == true && !answer.chosen;
    if (!keeps_own || texts.has("for")) answer.apply = plans_for(question, texts);
    return answer;
}

SpelledAnswer spelled_answer(const messages::ResolutionReport& answer, const ChosenSpelling& chosen) {
    const Spelling& spelling = chosen.spelling;
    const SpellingContext context = context_of(answer.tables, answer.request.system, answer.request.cuda,
                                               chosen.consumer);
    Spelled spelled = write_list(spelling, context, build_list(answer.resolution));
    SpelledAnswer written{.cuda = messages::asked_release(answer),
                          .format = spelling.name,
                          .consumer = consumer_of(spelling, context),
                          .flags = make_flags(answer.tables, answer.request, answer.resolution)};
    if (!spelled.text.empty()) written.text = std::move(spelled.text);
    for (const Diagnostic& loss : spelled.losses) written.losses.push_back(messages::describe(spelling.name, loss));
    return written;
}

CompatAnswer compat_answer(const Context& context, const OptionTexts& texts) {
    const Query question(context, texts, std::nullopt, Platforms::judged);
    const messages::ResolutionReport answer = question.answer();
    const std::string driver = texts.value_or("driver", "");
    CompatAnswer compat = messages::compat_answer(
        answer,
        texts.has("driver") ? judge_driver(question.tables(), question.request(), read_driver(driver), question.gpus())
                            : drivers_for(question.tables(), question.request(), question.gpus()),
        driver);
    if (compat.how == DriverSupport::package)
        compat.apply = plans_for_compat_package(compat.cuda.release, question.environment().row, question.tables());
    return compat;
}

ProvidesAnswer provides_answer(const Context& context, const OptionTexts& texts) {
    const Tables& tables = context.tables;
    const std::string& name = texts.needed_value("name",
                                                 "missing file; pass its name: cudastdenv provides libcublas.so");
    const std::optional<ComponentFile> file = find_component_file(tables, name);
    if (!file)
        throw BadInput(InputError::unknown, "no component of the CUDA toolkit in the tables has {}{}", in_quotes(name),
                       out_of_scope(name));
    ProvidesAnswer answer{.requested = name, .file = file->name, .why = messages::describe(*file)};
    for (const ComponentHolder& holder : file->holders)
        answer.providers.push_back({holder.component->id, holder.releases()});
    std::optional<Version> asked;
    if (texts.has("cuda")) asked = read_release_name(context, texts.value("cuda")).version;
    const std::optional<Version> release = release_with(tables, *file, asked);
    // The releases of a file of Windows are unknown.
    answer.has_file = file->is_drivers() || file->is_windows || (release && (!asked || release == asked));
    if (!answer.has_file) return answer;
    if (!file->is_drivers()) answer.cuda = release;
    const bool is_known = asked || file->is_bounded();
    const ToolAsked tool = read_tool_asked(texts);
    if (tool.is_none) return answer;
    const std::string_view nix_set = is_known && release ? nixpkgs_set(*release, nullptr, tables) : "cudaPackages";
    for (Plan& plan : plans_for_file(tables, *file, release.value_or(Version{}), is_known, nix_set))
        if (!tool.tool || tool.tool == plan.tool) answer.apply.push_back(std::move(plan));
    if (tool.tool && answer.apply.empty()) answer.apply.push_back({.tool = *tool.tool});
    return answer;
}

ReleasesAnswer releases_answer(const Context& context, const OptionTexts& texts) {
    return messages::releases_answer(context.tables, read_releases_question(context, texts), user_defaults(texts));
}

DiagnoseAnswer diagnose_answer(const Context& context, const OptionTexts& texts, const diagnose::LogReading& reading) {
    const ToolAsked asked = read_tool_asked(texts);
    std::vector<Sentence> unused;
    const OptionTexts usable = usable_options(context, with_host_values(context, texts), unused);
    diagnose::Given given = read_given(context, usable);
    given.for_tool = asked.tool;
    add_code_here(context, reading, given);
    DiagnoseAnswer answer = messages::diagnose_answer(context.tables, reading, given, !asked.is_none);
    std::ranges::move(unused, std::back_inserter(answer.oddities));
    return answer;
}

Written answer_diagnosis(const DiagnoseAnswer& answer, const Form& form) {
    return {.text = laid_out(answer, form, report::diagnosis_text), .answered = !answer.findings.empty()};
}

diagnose::LogReading read_log_text(const Tables& tables, std::string_view text) {
    if (text.empty()) throw BadInput(InputError::empty, "the text is empty; pass a message");
    return diagnose::read_log(tables, [&] { return std::exchange(text, {}); });
}

Written answer_manifest(const Context& context, const OptionTexts& texts, const Form& form) {
    const std::string& text =
        texts.needed_value("text", "missing manifest; pass the text of a file like redistrib_12.8.1.json");
    const std::string name = texts.value_or("file", "manifest");
    manifest::Manifest answer = manifest::read_manifest(context.tables, name, text);
    manifest::judge_manifest(context.tables, answer, name);
    messages::add_sentences(answer.problems);
    return {.text = laid_out(answer, form, report::manifest_text), .answered = answer.problem_count == 0};
}

Written answer_of(const AskedCommand& command, const Context& context, const OptionTexts& texts, const Form& form) {
    return command.answer(context, with_host_values(context, texts), form);
}

std::span<const AskedCommand> asked_commands() noexcept {
    static constexpr std::array<std::string_view, 1> compiler{"compiler"}, text{"text"}, name{"name"};
    static constexpr std::array<std::string_view, 2> file_and_text{"file", "text"};
    static constexpr std::array all{
        AskedCommand{"ask", ask_options, text, answer_ask},
        AskedCommand{"resolve", resolve_options, {}, answer_resolve},
        AskedCommand{"explain", explain_options, compiler, answer_explain},
        AskedCommand{"capabilities", capabilities_options, {}, answer_capabilities},
        AskedCommand{"flags", flags_options, {}, answer_flags},
        AskedCommand{"compat", compat_options, {}, answer_compat},
        AskedCommand{"gpu", {}, name, answer_gpu},
        AskedCommand{"wheel", wheel_options, name, answer_wheel},
        AskedCommand{"provides", provides_options, name, answer_provides},
        AskedCommand{"api", api_options, name, answer_api},
        AskedCommand{"releases", releases_options, {}, answer_releases},
        AskedCommand{"diagnose", diagnose_options, text, answer_diagnose},
        AskedCommand{"covers", covers_options, text, answer_covers},
        AskedCommand{"lint", lint_options, text, answer_lint},
        AskedCommand{"port", port_options, file_and_text, answer_port},
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

}  // namespace cudastdenv::query
