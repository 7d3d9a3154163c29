// SPDX-License-Identifier: MIT
#pragma once

/// The contents of an ELF file or of an archive. Which symbol versions of libstdc++ and glibc it needs, whether an
/// environment has them, and where the loader would find its libraries.

#include "core/diagnostic.hpp"
#include "findings/gpu_code.hpp"
#include "tables/shape.hpp"

namespace cudastdenv {

/// A symbol version that an ELF file needs.
struct NeededVersion {
    std::string library;  ///< `libstdc++.so.6`; empty for an object, because its linker decides
    std::string version;  ///< `GLIBCXX_3.4.30`
    std::string symbol;   ///< mangled name of the first symbol in its table that needs the version; may be empty
};

/// A symbol from the tables. Its texts belong to the tables and not to a file.
struct KnownSymbol {
    std::string_view name;     ///< mangled
    std::string_view version;  ///< version that added it: `GLIBCXX_3.4.30`

    friend auto operator<=>(const KnownSymbol&, const KnownSymbol&) = default;
};

/// The dynamic section of an ELF file.
struct ElfFile {
    enum class Kind : std::uint8_t { object, executable, shared_library, debug_information, core, other };

    Kind kind = Kind::other;
    std::uint16_t machine = 0;  ///< e_machine
    bool is_64_bit = true, is_little_endian = true;
    bool is_dynamic = false;  ///< has a dynamic section
    std::string soname;
    std::vector<std::string> libraries;  ///< DT_NEEDED, in order
    /// In the order of its table. An object has no versions. Instead, these are the versions of its undefined symbols
    /// that are in the tables, each with its first symbol.
    std::vector<NeededVersion> needs;
    std::vector<KnownSymbol> undefined;  ///< of an object: its undefined symbols in the tables, in its table's order
    std::vector<KnownSymbol> defined;    ///< of an object: its defined symbols in the tables, for other objects
    std::vector<std::string> defines;    ///< symbol versions
    std::vector<std::string> run_path;   ///< entries of DT_RUNPATH, or of DT_RPATH if it is absent
    bool is_rpath = false;               ///< whether run_path is from DT_RPATH
    std::string interpreter;             ///< the loader of an executable; empty: none
};

CUDASTDENV_ENUM(ElfFile::Kind, (object, "object"), (executable, "executable"), (shared_library, "shared-library"),
                (debug_information, "debug-information"), (core, "core"), (other, "other"))

/// How the loader finds a library.
CUDASTDENV_NEW_ENUM(FoundBy, (run_path, "run-path"), (loader_cache, "loader-cache"), (default_folder, "default-folder"))

/// Whether cuda_compat's directory is before the driver's in a run path, as nixpkgs requires.
CUDASTDENV_NEW_ENUM(CompatOrder, (neither, "neither"), (no_compat, "no-compat"), (no_driver, "no-driver"),
                    (compat_first, "compat-first"), (driver_first, "driver-first"))

enum class AbiPart : std::uint8_t { glibcxx, cxxabi, glibc };

CUDASTDENV_NAMED_ENUM(prefix_of, AbiPart, (glibcxx, "GLIBCXX_"), (cxxabi, "CXXABI_"), (glibc, "GLIBC_"))

// One line for each field.
// clang-format off

/// The contents of an archive.
struct ArchiveContents {
    CUDASTDENV_RECORD("archive", "An archive of objects.",
        (bool, thin, "thin", "Whether it is thin: it refers to its objects and does not contain them."),
        (std::size_t, elf_members, "elfMembers", "Members that were read."),
        (std::size_t, other_members, "otherMembers", "Members that are not ELF files."))
    std::vector<std::string> needed_by;  ///< for each of the file's needs, the first member with it
};

/// An ELF file or an archive of them.
struct Binary {
    std::filesystem::path path;              ///< as named, or as found in a directory; empty: standard input
    ElfFile elf;                             ///< for an archive: the type of its first ELF member, and the needs of all
    std::optional<ArchiveContents> archive;  ///< absent: not an archive
    GpuCode code = {};                       ///< empty: none, or it cannot be read
};

struct RunPathFolder {
    CUDASTDENV_RECORD("runPathFolder", "An entry of a run path.",
        (ForeignText, entry, "entry", "As written in the file."),
        (OptionalPath, folder, "folder", "Its value on this machine; null where unknown."),
        (bool, exists, "exists", "Whether the directory exists."))
};

struct RunPath {
    CUDASTDENV_RECORD("runPath", "The directories that the loader searches first.",
        (std::optional<std::string_view>, tag, "tag", "RPATH or RUNPATH; null where absent."),
        (std::vector<RunPathFolder>, folders, "folders", "In search order."),
        (CompatOrder, cuda_compat, "cudaCompat", "The libcuda.so.1 that comes first: cuda_compat's or the driver's."))
};

struct SoughtLibrary {
    CUDASTDENV_RECORD("soughtLibrary", "A library that the loader would search for on this machine.",
        (ForeignText, name, "name", "Its name."),
        (bool, needed, "needed", "Whether the binary itself names it."),
        (OptionalPath, path, "path", "The file that the loader would use; null where it finds none."),
        (std::optional<FoundBy>, by, "by", "How the loader finds it; null where it does not."),
        (OptionalText, glibcxx, "glibcxx", "Newest GLIBCXX version in it; null where absent."),
        (OptionalText, cxxabi, "cxxabi", "Newest CXXABI version in it; null where absent."),
        (std::optional<bool>, new_enough, "newEnough", "Whether it has what the binary needs; null where not checked."),
        (OptionalPath, ld_library_path, "ldLibraryPath", "The file that LD_LIBRARY_PATH would select instead; null where none."))
};

struct LibrarySearch {
    RunPath run_path;
    std::vector<SoughtLibrary> libraries;  ///< libstdc++.so.6 if it is needed, libcuda.so.1 if CUDA is
};

/// The libraries of the environment. Absent parts are not checked. The name is that of an environment, of a compiler,
/// or `host`; empty: none was named.
struct AbiStdenv {
    struct Libstdcxx {
        CUDASTDENV_RECORD("abiLibstdcxx", "The libstdc++ that a binary is to run with.",
            (std::optional<int>, gcc, "gcc", "Major version of its GCC; null where unknown."),
            (bool, lowest_of_major, "lowestOfMajor", "Whether its release is unknown: then only what every release of that major version has counts."),
            (std::optional<std::string>, glibcxx, "glibcxx", "Newest GLIBCXX version in it; null where unknown."),
            (std::optional<std::string>, cxxabi, "cxxabi", "Newest CXXABI version in it; null where unknown."))
    };
    CUDASTDENV_RECORD("abiStdenv", "The environment in which the binaries are to run.",
        (std::string, name, "name", "Name as typed."),
        (Libstdcxx, libstdcxx, "libstdcxx"),
        (std::optional<Version>, glibc, "glibc", "glibc version; null where unknown."))
};

struct BinarySymbol {
    CUDASTDENV_RECORD("symbol", "A symbol of a binary.",
        (ForeignText, mangled, "mangled", "As written in the file."),
        (ForeignText, demangled, "demangled", "Demangled."))
};

struct NewestNeed {
    CUDASTDENV_RECORD("need", "The newest symbol version of its kind that a binary needs.",
        (ForeignText, version, "version", "The symbol version: GLIBCXX_3.4.30."),
        (OptionalText, library, "library", "The library; null where an object does not name it."),
        (std::optional<BinarySymbol>, symbol, "symbol", "A symbol that needs it; null where unknown."),
        (OptionalText, member, "member", "The archive member that needs it; null where the file is not an archive."),
        (std::optional<Version>, first_gcc, "firstGcc", "The GCC release that added it; null where it is from glibc or newer than the tables."),
        (std::optional<bool>, satisfied, "satisfied", "Whether the environment has it; null where not checked."))
    AbiPart part = AbiPart::glibcxx;
    std::optional<Version> number = {};   ///< absent: no such version ever existed
    const LibstdcxxRow* first = nullptr;  ///< the first libstdc++ with it; nullptr: glibc, or newer than the tables

