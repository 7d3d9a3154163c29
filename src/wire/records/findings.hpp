// SPDX-License-Identifier: MIT
#pragma once

/// What `abi`, `detect`, `env`, `ingest` and `verify` answer: what was found on a machine, in a binary or a toolkit.

#include "findings/elf.hpp"
#include "findings/host.hpp"
#include "findings/library_search.hpp"
#include "findings/verify_plan.hpp"
#include "wire/records/shared.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::inline CUDASTDENV_ABI {

template <>
inline constexpr std::array enumerators<ElfFile::Kind>{ElfFile::Kind::object,         ElfFile::Kind::executable,
                                                       ElfFile::Kind::shared_library, ElfFile::Kind::debug_information,
                                                       ElfFile::Kind::core,           ElfFile::Kind::other};
template <>
inline constexpr std::array enumerators<FoundLibrary::By>{FoundLibrary::By::run_path, FoundLibrary::By::loader_cache,
                                                          FoundLibrary::By::default_folder};
template <>
inline constexpr std::array enumerators<CompatOrder>{CompatOrder::neither, CompatOrder::no_compat,
                                                     CompatOrder::no_driver, CompatOrder::compat_first,
                                                     CompatOrder::driver_first};
template <>
inline constexpr std::array enumerators<FoundCompiler::Wrapper>{
    FoundCompiler::Wrapper::none, FoundCompiler::Wrapper::cache, FoundCompiler::Wrapper::nix};

template <>
inline constexpr std::array enumerators<verify::Row::Kind>{verify::Row::Kind::compiler, verify::Row::Kind::chosen,
                                                           verify::Row::Kind::needs,    verify::Row::Kind::capability,
                                                           verify::Row::Kind::gpu,      verify::Row::Kind::ptx};
template <>
inline constexpr std::array enumerators<verify::Verdict>{verify::Verdict::as_predicted, verify::Verdict::different,
                                                         verify::Verdict::not_run};

}  // namespace cudastdenv::inline CUDASTDENV_ABI

namespace cudastdenv::wire {

/// For a text from outside that is empty where there is none.
[[nodiscard]] inline std::optional<ForeignText> some_foreign(std::string text) {
    return text.empty() ? std::nullopt : std::optional(ForeignText{std::move(text)});
}
[[nodiscard]] std::vector<ForeignText> foreign_texts(const std::vector<std::string>& texts);

struct AbiLibstdcxxRecord {
    std::optional<int> gcc;
    bool lowest_of_major;
    std::optional<std::string> glibcxx;
    std::optional<std::string> cxxabi;

    static constexpr std::string_view title = "abiLibstdcxx";
    static constexpr std::string_view meaning = "The libstdc++ that a binary is to run with.";
    static constexpr std::tuple fields{
        Field{"gcc", &AbiLibstdcxxRecord::gcc, "Major version of its GCC; null: not known."},
        Field{"lowestOfMajor", &AbiLibstdcxxRecord::lowest_of_major,
              "Its release is not known: judged by what every one of that major has."},
        Field{"glibcxx", &AbiLibstdcxxRecord::glibcxx, "The newest GLIBCXX version that it has; null: not known."},
        Field{"cxxabi", &AbiLibstdcxxRecord::cxxabi, "The newest CXXABI version that it has; null: not known."},
    };
};

struct AbiStdenvRecord {
    std::string_view name;
    AbiLibstdcxxRecord libstdcxx;
    std::optional<Version> glibc;

    static constexpr std::string_view title = "abiStdenv";
    static constexpr std::string_view meaning = "Where the binaries are to run.";
    static constexpr std::tuple fields{
        Field{"name", &AbiStdenvRecord::name, "As it was named."},
        Field{"libstdcxx", &AbiStdenvRecord::libstdcxx},
        Field{"glibc", &AbiStdenvRecord::glibc, "Its glibc; null: not known."},
    };
};

struct SymbolRecord {
    ForeignText mangled;
    ForeignText demangled;

    static constexpr std::string_view title = "symbol";
    static constexpr std::string_view meaning = "A symbol of a binary.";
    static constexpr std::tuple fields{
        Field{"mangled", &SymbolRecord::mangled, "As it stands there."},
        Field{"demangled", &SymbolRecord::demangled, "As C++ has it."},
    };
};

struct NeedRecord {
    ForeignText version;
    std::optional<ForeignText> library;
    std::optional<SymbolRecord> symbol;
    std::optional<ForeignText> member;
    std::optional<Version> first_gcc;
    std::optional<bool> satisfied;

