// SPDX-License-Identifier: MIT
// docs/schema/ and data/schema/ contain the exact schema of every answer and of every table. CUDASTDENV_ACCEPT=1 writes
// them and fails, because such a run has tested nothing.
#include "found/answers.hpp"
#include "manifest/manifest.hpp"
#include "messages/nix.hpp"
#include "nix/audit.hpp"
#include "nix/update.hpp"
#include "pages/machine.hpp"
#include "source_directory.hpp"
#include "tables/fields.hpp"
#include "tables/json_tree.hpp"
#include "wire/json.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
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

/// The files of the tables, with their descriptions.
struct TableFile {
    std::string_view file;
    std::string_view meaning;
};

constexpr std::array table_files{
    TableFile{"advisories.json", "Combinations that pass nvcc's check but fail, or need care."},
    TableFile{"api.json", "Public names in the headers of the CUDA toolkit, by release."},
    TableFile{"capabilities.json", "Compute capabilities and the releases that support them."},
    TableFile{"components.json", "Components of the toolkit, with their files and packages."},
    TableFile{"consumers.json", "The architectures that build tools accept in lists, by tool version."},
    TableFile{"drivers.json", "The drivers that support each release."},
    TableFile{"environments.json", "Distributions and nixpkgs channels by name."},
    TableFile{"gpus.json", "GPU products by name, and their compute capability."},
    TableFile{"host_compilers.json", "The GCC and Clang major versions that each release supports, by policy."},
    TableFile{"libstdcxx.json", "The libstdc++ of each GCC release."},
    TableFile{"measured.json", "Measurements: libstdc++ headers that work with a host compiler under nvcc or with "
                               "Clang alone, and other properties of nvcc."},
    TableFile{"messages.json", "Messages of tools, and informative lines of logs."},
    TableFile{"package_sets.json", "The release of each CUDA package set of nixpkgs, by channel."},
    TableFile{"redist.json", "Nix systems and NVIDIA's names for them."},
    TableFile{"releases.json", "Releases of the CUDA toolkit."},
    TableFile{"rules.json", "Rules for which code runs on which GPU."},
    TableFile{"sources.json", "Sources of the data."},
    TableFile{"symbol_versions.json", "The symbols that each version of libstdc++ or glibc adds."},
    TableFile{"wheels.json", "The GPU code in Python wheels, and the versions of projects that fit each other."},
};

/// The syntax of values, which rows and records use by name.
struct TextForm {
    std::string_view name;  ///< name in the schemas
    std::string_view meaning;
    std::string_view pattern = {};            ///< for text; ECMA 262
    std::optional<std::size_t> longest = {};  ///< for text, in characters
    std::optional<std::int64_t> least = {};   ///< for a number, inclusive
    std::optional<std::int64_t> most = {};    ///< for a number, inclusive
};

