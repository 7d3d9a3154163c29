// SPDX-License-Identifier: MIT
#include "toolkit/ingest.hpp"

#include "core/quote.hpp"
#include "toolkit/files.hpp"
#include "toolkit/programs.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace cudastdenv::machine {

namespace fs = std::filesystem;

namespace {

/// The name of a folder or file, also where the path ends with a slash or is `.`.
std::string name_of(const fs::path& path) {
    const fs::path normal = fs::absolute(path).lexically_normal();
    return (normal.has_filename() ? normal : normal.parent_path()).filename().string();
}

void read_header(Toolkit& toolkit, const ToolkitFiles& files) {
    toolkit.header = files.header;
    if (files.header.empty()) return;
    toolkit.bounds = read_host_config(files.header_text);
    const auto is_missing = [](const HeaderProblem& problem) { return std::holds_alternative<MissingCheck>(problem); };
    if (toolkit.bounds.problems.size() == 2 && std::ranges::all_of(toolkit.bounds.problems, is_missing))
        throw NoToolkit(as_plain_text(files.header) +
                        " checks neither GCC nor Clang: not a toolkit's crt/host_config.h");
    for (const HeaderProblem& problem : toolkit.bounds.problems) toolkit.problems.emplace_back(problem);
    toolkit.bounds.problems.clear();
}

void ask(Toolkit& toolkit, const FileTree& tree, const Surroundings& surroundings) {
    ToolAnswers answers = ask_tools(tree, surroundings);
    if (answers.build)
        toolkit.clues.push_back({.kind = Clue::Kind::nvcc,
                                 .where = answers.nvcc.empty() ? "ptxas" : answers.nvcc,
                                 .build = answers.build,
                                 .release = {},
                                 .package = {},
                                 .package_version = {},
                                 .platform = {}});
    for (const ToolTrouble& trouble : answers.troubles) toolkit.problems.emplace_back(trouble);
    toolkit.answers = std::move(answers);
}

bool says_which(const Clue& clue) { return clue.build || (clue.release && clue.release->patch != -1); }

}  // namespace

Toolkit read_toolkit(const fs::path& path, const IngestOptions& options, const Surroundings& surroundings) {
    const std::unique_ptr<FileTree> tree = open_file_tree(path);
    ToolkitFiles files = find_toolkit_files(*tree, name_of(path));
    Toolkit toolkit;
    toolkit.path = path;
    toolkit.clues = std::move(files.clues);
    if (options.release)
        toolkit.clues.insert(toolkit.clues.begin(), {.kind = Clue::Kind::option,
                                                     .where = "--cuda",
                                                     .build = {},
                                                     .release = options.release,
                                                     .package = {},
                                                     .package_version = {},
                                                     .platform = {}});
    const bool has_nothing = files.header.empty() && std::ranges::none_of(toolkit.clues, says_which);
    if (has_nothing && !files.unreadable.empty())
        throw MachineError(as_plain_text(files.unreadable.front().file + ": " + files.unreadable.front().why));
    if (has_nothing)
        throw NoToolkit("no CUDA toolkit: no crt/host_config.h where a toolkit or a package of one has it");
    read_header(toolkit, files);
    for (const UnreadableClue& clue : files.unreadable) toolkit.problems.emplace_back(clue);
    if (options.run && !tree->folder().empty()) ask(toolkit, *tree, surroundings);
    read_clues(toolkit);
    return toolkit;
}

IngestResult ingest(const Tables& tables, const fs::path& path, const IngestOptions& options,
                    const Surroundings& surroundings) {
    return judge_toolkit(tables, read_toolkit(path, options, surroundings), options.today);
}

bool Ingested::failed() const { return !std::ranges::all_of(failures, &IngestFailure::skipped); }

Ingested ingest_all(const Tables& tables, const fs::path& folder, const IngestOptions& options,
                    const Surroundings& surroundings,
                    const std::function<void(std::size_t done, std::size_t total)>& progress) {
    Ingested ingested;
    const std::vector<fs::path> found = find_toolkits(folder);
    std::size_t done = 0;
    for (const fs::path& path : found) {
        try {
            ingested.results.push_back(ingest(tables, path, options, surroundings));
        } catch (const NoToolkit& error) {
            ingested.failures.push_back({path.string(), error.what(), true});
        } catch (const MachineError& error) {
            ingested.failures.push_back({path.string(), error.what(), false});
        }
        progress(++done, found.size());
    }
    return ingested;
}

bool is_settled(const IngestResult& result) {
    return result.verdict.differences.empty() && result.toolkit.problems.empty();
}

bool is_settled_by(const Tables& tables, const IngestResult& result, const std::string& today) {
    Toolkit toolkit = result.toolkit;
    std::erase_if(toolkit.problems,
                  [](const IngestProblem& problem) { return std::holds_alternative<ReleaseUnknown>(problem); });
    return is_settled(judge_toolkit(tables, std::move(toolkit), today));
}

}  // namespace cudastdenv::machine
