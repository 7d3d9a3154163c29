// SPDX-License-Identifier: MIT
// Finds the GPUs that people name without the vendor's words: `my 4070ti super`, `GPU: A6000`, `| GPU | P40 |`.
#include "diagnose/log_reader.hpp"
#include "tables/names.hpp"

#include <bitset>

namespace cudastdenv::diagnose {

namespace {

/// Words of a name before its number or code.
constexpr std::string_view line_words =
    "agx dgx geforce grid gt gtx igx jetson nvidia nvs pro quadro rtx spark tegra tesla titan";
/// Words of a name after its number or code.
constexpr std::string_view further_words =
    "ada agx black blackwell boost d devkit edition embedded generation laptop lhr max maxq mobile nano nvl nx oem "
    "pcie q rtx s se server sff super sxm sxm2 sxm3 sxm4 sxm5 ti v v2 workstation x xp z";
/// Names that are words.
constexpr std::string_view word_names = "nano orin thor titan titanrtx titanv titanx titanxp titanz xavier";

constexpr std::string_view gpu_words = "card cards gpu gpus graphics vram";
constexpr std::string_view between_words = "a an are count has in is model my name names on one our s the type x";
constexpr std::string_view owners = "her his my our their your";
constexpr std::string_view articles = "a an any one that the this";
constexpr std::string_view users =
    "a an bought for from got had has have in is my new of on own owning rent rented run running runs tested to tried "
    "use used uses using via with";
constexpr std::string_view counts = "dual eight four quad single three triple two x";
constexpr std::string_view requiring = "least minimum need needed needs only require required requires";
constexpr std::string_view working = "fine okay worked works";
/// Words before a number of another kind.
constexpr std::string_view other_numbers =
    "address at batch block byte bytes code epoch error id issue iter iteration line lines localhost number page pid "
    "port ports pr process room seed size step tcp thread udp version width year";
/// Words behind a number that counts something.
constexpr std::string_view units =
    "bits blocks bucks byte bytes calls cases columns cores devices dollars elements entries epochs errors euros "
    "examples files frames hz gib images items iterations kb khz kib lines m mb mhz mib min minutes ms nodes ns "
    "packages pages pixels points port ports processes px records rows rpm s samples sec seconds steps targets tests "
    "threads times "
    "tokens us warnings words x";

/// Words behind a number that is a name, where a sentence continues.
constexpr std::string_view continuing =
    "again also and at because box but can card cards cluster does fails for from gets gives gpu gpus graphics here i "
    "in instance is it laptop machine node not now of on only or pc rig running server since so system that the then "
    "this to too using vram was when where which while with workstation";

constexpr std::size_t most_further_words = 6;
/// Words before a name that are looked at.
constexpr std::size_t most_words_before = 4;
constexpr std::size_t most_names = 32;

struct LineWord {
    std::size_t begin = 0, end = 0;  // in the line
    std::string text;                // in lower case
};

std::vector<LineWord> words_in_line(std::string_view line) {
    std::vector<LineWord> words;
    for (std::size_t at = 0; at < line.size();) {
        std::size_t end = at;
        while (end < line.size() && is_letter_or_digit(line[end])) ++end;
        if (end > at) words.push_back({at, end, in_lower_case(line.substr(at, end - at))});
        at = std::max(end, at + 1);
    }
    return words;
}

enum class NameKind : std::uint8_t {
    none,
    number,  ///< `3090`, `4060ti`
    code,    ///< `A100`, `L40S`, `rtx4090`
    word,    ///< `Thor`
};

NameKind name_kind_of(std::string_view word) {
    if (is_one_of(word, word_names)) return NameKind::word;
    const auto digit = std::ranges::find_if(word, is_digit);
    if (digit == word.end() || word.size() > 12) return NameKind::none;
    const auto behind = std::find_if_not(digit, word.end(), is_digit);
    const auto digits = behind - digit;
    if (digits > 4 || std::any_of(behind, word.end(), is_digit)) return NameKind::none;
    if (digit != word.begin()) return NameKind::code;
    constexpr std::string_view suffixes = "a d e m mx s super ti tisuper";
    const std::string_view suffix(behind, word.end());
    return digits >= 3 && (suffix.empty() || is_one_of(suffix, suffixes)) ? NameKind::number : NameKind::none;
}

bool is_memory(std::string_view word) {
    const std::string_view unit = word.substr(std::min(word.find_first_not_of("0123456789"), word.size()));
    return unit.size() < word.size() && is_one_of(unit, "g gb gib");
}

/// The words that the names of several products have in common; the first name if that is no name.
std::string_view common_name(const Tables& tables, const std::vector<const GpuRow*>& rows) {
    std::string_view common = rows.front()->name;
    for (const GpuRow* row : rows) {
        const auto [end, ignored] = std::ranges::mismatch(common, row->name);
        const auto length = static_cast<std::size_t>(end - common.begin());
        const bool is_whole = (length == common.size() || common[length] == ' ') &&
                              (length == row->name.size() || row->name[length] == ' ');
        std::string_view shared = common.substr(0, length);
        if (!is_whole) shared = shared.substr(0, std::min(shared.rfind(' '), shared.size()));
        common = shared;
    }
    common = trimmed(common);
    return knows_gpu(tables, common) ? common : rows.front()->name;
}

/// Looks up names of GPUs. That is slow, and logs repeat few words: most have a number that no name has.
class GpuNames {
public:
    explicit GpuNames(const Tables& tables) : tables_(tables) {
        for (const GpuRow& row : tables.gpus) {
            add(row.name);
            for (const std::string_view alias : row.aliases) add(alias);
        }
    }

