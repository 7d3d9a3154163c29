// SPDX-License-Identifier: MIT
#include "diagnose/patterns.hpp"

#include "core/quote.hpp"
#include "core/text.hpp"

#include <numeric>

namespace cudastdenv::diagnose {

namespace {

using Placeholder = TemplatePart::Placeholder;

constexpr std::size_t longest_hole = 300;
/// Bytes of the literal after a placeholder that are enough to find its end.
constexpr std::size_t enough_behind_hole = 6;
/// The search uses this much of an anchor. A text that is cut off has it.
constexpr std::size_t longest_anchor = 16;
/// The lines that builds print most, squeezed: the search avoids their letters.
constexpr std::string_view frequent_text =
    "/usr/local/cuda/bin/nvcc-forward-unknown-to-host-compiler-dndebug-i/home/build/project/include-isystem/usr/lib/gcc"
    "-std=c++17--generate-code=arch=compute_80code=[compute_80sm_80]-mdmtmf-xcu-ccmakefiles/project.dir/src/main.cu.o"
    "/usr/bin/c++-wall-wextra-fpic-obuildingcxxobjectlinkinginfileincludedfromwarning:note:[-wunused]"
    "ptxasinfo:compilingentryfunctionforusedregistersbytessmemlookingfor-found";
/// Each line of a build repeats the same facts.
constexpr std::size_t most_of_a_fact = 24;
/// Minimum length of a text that a terminal cut off.
constexpr std::size_t shortest_cut = 20;
constexpr std::size_t narrowest_terminal = 72;

bool is_word(char c) noexcept { return is_letter_or_digit(c) || static_cast<unsigned char>(c) >= 0x80; }

bool fits_in(Placeholder placeholder, char c) noexcept {
    switch (placeholder) {
        case Placeholder::none: return false;
        case Placeholder::number: return is_digit(c);
        case Placeholder::version: return is_digit(c) || c == '.';
        case Placeholder::path: return c != '(' && c != ')' && c != '<' && c != '>' && c != '|';
        case Placeholder::name: return is_word(c) || std::string_view("_:~+-.").find(c) != std::string_view::npos;
    }
    return false;
}

// The squeezed form of each byte; 0: dropped. is_special: needs a closer look.
constexpr char is_special = 1;

constexpr std::array<char, 256> make_kinds() {
    std::array<char, 256> kinds{};
    for (std::size_t byte = 0; byte < kinds.size(); ++byte)
        kinds[byte] = byte < 0x80 ? squeezed(static_cast<char>(byte)) : static_cast<char>(byte);
    for (const char special : {'\n', '\x1b', '&', '\\', '\xc2', '\xe2', '\xe3', '\xef'})
        kinds[static_cast<unsigned char>(special)] = is_special;
    return kinds;
}
constexpr std::array kinds = make_kinds();

struct Entity {
    std::string_view name;
    char meaning;  ///< 0: a blank or a quote
};
constexpr std::array entities{
    Entity{"&lt;", '<'},  Entity{"&gt;", '>'},  Entity{"&amp;", '&'}, Entity{"&quot;", 0},  Entity{"&apos;", 0},
    Entity{"&#39;", 0},   Entity{"&#x27;", 0},  Entity{"&#34;", 0},   Entity{"&nbsp;", 0},  Entity{"&#xa;", 0},
    Entity{"&#10;", 0},   Entity{"&#96;", 0},   Entity{"&#x60;", 0},  Entity{"&#8217;", 0}, Entity{"&#8216;", 0},
    Entity{"&lsquo;", 0}, Entity{"&rsquo;", 0}, Entity{"&ldquo;", 0}, Entity{"&rdquo;", 0}, Entity{"&#40;", '('},
    Entity{"&#41;", ')'},
};

/// Length of `#12 3.456 ` of a docker build; 0 if absent.
std::size_t docker_prefix(std::string_view line) noexcept {
    if (!line.starts_with('#')) return 0;
    std::size_t end = std::min(line.find_first_not_of("0123456789", 1), line.size());
    if (end == 1 || end == line.size() || line[end] != ' ') return 0;
    const std::size_t seconds = ++end;
    end = std::min(line.find_first_not_of("0123456789.", end), line.size());
    return end > seconds && end < line.size() && line[end] == ' ' ? end : seconds;
}

/// Length of `2026-11-23T02:41:23.1234567Z ` of a build service; 0 if absent.
std::size_t time_prefix(std::string_view line) noexcept {
    constexpr std::string_view form = "dddd-dd-ddTdd:dd:dd";
    const std::string_view time = line.substr(0, form.size());
    if (!has_form(time, form) && !has_form(time, "dddd-dd-dd dd:dd:dd")) return 0;
    const std::size_t end = line.find_first_not_of("0123456789.,Z", form.size());
    return end != line.npos && line[end] == ' ' ? end : 0;
}

/// Length of `3: ` of srun, or of `[rank3]: ` of torchrun; 0 if absent.
std::size_t rank_prefix(std::string_view line) noexcept {
    constexpr std::size_t most_digits = 5;
    const bool is_named = line.starts_with("[rank");
    std::string_view rest = line.substr(is_named ? 5 : 0);
    const std::size_t count = std::min(rest.find_first_not_of("0123456789"), rest.size());
    rest.remove_prefix(count);
    if (count == 0 || count > most_digits || !rest.starts_with(is_named ? "]:" : ": ")) return 0;
    return line.size() - rest.size() + (rest.starts_with("]: ") ? 3 : 2);
}

/// Length of `web-1  | ` of docker compose or `  143 | ` of a compiler; 0 if absent.
std::size_t bar_prefix(std::string_view line) noexcept {
    const std::size_t bar = line.substr(0, 40).find('|');
    if (bar == line.npos || bar == 0 || line.substr(bar - 1, 3) != " | ") return 0;
    const std::string_view name = trimmed(line.substr(0, bar));
    return name.find_first_of(" \t") == name.npos ? bar + 2 : 0;
}

/// The ASCII character of `\u003c`, as JSON may write it; 0 if absent.
char of_unicode_escape(std::string_view text) noexcept {
    if (text.size() < 6 || !text.starts_with("\\u00")) return '\0';
    int value = 0;
    const auto [end, error] = std::from_chars(text.data() + 4, text.data() + 6, value, 16);
    return error == std::errc{} && end == text.data() + 6 && value < 0x80 ? static_cast<char>(value) : '\0';
}

/// Length of an escape sequence of a terminal: `\x1b[31m`, `\x1b]0;title\x07`.
std::size_t escape_length(std::string_view text) noexcept {
    if (text.size() < 2) return 1;
    const auto is_final = [](char c) { return c >= 0x40 && c <= 0x7e; };
    std::size_t end = 2;
    if (text[1] == '[') {
        while (end < text.size() && end < 64 && !is_final(text[end])) ++end;
        return std::min(end + 1, text.size());
    }
    if (text[1] == '(' || text[1] == ')') return std::min<std::size_t>(3, text.size());  // a set of characters
    if (text[1] != ']') return 2;
    while (end < text.size() && end < 512 && text[end] != '\x07' && text[end] != '\x1b' && text[end] != '\n') ++end;
    if (end == text.size() || text[end] == '\n') return end;
    return text[end] == '\x07' ? end + 1 : std::min(end + 2, text.size());
}

/// The bytes of the log between two bytes of the squeezed log.
enum class Gap : std::uint8_t { none, line_end, other };

/// Adds the word, followed by every digit until it is long enough for the search.
void add_with_digits(const std::string& word, std::vector<std::string>& words) {
    if (word.size() >= WordSearch::shortest_word) {
        words.push_back(word);
        return;
    }
    for (char digit = '0'; digit <= '9'; ++digit) add_with_digits(word + digit, words);
    // `gcc 9.4`
    if (is_digit(word.back())) add_with_digits(word + '.', words);
}

}  // namespace

std::size_t prefix_of_line(std::string_view line) noexcept {
    const std::size_t blanks = std::min(line.find_first_not_of(" \t"), line.size());
    const std::string_view rest = line.substr(blanks);
    if (rest.empty()) return 0;
    if (rest.front() == '>') return blanks + 1 + prefix_of_line(rest.substr(1, 200));
    if (rest.front() == '#') return blanks + docker_prefix(rest);
    if (is_digit(rest.front())) {
        const std::size_t time = time_prefix(rest), length = time > 0 ? time : rank_prefix(rest);
        if (length > 0) return blanks + length;
    } else if (rest.starts_with("[rank")) return blanks + rank_prefix(rest);
    return bar_prefix(line);
}

std::string without_escapes(std::string_view text) {
    std::string plain;
    while (!text.empty()) {
        const std::size_t escape = std::min(text.find('\x1b'), text.size());
        plain += text.substr(0, escape);
        text.remove_prefix(escape);
        text.remove_prefix(std::min(text.empty() ? 0 : escape_length(text), text.size()));
    }
    return plain;
}

class NormalizedLog::Reader {
public:
    Reader(NormalizedLog& log, std::string_view text) : log_(log), text_(text) {}

