// SPDX-License-Identifier: MIT
#pragma once

#include "os/write_file.hpp"

#include <chrono>
#include <filesystem>

namespace cudastdenv::machine {

/// The file `contained.nix`, put into the program while it is built.
extern const std::string_view contained_program;

/// An expression that may read one folder and nothing else.
struct NixEvaluation {
    std::string expression;        ///< finds the folder as `checkout`, a path
    std::filesystem::path folder;  ///< absolute, without symbolic links
    std::chrono::milliseconds time_limit{30'000};
    std::optional<NewContent> draft{};  ///< read in the place of that file, its path below the folder and without links
};

/// Evaluates it strictly with `nix-instantiate`, contained: whatever the folder's files say, nothing but its regular
/// files is read; no store, no network, no environment, no import from a derivation. Returns JSON. Throws MachineError
/// with one line of what Nix says. Wants Nix 2.8 or newer.
[[nodiscard]] std::string evaluate(const NixEvaluation& evaluation);

/// Where a path below `folder` leads, below it too and without symbolic links. Throws MachineError where one leads out.
[[nodiscard]] std::filesystem::path without_links(const std::filesystem::path& folder,
                                                  const std::filesystem::path& path);

/// The first of these paths that is a file in `folder`, or an empty path. Throws MachineError if `folder` is no folder,
/// or if a symbolic link leads out of it, whether or not something is there.
[[nodiscard]] std::filesystem::path find_file(const std::filesystem::path& folder, std::span<const std::string> paths);

}  // namespace cudastdenv::machine
