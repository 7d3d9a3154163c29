// SPDX-License-Identifier: MIT
#include "machine/toolkit/toolkit.hpp"

#include "core/quote.hpp"
#include "core/text.hpp"
#include "machine/toolkit/wheel.hpp"

#include <cudastdenv/load.hpp>

namespace cudastdenv::machine {

namespace fs = std::filesystem;

namespace {

/// Directories with include/ and bin/ in: an installed toolkit, its cross-compilation targets (also conda's), Debian,
/// NVIDIA's packages, wheels, an environment of pip or conda, NVIDIA's archives, an unpacked runfile. Debian's
/// usr/bin/nvcc is a script that starts the one of the directory before it.
constexpr std::array<std::string_view, 14> roots{"",
                                                 "targets/*/",
                                                 "usr/lib/nvidia-cuda-toolkit/",
                                                 "usr/",
                                                 "usr/local/cuda-*/",
                                                 "usr/local/cuda-*/targets/*/",
                                                 "nvidia/cu*/",
                                                 "lib/python*/site-packages/nvidia/cu*/",
                                                 "cuda_*-archive/",
                                                 "cuda_nvcc/",
                                                 "cuda_crt/",
                                                 "builds/cuda_nvcc/",
                                                 "builds/cuda_crt/",
                                                 "builds/cuda_nvcc/targets/*/"};
constexpr std::array<std::string_view, 1> top{""};
constexpr std::size_t max_text_bytes = 4u << 20;

/// The metadata of the meta package cuda-toolkit, with its release and nvcc.
constexpr std::string_view meta_package_pattern = "cuda_toolkit-*.dist-info/METADATA";

std::vector<std::string> find_all(const FileTree& tree, std::span<const std::string_view> folders,
                                  std::string_view name) {
    std::vector<std::string> found;
    for (const std::string_view folder : folders)
        for (std::string& file : tree.find(std::string(folder) + std::string(name))) found.push_back(std::move(file));
    return found;
}

std::vector<std::string> find_headers(const FileTree& tree) {
    std::vector<std::string> found = find_all(tree, roots, "include/crt/host_config.h");
    // A toolkit's include directory, its crt directory, or the file itself.
    for (const std::string_view name : {"crt/host_config.h", "host_config.h"})
        if (found.empty()) found = tree.find(name);
    return found;
}

/// Two headers of one toolkit are links or copies for several targets; otherwise they are two toolkits.
void find_header(const FileTree& tree, Toolkit& toolkit) {
    std::string header_text;
    for (const std::string& file : find_headers(tree)) {
        const std::string text = tree.read(file, max_header_bytes);
        if (toolkit.header.empty()) {
            toolkit.header = file;
            header_text = text;
        } else if (text != header_text) {
            throw MachineError("holds more than one toolkit: " + as_plain_text(toolkit.header) + " and " +
                               as_plain_text(file) + " differ; pass the directory of one of them");
        }
    }
    if (toolkit.header.empty()) return;
    toolkit.bounds = read_host_config(header_text);
    const std::vector<Diagnostic>& problems = toolkit.bounds.problems;
    if (problems.size() == 2 && std::ranges::count(problems, std::string_view("missing-check"), &Diagnostic::id) == 2)
        throw NoToolkit(as_plain_text(toolkit.header) +
                        " checks neither GCC nor Clang, so it is not a toolkit's crt/host_config.h");
}

/// For a file that should identify the toolkit.
void note_unreadable(Toolkit& toolkit, const std::string& file, std::string_view why) {
    toolkit.problems.push_back({"unreadable", {{"file", as_plain_text(file)}, {"why", as_plain_text(why)}}});
}

/// Calls `read` for each file of those names in those directories, or notes the error.
template <class Read>
void read_all(const FileTree& tree, std::span<const std::string_view> folders,
              std::initializer_list<std::string_view> names, Toolkit& toolkit, const Read& read) {
    for (const std::string_view name : names)
        for (const std::string& file : find_all(tree, folders, name)) {
            try {
                read(file,
                     file.ends_with(".gz") ? read_compressed(tree.folder / file, max_text_bytes)
                                           : tree.read(file, max_text_bytes),
                     toolkit);
            } catch (const std::runtime_error& error) {  // MachineError or DataError
                note_unreadable(toolkit, file, error.what());
            }
        }
}

/// `Linux x86_64` of `Tag: py3-none-manylinux2014_x86_64`.
std::string platform_of_wheel(std::string_view text) {
    constexpr std::array<std::string_view, 2> machines{"x86_64", "aarch64"};
    for (const std::string_view machine : machines)
        if (text.find("linux") != text.npos && text.find("_" + std::string(machine)) != text.npos)
            return "Linux " + std::string(machine);
    return text.find("-win_amd64") != text.npos ? "Windows x86_64" : "";
}

void find_wheels(const FileTree& tree, Toolkit& toolkit) {
    constexpr std::array<std::string_view, 3> folders{"", "dist-info/", "lib/python*/site-packages/"};
    const auto read = [&](const std::string& path, const std::string& text, Toolkit& out) {
        const std::string tags = path.substr(0, path.size() - std::string_view("METADATA").size()) + "WHEEL";
        const bool has_tags = !tree.find(tags).empty();
        read_wheel_metadata(path, text, has_tags ? platform_of_wheel(tree.read(tags, max_text_bytes)) : "", out);
    };
    // The header's own wheel first.
    read_all(tree, folders, {"nvidia_cuda_crt-*.dist-info/METADATA", "nvidia_cuda_nvcc*-*.dist-info/METADATA"}, toolkit,
             read);
}

Clue package_clue(Clue::Kind kind, const std::string& where, std::string_view package, std::string_view version,
                  std::string_view platform = {}, std::optional<Version> build = {}) {
    return {.kind = kind,
            .where = {where},
            .build = build,
            .package = std::string(package),
            .package_version = std::string(version),
            .platform = std::string(platform)};
}

void refuse_version(const std::string& file, std::string_view version, Toolkit& toolkit) {
    note_unreadable(toolkit, file, "the version " + in_quotes(version) + " has another format");
}

/// `==13.4.92.*` of `nvidia-cuda-nvcc==13.4.92.*; sys_platform == 'linux' and extra == 'nvcc'`, also for a package of
/// one major release, `nvidia-cuda-nvcc-cu12`; empty: another package.
std::optional<std::string_view> required_nvcc(std::string_view requirement) {
    if (!take_prefix(requirement, "nvidia-cuda-nvcc")) return std::nullopt;
    if (take_prefix(requirement, "-cu"))
        while (!requirement.empty() && is_digit(requirement.front())) requirement.remove_prefix(1);
    requirement = trimmed(requirement.substr(0, requirement.find(';')));
    const bool is_other_package = !requirement.empty() &&
                                  std::string_view("=<>!~(").find(requirement[0]) == std::string_view::npos;
    return is_other_package ? std::nullopt : std::optional(requirement);
}

/// 13.4.1 also of `13.4.1.0`, since some meta packages have four numbers.
std::optional<Version> release_of_meta_package(std::string_view version) noexcept {
    if (const std::optional<Version> release = full_version(version)) return release;
    const std::size_t last = version.rfind('.');
    if (last == std::string_view::npos || !std::ranges::all_of(version.substr(last + 1), is_digit)) return std::nullopt;
    return full_version(version.substr(0, last));
}

/// The nvcc that a meta package requires, the same for every platform and extra; otherwise a problem is noted.
std::optional<Version> wanted_nvcc(const std::string& file, std::string_view text, Toolkit& toolkit) {
    std::optional<Version> wanted;
    for (const std::string_view requirement : header_fields(text, "Requires-Dist")) {
        std::optional<std::string_view> specifier = required_nvcc(requirement);
        if (!specifier) continue;
        // 13.4.92 of `==13.4.92.*`.
        const bool is_pinned = take_prefix(*specifier, "==");
        take_suffix(*specifier, ".*");
        const std::optional<Version> build = is_pinned ? full_version(trimmed(*specifier)) : std::nullopt;
        if (!build || (wanted && wanted != build)) {
            note_unreadable(toolkit, file, "the nvcc that it requires is unclear: " + in_quotes(requirement));
            return std::nullopt;
        }
        wanted = build;
    }
    if (!wanted) note_unreadable(toolkit, file, "names no nvidia-cuda-nvcc");
    return wanted;
}

/// Finds a header and clues; an unreadable one is a problem. `name` is that of the directory or file. Throws NoToolkit,
/// and MachineError: more than one toolkit, or an unreadable header.
void find_toolkit_files(const FileTree& tree, const std::string& name, Toolkit& toolkit) {
    find_header(tree, toolkit);
    read_all(tree, roots, {"version.json"}, toolkit, read_version_json);
    find_wheels(tree, toolkit);
    read_all(tree, top, {"info/index.json", "conda-meta/cuda-nvcc*.json", "conda-meta/cuda-crt*.json"}, toolkit,
             read_conda_json);
    read_all(tree, top, {"control", "DEBIAN/control"}, toolkit, read_debian_control);
    if (!tree.folder.empty())
        read_all(tree, top,
                 {"usr/share/doc/nvidia-cuda-toolkit/changelog.Debian.gz",
                  "usr/share/doc/nvidia-cuda-dev/changelog.Debian.gz"},
                 toolkit, read_debian_changelog);
    const std::string first_folder = toolkit.header.substr(0, toolkit.header.find('/'));
    for (const std::string& candidate : {name, first_folder}) {
        const std::size_t before = toolkit.clues.size();
        read_redist_name(candidate, toolkit);
        if (toolkit.clues.size() > before) break;
    }
    read_all(tree, roots, {"include/cuda_runtime_api.h"}, toolkit, read_runtime_header);
    if (toolkit.header == "crt/host_config.h")
        read_all(tree, top, {"cuda_runtime_api.h"}, toolkit, read_runtime_header);
    // The meta package itself, its METADATA, or the directory of either. It counts only without other signs of a
    // toolkit, since an environment may have another nvcc than the pinned one.
    if (!toolkit.header.empty() || !toolkit.clues.empty()) return;
    const bool is_its_own = name == "METADATA" || matches_pattern("cuda_toolkit-*.dist-info", name);
    read_all(tree, top, {is_its_own ? "METADATA" : meta_package_pattern}, toolkit, read_meta_package);
}

using nlohmann::json;

constexpr int max_depth = 64;

/// The text at that path of keys; may be empty.
std::string text_at(const json& root, std::initializer_list<const char*> keys) {
    const json* place = &root;
    for (const char* key : keys) {
        if (!place->is_object()) return {};
        const auto next = place->find(key);
        if (next == place->end()) return {};
        place = &*next;
    }
    return place->is_string() ? place->get<std::string>() : std::string();
}

/// Help texts grow.
constexpr std::size_t output_limit = 1u << 20;
constexpr std::size_t longest_detail = 200;

using Capabilities = std::set<Capability>;

/// The part of a help text from an option at the start of a line to the next option.
std::string_view section_of(std::string_view help, std::string_view option) {
    const std::string mark = "\n" + std::string(option) + " ";
    const std::size_t start = help.find(mark);
    if (start == help.npos) return {};
    const std::size_t end = help.find("\n--", start + mark.size());
    return help.substr(start, end == help.npos ? end : end - start);
}

/// The names in single quotes up to the full stop; empty if there is anything but commas and spaces between them.
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

/// Runs nvcc and ptxas of an unpacked toolkit.
class Asker {
public:
    /// Adds a clue and problems to the toolkit.
    Asker(const FileTree& tree, const Surroundings& surroundings, Toolkit& toolkit)
        : tree_(tree), surroundings_(surroundings), toolkit_(toolkit) {}

