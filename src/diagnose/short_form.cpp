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
    "a after all an and any are as at be been by can could did do does error errors fatal fix for from geforce get "
    "getting gives got gtx had has have help how i if im in into is issue it its linux me my now of on only or our out "
    "please problem rtx running said says shows so some that the their then there these they this throws to trying "
    "ubuntu us using was we were what when where which while why will windows with would you your";
constexpr std::string_view negation = "not", discovery = "found";

/// Words that state a failure. A text without one has to be most of a message.
constexpr std::string_view failures =
    "clash conflict conflicting detected different expired fail failure greater incompatible incorrect insufficient "
    "invalid mismatch mismatched mismatches must needs newer not older rejected required requires too undefined "
    "unknown "
    "unrecognized unresolved unsatisfied unsupported wrong not";

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
        for (const std::string_view little : pieces_of(little_words, ' ')) all[little] = "";
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
    if (word.empty()) return;
    if (words.empty() || words.back().text != word) words.push_back({.text = std::move(word)});
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
class Vocabulary {
public:
    explicit Vocabulary(const Tables& tables) : message_count_(static_cast<double>(tables.messages.size())) {
        for (const MessageTextRow& row : tables.message_texts) {
            if (row.language) continue;
            if (wordings_.empty() || wordings_.back().row->message != row.message) {
                std::string id(row.message);
                std::ranges::replace(id, '-', ' ');
                add(row, words_of_template(id));
            }
            add(row, words_of_template(row.text));
        }
    }

    [[nodiscard]] const std::vector<Wording>& wordings() const noexcept { return wordings_; }
    [[nodiscard]] bool has(const Word& word) const { return messages_with_.contains(word.text); }
    /// A word of no message weighs as much as one of a single message.
    [[nodiscard]] double weight(const Word& word) const {
        if (word.is_number() || word.is_placeholder()) return 0;
        const auto found = messages_with_.find(word.text);
        const std::size_t count = found == messages_with_.end() ? 1 : found->second.size();
        return std::log(message_count_ / static_cast<double>(count)) + 0.2;
    }

private:
    void add(const MessageTextRow& row, std::vector<Word> words) {
        for (const Word& word : words)
            if (!word.is_placeholder()) messages_with_[word.text].insert(row.message);
        wordings_.push_back({&row, std::move(words)});
    }

    double message_count_;
    std::vector<Wording> wordings_;
    std::map<std::string, std::set<std::string_view>, std::less<>> messages_with_;
};

/// How much of a wording a text has.
struct Likeness {
    NamedWording named = {};
    double shared = 0;    ///< weight of the words that both have
    double part = 0;      ///< of the wording, 0 to 1
    std::size_t run = 0;  ///< the most words in a row that both have
    [[nodiscard]] double rank() const noexcept { return shared * std::sqrt(part); }
};

/// Compares a text with one wording.
class Comparison {
public:
    Comparison(const Vocabulary& vocabulary, const std::vector<Word>& typed, const Wording& wording)
        : vocabulary_(vocabulary),
          typed_(typed),
          printed_(wording.words),
          is_used_(wording.words.size(), false),
          like_{.named = {.wording = wording.row}} {}

