// SPDX-License-Identifier: MIT
#include "core/edit_distance.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace cudastdenv {

std::size_t edit_distance(std::string_view left, std::string_view right) {
    std::vector<std::size_t> before(right.size() + 1), row(right.size() + 1), next(right.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < left.size(); ++i) {
        next[0] = i + 1;
        for (std::size_t j = 0; j < right.size(); ++j) {
            next[j + 1] = std::min({row[j + 1] + 1, next[j] + 1, row[j] + (left[i] == right[j] ? 0 : 1)});
            if (i > 0 && j > 0 && left[i] == right[j - 1] && left[i - 1] == right[j])
                next[j + 1] = std::min(next[j + 1], before[j - 1] + 1);
        }
        std::swap(before, row);
        std::swap(row, next);
    }
    return row.back();
}

}  // namespace cudastdenv
