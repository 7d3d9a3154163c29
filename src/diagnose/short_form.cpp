// SPDX-License-Identifier: MIT
// Compares a short text with the wordings of all messages, word by word. A word of few messages weighs more.
#include "diagnose/short_form.hpp"

#include "core/lists.hpp"
#include "core/text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace cudastdenv::diagnose {

namespace {

// People choose another word for the same: `missing`, `cannot open`, `no such`.
constexpr std::string_view negations =
    "cannot cant couldnt doesnt dont failed fails isnt missing never no not unable without wont";
constexpr std::string_view discoveries =
    "exist exists find finding found load loaded loading locate open opened opening such";
constexpr std::string_view little_words =
    "a after all an and any are as at be been by can could did do does error errors fatal file fix for from geforce "
    "get getting gives got gtx had has have help how i if im in include into is issue it its linux me my now of on "
    "only or our out please problem rtx running said says shows so some that the their then there these they this "
    "throws to trying ubuntu us using was we were what when where which while why will windows with would you your";
constexpr std::string_view negation = "not", discovery = "found";

/// Words that state a failure. A text without one has to be most of a message.
constexpr std::string_view failures =
    "clash conflict conflicting detected different empty expired fail failure greater incompatible incorrect "
    "insufficient invalid mismatch mismatched mismatches must needs newer not older rejected required requires too "
    "undefined unknown unrecognized unresolved unsatisfied unsupported wrong not";

/// A word of a text, in lower case: letters with digits, or a number.
struct Word {
    std::string text = {};
    bool is_open = false;           ///< a placeholder continues it: `compute_{number}`
    TemplatePart placeholder = {};  ///< instead of a word, if it is one
    /// `-13` and `13..4` are none.
    [[nodiscard]] bool is_number() const noexcept {
        return !text.empty() && is_digit(text.front()) && text.find("..") == text.npos;
    }
    [[nodiscard]] bool is_placeholder() const noexcept {
        return placeholder.placeholder != TemplatePart::Placeholder::none;
    }
};

/// The word that a comparison uses instead; empty: the word says too little.
std::string_view meaning_of(std::string_view word) {
    static const std::map<std::string_view, std::string_view> meanings = [] {
        std::map<std::string_view, std::string_view> all;
        for (const std::string_view one : pieces_of(little_words, ' ')) all[one] = "";
        for (const std::string_view one : pieces_of(negations, ' ')) all[one] = negation;
        for (const std::string_view one : pieces_of(discoveries, ' ')) all[one] = discovery;
        return all;
    }();
    const auto found = meanings.find(word);
    return found == meanings.end() ? word : found->second;
}

bool is_part_of_word(char c) noexcept { return is_letter_or_digit(c) || c == '_'; }

void add_word(std::string word, std::vector<Word>& words) {
    while (word.ends_with('_')) word.pop_back();
    word = std::string(meaning_of(word));
    if (!word.empty() && (words.empty() || words.back().text != word)) words.push_back({.text = std::move(word)});
}

/// Adds the words of a text without placeholders: `sm_120`, `glibcxx_3.4.32`, `libcudart`, `c++17`.
void add_words(std::string_view text, std::vector<Word>& words) {
    std::string word;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const char last = word.empty() ? '\0' : word.back(), next = i + 1 < text.size() ? text[i + 1] : '\0';
        const bool is_between_digits = c == '.' && (is_digit(last) || last == '.') && (is_digit(next) || next == '.');
        const bool is_sign = c == '-' && i == 0 && is_digit(next);
        const bool is_plus = c == '+' && !word.empty() && (word.back() == '+' || text.substr(i).starts_with("++"));
        if (is_part_of_word(c) || is_between_digits || is_plus || is_sign) word += lower_case(c);
        else if (c != '\'') add_word(std::exchange(word, ""), words);
    }
    add_word(std::move(word), words);
}

std::vector<Word> words_of_template(std::string_view text) {
    std::vector<Word> words;
    while (!text.empty()) {
        const std::size_t open = std::min(text.find('{'), text.size());
        add_words(text.substr(0, open), words);
        if (open == text.size()) break;
        const std::size_t close = std::min(text.find('}', open), text.size() - 1);
        const bool continues = open > 0 && (is_part_of_word(text[open - 1]) || text[open - 1] == '+');
        if (continues && !words.empty()) words.back().is_open = true;
        // The braces hold one placeholder, with the fact that it is.
        if (const auto parts = parse_template("x" + std::string(text.substr(open, close + 1 - open)));
            parts && parts->size() == 2)
            words.push_back({.placeholder = parts->back()});
        text.remove_prefix(close + 1);
    }
    return words;
}

/// A wording, as words.
struct Wording {
    const MessageTextRow* row = nullptr;
    std::vector<Word> words;
};

