// SPDX-License-Identifier: MIT
#include "machine/toolkit/wheel.hpp"

#include "core/text.hpp"
#include "machine/elf/gpu_code.hpp"
#include "resolve/wheels.hpp"

namespace cudastdenv::machine {

namespace {

constexpr std::size_t max_wheel_text = 4u << 20;

/// Whether it is a package's name, and not of the toolkit's own parts.
bool is_project_package(std::string_view name) {
    const auto is_of_name = [](char c) { return is_letter_or_digit(c) || c == '-' || c == '_' || c == '.'; };
    const std::string package = normalized_package(name);
    return !name.empty() && std::ranges::all_of(name, is_of_name) && !package.starts_with("nvidia-") &&
           package != "cuda-toolkit";
}

std::string read_if_there(const FileTree& tree, const std::string& name) {
    return tree.find(name).empty() ? "" : tree.read(name, max_wheel_text);
}

}  // namespace

std::optional<WheelContents> read_project_wheel(const FileTree& tree, const std::filesystem::path& path,
                                                const std::function<void(std::uint64_t bytes)>& progress) {
    constexpr std::string_view end = "METADATA";
    const std::vector<std::string> found = tree.find("*.dist-info/METADATA");
    if (!tree.folder.empty() || found.size() != 1) return std::nullopt;
    const std::string folder = found.front().substr(0, found.front().size() - end.size());
    WheelTexts texts{.file_name = path.filename().string(), .metadata = tree.read(found.front(), max_wheel_text)};
    const std::string package(header_field(texts.metadata, "Name"));
    if (!is_project_package(package)) return std::nullopt;
    texts.tags = read_if_there(tree, folder + "WHEEL");
    texts.version_py = read_if_there(tree, package + "/version.py");
    const CodeFiles files = read_code_files({path}, progress);
    if (!files.unreadable.empty()) throw MachineError(files.unreadable.front());
    return read_wheel(texts, files.files);
}

}  // namespace cudastdenv::machine