    static constexpr std::string_view title = "need";
    static constexpr std::string_view meaning = "The newest symbol version of its kind that a binary needs.";
    static constexpr std::tuple fields{
        Field{"version", &NeedRecord::version, "Which one: GLIBCXX_3.4.30."},
        Field{"library", &NeedRecord::library, "Of which library; null: an object does not say."},
        Field{"symbol", &NeedRecord::symbol, "A symbol that needs it; null: not known."},
        Field{"member", &NeedRecord::member, "The archive's member that needs it; null: it is no archive."},
        Field{"firstGcc", &NeedRecord::first_gcc,
              "The GCC release that brought it; null: it is glibc's, or newer than the tables."},
        Field{"satisfied", &NeedRecord::satisfied, "The stdenv has it; null: not judged."},
    };
};

struct NewestRecord {
    std::optional<NeedRecord> glibcxx;
    std::optional<NeedRecord> cxxabi;
    std::optional<NeedRecord> glibc;

    static constexpr std::string_view title = "newest";
    static constexpr std::string_view meaning = "The newest symbol versions that a binary needs.";
    static constexpr std::tuple fields{
        Field{"glibcxx", &NewestRecord::glibcxx, "Of libstdc++; null: it needs none."},
        Field{"cxxabi", &NewestRecord::cxxabi, "Of libstdc++'s C++ ABI; null: it needs none."},
        Field{"glibc", &NewestRecord::glibc, "Of glibc; null: it needs none."},
    };
};

struct NeededVersionRecord {
    std::optional<ForeignText> version;
    std::optional<ForeignText> library;
    std::optional<SymbolRecord> symbol;

    static constexpr std::string_view title = "neededVersion";
    static constexpr std::string_view meaning = "A symbol version that a binary needs.";
    static constexpr std::tuple fields{
        Field{"version", &NeededVersionRecord::version, "Which one; null: the library alone."},
        Field{"library", &NeededVersionRecord::library, "Of which library; null: an object does not say."},
        Field{"symbol", &NeededVersionRecord::symbol, "A symbol that needs it; null: not known."},
    };
};

struct ArchiveRecord {
    bool thin;
    std::size_t elf_members;
    std::size_t other_members;

    static constexpr std::string_view title = "archive";
    static constexpr std::string_view meaning = "An archive of objects.";
    static constexpr std::tuple fields{
        Field{"thin", &ArchiveRecord::thin, "It names its objects and does not hold them."},
        Field{"elfMembers", &ArchiveRecord::elf_members, "Members that were read."},
        Field{"otherMembers", &ArchiveRecord::other_members, "Members that are no ELF files."},
    };
};

struct AbiChangeRecord {
    CodeName change;
    std::string message;

    static constexpr std::string_view title = "abiChange";
    static constexpr std::string_view meaning = "What would make a binary run.";
    static constexpr std::tuple fields{
        Field{"change", &AbiChangeRecord::change, "Which change, for programs."},
        Field{"message", &AbiChangeRecord::message, "In words."},
    };
};

struct RunPathFolderRecord {
    ForeignText entry;
    std::optional<ForeignText> folder;
    bool exists;

    static constexpr std::string_view title = "runPathFolder";
    static constexpr std::string_view meaning = "An entry of a run path.";
    static constexpr std::tuple fields{
        Field{"entry", &RunPathFolderRecord::entry, "As it stands in the file."},
        Field{"folder", &RunPathFolderRecord::folder, "What it means on this machine; null: that cannot be said."},
        Field{"exists", &RunPathFolderRecord::exists, "The folder is there."},
    };
};

struct RunPathRecord {
    std::optional<std::string_view> tag;
    std::vector<RunPathFolderRecord> folders;
    CompatOrder cuda_compat;