/// The wordings in English, and how much each word says. The id of a message is one of its wordings.
struct Vocabulary {
    explicit Vocabulary(const Tables& tables) : message_count(static_cast<double>(tables.messages.size())) {
        for (const MessageTextRow& row : tables.message_texts) {
            if (row.language) continue;
            if (wordings.empty() || wordings.back().row->message != row.message) {
                std::string id(row.message);
                std::ranges::replace(id, '-', ' ');
                add(row, words_of_template(id));
            }
            add(row, words_of_template(row.text));
        }
    }

    /// A word of no message weighs as much as one of a single message.
    [[nodiscard]] double weight(const Word& word) const {
        if (word.is_number() || word.is_placeholder()) return 0;
        const auto found = messages_with.find(word.text);
        const std::size_t count = found == messages_with.end() ? 1 : found->second.size();
        return std::log(message_count / static_cast<double>(count)) + 0.2;
    }

    void add(const MessageTextRow& row, std::vector<Word> words) {
        for (const Word& word : words)
            if (!word.is_placeholder()) messages_with[word.text].insert(row.message);
        wordings.push_back({&row, std::move(words)});
    }

    double message_count;
    std::vector<Wording> wordings;
    std::map<std::string, std::set<std::string_view>, std::less<>> messages_with;
};

/// How much of a wording a text has.
struct Likeness {
    NamedWording named = {};
    const std::vector<Word>* printed = nullptr;  ///< of the wording
    double shared = 0;                           ///< weight of the words that both have
    double part = 0;                             ///< of the wording, 0 to 1
    std::size_t run = 0;                         ///< the most words in a row that both have
    [[nodiscard]] double rank() const noexcept { return shared * std::sqrt(part); }
};

bool matches(const Word& word, const Word& printed) {
    using enum TemplatePlaceholder;
    const TemplatePart::Placeholder kind = printed.placeholder.placeholder;
    if (kind == number || kind == version) return word.is_number();
    // Other words are no names: `sm_120`, `g++`.
    if (printed.is_placeholder()) return word.text.find_first_of("0123456789_+") != word.text.npos;
    constexpr std::size_t shortest_start = 3;
    const bool is_start = printed.is_open && printed.text.size() >= shortest_start &&
                          word.text.starts_with(printed.text);
    return word.text == printed.text || is_start;
}

/// Compares a text with one wording. Absent: too much of the text is not in the wording.
std::optional<Likeness> compare(const Vocabulary& vocabulary, const std::vector<Word>& typed, const Wording& wording) {
    constexpr double out_of_order = 0.85, fewest_shared = 0.75;
    const std::vector<Word>& printed = wording.words;
    Likeness like{.named = {.wording = wording.row}, .printed = &printed};
    std::vector<bool> is_used(printed.size(), false);
    double ordered = 0, shared = 0, all_typed = 0, all_printed = 0;
    for (const Word& word : printed) all_printed += vocabulary.weight(word);
    std::size_t next = 0, end = 0, run = 0;  // behind the last word in order, and behind the last one
    for (const Word& word : typed) {
        const auto match_from = [&](std::size_t at) {
            while (at < printed.size() && (is_used[at] || !matches(word, printed[at]))) ++at;
            return at;
        };
        std::size_t at = match_from(next);
        const bool is_in_order = at < printed.size();
        if (!is_in_order) at = match_from(0);
        const bool is_shared = at < printed.size();
        const double weight = vocabulary.weight(is_shared ? printed[at] : word);
        all_typed += weight;
        run = !is_shared ? 0 : at == end ? run + 1 : 1;
        if (!is_shared) continue;
        is_used[at] = true;
        shared += weight;
        like.run = std::max(like.run, run);
        // The word has the value of the placeholder behind its beginning: `sm_120`.
        const bool has_value = printed[at].is_open && word.text != printed[at].text;
        end = at + (has_value ? 2 : 1);
        if (is_in_order) next = end;
        ordered += is_in_order ? weight : 0;
        std::string_view value = std::string_view(word.text).substr(has_value ? printed[at].text.size() : 0);
        take_prefix(value, has_value ? "_" : "");
        if (const Fact fact = printed[end - 1].placeholder.fact; fact != Fact::none)
            like.named.fillings.push_back({fact, std::string(value)});
    }
    if (all_printed == 0 || shared < fewest_shared * all_typed) return std::nullopt;
    like.shared = std::max(ordered, out_of_order * shared);
    like.part = like.shared / all_printed;
    return like;
}

/// Whether two wordings differ only in their placeholders.
bool have_same_words(std::vector<Word> left, std::vector<Word> right) {
    std::erase_if(left, std::mem_fn(&Word::is_placeholder));
    std::erase_if(right, std::mem_fn(&Word::is_placeholder));
    return std::ranges::equal(left, right, {}, &Word::text, &Word::text);
}

