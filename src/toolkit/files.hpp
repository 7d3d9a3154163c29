// SPDX-License-Identifier: MIT
#pragma once

/// Where the layouts of a CUDA toolkit keep what says which release it is: NVIDIA's runfile and archives, pip, conda,
/// Debian. Nothing is run.

#include "findings/host.hpp"
#include "os/file_tree.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::machine {

/// Where the meta package cuda-toolkit says which release and nvcc it is.
inline constexpr std::string_view meta_package_pattern = "cuda_toolkit-*.dist-info/METADATA";

struct ToolkitFiles {
    std::string header;  ///< crt/host_config.h; empty: there is none
    std::string header_text;
    std::vector<Clue> clues;  ///< those that say most first
    std::vector<UnreadableClue> unreadable;
};

/// Looks into the tree. `name` is what the folder or file is called. Throws MachineError: more than one toolkit in it,
/// a header that cannot be read.
[[nodiscard]] ToolkitFiles find_toolkit_files(const FileTree& tree, const std::string& name);

/// Files of that name in every place where a layout has the toolkit's own folders: `bin/nvcc`.
[[nodiscard]] std::vector<std::string> find_in_toolkit(const FileTree& tree, std::string_view name);

/// `13.0.88` of a wheel's METADATA, version.json and so on. Each adds to `files`, and never throws for what it reads.
void read_version_json(const std::string& file, std::string_view text, ToolkitFiles& files);
void read_conda_json(const std::string& file, std::string_view text, ToolkitFiles& files);
void read_wheel_metadata(const std::string& file, std::string_view text, std::string_view platform,
                         ToolkitFiles& files);
void read_meta_package(const std::string& file, std::string_view text, ToolkitFiles& files);
void read_debian_control(const std::string& file, std::string_view text, ToolkitFiles& files);
void read_debian_changelog(const std::string& file, std::string_view text, ToolkitFiles& files);
void read_runtime_header(const std::string& file, std::string_view text, ToolkitFiles& files);
void read_redist_name(std::string_view name, ToolkitFiles& files);

}  // namespace cudastdenv::machine
