#pragma once

/// Rows of the tables in the canonical form of data/*.json (tests/data/canonical.py): ready to be pasted.

#include "tables/fields.hpp"
#include "tables/scalars.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::wire {

/// A row, or a part of one.
struct Datum {
    enum class Kind { scalar, list, record };

    Kind kind = Kind::scalar;
    std::string scalar;             ///< as JSON
    std::vector<std::string> keys;  ///< of a record
    std::vector<Datum> members;     ///< of a record or a list
};

/// A text as a JSON string, with no escapes but those that JSON demands.
[[nodiscard]] std::string json_string(std::string_view text);

/// A datum in canonical form, indented by `indent` columns, without a newline at the end.
[[nodiscard]] std::string canonical(const Datum& datum, std::size_t indent);

inline Datum datum_of(int value) { return {Datum::Kind::scalar, std::to_string(value), {}, {}}; }
inline Datum datum_of(bool value) { return {Datum::Kind::scalar, value ? "true" : "false", {}, {}}; }
inline Datum datum_of(std::string_view value) { return {Datum::Kind::scalar, json_string(value), {}, {}}; }
template <TextScalar T>
Datum datum_of(T value) {
    return datum_of(std::string_view(to_text(value)));
}
template <class T>
Datum datum_of(const std::optional<T>& value);
template <class T>
Datum datum_of(std::span<const T> list);
template <Record T>
Datum datum_of(const T& record) {
    Datum datum{Datum::Kind::record, {}, {}, {}};
    for_each_field(record, [&](std::string_view key, const auto& value) {
        datum.keys.emplace_back(key);
        datum.members.push_back(datum_of(value));
    });
    return datum;
}
template <class T>
Datum datum_of(const std::optional<T>& value) {
    return value ? datum_of(*value) : Datum{Datum::Kind::scalar, "null", {}, {}};
}
template <class T>
Datum datum_of(std::span<const T> list) {
    Datum datum{Datum::Kind::list, {}, {}, {}};
    for (const T& value : list) datum.members.push_back(datum_of(value));
    return datum;
}

}  // namespace cudastdenv::wire