    void read() {
        begin_line();
        while (at_ < text_.size()) {
            keep_ordinary();
            if (at_ < text_.size() && kinds[static_cast<unsigned char>(text_[at_])] == is_special) read_special();
        }
    }

private:
    /// Keeps or drops bytes up to one that needs a closer look, or up to the end of the page. The members are in
    /// variables meanwhile, because the bytes that are written could change them.
    void keep_ordinary() {
        begin_pages();
        char* const kept = log_.text_.data();
        std::uint16_t* const places = log_.places_.data();
        const std::size_t end = std::min(text_.size(), (log_.page_begins_.size() + 1) * page_size);
        std::size_t size = log_.size_, at = at_;
        for (; at < end; ++at) {
            const char kind = kinds[static_cast<unsigned char>(text_[at])];
            if (kind == is_special) break;
            // Written in either case: this is faster than a branch.
            kept[size] = kind;
            places[size] = static_cast<std::uint16_t>(at);
            size += kind != '\0';
        }
        log_.size_ = size;
        at_ = at;
    }

    /// Replaces `length` bytes of the log by `c`; 0: drops them.
    void keep(char c, std::size_t length) {
        begin_pages();
        log_.text_[log_.size_] = c;
        log_.places_[log_.size_] = static_cast<std::uint16_t>(at_);
        log_.size_ += c != '\0';
        at_ += length;
    }