    [[nodiscard]] bool fails() const noexcept { return satisfied == false; }
};

struct NeededSymbolVersion {
    CUDASTDENV_RECORD("neededVersion", "A symbol version that a binary needs.",
        (OptionalText, version, "version", "The symbol version; null where only the library is needed."),
        (OptionalText, library, "library", "The library; null where an object does not name it."),
        (std::optional<BinarySymbol>, symbol, "symbol", "A symbol that needs it; null where unknown."))
};

struct AbiChange {
    CUDASTDENV_RECORD("abiChange", "A change that would make a binary run.",
        (CodeName, code, "change", "Code of the change."),
        (std::string, message, "message", "The message."))
    Diagnostic what = {};  ///< source of the answer's code and message
};

struct AbiGpuCode {
    CUDASTDENV_RECORD("abiGpuCode", "GPU code of a binary. covers FILE has more.",
        (std::vector<Capability>, machine_code, "machineCode", "Capabilities with machine code."),
        (std::vector<Capability>, ptx, "ptx", "Capabilities with PTX."))
};

/// The result for one binary. An answer adds the loader's search and the messages of the changes.
struct AbiFile {
    struct Newest {
        CUDASTDENV_RECORD("newest", "The newest symbol versions that a binary needs.",
            (std::optional<NewestNeed>, glibcxx, "glibcxx", "From libstdc++; null where none is needed."),
            (std::optional<NewestNeed>, cxxabi, "cxxabi", "From the C++ ABI of libstdc++; null where none is needed."),
            (std::optional<NewestNeed>, glibc, "glibc", "From glibc; null where none is needed."))

