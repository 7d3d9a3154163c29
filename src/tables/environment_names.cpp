// SPDX-License-Identifier: MIT
#include "tables/names.hpp"

#include "core/lists.hpp"
#include "core/text.hpp"
#include "tables/lookup.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <utility>
#include <vector>

namespace cudastdenv {

namespace {

constexpr std::string_view digits = "0123456789";
/// In bytes; an image's name with its registry is shorter.
constexpr std::size_t longest_text = 300;
/// Of an environment's name: `Red Hat Enterprise Linux 9 with GCC Toolset 13` has nine.
constexpr std::size_t most_words = 10;

bool is_of_a_word(char c) noexcept { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.'; }

/// `SP6`: SUSE's way to count what others call a minor release.
bool is_service_pack(std::string_view word) noexcept {
    return word.size() > 2 && word.starts_with("sp") && word.find_first_not_of(digits, 2) == word.npos;
}

bool says_nothing(std::string_view word) noexcept {
    constexpr std::array<std::string_view, 5> words{"gnu", "linux", "lts", "release", "server"};
    return contains(words, word) || is_service_pack(word);
}

std::vector<std::string> name_words(std::string_view name) {
    std::vector<std::string> words(1);
    int depth = 0;
    for (const char raw : name) {
        const char c = lower_case(raw);
        if (c == '(') ++depth;
        if (depth == 0 && is_of_a_word(c)) words.back() += c;
        else if (!words.back().empty()) words.emplace_back();
        if (c == ')' && depth > 0) --depth;
    }
    std::erase_if(words, [](const std::string& word) { return word.empty() || says_nothing(word); });
    return words;
}

/// What all environments are called: a row by each environment_key() of it.
using KnownNames = std::map<std::string, const EnvironmentRow*>;

KnownNames known_names(const Tables& tables) {
    KnownNames names;
    for (const EnvironmentRow& row : tables.environments) {
        for (const std::string_view name : {row.id, row.title}) names.emplace(environment_key(name), &row);
        for (const std::string_view alias : row.aliases) names.emplace(environment_key(alias), &row);
    }
    return names;
}

/// Also for a more exact version: a row's is as exact as the distribution's releases are numbered.
const EnvironmentRow* find_key(const KnownNames& names, std::string key) {
    while (!key.empty()) {
        if (const auto found = names.find(key); found != names.end()) return found->second;
        const std::size_t point = key.find_last_not_of(digits);
        if (point == key.npos || key[point] != '.' || point + 1 == key.size()) break;
        key.resize(point);
    }
    return nullptr;
}

bool is_image(std::string_view name) noexcept { return name.find_first_of("/:") != name.npos; }

/// The longest run of words that is an environment's name.
const EnvironmentRow* find_in_image(const KnownNames& names, std::string_view image) {
    const std::vector<std::string> words = name_words(image);
    for (std::size_t count = std::min(words.size(), most_words); count > 0; --count)
        for (std::size_t first = 0; first + count <= words.size(); ++first) {
            std::string key;
            for (std::size_t i = first; i < first + count; ++i) key += words[i];
            if (const EnvironmentRow* row = find_key(names, std::move(key))) return row;
        }
    return nullptr;
}

}  // namespace

std::string environment_key(std::string_view name) {
    std::string key;
    for (const std::string& word : name_words(name)) key += word;
    return key;
}

const EnvironmentRow* environment_named(const Tables& tables, std::string_view name) {
    if (const EnvironmentRow* row = find_environment(tables, name)) return row;
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

}  // namespace cudastdenv
