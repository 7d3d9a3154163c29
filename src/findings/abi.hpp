// SPDX-License-Identifier: MIT
#pragma once

/// What an ELF file, or an archive of them, says of itself; which symbol versions of libstdc++ and glibc it needs,
/// whether a standard environment has them, and where the loader would find its libraries.

#include "core/diagnostic.hpp"
#include "tables/shape.hpp"

#include <cudastdenv/describe.hpp>
#include <cudastdenv/tables.hpp>

#include <compare>
#include <filesystem>

namespace cudastdenv {

/// A symbol version that an ELF file needs of a library.
struct NeededVersion {
    std::string library;  ///< `libstdc++.so.6`; of an object empty: its linker decides
    std::string version;  ///< `GLIBCXX_3.4.30`
    std::string symbol;   ///< the first symbol, in the order of its table, that needs it; mangled; may be empty
};

/// A symbol that the tables know. Of theirs: it borrows nothing from a file.
struct KnownSymbol {
    std::string_view name;     ///< mangled
    std::string_view version;  ///< that brought it: `GLIBCXX_3.4.30`

    friend auto operator<=>(const KnownSymbol&, const KnownSymbol&) = default;
};

/// What the dynamic section of an ELF file says.
struct ElfFile {
    enum class Kind : std::uint8_t { object, executable, shared_library, debug_information, core, other };

