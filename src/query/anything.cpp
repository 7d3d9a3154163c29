// SPDX-License-Identifier: MIT
#include "query/anything.hpp"

#include "core/text.hpp"
#include "messages/message.hpp"
#include "report/text.hpp"
#include "tables/lookup.hpp"
#include "tables/names.hpp"

namespace cudastdenv::query {

namespace {

/// Words between facts that are ignored.
constexpr std::array<std::string_view, 25> fillers{"a",     "and",    "are",  "can",     "compiler", "cuda", "do",
                                                   "does",  "driver", "for",  "gpu",     "host",     "in",   "is",
                                                   "it",    "nvidia", "on",   "release", "support",  "the",  "version",
                                                   "which", "with",   "work", "works"};

/// Names without a version that are ignored.
constexpr std::array<std::string_view, 9> bare_names{"clang",  "g++",  "gcc",     "gpus", "json",
                                                     "newest", "nvcc", "toolkit", "why"};

/// The kinds of facts, in the order in which they are tried. A number with several meanings is the first missing one.
constexpr std::array<std::string_view, 9> kinds{"cuda",         "compiler", "stdenv", "gpu",   "driver",
                                                "capabilities", "system",   "std",    "format"};

/// `12.8` of `12.8?`
std::string_view without_marks(std::string_view word) {
    while (!word.empty() && std::string_view(",.;:!?\"'`").find(word.back()) != std::string_view::npos)
        word.remove_suffix(1);
    while (!word.empty() && std::string_view("\"'`").find(word.front()) != std::string_view::npos)
        word.remove_prefix(1);
    return word;
}

std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    for (const std::string_view word : pieces_of(text, ' ')) {
        const std::string_view bare = without_marks(word);
        if (bare.empty()) continue;
        // `24 GB` is one word.
        const bool is_unit = equal_in_any_case(bare, "GB") || equal_in_any_case(bare, "GiB");
        if (is_unit && !words.empty() && std::ranges::all_of(words.back(), is_digit))
            words.back() = {words.back().data(), bare.data() + bare.size()};
        else words.push_back(bare);
    }
    return words;
}

bool is_one_of(std::string_view word, std::span<const std::string_view> words) {
    return std::ranges::any_of(words, [&](std::string_view each) { return equal_in_any_case(word, each); });
}

/// The kind of fact that a text is, except those already known; empty: none.
std::string_view kind_of(const Tables& tables, std::string_view text, const OptionTexts& facts) {
    if (is_one_of(text, bare_names)) return {};
    for (const std::string_view kind : kinds)
        if (!facts.has(kind) && is_value_of(tables, kind, text)) return kind;
    return {};
}

/// Adds the fact at the front, and returns its number of words; 0: the first word is not a fact. A name is extended as
/// long as the longer name is known and the next word is not a fact: `RTX 4070 Ti Super`.
std::size_t take_fact(const Tables& tables, std::span<const std::string_view> words, OptionTexts& facts) {
    constexpr std::size_t longest = 5;
    const auto text = [&](std::size_t size) { return fmt::format("{}", fmt::join(words.first(size), " ")); };
    std::size_t taken = 0;
    std::string_view kind;
    for (std::size_t size = 1; size <= std::min(longest, words.size()); ++size) {
        if (is_one_of(words[size - 1], fillers)) break;
        const std::string_view kind_of_last = size > 1 ? kind_of(tables, words[size - 1], facts) : "";
        // `12.8 gcc-15`: a compiler's own output has words before its name too.
        if (taken == 0 && kind_of_last == "compiler") break;
        if (taken > 0 && (taken + 1 < size || !kind_of_last.empty())) break;
        const bool goes_on = taken > 0 ? is_value_of(tables, kind, text(size))
                                       : !(kind = kind_of(tables, text(size), facts)).empty();
        if (goes_on) taken = size;
    }
    if (taken > 0) facts = facts.with(kind, text(taken));
    return taken;
}

/// The named facts.
OptionTexts only(const OptionTexts& facts, std::initializer_list<std::string_view> names) {
    OptionTexts some;
    for (const std::string_view name : names)
        if (facts.has(name)) some = some.with(name, facts.value(name));
    return some;
}

/// A query, with the name of its command.
struct AskedQuestion {
    std::string_view command;
    OptionTexts texts;
};

/// The queries that facts can mean, the shortest answer first; empty without facts. `facts` has them by the names of
/// options. A compiler that is not an environment is in `compiler`.
std::vector<AskedQuestion> questions_about(const OptionTexts& facts) {
    std::vector<AskedQuestion> questions;
    const bool has_gpu = facts.has("gpu") || facts.has("capabilities");
    const std::string device = facts.value_or("gpu", facts.value_or("capabilities", ""));
    if (facts.has("format") && (has_gpu || facts.has("cuda")))
        questions.push_back({"flags", only(facts, {"format", "cuda", "gpu", "capabilities", "stdenv", "system"})});
    if (!facts.has("cuda")) {
        const bool is_generation = !facts.has("gpu") && has_gpu && !parse_capability(device);
        if (has_gpu && !is_generation) questions.push_back({"gpu", OptionTexts().with("name", device)});
        OptionTexts conditions = only(facts, {"stdenv", "gpu", "capabilities", "driver", "system", "std"});
        if (facts.has("compiler")) conditions = conditions.with("available", facts.value("compiler"));
        const bool has_more = is_generation || facts.has("compiler") || facts.has("stdenv") || facts.has("driver") ||
                              facts.has("system") || facts.has("std");
        if (has_more) questions.push_back({"releases", conditions});
        return questions;
    }
    if (facts.has("driver")) questions.push_back({"compat", only(facts, {"cuda", "driver", "gpu", "system"})});
    if (has_gpu) {
        OptionTexts covers = only(facts, {"cuda", "gpu", "driver", "system"});
        if (!facts.has("gpu")) covers = covers.with("device", device);
        if (facts.has("gpu") || parse_capability(device)) questions.push_back({"covers", covers});
    }
    if (facts.has("compiler"))
        questions.push_back({"explain", only(facts, {"cuda", "compiler", "stdenv", "system", "std"})});
    else if (questions.empty() || facts.has("stdenv") || facts.has("std"))
        questions.push_back({"resolve", only(facts, {"cuda", "stdenv", "system", "std", "gpu", "capabilities"})});
    return questions;
}

/// Facts in a log without messages: from nvcc --version, nvidia-smi, a package list.
OptionTexts facts_of(const DiagnoseAnswer& log) {
    OptionTexts facts;
    const auto& [cuda, compiler, glibc, driver, gpus, architectures, system, environment, torch,
                 torch_cuda] = log.facts;
    if (cuda && cuda->first.major == cuda->last.major && cuda->first.minor == cuda->last.minor)
        facts = facts.with("cuda", to_string(cuda->last));
    if (compiler) facts = facts.with("compiler", to_string(compiler->value));
    if (driver) facts = facts.with("driver", driver->value);
    if (!gpus.empty() && gpus.front().name) facts = facts.with("gpu", *gpus.front().name);
    if (environment) facts = facts.with("stdenv", *environment);
    return facts;
}

/// Words that people use instead of a command's name.
constexpr std::array<std::pair<std::string_view, std::string_view>, 12> meanings{{{"why", "explain"},
                                                                                  {"check", "verify"},
                                                                                  {"fix", "diagnose"},
                                                                                  {"debug", "diagnose"},
                                                                                  {"list", "table"},
                                                                                  {"show", "table"},
                                                                                  {"info", "detect"},
                                                                                  {"doctor", "detect"},
                                                                                  {"status", "detect"},
                                                                                  {"install", "resolve"},
                                                                                  {"setup", "env"},
                                                                                  {"compatible", "compat"}}};

[[noreturn]] void fail_unknown(std::string_view what) {
    for (const auto& [word, command] : meanings)
        if (equal_in_any_case(what, word))
            throw BadInput(InputError::unknown, "unknown command {}: did you mean '{}'?", in_quotes(what), command);
    const std::string hint = out_of_scope(what);
    throw BadInput(InputError::unknown, "unknown word {}{}", in_quotes(what),
                   hint.empty() ? "; `cudastdenv --help` lists the commands" : hint);
}

/// The page of the message or the advisory with that id, which must exist.
std::string page_of(const Tables& tables, std::string_view id, const report::Style& style) {
    if (const MessageRow* row = find_by_id(tables.messages, id))
        return report::message_text(messages::about(tables, *row), style);
    return report::advisory_text(messages::advisories_of({find_by_id(tables.advisories, id)}).front(), style);
}

/// The text in lower case, with `…` for each number, as in printed wordings.
std::string with_gaps(std::string_view text) {
    std::string gapped;
    bool in_number = false;
    for (const char c : text) {
        const bool is_part = is_digit(c) || (in_number && c == '.');
        if (is_part && !in_number) gapped += "…";
        if (!is_part) gapped += c;
        in_number = is_part;
    }
    return in_lower_case(gapped);
}

/// The words of a text that are letters, in lower case: `libcudart`, `so`, `not` and `found` of
/// `libcudart.so.12 not found`.
std::set<std::string> letters_in(std::string_view text) {
    std::set<std::string> words;
    std::string word;
    for (const char c : fmt::format("{} ", text)) {
        if (is_letter(c)) {
            word += lower_case(c);
        } else if (!word.empty()) {
            if (word.size() > 1 && word != "is" && word != "the") words.insert(word);
            word.clear();
        }
    }
    return words;
}

/// The message with a wording that matches; the shortest wording counts. nullptr: none.
template <class Matches>
const MessageRow* message_where(const Tables& tables, Matches matches) {
    const MessageTextRow* found = nullptr;
    for (const MessageTextRow& wording : tables.message_texts)
        if (matches(wording) && (!found || wording.text.size() < found->text.size())) found = &wording;
    return found ? find_by_id(tables.messages, found->message) : nullptr;
}

/// The message with a wording that contains the text; nullptr: none.
const MessageRow* message_with(const Tables& tables, std::string_view text) {
    constexpr std::size_t shortest = 10;
    const std::string part = with_gaps(trimmed(text));
    if (part.size() < shortest) return nullptr;
    return message_where(tables, [&](const MessageTextRow& wording) {
        return with_gaps(messages::as_printed(wording.text)).find(part) != std::string::npos;
    });
}

/// `W not found` as the tool prints it that does not find W; empty: another text.
std::string as_printed_by_a_tool(std::string_view text) {
    text = trimmed(text);
    if (!take_suffix(text, " not found") || text.find(' ') != text.npos) return "";
    if (text.find(".so") != text.npos)
        return fmt::format("error while loading shared libraries: {}: cannot open shared object file: No such file or "
                           "directory",
                           text);
    if (text.ends_with(".h") || text.ends_with(".hpp") || text.ends_with(".cuh"))
        return fmt::format("fatal error: {}: No such file or directory", text);
    return fmt::format("{}: command not found", text);
}

/// The message whose id and wording contain all the words of a text with "not", in any order: `CUDA_HOME not set`;
/// nullptr: none.
const MessageRow* find_message_by_words(const Tables& tables, std::string_view text) {
    const std::set<std::string> typed = letters_in(text);
    if (typed.size() < 3 || !typed.contains("not")) return nullptr;
    return message_where(tables, [&](const MessageTextRow& wording) {
        return std::ranges::includes(letters_in(fmt::format("{} {}", wording.message, wording.text)), typed);
    });
}

/// The message of which the text is a part: `gcc versions later than 13`; nullptr: none.
const MessageRow* message_like(const Tables& tables, std::string_view text) {
    if (const std::string printed = as_printed_by_a_tool(text); !printed.empty())
        if (const auto messages = read_log_text(tables, printed).messages; !messages.empty())
            return find_by_id(tables.messages, messages.front().wording->message);
    const MessageRow* message = message_with(tables, text);
    return message ? message : find_message_by_words(tables, text);
}

/// Adds the options in `texts` to each question that accepts them.
AskAnswer answered(const Context& context, const std::vector<AskedQuestion>& questions, const OptionTexts& texts,
                   const report::Style& style) {
    AskAnswer all;
    for (const AskedQuestion& question : questions) {
        const AskedCommand& command = *asked_command(question.command);
        OptionTexts asked = question.texts;
        // Without a named environment, `releases` lists what works anywhere.
        const bool is_anywhere = question.command == "releases" && texts.variables().contains("stdenv");
        for (const OptionSpec& option : command.options)
            if (texts.has(option.name) && !asked.has(option.name) && !(is_anywhere && option.name == "stdenv"))
                asked = asked.with(option.name, texts.value(option.name));
        Written one = answer_of(command, context, asked, {.style = style});
        all.answers.push_back({.command = command.name, .answered = one.answered, .text = std::move(one.text)});
        for (const auto& [name, value] : asked.values()) all.answers.back().options.entries.emplace_back(name, value);
        all.notes.insert(all.notes.end(), one.notes.begin(), one.notes.end());
    }
    // Problems come first.
    std::stable_partition(all.answers.begin(), all.answers.end(),
                          [](const AskAnswer::Part& part) { return !part.answered; });
    return all;
}

AskAnswer about_message(const Tables& tables, std::string_view id, const report::Style& style) {
    return {.answers = {{.command = "diagnose",
                         .options = {{{"text", std::string(id)}}},
                         .answered = true,
                         .text = page_of(tables, id, style)}}};
}

std::string ask_text(const AskAnswer& answer, const report::Style&) {
    return joined(answer.answers, "\n", &AskAnswer::Part::text);
}

Written written(const AskAnswer& answer, const Form& form) {
    Written all{.text = laid_out(answer, form, ask_text),
                .answered = std::ranges::all_of(answer.answers, &AskAnswer::Part::answered)};
    if (!form.json) all.notes = answer.notes;
    return all;
}

}  // namespace

