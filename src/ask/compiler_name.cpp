// SPDX-License-Identifier: MIT
#include "ask/compiler_name.hpp"

#include "ask/bad_input.hpp"
#include "core/compiler_versions.hpp"
#include "core/quote.hpp"
#include "core/text.hpp"
#include "tables/environment_names.hpp"
#include "tables/lookup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace cudastdenv::asking {

namespace {

/// The words of the first line, in lower case, without what stands in parentheses: there vendors put their own number.
std::vector<std::string> words_before_line_end(std::string_view text) {
    std::vector<std::string> words(1);
    int depth = 0;
    for (const char c : text.substr(0, text.find('\n'))) {
        if (c == '(') ++depth;
        else if (c == ')') depth -= depth > 0;
        else if (c == ' ' || c == '\t') words.emplace_back();
        else if (depth == 0) words.back() += lower_case(c);
    }
    std::erase_if(words, [](const std::string& word) { return word.empty(); });
    return words;
}

/// `g++-13` of `/usr/bin/x86_64-linux-gnu-g++-13`, `gcc` of `gcc:`.
std::string_view without_surroundings(std::string_view word) {
    if (const std::size_t slash = word.rfind('/'); slash != word.npos) word.remove_prefix(slash + 1);
    while (word.ends_with(':') || word.ends_with(',')) word.remove_suffix(1);
    for (const std::string_view driver : {"-gcc", "-g++", "-clang"})
        if (const std::size_t place = word.rfind(driver); place != word.npos) return word.substr(place + 1);
    return word;
}

std::optional<std::string_view> family_named(std::string_view word) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 6> names{{
        {"gcc", "gcc"},
        {"g++", "gcc"},
        {"gnu", "gcc"},
        {"clang", "clang"},
        {"clang++", "clang"},
        {"llvm", "clang"},
    }};
    for (const auto& [name, family] : names)
        if (word == name) return family;
    return std::nullopt;
}

/// `13` of `v13`
std::string_view number_in(std::string_view word) {
    take_prefix(word, "v");
    return leading_version(word);
}

NamedCompiler with_version(Compiler compiler, std::string_view name) {
    return {compiler, parse_compiler_version(name)};
}

/// `13.3.0`: whose?
bool is_version_alone(std::string_view text) { return !text.empty() && number_in(text) == text; }

}  // namespace

std::optional<NamedCompiler> named_compiler(std::string_view text) {
    if (const auto compiler = parse_compiler(text)) return with_version(*compiler, text);
    std::optional<std::string_view> family;
    for (const std::string& word : words_before_line_end(text)) {
        if (word == "apple") return std::nullopt;
        const std::string_view bare = without_surroundings(word);
        if (const auto compiler = parse_compiler(bare)) return with_version(*compiler, bare);
        if (const auto named = family_named(bare)) family = named;
        const std::string_view number = number_in(word);
        if (!family || number.empty()) continue;
        const std::string name = fmt::format("{}-{}", *family, number);
        if (const auto compiler = parse_compiler(name)) return with_version(*compiler, name);
        return std::nullopt;
    }
    return std::nullopt;
}

NamedCompiler read_compiler(const Tables& tables, std::string_view text) {
    const std::optional<NamedCompiler> named = named_compiler(text);
    if (!named && is_version_alone(text))
        throw BadInput(InputError::malformed,
                       fmt::format("{} is a version, and not said of which compiler; write gcc-{} "
                                   "or clang-{}",
                                   in_quotes(text), text, text));
    if (!named)
        throw BadInput(InputError::malformed,
                       fmt::format("{} is {}; write one like gcc-14 or clang-19", in_quotes(text),
                                   environment_named(tables, text)
                                       ? "an environment, which --stdenv takes, and no compiler"
                                       : "not a compiler"));
    const Compiler compiler = named->compiler;
    const int newest = known_majors(tables, compiler.family).newest;
    // A major of the near future (about one a year) is no slip of the fingers.
    constexpr int majors_ahead = 4;
    if (compiler.major > newest + majors_ahead)
        throw BadInput(InputError::unknown,
                       fmt::format("unknown compiler {}; the newest {} that these tables know is {}", in_quotes(text),
                                   to_string(compiler.family), to_string(Compiler{compiler.family, newest})));
    return *named;
}

void add_version(std::vector<CompilerVersion>& versions, const NamedCompiler& named) {
    if (!named.version) return;
    const std::optional<Version> other = find_version(versions, named.compiler);
    if (!other) versions.push_back({named.compiler, *named.version});
    else if (!may_be_same(*other, *named.version))
        throw BadInput(InputError::contradiction,
                       fmt::format("{} is given as {} and as {}; ask about one of them", to_string(named.compiler),
                                   to_string(*other), to_string(*named.version)));
}

}  // namespace cudastdenv::asking
