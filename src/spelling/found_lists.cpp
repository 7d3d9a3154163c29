// SPDX-License-Identifier: MIT
#include "core/format.hpp"
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

/// Names of functions, whose arguments are the list.
constexpr std::array<std::string_view, 5> functions{"CUDA_SELECT_NVCC_ARCH_FLAGS", "add_cugencodes",
                                                    "cuda_select_nvcc_arch_flags", "get_arch_list", "nvcc_arch_flags"};
/// Formats of variables with common names, which others use for other values.
constexpr std::array<std::string_view, 4> of_common_names{"findcuda", "magma", "numbers", "sm"};
/// Commands of shells that set a variable to the next word: csh, Windows, fish.
constexpr std::array<std::string_view, 8> setting{"ENV", "setenv", "setx", "gx", "x", "Ux", "xg", "xU"};

constexpr std::array<std::string_view, 3> long_setting{"export", "global", "universal"};

/// First words of lines that print something. Output into a file counts as a definition.
constexpr std::array<std::string_view, 14> speaking{"echo",        "printf", "print",   "message", "name",
                                                    "description", "help",   "comment", "raise",   "throw",
                                                    "error",       "warn",   "warning", "info"};
/// Words that can precede these.
constexpr std::array<std::string_view, 4> introducing{"RUN", "run:", "-", "@"};

class Finder {
public:
    Finder(const Tables& tables, std::string_view text) : tables_(tables), text_(text) {
        for (const ListVariableRow& row : tables.list_variables) first_letters_.insert(row.name.front());
    }