    static constexpr std::string_view title = "runPath";
    static constexpr std::string_view meaning = "Where the loader looks first.";
    static constexpr std::tuple fields{
        Field{"tag", &RunPathRecord::tag, "RPATH or RUNPATH; null: there is none."},
        Field{"folders", &RunPathRecord::folders, "In order."},
        Field{"cudaCompat", &RunPathRecord::cuda_compat,
              "Which libcuda.so.1 comes first: cuda_compat's or the driver's."},
    };
};

struct SoughtLibraryRecord {
    ForeignText name;
    bool needed;
    std::optional<ForeignText> path;
    std::optional<FoundLibrary::By> by;
    std::optional<ForeignText> glibcxx;
    std::optional<ForeignText> cxxabi;
    std::optional<bool> new_enough;
    std::optional<ForeignText> ld_library_path;

    static constexpr std::string_view title = "soughtLibrary";
    static constexpr std::string_view meaning = "A library that the loader would look for on this machine.";
    static constexpr std::tuple fields{
        Field{"name", &SoughtLibraryRecord::name, "Its name."},
        Field{"needed", &SoughtLibraryRecord::needed, "The binary names it itself."},
        Field{"path", &SoughtLibraryRecord::path, "What the loader would take; null: it finds none."},
        Field{"by", &SoughtLibraryRecord::by, "How it comes to it; null: it does not."},
        Field{"glibcxx", &SoughtLibraryRecord::glibcxx, "The newest GLIBCXX version there; null: none."},
        Field{"cxxabi", &SoughtLibraryRecord::cxxabi, "The newest CXXABI version there; null: none."},
        Field{"newEnough", &SoughtLibraryRecord::new_enough, "It has what the binary needs; null: not judged."},
        Field{"ldLibraryPath", &SoughtLibraryRecord::ld_library_path,
              "What LD_LIBRARY_PATH would have it take instead; null: nothing."},
    };
};

struct AbiFileRecord {
    std::optional<ForeignText> path;
    ElfFile::Kind kind;
    std::optional<ArchiveRecord> archive;
    std::string machine;
    int bits;
    std::string_view byte_order;
    std::optional<ForeignText> soname;
    std::vector<ForeignText> libraries;
    NewestRecord newest;
    std::vector<NeededVersionRecord> libcudart;
    std::vector<NeededVersionRecord> needs;
    std::vector<ForeignText> defines;
    std::vector<ForeignText> newest_defined;
    CodeName verdict;
    std::vector<std::string> missing;
    std::vector<AbiChangeRecord> changes;
    std::vector<std::string_view> environments;
    RunPathRecord run_path;
    std::vector<SoughtLibraryRecord> search;

    static constexpr std::string_view title = "abiFile";
    static constexpr std::string_view meaning = "What a binary needs, and whether it is there.";
    static constexpr std::tuple fields{
        Field{"path", &AbiFileRecord::path, "Its file; null: standard input."},
        Field{"kind", &AbiFileRecord::kind},
        Field{"archive", &AbiFileRecord::archive, "Null: it is none."},
        Field{"machine", &AbiFileRecord::machine, "The processor that it is for."},
        Field{"bits", &AbiFileRecord::bits, "32 or 64."},
        Field{"byteOrder", &AbiFileRecord::byte_order, "little or big."},
        Field{"soname", &AbiFileRecord::soname, "Null: none."},
        Field{"libraries", &AbiFileRecord::libraries, "Those that it names, in order."},
        Field{"newest", &AbiFileRecord::newest},
        Field{"libcudart", &AbiFileRecord::libcudart, "Each libcudart that it needs."},
        Field{"needs", &AbiFileRecord::needs, "All symbol versions that it needs."},
        Field{"defines", &AbiFileRecord::defines, "All symbol versions that it defines."},
        Field{"newestDefined", &AbiFileRecord::newest_defined, "Of those the newest of each kind."},
        Field{"verdict", &AbiFileRecord::verdict, "satisfied, not-satisfied or not-judged."},
        Field{"missing", &AbiFileRecord::missing, "What the stdenv does not have, in words."},
        Field{"changes", &AbiFileRecord::changes, "What would make it run."},
        Field{"environments", &AbiFileRecord::environments,
              "Of each distribution the first environment that has all of it."},
        Field{"runPath", &AbiFileRecord::run_path},
        Field{"search", &AbiFileRecord::search},
    };
};

struct AbiRecord {
    SchemaVersion schema;
    std::optional<AbiStdenvRecord> stdenv;
    std::vector<AbiFileRecord> files;
    std::vector<ForeignText> unreadable;

