// SPDX-License-Identifier: MIT
/// `covers` with files: the GPU code in them.
#include "cli/command.hpp"
#include "machine/elf/gpu_code.hpp"

namespace cudastdenv::cli {

namespace {

bool exists(const std::string& path) {
    std::error_code none;
    return std::filesystem::is_regular_file(path, none) || std::filesystem::is_directory(path, none);
}

int cover_files(const Run& run) {
    Progress progress(run, format_bytes_of(run.list()), false);
    const CodeFiles files = machine::read_code_files({run.list().begin(), run.list().end()},
                                                     [&](std::uint64_t bytes) { progress.at(bytes, 0); });
    print_unreadable(run, files.unreadable);
    const int status = run.end(query::answer_files(run.context(), run, run.form, files));
    return files.unreadable.empty() ? status : exit_failure;
}

}  // namespace

int run_covers(const Run& run) {
    const std::vector<std::string>& words = run.list();
    const bool is_of_files = !words.empty() && !run.has("format") && std::ranges::any_of(words, exists);
    return is_of_files ? cover_files(run) : ask(run, "covers");
}

}  // namespace cudastdenv::cli
