// SPDX-License-Identifier: MIT
#pragma once

/// Names of wheels' files and their tags, by PEP 425, 427 and 503.

#include "core/std.hpp"

#include <cudastdenv/tables.hpp>

namespace cudastdenv {

/// A package's name as PyPI compares it: in lower case, with one `-` for each run of `-`, `_` and `.`.
[[nodiscard]] std::string normalized_package(std::string_view name);

/// Where pip installs a wheel.
struct WheelTag {
    std::optional<WheelSystem> system = {};  ///< absent: any, or one without rows, like Linux with musl
    std::optional<Version> python = {};      ///< the oldest release; absent: any
    bool is_for_one_python = false;          ///< for that release only
};

/// Reads a tag: `cp312-cp312-manylinux_2_28_x86_64`. Absent: it has another form.
[[nodiscard]] std::optional<WheelTag> read_wheel_tag(std::string_view text);

struct WheelFileName {
    std::string package;  ///< normalized
    std::string version;  ///< with a suffix like `+cu128`
    WheelTag tag;
};

/// Reads `torch-2.9.0+cu128-cp312-cp312-manylinux_2_28_x86_64.whl`, with or without a build tag, directories or an
/// address. Absent: the text has another form.
[[nodiscard]] std::optional<WheelFileName> read_wheel_file_name(std::string_view path);

}  // namespace cudastdenv
