// SPDX-License-Identifier: MIT
#pragma once

/// The schemas of records and of tables: from the same fields that their JSON is written and read by.

#include "tables/datum.hpp"
#include "tables/fields.hpp"

#include <map>
#include <stdexcept>
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
        Datum schema = head(std::string(Fields<T>::title));
        add_record<T>(schema);
        return schema;
    }

    /// The schema of a table's file.
    Datum table(const TableFile& file) {
        Datum schema = head(std::string(file.file.substr(0, file.file.rfind('.'))));
        add_member(schema, "description", datum_of(file.meaning));
        Properties properties;
        Datum version = described("Version of the form of this file.");
        add_member(version, "const", datum_of(table_file_version));
        properties.add("schemaVersion", std::move(version));
        for_each_value([&](const auto& value) {
            if (value.file == file.file)
                properties.add(value.key, described(value.meaning, of(member_of(value.member), *value.form)));
        });
        for_each_list([&](const auto& list) {
            if (list.file == file.file) properties.add(list.key, described(list.meaning, rows(member_of(list.rows))));
        });
        properties.add_to(schema);
        return schema;
    }

private:
    template <class T>
    struct Tag {};

    template <class T>
    static Tag<T> member_of(T Tables::*) {
        return {};
    }

    /// The keys of an object, all of which it must have but those that may be absent.
    struct Properties {
        Datum required = list_datum();
        Datum all = record_datum();

        void add(std::string_view key, Datum schema, bool may_be_absent = false) {
            add_member(all, key, std::move(schema));
            if (!may_be_absent) required.members.push_back(datum_of(key));
        }

        void add_to(Datum& schema) {
            add_member(schema, "type", datum_of("object"));
            add_member(schema, "required", std::move(required));
            add_member(schema, "additionalProperties", datum_of(false));
            add_member(schema, "properties", std::move(all));
        }
    };

    /// A table without a row has lost them.
    template <class Row>
    Datum rows(Tag<std::span<const Row>> list) {
        Datum schema = of(list);
        add_member(schema, "minItems", datum_of(1));
        return schema;
    }

    static Datum head(const std::string& name) {
        Datum schema = record_datum();
        add_member(schema, "$schema", datum_of("https://json-schema.org/draft/2020-12/schema"));
        add_member(schema, "$id", datum_of(name + ".schema.json"));
        return schema;
    }

    /// The schema with this description in the place of its own; without one as it is.
    static Datum described(std::string_view meaning, Datum schema = record_datum()) {
        if (meaning.empty()) return schema;
        Datum result = record_datum();
        add_member(result, "description", datum_of(meaning));
        for (std::size_t i = 0; i < schema.keys.size(); ++i)
            if (schema.keys[i] != "description") add_member(result, schema.keys[i], std::move(schema.members[i]));
        return result;
    }

    static Datum of_type(std::string_view type) {
        Datum schema = record_datum();
        add_member(schema, "type", datum_of(type));
        return schema;
    }

    static Datum any_of(std::vector<Datum> members) {
        Datum schema = record_datum();
        add_member(schema, "anyOf", list_datum(std::move(members)));
        return schema;
    }

    /// A reference to what is defined once. `owner` tells two of one name apart: throws std::logic_error.
    template <class Define>
    Datum reference(std::string_view name, const void* owner, Define define) {
        if (owners_.emplace(name, owner).first->second != owner)
            throw std::logic_error("two definitions are called " + std::string(name));
        if (!definitions_.contains(name)) {
            definitions_.emplace(name, Datum());  // before its parts are looked at
            definitions_.find(name)->second = define();
        }
        Datum schema = record_datum();
        add_member(schema, "$ref", datum_of(std::string(common_schema) + "#/$defs/" + std::string(name)));
        return schema;
    }

    template <Record T>
    void add_record(Datum& schema) {
        if constexpr (requires { Fields<T>::meaning; }) add_member(schema, "description", datum_of(Fields<T>::meaning));
        Properties properties;
        Fields<T>::list([&]<class... Row, class... Member>(const Field<Row, Member>&... field) {
            (properties.add(field.key, of_field(field), is_maybe(Tag<Member>())), ...);
        });
        properties.add_to(schema);
    }

    template <class Row, class Member>
    Datum of_field(const Field<Row, Member>& field) {
        if (!field.form) return described(field.meaning, of(Tag<Member>()));
        return described(field.meaning, of(Tag<Member>(), *field.form));
    }

    template <class T>
    static constexpr bool is_maybe(Tag<T>) {
        return false;
    }
    template <class T>
    static constexpr bool is_maybe(Tag<Maybe<T>>) {
        return true;
    }

    /// Of a value whose type does not say all.
    template <class T>
    Datum of(Tag<T>, const Form& form) {
        return reference(form.name, form.meaning.data(), [&] {
            Datum schema = described(form.meaning, of_type(std::integral<T> ? "integer" : "string"));
            if (form.longest) add_member(schema, "maxLength", datum_of(*form.longest));
            if (!form.pattern.empty()) add_member(schema, "pattern", datum_of(form.pattern));
            if (form.least) add_member(schema, "minimum", datum_of(*form.least));
            if (form.most) add_member(schema, "maximum", datum_of(*form.most));
            return schema;
        });
    }
    template <class T>
    Datum of(Tag<std::optional<T>>, const Form& form) {
        return any_of({of(Tag<T>(), form), of_type("null")});
    }
    template <class T>
    Datum of(Tag<std::span<const T>>, const Form& form) {
        Datum schema = of_type("array");
        if (form.some) add_member(schema, "minItems", datum_of(1));
        add_member(schema, "uniqueItems", datum_of(true));
        add_member(schema, "items", of(Tag<T>(), form));
        return schema;
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
        Datum schema = record_datum();
        add_member(schema, "description", datum_of("Version of the form of the answer."));
        add_member(schema, "const", datum_of(SchemaVersion::number));
        return schema;
    }
    Datum of(Tag<CodeName>) { return of(Tag<std::string>(), forms::code); }
    Datum of(Tag<ForeignText>) {
        return reference("foreignText", &common_schema, [] {
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
    Datum of(Tag<Version>) { return of(Tag<Version>(), forms::version); }
    Datum of(Tag<Capability>) { return of(Tag<Capability>(), forms::capability); }
    Datum of(Tag<Compiler>) { return of(Tag<Compiler>(), forms::compiler); }
    Datum of(Tag<DriverVersion>) { return of(Tag<DriverVersion>(), forms::driver); }
    template <NamedEnum T>
    Datum of(Tag<T>) {
        std::vector<Datum> names;
        for (const T value : enumerators<T>) names.push_back(datum_of(to_text(value)));
        Datum schema = record_datum();
        add_member(schema, "enum", list_datum(std::move(names)));
        return schema;
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
            return reference(Fields<T>::title, &Fields<T>::list, [&] { return record<T>(); });
        } else {
            return reference(Fields<T>::name, &Fields<T>::list, [&] { return record<T>(); });
        }
    }

    template <Record T>
    Datum record() {
        Datum schema = record_datum();
        add_record<T>(schema);
        return schema;
    }

    Definitions& definitions_;
    std::map<std::string, const void*, std::less<>> owners_;
};

/// Of the parts that schemas have in common; `whose`: of what, in the plural.
[[nodiscard]] inline Datum common_schema_of(const Definitions& definitions, std::string_view whose) {
    Datum defs = record_datum();
    for (const auto& [name, schema] : definitions) add_member(defs, name, schema);
    Datum schema = record_datum();
    add_member(schema, "$schema", datum_of("https://json-schema.org/draft/2020-12/schema"));
    add_member(schema, "$id", datum_of(common_schema));
    add_member(schema, "description", datum_of("Parts that the schemas of the " + std::string(whose) + " refer to."));
    add_member(schema, "$defs", std::move(defs));
    return schema;
}

}  // namespace cudastdenv::wire
