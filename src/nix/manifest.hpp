// SPDX-License-Identifier: MIT
#pragma once

/// NVIDIA's manifests of redistributable packages, from which nixpkgs' CUDA package sets are made, and the feature
/// manifests that nixpkgs once kept beside them.

#include "tables/row_arena.hpp"

#include <cudastdenv/describe.hpp>
#include <cudastdenv/diagnostic.hpp>
#include <cudastdenv/tables.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::nix {

/// A platform on which a package exists.
struct ManifestPlatform {
    std::string system;                 ///< NVIDIA's name: `linux-x86_64`; also `source` and `linux-all`
    std::vector<std::string> variants;  ///< `cuda12`, `cuda13`; empty where the package is not split by CUDA release
};

struct ManifestPackage {
    std::string name;                         ///< `cuda_nvcc`
    std::string version;                      ///< `12.8.93`; empty: none, or none that can be read
    std::vector<ManifestPlatform> platforms;  ///< sorted by system
};

/// An archive that a manifest names.
struct ManifestArchive {
    std::string package;                ///< `cuda_nvcc`
    std::string system;                 ///< `linux-x86_64`
    std::string variant;                ///< `cuda12`; empty: none
    std::string path;                   ///< below the manifest's own folder
    std::string sha256;                 ///< 64 hexadecimal digits in lower case
    std::optional<std::uint64_t> size;  ///< bytes
};

/// What is wrong with a manifest.
struct ManifestProblem {
    Diagnostic what;
    std::string pointer = {};  ///< a JSON pointer into it; empty: the manifest as a whole
};

struct Manifest {
    enum class Kind : std::uint8_t { redistrib, feature };

    Kind kind = Kind::redistrib;
    std::string product;                    ///< `release_product`; empty: not said
    std::string label;                      ///< `release_label`: `12.8.1`; empty: not said (before CUDA 12)
    std::string date;                       ///< `release_date`; empty: not said
    std::vector<ManifestPackage> packages;  ///< sorted by name
    std::vector<ManifestArchive> archives;  ///< those with a safe path and a hash; sorted by package and system
    std::size_t unnamed_archives = 0;       ///< the others, of which there are problems
    std::vector<ManifestProblem> problems;  ///< at most max_manifest_problems
    std::size_t problem_count = 0;
};

inline constexpr std::size_t max_manifest_bytes = std::size_t{4} << 20;  ///< real ones have some 50 KiB
inline constexpr std::size_t max_manifest_problems = 200;

/// Reads a manifest. `file` is only named in errors; the tables say which systems there are. Throws DataError:
/// larger than max_manifest_bytes, not JSON, deeper than any manifest, a list or a number where records are.
/// Anything smaller is a problem in the result; what is kept is free of it.
[[nodiscard]] Manifest read_manifest(const Tables& tables, const std::filesystem::path& file, std::string_view text);

/// Whether one of our tables agrees with a manifest.
struct TableState {
    enum class State : std::uint8_t { agrees, lacks, differs };
    std::string_view table;  ///< `releases`
    State state = State::agrees;
};

/// `agrees`, `lacks`, `differs`
[[nodiscard]] std::string_view to_string(TableState::State state) noexcept;

/// What a manifest means to our tables.
struct ManifestVerdict {
    bool is_cuda = false;            ///< the toolkit itself; the tables have no rows of other products
    std::optional<Version> release;  ///< three numbers; CUDA only
    std::string nvcc;                ///< empty: no cuda_nvcc
    std::vector<ManifestProblem> problems;
    std::vector<TableState> tables;  ///< empty unless the release is known
    std::vector<Release> new_releases;
    std::vector<RedistSystemRow> new_redist_rows;  ///< a row of that system and redist name is replaced

    /// What the rows point to.
    RowArena arena;
};

/// Compares a manifest with the tables. `file` may say in its name which release it is: `redistrib_11.4.4.json`.
[[nodiscard]] ManifestVerdict judge_manifest(const Tables& tables, const Manifest& manifest,
                                             const std::filesystem::path& file);

}  // namespace cudastdenv::nix

namespace cudastdenv {

// clang-format off
CUDASTDENV_NAMED_ENUM(name_of_enum, nix::TableState::State, (agrees, "agrees"), (lacks, "lacks"), (differs, "differs"))
// clang-format on

}  // namespace cudastdenv
