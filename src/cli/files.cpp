// SPDX-License-Identifier: MIT
/// Files of directories, and `covers` with files: the GPU code in them.
#include "cli/command.hpp"
#include "core/lists.hpp"
#include "machine/elf/gpu_code.hpp"

namespace cudastdenv::cli {

namespace {

/// Names of build files, their endings, and directories without any.
constexpr std::array<std::string_view, 22> build_files{"BUILD",
                                                       "CMakeLists.txt",
                                                       "CMakePresets.json",
                                                       "CMakeUserPresets.json",
                                                       "Containerfile",
                                                       "Dockerfile",
                                                       "GNUmakefile",
                                                       "Jenkinsfile",
                                                       "MODULE.bazel",
                                                       "Makefile",
                                                       "PKGBUILD",
                                                       "WORKSPACE",
                                                       "makefile",
                                                       "meson.build",
                                                       "meson.options",
                                                       "meson_options.txt",
                                                       "pyproject.toml",
                                                       "setup.cfg",
                                                       "spack.yaml",
                                                       "xmake.lua",
                                                       "devcontainer.json",
                                                       ".bazelrc"};
constexpr std::array<std::string_view, 21> build_endings{".bash",  ".bat", ".bazel", ".bazelrc",    ".bzl", ".cfg",
                                                         ".cmake", ".cmd", ".csh",   ".dockerfile", ".eb",  ".fish",
                                                         ".mk",    ".nix", ".ps1",   ".py",         ".sh",  ".toml",
                                                         ".yaml",  ".yml", ".env"};
constexpr std::array<std::string_view, 6> skipped_directories{".git",         ".hg",         ".svn",
                                                              "node_modules", "__pycache__", ".tox"};

bool exists(const std::string& path) {
    std::error_code none;
    return std::filesystem::is_regular_file(path, none) || std::filesystem::is_directory(path, none);
}

std::vector<std::string> files_in(const std::string& directory, bool (*is_wanted)(const std::string& name)) {
    namespace fs = std::filesystem;
    std::vector<std::string> files;
    try {
        for (fs::recursive_directory_iterator entry(directory), end; entry != end; ++entry) {
            const std::string name = entry->path().filename().string();
            if (entry->is_symlink()) continue;
            if (entry->is_directory() && contains(skipped_directories, std::string_view(name)))
                entry.disable_recursion_pending();
            else if (entry->is_regular_file() && is_wanted(name)) files.push_back(entry->path().string());
        }
    } catch (const fs::filesystem_error& error) {
        throw DataError(directory, "", std::string("cannot be read: ") + error.code().message());
    }
    std::ranges::sort(files);
    return files;
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

bool is_build_file(const std::string& name) {
    return contains(build_files, std::string_view(name)) || name.starts_with("Dockerfile.") ||
           std::ranges::any_of(build_endings, [&](std::string_view ending) { return name.ends_with(ending); });
}

std::vector<std::string> files_named(std::span<const std::string> paths, bool (*is_wanted)(const std::string& name)) {
    std::vector<std::string> files;
    for (const std::string& path : paths) {
        std::error_code none;
        if (path == "-" || !std::filesystem::is_directory(path, none)) files.push_back(path);
        else std::ranges::move(files_in(path, is_wanted), std::back_inserter(files));
    }
    return files;
}

int run_covers(const Run& run) {
    const std::vector<std::string>& words = run.list();
    const bool is_of_files = !words.empty() && !run.has("format") && std::ranges::any_of(words, exists);
    return is_of_files ? cover_files(run) : ask(run, "covers");
}

}  // namespace cudastdenv::cli
