// SPDX-License-Identifier: MIT
#pragma once

/// What `detect` and `env` answer.

#include "findings/host.hpp"
#include "wire/records/shared.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv {

template <>
inline constexpr std::array enumerators<FoundCompiler::Wrapper>{
    FoundCompiler::Wrapper::none, FoundCompiler::Wrapper::cache, FoundCompiler::Wrapper::nix};

}  // namespace cudastdenv

namespace cudastdenv::wire {

struct NamedCompilerRecord {
    ForeignText path;
    std::string named_by;

    static constexpr std::string_view title = "namedCompiler";
    static constexpr std::string_view meaning = "A host compiler that something names.";
    static constexpr auto fields = pack_of(Field{"path", &NamedCompilerRecord::path, "Its file."},
                                           Field{"namedBy", &NamedCompilerRecord::named_by, "What names it."});
};

struct ToolkitLackRecord {
    CodeName lack;
    std::string message;

    static constexpr std::string_view title = "toolkitLack";
    static constexpr std::string_view meaning = "What a toolkit's nvcc looks for, and does not find.";
    static constexpr auto fields = pack_of(Field{"lack", &ToolkitLackRecord::lack, "Which one, for programs."},
                                           Field{"message", &ToolkitLackRecord::message, "In words."});
};

struct ToolkitRecord {
    Version version;
    std::vector<Version> same_build;
    bool known;
    std::string nvcc;
    ForeignText path;
    ForeignText root;
    std::string found_by;
    std::optional<ForeignText> headers;
    std::optional<ToolkitHeaders> headers_place;
    std::optional<NamedCompilerRecord> host_compiler;
    std::vector<ToolkitLackRecord> lacks;

    static constexpr std::string_view title = "toolkit";
    static constexpr std::string_view meaning = "A CUDA toolkit on this machine.";
    static constexpr auto fields =
        pack_of(Field{"version", &ToolkitRecord::version, "Its release, as far as its nvcc says."},
                Field{"sameBuild", &ToolkitRecord::same_build, "Releases that have the same nvcc."},
                Field{"known", &ToolkitRecord::known, "The tables have the release."},
                Field{"nvcc", &ToolkitRecord::nvcc, "The version that its nvcc prints."},
                Field{"path", &ToolkitRecord::path, "Its nvcc."}, Field{"root", &ToolkitRecord::root, "Its folder."},
                Field{"foundBy", &ToolkitRecord::found_by, "How it was found."},
                Field{"headers", &ToolkitRecord::headers, "The folder of its headers; null: not found."},
                Field{"headersPlace", &ToolkitRecord::headers_place,
                      "prefix: nvcc hands that folder to the compiler; system: every compiler here searches it by "
                      "itself; null: not known."},
                Field{"hostCompiler", &ToolkitRecord::host_compiler,
                      "The compiler that it hands host code to; null: the one that nvcc finds itself."},
                Field{"lacks", &ToolkitRecord::lacks, "What keeps programs from being built with it."});
};

struct FoundCompilerRecord {
    Compiler compiler;
    std::string version;
    ForeignText path;
    bool is_default;
    std::optional<int> libstdcxx_headers;
    std::optional<ForeignText> libstdcxx;
    std::optional<Version> glibc;
    FoundCompiler::Wrapper wrapper;
    std::optional<ForeignText> wrapped;

    static constexpr std::string_view title = "foundCompiler";
    static constexpr std::string_view meaning = "A compiler on this machine.";
    static constexpr auto fields = pack_of(
        Field{"compiler", &FoundCompilerRecord::compiler},
        Field{"version", &FoundCompilerRecord::version, "What it says."},
        Field{"path", &FoundCompilerRecord::path, "Its C++ driver."},
        Field{"default", &FoundCompilerRecord::is_default, "It is what c++ means here."},
        Field{"libstdcxxHeaders", &FoundCompilerRecord::libstdcxx_headers,
              "GCC major of the libstdc++ headers that it finds; null: none."},
        Field{"libstdcxx", &FoundCompilerRecord::libstdcxx, "The libstdc++.so that it links with; null: not known."},
        Field{"glibc", &FoundCompilerRecord::glibc, "The glibc that it compiles against; null: not known."},
        Field{"wrapper", &FoundCompilerRecord::wrapper, "What stands in front of it."},
        Field{"wrapped", &FoundCompilerRecord::wrapped, "The compiler behind that; null: nothing does."});
};

struct LoadedLibstdcxxRecord {
    ForeignText path;
    std::optional<int> gcc;
    std::string glibcxx;
    std::string cxxabi;