    /// Whether a name can have the word: it has no number, or a known one.
    [[nodiscard]] bool has_number_of(std::string_view word) const {
        const std::optional<std::size_t> number = take_number(word);
        return !number || numbers_[*number];
    }

    /// Without capability: the name is unknown.
    [[nodiscard]] const GpuMeaning& meaning_of(std::string_view name) {
        const auto [entry, is_new] = meanings_.try_emplace(in_lower_case(name));
        // It is slow to find the nearest names of an unknown one.
        if (is_new && knows_gpu(tables_, name)) entry->second = find_gpu(tables_, name);
        return entry->second;
    }

private:
    static constexpr std::size_t count = 10'000;

    /// The next number with up to four digits; absent: none.
    static std::optional<std::size_t> take_number(std::string_view& text) noexcept {
        while (true) {
            text.remove_prefix(std::min(text.find_first_of("0123456789"), text.size()));
            const std::string_view digits = text.substr(0, text.find_first_not_of("0123456789"));
            text.remove_prefix(digits.size());
            if (digits.empty()) return std::nullopt;
            if (digits.size() <= 4) return static_cast<std::size_t>(*whole_number(digits));
        }
    }

    void add(std::string_view name) {
        while (const std::optional<std::size_t> number = take_number(name)) numbers_[*number] = true;
    }

    const Tables& tables_;
    std::bitset<count> numbers_;
    std::map<std::string, GpuMeaning> meanings_;  // by name in lower case
};

/// Reads the names in one line.
class GpuLineReader {
public:
    GpuLineReader(const Tables& tables, GpuNames& names, std::string_view line, std::string_view above, bool is_alone)
        : tables_(tables),
          names_(names),
          line_(line),
          above_(above),
          is_alone_(is_alone),
          words_(words_in_line(line)) {}

    void read(std::size_t line_begin, std::vector<SpokenGpu>& all) {
        for (std::size_t i = 0; i < words_.size() && all.size() < most_names; ++i) {
            kind_ = name_kind_of(words_[i].text);
            if (kind_ == NameKind::none || !names_.has_number_of(words_[i].text)) continue;
            first_ = core_ = last_ = i;
            while (first_ > 0 && is_one_of(words_[first_ - 1].text, line_words) && is_joined(first_ - 1)) --first_;
            while (last_ + 1 < words_.size() && last_ < i + most_further_words && is_joined(last_) &&
                   (is_one_of(words_[last_ + 1].text, further_words) || is_memory(words_[last_ + 1].text)))
                ++last_;
            // `RTX 3050 A Laptop GPU` has another capability than the RTX 3050.
            if (last_ + 2 < words_.size() && words_[last_ + 1].text == "a" && words_[last_ + 2].text == "laptop")
                last_ += 2;
            if (!can_be_name()) continue;
            for (;; --last_) {
                const std::string_view name = line_.substr(words_[first_].begin,
                                                           words_[last_].end - words_[first_].begin);
                const GpuMeaning& meaning = names_.meaning_of(name);
                if (meaning.capability && has_hint(*meaning.rows.front())) {
                    if (!works_elsewhere())
                        all.push_back({common_name(tables_, meaning.rows), *meaning.capability,
                                       line_begin + words_[first_].begin, line_begin + words_[last_].end,
                                       has_before(requiring)});
                    before_ = last_;
                    i = last_;
                    break;
                }
                if (last_ == core_) break;
            }
        }
    }

private:
    /// Whether only blanks or a hyphen are between the word and the next.
    [[nodiscard]] bool is_joined(std::size_t word) const {
        const std::string_view gap = line_.substr(words_[word].end, words_[word + 1].begin - words_[word].end);
        return gap.size() <= 2 && gap.find_first_not_of(" -_") == gap.npos;
    }