    static constexpr std::string_view title = "abi";
    static constexpr std::string_view meaning = "What binaries need of libstdc++ and glibc.";
    static constexpr std::tuple fields{
        Field{"schemaVersion", &AbiRecord::schema},
        Field{"stdenv", &AbiRecord::stdenv, "Null: none was named."},
        Field{"files", &AbiRecord::files},
        Field{"unreadable", &AbiRecord::unreadable, "What could not be read, and why; one sentence each."},
    };
};

struct NamedCompilerRecord {
    ForeignText path;
    std::string named_by;

    static constexpr std::string_view title = "namedCompiler";
    static constexpr std::string_view meaning = "A host compiler that something names.";
    static constexpr std::tuple fields{
        Field{"path", &NamedCompilerRecord::path, "Its file."},
        Field{"namedBy", &NamedCompilerRecord::named_by, "What names it."},
    };
};

struct ToolkitRecord {
    Version version;
    std::vector<Version> same_build;
    bool known;
    std::string nvcc;
    ForeignText path;
    ForeignText root;
    std::string found_by;
    std::optional<NamedCompilerRecord> host_compiler;

    static constexpr std::string_view title = "toolkit";
    static constexpr std::string_view meaning = "A CUDA toolkit on this machine.";
    static constexpr std::tuple fields{
        Field{"version", &ToolkitRecord::version, "Its release, as far as its nvcc says."},
        Field{"sameBuild", &ToolkitRecord::same_build, "Releases that have the same nvcc."},
        Field{"known", &ToolkitRecord::known, "The tables have the release."},
        Field{"nvcc", &ToolkitRecord::nvcc, "The version that its nvcc prints."},
        Field{"path", &ToolkitRecord::path, "Its nvcc."},
        Field{"root", &ToolkitRecord::root, "Its folder."},
        Field{"foundBy", &ToolkitRecord::found_by, "How it was found."},
        Field{"hostCompiler", &ToolkitRecord::host_compiler,
              "The compiler that it hands host code to; null: the one that nvcc finds itself."},
    };
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
    static constexpr std::tuple fields{
        Field{"compiler", &FoundCompilerRecord::compiler},
        Field{"version", &FoundCompilerRecord::version, "What it says."},
        Field{"path", &FoundCompilerRecord::path, "Its C++ driver."},
        Field{"default", &FoundCompilerRecord::is_default, "It is what c++ means here."},
        Field{"libstdcxxHeaders", &FoundCompilerRecord::libstdcxx_headers,
              "GCC major of the libstdc++ headers that it finds; null: none."},
        Field{"libstdcxx", &FoundCompilerRecord::libstdcxx, "The libstdc++.so that it links with; null: not known."},
        Field{"glibc", &FoundCompilerRecord::glibc, "The glibc that it compiles against; null: not known."},
        Field{"wrapper", &FoundCompilerRecord::wrapper, "What stands in front of it."},
        Field{"wrapped", &FoundCompilerRecord::wrapped, "The compiler behind that; null: nothing does."},
    };
};

struct LoadedLibstdcxxRecord {
    ForeignText path;
    std::optional<int> gcc;
    std::string glibcxx;
    std::string cxxabi;

    static constexpr std::string_view title = "loadedLibstdcxx";
    static constexpr std::string_view meaning = "The libstdc++ that programs load here.";
    static constexpr std::tuple fields{
        Field{"path", &LoadedLibstdcxxRecord::path, "Its file."},
        Field{"gcc", &LoadedLibstdcxxRecord::gcc, "Major version of its GCC; null: newer than the tables."},
        Field{"glibcxx", &LoadedLibstdcxxRecord::glibcxx, "The newest GLIBCXX version that it defines."},
        Field{"cxxabi", &LoadedLibstdcxxRecord::cxxabi, "The newest CXXABI version that it defines."},
    };
};

struct FoundGpuRecord {
    ForeignText name;
    std::optional<Capability> capability;

