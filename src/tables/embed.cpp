// SPDX-License-Identifier: MIT
// The embedder: reads data/*.json with the run-time loader and writes them as constexpr C++ tables. Tables that do not
// load cannot be compiled in.

#include "tables/fields.hpp"

#include <cudastdenv/load.hpp>

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace cudastdenv {

namespace {

std::string literal(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte >= 0x7f || c == '"' || c == '\\' || c == '?') escaped += fmt::format("\\{:03o}", byte);
        else escaped += c;
    }
    return fmt::format("\"{}\"sv", escaped);
}

/// An initialiser of a value that is a text in JSON.
std::string named(AnyValue value) {
    const Shape& shape = *value.shape;
    if (shape.names) return fmt::format("{}({})", shape.type, shape.number(value.data));
    if (const auto* version = value.as<Version>())
        return fmt::format("Version{{{}, {}, {}}}", version->major, version->minor, version->patch);
    if (const auto* package = value.as<PackageVersion>())
        return fmt::format("PackageVersion{{{}, {}, {}, {}, {}}}", package->major, package->minor, package->patch,
                           package->build, package->post);
    if (const auto* capability = value.as<Capability>())
        return fmt::format("Capability{{{}, {}, Capability::Kind({})}}", capability->major, capability->minor,
                           static_cast<int>(capability->kind));
    if (const auto* driver = value.as<DriverVersion>())
        return fmt::format("DriverVersion{{{}, {}, {}}}", driver->branch, driver->minor, driver->patch);
    if (const auto* compiler = value.as<Compiler>())
        return fmt::format("Compiler{{{}, {}}}", named(AnyValue(compiler->family)), compiler->major);
    throw std::logic_error(fmt::format("no initialiser for {}", shape.type));
}

/// Writes values as C++ initialisers. Lists become separate arrays before the row that uses them.
class Emitter {
public:
    std::string source(const Tables& tables) {
        std::vector<Field> fields;
        for (const TableMember& member : table_members()) fields.push_back(member.field);
        const std::string view = initialisers(&tables, fields);
        return fmt::format("// Written by the embedder from data/*.json.\n"
                           "#include <cudastdenv/tables.hpp>\n"
                           "namespace cudastdenv {{\nusing namespace std::string_view_literals;\nnamespace {{\n{}}}\n"
                           "Tables builtin_tables() noexcept {{ return {{{}}}; }}\n}}\n",
                           arrays_, view);
    }

private:
    std::string value(AnyValue value) {
        using Kind = Shape::Kind;
        const Shape& shape = *value.shape;
        if (shape.kind == Kind::integer) return std::to_string(shape.number(value.data));
        if (shape.kind == Kind::boolean) return shape.number(value.data) != 0 ? "true" : "false";
        if (shape.kind == Kind::text) return literal(shape.text(value.data));
        if (shape.kind == Kind::named) return named(value);
        if (shape.kind == Kind::list) return list(shape.elements(value.data));
        if (shape.kind == Kind::record)
            return fmt::format("{}{{{}}}", shape.type, initialisers(value.data, shape.fields()));
        if (shape.kind != Kind::optional) throw std::logic_error(fmt::format("rows have no {}", shape.type));
        const void* inner = shape.get(value.data);
        return inner ? this->value({inner, shape.inner}) : "std::nullopt";
    }

    std::string initialisers(const void* record, std::span<const Field> fields) {
        std::string members;
        for (const Field& field : fields)
            members += fmt::format(".{} = {}, ", field.member, value(field_in(record, field)));
        return members;
    }

    std::string list(const Elements& elements) {
        if (elements.count == 0) return fmt::format("std::span<const {}>()", elements.shape->type);
        std::string rows;
        for (std::size_t i = 0; i < elements.count; ++i) rows += "    " + value(elements[i]) + ",\n";
        const auto [name, is_new] = names_.emplace(fmt::format("{} {}", elements.shape->type, rows),
                                                   fmt::format("list_{}", names_.size()));
        if (is_new) arrays_ += fmt::format("constexpr {} {}[] = {{\n{}}};\n", elements.shape->type, name->second, rows);
        return name->second;
    }

    std::string arrays_;
    std::map<std::string, std::string> names_;  ///< of the lists that are written, by type and elements
};

}  // namespace

}  // namespace cudastdenv

int main(int argc, char** argv) {
    if (argc != 3) {
        fmt::print(stderr, "usage: {} DATA_DIRECTORY OUTPUT.cpp\n", argv[0]);
        return 2;
    }
    try {
        const cudastdenv::LoadedTables tables(argv[1]);
        std::ofstream output(argv[2], std::ios::binary);
        output << cudastdenv::Emitter().source(tables.view());
        output.close();
        if (!output) throw std::runtime_error(fmt::format("{}: cannot be written", argv[2]));
    } catch (const std::exception& error) {
        fmt::print(stderr, "error: {}\n", error.what());
        return 3;
    }
    return 0;
}
