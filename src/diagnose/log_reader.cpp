// SPDX-License-Identifier: MIT
#include "diagnose/log_reader.hpp"

#include "core/lists.hpp"
#include "core/quote.hpp"
#include "core/text.hpp"
#include "diagnose/knowledge.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <tuple>

namespace cudastdenv::diagnose {

namespace {

// Sizes in bytes. A text that is longer than the overlap with everything that people put into it is not found.
constexpr std::size_t window_size = 128 * 1024;
constexpr std::size_t overlap = 8 * 1024;
constexpr std::size_t longest_line = 300;
constexpr std::size_t longest_prefix = 256;
constexpr std::size_t preamble_size = 400;
constexpr std::size_t kept_messages = 8;  // of one id
constexpr std::size_t kept_facts = 24;    // values of one fact
constexpr std::size_t kept_errors = 32;
constexpr std::size_t kept_libraries = 256;

/// Where the line, or what counts as one, begins: behind a line end, or a line end as a string of a program has it.
std::size_t begin_of_line(std::string_view text, std::size_t at) noexcept {
    const std::size_t real = text.substr(0, at).rfind('\n');
    const std::size_t escaped = text.substr(0, at).rfind("\\n");
    const std::size_t after_real = real == text.npos ? 0 : real + 1;
    return std::max(after_real, escaped == text.npos ? 0 : escaped + 2);
}

std::size_t end_of_line(std::string_view text, std::size_t at) noexcept {
    return std::min({text.find('\n', at), text.find("\\n", at), text.size()});
}

bool overlaps(const Fit& left, const Fit& right) noexcept { return left.begin < right.end && right.begin < left.end; }

std::size_t preamble_begin(const Fit& fit) noexcept {
    return fit.begin > preamble_size ? fit.begin - preamble_size : 0;
}

/// Whether a program calls what follows a warning, further up in its line.
bool is_called_warning(std::string_view before) {
    return has_in_any_case(before, "warning:") && before.find("UserWarning") == before.npos;
}

/// What is all there before what was cut off, then what has more text.
std::pair<bool, std::size_t> worth(const Fit& fit) noexcept { return {!fit.is_cut_off, fit.literals}; }

/// Of wordings, and of names of GPUs, that overlap the one with the most text stays.
void drop_shorter(std::vector<Fit>& fits) {
    std::ranges::sort(fits, {}, [](const Fit& fit) { return std::tuple(fit.begin, ~fit.literals); });
    std::vector<Fit> kept;
    // Of each kind the one that reaches furthest: what comes next in the log overlaps it, or nothing.
    std::array<std::optional<std::size_t>, std::variant_size_v<TextRow>> last;
    for (Fit& fit : fits) {
        std::optional<std::size_t>& rival = last[fit.row->index()];
        const bool competes = rival && !std::holds_alternative<const FactTextRow*>(*fit.row) &&
                              overlaps(kept[*rival], fit);
        if (!competes) {
            rival = kept.size();
            kept.push_back(std::move(fit));
        } else if (worth(kept[*rival]) < worth(fit)) {
            kept[*rival] = std::move(fit);
        }
    }
    fits = std::move(kept);
}

void join_wrapped_name(Fit& fit) {
    fit.begin = fit.wrapped->begin;
    fit.fillings.front() = std::move(fit.wrapped->filling);
    fit.wrapped.reset();
}

}  // namespace

LogReader::LogReader(const Tables& tables) : patterns_(tables), filter_(tables) {
    for (const ErrorWordRow& row : tables.error_words) {
        std::string word = squeezed(row.text);
        while (word.ends_with(':')) word.pop_back();
        error_words_.push_back(std::move(word));
    }
}

void LogReader::add(std::string_view bytes) {
    if (decoder_.takes(bytes)) add_text(decoder_.decode(bytes));
    else add_text(bytes);
}

void LogReader::add_text(std::string_view bytes) {
    while (!bytes.empty()) {
        const std::size_t taken = std::min(bytes.size(), window_size - std::min(window_size, window_.size()));
        // UTF-16 without its mark: ASCII with a zero beside each letter.
        std::ranges::copy_if(bytes.substr(0, taken), std::back_inserter(window_), [](char c) { return c != '\0'; });
        bytes.remove_prefix(taken);
        if (window_.size() >= window_size) read_window(false);
    }
}

LogReading LogReader::finish() {
    read_window(true);
    reading_.line_count = line_number_at(window_.size());
    std::ranges::sort(reading_.messages, {}, &SeenMessage::offset);
    const auto is_known = [&](const LogLine& line) {
        return std::ranges::any_of(reading_.messages,
                                   // What is wrapped begins a line before its message.
                                   [&](const SeenMessage& seen) {
                                       return seen.line.number == line.number || seen.line.number == line.number + 1;
                                   });
    };
    const auto unknown = std::ranges::find_if_not(errors_, is_known);
    if (unknown != errors_.end()) reading_.first_error = *unknown;
    return std::move(reading_);
}

void LogReader::read_window(bool is_last) {
    squeezed_.assign(window_);
    line_ends_.clear();
    std::vector<Fit> fits = patterns_.find_all(squeezed_, window_);
    for (Fit& fit : fits)
        if (fit.wrapped && !is_meant(fit)) join_wrapped_name(fit);
    std::erase_if(fits, [&](const Fit& fit) { return !is_meant(fit); });
    drop_shorter(fits);
    const std::uint64_t until = window_at_ + window_.size() - (is_last ? 0 : overlap);
    for (const Fit& fit : fits)
        if (const std::uint64_t at = offset_of(fit); at >= read_until_ && (is_last || at < until)) take(fit);
    if (is_last) return;
    read_until_ = until;

    // What is before the overlap, and some of it again for what stands in front of a message.
    const std::size_t done = window_.size() - 2 * overlap;
    window_line_ = line_number_at(done);
    window_at_ += done;
    window_.erase(0, done);
}

std::uint64_t LogReader::offset_of(const Fit& fit) const noexcept { return window_at_ + squeezed_.origin(fit.begin); }

std::size_t LogReader::line_number_at(std::size_t at) {
    if (line_ends_.empty())
        for (std::size_t end = window_.find('\n'); end != window_.npos; end = window_.find('\n', end + 1))
            line_ends_.push_back(end);
    const auto next = std::ranges::lower_bound(line_ends_, at);
    return window_line_ + static_cast<std::size_t>(next - line_ends_.begin());
}

LogLine LogReader::line_of(const Fit& fit) {
    const std::size_t at = squeezed_.origin(fit.begin);
    const std::string_view text = window_;
    const std::size_t line_begin = begin_of_line(text, at);
    const std::size_t prefix = prefix_of_line(text.substr(line_begin, std::min(at - line_begin, longest_prefix)));
    const std::size_t begin = std::max(line_begin + prefix, at - std::min(at, longest_line / 2));
    const std::size_t length = std::min(end_of_line(text, at) - begin, longest_line);
    return {line_number_at(at), as_plain_text(trimmed(first_bytes(text.substr(begin, length), longest_line)))};
}

void LogReader::take(const Fit& fit) {
    const auto last = [&](std::optional<std::uint64_t>& place) { place = std::max(place.value_or(0), offset_of(fit)); };
    std::visit(Overloaded{
                   [&](const MessageTextRow* row) { take_message(fit, *row); },
                   [&](const WrapperTextRow*) { last(reading_.last_failure); },
                   [&](const SuccessTextRow* row) { take_success(fit, *row); },
                   [&](const FactTextRow* row) {
                       if (row->tool && !contains(reading_.tools, *row->tool)) reading_.tools.push_back(*row->tool);
                       take_facts(fit);
                   },
                   [&](const ErrorWordRow*) {
                       if (errors_.size() < kept_errors) errors_.push_back(line_of(fit));
                   },
                   [&](const GpuRow* row) {
                       const auto is_same = [&](const SeenGpu& seen) { return seen.gpu->name == row->name; };
                       if (reading_.gpus.size() < kept_facts && std::ranges::none_of(reading_.gpus, is_same))
                           reading_.gpus.push_back({row, line_number_of(fit)});
                   },
               },
               *fit.row);
}

/// Of a library that was loaded it is said of that library alone.
void LogReader::take_success(const Fit& fit, const SuccessTextRow& row) {
    const std::string_view path = value_of(fit.fillings, Fact::library);
    if (path.empty()) {
        if (contains(row.tools, "person")) reading_.is_said_to_work = true;
        else reading_.last_success = std::max(reading_.last_success.value_or(0), offset_of(fit));
        return;
    }
    const std::string_view name = path.substr(path.rfind('/') + 1);
    const auto known = std::ranges::find(reading_.loaded, name, &LoadedLibrary::name);
    if (known != reading_.loaded.end()) known->offset = std::max(known->offset, offset_of(fit));
    else if (reading_.loaded.size() < kept_libraries) reading_.loaded.push_back({std::string(name), offset_of(fit)});
}

Preamble LogReader::preamble_of(const Fit& fit) const {
    const std::size_t from = preamble_begin(fit);
    return read_preamble(squeezed_.text().substr(from, fit.begin - from), error_words_);
}

/// Whether a message's text is that message: its line names one of its files, and what it names is what it is about.
bool LogReader::is_meant(const Fit& fit) {
    const auto* const wording = std::get_if<const MessageTextRow*>(fit.row);
    if (wording == nullptr) return true;
    const std::size_t from = preamble_begin(fit);
    const auto is_begin = [&](std::size_t index) {
        return squeezed_.origin(from + index) > squeezed_.origin(from + index - 1) + 1;
    };
    return is_of_files(preamble_of(fit), (*wording)->files, is_begin) && filter_.is_meant(**wording, fit.fillings);
}

void LogReader::take_message(const Fit& fit, const MessageTextRow& wording) {
    const auto is_same = [&](const SeenMessage& seen) { return seen.wording->message == wording.message; };
    if (static_cast<std::size_t>(std::ranges::count_if(reading_.messages, is_same)) >= kept_messages) return;

    const Preamble preamble = preamble_of(fit);
    const std::string_view text = window_;
    const std::size_t begin = squeezed_.origin(fit.begin), end = squeezed_.origin(fit.end - 1) + 1;
    const std::size_t line_begin = begin_of_line(text, begin);
    const std::string_view before = text.substr(line_begin, begin - line_begin);
    const std::string_view behind = text.substr(end, end_of_line(text, end) - end);
    reading_.messages.push_back(
        {.wording = &wording,
         .offset = offset_of(fit),
         .line = line_of(fit),
         .fillings = fit.fillings,
         .symbol_version = filter_.symbol_version(fit.fillings),
         .is_warning = preamble.severity == Preamble::Severity::warning ||
                       preamble.severity == Preamble::Severity::note || is_called_warning(before),
         .is_user_warning = preamble.severity == Preamble::Severity::user_warning,
         .is_quoted = is_spoken_of(before.substr(before.size() > longest_line ? before.size() - longest_line : 0),
                                   behind.substr(0, longest_line))});
    Fit facts = fit;
    // The GPU that lacks code is none of the architectures that the log is built for.
    if (filter_.names_gpu(wording))
        std::erase_if(facts.fillings, [](const Filling& filling) { return filling.fact == Fact::capability; });
    take_facts(facts);
}

void LogReader::take_facts(const Fit& fit) {
    for (std::size_t i = 0; i < fit.fillings.size(); ++i) {
        const Filling& filling = fit.fillings[i];
        std::string value = filling.text;
        // `cuda-nvcc-12-4`, `-D__CUDACC_VER_MAJOR__=12 -D__CUDACC_VER_MINOR__=4`: the numbers of one version.
        while (filling.fact == Fact::cuda && i + 1 < fit.fillings.size() && fit.fillings[i + 1].fact == filling.fact)
            value += '.' + fit.fillings[++i].text;
        take_fact(fit, filling.fact, std::move(value));
    }
    if (!fit.fillings.empty() && fit.fillings.back().fact == Fact::capability) take_listed_capabilities(fit);
}

/// The others of a list: `sm_50 sm_60 sm_90`, `8.6;9.0`.
void LogReader::take_listed_capabilities(const Fit& fit) {
    std::string_view rest = std::string_view(window_).substr(squeezed_.origin(fit.end - 1) + 1);
    for (;;) {
        const std::size_t begin = rest.find_first_not_of(" ,;\"'\n");
        if (begin == rest.npos || begin == 0 || begin > 3) return;
        rest.remove_prefix(begin);
        const std::string_view word = rest.substr(0, std::min<std::size_t>(rest.find_first_of(" ,;\"'\n."), 14));
        const std::string_view entry = word.find('_') == word.npos
                                           ? rest.substr(0, std::min<std::size_t>(rest.find_first_of(" ,;\"'\n+"), 6))
                                           : word;
        if (!capability_in(entry)) return;
        take_fact(fit, Fact::capability, std::string(entry));
        rest.remove_prefix(entry.size());
    }
}

void LogReader::take_fact(const Fit& fit, Fact fact, std::string value) {
    const auto is_same_fact = [&](const SeenFact& seen) { return seen.fact == fact; };
    const auto is_same = [&](const SeenFact& seen) { return is_same_fact(seen) && seen.value == value; };
    if (std::ranges::any_of(reading_.facts, is_same)) return;
    if (static_cast<std::size_t>(std::ranges::count_if(reading_.facts, is_same_fact)) >= kept_facts) return;
    reading_.facts.push_back({fact, std::move(value), line_number_of(fit)});
}

}  // namespace cudastdenv::diagnose
