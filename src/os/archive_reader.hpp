// SPDX-License-Identifier: MIT
#pragma once

/// Reads packages with libarchive, which has the most to do with what somebody else wrote: only ever in a process of
/// its own (Process::work). What an archive calls its members is never used as a path.

#include "core/std.hpp"

#include <filesystem>

namespace cudastdenv::machine {

/// A library that is in the program, or that it loads. The licence is an SPDX expression.
struct LinkedLibrary {
    std::string_view name;
    std::string version;
    std::string_view licence;
};
/// libarchive and those that decompress for it, as far as it has them.
[[nodiscard]] std::vector<LinkedLibrary> archive_libraries();

/// Whether a file that begins so may be an archive: tar, zip, ar, and what is compressed as a whole.
[[nodiscard]] bool begins_package(std::string_view start) noexcept;
/// How much of the beginning says so.
inline constexpr std::size_t package_start_size = 512;

/// Where a file is: in a package, or in an archive inside of it.
struct PackageMember {
    std::string archive;  ///< the member that is the archive; empty: the package itself
    std::string name;     ///< in that archive, as it is written there
    bool twice = false;   ///< another one of that name is there
};

/// Prints all that is in a package and, where that is asked, in the archives inside of it, `data.tar.xz` of a .deb and
/// `pkg-cuda-nvcc-12.8.93-0.tar.zst` of a .conda. For each entry three texts, a zero byte behind each: the archive; `f`
/// (a file), `h` (another name of one), `d` (a folder) or `l` (a symbolic link) and its name; where a link points to.
/// What is neither (a device) is left out. Throws MachineError: no archive, damaged, too large.
void print_entries(const std::filesystem::path& package, bool with_inner);

/// Prints the content of the first file of that name. Throws MachineError.
void print_member(const std::filesystem::path& package, const PackageMember& member);

/// Prints what a `.gz` file holds. Throws MachineError.
void print_decompressed(const std::filesystem::path& file);

}  // namespace cudastdenv::machine
