#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

namespace cudastdenv::machine {

/// A symbol version that an ELF file needs of a library.
struct NeededVersion {
    std::string library;  ///< `libstdc++.so.6`
    std::string version;  ///< `GLIBCXX_3.4.30`
    std::string symbol;   ///< the first symbol, in the order of its table, that needs it; mangled; may be empty
};

/// What the dynamic section of an ELF file says.
struct ElfFile {
    std::uint16_t machine = 0;          ///< e_machine
    bool is_64_bit = true;
    bool is_little_endian = true;
    bool is_dynamic = false;            ///< has a dynamic section
    std::string soname;
    std::vector<std::string> libraries;  ///< DT_NEEDED, in order
    std::vector<NeededVersion> needs;
    std::vector<std::string> defines;    ///< symbol versions
    std::vector<std::string> run_path;   ///< entries of DT_RUNPATH, or of DT_RPATH where there is none
    bool is_rpath = false;               ///< run_path is DT_RPATH's
};

/// Reads it. Throws MachineError with one line where it is none, truncated, or makes no sense.
[[nodiscard]] ElfFile read_elf_file(const std::filesystem::path& path);

/// The newest of the versions that begin with `prefix` (`GLIBCXX_`), by number; empty: none.
[[nodiscard]] std::string newest_version(const std::vector<std::string>& versions, const std::string& prefix);

}  // namespace cudastdenv::machine
