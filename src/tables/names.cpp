// SPDX-License-Identifier: MIT
#include "tables/names.hpp"

#include "core/format.hpp"
#include "tables/lookup.hpp"

namespace cudastdenv {

namespace {

constexpr std::string_view digits = "0123456789";
/// In bytes; an image's name with its registry is shorter.
constexpr std::size_t longest_text = 300;
/// Of an environment's name: `Red Hat Enterprise Linux 9 with GCC Toolset 13` has nine.
constexpr std::size_t most_words = 10;

bool says_nothing(std::string_view word) noexcept {
    constexpr std::array<std::string_view, 5> words{"gnu", "linux", "lts", "release", "server"};
    // `SP6`: SUSE's way to count what others call a minor release.
    const bool is_service_pack = word.size() > 2 && word.starts_with("sp") &&
                                 word.find_first_not_of(digits, 2) == word.npos;
    return contains(words, word) || is_service_pack;
}

std::vector<std::string> name_words(std::string_view name) {
    std::vector<std::string> words(1);
    int depth = 0;
    for (const char raw : name) {
        const char c = lower_case(raw);
        if (c == '(') ++depth;
        if (depth == 0 && (is_letter_or_digit(c) || c == '.')) words.back() += c;
        else if (!words.back().empty()) words.emplace_back();
        if (c == ')' && depth > 0) --depth;
    }
    std::erase_if(words, [](const std::string& word) { return word.empty() || says_nothing(word); });
    return words;
}

/// The environments by environment_key() of each of their names.
using KnownNames = std::map<std::string, const EnvironmentRow*>;

KnownNames known_names(const Tables& tables) {
    KnownNames names;
    for (const EnvironmentRow& row : tables.environments) {
        for (const std::string_view name : {row.id, row.title}) names.emplace(environment_key(name), &row);
        for (const std::string_view alias : row.aliases) names.emplace(environment_key(alias), &row);
    }
    return names;
}

/// Also finds a more exact version than a row has.
const EnvironmentRow* find_key(const KnownNames& names, std::string key) {
    while (!key.empty()) {
        if (const auto found = names.find(key); found != names.end()) return found->second;
        const std::size_t point = key.find_last_not_of(digits);
        if (point == key.npos || key[point] != '.' || point + 1 == key.size()) break;
        key.resize(point);
    }
    return nullptr;
}

/// A name with more around it: an image, a line of os-release.
bool is_image(std::string_view name) noexcept { return name.find_first_of("/:=") != name.npos; }

/// The longest run of words that is an environment's name.
const EnvironmentRow* find_in_image(const KnownNames& names, std::string_view image) {
    const std::vector<std::string> words = name_words(image);
    for (std::size_t count = std::min(words.size(), most_words); count > 0; --count)
        for (std::size_t first = 0; first + count <= words.size(); ++first) {
            const auto run = std::span(words).subspan(first, count);
            if (const EnvironmentRow* row = find_key(names, joined(run, ""))) return row;
        }
    return nullptr;
}

constexpr std::size_t most_nearest = 5;

/// Marks that can be anywhere in a name, in lower case.
constexpr std::array<std::string_view, 4> marks{"(r)", "(tm)", "\u00ae", "\u2122"};

/// In bytes.
constexpr std::size_t longest_name = 128;

enum class NameFit { as_it_stands, with_words_added, as_a_laptop };

using Use = GpuWordsRow::Use;

struct Words {
    const Tables& tables;

    [[nodiscard]] std::span<const std::string_view> of(Use use) const noexcept {
        const auto row = std::ranges::find(tables.gpu_words, use, &GpuWordsRow::use);
        return row == tables.gpu_words.end() ? std::span<const std::string_view>() : row->words;
    }

    [[nodiscard]] bool has(Use use, std::string_view word) const {
        return std::ranges::any_of(of(use), [&](std::string_view one) { return equal_in_any_case(word, one); });
    }

