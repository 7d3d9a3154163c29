// SPDX-License-Identifier: MIT
#pragma once

/// Compares the answers of Nix with those of the library, row by row.

#include <nlohmann/json.hpp>

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace cudastdenv::oracle {

/// A file of tests/oracle.
nlohmann::ordered_json recorded(const std::string& file);

/// Reproduce nixpkgs exactly, or use the library's defaults.
enum class Mode { nixpkgs_exact, by_default };

/// The result of a comparison: the number of compared answers, and a line for each difference, `12.8 x86_64-linux
/// gcc-15.2.0 of recent: nixpkgs gcc-14, ours none (gcc-14 newer-libstdcxx)`.
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
/// nixpkgs' tables and ours, which do not depend on a mode.
Found compare_tables();

/// The reviewed differences of a topic, with defaults: lines in groups, each with its rule and reason.
struct Group {
    std::string rule;
    std::string reason;
    std::string every_row_says;  ///< prevents rows under a rule that they have nothing to do with
    std::vector<std::string> rows;
};
std::vector<Group> known_differences(const std::string& topic);

}  // namespace cudastdenv::oracle