// One line for each form.
// clang-format off
constexpr auto text_forms = std::to_array<TextForm>({
    {.name = "architecture", .meaning = "Name of a GPU architecture.", .pattern = R"(^[A-Z][a-z]+$)"},
    {.name = "attribute", .meaning = "A part of an attribute path.", .pattern = R"(^[A-Za-z0-9_-]+$)"},
    {.name = "baseline", .meaning = "A GPU's compute capability.", .pattern = R"(^[1-9][0-9]?\.[0-9]$)"},
    {.name = "branch", .meaning = "A driver branch: the first number of its drivers.", .least = 100},
    {.name = "capability", .meaning = "A compute capability: baseline, a (architecture-specific) or f (family-specific).", .pattern = R"(^[1-9][0-9]?\.[0-9][af]?$)"},
    {.name = "channel", .meaning = "A channel of nixpkgs.", .pattern = R"(^nixos-([0-9]{2}\.[0-9]{2}|unstable)$)"},
    {.name = "code", .meaning = "A name for programs.", .pattern = R"(^[a-z0-9]+(-[a-z0-9]+)*$)"},
    {.name = "alias", .meaning = "Another name, in the syntax of an id.", .pattern = R"(^[a-z0-9]+([.-][a-z0-9]+)*$)"},
    {.name = "compatPackageName", .meaning = "A compatibility package.", .pattern = R"(^cuda_compat(_orin)?$)"},
    {.name = "compiler", .meaning = "A compiler.", .pattern = R"(^(gcc|clang)-[1-9][0-9]?$)"},
    {.name = "component", .meaning = "NVIDIA's name for a component.", .pattern = R"(^[a-z][a-z0-9]*(_[a-z0-9]+)*$)"},
    {.name = "componentFile", .meaning = "A file, or a directory, which ends with /.", .pattern = R"(^[A-Za-z_][A-Za-z0-9_.+-]*(/[A-Za-z0-9_.+-]+)*/?$)"},
    {.name = "componentPackage", .meaning = "A package name, for conda and pip with a version; {major} and {minor} are those of the release, {number} is that in the soname.", .pattern = R"(^[a-z][a-z0-9_-]*(\{major\}(-\{minor\})?)?(==?([0-9]+|\{number\})(\.\*)?)?$)"},
    {.name = "consumerWord", .meaning = "A word in a list of architectures.", .pattern = R"(^[A-Za-z][A-Za-z0-9+-]*$)"},
    {.name = "listVariable", .meaning = "A variable or an option.", .pattern = R"(^[A-Za-z@/:_-][A-Za-z0-9@/:._-]*$)"},
    {.name = "cudaMajor", .meaning = "A major version of CUDA.", .least = 11},
    {.name = "cxxabi", .meaning = "A symbol version of libstdc++'s C++ ABI.", .pattern = R"(^CXXABI_1\.3\.[0-9]+$)"},
    {.name = "day", .meaning = "A day.", .pattern = R"(^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$)"},
    {.name = "dayOrMonth", .meaning = "A day or a month.", .pattern = R"(^20[0-9]{2}-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?$)"},
    {.name = "driverOrBuild", .meaning = "A driver version, or a Jetson build.", .pattern = R"(^[0-9]+\.[0-9]+\.[0-9]+$)"},
    {.name = "format", .meaning = "A format of lists.", .pattern = R"(^[a-z][a-z0-9_-]*$)"},
    {.name = "glibcxx", .meaning = "A symbol version of libstdc++.", .pattern = R"(^GLIBCXX_3\.4\.[0-9]+$)"},
    {.name = "id", .meaning = "Id, which other rows and the program use.", .pattern = R"(^[a-z0-9]+([.-][a-z0-9]+)*$)"},
    {.name = "apiName", .meaning = "A name, a header or a target.", .pattern = R"(^[A-Za-z_][A-Za-z0-9_:.+/-]*$)"},
    {.name = "header", .meaning = "A header, as in #include.", .pattern = R"(^[A-Za-z_][A-Za-z0-9_.+-]*(/[A-Za-z0-9_.+-]+)*$)"},
    {.name = "library", .meaning = "A library, without lib.", .pattern = R"(^[A-Za-z][A-Za-z0-9_-]*$)"},
    {.name = "packedNames", .meaning = "Names with common beginnings: a{b c} is ab and ac.", .pattern = R"(^[A-Za-z0-9_:~.{} ]+$)"},
    {.name = "qualifiedName", .meaning = "A name, with those around it.", .pattern = R"(^[A-Za-z_][A-Za-z0-9_:.]*$)"},
    {.name = "major", .meaning = "A major version.", .least = 1, .most = 99},
    {.name = "package", .meaning = "A package name; {} is the major version.", .pattern = R"(^[a-z0-9+_:=-]+({}[a-z0-9+_-]*)?$)"},
    {.name = "packageSet", .meaning = "A CUDA package set of nixpkgs.", .pattern = R"(^cudaPackages(_[0-9]+){0,2}$)"},
    {.name = "product", .meaning = "A product name.", .pattern = R"(^[A-Z][A-Za-z0-9()]*([ -][A-Za-z0-9()]+)*$)"},
    {.name = "packageVersion", .meaning = "A version of a Python package.", .pattern = R"(^(0|[1-9][0-9]*)(\.(0|[1-9][0-9]*)){2,3}(\.post[0-9]+)?$)"},
    {.name = "pipName", .meaning = "A name for pip, with or without an extra.", .pattern = R"(^[a-z0-9]+(-[a-z0-9]+)*(\[[a-z0-9-]+\])?$)"},
    {.name = "pythonPackage", .meaning = "A package on PyPI.", .pattern = R"(^[a-z0-9]+(-[a-z0-9]+)*$)"},
    {.name = "requirement", .meaning = "A package and its versions, as pip reads them, without markers.", .pattern = R"(^[a-z0-9]+(-[a-z0-9]+)*((===?|[<>~!]=|[<>])[0-9][0-9a-z.*]*(,([<>~!]?=|[<>])[0-9][0-9a-z.*]*)*)?$)"},
    {.name = "wheelVariant", .meaning = "cpu, or cu with the numbers of a CUDA release.", .pattern = R"(^(cpu|cu[0-9]{3})$)"},
    {.name = "program", .meaning = "Name or path of a program; {} is the major version.", .pattern = R"(^[A-Za-z0-9+_./-]+({}[A-Za-z0-9+_./-]*)?$)"},
    {.name = "nameWord", .meaning = "A word in names.", .pattern = R"(^[a-z0-9]+$)"},
    {.name = "redist", .meaning = "NVIDIA's name for a platform.", .pattern = R"(^[a-z]+-[a-z0-9_]+$)"},
    {.name = "redistOrUnsupported", .meaning = "NVIDIA's name for a platform, or unsupported.", .pattern = R"(^(unsupported|[a-z]+-[a-z0-9_]+)$)"},
    {.name = "ruleId", .meaning = "Id, which the program uses.", .pattern = R"(^[a-z]+(-[a-z]+)*$)"},
    {.name = "language", .meaning = "A language, as in locale names.", .pattern = R"(^[a-z]{2,3}(_[A-Z]{2})?$)"},
    {.name = "jitVersion", .meaning = "The number in a symbol of libnvJitLink.", .pattern = R"(^[1-9][0-9]_[0-9]+$)"},
    {.name = "sentences", .meaning = "One or two plain sentences.", .pattern = R"(^\S(.*\S)?$)", .longest = 240},
    {.name = "soname", .meaning = "File name of a libstdc++.", .pattern = R"(^libstdc\+\+\.so\.6\.0\.[0-9]+$)"},
    {.name = "sonameNumber", .meaning = "The number after .so.; {major}.{minor} for that of the release.", .pattern = R"(^([0-9]+(\.[0-9]+)*|\{major\}\.\{minor\})$)"},
    {.name = "cmakeName", .meaning = "A variable, a target or a file.", .pattern = R"(^[A-Za-z][A-Za-z0-9_.:-]*$)"},
    {.name = "symbol", .meaning = "A mangled symbol.", .pattern = R"(^[A-Za-z0-9_.$]+$)"},
    {.name = "symbolVersion", .meaning = "A symbol version of libstdc++ or glibc.", .pattern = R"(^(GLIBCXX_3\.4(\.[0-9]+)?|CXXABI_(1\.3(\.[0-9]+)?|FLOAT128|TM_1)|GLIBC_2\.[0-9]+)$)"},
    {.name = "nixSystem", .meaning = "A Nix system.", .pattern = R"(^[a-z0-9_]+-[a-z0-9]+$)"},
    {.name = "text", .meaning = "Text without leading or trailing blanks.", .pattern = R"(^\S(.*\S)?$)"},
    {.name = "threeNumbers", .meaning = "Three numbers.", .pattern = R"(^(0|[1-9][0-9]{0,5})(\.(0|[1-9][0-9]{0,5})){2}$)"},
    {.name = "twoNumbers", .meaning = "Two numbers.", .pattern = R"(^(0|[1-9][0-9]{0,5})\.(0|[1-9][0-9]{0,5})$)"},
    {.name = "twoOrThreeNumbers", .meaning = "Two or three numbers.", .pattern = R"(^(0|[1-9][0-9]{0,5})(\.(0|[1-9][0-9]{0,5})){1,2}$)"},
    {.name = "version", .meaning = "A version.", .pattern = R"(^[0-9]+(\.[0-9]+){0,3}$)"},
    {.name = "url", .meaning = "An address.", .pattern = R"(^https://\S+$)"},
    {.name = "driver", .meaning = "A driver version in NVIDIA's form: one to three numbers, at least two digits after a dot.", .pattern = R"(^[1-9][0-9]{2}(\.([0-9]{2}|[1-9][0-9]{2})){0,2}$)"},
    {.name = "source", .meaning = "An id of sources.json.", .pattern = R"(^[a-z0-9]+([.-][a-z0-9]+)*$)"},
});
// clang-format on

