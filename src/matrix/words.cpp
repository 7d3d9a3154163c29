// SPDX-License-Identifier: MIT
#include "matrix/words.hpp"

#include "core/minor_of.hpp"
#include "core/text.hpp"
#include "tables/gpu_words.hpp"
#include "tables/lookup.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

namespace cudastdenv::report::page {

namespace {

/// The text with another separator in place of each hyphen.
std::string separated_by(std::string_view separator, std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (c == '-') result += separator;
        else result += c;
    }
    return result;
}

}  // namespace

std::vector<std::string> words_of(Compiler compiler) {
    std::vector<std::string> words;
    for (const std::string_view name : {"gcc", "g++", "clang", "clang++", "llvm"})
        for (const std::string_view separator : {"-", "@", ""}) {
            const std::string word = fmt::format("{}{}{}", name, separator, compiler.major);
            if (parse_compiler(word) == compiler) words.push_back(word);
        }
    return words;
}

std::vector<std::string> words_of(const ListedCapability& listed) {
    const auto* capability = std::get_if<Capability>(&listed);
    if (!capability) return {in_lower_case(std::get<std::string_view>(listed))};
    std::vector<std::string> words;
    for (const std::string& word : {to_string(*capability), undotted(*capability), real_architecture(*capability),
                                    virtual_architecture(*capability)})
        if (parse_capability(word) == *capability) words.push_back(word);
    return words;
}

std::vector<std::string> words_of(const EnvironmentRow& environment) {
    return {std::string(environment.id), separated_by(" ", environment.id), separated_by("", environment.id),
            in_lower_case(environment.title)};
}

std::vector<std::string> words_of(CxxStandard standard) {
    std::vector<std::string> words;
    const std::string_view number = to_string(standard).substr(3);
    for (const std::string_view dialect : {"c++", "gnu++"}) {
        const std::string word = fmt::format("{}{}", dialect, number);
        if (parse_cxx_standard(word) == standard) words.push_back(word);
    }
    return words;
}

std::vector<std::string> words_of(const Tables& tables, const Release& release) {
    std::vector<std::string> words{to_string(release.version)};
    const Version minor = minor_of(release.version);
    if (find_release(tables, minor) == &release) words.push_back(to_string(minor));
    for (std::size_t i = words.size(); i-- > 0;) words.push_back("cuda-" + words[i]);
    if (newest_release(tables) == &release) words.emplace_back("latest");
    return words;
}

std::string dropped_behind_gpu(const Tables& tables) {
    return fmt::format("^(?:{}|[0-9]+(?:{}))$", fmt::join(gpu_words(tables, GpuWordsRow::Use::form_factor), "|"),
                       fmt::join(gpu_words(tables, GpuWordsRow::Use::memory_unit), "|"));
}

}  // namespace cudastdenv::report::page