    [[nodiscard]] char char_before() const { return words_[first_].begin > 0 ? line_[words_[first_].begin - 1] : ' '; }
    [[nodiscard]] char char_behind(std::size_t more = 0) const {
        const std::size_t at = words_[last_].end + more;
        return at < line_.size() ? line_[at] : ' ';
    }
    /// The word that is `distance` before the name; empty: none.
    [[nodiscard]] std::string_view word_before(std::size_t distance) const {
        return distance <= first_ ? std::string_view(words_[first_ - distance].text) : std::string_view();
    }
    [[nodiscard]] std::string_view word_behind() const {
        return last_ + 1 < words_.size() ? std::string_view(words_[last_ + 1].text) : std::string_view();
    }
    [[nodiscard]] bool has_before(std::string_view words) const {
        for (std::size_t distance = 1; distance <= most_words_before; ++distance)
            if (is_one_of(word_before(distance), words)) return true;
        return false;
    }

    [[nodiscard]] bool has_line_word() const {
        constexpr std::array<std::string_view, 5> prefixes{"geforce", "gtx", "quadro", "rtx", "tesla"};
        const auto begins = [&](std::string_view prefix) { return words_[core_].text.starts_with(prefix); };
        for (std::size_t i = first_; i < core_; ++i)
            if (words_[i].text != "pro" && words_[i].text != "spark") return true;
        return std::ranges::any_of(prefixes, begins) ||
               (words_[core_].text.starts_with("titan") && words_[core_].text != "titan");
    }

    /// Whether the text around a number shows that it is of another kind: `:3090`, `3090 bytes`, `port 3090`.
    [[nodiscard]] bool can_be_name() const {
        if (has_line_word()) return true;
        if (is_one_of(word_before(1), other_numbers)) return false;
        if (kind_ != NameKind::number)
            return std::string_view("_./\\@#$&").find(char_before()) == std::string_view::npos;
        const std::string_view apart = is_called_gpu() ? " (|[*`\"':=x" : " (|[*`\"'";
        if (apart.find(char_before()) == apart.npos && !is_in_list()) return false;
        if (is_one_of(word_behind(), units) && last_ + 1 < words_.size() && is_joined(last_)) return false;
        const char next = char_behind();
        return std::string_view("%:/\\_=+#@").find(next) == std::string_view::npos &&
               !((next == '.' || next == '-' || next == ',') && is_digit(char_behind(1)));
    }

    /// Whether it follows another name: `T4, L4 and A10`.
    [[nodiscard]] bool is_in_list() const {
        if (!before_) return false;
        const std::string_view gap = line_.substr(words_[*before_].end, words_[first_].begin - words_[*before_].end);
        const std::string_view word = trimmed(gap);
        return contains(std::array<std::string_view, 10>{",", "/", "|", "&", "and", "or", ", and", ", or", "vs", "+"},
                        word);
    }

    /// `works on A100, but not on my 3090`
    [[nodiscard]] bool works_elsewhere() const { return has_before(working) && !is_one_of(word_before(1), owners); }

    [[nodiscard]] bool is_counted() const {
        const std::string_view word = word_before(1);
        std::string_view number = word;
        const bool is_times = take_suffix(number, "x") && !number.empty() && std::ranges::all_of(number, is_digit);
        const bool is_x = word == "x" && !word_before(2).empty() && std::ranges::all_of(word_before(2), is_digit);
        return is_times || is_x || (word != "x" && is_one_of(word, counts));
    }

    /// Whether the sentence ends behind a number, or continues as behind a name. Three digits are a name only beside
    /// the word GPU.
    [[nodiscard]] bool is_continued() const {
        const std::string& core = words_[core_].text;
        if (last_ > core_) return true;
        if (core.find_first_not_of("0123456789") == std::string::npos && core.size() < 4) return false;
        const bool is_followed = last_ + 1 < words_.size() && is_joined(last_);
        return !is_followed || is_one_of(word_behind(), continuing);
    }

    /// Whether the word GPU is before it, with only words like `is` or numbers between.
    [[nodiscard]] bool is_called_gpu() const {
        for (std::size_t distance = 1; distance <= most_words_before; ++distance) {
            const std::string_view word = word_before(distance);
            if (is_one_of(word, gpu_words)) return true;
            const bool is_number = !word.empty() && word.size() < 3 && std::ranges::all_of(word, is_digit);
            if (!is_number && !is_one_of(word, between_words)) return false;
        }
        return false;
    }