    static constexpr std::string_view title = "foundGpu";
    static constexpr std::string_view meaning = "A GPU of this machine.";
    static constexpr std::tuple fields{
        Field{"name", &FoundGpuRecord::name, "As nvidia-smi has it."},
        Field{"capability", &FoundGpuRecord::capability, "Null: not known."},
    };
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
    static constexpr std::tuple fields{
        Field{"schemaVersion", &DetectRecord::schema},
        Field{"system", &DetectRecord::system, "Nix name of the system."},
        Field{"toolkits", &DetectRecord::toolkits, "Null: whether there are any is not known."},
        Field{"compilers", &DetectRecord::compilers, "Null: whether there are any is not known."},
        Field{"libstdcxx", &DetectRecord::libstdcxx, "Null: none is found."},
        Field{"glibc", &DetectRecord::glibc, "Null: not found."},
        Field{"driver", &DetectRecord::driver, "The driver's version; null: none, or not known."},
        Field{"gpus", &DetectRecord::gpus, "Null: whether there are any is not known."},
        Field{"notes", &DetectRecord::notes, "What was left out, and why."},
    };
};

struct VariableRecord {
    std::string_view name;
    std::optional<ForeignText> value;
    std::vector<ForeignText> why;

    static constexpr std::string_view title = "variable";
    static constexpr std::string_view meaning = "An environment variable.";
    static constexpr std::tuple fields{
        Field{"name", &VariableRecord::name, "Its name."},
        Field{"value", &VariableRecord::value, "Null: unset it."},
        Field{"why", &VariableRecord::why, "What for, a sentence each."},
    };
};

struct EnvRecord {
    SchemaVersion schema;
    Maybe<CudaRecord> cuda;
    Maybe<Compiler> host_compiler;
    std::vector<VariableRecord> variables;

    static constexpr std::string_view title = "env";
    static constexpr std::string_view meaning = "The environment variables with which builds find what works here.";
    static constexpr std::tuple fields{
        Field{"schemaVersion", &EnvRecord::schema},
        Field{"cuda", &EnvRecord::cuda, "Absent with --unset."},
        Field{"hostCompiler", &EnvRecord::host_compiler, "Absent with --unset."},
        Field{"variables", &EnvRecord::variables},
    };
};

struct BoundsRecord {
    std::optional<int> min;
    int max;

    static constexpr std::string_view title = "bounds";
    static constexpr std::string_view meaning = "The major versions that a header lets pass.";
    static constexpr std::tuple fields{
        Field{"min", &BoundsRecord::min, "The lowest, included; null: there is no lower bound."},
        Field{"max", &BoundsRecord::max, "The highest, included."},
    };
};

struct EnforcedRecord {
    std::optional<BoundsRecord> gcc;
    std::optional<BoundsRecord> clang;
    std::optional<BoundsRecord> grace;

    static constexpr std::string_view title = "enforced";
    static constexpr std::string_view meaning = "What crt/host_config.h checks.";
    static constexpr std::tuple fields{
        Field{"gcc", &EnforcedRecord::gcc, "Null: it is not checked."},
        Field{"clang", &EnforcedRecord::clang, "Null: it is not checked."},
        Field{"grace", &EnforcedRecord::grace, "Clang on Grace; null: it is not checked by itself."},
    };
};

struct ToolAnswersRecord {
    std::vector<Capability> capabilities;
    std::optional<ForeignText> listed_by;
    std::optional<CxxStandard> newest_standard;

    static constexpr std::string_view title = "toolAnswers";
    static constexpr std::string_view meaning = "What the toolkit's programs said when they were run.";
    static constexpr std::tuple fields{
        Field{"capabilities", &ToolAnswersRecord::capabilities, "What they list."},
        Field{"listedBy", &ToolAnswersRecord::listed_by, "Which of them; null: none does."},
        Field{"newestStandard", &ToolAnswersRecord::newest_standard, "The newest that nvcc takes; null: not known."},
    };
};

struct ClueRecord {
    ForeignText where;
    std::optional<Version> build;
    std::optional<Version> release;
    std::optional<ForeignText> package;
    std::optional<ForeignText> package_version;
    std::optional<ForeignText> platform;

    static constexpr std::string_view title = "clue";
    static constexpr std::string_view meaning = "Something that says which toolkit it is.";
    static constexpr std::tuple fields{
        Field{"where", &ClueRecord::where, "Its file."},
        Field{"build", &ClueRecord::build, "The nvcc version that it says; null: none."},
        Field{"release", &ClueRecord::release, "The release that it says; null: none."},
        Field{"package", &ClueRecord::package, "The package that it is of; null: none."},
        Field{"packageVersion", &ClueRecord::package_version, "Null: none."},
        Field{"platform", &ClueRecord::platform, "Null: none."},
    };
};

struct ProblemRecord {
    CodeName code;
    std::string message;

