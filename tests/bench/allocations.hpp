// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

/// How often this program has allocated since it began.
[[nodiscard]] std::size_t allocation_count() noexcept;
