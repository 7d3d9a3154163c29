// SPDX-License-Identifier: MIT
#include "toolkit/toolkit.hpp"

#include "core/quote.hpp"
#include "core/text.hpp"
#include "os/file_tree.hpp"
#include "os/files.hpp"
#include "tables/strict_json.hpp"

#include <cudastdenv/load.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <span>

namespace cudastdenv::machine {

namespace fs = std::filesystem;

namespace {

/// Folders that hold include/ and bin/, in the layouts of: an installed toolkit, its cross-compilation targets (conda's
/// too), Debian, NVIDIA's own packages, wheels, an environment of pip or conda, an archive of NVIDIA's, an unpacked
/// runfile. Debian's nvcc in usr/bin is a script that starts the one of the folder before it.
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
constexpr std::size_t max_text_bytes = 4u << 20;

std::vector<std::string> find_all(const FileTree& tree, std::span<const std::string_view> folders,
                                  std::string_view name) {
    std::vector<std::string> found;
    for (const std::string_view folder : folders)
        for (std::string& file : tree.find(std::string(folder) + std::string(name))) found.push_back(std::move(file));
    return found;
}

std::vector<std::string> find_headers(const FileTree& tree) {
    std::vector<std::string> found = find_in_toolkit(tree, "include/crt/host_config.h");
    // A toolkit's include folder, its crt folder, or the file itself.
    for (const std::string_view name : {"crt/host_config.h", "host_config.h"})
        if (found.empty()) found = tree.find(name);
    return found;
}

/// Two headers in a toolkit are links to each other or copies for several targets, or else there are two toolkits.
void find_header(const FileTree& tree, Toolkit& toolkit) {
    std::string header_text;
    for (const std::string& file : find_headers(tree)) {
        const std::string text = tree.read(file, max_header_bytes);
        if (toolkit.header.empty()) {
            toolkit.header = file;
            header_text = text;
        } else if (text != header_text) {
            throw MachineError("holds more than one toolkit: " + as_plain_text(toolkit.header) + " and " +
                               as_plain_text(file) + " differ; give the folder of one of them");
        }
    }
    if (toolkit.header.empty()) return;
    toolkit.bounds = read_host_config(header_text);
    const std::vector<Diagnostic>& problems = toolkit.bounds.problems;
    if (problems.size() == 2 && std::ranges::count(problems, std::string_view("missing-check"), &Diagnostic::id) == 2)
        throw NoToolkit(as_plain_text(toolkit.header) +
                        " checks neither GCC nor Clang: not a toolkit's crt/host_config.h");
}

/// Of a file that ought to say which toolkit it is.
void note_unreadable(Toolkit& toolkit, const std::string& file, std::string_view why) {
    toolkit.problems.push_back({"unreadable", {{"file", as_plain_text(file)}, {"why", as_plain_text(why)}}});
}

/// Reads a file by `read`, or notes why it cannot be read.
template <class Read>
void read_clue(const FileTree& tree, const std::string& file, Toolkit& toolkit, const Read& read) {
    try {
        read(file, tree.read(file, max_text_bytes), toolkit);
    } catch (const MachineError& error) {
        note_unreadable(toolkit, file, error.what());
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
    // The header's own wheel first.
    for (const std::string_view name : {"nvidia_cuda_crt-*.dist-info/", "nvidia_cuda_nvcc*-*.dist-info/"})
        for (const std::string& file : find_all(tree, folders, std::string(name) + "METADATA"))
            read_clue(tree, file, toolkit, [&](const std::string& path, const std::string& text, Toolkit& out) {
                const std::string tags = path.substr(0, path.size() - std::string_view("METADATA").size()) + "WHEEL";
                const bool has_tags = !tree.find(tags).empty();
                read_wheel_metadata(path, text, has_tags ? platform_of_wheel(tree.read(tags, max_text_bytes)) : "",
                                    out);
            });
}

void find_debian(const FileTree& tree, Toolkit& toolkit) {
    for (const std::string_view name : {"control", "DEBIAN/control"})
        for (const std::string& file : tree.find(name)) read_clue(tree, file, toolkit, read_debian_control);
    if (tree.folder().empty()) return;
    for (const std::string_view package : {"nvidia-cuda-toolkit", "nvidia-cuda-dev"})
        for (const std::string& file : tree.find("usr/share/doc/" + std::string(package) + "/changelog.Debian.gz")) {
            try {
                read_debian_changelog(file, read_compressed(tree.folder() / file, max_text_bytes), toolkit);
            } catch (const MachineError& error) {
                note_unreadable(toolkit, file, error.what());
            }
        }
}

void refuse_version(const std::string& file, std::string_view version, Toolkit& toolkit) {
    note_unreadable(toolkit, file, "the version " + in_quotes(version) + " has another form");
}

/// The words behind each `key: ` in a file like METADATA or control, up to its first empty line.
std::vector<std::string_view> header_fields(std::string_view text, std::string_view key) {
    std::vector<std::string_view> fields;
    for (std::string_view line : lines_of(text)) {
        if (trimmed(line).empty()) break;
        if (take_prefix(line, key) && take_prefix(line, ":")) fields.push_back(trimmed(line));
    }
    return fields;
}

/// The first of them, or empty.
std::string_view header_field(std::string_view text, std::string_view key) {
    const std::vector<std::string_view> fields = header_fields(text, key);
    return fields.empty() ? std::string_view() : fields.front();
}

/// `==13.4.92.*` of `nvidia-cuda-nvcc==13.4.92.*; sys_platform == 'linux' and extra == 'nvcc'`, and of the packages for
/// one major release, `nvidia-cuda-nvcc-cu12`; absent for another package.
std::optional<std::string_view> required_nvcc(std::string_view requirement) {
    if (!take_prefix(requirement, "nvidia-cuda-nvcc")) return std::nullopt;
    if (take_prefix(requirement, "-cu"))
        while (!requirement.empty() && is_digit(requirement.front())) requirement.remove_prefix(1);
    requirement = trimmed(requirement.substr(0, requirement.find(';')));
    const bool is_other_package = !requirement.empty() &&
                                  std::string_view("=<>!~(").find(requirement[0]) == std::string_view::npos;
    return is_other_package ? std::nullopt : std::optional(requirement);
}

/// 13.4.92 of `==13.4.92.*`.
std::optional<Version> pinned(std::string_view specifier) noexcept {
    if (!take_prefix(specifier, "==")) return std::nullopt;
    take_suffix(specifier, ".*");
    return full_version(trimmed(specifier));
}

/// 13.4.1 of `13.4.1.0` too, as some of the meta packages are numbered.
std::optional<Version> release_of_meta_package(std::string_view version) noexcept {
    if (const std::optional<Version> release = full_version(version)) return release;
    const std::size_t last = version.rfind('.');
    if (last == std::string_view::npos || !std::ranges::all_of(version.substr(last + 1), is_digit)) return std::nullopt;
    return full_version(version.substr(0, last));
}

struct WantedNvcc {
    std::optional<Version> build;
    std::string problem;  ///< why there is no build
};

/// The nvcc that a meta package wants, for every platform and in each of its extras the same.
WantedNvcc wanted_nvcc(std::string_view text) {
    std::optional<Version> wanted;
    for (const std::string_view requirement : header_fields(text, "Requires-Dist")) {
        const std::optional<std::string_view> specifier = required_nvcc(requirement);
        if (!specifier) continue;
        const std::optional<Version> build = pinned(*specifier);
        if (!build || (wanted && wanted != build))
            return {{}, "which nvcc it wants is not clear: " + in_quotes(requirement)};
        wanted = build;
    }
    if (!wanted) return {{}, "names no nvidia-cuda-nvcc"};
    return {wanted, {}};
}

/// The meta package itself, or its METADATA; unpacked, the folder of either. Only where there is nothing of a toolkit:
/// in an environment another nvcc may stand beside it than the one that it pins.
void find_meta_package(const FileTree& tree, const std::string& name, Toolkit& toolkit) {
    if (!toolkit.header.empty() || !toolkit.clues.empty()) return;
    std::vector<std::string> found = tree.find(meta_package_pattern);
    if (name == "METADATA" || fits_pattern("cuda_toolkit-*.dist-info", name)) found = tree.find("METADATA");
    for (const std::string& file : found) read_clue(tree, file, toolkit, read_meta_package);
}

/// `nvidia-cuda-toolkit 12.4.131~12.4.1-2`: a build, the release and Debian's own number. The packages of NVIDIA for
/// Debian, `cuda-nvcc-12-8 12.8.93-1`, have the build alone.
void add_debian(const std::string& file, std::string_view package, std::string_view version,
                std::string_view architecture, Toolkit& toolkit) {
    Clue clue{.kind = Clue::Kind::debian,
              .where = file,
              .package = std::string(package),
              .package_version = std::string(version),
              .platform = std::string(architecture)};
    const std::string_view upstream = version.substr(0, version.rfind('-'));
    const std::size_t tilde = upstream.find('~');
    const std::optional<Version> number = full_version(upstream.substr(0, tilde));
    const bool is_own = package.starts_with("cuda-nvcc-") || package.starts_with("cuda-crt-");
    if (package == "nvidia-cuda-toolkit" || is_own) clue.build = number;
    else if (package != "nvidia-cuda-dev") return;
    if (tilde != upstream.npos) {
        // `11.8.0-5~deb12u1` is an update of Debian's.
        const std::string_view release = upstream.substr(tilde + 1);
        clue.release = full_version(release.substr(0, release.find('-')));
    }
    if (!number || (!is_own && !clue.release)) refuse_version(file, version, toolkit);
    else toolkit.clues.push_back(std::move(clue));
}

}  // namespace

std::vector<std::string> find_in_toolkit(const FileTree& tree, std::string_view name) {
    return find_all(tree, roots, name);
}

void read_wheel_metadata(const std::string& file, std::string_view text, std::string_view platform, Toolkit& toolkit) {
    const std::string_view name = header_field(text, "Name");
    const std::string_view version = header_field(text, "Version");
    const std::optional<Version> build = full_version(version);
    if (!build || name.empty()) return refuse_version(file, version, toolkit);
    toolkit.clues.push_back({.kind = Clue::Kind::wheel,
                             .where = file,
                             .build = build,
                             .package = std::string(name),
                             .package_version = std::string(version),
                             .platform = std::string(platform)});
}

/// A release without a new nvcc is seen by this package alone.
void read_meta_package(const std::string& file, std::string_view text, Toolkit& toolkit) {
    if (header_field(text, "Name") != "cuda-toolkit") return;
    const std::string_view version = header_field(text, "Version");
    const std::optional<Version> release = release_of_meta_package(version);
    if (!release) return refuse_version(file, version, toolkit);
    const WantedNvcc nvcc = wanted_nvcc(text);
    if (!nvcc.problem.empty()) note_unreadable(toolkit, file, nvcc.problem);
    toolkit.clues.push_back({.kind = Clue::Kind::meta_package,
                             .where = file,
                             .build = nvcc.build,
                             .release = release,
                             .package = "cuda-toolkit",
                             .package_version = std::string(version)});
}

void read_debian_control(const std::string& file, std::string_view text, Toolkit& toolkit) {
    add_debian(file, header_field(text, "Package"), header_field(text, "Version"), header_field(text, "Architecture"),
               toolkit);
}

/// Its first line: `nvidia-cuda-toolkit (12.4.1-2) unstable; urgency=medium`. The source package has the release's
/// number, where each binary package puts that of a component in front.
void read_debian_changelog(const std::string& file, std::string_view text, Toolkit& toolkit) {
    std::string_view rest = text;
    if (!take_prefix(rest, "nvidia-cuda-toolkit (")) {
        note_unreadable(toolkit, file, "does not begin like a changelog of nvidia-cuda-toolkit");
        return;
    }
    const std::string_view version = rest.substr(0, rest.find(')'));
    const std::optional<Version> release = full_version(version.substr(0, version.find('-')));
    if (!release) return refuse_version(file, version, toolkit);
    toolkit.clues.push_back({.kind = Clue::Kind::debian,
                             .where = file,
                             .release = release,
                             .package = "nvidia-cuda-toolkit",
                             .package_version = std::string(version)});
}

/// `#define CUDART_VERSION 12080`: no patch release.
void read_runtime_header(const std::string& file, std::string_view text, Toolkit& toolkit) {
    constexpr std::string_view mark = "#define CUDART_VERSION";
    for (std::size_t at = text.find(mark); at != text.npos; at = text.find(mark, at + 1)) {
        if (at > 0 && text[at - 1] != '\n') continue;
        std::string_view rest = trimmed(text.substr(at + mark.size()));
        constexpr std::size_t most_digits = 6;
        const std::optional<int> number = take_number(rest, most_digits);
        if (!number || *number < 1000 || *number % 10 != 0) break;
        toolkit.clues.push_back({.kind = Clue::Kind::runtime_header,
                                 .where = file,
                                 .release = Version{*number / 1000, *number % 1000 / 10, -1}});
        return;
    }
    note_unreadable(toolkit, file, "defines no CUDART_VERSION like 12080");
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
    toolkit.clues.push_back({.kind = Clue::Kind::redist,
                             .where = std::string(name.substr(0, name.rfind(end) + end.size())),
                             .build = build,
                             .package = std::string(name.substr(0, name.find('-'))),
                             .package_version = to_string(*build),
                             .platform = std::string(rest.substr(0, dash))});
}

void find_toolkit_files(const FileTree& tree, const std::string& name, Toolkit& toolkit) {
    find_header(tree, toolkit);
    for (const std::string& file : find_in_toolkit(tree, "version.json"))
        read_clue(tree, file, toolkit, read_version_json);
    find_wheels(tree, toolkit);
    for (const std::string_view pattern :
         {"info/index.json", "conda-meta/cuda-nvcc*.json", "conda-meta/cuda-crt*.json"})
        for (const std::string& file : tree.find(pattern)) read_clue(tree, file, toolkit, read_conda_json);
    find_debian(tree, toolkit);
    const std::string first_folder = toolkit.header.substr(0, toolkit.header.find('/'));
    for (const std::string& candidate : {name, first_folder}) {
        const std::size_t before = toolkit.clues.size();
        read_redist_name(candidate, toolkit);
        if (toolkit.clues.size() > before) break;
    }
    for (const std::string& file : find_in_toolkit(tree, "include/cuda_runtime_api.h"))
        read_clue(tree, file, toolkit, read_runtime_header);
    if (toolkit.header == "crt/host_config.h")
        for (const std::string& file : tree.find("cuda_runtime_api.h"))
            read_clue(tree, file, toolkit, read_runtime_header);
    find_meta_package(tree, name, toolkit);
}

namespace {

using nlohmann::json;

constexpr int max_depth = 64;

/// The text below the keys, or empty.
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

/// Calls `read` with the parsed text, or notes why it cannot be parsed.
template <class Read>
void with_json(const std::string& file, std::string_view text, Toolkit& toolkit, const Read& read) {
    try {
        read(parse_strict_json(file, text, max_depth));
    } catch (const DataError& error) {
        note_unreadable(toolkit, file, error.what());
    }
}

}  // namespace

void read_version_json(const std::string& file, std::string_view text, Toolkit& toolkit) {
    with_json(file, text, toolkit, [&](const json& root) {
        const std::string release = text_at(root, {"cuda", "version"});
        const std::string build = text_at(root, {"cuda_nvcc", "version"});
        Clue clue{.kind = Clue::Kind::version_json,
                  .where = file,
                  .build = full_version(build),
                  .release = full_version(release)};
        if (!clue.release) note_unreadable(toolkit, file, "its CUDA version is " + in_quotes(release));
        else if (!build.empty() && !clue.build)
            note_unreadable(toolkit, file, "its version of nvcc is " + in_quotes(build));
        else toolkit.clues.push_back(std::move(clue));
    });
}

void read_conda_json(const std::string& file, std::string_view text, Toolkit& toolkit) {
    with_json(file, text, toolkit, [&](const json& root) {
        const std::string name = text_at(root, {"name"});
        const std::string version = text_at(root, {"version"});
        // cuda-nvcc itself is a package of scripts that conda-forge numbers like the compiler.
        if (!name.starts_with("cuda-nvcc") && !name.starts_with("cuda-crt")) return;
        const std::optional<Version> build = full_version(version);
        if (!build) {
            note_unreadable(toolkit, file, "the version of " + in_quotes(name) + " is " + in_quotes(version));
            return;
        }
        toolkit.clues.push_back({.kind = Clue::Kind::conda,
                                 .where = file,
                                 .build = build,
                                 .package = name,
                                 .package_version = version,
                                 .platform = text_at(root, {"subdir"})});
    });
}

}  // namespace cudastdenv::machine