    /// The next byte to keep is the first one of the pages up to that of `at_`.
    void begin_pages() {
        while ((log_.page_begins_.size() + 1) * page_size <= at_) log_.page_begins_.push_back(log_.size_);
    }

    void begin_line() { at_ += prefix_of_line(text_.substr(at_, 256)); }

    void read_special() {
        const std::string_view rest = text_.substr(at_);
        switch (rest.front()) {
            case '\n':
                ++at_;
                begin_line();
                return;
            case '\x1b': at_ += escape_length(rest); return;
            case '&':
                for (const Entity& entity : entities)
                    if (rest.starts_with(entity.name)) return keep(entity.meaning, entity.name.size());
                return keep('&', 1);
            case '\\':
                // A line end, a tab or a character by number, as in a program's string.
                if (const char c = of_unicode_escape(rest); c != '\0') return keep(squeezed(c), 6);
                at_ += rest.size() > 1 && (rest[1] == 'n' || rest[1] == 't' || rest[1] == 'r') ? 2 : 1;
                return;
            default:
                if (const std::size_t dropped = dropped_character(rest); dropped > 0) at_ += dropped;
                else if (const char wide = of_full_width(rest); wide == '\0') keep(rest.front(), 1);
                else keep(squeezed(wide), 3);
        }
    }

