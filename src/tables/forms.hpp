// SPDX-License-Identifier: MIT
#pragma once

/// What a value may look like, for the schemas of tables and answers; and values that JSON holds as text: how each is
/// written and read.

#include <cudastdenv/describe.hpp>

#include <cudastdenv/export.hpp>
#include <cudastdenv/tables.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cudastdenv {

struct TextForm {
    std::string_view name;  ///< in the schemas
    std::string_view meaning;
    std::string_view pattern = {};            ///< of a text; ECMA 262
    std::optional<std::size_t> longest = {};  ///< characters of a text
    std::optional<std::int64_t> least = {};   ///< of a number, included
    std::optional<std::int64_t> most = {};    ///< of a number, included
};

// A form is one line.
// clang-format off
inline constexpr auto text_forms = std::to_array<TextForm>({
    {.name = "architecture", .meaning = "A GPU architecture's name.", .pattern = R"(^[A-Z][a-z]+$)"},
    {.name = "attribute", .meaning = "A part of an attribute path.", .pattern = R"(^[A-Za-z0-9_-]+$)"},
    {.name = "baseline", .meaning = "A GPU's capability.", .pattern = R"(^[1-9][0-9]?\.[0-9]$)"},
    {.name = "branch", .meaning = "A driver branch: the first number of its drivers.", .least = 100},
    {.name = "capability", .meaning = "A compute capability: baseline, a (architecture-specific) or f (family-specific).", .pattern = R"(^[1-9][0-9]?\.[0-9][af]?$)"},
    {.name = "channel", .meaning = "A channel of nixpkgs.", .pattern = R"(^nixos-([0-9]{2}\.[0-9]{2}|unstable)$)"},
    {.name = "code", .meaning = "A name for programs.", .pattern = R"(^[a-z0-9]+(-[a-z0-9]+)*$)"},
    {.name = "alias", .meaning = "Another name, as an id is written.", .pattern = R"(^[a-z0-9]+([.-][a-z0-9]+)*$)"},
    {.name = "compatPackageName", .meaning = "A compatibility package.", .pattern = R"(^cuda_compat(_orin)?$)"},
    {.name = "compiler", .meaning = "A compiler.", .pattern = R"(^(gcc|clang)-[1-9][0-9]?$)"},
    {.name = "component", .meaning = "NVIDIA's name for a component.", .pattern = R"(^[a-z][a-z0-9]*(_[a-z0-9]+)*$)"},
    {.name = "componentFile", .meaning = "A file, or with / at its end a folder.", .pattern = R"(^[A-Za-z_][A-Za-z0-9_.+-]*(/[A-Za-z0-9_.+-]+)*/?$)"},
    {.name = "componentPackage", .meaning = "A package's name; {major} and {minor} are those of the release.", .pattern = R"(^[a-z][a-z0-9_-]*(\{major\}-\{minor\})?$)"},
    {.name = "consumerWord", .meaning = "A word in a list of architectures.", .pattern = R"(^[A-Za-z][A-Za-z0-9+-]*$)"},
    {.name = "cudaMajor", .meaning = "A major version of CUDA.", .least = 11},
    {.name = "cxxabi", .meaning = "A symbol version of libstdc++'s ABI part.", .pattern = R"(^CXXABI_1\.3\.[0-9]+$)"},
    {.name = "day", .meaning = "A day.", .pattern = R"(^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$)"},
    {.name = "dayOrMonth", .meaning = "A day or a month.", .pattern = R"(^20[0-9]{2}-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?$)"},
    {.name = "driverOrBuild", .meaning = "A driver version, or a Jetson build.", .pattern = R"(^[0-9]+\.[0-9]+\.[0-9]+$)"},
    {.name = "glibcxx", .meaning = "A symbol version of libstdc++.", .pattern = R"(^GLIBCXX_3\.4\.[0-9]+$)"},
    {.name = "id", .meaning = "What other rows and the program call it.", .pattern = R"(^[a-z0-9]+([.-][a-z0-9]+)*$)"},
    {.name = "major", .meaning = "A major version.", .least = 1, .most = 99},
    {.name = "package", .meaning = "A package's name; {} stands for the major version.", .pattern = R"(^[a-z0-9+_:=-]+({}[a-z0-9+_-]*)?$)"},
    {.name = "packageSet", .meaning = "A CUDA package set of nixpkgs.", .pattern = R"(^cudaPackages(_[0-9]+){0,2}$)"},
    {.name = "product", .meaning = "A product's name.", .pattern = R"(^[A-Z][A-Za-z0-9()]*([ -][A-Za-z0-9()]+)*$)"},
    {.name = "program", .meaning = "A program's name or its path; {} stands for the major version.", .pattern = R"(^[A-Za-z0-9+_./-]+({}[A-Za-z0-9+_./-]*)?$)"},
    {.name = "nameWord", .meaning = "A word of names.", .pattern = R"(^[a-z0-9]+$)"},
    {.name = "redist", .meaning = "NVIDIA's name for a platform.", .pattern = R"(^[a-z]+-[a-z0-9_]+$)"},
    {.name = "redistOrUnsupported", .meaning = "NVIDIA's name for a platform, or unsupported.", .pattern = R"(^(unsupported|[a-z]+-[a-z0-9_]+)$)"},
    {.name = "ruleId", .meaning = "What the program calls it.", .pattern = R"(^[a-z]+(-[a-z]+)*$)"},
    {.name = "language", .meaning = "A language, as locales call it.", .pattern = R"(^[a-z]{2,3}(_[A-Z]{2})?$)"},
    {.name = "jitVersion", .meaning = "The number in a symbol of libnvJitLink.", .pattern = R"(^[1-9][0-9]_[0-9]+$)"},
    {.name = "sentences", .meaning = "One or two plain sentences.", .pattern = R"(^\S(.*\S)?$)", .longest = 240},
    {.name = "soname", .meaning = "A libstdc++'s file name.", .pattern = R"(^libstdc\+\+\.so\.6\.0\.[0-9]+$)"},
    {.name = "sonameNumber", .meaning = "The number behind .so.; {major}.{minor}: that of the release.", .pattern = R"(^([0-9]+(\.[0-9]+)*|\{major\}\.\{minor\})$)"},
    {.name = "cmakeName", .meaning = "A variable, a target or a file.", .pattern = R"(^[A-Za-z][A-Za-z0-9_.:-]*$)"},
    {.name = "symbol", .meaning = "A symbol, mangled.", .pattern = R"(^[A-Za-z0-9_.$]+$)"},
    {.name = "symbolVersion", .meaning = "A symbol version of libstdc++ or glibc.", .pattern = R"(^(GLIBCXX_3\.4(\.[0-9]+)?|CXXABI_(1\.3(\.[0-9]+)?|FLOAT128|TM_1)|GLIBC_2\.[0-9]+)$)"},
    {.name = "nixSystem", .meaning = "A Nix system.", .pattern = R"(^[a-z0-9_]+-[a-z0-9]+$)"},
    {.name = "text", .meaning = "A text without blanks around it.", .pattern = R"(^\S(.*\S)?$)"},
    {.name = "threeNumbers", .meaning = "Three numbers.", .pattern = R"(^(0|[1-9][0-9]{0,5})(\.(0|[1-9][0-9]{0,5})){2}$)"},
    {.name = "twoNumbers", .meaning = "Two numbers.", .pattern = R"(^(0|[1-9][0-9]{0,5})\.(0|[1-9][0-9]{0,5})$)"},
    {.name = "twoOrThreeNumbers", .meaning = "Two or three numbers.", .pattern = R"(^(0|[1-9][0-9]{0,5})(\.(0|[1-9][0-9]{0,5})){1,2}$)"},
    {.name = "version", .meaning = "A version.", .pattern = R"(^[0-9]+(\.[0-9]+){0,3}$)"},
    {.name = "url", .meaning = "An address.", .pattern = R"(^https://\S+$)"},
    {.name = "driver", .meaning = "A driver version as NVIDIA writes it: one to three numbers, two digits at least behind a dot.", .pattern = R"(^[1-9][0-9]{2}(\.([0-9]{2}|[1-9][0-9]{2})){0,2}$)"},
    {.name = "source", .meaning = "An id of sources.json.", .pattern = R"(^[a-z0-9]+([.-][a-z0-9]+)*$)"},
});
// clang-format on

