// SPDX-License-Identifier: MIT
#pragma once

/// The files in a package, read without unpacking it: `.whl`, `.zip`, `.tar.*`, and what has archives inside, `.conda`
/// and `.deb`. A process of its own reads it (archive_reader.hpp), within limits of time and size.

#include "core/archive_entry.hpp"
#include "os/archive_reader.hpp"

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::machine {

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
