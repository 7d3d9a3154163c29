// SPDX-License-Identifier: MIT
#include "core/lists.hpp"
#include "core/text.hpp"
#include "spelling/spell.hpp"

namespace cudastdenv {

namespace {

constexpr auto npos = std::string_view::npos;
constexpr std::string_view ignoring = "cudastdenv: ignore";
/// In characters; a longer text is not a list.
constexpr std::size_t longest = 4000;
constexpr std::string_view spaces = " \t";
constexpr std::string_view between_words = " \t\r\n";
constexpr std::string_view quotes = "\"'";

bool is_among(char c, std::string_view characters) { return characters.find(c) != npos; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_of_name(char c) { return is_letter_or_digit(c) || c == '_'; }

/// The file with blanks in place of comments: CMake's, and elsewhere the rest of the line after a `#`.
std::string without_comments(std::string_view file) {
    std::string text(file);
    char quote = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '\n') quote = 0;  // an apostrophe, or a text of several lines
        else if (quote != 0) {
            if (c == '\\') ++i;
            else if (c == quote) quote = 0;
        } else if (is_among(c, quotes)) quote = c;
        else if (c == '#' && (i == 0 || is_among(text[i - 1], between_words))) {
            const std::size_t bracket = text.find_first_not_of('=', i + 2);
            const bool is_block = text[std::min(i + 1, text.size() - 1)] == '[' && bracket != npos &&
                                  text[bracket] == '[';
            const std::string closing = is_block ? "]" + std::string(bracket - i - 2, '=') + "]" : "\n";
            const std::size_t end = std::min(text.find(closing, i), text.size());
            for (; i < end; ++i)
                if (text[i] != '\n') text[i] = ' ';
            if (i < text.size() && is_block)
                std::fill_n(text.begin() + static_cast<std::ptrdiff_t>(i), closing.size(), ' ');
        }
    }
    return text;
}

/// The spelling with that variable; nullptr if none. Lower-case names are too common to count.
const Spelling* reader_of(std::string_view name) {
    if (name.find("CUDA") == npos || std::ranges::any_of(name, [](char c) { return c >= 'a' && c <= 'z'; }))
        return nullptr;
    return find_in(spellings(), true, [&](const Spelling& spelling) { return contains(spelling.names, name); });
}

/// First words of lines that print something. Output into a file counts as a definition.
constexpr std::array<std::string_view, 14> speaking{"echo",        "printf", "print",   "message", "name",
                                                    "description", "help",   "comment", "raise",   "throw",
                                                    "error",       "warn",   "warning", "info"};
/// Words that can precede these.
constexpr std::array<std::string_view, 4> introducing{"RUN", "run:", "-", "@"};

class Finder {
public:
    Finder(const Tables& tables, std::string_view text) : tables_(tables), text_(text) {}

    std::vector<FoundList> run() {
        for (std::size_t i = 0; i < text_.size();) {
            if (text_[i] == '\n') line_begin_ = i + 1;
            const bool begins = i == 0 || !is_of_name(text_[i - 1]);
            // In `-DNAME` the name begins after the D.
            const bool is_defined = i >= 2 && text_[i - 1] == 'D' && text_[i - 2] == '-';
            if (begins && text_[i] == '-' && at(i + 1) != 'D' && (i == 0 || text_[i - 1] != '-')) i = read_option(i);
            else if ((begins || is_defined) && is_upper(text_[i])) i = read_name(i);
            else ++i;
        }
        for (std::size_t i = 0; i < found_.size(); ++i)
            if (extended_.contains(found_names_[i])) found_[i].is_whole = false;
        return std::move(found_);
    }

private:
    [[nodiscard]] char at(std::size_t i) const { return i < text_.size() ? text_[i] : '\n'; }
    [[nodiscard]] std::size_t skip(std::size_t i, std::string_view characters) const {
        return std::min(text_.find_first_not_of(characters, i), text_.size());
    }
    /// Position of the first of the characters, at most as far as a list can be long.
    [[nodiscard]] std::size_t until(std::size_t i, std::string_view characters) const {
        const std::string_view near = text_.substr(std::min(i, text_.size()), longest + 1);
        return i + std::min(near.find_first_of(characters), near.size());
    }
    [[nodiscard]] std::string_view part(std::size_t begin, std::size_t end) const {
        return text_.substr(begin, end - begin);
    }

