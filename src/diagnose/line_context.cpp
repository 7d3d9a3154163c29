// SPDX-License-Identifier: MIT
#include "diagnose/line_context.hpp"

#include "core/lists.hpp"
#include "core/text.hpp"
#include "diagnose/knowledge.hpp"
#include "tables/message_template.hpp"

#include <fmt/format.h>

namespace cudastdenv::diagnose {

namespace {

using Severity = Preamble::Severity;

std::size_t take_digits(std::string_view& text) noexcept {
    const std::size_t before = text.size();
    while (!text.empty() && is_digit(text.back())) text.remove_suffix(1);
    return before - text.size();
}

/// `#20011-D` of nvcc, ` C1189` of MSVC.
void take_number_of_message(std::string_view& text) noexcept {
    std::string_view rest = text;
    take_suffix(rest, "-d");
    if (take_digits(rest) > 0 && (take_suffix(rest, "#") || take_suffix(rest, "c"))) text = rest;
}

Severity take_severity(std::string_view& text, std::span<const std::string> error_words) noexcept {
    while (take_suffix(text, ":") || take_suffix(text, "-")) {
    }
    take_number_of_message(text);
    if (take_suffix(text, "userwarning")) return Severity::user_warning;
    if (take_suffix(text, "warning")) return Severity::warning;
    if (take_suffix(text, "note") || take_suffix(text, "remark")) return Severity::note;
    if (take_suffix(text, "error") || take_suffix(text, "fatal")) {
        take_suffix(text, "fatal");
        take_suffix(text, "catastrophic");
        return Severity::error;
    }
    const auto takes = [&](const std::string& word) { return take_suffix(text, word); };
    return std::ranges::any_of(error_words, takes) ? Severity::error : Severity::none;
}

/// `(79)`, `(79,3)`, `:79:12`, `:79`, `line79`; false: there is no such place.
bool take_place(std::string_view& text) noexcept {
    std::string_view rest = text;
    take_suffix(rest, ":");
    if (take_suffix(rest, ")")) {
        if (take_digits(rest) == 0) return false;
        // The comma of `(79,3)` does not count.
        if (!take_suffix(rest, "(")) return false;
        text = rest;
        return true;
    }
    if (take_digits(rest) == 0) return false;
    if (take_suffix(rest, "line")) {
        text = rest;
        return true;
    }
    if (!take_suffix(rest, ":")) return false;
    text = rest;
    if (take_digits(rest) > 0 && take_suffix(rest, ":")) text = rest;
    return true;
}

/// CMake writes the place of a message before it, in a line of its own.
Severity severity_by_cmake(std::string_view before) noexcept {
    const auto last = [&](std::string_view word) {
        const std::size_t at = before.rfind(word);
        return at == before.npos ? 0 : at + 1;
    };
    const std::size_t warning = std::max(last("cmakewarning"), last("cmakedeprecationwarning"));
    return warning > last("cmakeerror") ? Severity::warning : Severity::none;
}

std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words(1);
    for (const char c : text) {
        const char small = lower_case(c);
        if ((small >= 'a' && small <= 'z') || small == '\'') words.back() += small;
        else if (!words.back().empty()) words.emplace_back();
    }
    if (words.back().empty()) words.pop_back();
    return words;
}

// Words that join others to a sentence. A tool's line has few of them.
constexpr std::string_view sentence_words =
    "a about after an and any are because been before but can did do does for get gets getting got had has have how "
    "i if in is it me my no not now of on or our says see so that the their then this to was we were what when why "
    "will with would you your";

// Words by which a sentence says that a message is no longer there, or explains it to whom it may concern.
constexpr std::string_view words_of_talk =
    "anymore avoid avoids disappeared disappears faq fix fixed fixes fixing gone longer mean meaning means prevent "
    "prevents resolve resolved resolves silence solve solved solves workaround";

/// How many of the words are among those of the list.
std::size_t count_of_listed(const std::vector<std::string>& words, std::string_view list) {
    const std::vector<std::string_view> listed = pieces_of(list, ' ');
    return static_cast<std::size_t>(
        std::ranges::count_if(words, [&](const std::string& word) { return contains(listed, word); }));
}

bool begins_with_any(std::string_view text, std::span<const std::string_view> marks) noexcept {
    return std::ranges::any_of(marks, [&](std::string_view mark) { return text.starts_with(mark); });
}

bool has_any(std::string_view text, std::span<const std::string_view> marks) noexcept {
    return std::ranges::any_of(marks, [&](std::string_view mark) { return text.find(mark) != text.npos; });
}

std::size_t count_of(std::string_view text, std::string_view mark) noexcept {
    std::size_t count = 0;
    for (std::size_t at = text.find(mark); at != text.npos; at = text.find(mark, at + mark.size())) ++count;
    return count;
}

bool has_word(std::string_view text) {
    return std::ranges::any_of(words_of(text), [](const std::string& word) { return word.size() > 1; });
}

/// Between quotation marks that somebody opened further up in the line: another's words. What a program writes as JSON
/// (`{"error": "...`) or as `msg="..."` is its own.
bool is_between_quotes(std::string_view before, std::string_view behind) {
    if (trimmed(before).starts_with('{') || before.find("=\"") != before.npos) return false;
    // What a header quotes in its #error.
    if (before.ends_with("error: \"") || before.ends_with("error \"")) return false;
    // GNU's tools write `this', with another mark at its end.
    for (const std::string_view mark : {"\"", "`"})
        if (count_of(before, mark) % 2 == 1 && count_of(behind, mark) % 2 == 1) return true;
    struct Pair {
        std::string_view opens, closes;
    };
    constexpr std::array<Pair, 5> pairs{Pair{"\xe2\x80\x9c", "\xe2\x80\x9d"}, Pair{"\xe2\x80\x9e", "\xe2\x80\x9c"},
                                        Pair{"\xc2\xab", "\xc2\xbb"}, Pair{"<code>", "</code>"},
                                        Pair{"<pre>", "</pre>"}};
    return std::ranges::any_of(pairs, [&](const Pair& pair) {
        const bool is_open = count_of(before, pair.opens) > count_of(before, pair.closes);
        const std::size_t close = behind.find(pair.closes);
        if (!is_open || close == behind.npos) return false;
        // A line that is nothing but a message, as people set it off, is a message.
        return has_word(before.substr(0, before.find(pair.opens))) ||
               has_word(behind.substr(close + pair.closes.size()));
    });
}

/// A name that a test was given.
bool is_of_test(std::string_view before, std::string_view behind) noexcept {
    constexpr std::array<std::string_view, 4> verdicts{"] PASSED", "] FAILED", "] SKIPPED", "... ok"};
    return before.find("::test") != before.npos || has_any(behind, verdicts);
}

/// A line of a program, or of a patch to one.
bool is_source_line(std::string_view before, std::string_view behind) noexcept {
    constexpr std::array<std::string_view, 8> begins{"//", "/*", "+#", "-#", "+//", "echo ", "grep ", "assert"};
    constexpr std::array<std::string_view, 14> holds{"printf(",  "puts(",     "<< \"",     "return \"", "return '",
                                                     "message(", "=> \"",     "Error(\"",  "Error('",   "throw ",
                                                     "#define",  "case cuda", "str.find(", "_error(\""};
    const std::string_view value = trimmed(behind);
    const bool is_enumerator = value.size() > 2 && value.starts_with('=') && (value[1] == ' ' || is_digit(value[1])) &&
                               value.find(',') != value.npos;
    if (before.ends_with("case ")) return true;
    // `assert(`, `assertEquals(`; programs that fail print `assertion`.
    if (trimmed(before).starts_with("assertion")) return false;
    return begins_with_any(trimmed(before), begins) || has_any(before, holds) || is_enumerator;
}

/// `name.h:143:` that a search puts before a line it found, with a program's text behind it, and not what a compiler
/// says of that line; or a line of a text for people.
bool is_found_line(std::string_view before) noexcept {
    const std::string_view line = trimmed(before);
    const std::size_t colon = line.find(':');
    if (colon == line.npos || line.substr(0, colon).find(' ') != line.npos) return false;
    std::string_view rest = line.substr(colon + 1);
    const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
    if (digits == 0 || digits == rest.size() || (rest[digits] != ':' && rest[digits] != '-')) return false;
    rest = trimmed(rest.substr(digits + 1));
    constexpr std::array<std::string_view, 3> for_people{".md", ".rst", ".adoc"};
    const std::string_view file = line.substr(0, colon);
    if (std::ranges::any_of(for_people, [&](std::string_view end) { return file.ends_with(end); })) return true;
    constexpr std::array<std::string_view, 4> program{"#", "//", "\"", "'"};
    return begins_with_any(rest, program);
}

/// A row of a table in Markdown.
bool is_table_row(std::string_view before, std::string_view behind) noexcept {
    return trimmed(before).starts_with('|') && trimmed(behind).ends_with('|');
}

bool is_list_item(std::string_view before) noexcept {
    const std::string_view line = trimmed(before);
    return line.starts_with("- ") || line.starts_with("* ");
}

}  // namespace

