// SPDX-License-Identifier: MIT
#pragma once

/// What `abi` answers.

#include "findings/elf.hpp"
#include "findings/library_search.hpp"
#include "wire/records/shared.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv {

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

}  // namespace cudastdenv

namespace cudastdenv::wire {

struct AbiLibstdcxxRecord {
    std::optional<int> gcc;
    bool lowest_of_major;
    std::optional<std::string> glibcxx;
    std::optional<std::string> cxxabi;

    static constexpr std::string_view title = "abiLibstdcxx";
    static constexpr std::string_view meaning = "The libstdc++ that a binary is to run with.";
    static constexpr auto fields = pack_of(
        Field{"gcc", &AbiLibstdcxxRecord::gcc, "Major version of its GCC; null: not known."},
        Field{"lowestOfMajor", &AbiLibstdcxxRecord::lowest_of_major,
              "Its release is not known: judged by what every one of that major has."},
        Field{"glibcxx", &AbiLibstdcxxRecord::glibcxx, "The newest GLIBCXX version that it has; null: not known."},
        Field{"cxxabi", &AbiLibstdcxxRecord::cxxabi, "The newest CXXABI version that it has; null: not known."});
};

struct AbiStdenvRecord {
    std::string_view name;
    AbiLibstdcxxRecord libstdcxx;
    std::optional<Version> glibc;

    static constexpr std::string_view title = "abiStdenv";
    static constexpr std::string_view meaning = "Where the binaries are to run.";
    static constexpr auto fields = pack_of(Field{"name", &AbiStdenvRecord::name, "As it was named."},
                                           Field{"libstdcxx", &AbiStdenvRecord::libstdcxx},
                                           Field{"glibc", &AbiStdenvRecord::glibc, "Its glibc; null: not known."});
};

struct SymbolRecord {
    ForeignText mangled;
    ForeignText demangled;

    static constexpr std::string_view title = "symbol";
    static constexpr std::string_view meaning = "A symbol of a binary.";
    static constexpr auto fields = pack_of(Field{"mangled", &SymbolRecord::mangled, "As it stands there."},
                                           Field{"demangled", &SymbolRecord::demangled, "As C++ has it."});
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
    static constexpr auto fields =
        pack_of(Field{"version", &NeedRecord::version, "Which one: GLIBCXX_3.4.30."},
                Field{"library", &NeedRecord::library, "Of which library; null: an object does not say."},
                Field{"symbol", &NeedRecord::symbol, "A symbol that needs it; null: not known."},
                Field{"member", &NeedRecord::member, "The archive's member that needs it; null: it is no archive."},
                Field{"firstGcc", &NeedRecord::first_gcc,
                      "The GCC release that brought it; null: it is glibc's, or newer than the tables."},
                Field{"satisfied", &NeedRecord::satisfied, "The stdenv has it; null: not judged."});
};

struct NewestRecord {
    std::optional<NeedRecord> glibcxx;
    std::optional<NeedRecord> cxxabi;
    std::optional<NeedRecord> glibc;

    static constexpr std::string_view title = "newest";
    static constexpr std::string_view meaning = "The newest symbol versions that a binary needs.";
    static constexpr auto fields =
        pack_of(Field{"glibcxx", &NewestRecord::glibcxx, "Of libstdc++; null: it needs none."},
                Field{"cxxabi", &NewestRecord::cxxabi, "Of libstdc++'s C++ ABI; null: it needs none."},
                Field{"glibc", &NewestRecord::glibc, "Of glibc; null: it needs none."});
};

struct NeededVersionRecord {
    std::optional<ForeignText> version;
    std::optional<ForeignText> library;
    std::optional<SymbolRecord> symbol;

    static constexpr std::string_view title = "neededVersion";
    static constexpr std::string_view meaning = "A symbol version that a binary needs.";
    static constexpr auto fields =
        pack_of(Field{"version", &NeededVersionRecord::version, "Which one; null: the library alone."},
                Field{"library", &NeededVersionRecord::library, "Of which library; null: an object does not say."},
                Field{"symbol", &NeededVersionRecord::symbol, "A symbol that needs it; null: not known."});
};

struct ArchiveRecord {
    bool thin;
    std::size_t elf_members;
    std::size_t other_members;

