// SPDX-License-Identifier: MIT
#include "diagnose/log_reader.hpp"

#include "core/quote.hpp"
#include "findings/abi.hpp"
#include "resolve/component.hpp"
#include "tables/lookup.hpp"

#include <fmt/format.h>
#include <utf8cpp/utf8.h>

#include <iterator>
#include <tuple>

namespace cudastdenv::diagnose {

namespace {

using Severity = Preamble::Severity;

std::size_t take_digits(std::string_view& text) noexcept {
    const std::size_t before = text.size();
    while (!text.empty() && is_digit(text.back())) text.remove_suffix(1);
    return before - text.size();
}

Severity take_severity(std::string_view& text, std::span<const std::string> error_words) noexcept {
    while (take_suffix(text, ":") || take_suffix(text, "-")) {
    }
    // `#20011-D` of nvcc, ` C1189` of MSVC.
    std::string_view rest = text;
    take_suffix(rest, "-d");
    if (take_digits(rest) > 0 && (take_suffix(rest, "#") || take_suffix(rest, "c"))) text = rest;
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

/// Removes `(79)`, `(79,3)`, `:79:12`, `:79`, `line79`; false: no place.
bool take_place(std::string_view& text) noexcept {
    std::string_view rest = text;
    take_suffix(rest, ":");
    const bool is_in_brackets = take_suffix(rest, ")");
    if (take_digits(rest) == 0) return false;
    // Squeezing drops the comma of `(79,3)`.
    const std::string_view opening = is_in_brackets ? "(" : ":";
    const bool is_after_word = !is_in_brackets && take_suffix(rest, "line");
    if (!is_after_word && !take_suffix(rest, opening)) return false;
    text = rest;
    // `:79:12`: the first number is the line.
    if (!is_in_brackets && !is_after_word && take_digits(rest) > 0 && take_suffix(rest, ":")) text = rest;
    return true;
}

/// CMake prints the place of a message before it, in a line of its own.
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

// Words that make a sentence. A tool's line has few of them.
constexpr std::string_view sentence_words =
    "a about after an and any are because been before but can did do does for get gets getting got had has have how "
    "i if in is it me my no not now of on or our says see so that the their then this to was we were what when why "
    "will with would you your";

// Words of a sentence that reports a message as gone, or explains it.
constexpr std::string_view words_of_reports =
    "anymore avoid avoids disappeared disappears faq fix fixed fixes fixing gone longer mean meaning means prevent "
    "prevents resolve resolved resolves silence solve solved solves workaround";

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

/// Whether the message is within quotation marks that open earlier in the line: a quotation. JSON (`{"error": "...`)
/// and `msg="..."` are a program's own words.
bool is_between_quotes(std::string_view before, std::string_view behind) {
    if (trimmed(before).starts_with('{') || before.find("=\"") != before.npos) return false;
    // The quoted text of a header's #error.
    if (before.ends_with("error: \"") || before.ends_with("error \"")) return false;
    // GNU's tools write `this', with another mark at the end.
    for (const std::string_view mark : {"\"", "`"})
        if (count_of(before, mark) % 2 == 1 && count_of(behind, mark) % 2 == 1) return true;
    constexpr std::array<std::array<std::string_view, 2>, 5> pairs{{{"\xe2\x80\x9c", "\xe2\x80\x9d"},
                                                                    {"\xe2\x80\x9e", "\xe2\x80\x9c"},
                                                                    {"\xc2\xab", "\xc2\xbb"},
                                                                    {"<code>", "</code>"},
                                                                    {"<pre>", "</pre>"}}};
    return std::ranges::any_of(pairs, [&](const auto& pair) {
        const auto [opens, closes] = pair;
        const std::size_t close = behind.find(closes);
        if (count_of(before, opens) <= count_of(before, closes) || close == behind.npos) return false;
        // A line with a quoted message only is a message.
        return has_word(before.substr(0, before.find(opens))) || has_word(behind.substr(close + closes.size()));
    });
}

/// A line of a program, or of a patch.
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

/// Whether the line is a search result, `name.h:143:` before the text of a program, or a line of a document. A
/// compiler's own message is not.
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

// Sizes in bytes. A text longer than the overlap, with everything inserted into it, is not found.
constexpr std::size_t window_size = 128 * 1024;
constexpr std::size_t overlap = 8 * 1024;
constexpr std::size_t longest_line = 300;
constexpr std::size_t longest_prefix = 256;
constexpr std::size_t preamble_size = 400;
constexpr std::size_t kept_messages = 8;  // of one id
constexpr std::size_t kept_facts = 24;    // values of one fact
constexpr std::size_t kept_errors = 32;
constexpr std::size_t kept_libraries = 256;
constexpr std::size_t counted_lines = 256;  // of any system

/// Where the line begins: after a line end, or after an escaped one of a program's string.
std::size_t begin_of_line(std::string_view text, std::size_t at) noexcept {
    const std::size_t real = text.substr(0, at).rfind('\n');
    const std::size_t escaped = text.substr(0, at).rfind("\\n");
    const std::size_t after_real = real == text.npos ? 0 : real + 1;
    return std::max(after_real, escaped == text.npos ? 0 : escaped + 2);
}

std::size_t end_of_line(std::string_view text, std::size_t at) noexcept {
    return std::min({text.find('\n', at), text.find("\\n", at), text.size()});
}

std::size_t preamble_begin(const Fit& fit) noexcept {
    return fit.begin > preamble_size ? fit.begin - preamble_size : 0;
}

/// Complete texts are better than cut ones, then longer ones.
std::pair<bool, std::size_t> worth(const Fit& fit) noexcept { return {!fit.is_cut_off, fit.literals}; }

/// Keeps the longest of overlapping messages, and of overlapping names of GPUs.
void drop_shorter(std::vector<Fit>& fits) {
    std::ranges::sort(fits, {}, [](const Fit& fit) { return std::tuple(fit.begin, ~fit.literals); });
    std::vector<Fit> kept;
    // The one of each kind that reaches furthest: the next fit can overlap only that one.
    std::array<std::optional<std::size_t>, std::variant_size_v<TextRow>> last;
    for (Fit& fit : fits) {
        std::optional<std::size_t>& rival = last[fit.row->index()];
        const bool competes = rival && !std::holds_alternative<const FactTextRow*>(*fit.row) &&
                              kept[*rival].begin < fit.end && fit.begin < kept[*rival].end;
        if (!competes) {
            rival = kept.size();
            kept.push_back(std::move(fit));
        } else if (worth(kept[*rival]) < worth(fit)) {
            kept[*rival] = std::move(fit);
        }
    }
    fits = std::move(kept);
}

/// Converts logs in UTF-16, as PowerShell writes them, to UTF-8.
class Utf16Decoder {
public:
    /// Whether the stream is in UTF-16: it begins with a byte order mark. `bytes` are its next ones.
    [[nodiscard]] bool takes(std::string_view bytes) noexcept {
        if (form_ == Form::not_known && !bytes.empty()) {
            form_ = Form::other;
            if (bytes.starts_with("\xff\xfe")) form_ = Form::little_endian;
            if (bytes.starts_with("\xfe\xff")) form_ = Form::big_endian;
        }
        return form_ == Form::little_endian || form_ == Form::big_endian;
    }

    /// The bytes as UTF-8. Half a character waits for the next bytes; an invalid unit is left out.
    [[nodiscard]] std::string decode(std::string_view bytes) {
        std::string text;
        for (const char c : bytes) {
            const auto byte = static_cast<unsigned char>(c);
            if (!half_) {
                half_ = byte;
                continue;
            }
            const unsigned first = *half_, second = byte;
            half_.reset();
            const auto unit = static_cast<char16_t>(form_ == Form::little_endian ? second << 8 | first
                                                                                 : first << 8 | second);
            if (has_mark_) add_unit(text, unit);
            has_mark_ = true;
        }
        return text;
    }

private:
    enum class Form : std::uint8_t { not_known, other, little_endian, big_endian };

    void add_unit(std::string& text, char16_t unit) {
        const bool is_first = unit >= 0xd800 && unit < 0xdc00, is_second = unit >= 0xdc00 && unit < 0xe000;
        if (is_second && character_.empty()) return;
        if (!is_second) character_.clear();
        character_ += unit;
        if (is_first) return;
        text += utf8::utf16to8(character_);
        character_.clear();
    }

    Form form_ = Form::not_known;
    bool has_mark_ = false;              // it has been skipped
    std::optional<unsigned char> half_;  // the first byte of a unit
    std::u16string character_;           // the first unit of a character that has two
};

/// The name without its parameters, as linkers and demangled names share it.
std::string without_parameters(std::string_view name) {
    const std::string all = squeezed(name);
    return all.substr(0, all.find('('));
}

/// Every libstdc++ of the releases in the tables has the versions up to this one. A program without such a symbol was
/// linked without libstdc++, or for its other ABI.
constexpr Version old_glibcxx{3, 4, 21};

constexpr std::string_view no_architecture = "arch-native-or-empty";
constexpr std::string_view symbol_of_glibc = "glibc-symbol-undefined";

class LogReader {
public:
    explicit LogReader(const Tables& tables) : tables_(tables), patterns_(tables) {
        for (const ErrorWordRow& row : tables.error_words) {
            std::string word = squeezed(row.text);
            while (word.ends_with(':')) word.pop_back();
            error_words_.push_back(std::move(word));
        }
    }

    void add(std::string_view bytes) {
        if (decoder_.takes(bytes)) add_text(decoder_.decode(bytes));
        else add_text(bytes);
    }

    /// Returns the reading. Nothing can be added afterwards.
    [[nodiscard]] LogReading finish() {
        read_window(true);
        reading_.line_count = line_number_at(window_.size());
        std::ranges::sort(reading_.messages, {}, &SeenMessage::offset);
        const auto is_known = [&](const LogLine& line) {
            // A wrapped line begins one line before its message.
            return std::ranges::any_of(reading_.messages, [&](const SeenMessage& seen) {
                return seen.line.number == line.number || seen.line.number == line.number + 1;
            });
        };
        const auto unknown = std::ranges::find_if_not(errors_, is_known);
        if (unknown != errors_.end()) reading_.first_error = *unknown;
        return std::move(reading_);
    }

private:
    void add_text(std::string_view bytes) {
        while (!bytes.empty()) {
            const std::size_t taken = std::min(bytes.size(), window_size - std::min(window_size, window_.size()));
            // UTF-16 without its mark: ASCII with a zero byte after each letter.
            std::ranges::copy_if(bytes.substr(0, taken), std::back_inserter(window_), [](char c) { return c != '\0'; });
            bytes.remove_prefix(taken);
            if (window_.size() >= window_size) read_window(false);
        }
    }

    void read_window(bool is_last) {
        squeezed_.assign(window_);
        line_ends_.clear();
        std::vector<Fit> fits = patterns_.find_all(squeezed_, window_);
        for (Fit& fit : fits)
            if (fit.wrapped && !is_plausible_place(fit)) {
                fit.begin = fit.wrapped->begin;
                fit.fillings.front() = std::move(fit.wrapped->filling);
                fit.wrapped.reset();
            }
        std::erase_if(fits, [&](const Fit& fit) { return !is_plausible_place(fit); });
        drop_shorter(fits);
        const std::uint64_t until = window_at_ + window_.size() - (is_last ? 0 : overlap);
        for (const Fit& fit : fits)
            if (const std::uint64_t at = offset_of(fit); at >= read_until_ && (is_last || at < until)) take(fit);
        if (is_last) return;
        read_until_ = until;

        // Drop all but two overlaps: the first is the text before a message in the second.
        const std::size_t done = window_.size() - 2 * overlap;
        window_line_ = line_number_at(done);
        window_at_ += done;
        window_.erase(0, done);
    }

    void take(const Fit& fit) {
        const auto last = [&](std::optional<std::uint64_t>& place) {
            place = std::max(place.value_or(0), offset_of(fit));
        };
        std::visit(Overloaded{
                       [&](const MessageTextRow* row) { add_message(fit, *row); },
                       [&](const WrapperTextRow*) { last(reading_.last_failure); },
                       [&](const SuccessTextRow* row) { add_success(fit, *row); },
                       [&](const FactTextRow* row) {
                           if (row->tool && !contains(reading_.tools, *row->tool)) reading_.tools.push_back(*row->tool);
                           count_systems(fit, row->tool.value_or(""));
                           add_facts(fit);
                       },
                       [&](const ErrorWordRow*) {
                           if (errors_.size() < kept_errors) errors_.push_back(line_of(fit));
                       },
                       [&](const GpuRow* row) {
                           const auto is_same = [&](const SeenGpu& seen) { return seen.gpu->name == row->name; };
                           if (reading_.gpus.size() < kept_facts && std::ranges::none_of(reading_.gpus, is_same))
                               reading_.gpus.push_back({row, line_number_at(squeezed_.origin(fit.begin))});
                       },
                   },
                   *fit.row);
    }

    /// A loaded library is a success of that library only.
    void add_success(const Fit& fit, const SuccessTextRow& row) {
        const std::string_view path = value_of(fit.fillings, Fact::library);
        if (path.empty()) {
            if (contains(row.tools, "person")) reading_.is_reported_working = true;
            else reading_.last_success = std::max(reading_.last_success.value_or(0), offset_of(fit));
            return;
        }
        const std::string_view name = path.substr(path.rfind('/') + 1);
        const auto known = std::ranges::find(reading_.loaded, name, &LoadedLibrary::name);
        if (known != reading_.loaded.end()) known->offset = std::max(known->offset, offset_of(fit));
        else if (reading_.loaded.size() < kept_libraries)
            reading_.loaded.push_back({std::string(name), offset_of(fit)});
    }

    [[nodiscard]] Preamble preamble_of(const Fit& fit) const {
        const std::size_t from = preamble_begin(fit);
        return read_preamble(squeezed_.text().substr(from, fit.begin - from), error_words_);
    }

    /// Whether a text is the message of its row: its line names one of the row's files, and its values match the row's
    /// cause.
    [[nodiscard]] bool is_plausible_place(const Fit& fit) {
        const auto* const wording = std::get_if<const MessageTextRow*>(fit.row);
        if (wording == nullptr) return true;
        const std::size_t from = preamble_begin(fit);
        const auto is_begin = [&](std::size_t index) {
            return squeezed_.origin(from + index) > squeezed_.origin(from + index - 1) + 1;
        };
        return is_of_files(preamble_of(fit), (*wording)->files, is_begin) && !is_of_hip(fit, **wording) &&
               names_what_it_is_about(**wording, fit.fillings);
    }

    /// Whether Clang compiles HIP there, for AMD's GPUs or others: its headers meet glibc's in the same way.
    [[nodiscard]] bool is_of_hip(const Fit& fit, const MessageTextRow& wording) const {
        if (wording.files.empty() || !contains(wording.tools, "clang++")) return false;
        const std::size_t at = squeezed_.origin(fit.begin), begin = at - std::min(at, preamble_size);
        constexpr std::array<std::string_view, 3> marks{"/hip/", "hip_runtime", "__clang_hip"};
        return has_any(std::string_view(window_).substr(begin, 2 * preamble_size), marks);
    }

    /// Whether a message's values match its cause: a file of NVIDIA's, a symbol of a newer libstdc++.
    [[nodiscard]] bool names_what_it_is_about(const MessageTextRow& wording, const std::vector<Capture>& fillings) {
        const MessageRow* row = find_by_id(tables_.messages, wording.message);
        // `compute_native` and `compute_` are not capabilities: another message than `compute_121`.
        if (const std::string_view capability = value_of(fillings, Fact::capability);
            !capability.empty() && (row->cause == MessageRow::Cause::architecture ||
                                    row->cause == MessageRow::Cause::coverage || row->id == no_architecture))
            return capability_in(capability).has_value() == (row->id != no_architecture);
        if (row->cause == MessageRow::Cause::component) {
            const std::string name = file_in(wording, fillings);
            return name.empty() || find_component_file(tables_, name);
        }
        if (row->cause != MessageRow::Cause::libstdcxx) return true;
        const std::string_view symbol = value_of(fillings, Fact::symbol);
        if (symbol.empty()) return true;
        // Messages with the same words differ in the owner of the symbol.
        if (row->id == symbol_of_glibc) return version_of(symbol).starts_with(prefix_of(AbiPart::glibc));
        return !value_of(fillings, Fact::glibcxx).empty() || is_of_newer_libstdcxx(symbol);
    }

    /// The version of the symbol in a message; empty if it names no symbol, names the version itself, or the version is
    /// unknown.
    [[nodiscard]] std::string_view symbol_version(const std::vector<Capture>& fillings) {
        const std::string_view symbol = value_of(fillings, Fact::symbol);
        const bool is_stated = !value_of(fillings, Fact::glibcxx).empty() || !value_of(fillings, Fact::cxxabi).empty();
        return symbol.empty() || is_stated ? std::string_view() : version_of(symbol);
    }

    void read_symbols() {
        for (const SymbolVersionRow& row : tables_.symbol_versions)
            for (const std::string_view symbol : row.symbols) {
                symbols_.emplace_back(squeezed(symbol), row.version);
                if (symbol.starts_with("_Z")) symbols_.emplace_back(without_parameters(demangled(symbol)), row.version);
            }
        std::ranges::stable_sort(symbols_, {}, &KnownSymbol::first);
    }

    /// The version of libstdc++ that introduced a symbol, mangled or demangled: `GLIBCXX_3.4.29` of
    /// `std::__throw_bad_array_new_length()`. Empty if the tables do not have it.
    [[nodiscard]] std::string_view version_of(std::string_view symbol) {
        if (symbols_.empty()) read_symbols();
        const std::string name = without_parameters(symbol);
        const auto found = std::ranges::lower_bound(symbols_, name, {}, &KnownSymbol::first);
        return found != symbols_.end() && found->first == name ? found->second : std::string_view();
    }

    [[nodiscard]] bool is_of_newer_libstdcxx(std::string_view symbol) {
        // GCC 8 has std::filesystem in a library of its own.
        if (symbol.find("filesystem") != symbol.npos) return false;
        const std::string_view version = version_of(symbol);
        if (version.starts_with(prefix_of(AbiPart::cxxabi))) return version != "CXXABI_1.3";
        const std::optional<Version> number = number_of(AbiPart::glibcxx, version);
        return number && old_glibcxx < *number;
    }

    void add_message(const Fit& fit, const MessageTextRow& wording) {
        const auto is_same = [&](const SeenMessage& seen) { return seen.wording->message == wording.message; };
        if (static_cast<std::size_t>(std::ranges::count_if(reading_.messages, is_same)) >= kept_messages) return;

        const Preamble preamble = preamble_of(fit);
        const std::string_view text = window_;
        const std::size_t begin = squeezed_.origin(fit.begin), end = squeezed_.origin(fit.end - 1) + 1;
        const std::size_t line_begin = begin_of_line(text, begin);
        count_systems(fit, "");
        const std::string_view before = text.substr(line_begin, begin - line_begin);
        const std::string_view behind = text.substr(end, end_of_line(text, end) - end);
        const bool is_called_warning = has_in_any_case(before, "warning:") && before.find("UserWarning") == before.npos;
        reading_.messages.push_back(
            {.wording = &wording,
             .offset = offset_of(fit),
             .line = line_of(fit),
             .fillings = fit.fillings,
             .symbol_version = symbol_version(fit.fillings),
             .is_warning = preamble.severity == Preamble::Severity::warning ||
                           preamble.severity == Preamble::Severity::note || is_called_warning,
             .is_user_warning = preamble.severity == Preamble::Severity::user_warning,
             .is_quoted = is_quotation(before.substr(before.size() > longest_line ? before.size() - longest_line : 0),
                                       behind.substr(0, longest_line))});
        Fit facts = fit;
        // The GPU without code is not one of the architectures of the build.
        if (find_by_id(tables_.messages, wording.message)->cause == MessageRow::Cause::coverage)
            std::erase_if(facts.fillings, [](const Capture& filling) { return filling.fact == Fact::capability; });
        add_facts(facts);
    }

    /// Counts the line for the systems that its text or paths are of, once each.
    void count_systems(const Fit& fit, std::string_view tool) {
        if (reading_.windows_lines + reading_.posix_lines >= counted_lines) return;
        const std::size_t at = squeezed_.origin(fit.begin), from = at - std::min(at, longest_line);
        const std::string_view around = std::string_view(window_).substr(from, 2 * longest_line);
        const std::size_t line_end = around.substr(0, at - from).rfind('\n');
        const std::size_t begin = line_end == around.npos ? 0 : line_end + 1;
        const std::size_t end = std::min(around.find('\n', at - from), around.size());
        const PathSystems paths = path_systems_in(around.substr(begin, end - begin));
        const auto is_of_linux = [](const Capture& filling) {
            return filling.fact == Fact::glibc || filling.fact == Fact::environment || filling.fact == Fact::gcc;
        };
        const auto count = [&](std::optional<std::uint64_t>& last, std::size_t& lines) {
            const std::size_t since = std::min<std::size_t>(last && *last > window_at_ ? *last - window_at_ : 0, at);
            const bool is_same_line = last && std::string_view(window_).substr(since, at - since).find('\n') ==
                                                  std::string_view::npos;
            last = window_at_ + at;
            if (!is_same_line) ++lines;
        };
        if (paths.windows || tool == to_string(PlanTool::windows)) {
            count(last_of_windows_, reading_.windows_lines);
            if (reading_.first_windows_line == 0) reading_.first_windows_line = line_number_at(at);
        }
        if (paths.posix || tool == to_string(PlanTool::wsl) || tool == to_string(PlanTool::nix) ||
            std::ranges::any_of(fit.fillings, is_of_linux))
            count(last_of_posix_, reading_.posix_lines);
    }

    void add_facts(const Fit& fit) {
        for (std::size_t i = 0; i < fit.fillings.size(); ++i) {
            const Capture& filling = fit.fillings[i];
            std::string value = filling.text;
            // `cuda-nvcc-12-4`, `-D__CUDACC_VER_MAJOR__=12 -D__CUDACC_VER_MINOR__=4`: the numbers of one version.
            while (filling.fact == Fact::cuda && i + 1 < fit.fillings.size() &&
                   fit.fillings[i + 1].fact == filling.fact)
                value += '.' + fit.fillings[++i].text;
            // The distribution's name is in the text, and its version in the placeholder.
            if (filling.fact == Fact::environment) value = text_of(fit);
            add_fact(fit, filling.fact, std::move(value));
        }
        if (!fit.fillings.empty() && fit.fillings.back().fact == Fact::capability) add_listed_capabilities(fit);
    }

    /// Adds the rest of a list: `sm_50 sm_60 sm_90`, `8.6;9.0`.
    void add_listed_capabilities(const Fit& fit) {
        std::string_view rest = std::string_view(window_).substr(squeezed_.origin(fit.end - 1) + 1);
        for (;;) {
            const std::size_t begin = rest.find_first_not_of(" ,;\"'\n");
            if (begin == rest.npos || begin == 0 || begin > 3) return;
            rest.remove_prefix(begin);
            const std::string_view word = rest.substr(0, std::min<std::size_t>(rest.find_first_of(" ,;\"'\n."), 14));
            const std::string_view entry =
                word.find('_') == word.npos ? rest.substr(0, std::min<std::size_t>(rest.find_first_of(" ,;\"'\n+"), 6))
                                            : word;
            if (!capability_in(entry)) return;
            add_fact(fit, Fact::capability, std::string(entry));
            rest.remove_prefix(entry.size());
        }
    }

    void add_fact(const Fit& fit, Fact fact, std::string value) {
        const auto is_same_fact = [&](const SeenFact& seen) { return seen.fact == fact; };
        const auto is_same = [&](const SeenFact& seen) { return is_same_fact(seen) && seen.value == value; };
        if (std::ranges::any_of(reading_.facts, is_same)) return;
        if (static_cast<std::size_t>(std::ranges::count_if(reading_.facts, is_same_fact)) >= kept_facts) return;
        reading_.facts.push_back({fact, std::move(value), line_number_at(squeezed_.origin(fit.begin))});
    }

    [[nodiscard]] std::uint64_t offset_of(const Fit& fit) const noexcept {
        return window_at_ + squeezed_.origin(fit.begin);
    }

    [[nodiscard]] LogLine line_of(const Fit& fit) {
        const std::size_t at = squeezed_.origin(fit.begin);
        const std::string_view text = window_;
        const std::size_t line_begin = begin_of_line(text, at);
        const std::size_t prefix = prefix_of_line(text.substr(line_begin, std::min(at - line_begin, longest_prefix)));
        const std::size_t begin = std::max(line_begin + prefix, at - std::min(at, longest_line / 2));
        const std::size_t length = std::min(end_of_line(text, at) - begin, longest_line);
        return {line_number_at(at), as_plain_text(trimmed(first_bytes(text.substr(begin, length), longest_line)))};
    }

    /// Its bytes in the log.
    [[nodiscard]] std::string text_of(const Fit& fit) const {
        const std::size_t begin = squeezed_.origin(fit.begin);
        return window_.substr(begin, squeezed_.origin(fit.end - 1) + 1 - begin);
    }

    [[nodiscard]] std::size_t line_number_at(std::size_t at) {
        if (line_ends_.empty())
            for (std::size_t end = window_.find('\n'); end != window_.npos; end = window_.find('\n', end + 1))
                line_ends_.push_back(end);
        return window_line_ + static_cast<std::size_t>(std::ranges::lower_bound(line_ends_, at) - line_ends_.begin());
    }

    /// Without parameters, with the version.
    using KnownSymbol = std::pair<std::string, std::string_view>;

    const Tables& tables_;
    Utf16Decoder decoder_;
    Patterns patterns_;
    std::vector<KnownSymbol> symbols_;      // sorted; read with the first symbol
    std::vector<std::string> error_words_;  // squeezed, without the colon
    NormalizedLog squeezed_;
    LogReading reading_;
    std::string window_;                  // the current bytes
    std::uint64_t window_at_ = 0;         // their offset in the log
    std::size_t window_line_ = 1;         // number of their first line
    std::vector<std::size_t> line_ends_;  // in the window; empty until needed
    std::vector<LogLine> errors_;         // the first ones
    std::uint64_t read_until_ = 0;        // fits that begin before this are done
    // The last places that were counted for a system.
    std::optional<std::uint64_t> last_of_windows_, last_of_posix_;
};

}  // namespace

PathSystems path_systems_in(std::string_view line) noexcept {
    const auto at = [&](std::size_t i) { return i < line.size() ? line[i] : '\0'; };
    const auto is_in_word = [](char c) { return is_letter_or_digit(c) || c == '_'; };
    // A path begins a word, or follows an option of one letter: `-IC:\cuda`, `-I/usr/include`.
    const auto begins = [&](std::size_t i) {
        const auto is_outside = [&](std::size_t end) {
            return end == 0 || !(is_in_word(line[end - 1]) || line[end - 1] == '/');
        };
        return is_outside(i) || (i >= 2 && is_letter(line[i - 1]) && line[i - 2] == '-' && is_outside(i - 2));
    };
    PathSystems systems;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const bool has_drive = is_letter(line[i]) && at(i + 1) == ':' &&
                               (at(i + 2) == '\\' || (at(i + 2) == '/' && at(i + 3) != '/'));
        if (has_drive && begins(i)) {
            systems.windows = true;
            i += 2;
        } else if (line[i] == '/' && is_letter(at(i + 1)) && begins(i)) {
            std::size_t end = i + 1;
            while (is_in_word(at(end)) || at(end) == '-' || at(end) == '.' || at(end) == '+') ++end;
            systems.posix = systems.posix || at(end) == '/';
        }
    }
    return systems;
}

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
        const std::string name = squeezed(file), base = name.substr(name.rfind('/') + 1);
        if (!preamble.file.ends_with(base)) return false;
        if (is_any) return true;
        // People leave out the directory.
        const std::size_t begin_of_base = preamble.file.size() - base.size();
        if (begin_of_base == 0 || is_begin(begin_of_base)) return true;
        if (!preamble.file.ends_with(name)) return false;
        const std::size_t begin = preamble.file.size() - name.size();
        return begin == 0 || preamble.file[begin - 1] == '/' || is_begin(begin);
    });
}

