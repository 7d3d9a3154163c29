// SPDX-License-Identifier: MIT
#pragma once

/// What an ELF file, or an archive of them, says of itself.

/// Where the loader would find the libraries of a binary.

#include <cudastdenv/describe.hpp>
#include <cudastdenv/export.hpp>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

/// `x86_64`, as uname has it; `machine 243` where it is none that CUDA was ever made for, or its neighbour.
[[nodiscard]] std::string architecture(const ElfFile& file);

CUDASTDENV_ENUM(ElfFile::Kind, (object, "object"), (executable, "executable"), (shared_library, "shared-library"),
                (debug_information, "debug-information"), (core, "core"), (other, "other"))

/// What an archive holds.
struct ArchiveContents {
    bool is_thin = false;
    std::size_t elf_members = 0;
    std::size_t other_members = 0;
    std::vector<std::string> needed_by;  ///< for each of the file's needs the first member that has it
};

/// An ELF file or an archive of them.
struct Binary {
    std::filesystem::path path;              ///< as it was named, or found in a folder; empty: standard input
    ElfFile elf;                             ///< of an archive: what its first ELF member is, and what all need
    std::optional<ArchiveContents> archive;  ///< absent: no archive
};

/// The newest of the versions that begin with `prefix` (`GLIBCXX_`), by number; empty: none.
/// What follows the prefix must be numbers: `GLIBC_PRIVATE` is no version.
[[nodiscard]] std::string newest_version(const std::vector<std::string>& versions, const std::string& prefix);

/// An entry of a run path.
struct RunPathFolder {
    std::string entry;             ///< as the binary has it: `$ORIGIN/../lib`
    std::filesystem::path folder;  ///< with $ORIGIN replaced; empty: depends on the loader or the working directory
    bool exists = false;
};

struct FoundLibrary {
    enum class By : std::uint8_t { run_path, loader_cache, default_folder };

    std::filesystem::path path;
    By by = By::run_path;
    std::string glibcxx;  ///< newest that it defines; empty: none
    std::string cxxabi;
};

CUDASTDENV_ENUM(FoundLibrary::By, (run_path, "run-path"), (loader_cache, "loader-cache"),
                (default_folder, "default-folder"))

struct SoughtLibrary {
    std::string name;        ///< `libstdc++.so.6`
    bool is_needed = false;  ///< DT_NEEDED names it; else something may open it by name
    std::optional<FoundLibrary> found;
    std::filesystem::path in_library_path;  ///< what LD_LIBRARY_PATH has; empty: nothing
    std::optional<bool> is_new_enough;      ///< for libstdc++: has found what the binary needs; absent: not known
};

/// How a folder of the cuda_compat package stands to the driver's, where nixpkgs wants it in front.
enum class CompatOrder : std::uint8_t { neither, no_compat, no_driver, compat_first, driver_first };

CUDASTDENV_ENUM(CompatOrder, (neither, "neither"), (no_compat, "no-compat"), (no_driver, "no-driver"),
                (compat_first, "compat-first"), (driver_first, "driver-first"))

struct LibrarySearch {
    std::vector<RunPathFolder> run_path;
    std::vector<SoughtLibrary> libraries;  ///< libstdc++.so.6 where it is needed, libcuda.so.1 where CUDA is
    CompatOrder compat = CompatOrder::neither;
};

[[nodiscard]] CompatOrder compat_order(const std::vector<std::string>& run_path);

}  // namespace cudastdenv