Preamble read_preamble(std::string_view before, std::span<const std::string> error_words) noexcept {
    Preamble preamble;
    const bool is_of_python =
        before.substr(before.size() - std::min<std::size_t>(before.size(), 100)).find("userwarning:") != before.npos;
    preamble.severity = take_severity(before, error_words);
    if (preamble.severity == Severity::none) preamble.severity = severity_by_cmake(before);
    if (preamble.severity == Severity::none && is_of_python) preamble.severity = Severity::user_warning;
    preamble.has_place = take_place(before);
    if (preamble.has_place) preamble.file = before;
    return preamble;
}

bool is_of_files(const Preamble& preamble, std::span<const std::string_view> files,
                 const std::function<bool(std::size_t)>& is_begin) {
    if (files.empty() || !preamble.has_place) return true;
    return std::ranges::any_of(files, [&](std::string_view file) {
        const bool is_any = take_prefix(file, "*");
        take_prefix(file, "/");
        const std::string name = squeezed(file);
        const std::string base = name.substr(name.rfind('/') + 1);
        if (!preamble.file.ends_with(base)) return false;
        if (is_any) return true;
        // Who types a line leaves the folder away.
        const std::size_t begin_of_base = preamble.file.size() - base.size();
        if (begin_of_base == 0 || is_begin(begin_of_base)) return true;
        if (!preamble.file.ends_with(name)) return false;
        const std::size_t begin = preamble.file.size() - name.size();
        return begin == 0 || preamble.file[begin - 1] == '/' || is_begin(begin);
    });
}

