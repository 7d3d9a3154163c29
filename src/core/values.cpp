// SPDX-License-Identifier: MIT
#include "core/lists.hpp"
#include "core/text.hpp"
#include "core/versions.hpp"

#include <cudastdenv/driver.hpp>

namespace cudastdenv {

static constexpr std::size_t max_digits = 6;

std::optional<Version> parse_version(std::string_view text) noexcept {
    Version version;
    for (int* number : {&version.major, &version.minor, &version.patch}) {
        if (number == &version.patch && text.empty()) return version;
        if (number != &version.major && !take_prefix(text, ".")) return std::nullopt;
        const auto value = take_number(text, max_digits);
        if (!value) return std::nullopt;
        *number = *value;
    }
    return text.empty() ? std::optional(version) : std::nullopt;
}

std::string to_string(Version version) {
    std::string text = std::to_string(version.major) + '.' + std::to_string(version.minor);
    if (version.patch != -1) text += '.' + std::to_string(version.patch);
    return text;
}

std::optional<PackageVersion> parse_package_version(std::string_view text) noexcept {
    PackageVersion version;
    for (int* number : {&version.major, &version.minor, &version.patch, &version.build, &version.post}) {
        const bool is_post = number == &version.post;
        const bool is_required = !is_post && number != &version.build;
        const std::string_view separator = is_post ? ".post" : number == &version.major ? "" : ".";
        std::string_view rest = text;
        const auto value = take_prefix(rest, separator) ? take_number(rest, max_digits) : std::nullopt;
        if (!value && is_required) return std::nullopt;
        if (!value) continue;
        *number = *value;
        text = rest;
    }
    return text.empty() ? std::optional(version) : std::nullopt;
}

std::string to_string(PackageVersion version) {
    std::string text = to_string(Version{version.major, version.minor, version.patch});
    if (version.build != -1) text += '.' + std::to_string(version.build);
    if (version.post != -1) text += ".post" + std::to_string(version.post);
    return text;
}

std::optional<Capability> parse_capability(std::string_view text) noexcept {
    const bool prefixed = take_prefix(text, "sm_") || take_prefix(text, "compute_");
    const auto number = take_number(text, 3);
    const bool is_dotted = number && !prefixed && take_prefix(text, ".");
    const auto minor = is_dotted ? take_number(text, 1) : std::optional(number.value_or(0) % 10);
    const auto kind = enumerator_named<Capability::Kind>(text);
    if (!number || !minor || !kind || (is_dotted ? *number > 99 : *number < 10)) return std::nullopt;
    return Capability{is_dotted ? *number : *number / 10, *minor, *kind};
}

std::string to_string(Capability capability) {
    return std::to_string(capability.major) + '.' + std::to_string(capability.minor) +
           std::string(to_string(capability.kind));
}

std::string undotted(Capability capability) {
    return std::to_string(capability.major) + std::to_string(capability.minor) +
           std::string(to_string(capability.kind));
}

std::optional<Compiler> parse_compiler(std::string_view text) noexcept {
    using Family = Compiler::Family;
    constexpr std::array<std::pair<std::string_view, Family>, 5> names{{
        {"gcc", Family::gcc},
        {"g++", Family::gcc},
        {"clang++", Family::clang},
        {"clang", Family::clang},
        {"llvm", Family::clang},
    }};
    for (const auto& [name, family] : names) {
        if (!take_prefix(text, name)) continue;
        if (!take_prefix(text, "-")) take_prefix(text, "@");
        const auto major = take_number(text, 2);
        if (!major || *major == 0) return std::nullopt;
        const auto is_of_version = [](char c) { return is_letter_or_digit(c) || c == '.' || c == '-'; };
        const bool is_version = text.size() > 1 && !is_letter_or_digit(text[0]) &&
                                std::ranges::all_of(text, is_of_version);
        return text.empty() || is_version ? std::optional(Compiler{family, *major}) : std::nullopt;
    }
    return std::nullopt;
}

std::optional<Version> parse_compiler_version(std::string_view text) noexcept {
    const std::optional<Compiler> compiler = parse_compiler(text);
    const std::size_t point = text.find('.');
    if (!compiler || point == text.npos) return std::nullopt;
    if (!text.substr(0, point).ends_with(std::to_string(compiler->major))) return std::nullopt;
    text.remove_prefix(point + 1);
    const auto minor = take_number(text, max_digits);
    if (!minor) return std::nullopt;
    return Version{compiler->major, *minor, take_prefix(text, ".") ? take_number(text, max_digits).value_or(-1) : -1};
}

std::string to_string(Compiler compiler) {
    return std::string(to_string(compiler.family)) + '-' + std::to_string(compiler.major);
}

std::optional<CxxStandard> parse_cxx_standard(std::string_view text) noexcept {
    if (!take_prefix(text, "c++")) take_prefix(text, "gnu++");
    for (const CxxStandard standard : enumerators<CxxStandard>)
        if (text == to_string(standard).substr(3)) return standard;
    return std::nullopt;
}

/// NVIDIA pads numbers after a dot with zeros, which take_number() refuses.
static std::optional<int> take_padded_number(std::string_view& text) noexcept {
    std::size_t zeros = 0;
    while (zeros + 1 < text.size() && text[zeros] == '0' && text[zeros + 1] >= '0' && text[zeros + 1] <= '9') ++zeros;
    if (zeros >= max_digits) return std::nullopt;
    text.remove_prefix(zeros);
    return take_number(text, max_digits - zeros);
}

static std::string padded(int number) { return (number < 10 ? "0" : "") + std::to_string(number); }

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
