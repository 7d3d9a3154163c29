// SPDX-License-Identifier: MIT
#include "diagnose/code_paths.hpp"

#include "core/lists.hpp"
#include "core/text.hpp"
#include "diagnose/log_reader.hpp"
#include "findings/gpu_code.hpp"
#include "tables/lookup.hpp"

namespace cudastdenv::diagnose {

namespace {

constexpr std::size_t most_paths = 8;

bool is_source(std::string_view path) {
    constexpr std::array<std::string_view, 9> endings{".c", ".cc", ".cpp", ".cu", ".cuh", ".cxx", ".h", ".hpp", ".py"};
    return std::ranges::any_of(endings, [&](std::string_view ending) { return path.ends_with(ending); });
}

/// The kernel's files have no GPU code.
bool is_of_kernel(std::string_view path) {
    return path.starts_with("/dev/") || path.starts_with("/proc/") || path.starts_with("/sys/");
}

/// The directory of the Python package that the path is in, with `/` at its end; empty: in none.
std::string_view package_of(std::string_view path) {
    for (const std::string_view packages : {"/site-packages/", "/dist-packages/"}) {
        const std::size_t at = path.rfind(packages);
        if (at == path.npos) continue;
        const std::size_t end = path.find('/', at + packages.size());
        return end == path.npos ? std::string_view() : path.substr(0, end + 1);
    }
    return {};
}

/// A word without its line number and full stop. Empty: no path of a file with code.
std::string_view code_path(std::string_view word) {
    word = word.substr(0, word.find(':'));
    while (word.ends_with('.')) word.remove_suffix(1);
    if (word.find('/') == word.npos || word.ends_with('/') || is_of_kernel(word)) return {};
    const std::string_view name = without_directory(word);
    if (const std::string_view package = package_of(word); !package.empty() && !is_shared_library(name)) return package;
    return is_source(name) ? std::string_view() : word;
}

void add_path(std::string_view word, std::vector<std::string>& paths) {
    const std::string_view path = code_path(word);
    if (path.empty()) return;
    std::erase(paths, path);
    paths.emplace_back(path);
}

void add_paths_in_line(std::string_view line, std::vector<std::string>& paths) {
    constexpr std::string_view outside = " \t\r'\"`()<>[]{}|,;=*\\";
    for (std::size_t begin = line.find_first_not_of(outside); begin != line.npos;) {
        const std::size_t end = std::min(line.find_first_of(outside, begin), line.size());
        // A quoted path may have blanks.
        const std::size_t quote = begin > 0 && line[begin - 1] == '"' ? line.find_first_of("\"\\", begin) : line.npos;
        const std::size_t last = quote == line.npos ? end : quote;
        add_path(line.substr(begin, last - begin), paths);
        begin = line.find_first_not_of(outside, last);
    }
}

}  // namespace

bool is_about_code(const MessageRow& message) {
    using enum MessageCause;
    constexpr std::array<std::string_view, 4> others{"kernel-image-invalid", "kernel-of-another-architecture",
                                                     "ptx-jit-failed", "torch-capability-range"};
    return message.cause == coverage || message.cause == ptx || contains(others, message.id);
}

std::vector<std::string> code_paths_in(std::string_view text) {
    std::vector<std::string> paths;
    for (const std::string_view line : lines_of(text)) add_paths_in_line(line, paths);
    return paths;
}

std::vector<std::string> code_paths_of(const Tables& tables, const LogReading& reading, bool is_of_cuda) {
    std::vector<std::string> paths;
    for (const JudgedMessage& judged : judge_messages(reading, is_of_cuda)) {
        if (!judged.counts || !is_about_code(*find_by_id(tables.messages, judged.seen->wording->message))) continue;
        for (const std::string& path : judged.seen->code_paths)
            if (!contains(paths, path) && paths.size() < most_paths) paths.push_back(path);
    }
    return paths;
}

}  // namespace cudastdenv::diagnose