/// Whether the text has enough of the wording for a name. Without a word of failure it may state a fact.
bool is_enough(const Likeness& like, bool states_failure) noexcept {
    constexpr double most_of_it = 0.75, some_of_it = 0.4, much = 9, enough = 6.3, little = 4;
    if (!states_failure) return like.shared >= much && like.part >= most_of_it;
    const bool is_phrase = like.run > 2 || like.part >= most_of_it;
    return is_phrase ? like.shared >= little : like.shared >= enough && like.part >= some_of_it;
}

}  // namespace

std::string as_printed_by_a_tool(std::string_view text) {
    constexpr std::string_view host_compilers = "c++ cc cl cl.exe clang clang++ g++ gcc";
    constexpr std::string_view of_sentence = "a are be can command could directory error file header importerror in is "
                                             "library loading object oserror path shared the version";
    std::vector<std::string_view> subjects;
    bool is_missing = false;
    for (std::string_view word : pieces_of(text, ' ')) {
        word = trimmed(word);
        while (!word.empty() && contains(std::string_view("'\"`:,;.!?()"), word.back())) word.remove_suffix(1);
        while (!word.empty() && contains(std::string_view("'\"`("), word.front())) word.remove_prefix(1);
        std::string plain = in_lower_case(word);
        std::erase(plain, '\'');
        const std::string_view meaning = meaning_of(plain);
        is_missing = is_missing || meaning == negation;
        const bool is_little = meaning == negation || meaning == discovery || is_one_of(plain, of_sentence);
        if (!word.empty() && !is_little) subjects.push_back(word);
    }
    if (subjects.size() != 1) return "";
    const std::string_view name = subjects.front();
    if (!is_missing && contains(name, '/')) return "";
    if (name.find(".so") != name.npos)
        return fmt::format("error while loading shared libraries: {}: cannot open shared object file: No such file or "
                           "directory",
                           name);
    if (name.ends_with(".h") || name.ends_with(".hpp") || name.ends_with(".cuh"))
        return fmt::format("fatal error: {}: No such file or directory", name);
    if (!is_missing) return "";
    if (name.starts_with("-l")) return fmt::format("ld: cannot find {}", name);
    for (const std::string_view prefix : {"GLIBCXX_", "GLIBC_", "CXXABI_"})
        if (equal_in_any_case(name.substr(0, prefix.size()), prefix) && name.size() > prefix.size())
            return fmt::format("version `{}{}' not found", prefix, name.substr(prefix.size()));
    if (is_one_of(name, host_compilers) || is_one_of(name.substr(0, name.find_first_of("-0123456789")), host_compilers))
        return fmt::format("nvcc fatal   : Cannot find compiler '{}' in PATH", name);
    return fmt::format("{}: command not found", name);
}

std::optional<NamedWording> wording_named_by(const Tables& tables, std::string_view text,
                                             const std::function<bool(const NamedWording&)>& is_plausible) {
    constexpr double distance = 0.9;
    std::vector<Word> typed;
    for (const std::string_view piece : pieces_of(text, ' '))
        // Not of a path.
        if (std::ranges::count(piece, '/') < 2 && !piece.starts_with('/') && !piece.starts_with("./"))
            add_words(piece, typed);
    const auto states_failure = std::ranges::any_of(typed,
                                                    [](const Word& word) { return is_one_of(word.text, failures); });
    const Vocabulary vocabulary(tables);
    std::optional<Likeness> best;
    std::vector<Likeness> all;
    // `arch ()` is a case of `arch ({name})`.
    const auto is_same = [&](const Likeness& one) {
        return best->named.wording->message == one.named.wording->message ||
               have_same_words(*best->printed, *one.printed);
    };
    // The wording with the values that were typed, or that can have some.
    const auto rank_of = [](const Likeness& one) {
        return std::tuple(one.rank(), one.named.fillings.size(), one.printed->size());
    };
    for (const Wording& wording : vocabulary.wordings) {
        std::optional<Likeness> like = compare(vocabulary, typed, wording);
        if (!like || !is_plausible(like->named)) continue;
        const bool is_better = !best ||
                               (is_same(*like) ? rank_of(*best) < rank_of(*like) : best->rank() < like->rank());
        if (is_better) best = like;
        all.push_back(*std::move(like));
    }
    double second = 0;
    for (const Likeness& one : all)
        if (!is_same(one)) second = std::max(second, one.rank());
    if (!best || second > distance * best->rank() || !is_enough(*best, states_failure)) return std::nullopt;
    return std::move(best->named);
}

}  // namespace cudastdenv::diagnose
