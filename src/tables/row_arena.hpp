// SPDX-License-Identifier: MIT
#pragma once

#include <cudastdenv/export.hpp>

#include <algorithm>
#include <memory>
#include <memory_resource>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace cudastdenv {

/// What rows point to: their texts and lists. All of it lives as long as the arena, also where that is moved.
class RowArena {
public:
    [[nodiscard]] std::string_view text(std::string_view text) {
        const std::span<char> copy = list<char>(text.size());
        std::ranges::copy(text, copy.begin());
        return {copy.data(), copy.size()};
    }
    /// Of values as they begin, to be filled.
    template <class T>
        requires std::is_trivially_destructible_v<T>
    [[nodiscard]] std::span<T> list(std::size_t size) {
        if (size == 0) return {};
        T* first = static_cast<T*>(memory_->allocate(sizeof(T) * size, alignof(T)));
        std::uninitialized_value_construct_n(first, size);
        return {first, size};
    }
    template <class T>
    [[nodiscard]] std::span<const T> list(const std::vector<T>& values) {
        const std::span<T> copy = list<T>(values.size());
        std::ranges::copy(values, copy.begin());
        return copy;
    }

private:
    std::unique_ptr<std::pmr::monotonic_buffer_resource> memory_ =
        std::make_unique<std::pmr::monotonic_buffer_resource>();
};

}  // namespace cudastdenv