/// By its name in the schemas. In a constant expression it has to be there.
constexpr const TextForm* find_form(std::string_view name) {
    for (const TextForm& form : text_forms)
        if (form.name == name) return &form;
    throw "no such form";
}

template <class T>
concept NamedEnum = !enumerators<T>.empty();

/// How JSON holds a value as text, if it is no enumeration.
template <class T>
struct TextKind {
    std::string_view form = {};      ///< of text_forms; empty: it is no such type
    std::string_view expected = {};  ///< for errors
    std::optional<T> (*parse)(std::string_view) = nullptr;
};

template <class T>
inline constexpr TextKind<T> text_kind{};
template <>
inline constexpr TextKind<Version> text_kind<Version>{"version", R"(a version like "12.8" or "12.8.1")", parse_version};
template <>
inline constexpr TextKind<Capability> text_kind<Capability>{"capability", R"(a capability like "9.0a")",
                                                            parse_capability};
template <>
inline constexpr TextKind<Compiler> text_kind<Compiler>{"compiler", R"(a compiler like "gcc-14")", parse_compiler};
template <>
inline constexpr TextKind<DriverVersion> text_kind<DriverVersion>{"driver", R"(a driver version like "570.124.06")",
                                                                  parse_driver_version};

/// A value that is a text in JSON, other than a plain string.
template <class T>
concept TextScalar = NamedEnum<T> || !text_kind<T>.form.empty();

template <TextScalar T>
std::string to_text(T value) {
    return std::string(to_string(value));
}

/// Only what to_text() writes is read.
template <TextScalar T>
std::optional<T> read_text(std::string_view text) {
    if constexpr (NamedEnum<T>) {
        const auto named = std::ranges::find(enumerators<T>, text, [](T value) { return to_string(value); });
        return named == enumerators<T>.end() ? std::nullopt : std::optional(*named);
    } else {
        const std::optional<T> value = text_kind<T>.parse(text);
        return value && to_string(*value) == text ? value : std::nullopt;
    }
}

}  // namespace cudastdenv
