// SPDX-License-Identifier: MIT
#include "host/parts.hpp"

#include "core/text.hpp"
#include "os/asking.hpp"
#include "os/regular_file.hpp"
#include "tables/lookup.hpp"
#include "toolkit/files.hpp"
#include "toolkit/programs.hpp"

#include <algorithm>
#include <future>
#include <set>

namespace cudastdenv::machine {

namespace fs = std::filesystem;

namespace {

/// An nvcc that may be there, and what led to it.
struct Lead {
    fs::path nvcc;
    std::string found_by;
};

/// The folders in `parent` whose names begin with `prefix`, sorted, the last name first: newer before older.
std::vector<fs::path> folders_in(const fs::path& parent, std::string_view prefix) {
    std::vector<fs::path> folders;
    std::error_code error;
    for (fs::directory_iterator entry(parent, error), end; !error && entry != end; entry.increment(error)) {
        std::error_code ignored;
        if (entry->path().filename().string().starts_with(prefix) && entry->is_directory(ignored))
            folders.push_back(entry->path());
    }
    std::ranges::sort(folders, std::greater{});
    return folders;
}

/// Collects leads, the ones that a shell or a build system would follow first.
class LeadSearch {
public:
    explicit LeadSearch(const Surroundings& surroundings) : surroundings_(surroundings) {}

    std::vector<Lead> run(Host& host) {
        for (const fs::path& folder : surroundings_.search_path()) add(folder / "nvcc", "PATH");
        for (const std::string_view variable : {"CUDACXX", "CUDA_HOME", "CUDA_PATH", "CUDA_ROOT"})
            follow_variable(variable, host);
        for (const std::string_view parent : {"/usr/local", "/opt"}) {
            const fs::path folder = surroundings_.place(parent);
            add(folder / "cuda" / "bin" / "nvcc", parent);
            for (const fs::path& toolkit : folders_in(folder, "cuda-")) add(toolkit / "bin" / "nvcc", parent);
        }
        for (const std::string_view toolkit : {"/usr/lib/nvidia-cuda-toolkit", "/usr/lib/cuda"})
            add(surroundings_.place(toolkit) / "bin" / "nvcc", "/usr/lib");
        follow_conda();
        follow_pip();
        for (const fs::path& folder : folders_in(surroundings_.place("/nix/store"), ""))
            if (folder.filename().string().find("-cuda") != std::string::npos)
                add(folder / "bin" / "nvcc", "nix store");
        return std::move(leads_);
    }

private:
    void add(const fs::path& nvcc, std::string_view found_by) {
        if (is_program(nvcc)) leads_.push_back({nvcc, std::string(found_by)});
    }

    void follow_variable(std::string_view variable, Host& host) {
        const fs::path value = surroundings_.variable(variable);
        // CUDACXX may name a program of PATH.
        if (value.empty() || !value.is_absolute()) return;
        const fs::path nvcc = variable == "CUDACXX" ? value : value / "bin" / "nvcc";
        if (is_program(nvcc)) leads_.push_back({nvcc, std::string(variable)});
        else host.notes.push_back(NamesNothing{std::string(variable), nvcc});
    }

    void follow_conda() {
        const fs::path prefix = surroundings_.variable("CONDA_PREFIX");
        if (prefix.is_absolute()) add(prefix / "bin" / "nvcc", "conda");
    }

    /// Wheels put a toolkit into site-packages/nvidia/cu13 or, before 13.0, .../cuda_nvcc.
    void follow_pip() {
        std::vector<fs::path> prefixes;
        for (const std::string_view variable : {"VIRTUAL_ENV", "CONDA_PREFIX"})
            if (const fs::path prefix = surroundings_.variable(variable); prefix.is_absolute())
                prefixes.push_back(prefix);
        if (const fs::path home = surroundings_.variable("HOME"); home.is_absolute())
            prefixes.push_back(home / ".local");
        for (const std::string_view prefix : {"/usr/local", "/usr"}) prefixes.push_back(surroundings_.place(prefix));
        for (const fs::path& prefix : prefixes)
            for (const fs::path& python : folders_in(prefix / "lib", "python3"))
                for (const std::string_view library : {"site-packages", "dist-packages"})
                    for (const fs::path& part : folders_in(python / library / "nvidia", "cu"))
                        add(part / "bin" / "nvcc", "pip");
    }

