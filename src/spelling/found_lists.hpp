// SPDX-License-Identifier: MIT
#pragma once

/// Lists in files of builds: CMakeLists.txt, presets, Dockerfiles, workflows, pyproject.toml, Makefiles, scripts.

#include "spelling/spell.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv {

struct FoundList {
    const Spelling* spelling = nullptr;
    std::string text;      ///< what the build system is given; it need not be a list
    std::size_t line = 0;  ///< from 1
    bool is_whole = true;  ///< else others add to it, or may, as of `-gencode`
};

/// Where a variable by which a consumer takes its list gets a value that stands there, and options that do so. Left
/// out: comments, messages, what is added to a list, lines with `cudastdenv: ignore`, and values that only the build
/// knows, as `${ARCHS}`, `$<...>`, `@ARCHS@`, `{{ }}`.
[[nodiscard]] std::vector<FoundList> find_lists(const Tables& tables, std::string_view file);

}  // namespace cudastdenv
