// SPDX-License-Identifier: MIT
#pragma once

/// How an answer describes itself. A line for each member has its type, its name, its key in JSON and
/// its meaning.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cudastdenv {

/// A name for programs, `too-new`, which does not change.
struct CodeName : std::string_view {
    using std::string_view::string_view;
    constexpr CodeName(std::string_view name) noexcept : std::string_view(name) {}
};

/// A text from outside. In JSON, what is not UTF-8 is an array of its bytes, so that no other file is named.
struct ForeignText : std::string {};

/// A key that is left out, and not null, where there is no value.
template <class T>
struct Maybe {
    std::optional<T> value;
};

/// An object whose keys are data.
template <class T>
struct Map {
    std::vector<std::pair<std::string, T>> entries;
};

/// The values of an enumeration that JSON holds by name, in the order of their declaration; none: it has no names.
template <class Enum>
[[gnu::visibility("hidden")]] inline constexpr std::array<Enum, 0> enumerators{};  // or it is as visible as std::array

/// The first key of each answer; docs/json.md explains the versions.
struct SchemaVersion {
    static constexpr int number = 2;
};

}  // namespace cudastdenv

// Each argument in parentheses is one use of `macro`. Four levels of three scans serve 81 of them.
#define CUDASTDENV_PARENTHESES ()
#define CUDASTDENV_EXPAND(...) CUDASTDENV_EXPAND_4(CUDASTDENV_EXPAND_4(CUDASTDENV_EXPAND_4(__VA_ARGS__)))
#define CUDASTDENV_EXPAND_4(...) CUDASTDENV_EXPAND_3(CUDASTDENV_EXPAND_3(CUDASTDENV_EXPAND_3(__VA_ARGS__)))
#define CUDASTDENV_EXPAND_3(...) CUDASTDENV_EXPAND_2(CUDASTDENV_EXPAND_2(CUDASTDENV_EXPAND_2(__VA_ARGS__)))
#define CUDASTDENV_EXPAND_2(...) CUDASTDENV_EXPAND_1(CUDASTDENV_EXPAND_1(CUDASTDENV_EXPAND_1(__VA_ARGS__)))
#define CUDASTDENV_EXPAND_1(...) __VA_ARGS__
#define CUDASTDENV_FOR_EACH(macro, ...) __VA_OPT__(CUDASTDENV_EXPAND(CUDASTDENV_NEXT(macro, __VA_ARGS__)))
#define CUDASTDENV_NEXT(macro, first, ...) \
    macro first __VA_OPT__(CUDASTDENV_NEXT_AGAIN CUDASTDENV_PARENTHESES(macro, __VA_ARGS__))
#define CUDASTDENV_NEXT_AGAIN() CUDASTDENV_NEXT

/// A field of the type Described: its member, its key, its meaning, and its form where the type does not say it.
#define CUDASTDENV_FIELD(name, key, ...) \
    Field::template of<decltype(Described::name)>(key, #name, offsetof(Described, name) __VA_OPT__(, ) __VA_ARGS__)
#define CUDASTDENV_MEMBER(type, name, ...) type name = {};
#define CUDASTDENV_MEMBER_FIELD(type, ...) CUDASTDENV_FIELD(__VA_ARGS__),

/// Declares the members of a struct and describes them. Each field is (type, member, key, meaning, form); the form is a
/// name of the library's own, `threeNumbers`, or `some threeNumbers` of a list that is not empty. The description is a
/// template, so that only files that use the shape of the type instantiate it; most that include it do not.
#define CUDASTDENV_RECORD(title_, meaning_, ...)                                                       \
    CUDASTDENV_FOR_EACH(CUDASTDENV_MEMBER, __VA_ARGS__)                                                \
    static constexpr std::string_view described_title = title_;                                        \
    static constexpr std::string_view described_meaning = meaning_;                                    \
    template <class Described, class Field>                                                            \
    static std::span<const Field> described_fields() {                                                 \
        static constexpr Field fields[] = {CUDASTDENV_FOR_EACH(CUDASTDENV_MEMBER_FIELD, __VA_ARGS__)}; \
        return fields;                                                                                 \
    }

/// The same of an answer, whose first key is the version of its form.
#define CUDASTDENV_ANSWER(title_, meaning_, ...) \
    CUDASTDENV_RECORD(title_, meaning_, (SchemaVersion, schema, "schemaVersion"), __VA_ARGS__)

#define CUDASTDENV_ENUMERATOR(name, text) Enum::name,
#define CUDASTDENV_ENUMERATOR_CASE(name, text) \
    case Enum::name: return text;
/// In namespace cudastdenv: makes `function` of the names of an enumeration's values, each given as (value,
/// "its-name"). A switch over them all sees to it that none is missing.
#define CUDASTDENV_NAMED_ENUM(function, Enum_, ...)                                            \
    template <>                                                                                \
    inline constexpr auto enumerators<Enum_> = [] {                                            \
        using Enum = Enum_;                                                                    \
        return std::to_array<Enum>({CUDASTDENV_FOR_EACH(CUDASTDENV_ENUMERATOR, __VA_ARGS__)}); \
    }();                                                                                       \
    [[nodiscard]] constexpr std::string_view function(Enum_ value) noexcept {                  \
        using Enum = Enum_;                                                                    \
        switch (value) { CUDASTDENV_FOR_EACH(CUDASTDENV_ENUMERATOR_CASE, __VA_ARGS__) }        \
        return {};                                                                             \
    }
/// The usual one.
#define CUDASTDENV_ENUM(...) CUDASTDENV_NAMED_ENUM(to_string, __VA_ARGS__)
#define CUDASTDENV_ENUMERATOR_NAME(name, text) name,
/// The same, which declares the enumeration too.
#define CUDASTDENV_NEW_ENUM(Enum_, ...)                                                               \
    enum class Enum_ : std::uint8_t { CUDASTDENV_FOR_EACH(CUDASTDENV_ENUMERATOR_NAME, __VA_ARGS__) }; \
    CUDASTDENV_ENUM(Enum_, __VA_ARGS__)
