// SPDX-License-Identifier: MIT
#pragma once

/// Describes types of rows and records once. Their JSON, their schema, the loader and the embedder follow from it. A
/// description is data, so code that walks one is compiled once, not for each type.

#include "core/lists.hpp"

#include <cudastdenv/tables.hpp>

#include <concepts>
#include <filesystem>
#include <memory>
#include <memory_resource>
#include <type_traits>
#include <variant>

namespace cudastdenv {

/// Owns the texts and lists that rows point to. They live as long as the arena, also if it is moved.
class RowArena {
public:
    [[nodiscard]] std::string_view text(std::string_view text) {
        const std::span<char> copy = list<char>(text.size());
        std::ranges::copy(text, copy.begin());
        return {copy.data(), copy.size()};
    }
    /// A list of value-initialised elements, to be filled.
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

struct Shape;

struct Field {
    std::string_view key;     ///< in JSON
    std::string_view member;  ///< in C++
    std::size_t offset;       ///< bytes from the beginning of its row or record
    const Shape* shape;
    std::string_view meaning = {};  ///< for the schema; one sentence
    std::string_view form = {};     ///< for the schema: a name for what the member's type does not say
    bool some = false;              ///< for the schema: a list that is not empty

    /// `form`: the name of one, after `some ` for a list that is not empty.
    template <class T>
    static constexpr Field of(std::string_view key, std::string_view member, std::size_t offset,
                              std::string_view meaning = {}, std::string_view form = {});
};

/// A value with a type known at run time only. It does not own the value.
struct AnyValue {
    const void* data;
    const Shape* shape;

    AnyValue(const void* its_data, const Shape* its_shape) noexcept : data(its_data), shape(its_shape) {}
    /// A described type converts implicitly, so that functions with an AnyValue parameter accept its values.
    template <class T>
    AnyValue(const T& value) noexcept;

    /// Null if it has another type.
    template <class T>
    [[nodiscard]] const T* as() const;
};

/// The elements of a list, contiguous, and the shape of each.
struct Elements {
    const std::byte* first;
    std::size_t count;
    const Shape* shape;

    [[nodiscard]] AnyValue operator[](std::size_t i) const;
};

/// Describes a C++ type: its form in JSON, and access to its values. Functions that its kind does not name are null.
struct Shape {
    enum class Kind {
        boolean,
        integer,       ///< number
        text,          ///< text
        foreign_text,  ///< text; an array of its bytes where it is not UTF-8
        code,          ///< text; a name for programs
        named,         ///< print, parse; a text for a value
        constant,      ///< number; always the same
        null,          ///< always null
        optional,      ///< inner, get, emplace; null without a value
        maybe,         ///< inner, get; the key is absent without a value
        list,          ///< inner, elements, and resize where it can be filled
        map,           ///< inner, entries
        one_of,        ///< alternatives, held
        record,        ///< title, meaning, fields
        json,          ///< a value of the JSON library
    };

    Kind kind;
    std::size_t size = 0;           ///< bytes of the C++ type
    std::string_view type = {};     ///< the C++ type, as its name is written in namespace cudastdenv
    const Shape* inner = nullptr;   ///< of the value or of each element
    std::string_view form = {};     ///< named, unless an enumeration: as in Field
    std::string_view title = {};    ///< in schemas
    std::string_view meaning = {};  ///< in schemas; one sentence

