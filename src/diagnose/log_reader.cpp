// SPDX-License-Identifier: MIT
#include "diagnose/log_reader.hpp"

#include "core/format.hpp"
#include "core/quote.hpp"
#include "diagnose/api_names.hpp"
#include "diagnose/code_paths.hpp"
#include "diagnose/short_form.hpp"
#include "diagnose/symbol_name.hpp"
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
constexpr std::size_t kept_successes = 64;
/// Text above a message: enough to see that it is in a patch, or that CMake configures.
constexpr std::size_t context_size = 2048;
/// Size of a text that a person types, in bytes and lines.
constexpr std::size_t longest_typed = 300, typed_lines = 2;
/// A terminal that is narrower wraps no path.
constexpr std::size_t narrowest_wrap = 40;
constexpr std::size_t longest_symbol = 2048;
/// Lines of an error with the code that it is about.
constexpr std::size_t lines_with_code = 3;

/// Whether the place is in a path of Windows: `C:\\Users\\name`, where `\n` ends no line.
bool is_in_windows_path(std::string_view text, std::size_t at) noexcept {
    const std::size_t blank = text.substr(0, at).find_last_of(" \t\n'\"");
    const std::string_view word = text.substr(blank == text.npos ? 0 : blank + 1);
    return word.size() > 2 && is_letter(word[0]) && word.substr(1, 2) == ":\\";
}

/// Where the line begins: after a line end, or after an escaped one of a program's string.
std::size_t begin_of_line(std::string_view text, std::size_t at) noexcept {
    const std::size_t real = text.substr(0, at).rfind('\n');
    const std::size_t begin = real == text.npos ? 0 : real + 1;
    const std::string_view line = text.substr(begin, std::min(at, text.size()) - begin);
    std::size_t escaped = line.rfind("\\n");
    while (escaped != line.npos && is_in_windows_path(line, escaped))
        escaped = escaped == 0 ? line.npos : line.rfind("\\n", escaped - 1);
    return escaped == line.npos ? begin : begin + escaped + 2;
}