    /// Absent: too much of the text is not in the wording.
    [[nodiscard]] std::optional<Likeness> compare() {
        constexpr double out_of_order = 0.85, fewest_shared = 0.75;
        double ordered = 0, shared = 0, all_typed = 0, all_printed = 0;
        for (const Word& word : printed_) all_printed += vocabulary_.weight(word);
        std::size_t next = 0;
        for (const Word& word : typed_) {
            const std::size_t at = first_match(word, next, true), other = first_match(word, 0, false);
            const bool is_in_order = at < printed_.size(), is_elsewhere = other < printed_.size();
            all_typed += vocabulary_.weight(is_elsewhere ? printed_[other] : is_in_order ? printed_[at] : word);
            if (is_in_order) {
                ordered += vocabulary_.weight(printed_[at]);
                next = end_of(word, at);
                fill(word, at);
            } else if (is_elsewhere) {
                fill(word, other);
            }
            if (is_elsewhere) {
                is_used_[other] = true;
                shared += vocabulary_.weight(printed_[other]);
            }
        }
        like_.run = longest_run();
        if (all_printed == 0 || shared < fewest_shared * all_typed) return std::nullopt;
        like_.shared = std::max(ordered, out_of_order * shared);
        like_.part = like_.shared / all_printed;
        return std::move(like_);
    }

private:
    [[nodiscard]] bool matches(const Word& word, const Word& printed) const {
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

    [[nodiscard]] std::size_t first_match(const Word& word, std::size_t from, bool may_be_used) const {
        while (from < printed_.size() && (!matches(word, printed_[from]) || (!may_be_used && is_used_[from]))) ++from;
        return from;
    }

    /// Whether the word has the value of the placeholder behind the beginning of a word: `sm_120`.
    [[nodiscard]] bool is_beginning(const Word& word, std::size_t at) const {
        return !printed_[at].is_placeholder() && printed_[at].is_open && word.text != printed_[at].text;
    }

    [[nodiscard]] std::size_t end_of(const Word& word, std::size_t at) const {
        return at + (is_beginning(word, at) ? 2 : 1);
    }

    /// Adds the value of a placeholder.
    void fill(const Word& word, std::size_t at) {
        const bool is_rest = is_beginning(word, at);
        const Fact fact = printed_[is_rest ? at + 1 : at].placeholder.fact;
        if (fact == Fact::none) return;
        std::string_view value = word.text;
        if (is_rest) value.remove_prefix(printed_[at].text.size());
        take_prefix(value, is_rest ? "_" : "");
        like_.named.fillings.push_back({fact, std::string(value)});
    }

    /// The most words in a row that both texts have.
    [[nodiscard]] std::size_t longest_run() const {
        std::size_t longest = 0;
        std::vector<std::size_t> runs(printed_.size() + 2, 0);  // by the place behind them
        for (const Word& word : typed_) {
            std::vector<std::size_t> longer(runs.size(), 0);
            for (std::size_t at = 0; at < printed_.size(); ++at)
                if (matches(word, printed_[at])) {
                    std::size_t& run = longer[end_of(word, at)];
                    run = std::max(run, runs[at] + 1);
                    longest = std::max(longest, run);
                }
            runs = std::move(longer);
        }
        return longest;
    }

    const Vocabulary& vocabulary_;
    const std::vector<Word>& typed_;
    const std::vector<Word>& printed_;
    std::vector<bool> is_used_;
    Likeness like_;
};

/// Whether a piece of a text is a place on a disk.
bool is_path(std::string_view piece) noexcept {
    return std::ranges::count(piece, '/') > 1 || piece.starts_with('/') || piece.starts_with("./");
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
    constexpr std::string_view of_sentence = "a be can could directory error file header importerror in library "
                                             "loading object oserror path shared the version";
    std::vector<std::string_view> subjects;
    bool is_missing = false;
    for (std::string_view word : pieces_of(text, ' ')) {
        word = trimmed(word);
        while (!word.empty() && contains(std::string_view("'\"`:,;.!?()"), word.back())) word.remove_suffix(1);
        while (!word.empty() && contains(std::string_view("'\"`("), word.front())) word.remove_prefix(1);
        std::string plain = in_lower_case(word);
        std::erase(plain, '\'');
        is_missing = is_missing || is_one_of(plain, negations);
        const bool is_little = is_one_of(plain, negations) || is_one_of(plain, discoveries) ||
                               is_one_of(plain, of_sentence) || is_one_of(plain, "is are command");
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
        if (!is_path(piece)) add_words(piece, typed);
    const auto states_failure = std::ranges::any_of(typed,
                                                    [](const Word& word) { return is_one_of(word.text, failures); });
    const Vocabulary vocabulary(tables);
    std::optional<Likeness> best;
    double second = 0;
    for (const Wording& wording : vocabulary.wordings()) {
        std::optional<Likeness> like = Comparison(vocabulary, typed, wording).compare();
        if (!like || !is_plausible(like->named)) continue;
        const bool is_same_message = best && best->named.wording->message == wording.row->message;
        // The wording with the values that were typed.
        const bool is_fuller = is_same_message && best->rank() == like->rank() &&
                               best->named.fillings.size() < like->named.fillings.size();
        const bool is_better = !best || best->rank() < like->rank() || is_fuller;
        if (!is_same_message) second = std::max(second, is_better ? (best ? best->rank() : 0) : like->rank());
        if (is_better) best = std::move(like);
    }
    if (!best || second > distance * best->rank() || !is_enough(*best, states_failure)) return std::nullopt;
    return std::move(best->named);
}

}  // namespace cudastdenv::diagnose
