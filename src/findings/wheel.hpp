// SPDX-License-Identifier: MIT
#pragma once

/// The wheel of a project: what its METADATA, tags and GPU code say, and how that differs from the table of wheels.

#include "core/diagnostic.hpp"
#include "findings/gpu_code.hpp"
#include "tables/shape.hpp"

namespace cudastdenv {

struct Toolkit;

/// The texts of a wheel that are read. Each may be empty.
struct WheelTexts {
    std::string file_name = {};   ///< `torch-2.9.0-cp312-cp312-manylinux_2_28_x86_64.whl`
    std::string metadata = {};    ///< METADATA
    std::string tags = {};        ///< WHEEL
    std::string version_py = {};  ///< the package's version.py, which may have a suffix that PyPI does not allow
};

// One line for each field.
// clang-format off

/// A wheel, before it is compared with the tables. What it does not state is absent.
struct WheelContents {
    CUDASTDENV_RECORD("ingestedWheel", "A wheel of a project, by its METADATA and tags.",
        (ForeignText, package, "package", "Its name as on PyPI."),
        (ForeignText, version, "version", "Its version, with a suffix like `+cu128`."),
        (std::optional<std::string_view>, project, "project", "Id of its project; null: the tables have none with this package."),
        (std::optional<WheelSystem>, system, "system", "Null: for any or another system."),
        (VersionRange, python, "python", "Python releases: those that it requires, up to that of its tag; null where open."),
        (std::vector<ForeignText>, requirements, "requires", "All that it requires."))

    /// The code for one CUDA release.
    struct Code {
        std::optional<Version> cuda = {};  ///< in the names of its files; absent: they have none
        GpuCode code = {};                 ///< without that of NVIDIA's libraries
    };

    std::string file = {};                      ///< name
    std::string number = {};                    ///< its version, without suffix
    std::string suffix = {};                    ///< `cu128`; may be empty
    bool on_pypi = false;                       ///< PyPI has no version with a suffix
    std::optional<Version> python_tag = {};     ///< for this Python only
    std::optional<Version> requires_python = {};///< minimum in METADATA
    std::optional<Version> given_cuda = {};     ///< by the user
    std::vector<Code> codes = {};               ///< by CUDA release; empty: no GPU code
    std::vector<WheelBuildRow> builds = {};     ///< its rows, by judge_wheel(); of one version and system
    std::optional<WheelCompanionRow> companion = {};  ///< likewise; absent: it requires no other project
};
// clang-format on

/// Reads the texts. `files` are those of the wheel.
[[nodiscard]] WheelContents read_wheel(const WheelTexts& texts, const std::vector<CodeFile>& files);

/// Compares the wheel of the toolkit with the tables, and fills its problems and differences.
void judge_wheel(const Tables& tables, Toolkit& toolkit, const std::string& today);

/// The row that holds for a wheel's own row: of its variant, otherwise the build that PyPI has of that version;
/// nullptr: none.
[[nodiscard]] const WheelBuildRow* find_build(std::span<const WheelBuildRow> rows, const WheelBuildRow& own,
                                              const WheelContents& wheel);

/// Whether the row's Python releases include that of the wheel, or are its own if it is for several.
[[nodiscard]] bool fits_python(const WheelBuildRow& row, const WheelContents& wheel);

/// Rows of wheels.json, to which wheels are added.
class WheelRows {
public:
    explicit WheelRows(const Tables& tables);

    /// Adds the rows of a judged wheel, or extends rows. Returns whether anything changed.
    bool add(const Toolkit& toolkit, RowArena& arena);

    std::vector<WheelBuildRow> builds;
    std::vector<WheelCompanionRow> companions;

private:
    bool add_build(const WheelBuildRow& own, const WheelContents& wheel, RowArena& arena);
    void join_systems(WheelBuildRow& row, RowArena& arena);
    bool extend_before(const WheelBuildRow& row, const WheelContents& wheel, RowArena& arena);
    bool add_companion(const WheelCompanionRow& own, RowArena& arena);
};

}  // namespace cudastdenv