bool is_id(const Tables& tables, std::string_view id) {
    return find_by_id(tables.messages, id) || find_by_id(tables.advisories, id);
}

SortedFacts facts_in(const Tables& tables, std::string_view text) {
    SortedFacts sorted;
    const std::vector<std::string_view> words = words_of(text);
    for (std::size_t i = 0; i < words.size();) {
        const std::size_t size = take_fact(tables, std::span(words).subspan(i), sorted.facts);
        const bool is_unknown = size == 0 && !is_one_of(words[i], fillers) && !is_one_of(words[i], bare_names);
        if (is_unknown && sorted.unknown.empty()) sorted.unknown = words[i];
        i += std::max<std::size_t>(size, 1);
    }
    return sorted;
}

Written answer_log_or_facts(const Context& context, const OptionTexts& texts, const Form& form,
                            const diagnose::LogReading& reading) {
    const DiagnoseAnswer answer = diagnose_answer(context, texts, reading);
    if (answer.findings.empty() && !answer.first_error)
        if (const std::vector<AskedQuestion> questions = questions_about(facts_of(answer)); !questions.empty())
            return written(answered(context, questions, texts, form.style), form);
    return answer_diagnosis(answer, form);
}

bool names_something(const Tables& tables, std::string_view text) {
    if (is_id(tables, trimmed(text)) || message_like(tables, text)) return true;
    const auto [facts, unknown] = facts_in(tables, text);
    return unknown.empty() && !questions_about(facts).empty();
}

