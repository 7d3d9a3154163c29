// SPDX-License-Identifier: MIT
#pragma once

#include <cudastdenv/export.hpp>

#include <algorithm>
#include <functional>

namespace cudastdenv {

/// Sorts a vector by what `project` makes of its values, which tells unequal ones apart, and keeps each once.
template <class List, class Project = std::identity>
void sort_unique(List& list, Project project = {}) {
    std::ranges::sort(list, {}, project);
    // What std::ranges::unique() gives, a subrange of libstdc++, Clang 14 cannot use.
    list.erase(std::unique(list.begin(), list.end()), list.end());
}

}  // namespace cudastdenv
