// SPDX-License-Identifier: MIT
#pragma once

/// Where a toolkit departs from the tables.

#include "findings/host.hpp"
#include "tables/shape.hpp"

#include <cudastdenv/tables.hpp>

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace cudastdenv {

/// The tables have no row for it.
struct NewRelease {
    Version release;
    std::optional<Version> same_nvcc_as = {};  ///< the newest release of the tables that has its nvcc
};
struct BuildDiffers {
    Version release;
    std::optional<Version> tables;
    Version toolkit;
    SourceIds sources;
};
/// The enforced bounds of GCC or Clang, or the window of Grace.
struct BoundsDiffer {
    Version release;
    HostCheck check = HostCheck::gcc;
    std::optional<HeaderBounds> tables;
    std::optional<HeaderBounds> toolkit;
    SourceIds sources;
};
struct StandardDiffers {
    Version release;
    std::optional<CxxStandard> tables;
    CxxStandard toolkit;
    SourceIds sources;
};
/// nvcc takes it, the tables say it does not. `known`: there is a row.
struct CapabilityTaken {
    Version release;
    Capability capability;
    bool known = false;
    SourceIds sources;
};
/// nvcc does not take it, the tables say it does.
struct CapabilityRefused {
    Version release;
    Capability capability;
    SourceIds sources;
};

using Difference =
    std::variant<NewRelease, BuildDiffers, BoundsDiffer, StandardDiffers, CapabilityTaken, CapabilityRefused>;

/// What a toolkit means to the tables.
struct IngestVerdict {
    std::vector<Version> releases;  ///< that it was compared with, or whose row is new; none: not known
    bool exact = true;              ///< else only the minor release is known, and these are those that it may be
    std::vector<Difference> differences;
    std::vector<Version> uncited;  ///< of `releases`, those whose rows agree without citing this header
    SourceRow source;              ///< as it stands in the tables, or as it would
    bool is_new_source = false;
};

/// Owns the texts of `source`.
struct IngestResult {
    Toolkit toolkit;
    IngestVerdict verdict;
    RowArena arena;
};

/// A toolkit that could not be read, or is none.
struct IngestFailure {
    std::string path;
    std::string message;
    bool skipped = false;  ///< nothing of a toolkit is there
};

/// `today` becomes the day on which a new source was read.
[[nodiscard]] IngestResult judge_toolkit(const Tables& tables, Toolkit toolkit, const std::string& today);

/// The differences between one release's rows and the toolkit, those of `--run` included.
[[nodiscard]] std::vector<Difference> differences_from(const Tables& tables, const Release& release,
                                                       const Toolkit& toolkit);

/// The table's view of a check; absent where no row has one.
[[nodiscard]] const std::optional<HostRange>* find_range(const Tables& tables, Version release,
                                                         HostCheck check) noexcept;

/// The bounds of a check.
[[nodiscard]] const std::optional<HeaderBounds>& bounds_of(const HostConfig& config, HostCheck check) noexcept;

}  // namespace cudastdenv