AskAnswer ask_answer(const Context& context, const OptionTexts& texts, const report::Style& style) {
    const std::string& text = texts.needed_value("text", "what is asked? Give a release, a compiler, a GPU, a message");
    const Tables& tables = context.tables;
    if (is_id(tables, trimmed(text))) return about_message(tables, trimmed(text), style);
    const OptionTexts options = texts.without("text");
    const std::size_t word_count = words_of(text).size();
    // A sentence is a message even if it contains facts: `gcc versions later than 13`.
    const bool may_be_sentence = word_count > 2;
    if (may_be_sentence)
        if (const MessageRow* message = message_like(tables, text)) return about_message(tables, message->id, style);
    const auto [facts, unknown] = facts_in(tables, text);
    if (unknown.empty())
        if (const std::vector<AskedQuestion> questions = questions_about(facts); !questions.empty())
            return answered(context, questions, options, style);
    if (!may_be_sentence)
        if (const MessageRow* message = message_like(tables, text)) return about_message(tables, message->id, style);
    if (!read_log_text(tables, text).messages.empty())
        return answered(context, {{"diagnose", OptionTexts().with("text", text)}}, options, style);
    if (word_count > 1) fail_unknown(unknown);
    try {
        return answered(context, {{"lint", OptionTexts().with("text", text)}}, options, style);
    } catch (const BadInput&) {
        fail_unknown(text);
    }
}

Written answer_ask(const Context& context, const OptionTexts& texts, const Form& form) {
    return written(ask_answer(context, texts, form.style), form);
}

}  // namespace cudastdenv::query