bool is_quotation(std::string_view before, std::string_view behind) {
    const std::string_view line = trimmed(before);
    const bool is_table_row = line.starts_with('|') && trimmed(behind).ends_with('|');
    if (is_source_line(before, behind) || is_found_line(before) || is_table_row) return true;
    constexpr std::array<std::string_view, 4> verdicts{"] PASSED", "] FAILED", "] SKIPPED", "... ok"};  // of a test
    if (is_between_quotes(before, behind) || before.find("::test") != before.npos || has_any(behind, verdicts))
        return true;
    std::vector<std::string> words = words_of(before);
    for (std::string& word : words_of(behind)) words.push_back(std::move(word));
    const std::size_t joining = count_of_listed(words, sentence_words);
    if ((line.starts_with("- ") || line.starts_with("* ")) && joining > 1) return true;
    const bool is_asked = trimmed(behind).ends_with('?') || behind.find("? ") != behind.npos;
    return is_asked || (joining > 1 && count_of_listed(words, words_of_reports) > 0);
}

std::string file_in(const MessageTextRow& wording, const std::vector<Capture>& fillings) {
    for (const Fact fact : {Fact::header, Fact::library, Fact::cmake_file, Fact::program}) {
        const std::string_view value = value_of(fillings, fact);
        if (value.empty()) continue;
        const std::size_t placeholder = wording.text.rfind('{',
                                                           wording.text.find(fmt::format(":{}}}", to_string(fact))));
        const std::string_view before = wording.text.substr(0, placeholder);
        const auto is_apart = [](char c) {
            return static_cast<unsigned char>(c) >= 0x80 ||
                   std::string_view(" '`\"/").find(c) != std::string_view::npos;
        };
        const auto apart = std::find_if(before.rbegin(), before.rend(), is_apart);
        return std::string(before.substr(static_cast<std::size_t>(before.rend() - apart))) + std::string(value);
    }
    return {};
}

LogReading read_log(const Tables& tables, const std::function<std::string_view()>& next) {
    LogReader reader(tables);
    for (std::string_view piece = next(); !piece.empty(); piece = next()) reader.add(piece);
    return reader.finish();
}

}  // namespace cudastdenv::diagnose
