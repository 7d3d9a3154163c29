// SPDX-License-Identifier: MIT
#include <cudastdenv/compiler.hpp>

#include "core/text.hpp"

#include <array>
#include <utility>

namespace cudastdenv {

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
        if (text.empty()) return Compiler{family, *major};
        if (text[0] != '.' && text[0] != '-') return std::nullopt;
        constexpr std::string_view version_characters =
            "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-";
        if (text.size() == 1 || text.find_first_not_of(version_characters) != text.npos) return std::nullopt;
        return Compiler{family, *major};
    }
    return std::nullopt;
}

std::optional<Version> parse_compiler_version(std::string_view text) noexcept {
    const std::optional<Compiler> compiler = parse_compiler(text);
    const std::size_t point = text.find('.');
    if (!compiler || point == text.npos) return std::nullopt;
    if (!text.substr(0, point).ends_with(std::to_string(compiler->major))) return std::nullopt;
    text.remove_prefix(point + 1);
    const auto minor = take_number(text, 6);
    if (!minor) return std::nullopt;
    Version version{compiler->major, *minor};
    if (take_prefix(text, "."))
        if (const auto patch = take_number(text, 6)) version.patch = *patch;
    return version;
}

std::string to_string(Compiler compiler) {
    return std::string(to_string(compiler.family)) + '-' + std::to_string(compiler.major);
}

std::string_view to_string(Compiler::Family family) noexcept {
    switch (family) {
        case Compiler::Family::gcc: return "gcc";
        case Compiler::Family::clang: return "clang";
    }
    return "";
}

std::string_view to_string(CxxStandard standard) noexcept {
    switch (standard) {
        case CxxStandard::cxx11: return "c++11";
        case CxxStandard::cxx14: return "c++14";
        case CxxStandard::cxx17: return "c++17";
        case CxxStandard::cxx20: return "c++20";
        case CxxStandard::cxx23: return "c++23";
    }
    return "";
}

std::optional<CxxStandard> parse_cxx_standard(std::string_view text) noexcept {
    if (!take_prefix(text, "c++")) take_prefix(text, "gnu++");
    using enum CxxStandard;
    for (const CxxStandard standard : {cxx11, cxx14, cxx17, cxx20, cxx23})
        if (text == to_string(standard).substr(3)) return standard;
    return std::nullopt;
}

}  // namespace cudastdenv