    const Surroundings& surroundings_;
    std::vector<Lead> leads_;
};

/// The folder of the real nvcc: distributions put a script in PATH that starts it.
fs::path folder_of(const Surroundings& surroundings, const fs::path& nvcc) {
    std::error_code error;
    const fs::path canonical = fs::canonical(nvcc, error);
    if (error || read_start(canonical, 2) != "#!") return canonical.parent_path();
    const auto answer = ask(surroundings.of_bare_nvcc(), {nvcc.string(), "--dryrun", "-E", "-x", "cu", "/dev/null"});
    if (const auto* reply = std::get_if<Reply>(&answer))
        for (std::string_view line : lines_of(reply->errors)) {
            if (!take_prefix(line, "#$ _HERE_=")) continue;
            const fs::path folder = fs::canonical(fs::path(line), error);
            if (!error) return folder;
        }
    return canonical.parent_path();
}

std::optional<Version> release_stated_in(const fs::path& version_json) {
    ToolkitFiles files;
    read_version_json(version_json.string(), read_start(version_json, std::size_t{1} << 20), files);
    return files.clues.empty() ? std::nullopt : files.clues.front().release;
}

/// The release by version.json where that agrees with the build, else by the build alone, which several may share.
void find_release_of(const Tables& tables, FoundToolkit& toolkit) {
    const std::optional<Version> stated = release_stated_in(toolkit.root / "version.json");
    std::vector<const Release*> fitting;
    for (const Release& release : tables.releases) {
        if (release.nvcc == toolkit.build) fitting.push_back(&release);
        if (stated == release.version && (!release.nvcc || release.nvcc == toolkit.build)) {
            fitting = {&release};
            break;
        }
    }
    if (!fitting.empty()) toolkit.release = fitting.back();
    if (fitting.size() > 1)
        for (const Release* release : fitting) toolkit.same_build.push_back(release->version);
    const Version build = *parse_version(toolkit.build);
    toolkit.version = toolkit.release ? toolkit.release->version : stated.value_or(Version{build.major, build.minor});
}

/// `compiler-bindir = PATH`, what nixpkgs writes there.
fs::path compiler_in_profile(const fs::path& profile) {
    const std::string text = read_start(profile, std::size_t{1} << 16);
    for (std::string_view line : lines_of(text)) {
        line = trimmed(line);
        if (!take_prefix(line, "compiler-bindir")) continue;
        line = trimmed(line);
        if (take_prefix(line, "=")) return fs::path(trimmed(line));
    }
    return {};
}

void find_host_compiler_of(const Surroundings& surroundings, FoundToolkit& toolkit) {
    // nvcc takes the variable before what its profile says.
    if (const std::string named = surroundings.variable("NVCC_CCBIN"); !named.empty()) {
        toolkit.host_compiler = named;
        toolkit.host_compiler_named_by = "NVCC_CCBIN";
    } else if (fs::path named_there = compiler_in_profile(toolkit.root / "bin" / "nvcc.profile");
               !named_there.empty()) {
        toolkit.host_compiler = std::move(named_there);
        toolkit.host_compiler_named_by = "nvcc.profile";
    }
}

/// Whether nvcc starts the cicc of the folder that its profile names, and not whichever is on its PATH: 13.0 does,
/// 12.5 does not, and its profile has the same line. Seen in a dry run.
bool starts_cicc_of_profile(const Surroundings& surroundings, const fs::path& nvcc) {
    const auto answer = ask(surroundings.of_bare_nvcc(), {nvcc.string(), "--dryrun", "-ptx", "-x", "cu", "/dev/null"});
    const auto* reply = std::get_if<Reply>(&answer);
    return reply && reply->errors.find("$CICC_PATH/cicc") != std::string::npos;
}

/// By the profile beside nvcc, which says where it looks. Without one nothing is known to be lacking.
std::vector<ToolkitLack> lacks_of(const Surroundings& surroundings, const FoundToolkit& toolkit) {
    const fs::path& root = toolkit.root;
    const std::string profile = read_start(root / "bin" / "nvcc.profile", std::size_t{1} << 16);
    const auto looks_in = [&](std::string_view place) { return profile.find(place) != profile.npos; };
    const auto has = [&](std::string_view file) {
        std::error_code error;
        return fs::exists(root / file, error);
    };
    std::vector<ToolkitLack> lacks;
    if (profile.empty()) return lacks;
    if (looks_in("/lib$(_TARGET_SIZE_)\"") && has("lib/libcudart_static.a") && !has("lib64") && !has("targets"))
        lacks.push_back(ToolkitLack::library_folder);
    if (looks_in("/nvvm/bin") && has("bin/cicc") && !has("nvvm/bin/cicc") &&
        starts_cicc_of_profile(surroundings, toolkit.nvcc))
        lacks.push_back(ToolkitLack::cicc);
    if (looks_in("/nvvm/") && !has("bin/crt/link.stub")) lacks.push_back(ToolkitLack::link_stub);
    return lacks;
}

/// What an nvcc says of itself, or why it is left out.
std::variant<FoundToolkit, HostNote> ask_toolkit(const Surroundings& surroundings, const Lead& lead) {
    const auto answer = ask(surroundings, {lead.nvcc.string(), "--version"});
    const auto* reply = std::get_if<Reply>(&answer);
    if (!reply) return std::get<HostNote>(answer);
    const std::optional<Version> build = build_in_version(reply->output);
    if (!build) return HostNote(ProgramSaysNothing{lead.nvcc, "the version of an nvcc"});
    FoundToolkit toolkit;
    toolkit.nvcc = lead.nvcc;
    toolkit.found_by = lead.found_by;
    toolkit.build = to_string(*build);
    toolkit.root = folder_of(surroundings, lead.nvcc).parent_path();
    return toolkit;
}

/// Below that folder, links resolved; empty: they are not there.
fs::path headers_in(const fs::path& folder) {
    std::error_code error;
    if (!fs::exists(folder / "crt" / "math_functions.h", error)) return {};
    return fs::canonical(folder, error);
}

}  // namespace

void find_headers_of(const Host& host, FoundToolkit& toolkit) {
    std::vector<fs::path> folders{toolkit.root / "include"};
    for (const fs::path& target : folders_in(toolkit.root / "targets", "")) folders.push_back(target / "include");
    // Debian's packages put them where every compiler looks.
    for (const FoundCompiler& compiler : host.compilers)
        folders.insert(folders.end(), compiler.system_folders.begin(), compiler.system_folders.end());
    for (const fs::path& folder : folders)
        if (toolkit.headers.empty()) toolkit.headers = headers_in(folder);
    toolkit.headers_place = place_of_headers(host, toolkit);
}

void find_toolkits(const Surroundings& surroundings, const Tables& tables, Host& host) {
    std::vector<Lead> leads = LeadSearch(surroundings).run(host);
    std::set<fs::path> programs, roots;
    std::erase_if(leads, [&](const Lead& lead) {
        std::error_code error;
        return !programs.insert(fs::canonical(lead.nvcc, error)).second;
    });
    std::vector<std::future<std::variant<FoundToolkit, HostNote>>> answers;
    for (const Lead& lead : leads)
        answers.push_back(std::async(side_by_side, [&] { return ask_toolkit(surroundings, lead); }));
    for (auto& answer : answers) {
        std::variant<FoundToolkit, HostNote> found = answer.get();
        auto* toolkit = std::get_if<FoundToolkit>(&found);
        if (!toolkit) {
            host.notes.push_back(std::get<HostNote>(std::move(found)));
            continue;
        }
        if (!roots.insert(toolkit->root).second) continue;
        find_release_of(tables, *toolkit);
        find_host_compiler_of(surroundings, *toolkit);
        toolkit->lacks = lacks_of(surroundings, *toolkit);
        host.toolkits.push_back(std::move(*toolkit));
    }
}

}  // namespace cudastdenv::machine
