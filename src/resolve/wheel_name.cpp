// SPDX-License-Identifier: MIT
#include "resolve/wheel_name.hpp"

#include "core/text.hpp"

namespace cudastdenv {

namespace {

/// The libraries of musllinux are not those of the tables' systems, and pip refuses them there.
std::optional<WheelSystem> system_of_platform(std::string_view platform) {
    if (platform == "win_amd64") return WheelSystem::windows_x86_64;
    if (!platform.starts_with("manylinux") && !platform.starts_with("linux_")) return std::nullopt;
    if (platform.ends_with("_x86_64")) return WheelSystem::linux_x86_64;
    return platform.ends_with("_aarch64") ? std::optional(WheelSystem::linux_aarch64) : std::nullopt;
}

/// 3.12 of `cp312`; absent: `py3`.
std::optional<Version> python_of_tag(std::string_view tag) {
    if (!take_prefix(tag, "cp3") && !take_prefix(tag, "py3")) return std::nullopt;
    const auto minor = whole_number(tag);
    return minor ? std::optional(Version{3, *minor}) : std::nullopt;
}

}  // namespace

std::string normalized_package(std::string_view name) {
    std::string normal;
    for (const char c : name) {
        const bool is_separator = c == '-' || c == '_' || c == '.';
        if (!is_separator) normal += lower_case(c);
        else if (!normal.ends_with('-')) normal += '-';
    }
    return normal;
}

std::optional<WheelTag> read_wheel_tag(std::string_view text) {
    const std::vector<std::string_view> parts = pieces_of(text, '-');
    if (parts.size() != 3) return std::nullopt;
    WheelTag tag{.python = python_of_tag(parts[0])};
    tag.is_for_one_python = tag.python && parts[0].starts_with("cp") && parts[1] != "abi3";
    // A wheel for several platforms names them all: `manylinux_2_17_x86_64.manylinux2014_x86_64`.
    for (const std::string_view platform : pieces_of(parts[2], '.'))
        if (!tag.system) tag.system = system_of_platform(platform);
    return tag;
}

std::optional<WheelFileName> read_wheel_file_name(std::string_view path) {
    std::string_view file = path.substr(path.find_last_of("/\\") + 1);
    if (!take_suffix(file, ".whl")) return std::nullopt;
    const std::vector<std::string_view> parts = pieces_of(file, '-');
    constexpr std::size_t usual = 5;
    const bool has_build = parts.size() == usual + 1 && !parts[2].empty() && is_digit(parts[2].front());
    if (parts.size() != usual && !has_build) return std::nullopt;
    const auto tag =
        read_wheel_tag(file.substr(static_cast<std::size_t>(parts[parts.size() - 3].data() - file.data())));
    const bool has_version = !parts[1].empty() && is_digit(parts[1].front());
    if (!tag || parts[0].empty() || !has_version) return std::nullopt;
    std::string version(parts[1]);
    for (const std::string_view plus : {"%2B", "%2b"}) replace_all(version, plus, "+");
    return WheelFileName{normalized_package(parts[0]), std::move(version), *tag};
}

}  // namespace cudastdenv
