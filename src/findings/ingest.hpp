// SPDX-License-Identifier: MIT
#pragma once

/// Where a toolkit departs from the tables.

#include "core/diagnostic.hpp"
#include "findings/host.hpp"
#include "tables/shape.hpp"

#include <cudastdenv/tables.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cudastdenv {

/// Where the toolkit departs from the row of a release.
struct Difference {
    enum class Kind : std::uint8_t { new_release, build, bounds, standard, capability_taken, capability_refused };

    Kind kind = Kind::new_release;
    Version release = {};
    Diagnostic message = {};
    std::string toolkit_source = {};  ///< where the toolkit says so
    SourceIds tables_sources = {};
    std::optional<Version> same_nvcc_as = {};  ///< of a new release: the newest one of the tables that has its nvcc
    HostCheck check = HostCheck::gcc;          ///< of bounds
    bool is_known = false;                     ///< of a build or a standard: the tables have another one
};

/// What a toolkit means to the tables.
struct IngestResult {
    Toolkit toolkit;
    std::vector<Version> releases = {};  ///< that it was compared with, or whose row is new; none: not known
    bool exact = true;                   ///< else only the minor release is known, and these are those that it may be
    std::vector<Difference> differences = {};
    std::vector<Version> uncited = {};  ///< of `releases`, those whose rows agree without citing this header
    SourceRow source = {};              ///< as it stands in the tables, or as it would
    RowArena arena = {};                ///< owns the texts of `source`
};

// A field is one line.
// clang-format off

/// A toolkit that could not be read, or is none.
struct IngestFailure {
    CUDASTDENV_RECORD("ingestFailure", "What could not be read.",
        (ForeignText, path, "path"),
        (bool, is_toolkit, "isToolkit", "Something of a toolkit is there."),
        (ForeignText, message, "message", "Why."))
};
// clang-format on

/// `today` becomes the day on which a new source was read.
[[nodiscard]] IngestResult judge_toolkit(const Tables& tables, Toolkit toolkit, const std::string& today);

/// The differences between one release's rows and the toolkit, those of `--run` included.
[[nodiscard]] std::vector<Difference> differences_from(const Tables& tables, const Release& release,
                                                       const Toolkit& toolkit);

/// The table's view of a check; absent where no row has one.
[[nodiscard]] const std::optional<HostRange>* find_range(const Tables& tables, Version release,
                                                         HostCheck check) noexcept;

}  // namespace cudastdenv
