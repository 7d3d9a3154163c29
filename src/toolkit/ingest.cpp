// SPDX-License-Identifier: MIT
#include "toolkit/toolkit.hpp"

#include "core/quote.hpp"
#include "core/text.hpp"
#include "core/versions.hpp"
#include "os/file_tree.hpp"
#include "os/process.hpp"
#include "tables/shape.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>
#include <variant>

namespace cudastdenv::machine {

namespace fs = std::filesystem;

namespace {

/// Help texts grow.
constexpr std::size_t output_limit = 1u << 20;
constexpr std::size_t longest_detail = 200;

using Capabilities = std::set<Capability>;

/// The part of a help text that begins with an option at the start of a line, up to the next one.
std::string_view section_of(std::string_view help, std::string_view option) {
    const std::string mark = "\n" + std::string(option) + " ";
    const std::size_t start = help.find(mark);
    if (start == help.npos) return {};
    const std::size_t end = help.find("\n--", start + mark.size());
    return help.substr(start, end == help.npos ? end : end - start);
}

/// What stands in single quotes up to the full stop; empty where anything but commas and spaces is in between.
std::vector<std::string> quoted_names(std::string_view text) {
    std::vector<std::string> names;
    for (;;) {
        const std::size_t next = text.find_first_not_of(" \t\r\n,");
        if (next == text.npos) return {};
        text.remove_prefix(next);
        if (text.front() == '.') return names;
        const std::size_t end = text.find('\'', 1);
        if (text.front() != '\'' || end == text.npos) return {};
        names.emplace_back(text.substr(1, end - 1));
        text.remove_prefix(end + 1);
    }
}

/// 9.0a of `sm_90a`, `compute_90a` and `lto_90a`. The ptxas of 12.9.0 lists `sass_90` too.
std::optional<Capability> capability_of(std::string_view name) {
    for (const std::string_view prefix : {"sm_", "compute_", "lto_", "sass_"})
        if (take_prefix(name, prefix)) return parse_capability(name);
    return std::nullopt;
}

/// Of what a program printed, as it may stand in a line.
std::string quoted(const std::string& name) { return in_quotes(as_plain_text(name.substr(0, longest_detail))); }

bool is_shorthand(std::string_view name) { return name == "all" || name == "all-major" || name == "native"; }

/// Runs nvcc and ptxas where the tree is a folder that has them.
class Asker {
public:
    Asker(const FileTree& tree, const Surroundings& surroundings) : tree_(tree), surroundings_(surroundings) {}

    ToolAnswers ask() {
        answers_.nvcc = find_program("bin/nvcc");
        const std::string ptxas = find_program("bin/ptxas");
        if (answers_.nvcc.empty() && ptxas.empty()) trouble("tools-missing", "");
        if (!answers_.nvcc.empty()) ask_nvcc();
        if (!ptxas.empty()) ask_ptxas(ptxas);
        if (troubles_with_lists_) all_.clear();
        answers_.capabilities.assign(all_.begin(), all_.end());
        answers_.listed_by = some_foreign(listed_by_);
        return std::move(answers_);
    }

private:
    void trouble(std::string_view id, const std::string& tool, std::string_view name = {}, std::string detail = {}) {
        answers_.troubles.push_back({id, {{"tool", tool}, {name, std::move(detail)}}});
    }
    void trouble_with_lists(std::string_view id, const std::string& tool, std::string_view name = {},
                            std::string detail = {}) {
        trouble(id, tool, name, std::move(detail));
        troubles_with_lists_ = true;
    }

    [[nodiscard]] std::string find_program(std::string_view name) const {
        for (const std::string& file : find_in_toolkit(tree_, name))
            if (!tree_.folder().empty() && ::access((tree_.folder() / file).c_str(), X_OK) == 0) return file;
        return {};
    }

