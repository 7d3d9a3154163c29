// SPDX-License-Identifier: MIT
#include "core/quote.hpp"
#include "core/text.hpp"
#include "messages/message.hpp"
#include "query/answers.hpp"
#include "report/text.hpp"
#include "tables/lookup.hpp"

namespace cudastdenv::query {

namespace {

/// Words of questions that are ignored.
constexpr std::string_view fillers =
    "a about an and any are at be best build building by can card code compatibility compatible compiler compiling "
    "could do does download find for from get graphics have help highest host how i if in install installed installing "
    "instead is it its lovelace lowest max maximum me min minimum my need needed needs newest nvidia of "
    "oldest on or please release releases require required requires run runs should support supported supports the "
    "this to under use used using version versions want what what's when where which why will with without work "
    "working works wsl wsl2";

/// Words of a text about a failure, although it may be no known message.
constexpr std::string_view failures =
    "cannot crash denied error errors exception failed failure fatal fault fails illegal insufficient invalid mismatch "
    "missing no not out too unable undefined unknown unresolved unsupported warning";

/// Names without a version that are ignored.
constexpr std::string_view bare_names = "clang g++ gcc gpus json";

/// Kinds of facts, and the words that announce them: `driver 550`, `cuda=12.4`.
constexpr std::array<OtherNames, 6> labels{{
    {"cuda", "cuda toolkit nvcc"},
    {"driver", "driver nvidia-smi"},
    {"gpu", "gpu"},
    {"capabilities", "capability compute cc sm"},
    {"glibc", "glibc"},
    {"std", "std"},
}};

/// The kinds of facts, in the order in which they are tried. A number with several meanings is the first missing one.
constexpr std::array<std::string_view, 10> kinds{"consumer", "cuda",         "compiler", "stdenv", "gpu",
                                                 "driver",   "capabilities", "system",   "std",    "format"};

/// Several facts of these kinds are a list.
constexpr std::array<std::string_view, 2> listed_kinds{"compiler", "gpu"};

/// The kind of the fact that a word announces; empty: none.
std::string_view announced_kind(std::string_view word) { return meant_by(word, labels); }

bool is_ignored(std::string_view word) {
    return is_one_of(word, fillers) || is_one_of(word, bare_names) || !announced_kind(word).empty();
}

/// The kind of fact that a text is, except those already known; empty: none. The announced kind comes first.
std::string_view kind_of(const Tables& tables, std::string_view text, const OptionTexts& facts,
                         std::string_view announced = "") {
    if (is_ignored(text)) return {};
    const auto is_kind = [&](std::string_view kind) {
        if (facts.has(kind) && !contains(listed_kinds, kind)) return false;
        // `TORCH_CUDA_ARCH_LIST=8.0` is a list, and a second compiler is not an environment.
        if (kind == "format" && text.find('=') != text.npos) return false;
        if (kind == "stdenv" && is_value_of(tables, "compiler", text)) return false;
        return is_value_of(tables, kind, text);
    };
    if (!announced.empty() && is_kind(announced)) return announced;
    const auto found = std::ranges::find_if(kinds, is_kind);
    return found == kinds.end() ? std::string_view() : *found;
}

/// The parts of a word that is not a name as a whole: `gcc` and `13` of `gcc=13`; itself if it has a part that is
/// unknown.
std::vector<std::string_view> parts_of(const Tables& tables, std::string_view word) {
    if (is_ignored(word) || !kind_of(tables, word, {}).empty() || is_value_of(tables, "format", word)) return {word};
    std::vector<std::string_view> parts;
    const auto is_between = [&](std::size_t i) { return is_letter(word[i - 1]) && is_digit(word[i]); };
    for (const std::string_view separators : {"=:@<>", ",", "/", "+", "-_", ""}) {
        parts.clear();
        for (std::size_t first = 0, i = 0; i <= word.size(); ++i) {
            const bool is_separator = i < word.size() && separators.find(word[i]) != separators.npos;
            const bool is_end = i == word.size() || is_separator || (separators.empty() && i > 0 && is_between(i));
            if (is_end && i > first) parts.push_back(word.substr(first, i - first));
            if (is_end) first = i + (is_separator ? 1 : 0);
        }
        const auto is_known = [&](std::string_view part) {
            return is_ignored(part) || leading_version(part) == part || !kind_of(tables, part, {}).empty();
        };
        if (parts.size() > 1 && std::ranges::all_of(parts, is_known)) return parts;
    }
    return {word};
}

std::vector<std::string> words_of(const Tables& tables, std::string_view text) {
    std::vector<std::string> words;
    for (const std::string_view word : pieces_of(text, ' ')) {
        const std::string_view bare = without_marks(word);
        // `24 GB` is one word.
        if (is_one_of(bare, "GB GiB") && !words.empty() && std::ranges::all_of(words.back(), is_digit)) {
            words.back() += fmt::format(" {}", bare);
            continue;
        }
        for (const std::string_view part : parts_of(tables, bare)) {
            // `SM_90A`
            std::string lower = in_lower_case(part);
            const bool is_upper = lower != part && kind_of(tables, part, {}).empty() &&
                                  !kind_of(tables, lower, {}).empty();
            if (!part.empty()) words.push_back(is_upper ? std::move(lower) : std::string(part));
        }
    }
    return words;
}

/// The words from `first` on that are one fact, and its kind. A name is extended as long as the longer name is known
/// and the next word is not a fact: `RTX 4070 Ti Super`.
struct FactAt {
    std::size_t size = 0;  ///< number of words; 0: the first word is not a fact
    std::string_view kind = {};
    std::string text = {};
};

FactAt fact_at(const Tables& tables, std::span<const std::string> words, const OptionTexts& facts,
               std::string_view announced) {
    constexpr std::size_t longest = 5;
    const auto text = [&](std::size_t size) { return joined(words.first(size), " "); };
    // `cmake 3.25` is not capability 3.2.
    if (words.size() > 1 && kind_of(tables, text(2), facts) == "consumer") return {2, "consumer", text(2)};
    FactAt fact;
    for (std::size_t size = 1; size <= std::min(longest, words.size()); ++size) {
        const std::string& last = words[size - 1];
        if (is_one_of(last, fillers) || !announced_kind(last).empty()) break;
        const std::string_view kind_of_last = size > 1 ? kind_of(tables, last, facts) : "";
        // `12.8 gcc-15`: a compiler's own output has words before its name too.
        if (fact.size == 0 && kind_of_last == "compiler") break;
        if (fact.size > 0 && (fact.size + 1 < size || !kind_of_last.empty())) break;
        const std::string_view kind = fact.size > 0 ? fact.kind : kind_of(tables, text(size), facts, announced);
        const bool goes_on = fact.size > 0 ? is_value_of(tables, kind, text(size)) : !kind.empty();
        if (goes_on) fact = {size, kind, text(size)};
    }
    return fact;
}

/// A query, with the name of its command.
struct AskedQuestion {
    std::string_view command;
    OptionTexts texts;
};

/// The queries that facts can mean, the shortest answer first; empty without facts. `facts` has them by the names of
/// options. A compiler that is not an environment is in `compiler`.
std::vector<AskedQuestion> questions_about(const OptionTexts& facts, bool asks_for_driver = false) {
    std::vector<AskedQuestion> questions;
    const bool has_gpu = facts.has("gpu") || facts.has("capabilities");
    const std::string device = facts.value_or("gpu", facts.value_or("capabilities", ""));
    if (facts.has("format") || facts.has("consumer"))
        questions.push_back(
            {"flags", facts.only({"format", "consumer", "cuda", "gpu", "capabilities", "stdenv", "system"})});
    if (!facts.has("cuda")) {
        const bool is_generation = !facts.has("gpu") && has_gpu && !parse_capability(device);
        if (has_gpu && !is_generation)
            for (const std::string_view name : split_list(device))
                questions.push_back({"gpu", OptionTexts().with("name", name)});
        OptionTexts conditions = facts.only({"stdenv", "gpu", "capabilities", "driver", "system", "std", "glibc"});
        if (facts.has("compiler")) conditions = conditions.with("available", facts.value("compiler"));
        // Those that `releases` answers without a GPU.
        const bool has_more = facts.has_any({"compiler", "stdenv", "driver", "system", "std", "glibc"});
        if (is_generation || has_more) questions.push_back({"releases", conditions});
        return questions;
    }
    if (facts.has("driver") || asks_for_driver)
        questions.push_back({"compat", facts.only({"cuda", "driver", "gpu", "system"})});
    if (facts.has("gpu") || (has_gpu && parse_capability(device)))
        for (const std::string_view name : split_list(device))
            questions.push_back(
                {"covers", facts.only({"cuda", "driver", "system"}).with(facts.has("gpu") ? "gpu" : "device", name)});
    const std::string compilers = facts.value_or("compiler", "");
    for (const std::string_view name : split_list(compilers))
        questions.push_back(
            {"explain", facts.only({"cuda", "stdenv", "system", "std", "glibc"}).with("compiler", name)});
    if (!facts.has("compiler") && (questions.empty() || facts.has_any({"stdenv", "std", "glibc"})))
        questions.push_back(
            {"resolve", facts.only({"cuda", "stdenv", "system", "std", "glibc", "gpu", "capabilities"})});
    return questions;
}

/// Facts in a log without messages: from nvcc --version, nvidia-smi, a package list.
OptionTexts facts_of(const DiagnoseAnswer& log) {
    OptionTexts facts;
    const auto& [cuda, compiler, glibc, driver, gpus, architectures, system, environment, standard, torch, torch_cuda,
                 others] = log.facts;
    if (cuda && minor_of(cuda->first) == minor_of(cuda->last)) facts = facts.with("cuda", to_string(cuda->last));
    if (compiler) facts = facts.with("compiler", to_string(compiler->value));
    if (driver) facts = facts.with("driver", driver->value);
    if (!gpus.empty() && gpus.front().name) facts = facts.with("gpu", *gpus.front().name);
    if (environment && !log.is_environment_assumed) facts = facts.with("stdenv", *environment);
    if (standard) facts = facts.with("std", standard->value);
    return facts;
}

/// Commands, and the words that people use instead.
constexpr std::array<OtherNames, 8> meanings{{
    {"explain", "why"},
    {"verify", "check"},
    {"diagnose", "fix debug"},
    {"table", "list show"},
    {"detect", "info doctor status"},
    {"resolve", "install"},
    {"env", "setup"},
    {"compat", "compatible"},
}};

/// Calls `use` with each id and then each alias of the environments.
template <class Use>
void for_each_environment_name(const Tables& tables, Use use) {
    for (const EnvironmentRow& row : tables.environments) use(row.id);
    for (const EnvironmentRow& row : tables.environments)
        for (const std::string_view alias : row.aliases) use(alias);
}

/// The newest release of a major release of CUDA: `13.5` for 13; empty: no such release.
std::string newest_minor_of(const Tables& tables, std::optional<int> major) {
    const auto newest = std::find_if(tables.releases.rbegin(), tables.releases.rend(),
                                     [&](const Release& release) { return release.version.major == major; });
    return newest == tables.releases.rend() ? "" : to_string(minor_of(newest->version));
}

/// The newest name that a name without a version can be short for: `ubuntu-26.10` for `ubuntu`; empty: none. One with
/// only a version behind it comes first.
std::string newest_version_of(const Tables& tables, std::string_view name) {
    const std::string family = in_lower_case(name);
    if (announced_kind(family) == "cuda") return newest_minor_of(tables, newest_release(tables)->version.major);
    std::vector<std::string> names;
    for (const Compiler compiler : known_compilers(tables)) names.push_back(to_string(compiler));
    for_each_environment_name(tables, [&](std::string_view known) { names.emplace_back(known); });
    const std::string start = (family == "g++" ? "gcc" : family) + '-';
    std::erase_if(names, [&](const std::string& known) { return !known.starts_with(start); });
    const auto is_exact = [&](std::string_view known) {
        return leading_version(known.substr(start.size())) == known.substr(start.size());
    };
    const auto is_before = [&](std::string_view left, std::string_view right) {
        return is_exact(left) != is_exact(right) ? is_exact(right) : is_before_by_number(left, right);
    };
    const auto newest = std::ranges::max_element(names, is_before);
    return newest == names.end() ? "" : *newest;
}

/// The name that a word is with one letter wrong: a compiler, an environment with or without its version, an
/// architecture, a format; empty: none.
std::string misspelt_name(const Tables& tables, std::string_view word) {
    constexpr std::size_t longest = 40;
    if (word.size() > longest) return "";
    std::string found;
    const std::string typed = in_lower_case(word);
    const auto compare = [&](std::string_view known) {
        constexpr std::size_t shortest = 4;
        const std::string name = in_lower_case(known);
        for (const std::string& each : {name, name.substr(0, name.find_first_of("-0123456789"))})
            if (found.empty() && each.size() >= shortest && edit_distance(typed, each) == 1) found = each;
    };
    for (const Compiler compiler : known_compilers(tables)) compare(to_string(compiler));
    for_each_environment_name(tables, compare);
    for (const CapabilityRow& row : tables.capabilities) compare(row.architecture);
    for (const Spelling& spelling : spellings()) compare(spelling.name);
    for (const ConsumerRow& row : tables.consumers) compare(row.title);
    for (const OtherNames& label : labels) std::ranges::for_each(pieces_of(label.names, ' '), compare);
    return found;
}

/// The known words as a command, without those that are ignored. With `meant` in place of `word`, if it is not empty;
/// an unknown number may be its version then.
std::string command_of(const SortedFacts& sorted, std::string_view word = "", std::string_view meant = "") {
    std::string line = "cudastdenv";
    for (const std::string& each : sorted.words) {
        const bool is_version = !meant.empty() && is_digit(each.front());
        const bool is_known = !is_one_of(each, fillers) && (is_version || !contains(sorted.unknown, each));
        if (each == word && !meant.empty()) line += fmt::format(" {}", meant);
        else if (is_known) line += ' ' + shell_word(each);
    }
    return line;
}

/// Fails because of an unknown word, or because no word is a fact. The hint is a command that runs.
[[noreturn]] void fail_unknown(const Tables& tables, std::string_view text, const SortedFacts& sorted) {
    const auto& words = sorted.words;
    const std::string unknown = sorted.unknown.empty() ? "" : sorted.unknown.front();
    if (const std::string_view command = meant_by(text, meanings); !command.empty())
        throw BadInput(InputError::unknown, "unknown command {}: did you mean '{}'?", in_quotes(text), command);
    for (auto word = words.begin(); word != words.end() && !contains(words, std::string_view("my")); ++word) {
        if (!unknown.empty() && *word != unknown) continue;
        const std::string newest = newest_version_of(tables, *word);
        if (newest.empty()) continue;
        const auto next = std::next(word);
        if (next != words.end() && is_digit(next->front()))
            throw BadInput(InputError::unknown, "{} is not in the tables; cudastdenv table environments {}",
                           in_quotes(fmt::format("{} {}", *word, *next)), *word);
        throw BadInput(InputError::missing, "missing version after {}; {}", in_quotes(*word),
                       command_of(sorted, *word, newest));
    }
    if (unknown.empty())
        throw BadInput(InputError::missing, "no release, compiler, GPU or driver in {}; cudastdenv detect",
                       in_quotes(text));
    if (const std::string library = out_of_scope(unknown); !library.empty())
        throw BadInput(InputError::unknown, "unknown word {}{}", in_quotes(unknown), library);
    if (const std::string newest = newest_minor_of(tables, whole_number(unknown)); !newest.empty())
        throw BadInput(InputError::missing, "missing minor version after {}; {}", in_quotes(unknown),
                       command_of(sorted, unknown, newest));
    if (const std::string name = misspelt_name(tables, unknown); !name.empty())
        throw BadInput(InputError::unknown, "unknown word {}; {}", in_quotes(unknown),
                       command_of(sorted, unknown, name));
    if (questions_about(sorted.facts).empty())
        throw BadInput(InputError::unknown, "unknown word {}; `cudastdenv --help` lists the commands",
                       in_quotes(unknown));
    if (sorted.facts.has("cuda") && is_value_of(tables, "cuda", unknown))
        throw BadInput(InputError::contradiction, "the release is given twice, as {} and as {}; {}",
                       in_quotes(sorted.facts.value("cuda")), in_quotes(unknown), command_of(sorted));
    throw BadInput(InputError::unknown, "unknown word {}; {}", in_quotes(unknown), command_of(sorted));
}

/// Adds the options in `texts` to each question that accepts them.
AskAnswer answered(const Context& context, const std::vector<AskedQuestion>& questions, const OptionTexts& texts,
                   const report::Style& style) {
    AskAnswer all;
    for (const AskedQuestion& question : questions) {
        const AskedCommand& command = *asked_command(question.command);
        OptionTexts asked = question.texts;
        // Without a named environment, `releases` lists what works anywhere, and a log may be of another machine.
        const bool is_log = question.command == "diagnose";
        const bool is_anywhere = (is_log || question.command == "releases") && texts.variables().contains("stdenv");
        for (const OptionSpec& option : command.options)
            if (texts.has(option.name) && !asked.has(option.name) && !(is_anywhere && option.name == "stdenv"))
                asked = asked.with(option.name, texts.value(option.name));
        const bool is_assumed = is_log && is_anywhere;
        Written one = answer_of(command, context,
                                is_assumed ? asked.with(environment_of_machine, texts.value("stdenv")) : asked,
                                {.style = style});
        all.answers.push_back({.command = command.name, .answered = one.answered, .text = std::move(one.text)});
        for (const auto& [name, value] : asked.values()) all.answers.back().options.entries.emplace_back(name, value);
        all.notes.insert(all.notes.end(), one.notes.begin(), one.notes.end());
    }
    // Problems come first.
    std::stable_partition(all.answers.begin(), all.answers.end(),
                          [](const AskAnswer::Part& part) { return !part.answered; });
    return all;
}

/// The text in lower case without quotes, with `…` for each number, as in printed wordings.
std::string with_gaps(std::string_view text) {
    std::string gapped;
    bool in_number = false;
    for (const char c : text) {
        const bool is_part = is_digit(c) || (in_number && c == '.');
        if (is_part && !in_number) gapped += "…";
        if (!is_part && !contains(std::string_view("\"'`"), c)) gapped += lower_case(c);
        in_number = is_part;
    }
    return gapped;
}

/// The messages of which a typed text can be a part: the one that it names as a short form, otherwise those with a
/// wording that contains it, or every word of it where one is "not"; the shortest wording first.
std::vector<const MessageRow*> messages_like(const Tables& tables, std::string_view text) {
    constexpr std::size_t shortest = 9;
    const auto row_of = [&](const MessageTextRow& wording) { return find_by_id(tables.messages, wording.message); };
    const auto read = read_log_text(tables, text).messages;
    if (!read.empty() && read.front().is_partial) return {row_of(*read.front().wording)};
    const std::string part = with_gaps(trimmed(text));
    if (part.size() < shortest) return {};
    std::vector<std::string_view> words = pieces_of(part, ' ');
    if (!contains(words, "not")) words = {part};
    std::vector<const MessageTextRow*> wordings;
    for (const MessageTextRow& wording : tables.message_texts) {
        const std::string printed = with_gaps(messages::as_printed(wording.text));
        const auto is_in_it = [&](std::string_view word) { return printed.find(word) != printed.npos; };
        if (std::ranges::all_of(words, is_in_it)) wordings.push_back(&wording);
    }
    std::ranges::stable_sort(wordings, {}, [](const MessageTextRow* wording) { return wording->text.size(); });
    std::vector<const MessageRow*> found;
    for (const MessageTextRow* wording : wordings)
        if (const MessageRow* row = row_of(*wording); !contains(found, row)) found.push_back(row);
    return found;
}

/// The page of the message or the advisory with that id, which must exist.
AskAnswer about_message(const Tables& tables, std::string_view id, const report::Style& style) {
    const MessageRow* row = find_by_id(tables.messages, id);
    const AdvisoryRow* advisory = find_by_id(tables.advisories, id);
    return {.answers = {{.command = "diagnose",
                         .options = {{{"text", std::string(id)}}},
                         .answered = true,
                         .text = row ? report::message_text(messages::about(tables, *row), style)
                                     : report::advisory_text(messages::advisories_of({advisory}).front(), style)}}};
}

/// Whether it is the name of a file of the toolkit, possibly with a release.
bool is_file(const Tables& tables, const SortedFacts& sorted) {
    const bool is_alone = sorted.words.size() == (sorted.facts.has("cuda") ? 2 : 1);
    return is_alone && sorted.unknown.size() == 1 && find_component_file(tables, sorted.unknown.front());
}

/// Whether it is a line or command that sets a list of architectures.
bool sets_list(const Tables& tables, std::string_view text) { return !find_lists_of_command(tables, text).empty(); }

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
    // A longer text is a message or a log.
    constexpr std::size_t most_words = 40;
    SortedFacts sorted;
    if (const auto pieces = pieces_of(text, ' '); pieces.size() > most_words) {
        sorted.words.assign(pieces.begin(), pieces.end());
        std::erase(sorted.words, "");
        sorted.unknown = {sorted.words.empty() ? "" : sorted.words.front()};
        return sorted;
    }
    sorted.words = words_of(tables, text);
    const std::span<const std::string> words = sorted.words;
    std::string_view announced;
    for (std::size_t i = 0; i < words.size();) {
        const bool is_adjective = words[i] == "latest" && i + 1 < words.size();
        const FactAt fact = is_adjective ? FactAt() : fact_at(tables, words.subspan(i), sorted.facts, announced);
        if (fact.size > 0) {
            const std::string before = sorted.facts.value_or(fact.kind, "");
            sorted.facts = sorted.facts.with(fact.kind, before.empty() ? fact.text : before + ',' + fact.text);
            announced = {};
        } else if (!is_adjective && !is_ignored(words[i])) {
            sorted.unknown.push_back(words[i]);
        }
        if (const std::string_view kind = announced_kind(words[i]); !kind.empty()) announced = kind;
        i += std::max<std::size_t>(fact.size, 1);
    }
    sorted.asks_for_driver = contains(words, std::string_view("driver")) && !sorted.facts.has("driver");
    return sorted;
}

Written answer_log_or_facts(const Context& context, const OptionTexts& texts, const Form& form,
                            const diagnose::LogReading& reading) {
    const DiagnoseAnswer answer = diagnose_answer(context, texts, reading);
    if (answer.findings.empty() && !answer.first_error) {
        std::vector<AskedQuestion> questions = questions_about(facts_of(answer));
        // The comparison of all parts answers these.
        constexpr std::array<std::string_view, 4> compared{"compat", "covers", "releases", "gpu"};
        if (answer.health)
            std::erase_if(questions, [&](const AskedQuestion& one) { return contains(compared, one.command); });
        if (answer.health || !questions.empty()) {
            AskAnswer all = answered(context, questions, texts, form.style);
            if (answer.health)
                all.answers.insert(all.answers.begin(), {.command = "diagnose",
                                                         .answered = answer.health->verdict == HealthVerdict::yes ||
                                                                     answer.health->verdict == HealthVerdict::partly,
                                                         .text = report::health_text(answer, form.style)});
            return written(all, form);
        }
    }
    return answer_diagnosis(answer, form);
}

bool names_something(const Tables& tables, std::string_view text) {
    if (is_id(tables, trimmed(text)) || !messages_like(tables, text).empty()) return true;
    const SortedFacts sorted = facts_in(tables, text);
    if (is_file(tables, sorted) || sets_list(tables, text)) return true;
    return sorted.unknown.empty() && !questions_about(sorted.facts).empty();
}

AskAnswer ask_answer(const Context& context, const OptionTexts& texts, const report::Style& style) {
    const std::string& text = texts.needed_value("text", "what is asked? Give a release, a compiler, a GPU, a message");
    const Tables& tables = context.tables;
    if (is_id(tables, trimmed(text))) return about_message(tables, trimmed(text), style);
    const OptionTexts options = texts.without("text");
    const SortedFacts sorted = facts_in(tables, text);
    const auto is_failure = [](std::string_view word) { return is_one_of(without_marks(word), failures); };
    const bool has_failure = std::ranges::any_of(pieces_of(text, ' '), is_failure);
    if (sets_list(tables, text) && !has_failure && read_log_text(tables, text).messages.empty())
        return answered(context, {{"lint", OptionTexts().with("text", text)}}, options, style);
    if (sorted.unknown.empty()) {
        const auto questions = questions_about(sorted.facts, sorted.asks_for_driver);
        if (questions.empty()) fail_unknown(tables, text, sorted);
        return answered(context, questions, options, style);
    }
    if (is_file(tables, sorted))
        return answered(context, {{"provides", sorted.facts.only({"cuda"}).with("name", sorted.unknown.front())}},
                        options, style);
    // A text with an unknown word is a message even if it contains facts: `gcc versions later than 13`.
    constexpr std::size_t most_messages = 3;
    const auto messages = messages_like(tables, text);
    if (messages.size() > most_messages)
        throw BadInput(InputError::ambiguous, "{} is part of several messages; cudastdenv table messages {}",
                       in_quotes(text), shell_word(text));
    if (!messages.empty()) return about_message(tables, messages.front()->id, style);
    const bool is_message = !read_log_text(tables, text).messages.empty();
    if (is_message || (sorted.words.size() > 1 && has_failure))
        return answered(context, {{"diagnose", OptionTexts().with("text", text)}}, options, style);
    if (sorted.unknown.size() == 1 && names_api(tables, sorted.unknown.front()))
        return answered(context, {{"api", sorted.facts.only({"cuda"}).with("name", sorted.unknown.front())}}, options,
                        style);
    const bool may_be_list = sorted.words.size() == 1 || text.starts_with('-');
    if (!may_be_list) fail_unknown(tables, text, sorted);
    try {
        return answered(context, {{"lint", OptionTexts().with("text", text)}}, options, style);
    } catch (const BadInput&) {
        fail_unknown(tables, text, sorted);
    }
}

Written answer_ask(const Context& context, const OptionTexts& texts, const Form& form) {
    return written(ask_answer(context, texts, form.style), form);
}

}  // namespace cudastdenv::query