        [[nodiscard]] std::optional<NewestNeed>& of(AbiPart part) noexcept {
            return part == AbiPart::glibcxx ? glibcxx : part == AbiPart::cxxabi ? cxxabi : glibc;
        }
    };
    CUDASTDENV_RECORD("abiFile", "What a binary needs, and whether the environment has it.",
        (OptionalPath, path, "path", "Its file; null where standard input."),
        (ElfFile::Kind, kind, "kind"),
        (std::optional<ArchiveContents>, archive, "archive", "Null where it is not one."),
        (std::string, machine, "machine", "The processor that it is for."),
        (int, bits, "bits", "32 or 64."),
        (std::string_view, byte_order, "byteOrder", "little or big."),
        (OptionalText, soname, "soname", "Null where absent."),
        (std::vector<ForeignText>, libraries, "libraries", "Libraries that it names, in order."),
        (Newest, newest, "newest"),
        (std::vector<NeededSymbolVersion>, libcudart, "libcudart", "Each libcudart that it needs."),
        (std::vector<NeededSymbolVersion>, needs, "needs", "All symbol versions that it needs."),
        (std::vector<ForeignText>, defines, "defines", "All symbol versions that it defines."),
        (std::vector<ForeignText>, newest_defined, "newestDefined", "The newest of each kind."),
        (std::optional<AbiGpuCode>, gpu_code, "gpuCode", "Null where absent or not readable."),
        (CodeName, verdict, "verdict", "satisfied, not-satisfied or not-judged."),
        (std::vector<std::string>, missing, "missing", "Needs that the environment does not satisfy, as sentences."),
        (std::vector<AbiChange>, changes, "changes", "Changes that would make it run."),
        (std::vector<std::string_view>, environments, "environments", "The first environment of each distribution that satisfies all needs."),
        (CodeName, rests_on, "restsOn", "Source of its needs: symbol-versions, which its linker wrote, or undefined-symbols, of an object without versions."),
        (RunPath, run_path, "runPath"),
        (std::vector<SoughtLibrary>, search, "search"))
};
// clang-format on

/// `x86_64`, as in uname; `machine 243` for a processor that is unrelated to CUDA.
[[nodiscard]] std::string architecture(const ElfFile& file);

/// The newest version that begins with `prefix` (`GLIBCXX_`), by number; empty: none. Only numbers may follow the
/// prefix: `GLIBC_PRIVATE` is not a version.
[[nodiscard]] std::string newest_version(const std::vector<std::string>& versions, const std::string& prefix);

[[nodiscard]] CompatOrder compat_order(const std::vector<std::string>& run_path);

/// Finds symbols of the tables by name. Valid as long as the tables.
struct KnownSymbols {
    explicit KnownSymbols(const Tables& tables);

    /// nullptr: no libstdc++ in the tables added it.
    [[nodiscard]] const KnownSymbol* find(std::string_view symbol) const noexcept;

    std::vector<KnownSymbol> symbols;  ///< sorted
    std::size_t longest = 0;           ///< length of the longest name
};

/// A symbol of that version, which links only with a library that has the version; empty: none is in the tables.
[[nodiscard]] inline std::string_view symbol_of_version(const Tables& tables, std::string_view version) noexcept {
    const auto row = std::ranges::find(tables.symbol_versions, version, &SymbolVersionRow::version);
    return row == tables.symbol_versions.end() || row->symbols.empty() ? std::string_view() : row->symbols.front();
}

/// The newest GLIBCXX version with symbols in the tables; empty: none.
[[nodiscard]] std::string newest_known_glibcxx(const Tables& tables);

/// The demangled name, or the same text if it is not mangled or too expensive to demangle.
[[nodiscard]] std::string demangled(std::string_view symbol);

/// The first libstdc++ with this version of that part; nullptr: none, or no such version exists.
[[nodiscard]] const LibstdcxxRow* first_with(const Tables& tables, AbiPart part, std::optional<Version> number);

/// The first environment of each distribution that satisfies all needs. An environment without a distribution counts as
/// its own.
[[nodiscard]] std::vector<const EnvironmentRow*> first_environments(const Tables& tables,
                                                                    const std::vector<NewestNeed>& needs);

[[nodiscard]] AbiFile judge_abi(const Tables& tables, const Binary& binary, const AbiStdenv& stdenv);

/// The number of `GLIBCXX_3.4.30`. `GLIBC_ABI_DT_RELR` has the number of the glibc that added it.
[[nodiscard]] std::optional<Version> number_of(AbiPart part, std::string_view version) noexcept;

/// The libraries of an environment.
[[nodiscard]] AbiStdenv stdenv_of(const Tables& tables, const EnvironmentRow& environment);

/// Sets the libstdc++ of a GCC release, or of a major version alone (find_libstdcxx). For a newer GCC it is that of the
/// newest known one.
void take_libstdcxx(const Tables& tables, Version gcc, AbiStdenv& stdenv);

}  // namespace cudastdenv
