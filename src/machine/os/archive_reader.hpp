// SPDX-License-Identifier: MIT
#pragma once

/// Reads packages with libarchive, which parses untrusted input. Only use it in a separate process (Process::work). The
/// names of members are never used as paths.

#include "core/std.hpp"

#include <filesystem>

namespace cudastdenv::machine {

/// A linked or loaded library. The licence is an SPDX expression.
struct LinkedLibrary {
    std::string_view name;
    std::string version;
    std::string_view licence;
};
/// libarchive and its decompression libraries, as far as they are used.
[[nodiscard]] std::vector<LinkedLibrary> archive_libraries();

/// Whether a file with this beginning may be an archive: tar, zip, ar, or compressed as a whole.
[[nodiscard]] bool begins_package(std::string_view start) noexcept;
/// The required size of that beginning, in bytes.
inline constexpr std::size_t package_start_size = 512;

/// The place of a file: in a package, or in an archive inside of it.
struct PackageMember {
    std::string archive;  ///< the member that is the archive; empty: the package itself
    std::string name;     ///< as written in that archive
    bool twice = false;   ///< the name occurs again
};

/// Prints all entries of a package and, with `with_inner`, of the archives inside of it: `data.tar.xz` of a .deb,
/// `pkg-cuda-nvcc-12.8.93-0.tar.zst` of a .conda. Each entry is three texts with a zero byte after each: the archive;
/// `f` (file), `h` (hard link), `d` (directory) or `l` (symbolic link) and the name; the target of a link. Other
/// entries (devices) are left out. Throws MachineError: not an archive, damaged, too large.
void print_entries(const std::filesystem::path& package, bool with_inner);

/// Prints the content of the first file of that name. Throws MachineError.
void print_member(const std::filesystem::path& package, const PackageMember& member);

/// A file in a package, at the time at which its content is read.
struct OpenMember {
    std::string name;                   ///< of a file in an archive inside of the package, without that archive
    std::optional<std::uint64_t> size;  ///< absent: unknown before the end
    /// The next bytes; fewer only at its end. Throws MachineError.
    std::function<std::size_t(char* bytes, std::size_t size)> read;
};

/// Calls `visit` for each regular file of a package and of the archives inside of it, in their order. What `visit` does
/// not read is skipped. `on_read` is called before each read with the place in the package, in bytes. Throws
/// MachineError: not an archive, damaged, too large.
void visit_members(const std::filesystem::path& package, const std::function<void(const OpenMember&)>& visit,
                   const std::function<void(std::uint64_t place)>& on_read);

/// Prints the content of a `.gz` file. Throws MachineError.
void print_decompressed(const std::filesystem::path& file);

}  // namespace cudastdenv::machine