    /// The word before, of letters and maybe an opening bracket: `set(`, `ENV`, `ENV{`.
    [[nodiscard]] std::string_view word_before(std::size_t i) const {
        const std::size_t last = i == 0 ? npos : text_.find_last_not_of(between_words, i - 1);
        if (last == npos) return {};
        std::size_t begin = last;
        while (begin > 0 && is_of_name(text_[begin - 1])) --begin;
        return part(begin, last + 1);
    }

    std::size_t read_name(std::size_t begin) {
        std::size_t end = begin;
        while (end < text_.size() && is_of_name(text_[end])) ++end;
        const std::string_view name = part(begin, end);
        if (name.starts_with('D') && begin > 0 && text_[begin - 1] == '-') return begin + 1;
        const Spelling* spelling = reader_of(name);
        if (!spelling) return end;
        if (extends(name, begin, end)) extended_.emplace(name);
        const std::optional<std::string> value = is_expanded(begin) ? default_of(begin, end) : value_of(begin, end);
        if (!is_expanded(begin)) assigned_in_[std::string(name)] = line_begin_;
        if (value && !is_stated()) add(begin, name, *spelling, *value, true);
        return end;
    }

    /// `$NAME`, `${NAME`, `$(NAME`, `$ENV{NAME`: a use of the variable.
    [[nodiscard]] bool is_expanded(std::size_t begin) const {
        const std::string_view before = part(begin - std::min<std::size_t>(begin, 5), begin);
        return before.ends_with('$') || before.ends_with("${") || before.ends_with("$(") || before.ends_with("$ENV{");
    }

    /// The default in `${NAME:-8.0}` and `${NAME:=8.0}`.
    [[nodiscard]] std::optional<std::string> default_of(std::size_t begin, std::size_t end) const {
        const std::size_t value = end + (at(end) == ':' ? 2 : 1);
        if (text_[begin - 1] != '{' || !is_among(at(value - 1), "-=")) return std::nullopt;
        std::string_view text = part(value, until(value, "}\n"));
        if (!text.empty() && is_among(text.front(), quotes)) text = text.substr(1, text.find(text.front(), 1) - 1);
        return std::string(text);
    }

    /// Whether this text adds to the name's list, so that an assignment elsewhere is only a part of it.
    [[nodiscard]] bool extends(std::string_view name, std::size_t begin, std::size_t end) const {
        const std::string_view before = word_before(begin);
        if (before == "APPEND" || before == "PREPEND" || is_appended_property(before)) return true;
        if (text_.substr(skip(skip(end, "\"']}"), spaces)).starts_with("+=")) return true;
        const auto assigned = assigned_in_.find(name);
        return is_expanded(begin) && assigned != assigned_in_.end() && assigned->second == line_begin_;
    }

    /// `APPEND PROPERTY NAME`
    [[nodiscard]] bool is_appended_property(std::string_view before) const {
        return before == "PROPERTY" && word_before(static_cast<std::size_t>(before.data() - text_.data())) == "APPEND";
    }

    /// Whether this line is for people: a message, a name, a description.
    [[nodiscard]] bool is_stated() const {
        std::string_view line = part(line_begin_, until(line_begin_, "\n"));
        for (bool continues = true; continues;) {
            line = line.substr(std::min(line.find_first_not_of(" \t\"'"), line.size()));
            continues = std::ranges::any_of(introducing,
                                            [&](std::string_view word) { return take_prefix(line, word); });
        }
        const std::string_view first = line.substr(0, line.find_first_of(" \t\"'(:="));
        return contains(speaking, first) && line.find('>') == npos;
    }

    /// Whether the name is a key of YAML, JSON or Python: at the beginning of its line, or after a bracket or comma.
    [[nodiscard]] bool is_key(std::size_t begin) const {
        std::string_view before = part(line_begin_, begin);
        if (!before.empty() && is_among(before.back(), quotes)) before.remove_suffix(1);
        const std::size_t last = before.find_last_not_of(spaces);
        return last == npos || is_among(before[last], "{,") || (before[last] == '-' && trimmed(before) == "-");
    }