    /// What it prints; empty, with a trouble noted, where it does not end well.
    std::string output_of(const std::string& program, const std::string& argument) {
        const std::string tool = program + " " + argument;
        auto answer = machine::ask(surroundings_, {fs::absolute(tree_.folder() / program).string(), argument},
                                   output_limit);
        if (const auto* note = std::get_if<HostNote>(&answer)) {
            note_trouble(tool, note->message);
            return {};
        }
        std::string output = std::move(std::get<Reply>(answer).output);
        if (output.empty()) trouble("tool-prints-nothing", tool);
        return output;
    }

    void note_trouble(const std::string& tool, Diagnostic why) {
        constexpr std::array<std::pair<std::string_view, std::string_view>, 5> own{
            {{"program-hangs", "tool-hangs"},
             {"program-floods", "tool-floods"},
             {"program-fails", "tool-fails"},
             {"program-crashes", "tool-crashes"},
             {"program-cannot-start", "tool-cannot-start"}}};
        why.id = std::ranges::find(own, why.id, &std::pair<std::string_view, std::string_view>::first)->second;
        for (auto& [name, value] : why.arguments) value = cudastdenv::first_bytes(value, longest_detail);
        why.arguments.emplace_back("tool", tool);
        answers_.troubles.push_back(std::move(why));
    }

    void ask_build(const std::string& program) {
        const std::string output = output_of(program, "--version");
        answers_.build = build_in_version(output);
        if (!answers_.build && !output.empty())
            trouble("tool-says-nothing", program + " --version", "wanted", "V13.0.88");
    }

    /// Adds the names of a list to `all_`; returns those without a suffix.
    Capabilities take(const std::string& tool, const std::vector<std::string>& names) {
        Capabilities plain;
        for (const std::string& name : names) {
            const std::optional<Capability> capability = capability_of(name);
            if (!capability && !is_shorthand(name))
                trouble_with_lists("unknown-architecture", tool, "name", quoted(name));
            if (!capability) continue;
            all_.insert(*capability);
            if (capability->kind == Capability::Kind::baseline) plain.insert(*capability);
        }
        if (plain.empty()) trouble_with_lists("tool-says-nothing", tool, "wanted", "sm_90");
        listed_by_ += (listed_by_.empty() ? "" : ", ") + tool;
        return plain;
    }

    void compare(const Capabilities& left, const Capabilities& right, const std::string& tools) {
        if (!left.empty() && !right.empty() && left != right) trouble_with_lists("lists-differ", tools);
    }

    void ask_nvcc() {
        const std::string& nvcc = answers_.nvcc;
        ask_build(nvcc);
        const std::string help = output_of(nvcc, "--help");
        if (help.empty()) return;
        plain_ = take(nvcc + " --help", allowed_values(help, "--gpu-architecture"));
        read_standards(nvcc + " --help", help);
        // The list leaves out what has a suffix: good enough to check the other one. 11.0 and older do not know it.
        const std::string list = output_of(nvcc, "--list-gpu-arch");
        if (!list.empty())
            compare(plain_, take_list(nvcc + " --list-gpu-arch", list), nvcc + " --help, --list-gpu-arch");
    }

    Capabilities take_list(const std::string& tool, std::string_view list) {
        std::vector<std::string> names;
        for (const std::string_view line : lines_of(list))
            if (const std::string_view name = trimmed(line); !name.empty()) names.emplace_back(name);
        return take(tool, names);
    }

    void read_standards(const std::string& tool, std::string_view help) {
        for (const std::string& name : allowed_values(help, "--std")) {
            const std::optional<CxxStandard> standard = parse_cxx_standard(name);
            // The newest of those that are known need not be the newest.
            if (!standard && name != "c++03" && name != "c++98") {
                answers_.newest_standard.reset();
                return trouble("unknown-standard", tool, "name", quoted(name));
            }
            if (standard && (!answers_.newest_standard || *answers_.newest_standard < *standard))
                answers_.newest_standard = standard;
        }
    }

