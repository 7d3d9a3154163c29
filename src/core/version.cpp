// SPDX-License-Identifier: MIT
#include <cudastdenv/version.hpp>

#include "core/text.hpp"

namespace cudastdenv {

std::optional<Version> parse_version(std::string_view text) noexcept {
    constexpr std::size_t most_digits = 6;
    const auto major = take_number(text, most_digits);
    if (!major || !take_prefix(text, ".")) return std::nullopt;
    const auto minor = take_number(text, most_digits);
    if (!minor) return std::nullopt;
    if (text.empty()) return Version{*major, *minor};
    if (!take_prefix(text, ".")) return std::nullopt;
    const auto patch = take_number(text, most_digits);
    if (!patch || !text.empty()) return std::nullopt;
    return Version{*major, *minor, *patch};
}

std::string to_string(Version version) {
    std::string text = std::to_string(version.major) + '.' + std::to_string(version.minor);
    if (version.patch != -1) text += '.' + std::to_string(version.patch);
    return text;
}

}  // namespace cudastdenv
