// SPDX-License-Identifier: MIT
#pragma once

#include "machine/os/write_file.hpp"

namespace cudastdenv::machine {

/// The file `contained.nix`, embedded at build time.
extern const std::string_view contained_program;

/// An expression that may read only one directory.
struct NixEvaluation {
    std::string expression;        ///< has the directory as `checkout`, a path
    std::filesystem::path folder;  ///< absolute, without symbolic links
    std::chrono::milliseconds time_limit{30'000};
    std::optional<NewContent> draft{};  ///< read instead of that file; a path relative to `folder`, without links
};

/// Evaluates the expression strictly with `nix-instantiate`. Whatever the files contain, only regular files of the
/// directory are read: no store, network, environment, or import from a derivation. Returns JSON. Throws MachineError
/// with one line of Nix's message. Requires Nix 2.8 or later.
[[nodiscard]] std::string evaluate(const NixEvaluation& evaluation);

/// The path relative to `folder` after all symbolic links. Throws MachineError if one leads out of the directory.
[[nodiscard]] std::filesystem::path without_links(const std::filesystem::path& folder,
                                                  const std::filesystem::path& path);

/// The first of these paths that is a file in `folder`, or an empty path. Throws MachineError if `folder` is not a
/// directory, or if a symbolic link leads out of it, whether or not its target exists.
[[nodiscard]] std::filesystem::path find_file(const std::filesystem::path& folder, std::span<const std::string> paths);

}  // namespace cudastdenv::machine