    ToolAnswers ask() {
        answers_.nvcc = find_program("bin/nvcc");
        const std::string ptxas = find_program("bin/ptxas");
        if (answers_.nvcc.empty() && ptxas.empty()) add_problem("tools-missing", "");
        if (!answers_.nvcc.empty()) ask_nvcc();
        if (!ptxas.empty()) ask_ptxas(ptxas);
        if (build_)
            toolkit_.clues.push_back({.kind = Clue::Kind::nvcc,
                                      .where = {answers_.nvcc.empty() ? "ptxas" : answers_.nvcc},
                                      .build = build_});
        if (has_list_problem_) all_.clear();
        answers_.capabilities.assign(all_.begin(), all_.end());
        return std::move(answers_);
    }

private:
    void add_problem(std::string_view id, const std::string& tool, std::string_view name = {},
                     std::string detail = {}) {
        toolkit_.problems.push_back({id, {{"tool", tool}, {name, std::move(detail)}}});
    }
    void add_list_problem(std::string_view id, const std::string& tool, std::string_view name = {},
                          std::string detail = {}) {
        add_problem(id, tool, name, std::move(detail));
        has_list_problem_ = true;
    }

    [[nodiscard]] std::string find_program(std::string_view name) const {
        for (const std::string& file : find_all(tree_, roots, name))
            if (!tree_.folder.empty() && ::access((tree_.folder / file).c_str(), X_OK) == 0) return file;
        return {};
    }