    static constexpr std::string_view title = "loadedLibstdcxx";
    static constexpr std::string_view meaning = "The libstdc++ that programs load here.";
    static constexpr auto fields =
        pack_of(Field{"path", &LoadedLibstdcxxRecord::path, "Its file."},
                Field{"gcc", &LoadedLibstdcxxRecord::gcc, "Major version of its GCC; null: newer than the tables."},
                Field{"glibcxx", &LoadedLibstdcxxRecord::glibcxx, "The newest GLIBCXX version that it defines."},
                Field{"cxxabi", &LoadedLibstdcxxRecord::cxxabi, "The newest CXXABI version that it defines."});
};

struct FoundGpuRecord {
    ForeignText name;
    std::optional<Capability> capability;

    static constexpr std::string_view title = "foundGpu";
    static constexpr std::string_view meaning = "A GPU of this machine.";
    static constexpr auto fields = pack_of(Field{"name", &FoundGpuRecord::name, "As nvidia-smi has it."},
                                           Field{"capability", &FoundGpuRecord::capability, "Null: not known."});
};

struct DetectRecord {
    SchemaVersion schema;
    std::string system;
    std::optional<std::vector<ToolkitRecord>> toolkits;
    std::optional<std::vector<FoundCompilerRecord>> compilers;
    std::optional<LoadedLibstdcxxRecord> libstdcxx;
    std::optional<Version> glibc;
    std::optional<std::string> driver;
    std::optional<std::vector<FoundGpuRecord>> gpus;
    std::vector<SaidRecord> notes;

    static constexpr std::string_view title = "detect";
    static constexpr std::string_view meaning = "What this machine has.";
    static constexpr auto fields =
        pack_of(Field{"schemaVersion", &DetectRecord::schema},
                Field{"system", &DetectRecord::system, "Nix name of the system."},
                Field{"toolkits", &DetectRecord::toolkits, "Null: whether there are any is not known."},
                Field{"compilers", &DetectRecord::compilers, "Null: whether there are any is not known."},
                Field{"libstdcxx", &DetectRecord::libstdcxx, "Null: none is found."},
                Field{"glibc", &DetectRecord::glibc, "Null: not found."},
                Field{"driver", &DetectRecord::driver, "The driver's version; null: none, or not known."},
                Field{"gpus", &DetectRecord::gpus, "Null: whether there are any is not known."},
                Field{"notes", &DetectRecord::notes, "What was left out, and why."});
};

struct VariableRecord {
    std::string_view name;
    std::optional<ForeignText> value;
    std::vector<ForeignText> why;

    static constexpr std::string_view title = "variable";
    static constexpr std::string_view meaning = "An environment variable.";
    static constexpr auto fields = pack_of(Field{"name", &VariableRecord::name, "Its name."},
                                           Field{"value", &VariableRecord::value, "Null: unset it."},
                                           Field{"why", &VariableRecord::why, "What for, a sentence each."});
};

struct EnvRecord {
    SchemaVersion schema;
    Maybe<CudaRecord> cuda;
    Maybe<Compiler> host_compiler;
    Maybe<bool> uses_stdenv;
    std::vector<VariableRecord> variables;

    static constexpr std::string_view title = "env";
    static constexpr std::string_view meaning = "The environment variables with which builds find what works here.";
    static constexpr auto fields = pack_of(
        Field{"schemaVersion", &EnvRecord::schema}, Field{"cuda", &EnvRecord::cuda, "Absent with --unset."},
        Field{"hostCompiler", &EnvRecord::host_compiler, "Absent with --unset."},
        Field{"usesStdenv", &EnvRecord::uses_stdenv, "It is this machine's default compiler. Absent with --unset."},
        Field{"variables", &EnvRecord::variables});
};

}  // namespace cudastdenv::wire
