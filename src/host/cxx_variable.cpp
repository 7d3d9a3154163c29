// SPDX-License-Identifier: MIT
#include "host/cxx_variable.hpp"

#include "core/contains.hpp"
#include "core/text.hpp"

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cudastdenv::machine {

namespace fs = std::filesystem;

namespace {

std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    for (const std::string_view word : pieces_of(text, ' '))
        if (!trimmed(word).empty()) words.push_back(trimmed(word));
    return words;
}

/// What is to be compiled with, of `ccache g++-13 -m64`.
std::string compiler_word(std::string_view value) {
    // CMake takes a path with spaces as it is.
    if (fs::path(value).is_absolute() && is_program(fs::path(value))) return std::string(value);
    const std::vector<std::string_view> words = words_of(value);
    std::size_t first = 0;
    while (first + 1 < words.size() && is_compiler_cache(words[first]) && !words[first + 1].starts_with('-')) ++first;
    return std::string(words[first]);
}

/// `g++-13` of `gcc-13`, `clang++` of `clang`; empty: it is no C driver's name.
std::string cxx_name_of(const std::string& name) {
    const std::size_t dash = name.rfind("-linux-gnu-");
    const std::size_t begin = dash == name.npos ? 0 : dash + std::string_view("-linux-gnu-").size();
    const std::string_view own = std::string_view(name).substr(begin);
    constexpr std::array<std::pair<std::string_view, std::string_view>, 3> drivers{
        {{"gcc", "g++"}, {"clang", "clang++"}, {"cc", "c++"}}};
    for (const auto& [c, cxx] : drivers) {
        const std::string_view rest = own.starts_with(c) ? own.substr(c.size()) : "?";
        if (rest.empty() || rest.starts_with('-')) return name.substr(0, begin) + std::string(cxx) + std::string(rest);
    }
    return "";
}

}  // namespace

fs::path c_driver_beside(const fs::path& cxx) {
    std::error_code error;
    for (fs::directory_iterator entry(cxx.parent_path(), error), end; !error && entry != end; entry.increment(error))
        if (cxx_name_of(entry->path().filename().string()) == cxx.filename() && is_program(entry->path()))
            return entry->path();
    return {};
}

bool is_compiler_cache(const fs::path& program) {
    constexpr std::array<std::string_view, 5> caches{"ccache", "sccache", "distcc", "icecc", "colorgcc"};
    return contains(caches, program.filename().string());
}

std::optional<std::variant<fs::path, CxxNotUsed>> compiler_named_by_cxx(const Surroundings& surroundings) {
    using Why = CxxNotUsed::Why;
    const std::string value(trimmed(surroundings.variable("CXX")));
    if (value.empty()) return std::nullopt;
    const fs::path word = compiler_word(value);
    if (word.has_parent_path() && !word.is_absolute()) return CxxNotUsed{value, Why::relative_path};
    fs::path program = word.is_absolute() ? word : surroundings.program(word.string());
    if (!is_program(program)) return CxxNotUsed{value, Why::names_nothing};
    if (is_compiler_cache(program)) return CxxNotUsed{value, Why::names_cache_alone};
    if (const std::string cxx = cxx_name_of(program.filename().string()); !cxx.empty()) {
        program = program.parent_path() / cxx;
        if (!is_program(program)) return CxxNotUsed{value, Why::compiles_c_only};
    }
    return program;
}

}  // namespace cudastdenv::machine