    std::vector<FoundList> run() {
        for (std::size_t i = 0; i < text_.size();) {
            if (text_[i] == '\n') line_begin_ = i + 1;
            const bool begins = i == 0 || !is_of_name(text_[i - 1]);
            // In `-DNAME` the name begins after the D.
            const bool is_defined = i >= 2 && text_[i - 1] == 'D' && text_[i - 2] == '-';
            const ListVariableRow* variable = begins || is_defined ? variable_at(i) : nullptr;
            if (variable) i = read_variable(i, *variable);
            else if (begins && text_[i] == '-' && at(i + 1) != 'D' && (i == 0 || text_[i - 1] != '-'))
                i = read_option(i);
            else ++i;
        }
        join_variables();
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

    [[nodiscard]] bool reads(const Spelling& spelling, std::string_view text) const {
        return std::holds_alternative<Listing>(spelling.read({tables_}, text));
    }

    /// The row of the longest variable that the text names here; nullptr if none.
    [[nodiscard]] const ListVariableRow* variable_at(std::size_t begin) const {
        if (!first_letters_.contains(at(begin))) return nullptr;
        const ListVariableRow* best = nullptr;
        for (const ListVariableRow& row : tables_.list_variables) {
            const bool is_whole_name = row.name.ends_with('_') || !is_of_name(at(begin + row.name.size()));
            if (is_whole_name && text_.substr(begin).starts_with(row.name) &&
                (!best || best->name.size() < row.name.size()))
                best = &row;
        }
        return best;
    }

    std::size_t read_variable(std::size_t begin, const ListVariableRow& row) {
        const Spelling* spelling = find_spelling(row.format);
        std::size_t end = begin + row.name.size();
        if (!spelling) return end;
        if (contains(functions, row.name)) return read_call(begin, end, *spelling);
        if (row.name.ends_with('_')) return read_switch(begin, *spelling);
        const bool is_use = is_expanded(begin);
        const bool is_part = extends(row.name, begin, end);
        if (is_part) extended_.emplace(row.name);
        std::optional<std::string> value = is_use                  ? default_of(begin, end)
                                           : row.format == "nix"   ? attribute_of(end)
                                           : row.format == "spack" ? variant_of(begin, end)
                                                                   : value_of(begin, end);
        if (!is_use) assigned_in_[std::string(row.name)] = line_begin_;
        if (!value || is_stated(begin)) return end;
        // `CUDA_ARCH: 30` is a key of many things.
        if (contains(of_common_names, spelling->name) && is_key_of_map(end)) return end;
        // MSBuild: `%(NAME)` is the value so far.
        if (const std::size_t inherited = value->find("%("); inherited != npos) {
            value->erase(inherited, std::min(value->find(')', inherited), value->size() - 1) - inherited + 1);
            value->erase(value->find_last_not_of("; ") + 1);
            extended_.emplace(row.name);
        }
        // One name, several projects.
        for (const ListVariableRow& other : tables_.list_variables)
            if (other.name == row.name && reads(*find_spelling(other.format), *value))
                spelling = find_spelling(other.format);
        if (is_part && spelling->abilities.several) value->erase(0, value->find_first_not_of(";, "));
        const std::string_view quote = value->find(' ') == npos ? "" : value->find('"') == npos ? "\"" : "'";
        if (row.format == "nix") add(begin, row.name, *spelling, fmt::format("{} = {};", row.name, *value), true);
        else if (spelling->reads_assignments)
            add(begin, row.name, *spelling, fmt::format("{}={}{}{}", in_upper_case(row.name), quote, *value, quote),
                true);
        else add(begin, row.name, *spelling, *value, true);
        return end;
    }

    /// `nvcc_arch_flags(...)` with its arguments; of get_arch_list() the list that is printed after it.
    std::size_t read_call(std::size_t begin, std::size_t end, const Spelling& spelling) {
        std::size_t open = skip(end, spaces);
        if (at(open) != '(') return end;
        std::size_t close = closing(open);
        if (close == npos) return end;
        std::string text(part(begin, close + 1));
        if (spelling.name == "names") {
            open = text_.find('[', close);
            close = open == npos ? npos : closing(open);
            if (close == npos || part(begin + text.size(), open).find_first_not_of(" \t\r\n:=>)'\"") != npos)
                return end;
            text = std::string(part(open, close + 1));
        }
        add(begin, text_.substr(begin, end - begin), spelling, std::move(text), true);
        return close + 1;
    }

    /// The bracket that closes this one, at most as far as a list can be long; npos if none.
    [[nodiscard]] std::size_t closing(std::size_t open) const {
        int depth = 0;
        for (std::size_t i = open; i < text_.size() && i < open + longest; ++i) {
            if (is_among(text_[i], "([")) ++depth;
            if (is_among(text_[i], ")]") && --depth == 0) return i;
        }
        return npos;
    }

    /// `Kokkos_ARCH_AMPERE80`, if it is switched on.
    std::size_t read_switch(std::size_t begin, const Spelling& spelling) {
        std::size_t end = begin;
        while (end < text_.size() && is_of_name(text_[end])) ++end;
        if (is_expanded(begin)) return end;
        std::optional<std::string> value = value_of(begin, end);
        // In a CMake command the value is followed by other arguments.
        if (const std::size_t i = skip(end, spaces); !value || value->empty()) value = part(i, until(i, " \t\r\n);"));
        const std::string_view text = part(begin, end);
        const bool is_on = std::ranges::any_of(std::array{"ON", "TRUE", "YES", "1", "y"}, [&](std::string_view word) {
            return equal_in_any_case(trimmed(*value), word);
        });
        if (is_on && !is_stated(begin) && reads(spelling, text)) add(begin, text, spelling, std::string(text), true);
        return end;
    }

    /// The value of a Nix attribute: a list of strings, or a boolean.
    [[nodiscard]] std::optional<std::string> attribute_of(std::size_t end) const {
        std::size_t i = skip(end, between_words);
        if (at(i) != '=') return std::nullopt;
        i = skip(i + 1, between_words);
        if (at(i) == '[') {
            const std::size_t close = closing(i);
            return close == npos ? std::nullopt : std::optional(std::string(part(i, close + 1)));
        }
        const std::string_view word = part(i, until(i, " \t\r\n;}"));
        return word == "true" || word == "false" ? std::optional(std::string(word)) : std::nullopt;
    }

    /// `cuda_arch=80,90` of a spec of Spack. The name is common, so the line must be one.
    [[nodiscard]] std::optional<std::string> variant_of(std::size_t begin, std::size_t end) const {
        const std::string_view line = part(line_begin_, until(line_begin_, "\n"));
        const bool is_spec =
            std::ranges::any_of(std::array{"spack", "+cuda", "depends_on", "variants", "require", "spec"},
                                [&](std::string_view word) { return line.find(word) != npos; });
        if (!is_spec || at(end) != '=' || (begin > 0 && is_among(text_[begin - 1], "(."))) return std::nullopt;
        return std::string(part(end + 1, until(end + 1, " \t\r\n\"'`)]^%@+~")));
    }

    /// Makes one list of the variables that a format needs together: CUDA_ARCH_BIN and CUDA_ARCH_PTX.
    void join_variables() {
        constexpr std::size_t near = 10;  // lines
        for (std::size_t i = 1; i < found_.size();) {
            FoundList& before = found_[i - 1];
            const FoundList& list = found_[i];
            const bool is_pair = list.spelling == before.spelling && list.spelling->reads_assignments &&
                                 found_names_[i] != found_names_[i - 1] && list.line - before.line <= near &&
                                 !contains(functions, found_names_[i]);
            if (!is_pair) {
                ++i;
                continue;
            }
            before.text += ' ' + list.text;
            found_.erase(found_.begin() + static_cast<std::ptrdiff_t>(i));
            found_names_.erase(found_names_.begin() + static_cast<std::ptrdiff_t>(i));
        }
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

    /// Whether this line is for people: a message, a name, a description. `name: VARIABLE` before a line with its value
    /// is not.
    [[nodiscard]] bool is_stated(std::size_t begin) const {
        std::string_view line = part(line_begin_, until(line_begin_, "\n"));
        if (named_in_yaml(begin)) return false;
        for (bool continues = true; continues;) {
            line = line.substr(std::min(line.find_first_not_of(" \t\"'"), line.size()));
            continues = std::ranges::any_of(introducing,
                                            [&](std::string_view word) { return take_prefix(line, word); });
        }
        const std::string_view first = line.substr(0, line.find_first_of(" \t\"'(:="));
        return contains(speaking, first) && line.find('>') == npos;
    }

    /// `name: VARIABLE` in YAML.
    [[nodiscard]] bool named_in_yaml(std::size_t begin) const {
        std::string_view before = trimmed(part(line_begin_, std::max(begin, line_begin_)));
        (void)take_prefix(before, "-");
        return trimmed(before) == "name:";
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
        if (named_in_yaml(begin)) return value_in_next_line(end);
        const bool is_added = before == "APPEND" || before == "PREPEND" || is_appended_property(before);
        const bool in_set = equal_in_any_case(before, "set(") || before == "ENV{" || is_added;
        std::size_t i = end;
        if (at(i) == ':' && is_upper(at(i + 1))) {  // -DNAME:STRING=
            const std::size_t type = until(i, "= \t\r\n");
            if (at(type) == '=') i = type;
        }
        const std::size_t closers = skip(i, "\"']}") - i;
        i += closers;
        if (begin > 0 && text_[begin - 1] == '<' && at(i) == '>') return std::string(part(i + 1, until(i, "<\n")));
        const std::size_t sign = skip(i, spaces);
        // Python imports the name from a module.
        const bool is_imported = before == "import" || before.ends_with(',');
        const bool is_property = part(begin, end) == "CUDA_ARCHITECTURES" && !is_among(at(sign), "?:=+") &&
                                 !is_imported;
        if (in_set || is_property) {
            if (is_among(at(i), between_words)) return arguments(skip(i, between_words));
        } else if (sets_next_word(before) && sign > i && at(sign) != '=') return rest_of_line(sign);
        // lib.cmakeFeature "NAME" "80"
        const bool is_feature = closers > 0 && sign > i && part(line_begin_, begin).find("cmakeFeature") != npos;
        if (is_feature && is_among(at(sign), quotes)) return quoted(sign);
        if (at(sign) == ',' && closers > 0) return quoted(skip(sign + 1, between_words));
        if (at(sign) == '{' && closers > 0) return default_in(sign);
        if (text_[begin] == '-' && sign > i && at(sign) != '=')  // `--option 8.0`
            return is_among(at(sign), quotes) ? quoted(sign) : std::string(part(sign, until(sign, between_words)));
        const std::string_view rest = text_.substr(sign);
        for (const std::string_view assignment : {"::=", ":=", "?=", "+=", "="}) {
            if (!rest.starts_with(assignment)) continue;
            const std::size_t value = sign + assignment.size();
            if (at(value) == '=') return std::nullopt;  // a comparison
            const bool is_define = begin >= 2 && text_.substr(begin - 2, 2) == "-D";
            if (is_define && is_among(at(value), between_words)) return std::nullopt;  // empty
            const bool is_loose = sign > i || assignment != "=" || is_among(at(value), spaces);
            return assigned(begin, skip(value, spaces), is_loose);
        }
        const char behind = at(sign + 1);
        if (at(sign) == ':' && is_key(begin) &&
            (is_among(behind, between_words) || is_among(behind, quotes) || behind == '{'))
            return mapped(skip(sign + 1, spaces));
        return std::nullopt;
    }

    /// Whether the name that ends here is followed by a colon, and not by an assignment.
    [[nodiscard]] bool is_key_of_map(std::size_t end) const {
        const std::size_t colon = skip(skip(end, quotes), spaces);
        return at(colon) == ':' && is_among(at(colon + 1), between_words);
    }

    /// Whether the word before a name is a command or an option that sets it to the next word: `set --export NAME 8.0`.
    [[nodiscard]] bool sets_next_word(std::string_view before) const {
        if (contains(setting, before)) return true;
        const std::size_t begin = before.empty() ? 0 : static_cast<std::size_t>(before.data() - text_.data());
        return begin >= 2 && part(begin - 2, begin) == "--" && contains(long_setting, before);
    }

    /// `default = "8.0"` in the block of a variable of HCL.
    [[nodiscard]] std::optional<std::string> default_in(std::size_t block) const {
        constexpr std::string_view key = "default";
        const std::size_t place = part(block, until(block, "}")).find(key);
        if (place == npos || part(line_begin_, block).find("variable") == npos) return std::nullopt;
        const std::size_t sign = skip(block + place + key.size(), spaces);
        return at(sign) == '=' ? quoted(skip(sign + 1, spaces)) : std::nullopt;
    }

    /// The value of `value: "8.0"` in the line after this place.
    [[nodiscard]] std::optional<std::string> value_in_next_line(std::size_t i) const {
        const std::size_t line = skip(until(i, "\n"), between_words);
        constexpr std::string_view key = "value:";
        return text_.substr(line).starts_with(key) ? mapped(skip(line + key.size(), spaces)) : std::nullopt;
    }

    [[nodiscard]] std::optional<std::string> quoted(std::size_t i) const {
        if (!is_among(at(i), quotes)) return std::nullopt;
        const std::size_t end = until(i + 1, std::string{text_[i], '\n'});
        if (at(end) != text_[i] || continues(end + 1)) return std::nullopt;
        return std::string(part(i + 1, end));
    }

    /// Whether the text after a quoted one changes it: `"8.0" + x`, `"8.0".split()`, `"8.0"$MORE`.
    [[nodiscard]] bool continues(std::size_t i) const {
        // The end of a text around it: `'-DNAME="8.0"'`.
        const bool is_outer = is_among(at(i), quotes) && is_among(at(i + 1), " \t\r\n,;)]}");
        if (is_outer) return false;
        if (is_of_name(at(i)) || is_among(at(i), "\"'$.")) return true;
        const std::size_t next = skip(i, spaces);
        const std::string_view rest = text_.substr(next);
        return is_among(at(next), "+%\"'") || rest.starts_with("if ") || rest.starts_with("or ");
    }

    [[nodiscard]] std::optional<std::string> rest_of_line(std::size_t i) const {
        if (is_among(at(i), quotes)) return quoted(i);
        std::string_view line = trimmed(part(i, until(i, "\r\n")));
        while (!line.empty() && is_among(line.back(), ",;")) line.remove_suffix(1);
        return std::string(line);
    }

    /// The value after an assignment. It ends with the line if blanks may surround the sign, otherwise at the next
    /// blank or at the end of the surrounding quotes.
    [[nodiscard]] std::optional<std::string> assigned(std::size_t name, std::size_t i, bool is_loose) const {
        if ((at(i) == '\\' && is_among(at(i + 1), quotes)) || at(i) == '(') return std::nullopt;
        if (is_among(at(i), quotes)) return rest_of_line(i);
        const std::size_t first = name >= 2 && text_[name - 1] == 'D' && text_[name - 2] == '-' ? name - 2 : name;
        const char around = first > 0 ? text_[first - 1] : ' ';
        if (is_among(around, quotes)) {
            const std::string_view quoted_text = part(i, until(i, std::string{around, '\n'}));
            return std::string(quoted_text.substr(0, quoted_text.find(" -")));  // other options in the same quotes
        }
        if (is_loose) return rest_of_line(i);
        const std::size_t end = until(i, " \t\r\n\"'`)&|");
        if (end > i && text_[end - 1] == '\\') return std::nullopt;  // an escaped blank
        std::string_view value = part(i, end);
        while (!value.empty() && is_among(value.back(), ";,]}")) value.remove_suffix(1);  // of the surroundings
        return std::string(value);
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
        const auto is_keyword = [&] { return is_upper(at(i)) && is_upper(at(i + 1)); };
        while (i < text_.size() && at(i) != ')' && !is_keyword() && list.size() <= longest) {
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
        std::size_t value = at(end) == '=' ? skip(end + 1, quotes) : skip(end, " \t\"',;");
        if (option.ends_with("gencode") || option.ends_with("generate-code")) value = pair_after(value);
        std::size_t stop = until(value, " \t\r\n\"'`);\\>");
        std::string text = std::string(option) + '=' + std::string(part(value, stop));
        if (at(stop) == '\\' && at(stop + 1) == '"') {  // `code=\"sm_80,compute_80\"`
            const std::size_t begin_of_more = stop + 2;
            stop = until(begin_of_more, " \t\r\n\\");
            text += '[' + std::string(part(begin_of_more, stop)) + ']';
        }
        // -code belongs to the -arch before it.
        const bool is_after_arch = !found_.empty() && found_.back().spelling->name == "gencode" &&
                                   (found_names_.back() == "-arch" || found_names_.back() == "--gpu-architecture");
        if (is_after_arch && (option == "-code" || option == "--gpu-code")) {
            found_.back().text += ' ' + text;  // nvcc may reject both together
            return end;
        }
        for (const Spelling& spelling : spellings())
            if (reads(spelling, text)) {
                if (!is_stated(begin)) add(begin, option, spelling, text, false);
                break;
            }
        return end;
    }

    /// Where `arch=` of a -gencode begins: here, or after the end of a text and of a call,
    /// `append("-gencode"); append("arch=...")`, `.flag("-gencode").flag("arch=...")`.
    [[nodiscard]] std::size_t pair_after(std::size_t i) const {
        constexpr std::size_t farthest = 80;
        const std::size_t pair = text_.substr(0, std::min(i + farthest, text_.size())).find("arch=", i);
        if (pair == npos) return i;
        const std::string_view between = part(i, pair);
        const bool is_call = std::ranges::any_of(std::array{"append(", "extend(", ".flag(", ".arg("},
                                                 [&](const char* call) { return between.find(call) != npos; });
        const bool is_blank = between.find_first_not_of(" \t\r\n\"',;[]()+=\\") == npos;
        return is_blank || (is_call && between.find('-') == npos) ? pair : i;
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
        // A word of the project's own, or empty; or a name that others use for other values.
        const bool is_read = reads(spelling, text);
        const bool is_certain = in_upper_case(name).find("CUDA") != npos && name != "cuda_arch" &&
                                !contains(of_common_names, spelling.name);
        const bool is_pair = spelling.reads_assignments && spelling.name != "meson" && spelling.name != "xmake";
        if (!is_read && !is_pair && (!is_certain || std::ranges::none_of(text, is_digit))) return;
        line_ += static_cast<std::size_t>(std::ranges::count(part(counted_, place), '\n'));
        counted_ = place;
        found_.push_back({&spelling, std::move(text), line_, is_whole});
        found_names_.emplace_back(name);
    }

    const Tables& tables_;
    std::string_view text_;
    std::set<char> first_letters_;  // of the variables
    std::map<std::string, bool, std::less<>> options_;
    std::vector<FoundList> found_;
    std::vector<std::string> found_names_;                         // the variable or option of each
    std::set<std::string, std::less<>> extended_;                  // names with additions somewhere
    std::map<std::string, std::size_t, std::less<>> assigned_in_;  // where the last line that sets it begins
    std::size_t line_begin_ = 0;
    std::size_t line_ = 1, counted_ = 0;  // the line of the last list, and its beginning
};

}  // namespace

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

std::vector<FoundList> find_lists(const Tables& tables, std::string_view file) {
    const std::string text = without_comments(file);
    std::vector<FoundList> lists = Finder(tables, text).run();
    const std::vector<std::string_view> lines = lines_of(file);
    std::erase_if(lists, [&](const FoundList& list) { return lines[list.line - 1].find(ignoring) != npos; });
    return lists;
}

std::vector<FoundList> find_lists_of_command(const Tables& tables, std::string_view text) {
    std::vector<FoundList> lists;
    for (FoundList& list : find_lists(tables, text)) {
        FoundList* same = find_in(lists, list.spelling, &FoundList::spelling);
        const bool are_options = same && list.text.starts_with('-') && same->text.starts_with('-');
        if (are_options) same->text += ' ' + list.text;
        else if (!same || same->text != list.text) lists.push_back(std::move(list));
    }
    return lists;
}

}  // namespace cudastdenv