/// Finds a form by its name in the schemas.
const TextForm& find_form(std::string_view name) {
    const auto form = std::ranges::find(text_forms, name, &TextForm::name);
    if (form == text_forms.end()) throw std::logic_error("no form is called " + std::string(name));
    return *form;
}

/// Schemas of parts that answers share, by name, as they are found.
using Definitions = std::map<std::string, Json, std::less<>>;

Json of_type(std::string_view type) { return {{"type", type}}; }

Json any_of(Json members) { return {{"anyOf", std::move(members)}}; }

/// Replaces the description of a schema; keeps its own if `meaning` is empty.
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

    /// The schema of an answer, in its own file.
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
            {"schemaVersion", {{"description", "Format version of this file."}, {"const", table_file_version}}}};
        for (auto& [key, property] : schema["properties"].items()) {
            // An empty table is an error.
            if (property.value("type", "") == "array") property["minItems"] = 1;
            properties[key] = std::move(property);
        }
        schema["properties"] = std::move(properties);
        return schema;
    }

private:
    /// Adds the keys of an object. All are required, except those that may be absent.
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

    /// A reference to a shared definition. Throws std::logic_error if the name already has another definition.
    Json reference(std::string_view name, Json schema) {
        if (definitions_.try_emplace(std::string(name), schema).first->second != schema)
            throw std::logic_error("two definitions are called " + std::string(name));
        return reference_to(name);
    }

    Json of_form(std::string_view name, std::string_view type) {
        if (name.empty()) return of_type(type);
        const TextForm& form = find_form(name);
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
        return reference("foreignText", described("Text from outside; an array of bytes where it is not UTF-8.",
                                                  any_of(Json::array({of_type("string"), std::move(bytes)}))));
    }

    Json of_record(const Shape& shape) {
        // During recursion, the record has no definition yet, and may be one of its own parts.
        const bool is_first = records_.emplace(shape.title, &shape).second;
        if (records_.at(shape.title) != &shape)
            throw std::logic_error("two records are called " + std::string(shape.title));
        if (!is_first) return reference_to(shape.title);
        Json schema{{"description", shape.meaning}};
        add_properties(schema, shape.fields());
        return reference(shape.title, std::move(schema));
    }

    /// `form` adds what the type does not imply.
    Json of(const Shape& shape, std::string_view form = {}, bool some = false) {
        switch (shape.kind) {
            case Shape::Kind::boolean: return of_type("boolean");
            case Shape::Kind::integer: return of_form(form, "integer");
            case Shape::Kind::text: return of_form(form, "string");
            case Shape::Kind::foreign_text: return foreign_text();
            case Shape::Kind::code: return of_form("code", "string");
            case Shape::Kind::named:
                if (form.empty() && shape.form.empty()) return {{"enum", shape.names()}};
                return of_form(form.empty() ? shape.form : form, "string");
            case Shape::Kind::constant: return {{"description", shape.meaning}, {"const", shape.number(nullptr)}};
            case Shape::Kind::null: return of_type("null");
            case Shape::Kind::optional: return any_of(Json::array({of(*shape.inner, form, some), of_type("null")}));
            case Shape::Kind::maybe: return of(*shape.inner, form, some);
            case Shape::Kind::list: {
                Json schema = of_type("array");
                if (some) schema["minItems"] = 1;
                if (!form.empty()) schema["uniqueItems"] = true;
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
            // A row of a table, unchanged; the table's own schema describes it.
            case Shape::Kind::json: return of_type("object");
        }
        return {};
    }

    Definitions& definitions_;
    std::map<std::string_view, const Shape*> records_;
};