    static constexpr std::string_view title = "problem";
    static constexpr std::string_view meaning = "What is not understood.";
    static constexpr std::tuple fields{
        Field{"code", &ProblemRecord::code, "Which one, for programs."},
        Field{"message", &ProblemRecord::message, "In words."},
    };
};

struct DifferenceRecord {
    CodeName code;
    Version release;
    std::string message;
    ForeignText toolkit_source;
    SourceIds tables_sources;

    static constexpr std::string_view title = "difference";
    static constexpr std::string_view meaning = "Where the toolkit departs from the tables.";
    static constexpr std::tuple fields{
        Field{"code", &DifferenceRecord::code, "Which one, for programs."},
        Field{"release", &DifferenceRecord::release, "Whose row it is."},
        Field{"message", &DifferenceRecord::message, "In words."},
        Field{"toolkitSource", &DifferenceRecord::toolkit_source, "Where the toolkit says so."},
        Field{"tablesSources", &DifferenceRecord::tables_sources, "Ids of the tables' sources."},
    };
};

struct IngestedRecord {
    Maybe<SchemaVersion> schema;
    ForeignText path;
    std::vector<Version> releases;
    bool release_exact;
    std::optional<Version> nvcc;
    std::optional<ForeignText> header;
    EnforcedRecord enforced;
    std::optional<ToolAnswersRecord> run;
    std::vector<ClueRecord> clues;
    Map<std::vector<Datum>> rows;
    std::vector<ProblemRecord> problems;
    std::vector<DifferenceRecord> differences;
    std::vector<Version> uncited;

    static constexpr std::string_view title = "ingested";
    static constexpr std::string_view meaning = "What a toolkit says, and what that means to the tables.";
    static constexpr std::tuple fields{
        Field{"schemaVersion", &IngestedRecord::schema, "Absent where the answer is about many."},
        Field{"path", &IngestedRecord::path, "The toolkit's folder or file."},
        Field{"releases", &IngestedRecord::releases, "The releases that it was compared with; none: not known."},
        Field{"releaseExact", &IngestedRecord::release_exact, "It is that one; else one of those."},
        Field{"nvcc", &IngestedRecord::nvcc, "The version of its nvcc; null: not known."},
        Field{"header", &IngestedRecord::header, "Its crt/host_config.h; null: there is none."},
        Field{"enforced", &IngestedRecord::enforced},
        Field{"run", &IngestedRecord::run, "Null: nothing was run."},
        Field{"clues", &IngestedRecord::clues},
        Field{"rows", &IngestedRecord::rows,
              "Rows of the tables with what it says, by the name of their file, as they stand there."},
        Field{"problems", &IngestedRecord::problems},
        Field{"differences", &IngestedRecord::differences},
        Field{"uncited", &IngestedRecord::uncited, "Releases whose rows agree without citing this header."},
    };
};

struct IngestFailureRecord {
    ForeignText path;
    bool is_toolkit;
    ForeignText message;

    static constexpr std::string_view title = "ingestFailure";
    static constexpr std::string_view meaning = "What could not be read.";
    static constexpr std::tuple fields{
        Field{"path", &IngestFailureRecord::path},
        Field{"isToolkit", &IngestFailureRecord::is_toolkit, "Something of a toolkit is there."},
        Field{"message", &IngestFailureRecord::message, "Why."},
    };
};

struct IngestAllRecord {
    SchemaVersion schema;
    std::vector<IngestedRecord> toolkits;
    std::vector<IngestFailureRecord> left_out;

    static constexpr std::string_view title = "ingestAll";
    static constexpr std::string_view meaning = "What many toolkits say.";
    static constexpr std::tuple fields{
        Field{"schemaVersion", &IngestAllRecord::schema},
        Field{"toolkits", &IngestAllRecord::toolkits},
        Field{"leftOut", &IngestAllRecord::left_out},
    };
};

struct PredictedRecord {
    CodeName name;
    std::string message;
    std::optional<std::string_view> advisory;

