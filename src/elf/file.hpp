#pragma once

#include "os/regular_file.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::machine {

/// A symbol version that an ELF file needs of a library.
struct NeededVersion {
    std::string library;  ///< `libstdc++.so.6`; of an object empty: its linker decides
    std::string version;  ///< `GLIBCXX_3.4.30`
    std::string symbol;   ///< the first symbol, in the order of its table, that needs it; mangled; may be empty
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
    /// In the order of its table. An object has no versions: here they are those of the symbols that give one away
    /// (symbol_versions.hpp).
    std::vector<NeededVersion> needs;
    std::vector<std::string> defines;   ///< symbol versions
    std::vector<std::string> run_path;  ///< entries of DT_RUNPATH, or of DT_RPATH where there is none
    bool is_rpath = false;              ///< run_path is DT_RPATH's
    std::string interpreter;            ///< the loader that an executable asks for; empty: none
};

/// `x86_64`, as uname has it; `machine 243` where it is none that CUDA was ever made for, or its neighbour.
[[nodiscard]] std::string architecture(const ElfFile& file);

/// `object`, `executable`, `shared-library`, `debug-information`, `core`, `other`
[[nodiscard]] std::string_view to_string(ElfFile::Kind kind) noexcept;

/// Reads it. Throws MachineError with one line where it is none, truncated, or makes no sense.
[[nodiscard]] ElfFile read_elf_file(const std::filesystem::path& path);

/// The same of a file that is open, and is called `name` in errors.
[[nodiscard]] ElfFile read_elf_file(const RegularFile& file, const std::string& name);

/// The same of one that is in memory, such as a member of an archive.
[[nodiscard]] ElfFile read_elf_image(std::span<const std::byte> image, const std::string& name);

/// The newest of the versions that begin with `prefix` (`GLIBCXX_`), by number; empty: none.
/// What follows the prefix must be numbers: `GLIBC_PRIVATE` is no version.
[[nodiscard]] std::string newest_version(const std::vector<std::string>& versions, const std::string& prefix);

}  // namespace cudastdenv::machine
