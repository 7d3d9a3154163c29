// SPDX-License-Identifier: MIT
// docs/schema/ and data/schema/ hold the schema of every answer and of every table, to the letter.
// CUDASTDENV_ACCEPT=1 writes them, and fails: an accepting run has tested nothing.
#include "pages/closure.hpp"
#include "source_directory.hpp"
#include "tables/fields.hpp"
#include "tables/json_tree.hpp"
#include "wire/records/help.hpp"
#include "wire/records/nix.hpp"
#include "wire/records/reply.hpp"
#include "words/abi.hpp"
#include "words/host.hpp"
#include "words/ingest.hpp"
#include "words/nix.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace cudastdenv;
using namespace cudastdenv::wire;

constexpr std::string_view common_schema = "common.schema.json";

/// Schemas of the parts that answers have in common, by name, as they are met.
using Definitions = std::map<std::string, Json, std::less<>>;

Json of_type(std::string_view type) { return {{"type", type}}; }

Json any_of(Json members) { return {{"anyOf", std::move(members)}}; }

/// The schema with this description in place of its own; without one as it is.
Json described(std::string_view meaning, Json schema = Json::object()) {
    if (meaning.empty()) return schema;
    Json result{{"description", meaning}};
    for (const auto& [key, member] : schema.items())
        if (key != "description") result[key] = member;
    return result;
}

Json head(const std::string& name) {
    return {{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"$id", name + ".schema.json"}};
}

class SchemaWriter {
public:
    explicit SchemaWriter(Definitions& definitions) : definitions_(definitions) {}

    /// The schema of an answer, in a file of its own.
    Json answer(const Shape& shape) {
        Json schema = head(std::string(shape.title));
        schema["description"] = shape.meaning;
        add_properties(schema, shape.fields());
        return schema;
    }

    /// The schema of a table's file.
    Json table(const TableFile& file) {
        Json schema = head(std::string(file.file.substr(0, file.file.rfind('.'))));
        schema["description"] = file.meaning;
        std::vector<Field> fields;
        for (const TableMember* member : members_of(file.file)) fields.push_back(member->field);
        add_properties(schema, fields);
        schema["required"].insert(schema["required"].begin(), "schemaVersion");
        Json properties{
            {"schemaVersion", {{"description", "Version of the form of this file."}, {"const", table_file_version}}}};
        for (auto& [key, property] : schema["properties"].items()) {
            // A table without a row has lost them.
            if (property.value("type", "") == "array") property["minItems"] = 1;
            properties[key] = std::move(property);
        }
        schema["properties"] = std::move(properties);
        return schema;
    }

private:
    /// Adds the keys of an object, all of which it must have but those that may be absent.
    void add_properties(Json& schema, std::span<const Field> fields) {
        Json required = Json::array();
        Json properties = Json::object();
        for (const Field& field : fields) {
            properties[std::string(field.key)] = described(field.meaning, of(*field.shape, field.form, field.some));
            if (field.shape->kind != Shape::Kind::maybe) required.push_back(field.key);
        }
        schema.update(of_type("object"));
        schema["required"] = std::move(required);
        schema["additionalProperties"] = false;
        schema["properties"] = std::move(properties);
    }

    static Json reference_to(std::string_view name) {
        return {{"$ref", std::string(common_schema) + "#/$defs/" + std::string(name)}};
    }

    /// A reference to what is defined once. Throws std::logic_error where the name is already another definition's.
    Json reference(std::string_view name, Json schema) {
        if (definitions_.try_emplace(std::string(name), schema).first->second != schema)
            throw std::logic_error("two definitions are called " + std::string(name));
        return reference_to(name);
    }

    Json of_form(const cudastdenv::TextForm& form, std::string_view type) {
        Json schema = described(form.meaning, of_type(type));
        if (form.longest) schema["maxLength"] = *form.longest;
        if (!form.pattern.empty()) schema["pattern"] = form.pattern;
        if (form.least) schema["minimum"] = *form.least;
        if (form.most) schema["maximum"] = *form.most;
        return reference(form.name, std::move(schema));
    }

    Json foreign_text() {
        Json byte = of_type("integer");
        byte["minimum"] = 0;
        byte["maximum"] = 255;
        Json bytes = of_type("array");
        bytes["items"] = std::move(byte);
        return reference("foreignText", described("A text from outside; what is not UTF-8 is an array of its bytes.",
                                                  any_of(Json::array({of_type("string"), std::move(bytes)}))));
    }

    Json of_record(const Shape& shape) {
        // While its parts are looked at, the record has no definition yet, and may be one of them.
        const bool is_first = records_.emplace(shape.title, &shape).second;
        if (records_.at(shape.title) != &shape)
            throw std::logic_error("two records are called " + std::string(shape.title));
        if (!is_first) return reference_to(shape.title);
        Json schema{{"description", shape.meaning}};
        add_properties(schema, shape.fields());
        return reference(shape.title, std::move(schema));
    }