    /// The output of a program; empty, with a problem noted, if it fails.
    std::string output_of(const std::string& program, const std::string& argument) {
        const std::string tool = program + " " + argument;
        Reply reply = machine::ask(surroundings_, {fs::absolute(tree_.folder / program).string(), argument},
                                   output_limit);
        if (reply.failure) add_failure(tool, reply.failure->message);
        else if (reply.output.empty()) add_problem("tool-prints-nothing", tool);
        return std::move(reply.output);
    }

    void add_failure(const std::string& tool, Diagnostic why) {
        constexpr std::array<std::pair<std::string_view, std::string_view>, 5> own{
            {{"program-hangs", "tool-hangs"},
             {"program-floods", "tool-floods"},
             {"program-fails", "tool-fails"},
             {"program-crashes", "tool-crashes"},
             {"program-cannot-start", "tool-cannot-start"}}};
        why.id = std::ranges::find(own, why.id, &std::pair<std::string_view, std::string_view>::first)->second;
        for (auto& [name, value] : why.arguments) value = cudastdenv::first_bytes(value, longest_detail);
        why.arguments.emplace_back("tool", tool);
        toolkit_.problems.push_back(std::move(why));
    }

    void ask_build(const std::string& program) {
        const std::string output = output_of(program, "--version");
        build_ = build_in_version(output);
        if (!build_ && !output.empty()) add_problem("tool-says-nothing", program + " --version", "wanted", "V13.0.88");
    }

