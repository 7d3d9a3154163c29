#pragma once

/// Rows of the tables in the canonical form of data/*.json (tests/data/canonical.py): ready to be pasted.

#include "tables/fields.hpp"
#include "tables/scalars.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace cudastdenv::wire {

/// What has no parts; monostate is JSON's null.
using Scalar = std::variant<std::monostate, bool, int, std::string>;

/// A row, or a part of one.
struct Datum {
    bool operator==(const Datum&) const = default;

    enum class Kind { scalar, list, record };

    Kind kind = Kind::scalar;
    Scalar scalar;
    std::vector<std::string> keys;  ///< of a record
    std::vector<Datum> members;     ///< of a record or a list
};

/// A datum in canonical form, indented by `indent` columns, without a newline at the end.
[[nodiscard]] std::string canonical(const Datum& datum, std::size_t indent);

inline Datum scalar_datum(Scalar value) { return {Datum::Kind::scalar, std::move(value), {}, {}}; }
inline Datum datum_of(int value) { return scalar_datum(value); }
inline Datum datum_of(bool value) { return scalar_datum(value); }
inline Datum datum_of(std::string_view value) { return scalar_datum(std::string(value)); }
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
    if (!value) return {};
    return datum_of(*value);
}
template <class T>
Datum datum_of(std::span<const T> list) {
    Datum datum{Datum::Kind::list, {}, {}, {}};
    for (const T& value : list) datum.members.push_back(datum_of(value));
    return datum;
}

}  // namespace cudastdenv::wire