    static constexpr std::string_view title = "archive";
    static constexpr std::string_view meaning = "An archive of objects.";
    static constexpr auto fields =
        pack_of(Field{"thin", &ArchiveRecord::thin, "It names its objects and does not hold them."},
                Field{"elfMembers", &ArchiveRecord::elf_members, "Members that were read."},
                Field{"otherMembers", &ArchiveRecord::other_members, "Members that are no ELF files."});
};

struct AbiChangeRecord {
    CodeName change;
    std::string message;

    static constexpr std::string_view title = "abiChange";
    static constexpr std::string_view meaning = "What would make a binary run.";
    static constexpr auto fields = pack_of(Field{"change", &AbiChangeRecord::change, "Which change, for programs."},
                                           Field{"message", &AbiChangeRecord::message, "In words."});
};

struct RunPathFolderRecord {
    ForeignText entry;
    std::optional<ForeignText> folder;
    bool exists;

    static constexpr std::string_view title = "runPathFolder";
    static constexpr std::string_view meaning = "An entry of a run path.";
    static constexpr auto fields = pack_of(Field{"entry", &RunPathFolderRecord::entry, "As it stands in the file."},
                                           Field{"folder", &RunPathFolderRecord::folder,
                                                 "What it means on this machine; null: that cannot be said."},
                                           Field{"exists", &RunPathFolderRecord::exists, "The folder is there."});
};

struct RunPathRecord {
    std::optional<std::string_view> tag;
    std::vector<RunPathFolderRecord> folders;
    CompatOrder cuda_compat;

    static constexpr std::string_view title = "runPath";
    static constexpr std::string_view meaning = "Where the loader looks first.";
    static constexpr auto fields = pack_of(Field{"tag", &RunPathRecord::tag, "RPATH or RUNPATH; null: there is none."},
                                           Field{"folders", &RunPathRecord::folders, "In order."},
                                           Field{"cudaCompat", &RunPathRecord::cuda_compat,
                                                 "Which libcuda.so.1 comes first: cuda_compat's or the driver's."});
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
    static constexpr auto fields =
        pack_of(Field{"name", &SoughtLibraryRecord::name, "Its name."},
                Field{"needed", &SoughtLibraryRecord::needed, "The binary names it itself."},
                Field{"path", &SoughtLibraryRecord::path, "What the loader would take; null: it finds none."},
                Field{"by", &SoughtLibraryRecord::by, "How it comes to it; null: it does not."},
                Field{"glibcxx", &SoughtLibraryRecord::glibcxx, "The newest GLIBCXX version there; null: none."},
                Field{"cxxabi", &SoughtLibraryRecord::cxxabi, "The newest CXXABI version there; null: none."},
                Field{"newEnough", &SoughtLibraryRecord::new_enough, "It has what the binary needs; null: not judged."},
                Field{"ldLibraryPath", &SoughtLibraryRecord::ld_library_path,
                      "What LD_LIBRARY_PATH would have it take instead; null: nothing."});
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
    CodeName rests_on;
    RunPathRecord run_path;
    std::vector<SoughtLibraryRecord> search;

    static constexpr std::string_view title = "abiFile";
    static constexpr std::string_view meaning = "What a binary needs, and whether it is there.";
    static constexpr auto fields = pack_of(
        Field{"path", &AbiFileRecord::path, "Its file; null: standard input."}, Field{"kind", &AbiFileRecord::kind},
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
        Field{"restsOn", &AbiFileRecord::rests_on,
              "What is known of its needs: symbol-versions, which its linker wrote, or undefined-symbols, of an "
              "object that has no versions."},
        Field{"runPath", &AbiFileRecord::run_path}, Field{"search", &AbiFileRecord::search});
};

struct AbiRecord {
    SchemaVersion schema;
    std::optional<AbiStdenvRecord> stdenv;
    std::vector<AbiFileRecord> files;
    std::vector<ForeignText> unreadable;

    static constexpr std::string_view title = "abi";
    static constexpr std::string_view meaning = "What binaries need of libstdc++ and glibc.";
    static constexpr auto fields =
        pack_of(Field{"schemaVersion", &AbiRecord::schema},
                Field{"stdenv", &AbiRecord::stdenv, "Null: none was named."}, Field{"files", &AbiRecord::files},
                Field{"unreadable", &AbiRecord::unreadable, "What could not be read, and why; one sentence each."});
};

}  // namespace cudastdenv::wire