    /// `form` says what the type does not.
    Json of(const Shape& shape, const cudastdenv::TextForm* form = nullptr, bool some = false) {
        switch (shape.kind) {
            case Shape::Kind::boolean: return of_type("boolean");
            case Shape::Kind::integer: return form ? of_form(*form, "integer") : of_type("integer");
            case Shape::Kind::text: return form ? of_form(*form, "string") : of_type("string");
            case Shape::Kind::foreign_text: return foreign_text();
            case Shape::Kind::code: return of_form(*find_form("code"), "string");
            case Shape::Kind::named:
                if (form || shape.form) return of_form(form ? *form : *shape.form, "string");
                return {{"enum", shape.names()}};
            case Shape::Kind::constant: return {{"description", shape.meaning}, {"const", shape.number(nullptr)}};
            case Shape::Kind::null: return of_type("null");
            case Shape::Kind::optional: return any_of(Json::array({of(*shape.inner, form, some), of_type("null")}));
            case Shape::Kind::maybe: return of(*shape.inner, form, some);
            case Shape::Kind::list: {
                Json schema = of_type("array");
                if (some) schema["minItems"] = 1;
                if (form) schema["uniqueItems"] = true;
                schema["items"] = of(*shape.inner, form);
                return schema;
            }
            case Shape::Kind::map: {
                Json schema = of_type("object");
                schema["additionalProperties"] = of(*shape.inner);
                return schema;
            }
            case Shape::Kind::one_of: {
                Json schemas = Json::array();
                for (const Shape* alternative : shape.alternatives()) schemas.push_back(of(*alternative));
                return any_of(std::move(schemas));
            }
            case Shape::Kind::record: return of_record(shape);
            // A row of a table as it is there; the table's own schema describes it.
            case Shape::Kind::json: return of_type("object");
        }
        return {};
    }

    Definitions& definitions_;
    std::map<std::string_view, const Shape*> records_;
};

/// Of the parts that schemas have in common; `whose`: of what, in the plural.
Json common_schema_of(const Definitions& definitions, std::string_view whose) {
    Json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                {"$id", common_schema},
                {"description", "Parts that the schemas of the " + std::string(whose) + " refer to."},
                {"$defs", Json::object()}};
    for (const auto& [name, definition] : definitions) schema["$defs"][name] = definition;
    return schema;
}

/// The texts of a folder's files by their names.
using SchemaTexts = std::map<std::string, std::string>;

void add(SchemaTexts& files, std::string_view title, const Json& schema) {
    files[std::string(title) + ".schema.json"] = json_text(schema) + '\n';
}

template <class... Answers>
SchemaTexts schemas_of_answers() {
    SchemaTexts files;
    Definitions definitions;
    SchemaWriter writer(definitions);
    (add(files, Answers::described_title, writer.answer(shape_of<Answers>)), ...);
    add(files, "common", common_schema_of(definitions, "answers"));
    return files;
}

SchemaTexts schemas_of_tables() {
    SchemaTexts files;
    Definitions definitions;
    SchemaWriter writer(definitions);
    for (const TableFile& file : table_files) add(files, file.file.substr(0, file.file.rfind('.')), writer.table(file));
    add(files, "common", common_schema_of(definitions, "tables"));
    return files;
}

void check_published(const std::filesystem::path& folder, const SchemaTexts& files) {
    const char* accept = std::getenv("CUDASTDENV_ACCEPT");
    if (accept && std::string_view(accept) == "1") {
        std::filesystem::remove_all(folder);
        std::filesystem::create_directories(folder);
        for (const auto& [name, text] : files) std::ofstream(folder / name) << text;
        FAIL("written: look at the difference, and run the test again");
    }
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        CHECK_MESSAGE(files.contains(entry.path().filename().string()), "a schema of nothing: ", entry.path().string());
    for (const auto& entry : files) {
        const std::string& name = entry.first;
        CHECK_MESSAGE((std::filesystem::exists(folder / name) && contents_of(folder / name) == entry.second), name,
                      " is not as the records say; CUDASTDENV_ACCEPT=1 writes it again");
    }
}

}  // namespace

TEST_CASE("the schemas of the answers are published") {
    check_published(
        source_directory() / "docs/schema",
        schemas_of_answers<words::AbiAnswer, CapabilitiesRecord, report::ClosureAnswer, CompatAnswer, CoversAnswer,
                           words::DetectAnswer, DiagnoseAnswer, GpuAnswer, words::EnvAnswer, ErrorRecord, ExplainAnswer,
                           HelpRecord, words::IngestAllAnswer, words::IngestAnswer, LintAnswer, words::ManifestAnswer,
                           NixAuditRecord, NixDiffRecord, NixImpactAnswer, NixUpdateRecord, ReleasesAnswer, ReplyRecord,
                           ResolveAnswer, SpelledAnswer, words::VerifyAnswer>());
}

TEST_CASE("the schemas of the tables are published") {
    check_published(source_directory() / "data/schema", schemas_of_tables());
}
