// SPDX-License-Identifier: MIT
#pragma once

/// What find_gpu() goes by, for those who have to find names without it.

#include "tables/gpu_names.hpp"

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::inline CUDASTDENV_ABI {

/// What find_gpu() reads over, in lower case.
struct GpuWords {
    std::span<const std::string_view> vendor;        ///< words before a name
    std::span<const std::string_view> form_factors;  ///< words behind a name
    std::span<const std::string_view> memory_units;  ///< behind a number that is behind a name
    std::span<const std::string_view> marks;         ///< signs anywhere in a name
    std::span<const std::string_view> former_lines;  ///< words that once stood before names that now go without
    std::size_t longest_name = 0;                    ///< in bytes; what is longer is no name
};

[[nodiscard]] GpuWords gpu_words() noexcept;

/// A name's words in lower case without anything between them.
[[nodiscard]] std::string compact_gpu_name(std::string_view name);

/// Every text of that form that find_gpu() knows as it stands, and the rows that fit it, in the order of the table.
[[nodiscard]] std::map<std::string, std::vector<const GpuRow*>> all_gpu_names(const Tables& tables);

}  // namespace cudastdenv::inline CUDASTDENV_ABI
