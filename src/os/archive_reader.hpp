// SPDX-License-Identifier: MIT
#pragma once

/// Reads packages with libarchive, which has the most to do with what somebody else wrote: only ever in a process of
/// its own (Process::work). What an archive calls its members is never used as a path.

/// The files in a package, read without unpacking it: `.whl`, `.zip`, `.tar.*`, and what has archives inside, `.conda`
/// and `.deb`. A process of its own reads it, within limits of time and size.

#include "core/archive_entry.hpp"

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::machine {

/// A library that reads archives, and its version.
struct ArchiveLibrary {
    std::string_view name;
    std::string_view version;
};
/// libarchive and those that decompress for it, as far as it has them.
[[nodiscard]] std::vector<ArchiveLibrary> archive_libraries();

/// Whether a file that begins so may be an archive: tar, zip, ar, and what is compressed as a whole.
[[nodiscard]] bool begins_package(std::string_view start) noexcept;
/// How much of the beginning says so.
inline constexpr std::size_t package_start_size = 512;

/// Of an archive, decompressed: a file of a megabyte can become terabytes.
inline constexpr std::size_t package_content_limit = std::size_t{8} << 30;

/// Where a file is: in a package, or in an archive inside of it.
struct PackageMember {
    std::string archive;  ///< the member that is the archive; empty: the package itself
    std::string name;     ///< in that archive, as it is written there
};

/// Prints the regular files in a package and in the archives inside of it, `data.tar.xz` of a .deb and
/// `pkg-cuda-nvcc-12.8.93-0.tar.zst` of a .conda: for each the two texts of its PackageMember, a zero byte behind each.
/// Throws MachineError: no archive, damaged, too large.
void print_members(const std::filesystem::path& package);

/// Prints all that is in a package, but not what is in the archives inside of it: for each entry `f` (a file), `d` (a
/// folder) or `l` (a symbolic link) and its name, behind it a zero byte, where a link points to, and a zero byte.
/// What is neither (a device) is left out. Throws MachineError.
void print_entries(const std::filesystem::path& package);

/// Prints the content of the first file of that name. Throws MachineError.
void print_member(const std::filesystem::path& package, const PackageMember& member);

/// Prints what a `.gz` file holds. Throws MachineError.
void print_decompressed(const std::filesystem::path& file);

/// Whether the file begins as an archive does.
[[nodiscard]] bool is_package_archive(const std::filesystem::path& file);

class PackageArchive {
public:
    /// Lists the members. Throws MachineError: no archive, damaged, too large.
    explicit PackageArchive(const std::filesystem::path& file);

    /// Where a member is, and whether it is there more than once.
    struct Member {
        PackageMember place;
        bool twice = false;
    };

    /// By name, without `./` in front. Folders and links are left out, and so are names with control characters.
    [[nodiscard]] const std::map<std::string, Member, std::less<>>& members() const noexcept { return members_; }
    /// The content of one of members(). Throws MachineError, also where it is larger than `max_bytes`.
    [[nodiscard]] std::string read(std::string_view name, std::size_t max_bytes) const;

private:
    void add(std::string_view archive, std::string_view name);

    std::filesystem::path file_;
    std::map<std::string, Member, std::less<>> members_;
};

/// All that is in a package, in its order; names with control characters are left out. Throws MachineError: no archive,
/// damaged, too large.
[[nodiscard]] std::vector<ArchiveEntry> entries_of_package(const std::filesystem::path& file);

/// A `.gz` file's content. Throws MachineError.
[[nodiscard]] std::string read_compressed(const std::filesystem::path& file, std::size_t max_bytes);

}  // namespace cudastdenv::machine
