// SPDX-License-Identifier: MIT
#pragma once

/// What Nix answers, row by row, against what the library answers.

#include <nlohmann/json.hpp>

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace cudastdenv::oracle {

/// A file of tests/oracle.
nlohmann::ordered_json recorded(const std::string& file);

/// Reproducing nixpkgs to the letter, or answering as the library does by itself.
enum class Mode { nixpkgs_exact, by_default };

/// What a comparison found: how many answers were compared, and a line for each that differs,
/// `12.8 x86_64-linux gcc-15.2.0 of recent: nixpkgs gcc-14, ours none (gcc-14 newer-libstdcxx)`.
struct Found {
    std::size_t compared = 0;
    std::vector<std::string> differences;
};

Found compare_capabilities(Mode mode);
Found compare_formats(Mode mode);
Found compare_flags(Mode mode);
Found compare_host_compilers(Mode mode);
Found compare_redist_systems(Mode mode);
Found compare_requests(Mode mode);
/// nixpkgs' tables against ours, which do not depend on a mode.
Found compare_tables();

/// The reviewed list of differences of a topic, by default: lines in groups, each with its rule and reason.
struct Group {
    std::string rule;
    std::string reason;
    std::string every_row_says;  ///< keeps a row from being listed under a rule that has nothing to do with it
    std::vector<std::string> rows;
};
std::vector<Group> known_differences(const std::string& topic);

}  // namespace cudastdenv::oracle