    /// Adds the capabilities of a list to `all_`; returns those without a suffix.
    Capabilities take(const std::string& tool, const std::vector<std::string>& names) {
        Capabilities plain;
        for (const std::string& name : names) {
            const std::optional<Capability> capability = capability_of(name);
            if (!capability && name != "all" && name != "all-major" && name != "native")
                add_list_problem("unknown-architecture", tool, "name", in_quotes(name));
            if (!capability) continue;
            all_.insert(*capability);
            if (capability->kind == Capability::Kind::baseline) plain.insert(*capability);
        }
        if (plain.empty()) add_list_problem("tool-says-nothing", tool, "wanted", "sm_90");
        answers_.listed_by += (answers_.listed_by.empty() ? "" : ", ") + tool;
        return plain;
    }

    void compare(const Capabilities& left, const Capabilities& right, const std::string& tools) {
        if (!left.empty() && !right.empty() && left != right) add_list_problem("lists-differ", tools);
    }

    void ask_nvcc() {
        const std::string& nvcc = answers_.nvcc;
        ask_build(nvcc);
        const std::string help = output_of(nvcc, "--help");
        if (help.empty()) return;
        plain_ = take(nvcc + " --help", allowed_values(help, "--gpu-architecture"));
        read_standards(nvcc + " --help", help);
        // This list lacks names with a suffix, but can confirm the other one. CUDA 11.0 and older do not support the
        // option.
        const std::string list = output_of(nvcc, "--list-gpu-arch");
        if (list.empty()) return;
        std::vector<std::string> names;
        for (const std::string_view line : lines_of(list))
            if (const std::string_view name = trimmed(line); !name.empty()) names.emplace_back(name);
        compare(plain_, take(nvcc + " --list-gpu-arch", names), nvcc + " --help, --list-gpu-arch");
    }

    void read_standards(const std::string& tool, std::string_view help) {
        for (const std::string& name : allowed_values(help, "--std")) {
            const std::optional<CxxStandard> standard = parse_cxx_standard(name);
            // A newer unknown standard may be supported.
            if (!standard && name != "c++03" && name != "c++98") {
                answers_.newest_standard.reset();
                return add_problem("unknown-standard", tool, "name", in_quotes(name));
            }
            if (standard && (!answers_.newest_standard || *answers_.newest_standard < *standard))
                answers_.newest_standard = standard;
        }
    }