    static constexpr std::string_view title = "predicted";
    static constexpr std::string_view meaning = "What the tables foretell.";
    static constexpr std::tuple fields{
        Field{"name", &PredictedRecord::name, "For programs."},
        Field{"message", &PredictedRecord::message, "In words."},
        Field{"advisory", &PredictedRecord::advisory, "Id of the advisory that does; null: none does."},
    };
};

struct SeenRecord {
    CodeName name;
    std::string message;

    static constexpr std::string_view title = "seen";
    static constexpr std::string_view meaning = "What happened.";
    static constexpr std::tuple fields{
        Field{"name", &SeenRecord::name, "For programs."},
        Field{"message", &SeenRecord::message, "In words."},
    };
};

struct VerifyRowRecord {
    verify::Row::Kind kind;
    std::optional<Compiler> compiler;
    std::optional<ForeignText> path;
    std::optional<CxxStandard> standard;
    std::optional<Capability> capability;
    std::optional<CodeName> rejected;
    PredictedRecord predicted;
    SeenRecord seen;
    verify::Verdict verdict;

    static constexpr std::string_view title = "verifyRow";
    static constexpr std::string_view meaning = "One thing that was tried.";
    static constexpr std::tuple fields{
        Field{"kind", &VerifyRowRecord::kind, "What was tried."},
        Field{"compiler", &VerifyRowRecord::compiler, "Null: nvcc alone was asked."},
        Field{"path", &VerifyRowRecord::path,
              "The compiler's file; null: it is not installed, or nvcc alone was asked."},
        Field{"standard", &VerifyRowRecord::standard, "The C++ standard; null: it does not matter."},
        Field{"capability", &VerifyRowRecord::capability, "Null: it does not matter."},
        Field{"rejected", &VerifyRowRecord::rejected, "Why the resolver does not choose the compiler; null: it does."},
        Field{"predicted", &VerifyRowRecord::predicted},
        Field{"seen", &VerifyRowRecord::seen},
        Field{"verdict", &VerifyRowRecord::verdict},
    };
};

struct VerifyToolkitRecord {
    std::string nvcc;
    ForeignText path;

    static constexpr std::string_view title = "verifyToolkit";
    static constexpr std::string_view meaning = "The toolkit that was tried.";
    static constexpr std::tuple fields{
        Field{"nvcc", &VerifyToolkitRecord::nvcc, "The version that its nvcc prints."},
        Field{"path", &VerifyToolkitRecord::path, "Its nvcc."},
    };
};

struct VerifyStdenvRecord {
    Compiler compiler;
    int libstdcxx;
    std::optional<Version> glibc;

    static constexpr std::string_view title = "verifyStdenv";
    static constexpr std::string_view meaning = "The standard environment that was tried.";
    static constexpr std::tuple fields{
        Field{"compiler", &VerifyStdenvRecord::compiler},
        Field{"libstdcxx", &VerifyStdenvRecord::libstdcxx, "GCC major of its libstdc++."},
        Field{"glibc", &VerifyStdenvRecord::glibc, "Null: not known."},
    };
};

struct VerifyRecord {
    SchemaVersion schema;
    CudaRecord cuda;
    VerifyToolkitRecord toolkit;
    Policy policy;
    VerifyStdenvRecord stdenv;
    std::size_t as_predicted;
    std::size_t different;
    std::size_t not_run;
    std::vector<VerifyRowRecord> rows;

    static constexpr std::string_view title = "verify";
    static constexpr std::string_view meaning = "What the tables foretell of a toolkit, and what happened.";
    static constexpr std::tuple fields{
        Field{"schemaVersion", &VerifyRecord::schema},
        Field{"cuda", &VerifyRecord::cuda},
        Field{"toolkit", &VerifyRecord::toolkit},
        Field{"policy", &VerifyRecord::policy, "Whose range counts."},
        Field{"stdenv", &VerifyRecord::stdenv},
        Field{"asPredicted", &VerifyRecord::as_predicted, "Rows that came out as foretold."},
        Field{"different", &VerifyRecord::different, "Rows that did not."},
        Field{"notRun", &VerifyRecord::not_run, "Rows that could not be tried."},
        Field{"rows", &VerifyRecord::rows},
    };
};

}  // namespace cudastdenv::wire