    std::int64_t (*number)(const void*) = nullptr;
    std::string_view (*text)(const void*) = nullptr;
    std::string (*print)(const void*) = nullptr;
    bool (*parse)(std::string_view, void*) = nullptr;  ///< false if no value has that text
    std::string_view expected = {};                    ///< what parse() reads, for errors
    std::vector<std::string> (*names)() = nullptr;     ///< of an enumeration: all its texts
    const void* (*get)(const void*) = nullptr;         ///< null without a value
    void* (*emplace)(void*) = nullptr;                 ///< gives it a value to be filled in
    Elements (*elements)(const void*) = nullptr;
    void* (*resize)(void*, RowArena&, std::size_t) = nullptr;  ///< gives the first of so many elements
    std::vector<std::pair<std::string_view, const void*>> (*entries)(const void*) = nullptr;
    std::vector<const Shape*> (*alternatives)() = nullptr;
    AnyValue (*held)(const void*) = nullptr;
    std::span<const Field> (*fields)() = nullptr;
};

inline AnyValue Elements::operator[](std::size_t i) const { return {first + i * shape->size, shape}; }

/// A text or a path from outside; null in JSON if empty.
template <class T>
struct OrNull : T {
    OrNull() = default;
    template <class From>
        requires(!std::same_as<std::remove_cvref_t<From>, OrNull>)
    &&requires(From from) { T{from}; }
    OrNull(From&& from) : T{std::forward<From>(from)} {}
};
using OptionalText = OrNull<ForeignText>;
using OptionalPath = OrNull<std::filesystem::path>;

/// Absent if a text from outside is empty.
[[nodiscard]] inline std::optional<ForeignText> some_foreign(std::string text) {
    return text.empty() ? std::nullopt : std::optional(ForeignText{std::move(text)});
}

[[nodiscard]] inline std::vector<ForeignText> foreign_texts(const std::vector<std::string>& texts) {
    std::vector<ForeignText> foreign;
    for (const std::string& text : texts) foreign.push_back({text});
    return foreign;
}

/// A value without parts; monostate is null in JSON.
using Scalar = std::variant<std::monostate, bool, std::int64_t, std::string>;

/// A type described by CUDASTDENV_RECORD.
template <class T>
concept SelfDescribed = requires {
    T::template described_fields<T, Field>();
};

/// The type's name as the compiler prints it, without this namespace.
template <class T>
constexpr std::string_view type_name() {
    std::string_view name = __PRETTY_FUNCTION__;
    name.remove_prefix(name.find("T = ") + 4);
    name = name.substr(0, name.find_first_of(";]"));
    constexpr std::string_view here = "cudastdenv::";
    if (name.starts_with(here)) name.remove_prefix(here.size());
    return name;
}

template <class T>
constexpr Shape make_shape();

template <class T>
inline constexpr Shape shape_of = make_shape<T>();

template <class T>
constexpr Field Field::of(std::string_view key, std::string_view member, std::size_t offset, std::string_view meaning,
                          std::string_view form) {
    constexpr std::string_view some = "some ";
    const bool is_some = form.starts_with(some);
    if (is_some) form.remove_prefix(some.size());
    return {key, member, offset, &shape_of<T>, meaning, form, is_some};
}

template <class T>
const T* AnyValue::as() const {
    return shape == &shape_of<T> ? static_cast<const T*>(data) : nullptr;
}

template <class T>
AnyValue::AnyValue(const T& value) noexcept : data(&value), shape(&shape_of<T>) {}

template <class T>
struct ShapeOf;

template <std::integral T>
struct ShapeOf<T> {
    static constexpr Shape::Kind kind = std::same_as<T, bool> ? Shape::Kind::boolean : Shape::Kind::integer;
    static constexpr Shape shape{.kind = kind, .number = [](const void* value) {
                                     return std::int64_t(*static_cast<const T*>(value));
                                 }};
};
template <std::convertible_to<std::string_view> T>
struct ShapeOf<T> {
    static constexpr Shape::Kind kind = std::same_as<T, ForeignText> ? Shape::Kind::foreign_text
                                        : std::same_as<T, CodeName>  ? Shape::Kind::code
                                                                     : Shape::Kind::text;
    static constexpr Shape shape{.kind = kind, .text = [](const void* value) {
                                     return std::string_view(*static_cast<const T*>(value));
                                 }};
};
template <>
struct ShapeOf<std::filesystem::path> {
    static constexpr Shape shape{.kind = Shape::Kind::foreign_text, .text = [](const void* value) {
                                     return std::string_view(
                                         static_cast<const std::filesystem::path*>(value)->native());
                                 }};
};
template <class T>
struct ShapeOf<OrNull<T>> {
    static constexpr Shape shape{
        .kind = Shape::Kind::optional, .inner = &shape_of<T>, .get = [](const void* value) -> const void* {
            const T& its = *static_cast<const OrNull<T>*>(value);
            return its.empty() ? nullptr : &its;
        }};
};
template <>
struct ShapeOf<SchemaVersion> {
    static constexpr Shape shape{.kind = Shape::Kind::constant,
                                 .meaning = "Version of the form of the answer.",
                                 .number = [](const void*) { return std::int64_t{SchemaVersion::number}; }};
};
template <>
struct ShapeOf<std::monostate> {
    static constexpr Shape shape{.kind = Shape::Kind::null};
};

template <class T>
concept NamedEnum = !enumerators<T>.empty();

/// How JSON holds a value as text, unless it is an enumeration.
template <class T>
struct TextKind {
    std::string_view form = {};      ///< as in Field; empty: another type
    std::string_view expected = {};  ///< for errors
    std::optional<T> (*parse)(std::string_view) = nullptr;
};

template <class T>
inline constexpr TextKind<T> text_kind{};
template <>
inline constexpr TextKind<Version> text_kind<Version>{"version", R"(a version like "12.8" or "12.8.1")", parse_version};
template <>
inline constexpr TextKind<PackageVersion> text_kind<PackageVersion>{
    "packageVersion", R"(a package's version like "2.9.1" or "0.0.29.post3")", parse_package_version};
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

template <TextScalar T>
struct ShapeOf<T> {
    static constexpr Shape make() {
        Shape made{.kind = Shape::Kind::named};
        made.print = [](const void* value) { return to_text(*static_cast<const T*>(value)); };
        made.parse = [](std::string_view text, void* value) {
            std::optional<T> parsed;
            if constexpr (NamedEnum<T>) parsed = enumerator_named<T>(text);
            else parsed = text_kind<T>.parse(text);
            // Only what print() writes is read.
            if (!parsed || to_text(*parsed) != text) return false;
            *static_cast<T*>(value) = *parsed;
            return true;
        };
        if constexpr (NamedEnum<T>) {
            made.expected = "one of the names the schema lists";
            made.names = [] {
                std::vector<std::string> names;
                for (const T value : enumerators<T>) names.push_back(to_text(value));
                return names;
            };
            made.number = [](const void* value) { return static_cast<std::int64_t>(*static_cast<const T*>(value)); };
        } else {
            made.expected = text_kind<T>.expected;
            made.form = text_kind<T>.form;
        }
        return made;
    }
    static constexpr Shape shape = make();
};

template <class T>
struct ShapeOf<std::optional<T>> {
    static constexpr Shape shape{
        .kind = Shape::Kind::optional,
        .inner = &shape_of<T>,
        .get = [](const void* value) -> const void* {
            const auto& optional = *static_cast<const std::optional<T>*>(value);
            return optional ? &*optional : nullptr;
        },
        // For a nested struct, Clang rejects emplace() without a value: it checks before the defaults are known.
        .emplace = [](void* value) -> void* { return &static_cast<std::optional<T>*>(value)->emplace(T{}); },
    };
};
template <class T>
struct ShapeOf<Maybe<T>> {
    static constexpr Shape shape{.kind = Shape::Kind::maybe, .inner = &shape_of<T>, .get = [](const void* value) {
                                     return shape_of<std::optional<T>>.get(&static_cast<const Maybe<T>*>(value)->value);
                                 }};
};
template <class List>
constexpr Shape list_shape() {
    using T = std::remove_const_t<typename List::value_type>;
    Shape made{.kind = Shape::Kind::list, .inner = &shape_of<T>};
    made.elements = [](const void* value) -> Elements {
        const List& list = *static_cast<const List*>(value);
        return {reinterpret_cast<const std::byte*>(list.data()), list.size(), &shape_of<T>};
    };
    if constexpr (std::same_as<List, std::span<const T>>)
        made.resize = [](void* value, RowArena& arena, std::size_t count) -> void* {
            const std::span<T> elements = arena.list<T>(count);
            *static_cast<List*>(value) = elements;
            return elements.data();
        };
    return made;
}
template <class T>
struct ShapeOf<std::vector<T>> {
    static constexpr Shape shape = list_shape<std::vector<T>>();
};
template <class T>
struct ShapeOf<std::span<const T>> {
    static constexpr Shape shape = list_shape<std::span<const T>>();
};
template <class T>
struct ShapeOf<Map<T>> {
    static constexpr Shape shape{.kind = Shape::Kind::map, .inner = &shape_of<T>, .entries = [](const void* value) {
                                     std::vector<std::pair<std::string_view, const void*>> entries;
                                     for (const auto& [key, entry] : static_cast<const Map<T>*>(value)->entries)
                                         entries.emplace_back(key, &entry);
                                     return entries;
                                 }};
};
template <class... T>
struct ShapeOf<std::variant<T...>> {
    static constexpr Shape shape{.kind = Shape::Kind::one_of,
                                 .alternatives = [] { return std::vector<const Shape*>{&shape_of<T>...}; },
                                 .held =
                                     [](const void* value) {
                                         return std::visit(
                                             [](const auto& alternative) { return AnyValue(alternative); },
                                             *static_cast<const std::variant<T...>*>(value));
                                     }};
};
template <SelfDescribed T>
struct ShapeOf<T> {
    static constexpr Shape shape{.kind = Shape::Kind::record,
                                 .title = T::described_title,
                                 .meaning = T::described_meaning,
                                 .fields = T::template described_fields<T, Field>};
};
template <class T>
constexpr Shape make_shape() {
    Shape shape = ShapeOf<T>::shape;
    shape.size = sizeof(T);
    shape.type = type_name<T>();
    return shape;
}

[[nodiscard]] inline AnyValue field_in(const void* record, const Field& field) {
    return {static_cast<const std::byte*>(record) + field.offset, field.shape};
}

/// As JSON, indented by two columns a level, without a newline at the end. tables/json_tree.hpp has it for trees.
[[nodiscard]] std::string json_text(AnyValue value);

/// In the canonical form of data/*.json (tests/data/canonical.py), indented by `indent` columns, without a last
/// newline.
[[nodiscard]] std::string canonical(AnyValue value, std::size_t indent);

}  // namespace cudastdenv
