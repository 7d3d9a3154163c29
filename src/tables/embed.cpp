// SPDX-License-Identifier: MIT
// The embedder: reads data/*.json with the run-time loader and writes them as constexpr C++ tables.
// A table that does not load cannot be compiled in.

#include "tables/fields.hpp"
#include "tables/scalars.hpp"

#include <cudastdenv/load.hpp>

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

namespace cudastdenv {

namespace {

/// Renders values as C++ initialisers. Lists become arrays of their own, written before the row that uses them.
class Emitter {
public:
    std::string source(const Tables& tables) {
        std::string view;
        for_each_list([&](const auto& list) { view += value(tables.*list.rows) + ", "; });
        for_each_value([&](const auto& single) { view += value(tables.*single.member) + ", "; });
        return fmt::format("// Written by the embedder from data/*.json.\n"
                           "#include \"tables/builtin.hpp\"\n"
                           "namespace cudastdenv {{\nnamespace {{\n{}}}\n"
                           "Tables builtin_tables() noexcept {{ return make_tables({}); }}\n}}\n",
                           arrays_, view.substr(0, view.size() - 2));
    }

private:
    std::string value(int number) { return std::to_string(number); }
    std::string value(bool truth) { return truth ? "true" : "false"; }
    std::string value(std::string_view text) {
        std::string literal = "\"";
        for (const char c : text) {
            const auto byte = static_cast<unsigned char>(c);
            if (byte < 0x20 || byte >= 0x7f || c == '"' || c == '\\' || c == '?')
                literal += fmt::format("\\{:03o}", byte);
            else literal += c;
        }
        return fmt::format("std::string_view{{{}\", {}}}", literal, text.size());
    }
    std::string value(Version version) {
        return fmt::format("Version{{{}, {}, {}}}", version.major, version.minor, version.patch);
    }
    std::string value(Capability capability) {
        return fmt::format("Capability{{{}, {}, Capability::Kind({})}}", capability.major, capability.minor,
                           static_cast<int>(capability.kind));
    }
    std::string value(DriverVersion driver) {
        return fmt::format("DriverVersion{{{}, {}, {}}}", driver.branch, driver.minor, driver.patch);
    }
    std::string value(Compiler compiler) {
        return fmt::format("Compiler{{{}, {}}}", value(compiler.family), compiler.major);
    }
    std::string value(Compiler::Family family) { return enumerator("Compiler::Family", family); }
    std::string value(CxxStandard standard) { return enumerator("CxxStandard", standard); }
    std::string value(AdvisoryRow::Severity severity) { return enumerator("AdvisoryRow::Severity", severity); }
    std::string value(ToolkitHeaders headers) { return enumerator("ToolkitHeaders", headers); }
    std::string value(WayOut way) { return enumerator("WayOut", way); }
    std::string value(CompatPackageRow::Gpus gpus) { return enumerator("CompatPackageRow::Gpus", gpus); }
    std::string value(GpuWordsRow::Use use) { return enumerator("GpuWordsRow::Use", use); }
    std::string value(MessageRow::Cause cause) { return enumerator("MessageRow::Cause", cause); }
    std::string value(MessageTextRow::Outcome outcome) { return enumerator("MessageTextRow::Outcome", outcome); }
    std::string value(GpuRow::Line line) { return enumerator("GpuRow::Line", line); }
    std::string value(PackageSource manager) { return enumerator("PackageSource", manager); }
    std::string value(SourceRow::Kind kind) { return enumerator("SourceRow::Kind", kind); }
    std::string value(SourceRow::Confidence confidence) { return enumerator("SourceRow::Confidence", confidence); }

    template <class T>
    std::string value(const std::optional<T>& optional) {
        return optional ? value(*optional) : "std::nullopt";
    }
    template <class T>
    std::string value(std::span<const T> list) {
        if (list.empty()) return fmt::format("std::span<const {}>()", type_name<T>());
        std::string rows;
        for (const T& row : list) rows += "    " + value(row) + ",\n";
        const std::string name = fmt::format("list_{}", ++list_count_);
        arrays_ += fmt::format("constexpr {} {}[] = {{\n{}}};\n", type_name<T>(), name, rows);
        return name;
    }
    template <Record T>
    std::string value(const T& record) {
        std::string members;
        for_each_field(record, [&](std::string_view, const auto& member) { members += value(member) + ", "; });
        return fmt::format("{}{{{}}}", type_name<T>(), members.substr(0, members.size() - 2));
    }

    template <class Enum>
    static std::string enumerator(std::string_view type, Enum value) {
        return fmt::format("{}({})", type, static_cast<int>(value));
    }

    template <class T>
    static std::string_view type_name() {
        if constexpr (Record<T>) return Fields<T>::name;
        else if constexpr (std::is_same_v<T, Version>) return "Version";
        else if constexpr (std::is_same_v<T, DriverVersion>) return "DriverVersion";
        else if constexpr (std::is_same_v<T, WayOut>) return "WayOut";
        else if constexpr (std::is_same_v<T, Compiler>) return "Compiler";
        else if constexpr (std::is_same_v<T, Capability>) return "Capability";
        else if constexpr (std::is_same_v<T, int>) return "int";
        else {
            static_assert(std::is_same_v<T, std::string_view>, "name the type of this list's elements");
            return "std::string_view";
        }
    }

    std::string arrays_;
    int list_count_ = 0;
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
