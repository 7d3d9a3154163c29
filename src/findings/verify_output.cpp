// SPDX-License-Identifier: MIT
#include "findings/verify_output.hpp"

#include "core/text.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace cudastdenv::verify {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t longest_line = 400;

bool contains_word(std::string_view text, std::string_view word) { return text.find(word) != text.npos; }

void replace_all(std::string& text, std::string_view what, std::string_view by) {
    for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + by.size()))
        text.replace(at, what.size(), by);
}

/// nvcc numbers its temporary files by process: `tmpxft_00000b1f_00000000-6_program.o`.
void shorten_temporary_names(std::string& line) {
    constexpr std::string_view prefix = "tmpxft_";
    for (std::size_t at = line.find(prefix); at != line.npos; at = line.find(prefix, at + prefix.size())) {
        std::size_t end = at + prefix.size();
        while (end < line.size() &&
               (std::isxdigit(static_cast<unsigned char>(line[end])) != 0 || line[end] == '_' || line[end] == '-'))
            ++end;
        line.erase(at + prefix.size(), end - at - prefix.size());
    }
}

std::string tidied(std::string_view line, const fs::path& folder) {
    std::string text(trimmed(line));
    replace_all(text, folder.string() + "/", "");
    shorten_temporary_names(text);
    if (text.size() > longest_line) text.resize(longest_line);
    return text;
}

/// The number behind `words`, as in `gcc versions later than 15`.
std::optional<int> number_behind(std::string_view line, std::string_view words) {
    const std::size_t at = line.find(words);
    if (at == line.npos) return std::nullopt;
    std::string_view rest = line.substr(at + words.size());
    return take_number(rest, 3);
}

}  // namespace

std::string error_line(std::string_view output, const fs::path& folder) {
    // What the linker and the shell say comes before what the compiler driver says of it, `ld returned 1 exit status`.
    constexpr std::array<std::string_view, 7> signs{
        "error", "fatal", "undefined reference", "undefined symbol", "cannot find", "not found", "failed"};
    std::string_view first;
    for (const std::string_view line : lines_of(output)) {
        if (std::ranges::any_of(signs, [&](std::string_view sign) { return contains_word(line, sign); }))
            return tidied(line, folder);
        if (first.empty()) first = trimmed(line);
    }
    return tidied(first, folder);
}

std::optional<Refused> refusal(std::string_view output, const fs::path& folder) {
    for (const std::string_view line : lines_of(output)) {
        if (contains_word(line, "unsupported GNU version!"))
            return Refused{number_behind(line, "gcc versions later than "), tidied(line, folder)};
        if (!contains_word(line, "unsupported clang version!")) continue;
        const std::optional<int> first_refused = number_behind(line, "clang version must be less than ");
        return Refused{first_refused ? std::optional(*first_refused - 1) : std::nullopt, tidied(line, folder)};
    }
    return std::nullopt;
}

}  // namespace cudastdenv::verify
