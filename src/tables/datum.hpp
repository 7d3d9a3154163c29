// SPDX-License-Identifier: MIT
#pragma once

/// Values on their way to JSON: rows of the tables and the records that answers are written as. What a record's keys
/// are is said once, in its Fields; its JSON and its schema follow from that.

#include "tables/fields.hpp"
#include "tables/scalars.hpp"

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace cudastdenv {

/// What has no parts; monostate is JSON's null.
using Scalar = std::variant<std::monostate, bool, std::int64_t, std::string>;

/// A row or a record, or a part of one.
struct Datum {
    bool operator==(const Datum&) const = default;

    enum class Kind { scalar, list, record };

    Kind kind = Kind::scalar;
    Scalar scalar;
    std::vector<std::string> keys;  ///< of a record
    std::vector<Datum> members;     ///< of a record or a list
};

/// A name for programs, `too-new`.
struct CodeName {
    std::string_view text;
};

/// A text from outside. What is not UTF-8 is written as an array of its bytes, so that no other file is named.
struct ForeignText {
    std::string text;
};

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

/// What each answer begins with; docs/json.md says what a version means.
struct SchemaVersion {
    static constexpr int number = 2;
};

/// A datum as JSON, indented by two columns at each level, without a newline at the end.
[[nodiscard]] std::string json_text(const Datum& datum);

/// A datum in the canonical form of data/*.json (tests/data/canonical.py), ready to be pasted; indented by `indent`
/// columns, without a newline at the end.
[[nodiscard]] std::string canonical(const Datum& datum, std::size_t indent);

inline Datum scalar_datum(Scalar value) { return {Datum::Kind::scalar, std::move(value), {}, {}}; }
inline Datum list_datum(std::vector<Datum> members = {}) { return {Datum::Kind::list, {}, {}, std::move(members)}; }
/// Without members: add_member() adds them.
inline Datum record_datum() { return {Datum::Kind::record, {}, {}, {}}; }
inline void add_member(Datum& record, std::string_view key, Datum value) {
    record.keys.emplace_back(key);
    record.members.push_back(std::move(value));
}

inline Datum datum_of(std::integral auto value) { return scalar_datum(static_cast<std::int64_t>(value)); }
inline Datum datum_of(bool value) { return scalar_datum(value); }
inline Datum datum_of(std::string_view value) { return scalar_datum(std::string(value)); }
inline Datum datum_of(const std::string& value) { return scalar_datum(value); }
inline Datum datum_of(const char* value) { return scalar_datum(std::string(value)); }
inline Datum datum_of(const Scalar& value) { return scalar_datum(value); }
inline Datum datum_of(CodeName value) { return datum_of(value.text); }
inline Datum datum_of(const ForeignText& value) { return datum_of(value.text); }
inline Datum datum_of(const Datum& datum) { return datum; }
inline Datum datum_of(SchemaVersion) { return datum_of(SchemaVersion::number); }
template <TextScalar T>
Datum datum_of(T value) {
    return datum_of(std::string_view(to_text(value)));
}
template <class T>
Datum datum_of(const std::optional<T>& value);
template <class T>
Datum datum_of(std::span<const T> list);
template <class T>
Datum datum_of(const std::vector<T>& list);
template <class T>
Datum datum_of(const Map<T>& map);
template <class... T>
Datum datum_of(const std::variant<T...>& one);

template <Record T>
Datum datum_of(const T& record) {
    Datum datum = record_datum();
    for_each_field(record, [&]<class Member>(std::string_view key, const Member& value) {
        if constexpr (requires { value.value.has_value(); }) {
            if (value.value) add_member(datum, key, datum_of(*value.value));
        } else {
            add_member(datum, key, datum_of(value));
        }
    });
    return datum;
}
template <class T>
Datum datum_of(const std::optional<T>& value) {
    if (!value) return {};
    return datum_of(*value);
}
template <class T>
Datum datum_of(std::span<const T> list) {
    Datum datum = list_datum();
    for (const T& value : list) datum.members.push_back(datum_of(value));
    return datum;
}
template <class T>
Datum datum_of(const std::vector<T>& list) {
    return datum_of(std::span<const T>(list));
}
template <class... T>
Datum datum_of(const std::variant<T...>& one) {
    return std::visit([](const auto& value) { return datum_of(value); }, one);
}
template <class T>
Datum datum_of(const Map<T>& map) {
    Datum datum = record_datum();
    for (const auto& [key, value] : map.entries) add_member(datum, key, datum_of(value));
    return datum;
}

}  // namespace cudastdenv