    /// The value of the name between `begin` and `end`. Absent: not set there, or not to a text.
    [[nodiscard]] std::optional<std::string> value_of(std::size_t begin, std::size_t end) const {
        if (begin > 0 && text_[begin - 1] == '/') return std::nullopt;  // of an expression of sed, or a path
        const std::string_view before = word_before(begin);
        if (is_appended_property(before)) return std::nullopt;
        const bool in_set = equal_in_any_case(before, "set(") || before == "ENV{";
        std::size_t i = end;
        if (at(i) == ':' && is_upper(at(i + 1))) {  // -DNAME:STRING=
            const std::size_t type = until(i, "= \t\r\n");
            if (at(type) == '=') i = type;
        }
        const std::size_t closers = skip(i, "\"']}") - i;
        i += closers;
        const std::size_t sign = skip(i, spaces);
        if (in_set || part(begin, end) == "CUDA_ARCHITECTURES") {
            if (is_among(at(i), between_words)) return arguments(skip(i, between_words));
        } else if (before == "ENV" && sign > i && at(sign) != '=') return rest_of_line(sign);
        if (at(sign) == ',' && closers > 0) return quoted(skip(sign + 1, between_words));
        const std::string_view rest = text_.substr(sign);
        for (const std::string_view assignment : {"::=", ":=", "?=", "="}) {
            if (!rest.starts_with(assignment)) continue;
            const std::size_t value = sign + assignment.size();
            if (at(value) == '=') return std::nullopt;  // a comparison
            const bool is_loose = sign > i || assignment != "=" || is_among(at(value), spaces);
            return assigned(begin, skip(value, spaces), is_loose);
        }
        const char behind = at(sign + 1);
        if (at(sign) == ':' && is_key(begin) &&
            (is_among(behind, between_words) || is_among(behind, quotes) || behind == '{'))
            return mapped(skip(sign + 1, spaces));
        return std::nullopt;
    }

    [[nodiscard]] std::optional<std::string> quoted(std::size_t i) const {
        if (!is_among(at(i), quotes)) return std::nullopt;
        const std::size_t end = until(i + 1, std::string{text_[i], '\n'});
        if (at(end) != text_[i] || continues(end + 1)) return std::nullopt;
        return std::string(part(i + 1, end));
    }

    /// Whether the text after a quoted one changes it: `"8.0" + x`, `"8.0".split()`, `"8.0"$MORE`.
    [[nodiscard]] bool continues(std::size_t i) const {
        if (is_of_name(at(i)) || is_among(at(i), "\"'$.")) return true;
        const std::size_t next = skip(i, spaces);
        const std::string_view rest = text_.substr(next);
        return is_among(at(next), "+%\"'") || rest.starts_with("if ") || rest.starts_with("or ");
    }

    [[nodiscard]] std::optional<std::string> rest_of_line(std::size_t i) const {
        if (is_among(at(i), quotes)) return quoted(i);
        std::string_view line = trimmed(part(i, until(i, "\r\n")));
        if (line.ends_with(',')) line.remove_suffix(1);
        return std::string(line);
    }

    /// The value after an assignment. It ends with the line if blanks may surround the sign, otherwise at the next
    /// blank or at the end of the surrounding quotes.
    [[nodiscard]] std::optional<std::string> assigned(std::size_t name, std::size_t i, bool is_loose) const {
        if ((at(i) == '\\' && is_among(at(i + 1), quotes)) || at(i) == '(') return std::nullopt;
        if (is_loose || is_among(at(i), quotes)) return rest_of_line(i);
        const std::size_t first = name >= 2 && text_[name - 1] == 'D' && text_[name - 2] == '-' ? name - 2 : name;
        const char around = first > 0 ? text_[first - 1] : ' ';
        if (is_among(around, quotes)) return std::string(part(i, until(i, std::string{around, '\n'})));
        const std::size_t end = until(i, " \t\r\n\"'`)");
        if (end > i && text_[end - 1] == '\\') return std::nullopt;  // an escaped blank
        return std::string(part(i, end));
    }

    /// The value after the colon of YAML or JSON; a preset may have it in an object.
    [[nodiscard]] std::optional<std::string> mapped(std::size_t i) const {
        if (is_among(at(i), "|>")) i = skip(until(i, "\n"), between_words);  // the text begins in the next line
        if (at(i) != '{') {
            const std::optional<std::string> value = at(i) == '[' ? std::nullopt : rest_of_line(i);
            return value && value->find(" = ") != npos ? std::nullopt : value;  // of Python, after a type
        }
        constexpr std::string_view key = "\"value\"";
        const std::size_t place = part(i, until(i, "}")).find(key);
        if (place == npos) return std::nullopt;
        const std::size_t colon = skip(i + place + key.size(), between_words);
        return at(colon) == ':' ? quoted(skip(colon + 1, between_words)) : std::nullopt;
    }

