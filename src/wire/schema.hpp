// SPDX-License-Identifier: MIT
#pragma once

/// The schema of a record: from the same fields that its JSON is written by.

#include "tables/datum.hpp"
#include "tables/fields.hpp"

#include <map>
#include <string>
#include <string_view>

namespace cudastdenv::wire {

inline constexpr std::string_view common_schema = "common.schema.json";

/// Schemas of the parts that answers have in common, by name, as they are met.
using Definitions = std::map<std::string, Datum, std::less<>>;

class SchemaWriter {
public:
    explicit SchemaWriter(Definitions& definitions) : definitions_(definitions) {}

    /// The schema of an answer, which stands in a file of its own.
    template <Record T>
    Datum answer() {
        Datum schema = object();
        add_member(schema, "$schema", datum_of("https://json-schema.org/draft/2020-12/schema"));
        add_member(schema, "$id", datum_of(std::string(Fields<T>::title) + ".schema.json"));
        add_record<T>(schema);
        return schema;
    }

private:
    static Datum object() { return {Datum::Kind::record, {}, {}, {}}; }

    static Datum of_type(std::string_view type) {
        Datum schema = object();
        add_member(schema, "type", datum_of(type));
        return schema;
    }

    static Datum list_of(std::vector<Datum> members) { return {Datum::Kind::list, {}, {}, std::move(members)}; }

    static Datum any_of(std::vector<Datum> members) {
        Datum schema = object();
        add_member(schema, "anyOf", list_of(std::move(members)));
        return schema;
    }

    static Datum pattern(std::string_view meaning, std::string_view expression) {
        Datum schema = object();
        add_member(schema, "description", datum_of(meaning));
        add_member(schema, "type", datum_of("string"));
        add_member(schema, "pattern", datum_of(expression));
        return schema;
    }

    /// A reference to what is defined once.
    template <class Define>
    Datum reference(std::string_view name, Define define) {
        if (!definitions_.contains(name)) {
            definitions_.emplace(name, Datum());  // before its parts are looked at
            definitions_.find(name)->second = define();
        }
        Datum schema = object();
        add_member(schema, "$ref", datum_of(std::string(common_schema) + "#/$defs/" + std::string(name)));
        return schema;
    }

    template <class Enum>
    static Datum names_of() {
        std::vector<Datum> names;
        for (const Enum value : enumerators<Enum>) names.push_back(datum_of(to_text(value)));
        Datum schema = object();
        add_member(schema, "enum", list_of(std::move(names)));
        return schema;
    }

    template <Record T>
    void add_record(Datum& schema) {
        if constexpr (requires { Fields<T>::meaning; }) add_member(schema, "description", datum_of(Fields<T>::meaning));
        add_member(schema, "type", datum_of("object"));
        Datum required = list_of({});
        Datum properties = object();
        std::apply([&](const auto&... field) { (add_property(field, required, properties), ...); }, Fields<T>::list);
        add_member(schema, "required", std::move(required));
        add_member(schema, "additionalProperties", datum_of(false));
        add_member(schema, "properties", std::move(properties));
    }

    template <class Row, class Member>
    void add_property(const Field<Row, Member>& field, Datum& required, Datum& properties) {
        Datum described = object();
        if (!field.meaning.empty()) add_member(described, "description", datum_of(field.meaning));
        Datum schema = of(Tag<Member>());
        for (std::size_t i = 0; i < schema.keys.size(); ++i)
            if (schema.keys[i] != "description" || field.meaning.empty())
                add_member(described, schema.keys[i], std::move(schema.members[i]));
        add_member(properties, field.key, std::move(described));
        if (!is_maybe(Tag<Member>())) required.members.push_back(datum_of(field.key));
    }

    template <class T>
    struct Tag {};

    template <class T>
    static constexpr bool is_maybe(Tag<T>) {
        return false;
    }
    template <class T>
    static constexpr bool is_maybe(Tag<Maybe<T>>) {
        return true;
    }