std::size_t end_of_line(std::string_view text, std::size_t at) noexcept {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(0, end);
    std::size_t escaped = line.find("\\n", at);
    while (escaped != line.npos && is_in_windows_path(line, escaped)) escaped = line.find("\\n", escaped + 1);
    return std::min(escaped, end);
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

/// Whether a longer text has the same values: `CUDA Driver Version: 13000` is no `Driver Version`.
bool is_part_of(const Fit& fit, const Fit& longer) {
    const auto has_value = [&](const Capture& filling) {
        return std::ranges::find(longer.fillings, filling.text, &Capture::text) != longer.fillings.end();
    };
    return !fit.fillings.empty() && longer.begin <= fit.begin && fit.end <= longer.end &&
           longer.literals > fit.literals && std::ranges::all_of(fit.fillings, has_value);
}

/// Drops facts that a longer text around them has. The fits are in the log's order.
void drop_parts(std::vector<Fit>& fits) {
    std::vector<Fit> kept;
    std::optional<std::size_t> furthest;
    for (Fit& fit : fits) {
        const bool is_fact = std::holds_alternative<const FactTextRow*>(*fit.row);
        if (is_fact && furthest && is_part_of(fit, kept[*furthest])) continue;
        if (is_fact && !fit.fillings.empty() && (!furthest || kept[*furthest].end <= fit.end)) furthest = kept.size();
        kept.push_back(std::move(fit));
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

/// Every libstdc++ of the releases in the tables has the versions up to this one. A program without such a symbol was
/// linked without libstdc++, or for its other ABI.
constexpr Version old_glibcxx{3, 4, 21};
/// GCC 8 has the std::filesystem up to this version in a library of its own.
constexpr Version own_filesystem{3, 4, 28};

/// The name of a Python package, as pip compares it: `fast-pool` of `fast_pool` and of the extension `fast_pool._C`.
std::string package_name(std::string_view text) {
    std::string name = in_lower_case(text.substr(0, text.find('.')));
    std::ranges::replace(name, '_', '-');
    return name;
}

/// `numpy` of `numpy-2.1`
std::string_view without_version(std::string_view package) noexcept {
    const std::size_t dash = package.rfind('-');
    return dash != package.npos && dash + 1 < package.size() && is_digit(package[dash + 1]) ? package.substr(0, dash)
                                                                                            : package;
}

/// Whether the last progress in the text is a status line of CMake; otherwise it is the `[3/8] ` or `[ 14%] ` of a
/// build tool. Absent: no progress.
std::optional<bool> is_configuring_after(std::string_view above) noexcept {
    std::optional<bool> last;
    for (std::string_view line : lines_of(above)) {
        line.remove_prefix(prefix_of_line(line));
        const bool is_step = line.size() > 2 && line.front() == '[' && (is_digit(line[1]) || is_digit(line[2]));
        if (is_step || line.starts_with("-- ")) last = !is_step;
    }
    return last;
}

/// The facts that name what a message is about.
constexpr std::array about_a_name{Fact::header, Fact::library, Fact::symbol};

constexpr std::string_view no_architecture = "arch-native-or-empty";
constexpr std::string_view symbol_of_glibc = "glibc-symbol-undefined";
/// A message of any text, by the place of the error.
constexpr std::string_view error_in_header = "error-in-system-header";

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
        // The end of the last line begins no other one.
        reading_.line_count = line_number_at(window_.size() - (window_.ends_with('\n') ? 1 : 0));
        if (reading_.messages.empty() && window_at_ == 0 && window_.size() <= longest_typed) read_typed_text();
        std::ranges::sort(reading_.messages, {}, &SeenMessage::offset);
        const auto is_known = [&](const LogLine& line) {
            // A wrapped line begins one line before its message.
            return std::ranges::any_of(reading_.messages, [&](const SeenMessage& seen) {
                return seen.line.number == line.number || seen.line.number == line.number + 1;
            });
        };
        const auto unknown = std::ranges::find_if_not(errors_, is_known);
        if (unknown != errors_.end()) reading_.first_error = *unknown;
        std::ranges::stable_sort(reading_.gpus, {}, &SeenGpu::line);
        return std::move(reading_);
    }

private:
    void add_text(std::string_view bytes) {
        while (!bytes.empty()) {
            const std::size_t taken = std::min(bytes.size(), window_size - std::min(window_size, window_.size()));
            // UTF-16 without its mark: ASCII with a zero byte after each letter.
            const std::string_view piece = bytes.substr(0, taken);
            if (piece.find('\0') == piece.npos) window_ += piece;
            else std::ranges::copy_if(piece, std::back_inserter(window_), [](char c) { return c != '\0'; });
            bytes.remove_prefix(taken);
            if (window_.size() >= window_size) read_window(false);
        }
    }

    void read_window(bool is_last) {
        squeezed_.assign(window_);
        line_ends_.clear();
        std::vector<Fit> fits = patterns_.find_all(squeezed_, window_);
        for (Fit& fit : fits) {
            read_whole_symbol(fit);
            read_changed_function(fit);
            if (fit.wrapped && !is_plausible_place(fit)) {
                fit.begin = fit.wrapped->begin;
                fit.fillings.front() = std::move(fit.wrapped->filling);
                fit.wrapped.reset();
            }
        }
        has_other_ = std::erase_if(fits, [&](const Fit& fit) { return !is_plausible_place(fit); }) > 0 || has_other_;
        drop_shorter(fits);
        drop_parts(fits);
        const std::uint64_t until = window_at_ + window_.size() - (is_last ? 0 : overlap);
        for (const Fit& fit : fits)
            if (const std::uint64_t at = offset_of(fit); at >= read_until_ && (is_last || at < until)) take(fit);
        // People write around a log.
        if (window_at_ == 0 || is_last) read_spoken_words(fits);
        if (is_last) return;
        read_until_ = until;

        // Keep the overlap and the text above it.
        const std::size_t done = window_.size() - overlap - 2 * context_size;
        window_line_ = line_number_at(done);
        window_at_ += done;
        window_.erase(0, done);
    }

    void add_tool(std::string_view tool) {
        if (!contains(reading_.tools, tool)) reading_.tools.push_back(tool);
    }

    void take(const Fit& fit) {
        const auto last = [&](std::optional<std::uint64_t>& place) {
            place = std::max(place.value_or(0), offset_of(fit));
        };
        std::visit(Overloaded{
                       [&](const MessageTextRow* row) { add_message(fit, *row); },
                       [&](const WrapperTextRow* row) {
                           last(reading_.last_failure);
                           if (row->tools.size() == 1) add_tool(row->tools.front());
                       },
                       [&](const SuccessTextRow* row) { add_success(fit, *row); },
                       [&](const FactTextRow* row) {
                           if (row->tool) add_tool(*row->tool);
                           count_systems(fit, row->tool.value_or(""));
                           add_facts(fit);
                       },
                       [&](const ErrorWordRow*) {
                           if (errors_.size() < kept_errors) errors_.push_back(line_of(fit));
                           if (!reading_.header_error) read_header_error(fit);
                       },
                       [&](const GpuRow* row) {
                           const std::size_t begin = squeezed_.origin(fit.begin);
                           const LineContext context = context_at(begin, squeezed_.origin(fit.end - 1) + 1);
                           add_gpu(row->name, row->capability, begin, role_at(Fact::gpu, begin, context));
                       },
                   },
                   *fit.row);
    }

    void add_gpu(std::string_view name, Capability capability, std::size_t at, FactRole role) {
        const auto is_same = [&](const SeenGpu& seen) { return seen.name == name && seen.role == role; };
        if (reading_.gpus.size() < kept_facts && std::ranges::none_of(reading_.gpus, is_same))
            reading_.gpus.push_back({name, capability, line_number_at(at), role});
    }

    /// Reads names of GPUs and tags of wheels as people write them. `fits` are the texts that were found.
    void read_spoken_words(const std::vector<Fit>& fits) {
        const std::string_view text = window_;
        std::vector<std::pair<std::size_t, std::size_t>> known;  // the names of products that were found
        for (const Fit& fit : fits)
            if (std::holds_alternative<const GpuRow*>(*fit.row))
                known.emplace_back(squeezed_.origin(fit.begin), squeezed_.origin(fit.end - 1) + 1);
        for (const SpokenGpu& gpu : spoken_gpus(tables_, text)) {
            const auto overlaps = [&](const auto& range) { return range.first < gpu.end && gpu.begin < range.second; };
            if (std::ranges::any_of(known, overlaps)) continue;
            FactRole role = gpu.is_required ? FactRole::required : FactRole::stated;
            const std::string_view line = context_at(gpu.begin, gpu.end).line;
            if (const std::optional<FactRole> other = role_of_author(gpu.begin, line)) role = *other;
            add_gpu(gpu.name, gpu.capability, gpu.begin, role);
        }
        for (std::size_t at = text.find("cu1"); at != text.npos; at = text.find("cu1", at + 1)) {
            const std::string_view tag =
                text.substr(at + 2, std::min(text.find_first_not_of("0123456789", at + 2), text.size()) - at - 2);
            const std::size_t end = at + 2 + tag.size();
            const bool is_apart = (at == 0 || !is_letter_or_digit(text[at - 1])) &&
                                  (end == text.size() || !is_letter_or_digit(text[end]));
            if (tag.size() == 3 && is_apart) add_fact_at(Fact::wheel_cuda, std::string(tag), at, end);
        }
    }

    /// The line around a part of the window.
    [[nodiscard]] LineContext context_at(std::size_t begin, std::size_t end) const {
        const std::string_view text = window_;
        const std::size_t from = begin - std::min(begin, longest_line);
        const std::size_t line_begin = from + begin_of_line(text.substr(from), begin - from);
        const std::size_t line_end = std::min(end_of_line(text, end), end + longest_line);
        const std::size_t above = std::min(line_begin, context_size);
        return {text.substr(line_begin, line_end - line_begin), text.substr(line_begin, begin - line_begin),
                text.substr(end, line_end - end), text.substr(line_begin - above, above)};
    }

    /// The role of what another person wrote: after the name of a second one in a thread, or quoted. Absent: the first
    /// person wrote it.
    [[nodiscard]] std::optional<FactRole> role_of_author(std::size_t at, std::string_view line) const {
        if (is_quoted_line(line)) return FactRole::quoted;
        bool is_other = false;
        for (const auto& [offset, is_another] : posters_)
            if (offset <= window_at_ + at) is_other = is_another;
        return is_other ? std::optional(FactRole::poster) : std::nullopt;
    }

    [[nodiscard]] FactRole role_at(Fact fact, std::size_t at, const LineContext& context) const {
        const FactRole role = role_in_line(fact, context);
        const bool is_of_build = role == FactRole::present || role == FactRole::stated || role == FactRole::implied;
        return is_of_build ? role_of_author(at, context.line).value_or(role) : role;
    }

    /// The name above a post of a thread, at the beginning of its line, with the date behind it.
    void add_poster(const std::string& name, std::size_t begin, std::size_t end) {
        const LineContext context = context_at(begin, end);
        const std::string_view before = trimmed(context.before), behind = context.behind.substr(0, 30);
        const bool is_header = (before.empty() || before == "@") &&
                               (std::ranges::any_of(behind, is_digit) || behind.find("ago") != behind.npos);
        if (!is_header) return;
        if (posters_.empty()) first_poster_ = name;
        posters_.emplace_back(window_at_ + begin, name != first_poster_);
    }

    /// The header that the place of an error names; absent: another file.
    [[nodiscard]] std::optional<HeaderPlace> header_of(const Fit& fit) const {
        const Preamble preamble = preamble_of(fit);
        if (!preamble.has_place) return std::nullopt;
        const std::size_t outside = preamble.file.find_last_of("():<>=|[]{}#?");
        const std::size_t end = preamble_begin(fit) + preamble.file.size();
        std::size_t begin = end - preamble.file.size() + (outside == preamble.file.npos ? 0 : outside + 1);
        // Squeezing joins a path with the words and lines before it. A terminal wraps only long lines.
        for (std::size_t i = end; i-- > begin + 1;) {
            const std::size_t from = squeezed_.origin(i - 1) + 1, to = squeezed_.origin(i);
            const std::string_view between = std::string_view(window_).substr(from, to - from);
            const bool is_line_end = between.find('\n') != between.npos || between.find("\\n") != between.npos;
            const bool is_wrapped = is_line_end && from - begin_of_line(window_, from) >= narrowest_wrap;
            const bool is_apart = is_line_end || between.find_first_of(" \t") != between.npos;
            if (is_apart && !is_wrapped) begin = i;
        }
        return header_place(squeezed_.text().substr(begin, end - begin));
    }

    /// Keeps an error of a compiler in a header, unless the header includes a file that is missing, or the log only
    /// mentions it.
    void read_header_error(const Fit& fit) {
        const MessageTextRow* wording = find_in(tables_.message_texts, error_in_header, &MessageTextRow::message);
        const std::optional<HeaderPlace> place = wording ? header_of(fit) : std::nullopt;
        if (!place) return;
        const std::string_view text = window_;
        const std::size_t begin = squeezed_.origin(fit.begin), end = squeezed_.origin(fit.end - 1) + 1;
        const std::size_t line_begin = begin_of_line(text, begin);
        const std::string_view behind = text.substr(end, end_of_line(text, end) - end);
        constexpr std::array<std::string_view, 3> missing{"no such file", "cannot open source file", "file not found"};
        if (std::ranges::any_of(missing, [&](std::string_view words) { return has_in_any_case(behind, words); }))
            return;
        const std::string_view above =
            text.substr(0, line_begin).substr(line_begin - std::min(line_begin, 2 * context_size));
        const std::string_view before = text.substr(line_begin, begin - line_begin);
        const FindingStatus status =
            status_in_line(without_escapes(before.substr(before.size() - std::min(before.size(), longest_line))),
                           without_escapes(behind.substr(0, longest_line)), above);
        if (status == FindingStatus::mention) return;
        const bool is_own_form = preamble_of(fit).is_in_brackets;
        const std::optional<bool> by_nvcc = is_by_nvcc(above, text.substr(end, context_size), is_own_form);
        if (by_nvcc == false) return;
        // A line without others has no more to show.
        const bool is_alone = window_at_ == 0 && trimmed(above).empty() && text.size() <= longest_typed;
        reading_.is_header_error_of_nvcc = by_nvcc.has_value() || (is_own_form && is_alone);
        reading_.header_error = SeenMessage{.wording = wording,
                                            .offset = offset_of(fit),
                                            .line = line_of(fit),
                                            .fillings = {},
                                            .status = status,
                                            .is_configuring = is_configuring_after(above),
                                            .place = place};
    }

    /// Reads a short text as a message that a person typed from memory.
    void read_typed_text() {
        const std::string plain = without_escapes(window_);
        std::vector<std::string_view> lines = lines_of(plain);
        for (std::string_view& line : lines) line = trimmed(line.substr(prefix_of_line(line)));
        std::erase_if(lines, [](std::string_view line) { return line.empty() || line.starts_with("```"); });
        // A complete message of another cause is not a part of one.
        if (lines.empty() || lines.size() > typed_lines || has_other_ || is_compile_error(lines.front())) return;
        if (lines.front().starts_with("-- ")) return;  // of CMake
        add_typed_compilers();
        const std::string text = joined(lines, " ");
        const LogLine line{1, as_plain_text(lines.front())};
        window_ = as_printed_by_a_tool(text);
        read_until_ = 0;
        if (!window_.empty()) read_window(true);
        if (reading_.messages.empty())
            if (std::optional<NamedWording> named = wording_named_by(tables_, text, [&](const NamedWording& one) {
                    return is_complete(*one.wording, one.fillings);
                })) {
                for (const Capture& filling : named->fillings) add_fact({}, filling.fact, filling.text);
                reading_.messages.push_back({.wording = named->wording,
                                             .line = line,
                                             .fillings = std::move(named->fillings),
                                             .program = program_of(*named->wording, {})});
            }
        if (reading_.messages.empty()) return;
        reading_.messages.resize(1);
        SeenMessage& message = reading_.messages.front();
        message.line = line;
        message.is_partial = true;
        message.status = status_in_line(text, "");
        if (message.status == FindingStatus::failure) message.status = FindingStatus::quoted;
    }

    /// Reads `gcc-16` or `g++-16`, which in a longer log may be one of many packages.
    void add_typed_compilers() {
        const std::string_view text = window_;
        for (std::size_t begin = text.find('-'); begin != text.npos; begin = text.find('-', begin + 1)) {
            std::size_t first = begin, last = begin + 1;
            while (first > 0 && (is_letter_or_digit(text[first - 1]) || text[first - 1] == '+')) --first;
            while (last < text.size() && (is_digit(text[last]) || text[last] == '.')) ++last;
            while (text[last - 1] == '.') --last;
            const std::string_view word = text.substr(first, last - first);
            const bool is_apart = last == text.size() || (!is_letter_or_digit(text[last]) && text[last] != '-');
            if (const std::optional<Compiler> compiler = parse_compiler(word); compiler && is_apart)
                add_fact_at(compiler->family == Compiler::Family::gcc ? Fact::spoken_gcc : Fact::clang,
                            std::string(word.substr(begin + 1 - first)), first, last);
        }
    }

    /// Whether the values that decide what the message is about are there and match.
    [[nodiscard]] bool is_complete(const MessageTextRow& wording, const std::vector<Capture>& fillings) {
        const auto is_missing = [&](Fact fact) {
            return wording.text.find(fmt::format(":{}}}", to_string(fact))) != wording.text.npos &&
                   value_of(fillings, fact).empty();
        };
        const bool is_of_values = wording.message == no_architecture && is_missing(Fact::capability);
        return !is_of_values && std::ranges::none_of(about_a_name, is_missing) &&
               names_what_it_is_about(wording, fillings);
    }

    /// A loaded library is a success of that library only.
    void add_success(const Fit& fit, const SuccessTextRow& row) {
        const std::string_view path = value_of(fit.fillings, Fact::library);
        if (path.empty()) {
            if (contains(row.tools, "person")) reading_.is_reported_working = true;
            else add_build_success(fit, row);
            return;
        }
        const std::string_view name = without_directory(path);
        const auto known = std::ranges::find(reading_.loaded, name, &LoadedLibrary::name);
        if (known != reading_.loaded.end()) known->offset = std::max(known->offset, offset_of(fit));
        else if (reading_.loaded.size() < kept_libraries)
            reading_.loaded.push_back({std::string(name), offset_of(fit)});
    }

    /// Keeps the last one of each tool, and of pip those of other packages.
    void add_build_success(const Fit& fit, const SuccessTextRow& row) {
        LogSuccess success{&row, {}, offset_of(fit), line_number_at(squeezed_.origin(fit.begin))};
        const std::size_t begin = squeezed_.origin(fit.begin);
        const std::string_view line = std::string_view(window_).substr(begin, end_of_line(window_, begin) - begin);
        if (contains(row.tools, "pip"))
            for (const std::string_view word : pieces_of(trimmed(line.substr(0, longest_line)), ' '))
                success.packages.push_back(package_name(without_version(word)));
        const auto is_same = [&](const LogSuccess& other) {
            return other.wording == &row && other.packages == success.packages;
        };
        std::erase_if(reading_.successes, is_same);
        if (reading_.successes.size() == kept_successes) reading_.successes.erase(reading_.successes.begin());
        reading_.successes.push_back(std::move(success));
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

    /// Whether HIP prints it, which has CUDA's texts for AMD's GPUs (`HIP error: `), or Clang compiles HIP there: its
    /// headers meet glibc's in the same way.
    [[nodiscard]] bool is_of_hip(const Fit& fit, const MessageTextRow& wording) const {
        const std::size_t at = squeezed_.origin(fit.begin), begin = at - std::min(at, preamble_size);
        if (contains(wording.tools, "cudart") || contains(wording.tools, "libcuda")) {
            const std::size_t line = std::max(begin_of_line(window_, at), begin);
            const std::string before = in_lower_case(std::string_view(window_).substr(line, at - line));
            return before.find("hip error") != before.npos || before.find("hiperror") != before.npos;
        }
        if (wording.files.empty() || !contains(wording.tools, "clang++")) return false;
        constexpr std::array<std::string_view, 3> marks{"/hip/", "hip_runtime", "__clang_hip"};
        const std::string_view text = std::string_view(window_).substr(begin, 2 * preamble_size);
        return std::ranges::any_of(marks, [&](std::string_view mark) { return text.find(mark) != text.npos; });
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
        if (row->cause == MessageRow::Cause::api) return is_of_toolkit(wording, fillings, api_);
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

    /// The version of libstdc++ that introduced a symbol, mangled or demangled: `GLIBCXX_3.4.29` of
    /// `std::__throw_bad_array_new_length()`. Empty if the tables do not have it.
    [[nodiscard]] std::string_view version_of(std::string_view symbol) {
        if (!symbols_) symbols_.emplace(tables_);
        return symbols_->find(symbol);
    }

    /// A demangled name has more characters than a placeholder: templates, parameters, a type in front.
    void read_whole_symbol(Fit& fit) {
        const auto* const wording = std::get_if<const MessageTextRow*>(fit.row);
        const bool is_last = wording && (*wording)->text.ends_with(":symbol}") && !fit.is_cut_off;
        if (!is_last || fit.fillings.empty() || fit.fillings.back().text.starts_with("_Z")) return;
        const std::size_t begin = fit.end - std::min(fit.end, squeezed(fit.fillings.back().text).size());
        const bool is_quoted = begin > 0 && has_quote(bytes_between(begin - 1));
        std::string text;
        std::vector<std::size_t> ends;  // in the text, behind each byte of the squeezed log
        for (std::size_t i = begin; i < squeezed_.text().size() && text.size() < longest_symbol; ++i) {
            if (i > begin) {
                const std::string_view between = bytes_between(i - 1);
                if (has_quote(between)) break;
                // A terminal wraps a quoted name anywhere.
                for (const char c : between)
                    if (std::string_view(" ,*\t").find(c) != std::string_view::npos || (c == '\n' && !is_quoted))
                        text += c;
                if (between.find("\\n") != between.npos && !is_quoted) text += '\n';
            }
            const char c = window_[squeezed_.origin(i)];
            text += c == '&' || c == '\\' ? squeezed_.text()[i] : c;
            ends.push_back(text.size());
        }
        const std::string_view name = symbol_at_front(text);
        if (version_of(name).empty()) return;
        fit.fillings.back().text = as_plain_text(name);
        fit.end = begin + static_cast<std::size_t>(std::ranges::upper_bound(ends, name.size()) - ends.begin());
    }

    /// A message about parameters names their function, or the code behind it does.
    void read_changed_function(Fit& fit) {
        const auto* const wording = std::get_if<const MessageTextRow*>(fit.row);
        if (wording == nullptr || !is_about_parameters(**wording)) return;
        const std::size_t begin = squeezed_.origin(fit.begin);
        std::size_t end = begin;
        for (std::size_t line = 0; line < lines_with_code && end < window_.size(); ++line)
            end = end_of_line(window_, end + 1);
        const std::string text =
            without_escapes(std::string_view(window_).substr(begin, std::min(end - begin, 2 * preamble_size)));
        if (std::string name = changed_function_in(text, api_); !name.empty())
            fit.fillings = {{Fact::symbol, std::move(name)}};
    }

    /// The bytes of the log that squeezing drops behind a byte.
    [[nodiscard]] std::string_view bytes_between(std::size_t index) const {
        const std::size_t from = squeezed_.origin(index) + 1;
        return std::string_view(window_).substr(from, squeezed_.origin(index + 1) - from);
    }

    [[nodiscard]] static bool has_quote(std::string_view between) noexcept {
        constexpr std::array<std::string_view, 16> quotes{
            "'",        "\"",     "`",      "\xe2\x80\x98", "\xe2\x80\x99", "\xe2\x80\x9c", "\xe2\x80\x9d", "\xc2\xab",
            "\xc2\xbb", "&quot;", "&apos;", "&#39;",        "&#x27;",       "&#34;",        "&#96;",        "&#x60;"};
        return std::ranges::any_of(quotes, [&](std::string_view quote) { return between.find(quote) != between.npos; });
    }

    [[nodiscard]] bool is_of_newer_libstdcxx(std::string_view symbol) {
        const std::string_view version = version_of(symbol);
        if (version.starts_with(prefix_of(AbiPart::cxxabi))) return version != "CXXABI_1.3";
        const std::optional<Version> number = number_of(AbiPart::glibcxx, version);
        const bool is_filesystem = symbol.find("filesystem") != symbol.npos;
        return number && (is_filesystem ? own_filesystem : old_glibcxx) < *number;
    }

    void add_message(const Fit& fit, const MessageTextRow& wording) {
        const auto is_same = [&](const SeenMessage& seen) { return seen.wording->message == wording.message; };
        if (static_cast<std::size_t>(std::ranges::count_if(reading_.messages, is_same)) >= kept_messages) return;
        const auto is_repeated_name = [&](const SeenMessage& seen) {
            return seen.wording == &wording &&
                   std::ranges::equal(seen.fillings, fit.fillings, {}, &Capture::text, &Capture::text);
        };
        if (find_by_id(tables_.messages, wording.message)->cause == MessageRow::Cause::api &&
            std::ranges::any_of(reading_.messages, is_repeated_name))
            return;

        const Preamble preamble = preamble_of(fit);
        const std::string_view text = window_;
        const std::size_t begin = squeezed_.origin(fit.begin), end = squeezed_.origin(fit.end - 1) + 1;
        const std::size_t line_begin = begin_of_line(text, begin);
        count_systems(fit, "");
        const std::string_view before = text.substr(line_begin, begin - line_begin);
        const std::string_view behind = text.substr(end, end_of_line(text, end) - end);
        const std::string_view above =
            text.substr(0, line_begin).substr(line_begin - std::min(line_begin, context_size));
        const bool is_called_warning = has_in_any_case(before, "warning:") && before.find("UserWarning") == before.npos;
        const bool is_warning = preamble.severity == Preamble::Severity::warning ||
                                preamble.severity == Preamble::Severity::note || is_called_warning;
        FindingStatus status = status_in_line(
            without_escapes(before.substr(before.size() > longest_line ? before.size() - longest_line : 0)),
            without_escapes(behind.substr(0, longest_line)), above);
        const LineContext context = context_at(begin, end);
        // Several processes print the same warning.
        const bool is_repeated = !reading_.messages.empty() && reading_.messages.back().is_user_warning &&
                                 reading_.messages.back().wording == &wording &&
                                 offset_of(fit) - reading_.messages.back().offset < preamble_size;
        const bool is_user_warning = preamble.severity == Preamble::Severity::user_warning ||
                                     (is_repeated && preamble.severity == Preamble::Severity::none);
        const bool is_printed = status == FindingStatus::failure || status == FindingStatus::quoted;
        if (is_printed && (is_warning || is_user_warning)) status = FindingStatus::warning;
        reading_.messages.push_back({.wording = &wording,
                                     .offset = offset_of(fit),
                                     .line = line_of(fit),
                                     .fillings = fit.fillings,
                                     .symbol_version = symbol_version(fit.fillings),
                                     .status = status,
                                     .is_user_warning = is_user_warning,
                                     .program = program_of(wording, context),
                                     .part = part_of_system(context),
                                     .is_configuring = is_configuring_after(above),
                                     .place = wording.message == error_in_header ? header_of(fit) : std::nullopt});
        if (is_about_code(*find_by_id(tables_.messages, wording.message)) &&
            reading_.messages.back().part != SystemPart::container)
            reading_.messages.back().code_paths = code_paths_around(begin, end);
        Fit facts = fit;
        // The GPU without code, or the one that is required, is not one of the architectures of the build.
        if (find_by_id(tables_.messages, wording.message)->cause == MessageRow::Cause::coverage ||
            wording.text.find("requires .target") != wording.text.npos)
            std::erase_if(facts.fillings, [](const Capture& filling) { return filling.fact == Fact::capability; });
        add_facts(facts);
    }

    /// The paths around a message, the nearest above it first.
    [[nodiscard]] std::vector<std::string> code_paths_around(std::size_t begin, std::size_t end) const {
        const std::string_view text = window_;
        const std::size_t above = std::min(begin, 2 * context_size);
        std::vector<std::string> paths = code_paths_in(without_escapes(text.substr(begin - above, above)));
        std::ranges::reverse(paths);
        for (std::string& path : code_paths_in(without_escapes(text.substr(end, context_size))))
            paths.push_back(std::move(path));
        return paths;
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
            while ((filling.fact == Fact::cuda || filling.fact == Fact::nvcc) && i + 1 < fit.fillings.size() &&
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
            const bool is_next_line = rest.substr(0, begin).find('\n') != rest.npos;
            rest.remove_prefix(begin);
            const std::string_view word = rest.substr(0, std::min<std::size_t>(rest.find_first_of(" ,;\"'\n."), 14));
            const std::string_view entry =
                word.find('_') == word.npos ? rest.substr(0, std::min<std::size_t>(rest.find_first_of(" ,;\"'\n+"), 6))
                                            : word;
            // The next line may begin with its number in a source.
            if (!capability_in(entry) || (is_next_line && is_digit(entry.front()))) return;
            add_fact(fit, Fact::capability, std::string(entry));
            rest.remove_prefix(entry.size());
        }
    }

    void add_fact(const Fit& fit, Fact fact, std::string value) {
        const bool is_typed = fit.row == nullptr;  // a short text, that has no other line
        const std::size_t begin = is_typed ? 0 : squeezed_.origin(fit.begin);
        add_fact_at(fact, std::move(value), begin, is_typed ? 0 : squeezed_.origin(fit.end - 1) + 1);
    }

    void add_fact_at(Fact fact, std::string value, std::size_t begin, std::size_t end) {
        if (fact == Fact::poster) return add_poster(value, begin, end);
        if (fact == Fact::package) value = package_name(value);
        if (!is_plausible(tables_, fact, value)) return;
        const LineContext context = context_at(begin, end);
        // nvidia-smi prints the newest release that the driver supports.
        const bool is_of_smi = context.line.find("NVIDIA-SMI") != context.line.npos ||
                               context.line.find("Driver Version:") != context.line.npos;
        if (fact == Fact::spoken_cuda && is_of_smi) fact = Fact::driver_cuda;
        // `CUDA 128 threads`
        const std::string_view next = trimmed(context.behind);
        if (fact == Fact::spoken_cuda && value.find('.') == value.npos && !next.empty() && is_letter(next.front()))
            return;
        const auto is_same_fact = [&](const SeenFact& seen) { return seen.fact == fact; };
        if (static_cast<std::size_t>(std::ranges::count_if(reading_.facts, is_same_fact)) >= kept_facts) return;
        const FactRole role = role_at(fact, begin, context);
        const auto is_same = [&](const SeenFact& seen) {
            return is_same_fact(seen) && seen.value == value && seen.role == role;
        };
        if (std::ranges::any_of(reading_.facts, is_same)) return;
        reading_.facts.push_back({fact, std::move(value), line_number_at(begin), role, part_of_system(context)});
    }

    [[nodiscard]] std::uint64_t offset_of(const Fit& fit) const noexcept {
        return window_at_ + squeezed_.origin(fit.begin);
    }

    [[nodiscard]] LogLine line_of(const Fit& fit) {
        const std::size_t at = squeezed_.origin(fit.begin);
        const std::string_view text = window_;
        const std::size_t line_begin = begin_of_line(text, at);
        const std::size_t prefix = prefix_of_line(text.substr(line_begin, std::min(at - line_begin, longest_prefix)));
        std::size_t begin = std::max(line_begin + prefix, at - std::min(at, longest_line / 2));
        while (begin < at && (static_cast<unsigned char>(text[begin]) & 0xc0) == 0x80) ++begin;
        const std::size_t length = end_of_line(text, at) - begin;
        const std::string plain = without_escapes(text.substr(begin, length));
        return {line_number_at(at), as_plain_text(trimmed(first_bytes(plain, longest_line)))};
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

    const Tables& tables_;
    Utf16Decoder decoder_;
    Patterns patterns_;
    std::optional<LibrarySymbols> symbols_;  // read with the first symbol
    // Makes the index at the first message that may need it.
    const IndexOnDemand api_ = [this]() -> const ApiIndex& {
        if (!reading_.api) reading_.api = std::make_shared<const ApiIndex>(tables_);
        return *reading_.api;
    };
    std::vector<std::string> error_words_;  // squeezed, without the colon
    NormalizedLog squeezed_;
    LogReading reading_;
    std::string window_;                                   // the current bytes
    std::uint64_t window_at_ = 0;                          // their offset in the log
    std::size_t window_line_ = 1;                          // number of their first line
    std::vector<std::size_t> line_ends_;                   // in the window; empty until needed
    std::vector<LogLine> errors_;                          // the first ones
    std::string first_poster_;                             // of a thread
    std::vector<std::pair<std::uint64_t, bool>> posters_;  // offset of each post, and whether another person wrote it
    bool has_other_ = false;                               // a message of another file or cause
    std::uint64_t read_until_ = 0;                         // fits that begin before this are done
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
    const std::string_view all = before;
    const bool is_of_python =
        before.substr(before.size() - std::min<std::size_t>(before.size(), 100)).find("userwarning:") != before.npos;
    preamble.severity = take_severity(before, error_words);
    if (preamble.severity == Severity::none) preamble.severity = severity_by_cmake(before);
    if (preamble.severity == Severity::none && is_of_python) preamble.severity = Severity::user_warning;
    preamble.has_place = take_place(before);
    if (!preamble.has_place) return preamble;
    preamble.file = before;
    preamble.is_in_brackets = all.substr(before.size()).starts_with('(');
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