bool is_spoken_of(std::string_view before, std::string_view behind) {
    if (is_source_line(before, behind) || is_found_line(before) || is_table_row(before, behind)) return true;
    if (is_between_quotes(before, behind) || is_of_test(before, behind)) return true;
    std::vector<std::string> words = words_of(before);
    for (std::string& word : words_of(behind)) words.push_back(std::move(word));
    const std::size_t joining = count_of_listed(words, sentence_words);
    if (is_list_item(before) && joining > 1) return true;
    const bool is_asked = trimmed(behind).ends_with('?') || behind.find("? ") != behind.npos;
    return is_asked || (joining > 1 && count_of_listed(words, words_of_talk) > 0);
}

std::string file_in(const MessageTextRow& wording, const std::vector<Filling>& fillings) {
    for (const Fact fact : {Fact::header, Fact::library, Fact::cmake_file, Fact::program}) {
        const std::string_view value = value_of(fillings, fact);
        if (value.empty()) continue;
        const std::size_t hole = wording.text.rfind('{', wording.text.find(fmt::format(":{}}}", to_string(fact))));
        const std::string_view before = wording.text.substr(0, hole);
        const auto is_apart = [](char c) {
            return static_cast<unsigned char>(c) >= 0x80 ||
                   std::string_view(" '`\"/").find(c) != std::string_view::npos;
        };
        const auto apart = std::find_if(before.rbegin(), before.rend(), is_apart);
        const std::string_view own = before.substr(static_cast<std::size_t>(before.rend() - apart));
        return std::string(own) + std::string(value);
    }
    return {};
}

}  // namespace cudastdenv::diagnose
