// SPDX-License-Identifier: MIT
#pragma once

/// A nixpkgs checkout that a command is given as DIR.

#include "cli/options.hpp"
#include "nix/audit.hpp"
#include "os/nix_evaluation.hpp"

#include <chrono>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::cli {

inline constexpr OptionSpec timeout_option{"timeout", "S",
                                           "seconds that Nix may take for each of the two files (default: 30)"};

/// The folder that a user named, and how long Nix may take to evaluate one of its files.
class Checkout {
public:
    /// Reads the argument `dir` and the option `timeout`; `command` is named where the argument is missing. Throws
    /// BadInput.
    Checkout(const ParsedOptions& options, std::string_view command);

    [[nodiscard]] const std::string& given() const noexcept { return given_; }
    /// Absolute, without symbolic links, if there is such a folder.
    [[nodiscard]] const std::filesystem::path& folder() const noexcept { return folder_; }

    /// Where the table is below the folder. Throws MachineError where it is in none of nixpkgs' places.
    [[nodiscard]] std::string find(nix::Table table) const;
    /// The table, evaluated. Throws MachineError, also where Nix cannot evaluate it, and DataError where it is no
    /// table.
    [[nodiscard]] nix::AuditedTable read(nix::Table table) const;
    /// What the table at that path evaluates to, with another text where one is given. Throws likewise.
    [[nodiscard]] std::vector<nix::Row> rows(nix::Table table, const std::string& path,
                                             const std::optional<std::string>& text = {}) const;

    /// The first of these paths that is a file below the folder; empty: none is.
    [[nodiscard]] std::string find(std::span<const std::string_view> paths) const;
    /// The file at a path below the folder, and below it too after symbolic links. Throws MachineError.
    [[nodiscard]] std::filesystem::path file(const std::string& path) const;
    /// What such a file holds. Throws MachineError, also where it is larger than 16 MiB.
    [[nodiscard]] std::string text_of(const std::string& path) const;

private:
    std::string given_;
    std::filesystem::path folder_;
    std::chrono::seconds time_limit_;
};

}  // namespace cudastdenv::cli