    /// The arguments of a CMake command, up to the bracket or its next keyword, such as CACHE.
    [[nodiscard]] std::optional<std::string> arguments(std::size_t i) const {
        std::string list;
        if (at(i) == '[') return std::nullopt;
        while (i < text_.size() && at(i) != ')' && !is_upper(at(i)) && list.size() <= longest) {
            const bool is_quoted = at(i) == '"';
            const std::size_t begin = i + (is_quoted ? 1 : 0);
            const std::size_t end = until(begin, is_quoted ? "\"" : " \t\r\n)");
            if (!list.empty()) list += ';';
            list += part(begin, end);
            i = skip(std::min(end + (is_quoted ? 1 : 0), text_.size()), between_words);
        }
        return list;
    }

    /// `-gencode arch=...`, `"-gencode", "arch=..."`, `--offload-arch=sm_90`. Anything unreadable is another option.
    std::size_t read_option(std::size_t begin) {
        std::size_t end = begin;
        while (end < text_.size() && (is_of_name(text_[end]) || text_[end] == '-')) ++end;
        const std::string_view option = part(begin, end);
        if (option.size() < 3 || !is_known(option)) return end;
        const std::size_t value = at(end) == '=' ? skip(end + 1, quotes) : skip(end, " \t\"',;");
        std::size_t stop = until(value, " \t\r\n\"'`);\\>");
        std::string text = std::string(option) + '=' + std::string(part(value, stop));
        if (at(stop) == '\\' && at(stop + 1) == '"') {  // `code=\"sm_80,compute_80\"`
            const std::size_t begin_of_more = stop + 2;
            stop = until(begin_of_more, " \t\r\n\\");
            text += '[' + std::string(part(begin_of_more, stop)) + ']';
        }
        for (const Spelling& spelling : spellings())
            if (std::holds_alternative<Listing>(spelling.read({tables_}, text))) {
                if (!is_stated()) add(begin, option, spelling, text, false);
                break;
            }
        return end;
    }

    bool is_known(std::string_view option) {
        const auto [known, is_new] = options_.try_emplace(std::string(option), false);
        if (is_new) known->second = begins_a_list(option);
        return known->second;
    }

    void add(std::size_t place, std::string_view name, const Spelling& spelling, std::string text, bool is_whole) {
        replace_all(text, "\\;", ";");
        text = std::string(trimmed(text));
        // Unexpanded variables, or too long for a list.
        if (text.find_first_of("$<>{}%@*") != npos || text.size() > longest) return;
        // A word of the project's own, or empty.
        const bool is_read = std::holds_alternative<Listing>(spelling.read({tables_}, text));
        if (!is_read && std::ranges::none_of(text, is_digit)) return;
        line_ += static_cast<std::size_t>(std::ranges::count(part(counted_, place), '\n'));
        counted_ = place;
        found_.push_back({&spelling, std::move(text), line_, is_whole});
        found_names_.emplace_back(name);
    }

    const Tables& tables_;
    std::string_view text_;
    std::map<std::string, bool, std::less<>> options_;
    std::vector<FoundList> found_;
    std::vector<std::string> found_names_;                         // the variable or option of each
    std::set<std::string, std::less<>> extended_;                  // names with additions somewhere
    std::map<std::string, std::size_t, std::less<>> assigned_in_;  // where the last line that sets it begins
    std::size_t line_begin_ = 0;
    std::size_t line_ = 1, counted_ = 0;  // the line of the last list, and its beginning
};

}  // namespace

std::vector<FoundList> find_lists(const Tables& tables, std::string_view file) {
    const std::string text = without_comments(file);
    std::vector<FoundList> lists = Finder(tables, text).run();
    const std::vector<std::string_view> lines = lines_of(file);
    std::erase_if(lists, [&](const FoundList& list) { return lines[list.line - 1].find(ignoring) != npos; });
    return lists;
}

}  // namespace cudastdenv