    void ask_ptxas(const std::string& ptxas) {
        if (!answers_.build) ask_build(ptxas);
        const std::string help = output_of(ptxas, "--help");
        if (help.empty()) return;
        const Capabilities plain = take(ptxas + " --help", allowed_values(help, "--gpu-name"));
        compare(plain_, plain, answers_.nvcc + " --help, " + ptxas + " --help");
    }

    const FileTree& tree_;
    const Surroundings& surroundings_;
    ToolAnswers answers_;
    std::string listed_by_;  ///< the commands that list them
    Capabilities all_;
    Capabilities plain_;  ///< by nvcc
    bool troubles_with_lists_ = false;
};

/// The name of a folder or file, also where the path ends with a slash or is `.`.
std::string name_of(const fs::path& path) {
    const fs::path normal = fs::absolute(path).lexically_normal();
    return (normal.has_filename() ? normal : normal.parent_path()).filename().string();
}

void ask(Toolkit& toolkit, const FileTree& tree, const Surroundings& surroundings) {
    ToolAnswers answers = Asker(tree, surroundings).ask();
    if (answers.build)
        toolkit.clues.push_back(
            {.kind = Clue::Kind::nvcc, .where = answers.nvcc.empty() ? "ptxas" : answers.nvcc, .build = answers.build});
    toolkit.problems.insert(toolkit.problems.end(), answers.troubles.begin(), answers.troubles.end());
    toolkit.answers = std::move(answers);
}

bool says_which(const Clue& clue) { return clue.build || (clue.release && clue.release->patch != -1); }

/// Throws NoToolkit, and MachineError: not to be read, several toolkits in it.
Toolkit read_toolkit(const fs::path& path, const IngestOptions& options, const Surroundings& surroundings) {
    const std::unique_ptr<FileTree> tree = open_file_tree(path);
    Toolkit toolkit;
    toolkit.path = path;
    find_toolkit_files(*tree, name_of(path), toolkit);
    if (options.release)
        toolkit.clues.insert(toolkit.clues.begin(),
                             {.kind = Clue::Kind::option, .where = "--cuda", .release = options.release});
    const bool has_nothing = toolkit.header.empty() && std::ranges::none_of(toolkit.clues, says_which);
    if (has_nothing && !toolkit.problems.empty()) {
        const std::vector<Argument>& unreadable = toolkit.problems.front().arguments;
        throw MachineError(unreadable[0].text + ": " + unreadable[1].text);
    }
    if (has_nothing)
        throw NoToolkit("no CUDA toolkit: no crt/host_config.h where a toolkit or a package of one has it");
    if (options.run && !tree->folder().empty()) ask(toolkit, *tree, surroundings);
    read_clues(toolkit);
    return toolkit;
}

constexpr std::array<std::string_view, 9> suffixes{".whl",    ".zip",     ".conda", ".deb", ".tar.xz",
                                                   ".tar.gz", ".tar.bz2", ".tgz",   ".tar"};

/// What a folder has that is a toolkit, or an unpacked package of one.
constexpr std::array<std::string_view, 3> marks{"include/crt/host_config.h", "bin/nvcc", "bin/ptxas"};

bool is_file_of_interest(const fs::path& file) {
    const std::string name = file.filename().string();
    if (name == "host_config.h") return true;
    return std::ranges::any_of(suffixes, [&](std::string_view suffix) { return name.ends_with(suffix); });
}

bool is_toolkit_folder(const fs::path& folder) {
    const std::unique_ptr<FileTree> tree = open_file_tree(folder);
    return std::ranges::any_of(marks, [&](std::string_view mark) { return !find_in_toolkit(*tree, mark).empty(); }) ||
           !tree->find(meta_package_pattern).empty();
}

/// `seen` are the files and folders that were found, links resolved: /usr/local/cuda is one to /usr/local/cuda-13.0.
void look_into(const fs::path& folder, int levels, std::set<fs::path>& seen, std::vector<fs::path>& found) {
    for (const fs::path& entry : entries_of(folder)) {
        std::error_code error;
        const bool is_folder = fs::is_directory(entry, error);
        const bool fits = is_folder ? is_toolkit_folder(entry)
                                    : fs::is_regular_file(entry, error) && is_file_of_interest(entry);
        if (!fits && is_folder && levels > 1) look_into(entry, levels - 1, seen, found);
        if (!fits) continue;
        const fs::path real = fs::canonical(entry, error);
        if (!error && seen.insert(real).second) found.push_back(entry);
    }
}

}  // namespace

std::optional<bool> heeds_nvcc_ccbin(const Surroundings& surroundings, const FoundToolkit& toolkit,
                                     const std::filesystem::path& compiler) {
    Surroundings with_variable = surroundings.of_bare_nvcc();
    with_variable.variables["NVCC_CCBIN"] = compiler.string();
    const auto answer = ask(with_variable, {toolkit.nvcc.string(), "--dryrun", "-E", "-x", "cu", "/dev/null"});
    const auto* reply = std::get_if<Reply>(&answer);
    // One that fails, or prints no command, says nothing of the variable.
    if (!reply || reply->errors.find("#$ ") == std::string::npos) return std::nullopt;
    // It quotes the folder and not the name: `#$ "/a folder"/g++-12 -D__CUDA_ARCH__=...`.
    const std::string mark = "/" + compiler.filename().string() + " ";
    return reply->errors.find(mark) != std::string::npos;
}

std::optional<Version> build_in_version(std::string_view output) {
    constexpr std::string_view digits_and_dots = "0123456789.";
    for (std::size_t at = output.find(", V"); at != output.npos; at = output.find(", V", at + 1)) {
        const std::string_view rest = output.substr(at + 3);
        if (const auto build = full_version(rest.substr(0, rest.find_first_not_of(digits_and_dots)))) return build;
    }
    return std::nullopt;
}

std::vector<std::string> allowed_values(std::string_view help, std::string_view option) {
    constexpr std::string_view mark = "Allowed values for this option:";
    const std::string_view section = section_of(help, option);
    const std::size_t at = section.find(mark);
    return at == section.npos ? std::vector<std::string>() : quoted_names(section.substr(at + mark.size()));
}

IngestResult ingest(const Tables& tables, const fs::path& path, const IngestOptions& options,
                    const Surroundings& surroundings) {
    return judge_toolkit(tables, read_toolkit(path, options, surroundings), options.today);
}

bool Ingested::failed() const { return std::ranges::any_of(failures, &IngestFailure::is_toolkit); }

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
            ingested.failures.push_back({{path.string()}, false, {error.what()}});
        } catch (const MachineError& error) {
            ingested.failures.push_back({{path.string()}, true, {error.what()}});
        }
        progress(++done, found.size());
    }
    return ingested;
}

bool is_settled(const IngestResult& result) {
    return result.differences.empty() && result.toolkit.problems.empty() && result.toolkit.bounds.problems.empty();
}

bool is_settled_by(const Tables& tables, const IngestResult& result, const std::string& today) {
    Toolkit toolkit = result.toolkit;
    std::erase_if(toolkit.problems, [](const Diagnostic& problem) {
        return problem.id == "release-unknown" || problem.id == "build-unknown";
    });
    return is_settled(judge_toolkit(tables, std::move(toolkit), today));
}

std::vector<fs::path> find_toolkits(const fs::path& folder) {
    std::error_code error;
    if (!fs::is_directory(folder, error)) throw MachineError(as_plain_text(folder.string()) + ": no such folder");
    constexpr int levels = 2;
    std::set<fs::path> seen;
    std::vector<fs::path> found;
    look_into(folder, levels, seen, found);
    return found;
}

}  // namespace cudastdenv::machine