    NormalizedLog& log_;
    std::string_view text_;
    std::size_t at_ = 0;
};

void NormalizedLog::assign(std::string_view text) {
    if (text_.size() < text.size() + 1) {
        text_.resize(text.size() + 1);
        places_.resize(text.size() + 1);
    }
    page_begins_.clear();
    size_ = 0;
    Reader(*this, text).read();
}

namespace {

/// How often each pair of letters is in texts.
class PairCounts {
public:
    void add(std::string_view text, std::size_t times) {
        for (std::size_t i = 0; i + 1 < text.size(); ++i) counts_[pair_at(text, i)] += times;
    }

    /// Where the part of that size begins whose pairs are the rarest.
    [[nodiscard]] std::size_t rarest_part(std::string_view word, std::size_t size) const {
        std::size_t best = 0, least = std::numeric_limits<std::size_t>::max();
        for (std::size_t begin = 0; begin + size <= word.size(); ++begin) {
            std::size_t count = 0;
            for (std::size_t i = begin; i + 1 < begin + size; ++i) count += counts_[pair_at(word, i)];
            if (count < least) best = begin;
            least = std::min(least, count);
        }
        return best;
    }

private:
    static std::size_t pair_at(std::string_view word, std::size_t i) noexcept {
        return static_cast<unsigned char>(word[i]) * std::size_t{256} + static_cast<unsigned char>(word[i + 1]);
    }
    std::vector<std::size_t> counts_ = std::vector<std::size_t>(1 << 16, 0);
};

}  // namespace

WordSearch::WordSearch(std::vector<std::string> words, std::string_view frequent)
    : words_(std::move(words)), first_((1 << slot_bits) + 1, 0) {
    PairCounts pairs;
    pairs.add(frequent, words_.size() / 8);
    for (const std::string& word : words_) pairs.add(word, 1);
    for (std::size_t word = 0; word < words_.size(); ++word) {
        const std::string_view text = words_[word];
        const std::size_t begin = pairs.rarest_part(text, shortest_word);
        for (std::size_t offset = begin; offset < begin + step; ++offset) {
            const std::size_t last = text.size() - key_size, other = offset > last / 2 ? 0 : last;
            entries_.push_back({key_at(text, offset), key_at(text, other), static_cast<std::uint16_t>(word),
                                static_cast<std::uint16_t>(offset), static_cast<std::uint16_t>(other)});
        }
    }
    const auto slot_of_entry = [](const Entry& entry) { return slot_of(hash_of(entry.key)); };
    std::ranges::stable_sort(entries_, {}, slot_of_entry);
    for (const Entry& entry : entries_) {
        taken_[hash_of(entry.key)] = true;
        ++first_[slot_of_entry(entry) + 1];
    }
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
}

std::size_t WordSearch::next_taken(std::string_view text, std::size_t at) const noexcept {
    while (at + key_size <= text.size() && !taken_[hash_of(key_at(text, at))]) at += step;
    return std::min(at, text.size());
}

/// Tries one pattern at one place.
class Patterns::Fitting {
public:
    Fitting(const Pattern& pattern, const NormalizedLog& log, std::string_view raw)
        : pattern_(pattern), log_(log), text_(log.text()), raw_(raw) {}

