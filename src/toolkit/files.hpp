#pragma once

/// Where the layouts of a CUDA toolkit keep what says which release it is: NVIDIA's runfile and archives, pip, conda,
/// Debian. Nothing is run.

#include "os/file_tree.hpp"

#include <cudastdenv/version.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::machine {

/// Something that says which toolkit it is.
struct Clue {
    enum class Kind { version_json, runtime_header, wheel, conda, redist, debian, nvcc, option };

    Kind kind = Kind::version_json;
    std::string where;               ///< the file, or the name of a folder or of a program
    std::optional<Version> build;    ///< nvcc's, three numbers
    std::optional<Version> release;  ///< three numbers, or two where it says no more
    std::string package;             ///< of a wheel, a .deb, a conda package
    std::string package_version;
    std::string platform;            ///< `Linux x86_64`; empty: not said
};

/// A file that ought to say it and cannot be read.
struct UnreadableClue {
    std::string file;
    std::string why;
};

struct ToolkitFiles {
    std::string header;  ///< crt/host_config.h; empty: there is none
    std::string header_text;
    std::vector<Clue> clues;  ///< those that say most first
    std::vector<UnreadableClue> unreadable;
};

/// Looks into the tree. `name` is what the folder or file is called. Throws MachineError: more than one toolkit in it,
/// a header that cannot be read.
[[nodiscard]] ToolkitFiles find_toolkit_files(const FileTree& tree, const std::string& name,
                                              const Surroundings& surroundings);

/// Files of that name in every place where a layout has the toolkit's own folders: `bin/nvcc`.
[[nodiscard]] std::vector<std::string> find_in_toolkit(const FileTree& tree, std::string_view name);

/// `13.0.88` of a wheel's METADATA, version.json and so on. Each adds to `files`, and never throws for what it reads.
void read_version_json(const std::string& file, std::string_view text, ToolkitFiles& files);
void read_conda_json(const std::string& file, std::string_view text, ToolkitFiles& files);
void read_wheel_metadata(const std::string& file, std::string_view text, std::string_view platform,
                         ToolkitFiles& files);
void read_debian_control(const std::string& file, std::string_view text, ToolkitFiles& files);
void read_debian_changelog(const std::string& file, std::string_view text, ToolkitFiles& files);
void read_runtime_header(const std::string& file, std::string_view text, ToolkitFiles& files);
void read_redist_name(std::string_view name, ToolkitFiles& files);

/// Three numbers.
[[nodiscard]] std::optional<Version> full_version(std::string_view text) noexcept;

}  // namespace cudastdenv::machine
