// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::machine {

/// What an expression that meets a symbolic link ends with, before the link's path below the checkout.
inline constexpr std::string_view link_met = "symbolic link in the checkout: ";

/// Nix code, a function of `links` and `drafts`, that evaluates `expression` with no other builtins than those that
/// read nothing, and with an `import` and a few others that read nothing but the regular files below `<checkout>`,
/// which the expression finds as `checkout`. So has every file that it imports. No language feature of Nix reads a file
/// by itself but the conversion of a path to a string, which the store has to refuse.
///
/// `links` is a text of lines: the path of a symbolic link below the checkout, then `/` and the path below the checkout
/// that it leads to, without links; and so on. Any other link is met with an abort.
[[nodiscard]] std::string contained(std::string_view expression);

/// A text that a file of a folder is to have.
struct Draft {
    std::filesystem::path path;  ///< below the folder, without symbolic links
    std::string text;
};

/// An expression that may read one folder and nothing else.
struct NixEvaluation {
    std::string expression;        ///< finds the folder as `checkout`, a path
    std::filesystem::path folder;  ///< absolute, without symbolic links
    std::chrono::milliseconds time_limit{30'000};
    std::vector<Draft> drafts{};  ///< read in the place of files of the folder
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
