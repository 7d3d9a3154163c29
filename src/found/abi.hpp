// SPDX-License-Identifier: MIT
#pragma once

#include "findings/abi.hpp"
#include "tables/shape.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::found {

// A field is one line.
// clang-format off

/// What `abi` answers.
struct AbiAnswer {
    struct Libstdcxx {
        CUDASTDENV_RECORD("abiLibstdcxx", "The libstdc++ that a binary is to run with.",
            (std::optional<int>, gcc, "gcc", "Major version of its GCC; null: not known."),
            (bool, lowest_of_major, "lowestOfMajor", "Its release is not known: judged by what every one of that major has."),
            (std::optional<std::string>, glibcxx, "glibcxx", "The newest GLIBCXX version that it has; null: not known."),
            (std::optional<std::string>, cxxabi, "cxxabi", "The newest CXXABI version that it has; null: not known."))
    };
    struct Stdenv {
        CUDASTDENV_RECORD("abiStdenv", "Where the binaries are to run.",
            (std::string_view, name, "name", "As it was named."),
            (Libstdcxx, libstdcxx, "libstdcxx"),
            (std::optional<Version>, glibc, "glibc", "Its glibc; null: not known."))
    };
    struct Symbol {
        CUDASTDENV_RECORD("symbol", "A symbol of a binary.",
            (ForeignText, mangled, "mangled", "As it stands there."),
            (ForeignText, demangled, "demangled", "As C++ has it."))
    };
    struct Need {
        CUDASTDENV_RECORD("need", "The newest symbol version of its kind that a binary needs.",
            (ForeignText, version, "version", "Which one: GLIBCXX_3.4.30."),
            (std::optional<ForeignText>, library, "library", "Of which library; null: an object does not say."),
            (std::optional<Symbol>, symbol, "symbol", "A symbol that needs it; null: not known."),
            (std::optional<ForeignText>, member, "member", "The archive's member that needs it; null: it is no archive."),
            (std::optional<Version>, first_gcc, "firstGcc", "The GCC release that brought it; null: it is glibc's, or newer than the tables."),
            (std::optional<bool>, satisfied, "satisfied", "The stdenv has it; null: not judged."))
    };
    struct Newest {
        CUDASTDENV_RECORD("newest", "The newest symbol versions that a binary needs.",
            (std::optional<Need>, glibcxx, "glibcxx", "Of libstdc++; null: it needs none."),
            (std::optional<Need>, cxxabi, "cxxabi", "Of libstdc++'s C++ ABI; null: it needs none."),
            (std::optional<Need>, glibc, "glibc", "Of glibc; null: it needs none."))
    };
    struct NeededSymbolVersion {
        CUDASTDENV_RECORD("neededVersion", "A symbol version that a binary needs.",
            (std::optional<ForeignText>, version, "version", "Which one; null: the library alone."),
            (std::optional<ForeignText>, library, "library", "Of which library; null: an object does not say."),
            (std::optional<Symbol>, symbol, "symbol", "A symbol that needs it; null: not known."))
    };
    struct Change {
        CUDASTDENV_RECORD("abiChange", "What would make a binary run.",
            (CodeName, change, "change", "Which change, for programs."),
            (std::string, message, "message", "In words."))
    };
    struct File {
        CUDASTDENV_RECORD("abiFile", "What a binary needs, and whether it is there.",
            (std::optional<ForeignText>, path, "path", "Its file; null: standard input."),
            (ElfFile::Kind, kind, "kind"),
            (std::optional<ArchiveContents>, archive, "archive", "Null: it is none."),
            (std::string, machine, "machine", "The processor that it is for."),
            (int, bits, "bits", "32 or 64."),
            (std::string_view, byte_order, "byteOrder", "little or big."),
            (std::optional<ForeignText>, soname, "soname", "Null: none."),
            (std::vector<ForeignText>, libraries, "libraries", "Those that it names, in order."),
            (Newest, newest, "newest"),
            (std::vector<NeededSymbolVersion>, libcudart, "libcudart", "Each libcudart that it needs."),
            (std::vector<NeededSymbolVersion>, needs, "needs", "All symbol versions that it needs."),
            (std::vector<ForeignText>, defines, "defines", "All symbol versions that it defines."),
            (std::vector<ForeignText>, newest_defined, "newestDefined", "Of those the newest of each kind."),
            (CodeName, verdict, "verdict", "satisfied, not-satisfied or not-judged."),
            (std::vector<std::string>, missing, "missing", "What the stdenv does not have, in words."),
            (std::vector<Change>, changes, "changes", "What would make it run."),
            (std::vector<std::string_view>, environments, "environments", "Of each distribution the first environment that has all of it."),
            (CodeName, rests_on, "restsOn", "What is known of its needs: symbol-versions, which its linker wrote, or undefined-symbols, of an object that has no versions."),
            (RunPath, run_path, "runPath"),
            (std::vector<SoughtLibrary>, search, "search"))
    };
    CUDASTDENV_RECORD("abi", "What binaries need of libstdc++ and glibc.",
        (SchemaVersion, schema, "schemaVersion"),
        (std::optional<Stdenv>, stdenv, "stdenv", "Null: none was named."),
        (std::vector<File>, files, "files"),
        (std::vector<ForeignText>, unreadable, "unreadable", "What could not be read, and why; one sentence each."))
    std::string newest_glibcxx = {};  ///< that the tables know
};
// clang-format on

/// Of no file yet. `unreadable` are the errors of what could not be read.
[[nodiscard]] AbiAnswer abi_answer(const Tables& tables, const AbiStdenv& stdenv,
                                   const std::vector<std::string>& unreadable);

[[nodiscard]] AbiAnswer::File abi_file(const Tables& tables, const AbiStdenv& stdenv, const Binary& binary,
                                       const LibrarySearch& search);

}  // namespace cudastdenv::found