    template <std::integral T>
    Datum of(Tag<T>) {
        return of_type("integer");
    }
    Datum of(Tag<bool>) { return of_type("boolean"); }
    Datum of(Tag<std::string>) { return of_type("string"); }
    Datum of(Tag<std::string_view>) { return of_type("string"); }
    /// A row of a table as it stands there; the table's own schema says how.
    Datum of(Tag<Datum>) { return of_type("object"); }
    Datum of(Tag<Scalar>) {
        return any_of({of_type("null"), of_type("boolean"), of_type("integer"), of_type("string")});
    }
    Datum of(Tag<SchemaVersion>) {
        Datum schema = object();
        add_member(schema, "description", datum_of("Version of the form of the answer."));
        add_member(schema, "const", datum_of(SchemaVersion::number));
        return schema;
    }
    Datum of(Tag<CodeName>) {
        return reference("code", [] { return pattern("A name for programs.", "^[a-z0-9]+(-[a-z0-9]+)*$"); });
    }
    Datum of(Tag<ForeignText>) {
        return reference("foreignText", [] {
            Datum byte = of_type("integer");
            add_member(byte, "minimum", datum_of(0));
            add_member(byte, "maximum", datum_of(255));
            Datum bytes = of_type("array");
            add_member(bytes, "items", std::move(byte));
            Datum schema = any_of({of_type("string"), std::move(bytes)});
            schema.keys.insert(schema.keys.begin(), "description");
            schema.members.insert(schema.members.begin(),
                                  datum_of("A text from outside; what is not UTF-8 is an array of its bytes."));
            return schema;
        });
    }
    Datum of(Tag<Version>) {
        return reference("version", [] { return pattern("A version.", "^[0-9]+(\\.[0-9]+){0,3}$"); });
    }
    Datum of(Tag<Capability>) {
        return reference("capability", [] { return pattern("A GPU capability.", "^[0-9]+\\.[0-9]+[af]?$"); });
    }
    Datum of(Tag<Compiler>) {
        return reference("compiler", [] { return pattern("A compiler.", "^(gcc|clang)-[0-9]+$"); });
    }
    Datum of(Tag<DriverVersion>) {
        return reference("driver", [] { return pattern("A driver version.", "^[0-9]+(\\.[0-9]+){0,2}$"); });
    }
    template <NamedEnum T>
    Datum of(Tag<T>) {
        return names_of<T>();
    }
    template <class T>
    Datum of(Tag<Maybe<T>>) {
        return of(Tag<T>());
    }
    template <class T>
    Datum of(Tag<std::optional<T>>) {
        return any_of({of(Tag<T>()), of_type("null")});
    }
    template <class T>
    Datum of(Tag<std::vector<T>>) {
        Datum schema = of_type("array");
        add_member(schema, "items", of(Tag<T>()));
        return schema;
    }
    template <class T>
    Datum of(Tag<std::span<const T>>) {
        return of(Tag<std::vector<T>>());
    }
    template <class T>
    Datum of(Tag<Map<T>>) {
        Datum schema = of_type("object");
        add_member(schema, "additionalProperties", of(Tag<T>()));
        return schema;
    }
    template <class... T>
    Datum of(Tag<std::variant<T...>>) {
        return any_of({of(Tag<T>())...});
    }
    template <Record T>
    Datum of(Tag<T>) {
        if constexpr (requires { Fields<T>::title; }) {
            return reference(Fields<T>::title, [&] { return record<T>(); });
        } else {
            return reference(Fields<T>::name, [&] { return record<T>(); });
        }
    }

    template <Record T>
    Datum record() {
        Datum schema = object();
        add_record<T>(schema);
        return schema;
    }

    Definitions& definitions_;
};

/// Of the parts that answers have in common.
[[nodiscard]] inline Datum common_schema_of(const Definitions& definitions) {
    Datum defs{Datum::Kind::record, {}, {}, {}};
    for (const auto& [name, schema] : definitions) add_member(defs, name, schema);
    Datum schema{Datum::Kind::record, {}, {}, {}};
    add_member(schema, "$schema", datum_of("https://json-schema.org/draft/2020-12/schema"));
    add_member(schema, "$id", datum_of(common_schema));
    add_member(schema, "description", datum_of("Parts that the schemas of the answers refer to."));
    add_member(schema, "$defs", std::move(defs));
    return schema;
}

}  // namespace cudastdenv::wire