    /// Whether the head of its column is the word GPU.
    [[nodiscard]] bool is_in_column() const {
        const auto is_row = [](std::string_view line) { return trimmed(line).starts_with('|'); };
        if (!is_row(line_)) return false;
        const std::vector<std::string_view> lines = lines_of(above_);
        std::string_view head;
        for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
            if (line == lines.rbegin() && line->empty()) continue;
            if (!is_row(*line)) break;
            head = *line;
        }
        const auto column =
            static_cast<std::size_t>(std::ranges::count(trimmed(line_.substr(0, words_[first_].begin)), '|'));
        const std::vector<std::string_view> cells = pieces_of(trimmed(head), '|');
        if (column >= cells.size()) return false;
        const std::vector<LineWord> words = words_in_line(cells[column]);
        return std::ranges::any_of(words, [](const LineWord& word) { return is_one_of(word.text, gpu_words); });
    }

    /// `A100`, `GB10`, `A6000` in capitals, apart from other text, are always GPUs in a log.
    [[nodiscard]] bool is_unmistakable(const GpuRow& row) const {
        constexpr std::size_t shortest = 4;
        const LineWord& core = words_[core_];
        const std::string_view typed = line_.substr(core.begin, core.end - core.begin);
        if (kind_ != NameKind::code || core.text.size() < shortest || in_lower_case(typed) == typed) return false;
        const bool is_series = row.name.starts_with("RTX A") && typed.starts_with('A');
        if (row.line != GpuRow::Line::data_center && row.line != GpuRow::Line::dgx && !is_series) return false;
        const std::string_view around = " \t(|,\"'`*:=[;.!?)]&";
        const bool is_apart = around.find(char_before()) != around.npos && around.find(char_behind()) != around.npos;
        return is_apart && !(char_before() == '.' || char_behind() == '=');
    }

    [[nodiscard]] bool has_hint(const GpuRow& row) const {
        const std::string_view before = word_before(1);
        if (kind_ == NameKind::word && words_[core_].text == "titan") return last_ > core_ || has_line_word();
        if (words_[core_].text == "nano") return has_line_word();
        if (has_line_word() || is_in_list() || is_unmistakable(row)) return true;
        const bool is_joined_to_next = last_ + 1 < words_.size() && is_joined(last_);
        if (is_joined_to_next && is_one_of(word_behind(), gpu_words)) return true;
        const bool has_further = [&] {
            for (std::size_t i = core_ + 1; i <= last_; ++i)
                if (is_one_of(words_[i].text, "ti super laptop") || is_memory(words_[i].text)) return true;
            return words_[core_].text.ends_with("ti") || words_[core_].text.ends_with("super");
        }();
        if (kind_ == NameKind::number && has_further) return true;
        if (kind_ == NameKind::code && last_ > core_) return true;
        if (is_alone_ && kind_ == NameKind::code && trimmed(line_).size() == words_[last_].end - words_[first_].begin)
            return true;
        if (is_in_column()) return true;
        if (kind_ == NameKind::number && !is_continued()) return false;
        if (is_called_gpu() || is_counted() || is_one_of(before, owners)) return true;
        if (is_one_of(before, articles) && is_one_of(word_before(2), users)) return true;
        const bool is_capital = line_[words_[core_].begin] != words_[core_].text.front();
        const bool is_long = kind_ == NameKind::code && words_[core_].text.size() >= 4;
        return (is_long || (kind_ == NameKind::word && is_capital)) &&
               is_one_of(before, "on runs running use uses using with");
    }

    const Tables& tables_;
    GpuNames& names_;
    std::string_view line_, above_;
    bool is_alone_;  // it is all that there is
    std::vector<LineWord> words_;
    NameKind kind_ = NameKind::none;          // of the name in question
    std::size_t first_ = 0, last_ = 0;        // its words
    std::size_t core_ = 0;                    // its number or code
    std::optional<std::size_t> before_ = {};  // the last word of the name before it
};

}  // namespace

std::vector<SpokenGpu> spoken_gpus(const Tables& tables, std::string_view text) {
    constexpr std::size_t longest = 1000;  // a longer line is no sentence
    constexpr std::size_t context = 2048;
    std::vector<SpokenGpu> all;
    GpuNames names(tables);
    const bool is_alone = trimmed(text).find('\n') == std::string_view::npos;
    for (std::size_t begin = 0; begin < text.size() && all.size() < most_names;) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string_view line = text.substr(begin, end - begin);
        const std::string_view above = text.substr(begin - std::min(begin, context), std::min(begin, context));
        if (line.size() <= longest) GpuLineReader(tables, names, line, above, is_alone).read(begin, all);
        begin = end + 1;
    }
    return all;
}

}  // namespace cudastdenv::diagnose
