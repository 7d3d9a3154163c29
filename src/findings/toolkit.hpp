// SPDX-License-Identifier: MIT
#pragma once

/// A CUDA toolkit as it was found: what its files, and its programs where they were asked, say it is.

#include "findings/host_config.hpp"

#include <cudastdenv/capability.hpp>
#include <cudastdenv/compiler.hpp>
#include <cudastdenv/version.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace cudastdenv {

/// Something that says which toolkit it is.
struct Clue {
    enum class Kind { version_json, runtime_header, wheel, meta_package, conda, redist, debian, nvcc, option };

    Kind kind = Kind::version_json;
    std::string where;               ///< the file, or the name of a folder or of a program
    std::optional<Version> build;    ///< nvcc's, three numbers
    std::optional<Version> release;  ///< three numbers, or two where it says no more
    std::string package;             ///< of a wheel, a .deb, a conda package
    std::string package_version;
    std::string platform;  ///< `Linux x86_64`; empty: not said
};

/// A file that ought to say it and cannot be read.
struct UnreadableClue {
    std::string file;
    std::string why;
};

/// A program of the toolkit that cannot be relied on.
struct ToolTrouble {
    enum class What {
        missing,  ///< neither nvcc nor ptxas is there
        cannot_start,
        hangs,
        floods,
        fails,
        says_nothing,          ///< its answer lacks what is looked for
        unknown_architecture,  ///< a name of no known form in a list of architectures
        unknown_standard,      ///< a C++ standard that this program does not know, so that the newest is not known
        lists_differ,          ///< two of its lists contradict each other
    };

    What what = What::missing;
    std::string tool;    ///< `bin/nvcc --help`
    std::string detail;  ///< the name, the status, ...
};

struct ToolAnswers {
    std::string nvcc;                      ///< the program's name in the toolkit; empty: none
    std::optional<Version> build;          ///< `nvcc --version`, else `ptxas --version`
    std::vector<Capability> capabilities;  ///< ascending; empty: not known
    std::string capabilities_by;           ///< the commands that list them
    std::optional<CxxStandard> newest_standard;
    std::vector<ToolTrouble> troubles;
};

/// Two clues that cannot both be right.
struct CluesDisagree {
    Clue first;
    Clue second;
};
/// Nothing in the toolkit says which release it is; `build` is one that the tables don't know.
struct ReleaseUnknown {
    std::optional<Version> build;
    Version likely;  ///< where there is a build: the release that it is probably of, for a hint
};

using IngestProblem = std::variant<HeaderProblem, UnreadableClue, CluesDisagree, ReleaseUnknown, ToolTrouble>;

/// A toolkit, as far as its files say what it is.
struct Toolkit {
    std::filesystem::path path;
    std::string header;  ///< name of crt/host_config.h in it; empty: there is none
    HostConfig bounds;   ///< without `problems`
    std::vector<Clue> clues;
    std::optional<Version> build;        ///< nvcc's; of the tables where only they say it
    std::optional<Version> release;      ///< that a clue names; two numbers where it says no more
    std::optional<ToolAnswers> answers;  ///< where they were asked
    std::vector<IngestProblem> problems;
};

/// Takes together what the clues say, and notes where they contradict each other.
void read_clues(Toolkit& toolkit);

/// Whether it is no toolkit but PyPI's meta package cuda-toolkit, which names a release and the nvcc that belongs to
/// it.
[[nodiscard]] bool is_meta_package(const Toolkit& toolkit) noexcept;

/// Three numbers.
[[nodiscard]] std::optional<Version> full_version(std::string_view text) noexcept;

/// Whether both are of one `12.8`.
[[nodiscard]] bool is_same_minor(Version left, Version right) noexcept;

}  // namespace cudastdenv