    /// Leaving these words out never merges two capabilities: the answer would be ambiguous then.
    [[nodiscard]] bool may_be_left_out(std::string_view word, NameFit fit) const {
        if (fit == NameFit::as_it_stands) return false;
        return has(Use::left_out, word) || (fit == NameFit::as_a_laptop && has(Use::laptop, word));
    }
};

/// Removes the next word of a name and returns it; empty at the end.
std::string_view take_word(std::string_view& name) {
    const auto first = std::ranges::find_if(name, is_letter_or_digit);
    const auto last = std::find_if_not(first, name.end(), is_letter_or_digit);
    const std::string_view word(first, last);
    name = std::string_view(last, name.end());
    return word;
}

/// Whether `asked`, lower-case words without separators, is this name.
bool matches(const Words& words, std::string_view asked, std::string_view name, NameFit fit) {
    for (std::string_view word = take_word(name); !word.empty(); word = take_word(name)) {
        if (equal_in_any_case(asked.substr(0, word.size()), word)) asked.remove_prefix(word.size());
        else if (!words.may_be_left_out(word, fit)) return false;
    }
    return asked.empty();
}

bool matches(const Words& words, std::string_view asked, const GpuRow& row, NameFit fit) {
    return matches(words, asked, row.name, fit) ||
           std::ranges::any_of(row.aliases, [&](std::string_view alias) { return matches(words, asked, alias, fit); });
}

std::vector<const GpuRow*> matching_rows(const Words& words, std::string_view asked) {
    std::vector<const GpuRow*> rows;
    if (asked.empty()) return rows;
    for (const NameFit fit : {NameFit::as_it_stands, NameFit::with_words_added, NameFit::as_a_laptop}) {
        for (const GpuRow& row : words.tables.gpus)
            if (matches(words, asked, row, fit)) rows.push_back(&row);
        if (!rows.empty()) break;
    }
    return rows;
}

std::vector<const GpuRow*> find_rows_by_words(const Words& words, std::span<const std::string> asked) {
    for (; !asked.empty(); asked = asked.first(asked.size() - 1)) {
        std::vector<const GpuRow*> rows = matching_rows(words, joined(asked, ""));
        // A form factor, `SXM4`, or a memory size: `80GB`, `144G`, `5gb`.
        const std::string_view last = asked.back();
        const auto unit = std::ranges::find_if_not(last, is_digit);
        const bool is_size = unit != last.begin() && words.has(Use::memory_unit, {unit, last.end()});
        if (!rows.empty() || !(is_size || words.has(Use::form_factor, last))) return rows;
    }
    return {};
}

/// The words of a name in lower case, without the vendor; absent if it cannot be a name.
std::optional<std::vector<std::string>> words_of(const Words& known, std::string_view name) {
    if (name.size() > longest_name) return std::nullopt;
    std::string text = in_lower_case(name);
    for (const std::string_view mark : marks) replace_all(text, mark, "");
    const auto is_allowed = [](char c) { return (c >= ' ' && c <= '~') || c == '\t' || c == '\n' || c == '\r'; };
    if (!std::ranges::all_of(text, is_allowed)) return std::nullopt;

    std::vector<std::string> words;
    std::string_view rest = text;
    for (std::string_view word = take_word(rest); !word.empty(); word = take_word(rest)) {
        // `24 GB` is one word.
        constexpr std::size_t longest_size = 3;
        const bool is_unit = !words.empty() && words.back().size() <= longest_size &&
                             std::ranges::all_of(words.back(), is_digit) && known.has(Use::memory_unit, word);
        if (is_unit) words.back() += word;
        else if (!words.empty() || !known.has(Use::vendor, word)) words.emplace_back(word);
    }
    if (words.empty()) return words;
    for (const std::string_view vendor : known.of(Use::vendor))
        if (words.front().starts_with(vendor)) words.front().erase(0, vendor.size());
    return words;
}

/// A name's words in lower case without separators; optional words are left out.
std::string compact(const Words& words, std::string_view name, NameFit fit) {
    std::string result;
    for (std::string_view word = take_word(name); !word.empty(); word = take_word(name))
        if (!words.may_be_left_out(word, fit)) result += in_lower_case(word);
    return result;
}

/// The edit distance to a name, or to the name without some of its optional words.
std::size_t distance_to_name(const Words& words, std::string_view asked, std::string_view name) {
    std::size_t least = edit_distance(asked, compact(words, name, NameFit::with_words_added));
    do {
        least = std::min(least, edit_distance(asked, compact(words, name, NameFit::as_it_stands)));
    } while (words.may_be_left_out(take_word(name), NameFit::with_words_added));
    return least;
}

std::vector<std::string_view> nearest_names(const Words& words, const std::vector<std::string>& typed) {
    const std::string asked = joined(typed, "");
    if (asked.empty()) return {};
    const std::size_t far = std::max<std::size_t>(1, asked.size() / 3);
    std::vector<std::pair<std::size_t, std::string_view>> near;
    std::string_view before;
    for (const GpuRow& row : words.tables.gpus) {
        if (std::exchange(before, row.name) == row.name || row.name.size() > longest_name) continue;
        const std::size_t steps = distance_to_name(words, asked, row.name);
        if (steps <= far) near.emplace_back(steps, row.name);
    }
    std::ranges::sort(near);
    std::vector<std::string_view> names;
    for (const auto& [steps, name] : near)
        if (names.size() < most_nearest) names.push_back(name);
    return names;
}

/// The rows that a name fits; its words are those of words_of().
std::vector<const GpuRow*> rows_of(const Words& words, std::span<const std::string> asked) {
    std::vector<const GpuRow*> rows = find_rows_by_words(words, asked);
    if (rows.empty() && !asked.empty() && words.has(Use::former_line, asked.front()))
        rows = find_rows_by_words(words, asked.subspan(1));
    return rows;
}

}  // namespace

std::string environment_key(std::string_view name) { return joined(name_words(name), ""); }

namespace {

/// `l4t-36.4.3` of `# R36 (release), REVISION: 4.3` in a Jetson's /etc/nv_tegra_release; empty: another text.
std::string jetson_linux_in(std::string_view text) {
    constexpr std::string_view middle = " (release), REVISION: ";
    const std::size_t at = text.find(middle), begin = std::min(text.rfind('R', at), text.size());
    if (at == text.npos || begin == text.size()) return {};
    const std::string_view major = text.substr(begin + 1, at - begin - 1);
    return fmt::format("l4t-{}.{}", major, leading_version(text.substr(at + middle.size())));
}

}  // namespace

const EnvironmentRow* environment_named(const Tables& tables, std::string_view name) {
    if (const EnvironmentRow* row = find_environment(tables, name)) return row;
    const std::string jetson_linux = jetson_linux_in(name);
    if (!jetson_linux.empty()) name = jetson_linux;
    if (parse_compiler(name) || name.size() > longest_text) return nullptr;
    const KnownNames names = known_names(tables);
    if (const EnvironmentRow* row = find_key(names, environment_key(name))) return row;
    return is_image(name) ? find_in_image(names, name) : nullptr;
}

std::optional<std::string_view> cuda_of_image(std::string_view image) noexcept {
    if (!is_image(image)) return std::nullopt;
    for (std::size_t at = image.find("cuda"); at != image.npos; at = image.find("cuda", at + 1)) {
        std::string_view rest = image.substr(at + 4);
        if (rest.starts_with(':') || rest.starts_with('-')) rest.remove_prefix(1);
        const std::string_view version = leading_version(rest);
        if (version.find('.') != version.npos) return version;
    }
    return std::nullopt;
}

bool knows_gpu(const Tables& tables, std::string_view name) {
    const Words words{tables};
    const std::optional<std::vector<std::string>> asked = words_of(words, name);
    return asked && !rows_of(words, *asked).empty();
}

GpuMeaning find_gpu(const Tables& tables, std::string_view name) {
    const Words words{tables};
    const std::optional<std::vector<std::string>> asked = words_of(words, name);
    if (!asked) return {};
    std::vector<const GpuRow*> rows = rows_of(words, *asked);
    if (rows.empty()) return {.nearest = nearest_names(words, *asked)};
    const Capability capability = rows.front()->capability;
    const bool agree = std::ranges::all_of(rows, [&](const GpuRow* row) { return row->capability == capability; });
    return {.rows = std::move(rows), .capability = agree ? std::optional(capability) : std::nullopt};
}

}  // namespace cudastdenv
