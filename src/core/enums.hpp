// SPDX-License-Identifier: MIT
#pragma once

#include <cudastdenv/describe.hpp>

#include <array>
#include <string_view>

namespace cudastdenv {

/// The values of an enumeration that JSON holds by name, in the order of their declaration; none: it has no names.
template <class Enum>
[[gnu::visibility("hidden")]] inline constexpr std::array<Enum, 0> enumerators{};  // or it is as visible as std::array

}  // namespace cudastdenv

#define CUDASTDENV_ENUMERATOR(name, text) Enum::name,
#define CUDASTDENV_ENUMERATOR_CASE(name, text) \
    case Enum::name: return text;

/// In namespace cudastdenv: names the values of an enumeration, each as (value, "its-name"). A switch over them all
/// sees to it that none is missing.
#define CUDASTDENV_ENUM(Enum_, ...)                                                            \
    template <>                                                                                \
    inline constexpr auto enumerators<Enum_> = [] {                                            \
        using Enum = Enum_;                                                                    \
        return std::to_array<Enum>({CUDASTDENV_FOR_EACH(CUDASTDENV_ENUMERATOR, __VA_ARGS__)}); \
    }();                                                                                       \
    [[nodiscard]] constexpr std::string_view name_of_enum(Enum_ value) noexcept {              \
        using Enum = Enum_;                                                                    \
        switch (value) { CUDASTDENV_FOR_EACH(CUDASTDENV_ENUMERATOR_CASE, __VA_ARGS__) }        \
        return {};                                                                             \
    }
