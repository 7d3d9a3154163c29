// SPDX-License-Identifier: MIT
#include <cudastdenv/driver.hpp>

#include "core/text.hpp"

namespace cudastdenv {

namespace {

constexpr std::size_t max_digits = 6;

/// Behind a dot NVIDIA pads with zeros, which take_number() refuses.
std::optional<int> take_padded_number(std::string_view& text) noexcept {
    std::size_t zeros = 0;
    while (zeros + 1 < text.size() && text[zeros] == '0' && text[zeros + 1] >= '0' && text[zeros + 1] <= '9') ++zeros;
    if (zeros >= max_digits) return std::nullopt;
    text.remove_prefix(zeros);
    return take_number(text, max_digits - zeros);
}

std::string padded(int number) { return (number < 10 ? "0" : "") + std::to_string(number); }

}  // namespace

std::optional<DriverVersion> parse_driver_version(std::string_view text) noexcept {
    const auto branch = take_number(text, max_digits);
    if (!branch) return std::nullopt;
    DriverVersion version{.branch = *branch};
    for (int* number : {&version.minor, &version.patch}) {
        if (text.empty()) return version;
        if (!take_prefix(text, ".")) return std::nullopt;
        const auto value = take_padded_number(text);
        if (!value) return std::nullopt;
        *number = *value;
    }
    if (!text.empty()) return std::nullopt;
    return version;
}

std::string to_string(DriverVersion version) {
    std::string text = std::to_string(version.branch);
    if (version.minor != -1) text += '.' + padded(version.minor);
    if (version.patch != -1) text += '.' + padded(version.patch);
    return text;
}

}  // namespace cudastdenv