    /// `anchor_begin`: where the anchor's literal begins.
    std::optional<Fit> fit(std::size_t anchor_begin) {
        Fit result{.row = &pattern_.row, .begin = anchor_begin, .end = anchor_begin};
        if (!go_forward(result) || !go_back(result)) return std::nullopt;
        // `RTX 4090, driver 535` is not an RTX 4090 D.
        const std::size_t next = log_.origin(result.end - 1) + 1;
        const bool continues_as_word = next < raw_.size() && is_word(raw_[next]);
        if (std::holds_alternative<const GpuRow*>(pattern_.row) && continues_as_word) return std::nullopt;
        // `sinpi'` is not a part of `sinpi_table'`.
        if (pattern_.ends_with_quote && !result.is_cut_off && next < raw_.size() &&
            (is_letter_or_digit(raw_[next]) || raw_[next] == '_'))
            return std::nullopt;
        return result;
    }

private:
    [[nodiscard]] const std::vector<TemplatePart>& parts() const noexcept { return pattern_.parts; }

    [[nodiscard]] bool has_at(std::size_t at, std::string_view literal) const noexcept {
        return text_.substr(std::min(at, text_.size())).starts_with(literal);
    }

    /// The gap before the byte at `index`.
    [[nodiscard]] Gap gap_before(std::size_t index) const noexcept {
        if (index == 0 || index >= text_.size()) return Gap::line_end;
        const std::size_t from = log_.origin(index - 1) + 1, to = log_.origin(index);
        const std::string_view between = raw_.substr(from, to - from);
        const bool is_colour = between.starts_with('\x1b') && between.find_first_of(" \t\n") == between.npos;
        // Backslashes of a path, which a program may have doubled.
        if (between.find_first_not_of('\\') == between.npos || is_colour) return Gap::none;
        // A quoted text ends with its quotes.
        if (between.find_first_of("'\"`") != between.npos) return Gap::other;
        return between.find('\n') == between.npos && between.find("\\n") == between.npos ? Gap::other : Gap::line_end;
    }

    bool go_forward(Fit& result) {
        for (std::size_t i = pattern_.anchor; i < parts().size(); ++i) {
            const TemplatePart& part = parts()[i];
            if (part.placeholder == Placeholder::none) {
                const std::size_t begin = result.end;
                if (take_literal(part.literal, result)) continue;
                result.is_cut_off = true;
                // `exit code: 1` is not the beginning of `exit code: 137`.
                const bool is_in_number = result.end > begin && is_digit(text_[result.end - 1]) &&
                                          is_digit(part.literal[result.end - begin]);
                return !is_in_number && is_cut_off(result);
            }
            // The rest may be cut off.
            const std::string_view next =
                i + 1 < parts().size() ? std::string_view(parts()[i + 1].literal).substr(0, enough_behind_hole) : "";
            const std::size_t end = end_of_placeholder(part.placeholder, result.end, next);
            if (end == result.end) return false;
            fill(result, part.fact, result.end, end, result.fillings.size());
            result.end = end;
        }
        return true;
    }

    bool take_literal(std::string_view literal, Fit& result) const {
        std::size_t same = 0;
        while (same < literal.size() && result.end < text_.size() && text_[result.end] == literal[same]) {
            ++same;
            ++result.end;
        }
        result.literals += same;
        return same == literal.size();
    }

    /// Whether the text ends where a terminal cut its line, or at the end of an excerpt.
    [[nodiscard]] bool is_cut_off(const Fit& result) const {
        const bool is_long = result.literals >= shortest_cut && result.literals * 10 >= pattern_.literals * 6;
        if (!is_long || gap_before(result.end) != Gap::line_end) return false;
        // Its line must be as long as a terminal is wide.
        const std::size_t end = log_.origin(result.end - 1), begin = raw_.substr(0, end).rfind('\n');
        return end - (begin == raw_.npos ? 0 : begin) >= narrowest_terminal - 2;
    }