    void ask_ptxas(const std::string& ptxas) {
        if (!build_) ask_build(ptxas);
        const std::string help = output_of(ptxas, "--help");
        if (help.empty()) return;
        const Capabilities plain = take(ptxas + " --help", allowed_values(help, "--gpu-name"));
        compare(plain_, plain, answers_.nvcc + " --help, " + ptxas + " --help");
    }

    const FileTree& tree_;
    const Surroundings& surroundings_;
    Toolkit& toolkit_;
    ToolAnswers answers_;
    std::optional<Version> build_;  ///< of nvcc, otherwise of ptxas
    Capabilities all_;
    Capabilities plain_;  ///< of nvcc
    bool has_list_problem_ = false;
};

/// The last part of a path, also of one that ends with a slash or is `.`.
std::string name_of(const fs::path& path) {
    const fs::path normal = fs::absolute(path).lexically_normal();
    return (normal.has_filename() ? normal : normal.parent_path()).filename().string();
}

constexpr std::array<std::string_view, 9> suffixes{".whl",    ".zip",     ".conda", ".deb", ".tar.xz",
                                                   ".tar.gz", ".tar.bz2", ".tgz",   ".tar"};

/// The files that identify a toolkit, or an unpacked package of one.
constexpr std::array<std::string_view, 3> marks{"include/crt/host_config.h", "bin/nvcc", "bin/ptxas"};

bool is_toolkit_folder(const fs::path& folder) {
    const FileTree tree = open_file_tree(folder);
    return std::ranges::any_of(marks, [&](std::string_view mark) { return !find_all(tree, roots, mark).empty(); }) ||
           !tree.find(meta_package_pattern).empty();
}

/// `seen`: the real paths of those found. /usr/local/cuda is a link to /usr/local/cuda-13.0.
void look_into(const fs::path& folder, int levels, std::set<fs::path>& seen, std::vector<fs::path>& found) {
    for (const fs::path& entry : entries_of(folder)) {
        std::error_code error;
        const std::string name = entry.filename().string();
        const auto ends = [&](std::string_view suffix) { return name.ends_with(suffix); };
        const bool is_folder = fs::is_directory(entry, error);
        const bool fits = is_folder ? is_toolkit_folder(entry)
                                    : (name == "host_config.h" || std::ranges::any_of(suffixes, ends)) &&
                                          fs::is_regular_file(entry, error);
        if (!fits && is_folder && levels > 1) look_into(entry, levels - 1, seen, found);
        if (!fits) continue;
        const fs::path real = fs::canonical(entry, error);
        if (!error && seen.insert(real).second) found.push_back(entry);
    }
}

}  // namespace

void read_wheel_metadata(const std::string& file, std::string_view text, std::string_view platform, Toolkit& toolkit) {
    const std::string_view name = header_field(text, "Name"), version = header_field(text, "Version");
    const std::optional<Version> build = full_version(version);
    if (!build || name.empty()) return refuse_version(file, version, toolkit);
    toolkit.clues.push_back(package_clue(Clue::Kind::wheel, file, name, version, platform, build));
}

/// Only this package shows a release without a new nvcc.
void read_meta_package(const std::string& file, std::string_view text, Toolkit& toolkit) {
    if (header_field(text, "Name") != "cuda-toolkit") return;
    const std::string_view version = header_field(text, "Version");
    const std::optional<Version> release = release_of_meta_package(version);
    if (!release) return refuse_version(file, version, toolkit);
    toolkit.clues.push_back(
        package_clue(Clue::Kind::meta_package, file, "cuda-toolkit", version, {}, wanted_nvcc(file, text, toolkit)));
    toolkit.clues.back().release = release;
}

/// `nvidia-cuda-toolkit 12.4.131~12.4.1-2`: a build, the release and Debian's revision. NVIDIA's packages for Debian,
/// `cuda-nvcc-12-8 12.8.93-1`, have only the build.
void read_debian_control(const std::string& file, std::string_view text, Toolkit& toolkit) {
    const std::string_view package = header_field(text, "Package"), version = header_field(text, "Version");
    Clue clue = package_clue(Clue::Kind::debian, file, package, version, header_field(text, "Architecture"));
    const std::string_view upstream = version.substr(0, version.rfind('-'));
    const std::size_t tilde = upstream.find('~');
    const std::optional<Version> number = full_version(upstream.substr(0, tilde));
    const bool is_own = package.starts_with("cuda-nvcc-") || package.starts_with("cuda-crt-");
    if (package == "nvidia-cuda-toolkit" || is_own) clue.build = number;
    else if (package != "nvidia-cuda-dev") return;
    if (tilde != upstream.npos) {
        // `11.8.0-5~deb12u1` is an update of Debian's package.
        const std::string_view release = upstream.substr(tilde + 1);
        clue.release = full_version(release.substr(0, release.find('-')));
    }
    if (!number || (!is_own && !clue.release)) refuse_version(file, version, toolkit);
    else toolkit.clues.push_back(std::move(clue));
}

/// Its first line: `nvidia-cuda-toolkit (12.4.1-2) unstable; urgency=medium`. The source package has the release's
/// number; binary packages have a component's number first.
void read_debian_changelog(const std::string& file, std::string_view text, Toolkit& toolkit) {
    if (!take_prefix(text, "nvidia-cuda-toolkit ("))
        return note_unreadable(toolkit, file, "does not begin like a changelog of nvidia-cuda-toolkit");
    const std::string_view version = text.substr(0, text.find(')'));
    const std::optional<Version> release = full_version(version.substr(0, version.find('-')));
    if (!release) return refuse_version(file, version, toolkit);
    toolkit.clues.push_back(package_clue(Clue::Kind::debian, file, "nvidia-cuda-toolkit", version));
    toolkit.clues.back().release = release;
}

/// `#define CUDART_VERSION 12080`, without the patch release.
void read_runtime_header(const std::string& file, std::string_view text, Toolkit& toolkit) {
    constexpr std::size_t most_digits = 6;
    std::string_view value = rest_of_line(text, "#define CUDART_VERSION").value_or("");
    const std::optional<int> number = take_number(value, most_digits);
    if (!number || *number < 1000 || *number % 10 != 0)
        return note_unreadable(toolkit, file, "defines no CUDART_VERSION like 12080");
    toolkit.clues.push_back({.kind = Clue::Kind::runtime_header,
                             .where = {file},
                             .release = Version{*number / 1000, *number % 1000 / 10, -1}});
}

/// `cuda_nvcc-linux-x86_64-12.8.93-archive`
void read_redist_name(std::string_view name, Toolkit& toolkit) {
    std::string_view rest = name;
    if (!take_prefix(rest, "cuda_nvcc-") && !take_prefix(rest, "cuda_crt-")) return;
    constexpr std::string_view end = "-archive";
    const std::size_t at = rest.rfind(end);
    if (at == rest.npos) return;
    rest = rest.substr(0, at);
    const std::size_t dash = rest.rfind('-');
    const std::optional<Version> build = dash == rest.npos ? std::nullopt : full_version(rest.substr(dash + 1));
    if (!build) return;
    const std::string where(name.substr(0, name.rfind(end) + end.size()));
    toolkit.clues.push_back(package_clue(Clue::Kind::redist, where, name.substr(0, name.find('-')), to_string(*build),
                                         rest.substr(0, dash), build));
}

void read_version_json(const std::string& file, std::string_view text, Toolkit& toolkit) {
    const json root = parse_strict_json(file, text, max_depth);
    const std::string release = text_at(root, {"cuda", "version"});
    const std::string build = text_at(root, {"cuda_nvcc", "version"});
    Clue clue{.kind = Clue::Kind::version_json,
              .where = {file},
              .build = full_version(build),
              .release = full_version(release)};
    if (!clue.release) note_unreadable(toolkit, file, "its CUDA version is " + in_quotes(release));
    else if (!build.empty() && !clue.build)
        note_unreadable(toolkit, file, "its version of nvcc is " + in_quotes(build));
    else toolkit.clues.push_back(std::move(clue));
}

void read_conda_json(const std::string& file, std::string_view text, Toolkit& toolkit) {
    const json root = parse_strict_json(file, text, max_depth);
    const std::string name = text_at(root, {"name"});
    const std::string version = text_at(root, {"version"});
    // cuda-nvcc itself contains only scripts, but conda-forge numbers it like the compiler.
    if (!name.starts_with("cuda-nvcc") && !name.starts_with("cuda-crt")) return;
    const std::optional<Version> build = full_version(version);
    if (!build)
        return note_unreadable(toolkit, file, "the version of " + in_quotes(name) + " is " + in_quotes(version));
    toolkit.clues.push_back(package_clue(Clue::Kind::conda, file, name, version, text_at(root, {"subdir"}), build));
}

std::string dry_run(const Surroundings& surroundings, const fs::path& nvcc, const std::string& option,
                    const std::string& ccbin) {
    Surroundings bare = surroundings.of_bare_nvcc();
    if (!ccbin.empty()) bare.variables["NVCC_CCBIN"] = ccbin;
    return ask(bare, {nvcc.string(), "--dryrun", option, "-x", "cu", "/dev/null"}).errors;
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

Toolkit ingest(const Tables& tables, const fs::path& path, const IngestOptions& options,
               const Surroundings& surroundings) {
    const FileTree tree = open_file_tree(path);
    Toolkit toolkit{.path = path};
    toolkit.wheel = read_project_wheel(tree, path, options.progress);
    if (toolkit.wheel) {
        toolkit.wheel->given_cuda = options.release;
        toolkit = judge_toolkit(tables, std::move(toolkit), options.today);
        if (!toolkit.wheel->project && toolkit.wheel->codes.empty())
            throw NoToolkit("not a CUDA toolkit, and no wheel with GPU code: " + as_plain_text(toolkit.wheel->package) +
                            " is of no project in the tables");
        return toolkit;
    }
    find_toolkit_files(tree, name_of(path), toolkit);
    if (options.release)
        toolkit.clues.insert(toolkit.clues.begin(),
                             {.kind = Clue::Kind::option, .where = {"--cuda"}, .release = options.release});
    const bool has_nothing = toolkit.header.empty() && std::ranges::none_of(toolkit.clues, [](const Clue& clue) {
                                 return clue.build || (clue.release && clue.release->patch != -1);
                             });
    if (has_nothing && !toolkit.problems.empty()) {
        const std::vector<Argument>& unreadable = toolkit.problems.front().arguments;
        throw MachineError(unreadable[0].text + ": " + unreadable[1].text);
    }
    if (has_nothing) throw NoToolkit("not a CUDA toolkit: no crt/host_config.h in its usual place");
    if (options.run && !tree.folder.empty()) toolkit.answers = Asker(tree, surroundings, toolkit).ask();
    read_clues(toolkit);
    return judge_toolkit(tables, std::move(toolkit), options.today);
}

Ingested ingest_all(const Tables& tables, const fs::path& folder, const IngestOptions& options,
                    const Surroundings& surroundings,
                    const std::function<void(std::size_t done, std::size_t total)>& progress) {
    Ingested ingested;
    const std::vector<fs::path> found = find_toolkits(folder);
    std::size_t done = 0;
    for (const fs::path& path : found) {
        try {
            ingested.toolkits.push_back(ingest(tables, path, options, surroundings));
        } catch (const NoToolkit& error) {
            ingested.failures.push_back({{path.string()}, false, {error.what()}});
        } catch (const MachineError& error) {
            ingested.failures.push_back({{path.string()}, true, {error.what()}});
        }
        progress(++done, found.size());
    }
    return ingested;
}

bool is_settled_by(const Tables& tables, Toolkit toolkit) {
    std::erase_if(toolkit.problems, [](const Diagnostic& problem) {
        return problem.id == "release-unknown" || problem.id == "build-unknown";
    });
    const std::string read_on(toolkit.source.retrieved);
    return is_settled(judge_toolkit(tables, std::move(toolkit), read_on));
}

std::vector<fs::path> find_toolkits(const fs::path& folder) {
    std::error_code error;
    if (!fs::is_directory(folder, error)) throw MachineError(as_plain_text(folder.string()) + ": no such directory");
    constexpr int levels = 2;
    std::set<fs::path> seen;
    std::vector<fs::path> found;
    look_into(folder, levels, seen, found);
    return found;
}

}  // namespace cudastdenv::machine
