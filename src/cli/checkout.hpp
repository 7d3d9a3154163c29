// SPDX-License-Identifier: MIT
#pragma once

/// A nixpkgs checkout that a command is given as DIR.

#include "cli/options.hpp"
#include "nix/checkout.hpp"

#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>

namespace cudastdenv::cli {

inline constexpr OptionSpec timeout_option{"timeout", "S",
                                           "seconds that Nix may take for each of the two files (default: 30)"};

/// A table of the checkout: where it is below the folder, and the JSON that it evaluates to.
struct FoundTable {
    std::string path;
    std::string json;
};

/// The folder that a user named, and how long Nix may take to evaluate one of its files.
class Checkout {
public:
    /// Reads the argument `dir` and the option `timeout`; `command` is named where the argument is missing. Throws
    /// BadInput.
    Checkout(const ParsedOptions& options, std::string_view command);

    [[nodiscard]] const std::string& given() const noexcept { return given_; }
    /// Absolute, without symbolic links, if there is such a folder.
    [[nodiscard]] const std::filesystem::path& folder() const noexcept { return folder_; }

    /// Throws MachineError where there is no such table in any of nixpkgs' layouts, or Nix cannot evaluate it.
    [[nodiscard]] FoundTable read(nix::Table table) const;

private:
    std::string given_;
    std::filesystem::path folder_;
    std::chrono::seconds time_limit_;
};

}  // namespace cudastdenv::cli
