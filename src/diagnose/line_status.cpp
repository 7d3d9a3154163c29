// SPDX-License-Identifier: MIT
// Judges how a message is in a log by the text around it: printed by its tool, quoted by a person, or part of a
// document.
#include "core/format.hpp"
#include "core/text.hpp"
#include "diagnose/log_reader.hpp"

namespace cudastdenv::diagnose {

namespace {

/// In lower case.
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

// Words that make a sentence. A tool's line has few of them.
constexpr std::string_view sentence_words =
    "a about after an and any are because been before but can did do does for from get gets getting got had has have "
    "how i if in is it me my no not now of on or our says see so that the their then this to was we were what when why "
    "will with would you your";

/// The person who writes has the problem.
constexpr std::string_view words_of_first_person = "i i'm i've me my";

/// Words of a report that something fails.
constexpr std::string_view words_of_reports = "crashes fail failed fails stopped stops";

/// Words of a question about a message.
constexpr std::string_view words_of_questions =
    "anybody anyone explain fix fixing help mean meaning means resolve resolving solve solving";

/// Words in a line of a document about a message.
constexpr std::string_view words_of_documents =
    "changelog changelogs docs documentation faq manual readme troubleshooting tutorial";

/// How a person reports that a message is gone.
constexpr std::array<std::string_view, 28> reports_of_success{
    "no more",           "no longer see",  "no longer get",  "no longer have", "no longer appears",
    "no longer happens", "is gone",        "are gone",       "it's gone",      "now gone",
    "disappeared",       "disappears",     "went away",      "used to say",    "used to get",
    "fixed by",          "fixed with",     "fixed it by",    "i fixed",        "resolved by",
    "solved by",         "solved it by",   "works now",      "works again",    "works for me now",
    "no longer prints",  "no longer says", "no longer fails"};

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

bool has_word(std::string_view text) {
    return std::ranges::any_of(words_of(text), [](const std::string& word) { return word.size() > 1; });
}

bool is_list_item(std::string_view line) noexcept { return line.starts_with("- ") || line.starts_with("* "); }

/// The text of a line outside the quotation marks around its message.
struct Quotation {
    std::string_view before, behind;
};

/// The quotation marks that open before the message and close behind it; absent: none.
std::optional<Quotation> quotation_around(std::string_view before, std::string_view behind) {
    // GNU's tools write `this', with another mark at the end.
    for (const char mark : {'"', '`'})
        if (std::ranges::count(before, mark) % 2 == 1 && std::ranges::count(behind, mark) % 2 == 1)
            return Quotation{before.substr(0, before.rfind(mark)), behind.substr(behind.find(mark) + 1)};
    constexpr std::array<std::array<std::string_view, 2>, 5> pairs{{{"\xe2\x80\x9c", "\xe2\x80\x9d"},
                                                                    {"\xe2\x80\x9e", "\xe2\x80\x9c"},
                                                                    {"\xc2\xab", "\xc2\xbb"},
                                                                    {"<code>", "</code>"},
                                                                    {"<pre>", "</pre>"}}};
    for (const auto& [opens, closes] : pairs) {
        const std::size_t open = before.rfind(opens), close = behind.find(closes);
        if (open == before.npos || before.find(closes, open) != before.npos || close == behind.npos) continue;
        return Quotation{before.substr(0, open), behind.substr(close + closes.size())};
    }
    return std::nullopt;
}

/// Whether a program quotes the message: `{"error": "`, `msg="`, `what():  CUDA error: "`.
bool is_of_program(const Quotation& quotation) {
    const std::string_view before = trimmed(quotation.before);
    if (before.starts_with('{') || before.find("=\"") != before.npos) return true;
    const bool is_value = before.ends_with(':') || before.ends_with('=') || before.ends_with("error");
    return is_value && count_of_listed(words_of(before), sentence_words) < 2 && !has_word(quotation.behind);
}

/// A line of a program, of a patch, or of translations.
bool is_source_line(std::string_view before, std::string_view behind) noexcept {
    constexpr std::array<std::string_view, 11> begins{"//",    "/*",    "+#",     "-#",       "+//",      "+  ",
                                                      "echo ", "grep ", "assert", "msgid \"", "msgstr \""};
    constexpr std::array<std::string_view, 14> holds{"printf(",  "puts(",     "<< \"",     "return \"", "return '",
                                                     "message(", "=> \"",     "Error(\"",  "Error('",   "throw ",
                                                     "#define",  "case cuda", "str.find(", "_error(\""};
    const std::string_view value = trimmed(behind), line = trimmed(before);
    const bool is_enumerator = value.size() > 2 && value.starts_with('=') && (value[1] == ' ' || is_digit(value[1])) &&
                               value.find(',') != value.npos;
    // `assert(`, `assertEquals(`; programs that fail print `assertion`.
    if (line.starts_with("assertion")) return false;
    // A text in a list is indented, perhaps behind its number. A statement ends with a semicolon.
    const std::string_view end = value.substr(value.size() - std::min<std::size_t>(value.size(), 2));
    const std::size_t quote = std::min(line.find_first_not_of("0123456789:{(, \t"), line.size());
    const std::string_view text = line.substr(quote);
    const bool is_element = (before.starts_with("  ") || before.starts_with('\t')) &&
                            (text.starts_with('"') || text.starts_with('\'')) &&
                            text.find_first_of("\"'", 1) == text.npos &&
                            contains(std::array<std::string_view, 6>{"\",", "',", "\")", "')", "\"}", "},"}, end);
    const bool is_statement = end == "\";" && std::ranges::count(before, '"') % 2 == 1;
    return begins_with_any(line, begins) || has_any(before, holds) || is_enumerator || is_element || is_statement ||
           before.ends_with("case ");
}

/// Whether the line is a search result, `name.h:143:` before the text of a program, or a line of a document. A
/// compiler's own message is not.
bool is_found_line(std::string_view before) noexcept {
    const std::string_view line = trimmed(before);
    const std::size_t colon = line.find(':');
    if (colon == line.npos || line.substr(0, colon).find(' ') != line.npos) return false;
    const std::string_view rest = line.substr(colon + 1);
    const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
    if (digits == 0 || digits == rest.size() || (rest[digits] != ':' && rest[digits] != '-')) return false;
    const std::string_view found = rest.substr(digits + 1);
    constexpr std::array<std::string_view, 3> for_people{".md", ".rst", ".adoc"};
    const std::string_view file = line.substr(0, colon);
    if (std::ranges::any_of(for_people, [&](std::string_view end) { return file.ends_with(end); })) return true;
    // The text of a program keeps its indentation.
    constexpr std::array<std::string_view, 5> program{"#", "//", "\"", "'", "("};
    return begins_with_any(trimmed(found), program) || found.starts_with("  ");
}

/// A cell of a table, a test's name, an answered question, a paragraph of a page.
bool is_document_line(std::string_view before, std::string_view behind) {
    constexpr std::array<std::string_view, 4> verdicts{"] PASSED", "] FAILED", "] SKIPPED", "... ok"};  // of a test
    std::string_view line = trimmed(before);
    if (line.starts_with('|') && trimmed(behind).ends_with('|')) return true;
    if (before.find("::test") != before.npos || has_any(behind, verdicts)) return true;
    if (line.starts_with("<p>") || line.starts_with("<li>")) {
        const std::vector<std::string> words = words_of(fmt::format("{} {}", line, behind));
        return count_of_listed(words, sentence_words) > 1 && count_of_listed(words, words_of_first_person) == 0;
    }
    while (take_prefix(line, "*") || take_prefix(line, "#") || take_prefix(line, " ")) {
    }
    return line.starts_with("Q:") || line.starts_with("A:");
}

/// Whether a line with this beginning is part of a patch or of a commit's message.
bool is_in_commit(std::string_view before, std::string_view above) {
    constexpr std::size_t lines_of_commit = 12;
    const bool is_part = before.starts_with(' ') || before.starts_with('+') || before.starts_with('-');
    if (!is_part || above.find('\n') == above.npos) return false;
    std::vector<std::string_view> lines = lines_of(above);
    if (lines.size() > lines_of_commit) lines.erase(lines.begin(), lines.end() - lines_of_commit);
    return std::ranges::any_of(lines, [](std::string_view line) {
        return line.starts_with("@@ -") || line.starts_with("diff --git ") || line.starts_with("Author: ");
    });
}

/// Whether a person reports that the message is gone.
bool is_reported_gone(const std::vector<std::string>& words) {
    const std::string text = fmt::format(" {} ", joined(words, " "));
    const auto says = [&](std::string_view phrase) {
        return text.find(fmt::format(" {} ", phrase)) != std::string::npos;
    };
    // `fixed by others, but I still get it`
    if (count_of_listed(words, "but however keeps persists still yet") > 0) return false;
    // `do not get it anymore`, not: `does not compile anymore`.
    const bool is_not_seen = says("anymore") && count_of_listed(words, "get gets got have see sees happen happens") > 0;
    return is_not_seen || std::ranges::any_of(reports_of_success, says);
}

/// An item of a list of changes: a quotation behind other words, or the number of a report.
bool is_change(std::string_view line, const std::optional<Quotation>& quotation, std::string_view behind) {
    if (!is_list_item(line)) return false;
    return (quotation && has_word(quotation->before)) || behind.find("(#") != behind.npos;
}

}  // namespace

FindingStatus status_in_line(std::string_view before, std::string_view behind, std::string_view above) {
    if (is_source_line(before, behind) || is_found_line(before) || is_document_line(before, behind) ||
        is_in_commit(before, above))
        return FindingStatus::mention;
    const std::vector<std::string> words = words_of(fmt::format("{} {}", before, behind));
    const std::string_view line = trimmed(before);
    const std::optional<Quotation> quotation = quotation_around(before, behind);
    const bool is_asked = trimmed(behind).ends_with('?') || behind.find("? ") != behind.npos ||
                          behind.find("\xef\xbc\x9f") != behind.npos;
    const bool is_first_person = count_of_listed(words, words_of_first_person) > 0;
    const bool is_in_document = quotation && has_word(quotation->before) &&
                                count_of_listed(words, words_of_documents) > 0 &&
                                count_of_listed(words, words_of_reports) == 0;
    if (!is_first_person && (is_in_document || is_change(line, quotation, behind))) return FindingStatus::mention;
    // A sentence may begin in the line above its quotation.
    const std::string_view begin = quotation && above.ends_with('\n') ? lines_of(above).back() : "";
    if (!is_asked && is_reported_gone(words_of(fmt::format("{} {} {}", begin, before, behind))))
        return FindingStatus::recovered;
    // A line with a quoted message only is a message.
    const bool is_between_words = quotation && (has_word(quotation->before) || has_word(quotation->behind));
    if (is_asked || (is_between_words && !is_of_program(*quotation))) return FindingStatus::quoted;
    const std::size_t joining = count_of_listed(words, sentence_words);
    const bool is_sentence = joining > 1 && (is_list_item(line) || count_of_listed(words, words_of_questions) > 0);
    return is_sentence ? FindingStatus::quoted : FindingStatus::failure;
}

}  // namespace cudastdenv::diagnose
