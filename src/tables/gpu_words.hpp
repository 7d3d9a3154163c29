// SPDX-License-Identifier: MIT
#pragma once

/// What find_gpu() goes by, for those who have to find names without it.

#include "tables/gpu_names.hpp"

#include <array>
#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv {

/// The words of that use; none where the tables have none.
[[nodiscard]] std::span<const std::string_view> gpu_words(const Tables& tables, GpuWordsRow::Use use) noexcept;

/// Signs that find_gpu() reads over anywhere in a name, in lower case.
inline constexpr std::array<std::string_view, 4> gpu_marks{"(r)", "(tm)", "\u00ae", "\u2122"};

/// In bytes; what is longer is no name.
inline constexpr std::size_t longest_gpu_name = 128;

/// A name's words in lower case without anything between them.
[[nodiscard]] std::string compact_gpu_name(std::string_view name);

/// Every text of that form that find_gpu() knows as it stands, and the rows that fit it, in the order of the table.
[[nodiscard]] std::map<std::string, std::vector<const GpuRow*>> all_gpu_names(const Tables& tables);

}  // namespace cudastdenv