    Kind kind = Kind::other;
    std::uint16_t machine = 0;  ///< e_machine
    bool is_64_bit = true;
    bool is_little_endian = true;
    bool is_dynamic = false;  ///< has a dynamic section
    std::string soname;
    std::vector<std::string> libraries;  ///< DT_NEEDED, in order
    /// In the order of its table. An object has no versions: here they are those of its undefined symbols that the
    /// tables know, each version with the first symbol of it.
    std::vector<NeededVersion> needs;
    std::vector<KnownSymbol> undefined;  ///< of an object, in the order of its table: those that the tables know
    std::vector<KnownSymbol> defined;    ///< likewise: what others that are linked with it need not have
    std::vector<std::string> defines;    ///< symbol versions
    std::vector<std::string> run_path;   ///< entries of DT_RUNPATH, or of DT_RPATH where there is none
    bool is_rpath = false;               ///< run_path is DT_RPATH's
    std::string interpreter;             ///< the loader that an executable asks for; empty: none
};

CUDASTDENV_ENUM(ElfFile::Kind, (object, "object"), (executable, "executable"), (shared_library, "shared-library"),
                (debug_information, "debug-information"), (core, "core"), (other, "other"))

/// How the loader comes to a library.
CUDASTDENV_NEW_ENUM(FoundBy, (run_path, "run-path"), (loader_cache, "loader-cache"), (default_folder, "default-folder"))

/// How a folder of the cuda_compat package stands to the driver's, where nixpkgs wants it in front.
CUDASTDENV_NEW_ENUM(CompatOrder, (neither, "neither"), (no_compat, "no-compat"), (no_driver, "no-driver"),
                    (compat_first, "compat-first"), (driver_first, "driver-first"))

enum class AbiPart : std::uint8_t { glibcxx, cxxabi, glibc };

CUDASTDENV_NAMED_ENUM(prefix_of, AbiPart, (glibcxx, "GLIBCXX_"), (cxxabi, "CXXABI_"), (glibc, "GLIBC_"))

// A field is one line.
// clang-format off

/// What an archive holds.
struct ArchiveContents {
    CUDASTDENV_RECORD("archive", "An archive of objects.",
        (bool, thin, "thin", "It names its objects and does not hold them."),
        (std::size_t, elf_members, "elfMembers", "Members that were read."),
        (std::size_t, other_members, "otherMembers", "Members that are no ELF files."))
    std::vector<std::string> needed_by;  ///< for each of the file's needs the first member that has it
};

/// An ELF file or an archive of them.
struct Binary {
    std::filesystem::path path;              ///< as it was named, or found in a folder; empty: standard input
    ElfFile elf;                             ///< of an archive: what its first ELF member is, and what all need
    std::optional<ArchiveContents> archive;  ///< absent: no archive
};

struct RunPathFolder {
    CUDASTDENV_RECORD("runPathFolder", "An entry of a run path.",
        (ForeignText, entry, "entry", "As it stands in the file."),
        (OptionalPath, folder, "folder", "What it means on this machine; null: that cannot be said."),
        (bool, exists, "exists", "The folder is there."))
};

struct RunPath {
    CUDASTDENV_RECORD("runPath", "Where the loader looks first.",
        (std::optional<std::string_view>, tag, "tag", "RPATH or RUNPATH; null: there is none."),
        (std::vector<RunPathFolder>, folders, "folders", "In order."),
        (CompatOrder, cuda_compat, "cudaCompat", "Which libcuda.so.1 comes first: cuda_compat's or the driver's."))
};

struct SoughtLibrary {
    CUDASTDENV_RECORD("soughtLibrary", "A library that the loader would look for on this machine.",
        (ForeignText, name, "name", "Its name."),
        (bool, needed, "needed", "The binary names it itself."),
        (OptionalPath, path, "path", "What the loader would take; null: it finds none."),
        (std::optional<FoundBy>, by, "by", "How it comes to it; null: it does not."),
        (OptionalText, glibcxx, "glibcxx", "The newest GLIBCXX version there; null: none."),
        (OptionalText, cxxabi, "cxxabi", "The newest CXXABI version there; null: none."),
        (std::optional<bool>, new_enough, "newEnough", "It has what the binary needs; null: not judged."),
        (OptionalPath, ld_library_path, "ldLibraryPath", "What LD_LIBRARY_PATH would have it take instead; null: nothing."))
};

struct LibrarySearch {
    RunPath run_path;
    std::vector<SoughtLibrary> libraries;  ///< libstdc++.so.6 where it is needed, libcuda.so.1 where CUDA is
};

/// The libraries that a binary must do with. What is absent is not judged. The name is that of an environment, of a
/// compiler, or `host`; empty: nothing was asked.
struct AbiStdenv {
    struct Libstdcxx {
        CUDASTDENV_RECORD("abiLibstdcxx", "The libstdc++ that a binary is to run with.",
            (std::optional<int>, gcc, "gcc", "Major version of its GCC; null: not known."),
            (bool, lowest_of_major, "lowestOfMajor", "Its release is not known: judged by what every one of that major has."),
            (std::optional<std::string>, glibcxx, "glibcxx", "The newest GLIBCXX version that it has; null: not known."),
            (std::optional<std::string>, cxxabi, "cxxabi", "The newest CXXABI version that it has; null: not known."))
    };
    CUDASTDENV_RECORD("abiStdenv", "Where the binaries are to run.",
        (std::string, name, "name", "As it was named."),
        (Libstdcxx, libstdcxx, "libstdcxx"),
        (std::optional<Version>, glibc, "glibc", "Its glibc; null: not known."))
};

struct BinarySymbol {
    CUDASTDENV_RECORD("symbol", "A symbol of a binary.",
        (ForeignText, mangled, "mangled", "As it stands there."),
        (ForeignText, demangled, "demangled", "As C++ has it."))
};

struct NewestNeed {
    CUDASTDENV_RECORD("need", "The newest symbol version of its kind that a binary needs.",
        (ForeignText, version, "version", "Which one: GLIBCXX_3.4.30."),
        (OptionalText, library, "library", "Of which library; null: an object does not say."),
        (std::optional<BinarySymbol>, symbol, "symbol", "A symbol that needs it; null: not known."),
        (OptionalText, member, "member", "The archive's member that needs it; null: it is no archive."),
        (std::optional<Version>, first_gcc, "firstGcc", "The GCC release that brought it; null: it is glibc's, or newer than the tables."),
        (std::optional<bool>, satisfied, "satisfied", "The stdenv has it; null: not judged."))
    AbiPart part = AbiPart::glibcxx;
    std::optional<Version> number = {};   ///< absent: no version that was ever there
    const LibstdcxxRow* first = nullptr;  ///< the libstdc++ that brings it; nullptr: glibc, or newer than the tables

    [[nodiscard]] bool fails() const noexcept { return satisfied == false; }
};

struct NeededSymbolVersion {
    CUDASTDENV_RECORD("neededVersion", "A symbol version that a binary needs.",
        (OptionalText, version, "version", "Which one; null: the library alone."),
        (OptionalText, library, "library", "Of which library; null: an object does not say."),
        (std::optional<BinarySymbol>, symbol, "symbol", "A symbol that needs it; null: not known."))
};

struct AbiChange {
    CUDASTDENV_RECORD("abiChange", "What would make a binary run.",
        (CodeName, change, "change", "Which change, for programs."),
        (std::string, message, "message", "In words."))
    Diagnostic what = {};  ///< of which an answer has the name and the message
};

/// A binary that was judged. An answer adds where the loader looks, and the changes in words.
struct AbiFile {
    struct Newest {
        CUDASTDENV_RECORD("newest", "The newest symbol versions that a binary needs.",
            (std::optional<NewestNeed>, glibcxx, "glibcxx", "Of libstdc++; null: it needs none."),
            (std::optional<NewestNeed>, cxxabi, "cxxabi", "Of libstdc++'s C++ ABI; null: it needs none."),
            (std::optional<NewestNeed>, glibc, "glibc", "Of glibc; null: it needs none."))