    /// End of the placeholder that begins at `begin`: the first place that `next` matches. `begin` itself: no match.
    [[nodiscard]] std::size_t end_of_placeholder(Placeholder placeholder, std::size_t begin,
                                                 std::string_view next) const {
        const std::size_t most = std::min(text_.size(), begin + longest_hole);
        for (std::size_t end = begin; end < most; ++end) {
            const Gap gap = end == begin ? Gap::none : gap_before(end);
            if (end > begin && !next.empty() && has_at(end, next)) return end;
            const bool may_wrap = !next.empty() || is_behind_quote(begin);
            const bool continues = gap == Gap::none || (gap == Gap::line_end && may_wrap);
            if (continues && fits_in(placeholder, text_[end])) continue;
            return next.empty() ? without_full_stop(placeholder, begin, end) : begin;
        }
        return next.empty() ? without_full_stop(placeholder, begin, most) : begin;
    }

    /// A quoted value continues after a line end.
    [[nodiscard]] bool is_behind_quote(std::size_t begin) const noexcept {
        const std::size_t at = log_.origin(begin);
        return at > 0 && std::string_view("'\"`").find(raw_[at - 1]) != std::string_view::npos;
    }

    /// A full stop after a version ends the sentence.
    [[nodiscard]] std::size_t without_full_stop(Placeholder placeholder, std::size_t begin,
                                                std::size_t end) const noexcept {
        if (placeholder == Placeholder::number) return end;
        while (end > begin && (text_[end - 1] == '.' || text_[end - 1] == ':')) --end;
        return end;
    }

    bool go_back(Fit& result) {
        for (std::size_t i = pattern_.anchor; i-- > 0;) {
            const TemplatePart& part = parts()[i];
            if (part.placeholder == Placeholder::none) {
                if (part.literal.size() > result.begin || !has_at(result.begin - part.literal.size(), part.literal))
                    return false;
                result.begin -= part.literal.size();
                result.literals += part.literal.size();
                continue;
            }
            const std::string_view before = i > 0 ? std::string_view(parts()[i - 1].literal) : "";
            const std::size_t begin = begin_of_placeholder(part.placeholder, result.begin, before);
            if (begin == result.begin) return false;
            if (i == 0) result.wrapped = wrapped_name(part, begin, result.begin);
            fill(result, part.fact, begin, result.begin, 0);
            result.begin = begin;
        }
        return true;
    }

    /// The name that ends at `end`, if it may have begun in the line before.
    [[nodiscard]] std::optional<WrappedName> wrapped_name(const TemplatePart& part, std::size_t begin,
                                                          std::size_t end) const {
        if (part.fact == Fact::none || begin == 0 || gap_before(begin) != Gap::line_end) return std::nullopt;
        const std::size_t first = begin_of_placeholder(part.placeholder, begin, "");
        if (first == begin) return std::nullopt;
        return WrappedName{first, {part.fact, value_of_hole(first, end)}};
    }

    /// The same as end_of_placeholder(), backwards.
    [[nodiscard]] std::size_t begin_of_placeholder(Placeholder placeholder, std::size_t end,
                                                   std::string_view before) const {
        const std::size_t least = end > longest_hole ? end - longest_hole : 0;
        for (std::size_t begin = end; begin > least; --begin) {
            if (begin < end && !before.empty() && begin >= before.size() && has_at(begin - before.size(), before))
                return begin;
            const Gap gap = begin == end ? Gap::none : gap_before(begin);
            const bool continues = gap == Gap::none || (gap == Gap::line_end && !before.empty());
            if (continues && fits_in(placeholder, text_[begin - 1])) continue;
            return before.empty() ? begin : end;
        }
        if (!before.empty()) return least >= before.size() && has_at(least - before.size(), before) ? least : end;
        return least;
    }

    void fill(Fit& result, Fact fact, std::size_t begin, std::size_t end, std::size_t place) const {
        if (fact == Fact::none) return;
        result.fillings.insert(result.fillings.begin() + static_cast<std::ptrdiff_t>(place),
                               {fact, value_of_hole(begin, end)});
    }

    /// In the original case, except HTML entities.
    [[nodiscard]] std::string value_of_hole(std::size_t begin, std::size_t end) const {
        std::string value;
        for (std::size_t i = begin; i < end; ++i) {
            const char c = raw_[log_.origin(i)];
            value += c == '&' ? text_[i] : c;
        }
        return as_plain_text(value);
    }