/// The schema of shared parts. `whose`: the owners, in the plural.
Json common_schema_of(const Definitions& definitions, std::string_view whose) {
    Json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                {"$id", common_schema},
                {"description", "Parts that the schemas of the " + std::string(whose) + " refer to."},
                {"$defs", Json::object()}};
    for (const auto& [name, definition] : definitions) schema["$defs"][name] = definition;
    return schema;
}

/// OptionTexts of files in a directory, by name.
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

void check_published(const std::filesystem::path& directory, const SchemaTexts& files) {
    const char* accept = std::getenv("CUDASTDENV_ACCEPT");
    if (accept && std::string_view(accept) == "1") {
        std::filesystem::remove_all(directory);
        std::filesystem::create_directories(directory);
        for (const auto& [name, text] : files) std::ofstream(directory / name) << text;
        FAIL("written: look at the difference, and run the test again");
    }
    for (const auto& entry : std::filesystem::directory_iterator(directory))
        CHECK_MESSAGE(files.contains(entry.path().filename().string()), "a schema of nothing: ", entry.path().string());
    for (const auto& entry : files) {
        const std::string& name = entry.first;
        CHECK_MESSAGE((std::filesystem::exists(directory / name) && contents_of(directory / name) == entry.second),
                      name, " is not as the records say; CUDASTDENV_ACCEPT=1 writes it again");
    }
}

}  // namespace

TEST_CASE("publishes the schemas of the answers") {
    check_published(source_directory() / "docs/schema",
                    schemas_of_answers<found::AbiAnswer, ApiAnswer, CapabilitiesRecord, Closure, CompatAnswer,
                                       CoversAnswer, FilesAnswer, AskAnswer, found::DetectAnswer, DiagnoseAnswer,
                                       GpuAnswer, found::EnvAnswer, ErrorRecord, ExplainAnswer, HelpRecord, Ingested,
                                       Toolkit, LintAnswer, manifest::Manifest, nix::Audit, nix::Diff, NixImpactAnswer,
                                       nix::Update, PortAnswer, ProvidesAnswer, ReleasesAnswer, ReplyRecord,
                                       ResolveAnswer, SpelledAnswer, found::VerifyAnswer, WheelAnswer>());
}

TEST_CASE("publishes the schemas of the tables") {
    for (const TableMember& member : table_members())
        CHECK_MESSAGE(std::ranges::count(table_files, member.file, &TableFile::file) == 1, member.file);
    check_published(source_directory() / "data/schema", schemas_of_tables());
}