        [[nodiscard]] std::optional<NewestNeed>& of(AbiPart part) noexcept {
            return part == AbiPart::glibcxx ? glibcxx : part == AbiPart::cxxabi ? cxxabi : glibc;
        }
    };
    CUDASTDENV_RECORD("abiFile", "What a binary needs, and whether it is there.",
        (OptionalPath, path, "path", "Its file; null: standard input."),
        (ElfFile::Kind, kind, "kind"),
        (std::optional<ArchiveContents>, archive, "archive", "Null: it is none."),
        (std::string, machine, "machine", "The processor that it is for."),
        (int, bits, "bits", "32 or 64."),
        (std::string_view, byte_order, "byteOrder", "little or big."),
        (OptionalText, soname, "soname", "Null: none."),
        (std::vector<ForeignText>, libraries, "libraries", "Those that it names, in order."),
        (Newest, newest, "newest"),
        (std::vector<NeededSymbolVersion>, libcudart, "libcudart", "Each libcudart that it needs."),
        (std::vector<NeededSymbolVersion>, needs, "needs", "All symbol versions that it needs."),
        (std::vector<ForeignText>, defines, "defines", "All symbol versions that it defines."),
        (std::vector<ForeignText>, newest_defined, "newestDefined", "Of those the newest of each kind."),
        (CodeName, verdict, "verdict", "satisfied, not-satisfied or not-judged."),
        (std::vector<std::string>, missing, "missing", "What the stdenv does not have, in words."),
        (std::vector<AbiChange>, changes, "changes", "What would make it run."),
        (std::vector<std::string_view>, environments, "environments", "Of each distribution the first environment that has all of it."),
        (CodeName, rests_on, "restsOn", "What is known of its needs: symbol-versions, which its linker wrote, or undefined-symbols, of an object that has no versions."),
        (RunPath, run_path, "runPath"),
        (std::vector<SoughtLibrary>, search, "search"))
};
// clang-format on

/// `x86_64`, as uname has it; `machine 243` where it is none that CUDA was ever made for, or its neighbour.
[[nodiscard]] std::string architecture(const ElfFile& file);

/// The newest of the versions that begin with `prefix` (`GLIBCXX_`), by number; empty: none.
/// What follows the prefix must be numbers: `GLIBC_PRIVATE` is no version.
[[nodiscard]] std::string newest_version(const std::vector<std::string>& versions, const std::string& prefix);

[[nodiscard]] CompatOrder compat_order(const std::vector<std::string>& run_path);

/// The symbols of the tables, to be found by name. As long as the tables are there.
struct KnownSymbols {
    explicit KnownSymbols(const Tables& tables);

    /// nullptr: no version of libstdc++ up to the newest that was read brings it.
    [[nodiscard]] const KnownSymbol* find(std::string_view symbol) const noexcept;

    std::vector<KnownSymbol> symbols;  ///< sorted
    std::size_t longest = 0;           ///< characters of one
};

/// A symbol of that version, which can be linked only with a library that has it; empty: the tables know none.
[[nodiscard]] std::string_view symbol_of_version(const Tables& tables, std::string_view version) noexcept;

/// The newest GLIBCXX version whose symbols the tables know; empty: none.
[[nodiscard]] std::string newest_known_glibcxx(const Tables& tables);

/// A mangled name as the source has it, or as it is where it is no mangled name, or one that would take too long.
[[nodiscard]] std::string demangled(std::string_view symbol);

/// The first libstdc++ that has a version of that part; nullptr: none does, or there is no such version.
[[nodiscard]] const LibstdcxxRow* first_with(const Tables& tables, AbiPart part, std::optional<Version> number);

/// Of each distribution the first environment that has all of it; one without a distribution stands for itself.
[[nodiscard]] std::vector<const EnvironmentRow*> first_environments(const Tables& tables,
                                                                    const std::vector<NewestNeed>& needs);

[[nodiscard]] AbiFile judge_abi(const Tables& tables, const Binary& binary, const AbiStdenv& stdenv);

/// The number of `GLIBCXX_3.4.30`; `GLIBC_ABI_DT_RELR` counts as the glibc that brought it.
[[nodiscard]] std::optional<Version> number_of(AbiPart part, std::string_view version) noexcept;

/// The environment whose libraries those are.
[[nodiscard]] AbiStdenv stdenv_of(const Tables& tables, const EnvironmentRow& environment);

/// The libstdc++ of a GCC release, or of a major alone (find_libstdcxx); that of the newest known GCC where it is
/// newer.
void take_libstdcxx(const Tables& tables, Version gcc, AbiStdenv& stdenv);

}  // namespace cudastdenv
