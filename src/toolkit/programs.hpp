#pragma once

/// What the programs of a toolkit say of themselves. Only `ingest --run` asks them.

#include "os/file_tree.hpp"

#include <cudastdenv/capability.hpp>
#include <cudastdenv/compiler.hpp>
#include <cudastdenv/version.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::machine {

/// A program of the toolkit that cannot be relied on.
struct ToolTrouble {
    enum class What {
        missing,               ///< neither nvcc nor ptxas is there
        cannot_start,
        hangs,
        floods,
        fails,
        says_nothing,          ///< its answer lacks what is looked for
        unknown_architecture,  ///< a name of no known form in a list of architectures
        lists_differ,          ///< two of its lists contradict each other
    };

    What what = What::missing;
    std::string tool;    ///< `bin/nvcc --help`
    std::string detail;  ///< the name, the status, ...
};

struct ToolAnswers {
    std::string nvcc;                         ///< the program's name in the toolkit; empty: none
    std::optional<Version> build;             ///< `nvcc --version`, else `ptxas --version`
    std::vector<Capability> capabilities;     ///< ascending; empty: not known
    std::string capabilities_by;              ///< the commands that list them
    std::optional<CxxStandard> newest_standard;
    std::vector<ToolTrouble> troubles;
};

/// Runs nvcc and ptxas where the tree is a folder that has them.
[[nodiscard]] ToolAnswers ask_tools(const FileTree& tree, const Surroundings& surroundings);

/// `13.0.88` of a line with `V13.0.88`.
[[nodiscard]] std::optional<Version> build_in_version(std::string_view output);

/// The quoted names behind `Allowed values for this option:` of an option's help. Empty where there are none.
[[nodiscard]] std::vector<std::string> allowed_values(std::string_view help, std::string_view option);

}  // namespace cudastdenv::machine
