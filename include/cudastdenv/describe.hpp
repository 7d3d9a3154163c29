// SPDX-License-Identifier: MIT
#pragma once

/// Self-description of answers. One line for each member: type, name, JSON key and meaning.

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

/// A stable name for programs: `too-new`.
struct CodeName : std::string_view {
    using std::string_view::string_view;
    constexpr CodeName(std::string_view name) noexcept : std::string_view(name) {}
};

/// Text from outside. In JSON it is an array of bytes if it is not UTF-8, so that the name of a file survives.
struct ForeignText : std::string {};

/// A key that is absent, instead of null, if there is no value.
template <class T>
struct Maybe {
    std::optional<T> value;
};

/// An object whose keys are data.
template <class T>
struct Map {
    std::vector<std::pair<std::string, T>> entries;
};

/// The values of an enumeration with names in JSON, in the order of declaration. Empty: it has no names.
/// Hidden, because it would otherwise be as visible as std::array.
template <class Enum>
[[gnu::visibility("hidden")]] inline constexpr std::array<Enum, 0> enumerators{};

/// The first key of each answer; docs/json.md explains the versions.
struct SchemaVersion {
    static constexpr int number = 2;
};

}  // namespace cudastdenv

// Applies `macro` to each argument, which is in parentheses. Four levels of three scans suffice for 81 of them.
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

/// A field of the type Described: member, key, meaning, and form if the type does not imply it.
#define CUDASTDENV_FIELD(name, key, ...) \
    Field::template of<decltype(Described::name)>(key, #name, offsetof(Described, name) __VA_OPT__(, ) __VA_ARGS__)
#define CUDASTDENV_MEMBER(type, name, ...) type name = {};
#define CUDASTDENV_MEMBER_FIELD(type, ...) CUDASTDENV_FIELD(__VA_ARGS__),

/// Declares and describes the members of a struct. Each field is (type, member, key, meaning, form). The form is one of
/// the library's names, `threeNumbers`, or `some threeNumbers` for a list that is not empty. The description is a
/// template, so that it is instantiated only in files that use it, which most do not.
#define CUDASTDENV_RECORD(title_, meaning_, ...)                                                       \
    CUDASTDENV_FOR_EACH(CUDASTDENV_MEMBER, __VA_ARGS__)                                                \
    static constexpr std::string_view described_title = title_;                                        \
    static constexpr std::string_view described_meaning = meaning_;                                    \
    template <class Described, class Field>                                                            \
    static std::span<const Field> described_fields() {                                                 \
        static constexpr Field fields[] = {CUDASTDENV_FOR_EACH(CUDASTDENV_MEMBER_FIELD, __VA_ARGS__)}; \
        return fields;                                                                                 \
    }

/// Like CUDASTDENV_RECORD, for an answer. Its first key is the version of the format.
#define CUDASTDENV_ANSWER(title_, meaning_, ...) \
    CUDASTDENV_RECORD(title_, meaning_, (SchemaVersion, schema, "schemaVersion"), __VA_ARGS__)

#define CUDASTDENV_ENUMERATOR(name, text) Enum::name,
#define CUDASTDENV_ENUMERATOR_CASE(name, text) \
    case Enum::name: return text;
/// In namespace cudastdenv: defines `function`, which returns the name of an enumeration's value. Each argument is
/// (value, "its-name"). Its switch makes the compiler warn of missing values.
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
/// The usual function, to_string().
#define CUDASTDENV_ENUM(...) CUDASTDENV_NAMED_ENUM(to_string, __VA_ARGS__)
#define CUDASTDENV_ENUMERATOR_NAME(name, text) name,
/// Like CUDASTDENV_ENUM, and declares the enumeration.
#define CUDASTDENV_NEW_ENUM(Enum_, ...)                                                               \
    enum class Enum_ : std::uint8_t { CUDASTDENV_FOR_EACH(CUDASTDENV_ENUMERATOR_NAME, __VA_ARGS__) }; \
    CUDASTDENV_ENUM(Enum_, __VA_ARGS__)