    const Pattern& pattern_;
    const NormalizedLog& log_;
    std::string_view text_;
    std::string_view raw_;
};

Patterns::Patterns(const Tables& tables)
    : search_([&] {
          for (const MessageTextRow& row : tables.message_texts) add(&row, row.text);
          for (const WrapperTextRow& row : tables.wrapper_texts) add(&row, row.text);
          for (const SuccessTextRow& row : tables.success_texts) add(&row, row.text);
          for (const FactTextRow& row : tables.fact_texts) add(&row, row.text);
          for (const ErrorWordRow& row : tables.error_words) add(&row, row.text);
          for (const GpuRow& row : tables.gpus) {
              add_gpu(row, row.name);
              for (const std::string_view alias : row.aliases) add_gpu(row, alias);
          }
          return WordSearch(anchors(), frequent_text);
      }()) {}

void Patterns::add(TextRow row, std::string_view text) {
    std::optional parts = parse_template(text);
    if (!parts) return;
    add(row, *std::move(parts));
    patterns_.back().ends_with_quote = text.ends_with('\'') || text.ends_with('"');
}

void Patterns::add(TextRow row, std::vector<TemplatePart> parts) {
    Pattern& pattern = patterns_.emplace_back(Pattern{row, std::move(parts)});
    pattern.anchor = anchor_part(pattern.parts);
    for (const TemplatePart& part : pattern.parts) pattern.literals += part.literal.size();
}

/// A short name counts only after the vendor's: `L4` and `T4` are in many words.
void Patterns::add_gpu(const GpuRow& row, std::string_view name) {
    constexpr std::size_t unmistakable = 7;
    const std::string literal = squeezed(name);
    if (std::string_view rest = name; take_prefix(rest, "GeForce ")) add_gpu(row, rest);
    if (literal.size() >= unmistakable)
        return add(&row, std::vector{TemplatePart{literal, Placeholder::none, Fact::none}});
    for (const std::string_view vendor : {"nvidia", "tesla", "quadro"})
        add(&row, std::vector{TemplatePart{std::string(vendor) + literal, Placeholder::none, Fact::none}});
}

std::vector<std::string> Patterns::anchors() {
    std::map<std::string, std::vector<std::uint16_t>> patterns_of;
    for (std::size_t i = 0; i < patterns_.size(); ++i) {
        const Pattern& pattern = patterns_[i];
        std::vector<std::string> words;
        add_with_digits(pattern.parts[pattern.anchor].literal.substr(0, longest_anchor), words);
        for (const std::string& word : words) patterns_of[word].push_back(static_cast<std::uint16_t>(i));
    }
    std::vector<std::string> words;
    for (auto& [word, patterns] : patterns_of) {
        words.push_back(word);
        by_anchor_.push_back(std::move(patterns));
    }
    return words;
}

std::vector<Fit> Patterns::find_all(const NormalizedLog& log, std::string_view raw) const {
    std::vector<Fit> fits;
    std::vector<std::size_t> facts_found(patterns_.size(), 0);
    std::vector<std::pair<std::size_t, std::size_t>> places;
    search_.search(log.text(), [&](std::size_t word, std::size_t begin) { places.emplace_back(begin, word); });
    std::ranges::sort(places);
    for (const auto& [begin, word] : places)
        for (const std::uint16_t index : by_anchor_[word]) {
            if (facts_found[index] >= most_of_a_fact) continue;
            std::optional<Fit> fit = Fitting(patterns_[index], log, raw).fit(begin);
            if (!fit) continue;
            if (std::holds_alternative<const FactTextRow*>(*fit->row)) ++facts_found[index];
            fits.push_back(*std::move(fit));
        }
    return fits;
}

}  // namespace cudastdenv::diagnose
