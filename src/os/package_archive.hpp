#pragma once

/// The files in an archive, read without unpacking it: `.whl`, `.zip`, `.tar.*`, and what has archives inside, `.conda`
/// and `.deb`. `bsdtar` of libarchive does the reading, in a process of its own. What an archive calls its members is
/// never used as a path.

#include "os/surroundings.hpp"
#include "os/temporary_folder.hpp"

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::machine {

/// Whether the file begins as an archive does.
[[nodiscard]] bool is_package_archive(const std::filesystem::path& file);

class PackageArchive {
public:
    /// Lists the members. Throws MachineError: no bsdtar, no archive, damaged, too large.
    PackageArchive(const std::filesystem::path& file, const Surroundings& surroundings);

    /// Where a member is: the archive, or one inside of it, and the name there.
    struct Member {
        std::filesystem::path archive;
        std::string name;
        bool twice = false;
    };

    /// By name, without `./` in front. Folders are left out, and so are names with control characters.
    [[nodiscard]] const std::map<std::string, Member, std::less<>>& members() const noexcept { return members_; }
    /// The content of one of members(). Throws MachineError, also where it is larger than `max_bytes`.
    [[nodiscard]] std::string read(std::string_view name, std::size_t max_bytes) const;

private:
    /// Throws MachineError where the archive is too large when it is decompressed.
    void need_size(const std::filesystem::path& archive, const Surroundings& surroundings) const;
    void list(const std::filesystem::path& archive, const Surroundings& surroundings);
    void open_inner(std::string_view member, std::size_t number, const Surroundings& surroundings);

    std::filesystem::path file_;
    std::string bsdtar_;
    std::vector<std::string> environment_;
    std::map<std::string, Member, std::less<>> members_;
    std::unique_ptr<TemporaryFolder> folder_;  ///< holds the archives inside
};

/// A `.gz` file's content. Throws MachineError.
[[nodiscard]] std::string read_compressed(const std::filesystem::path& file, std::size_t max_bytes,
                                          const Surroundings& surroundings);

}  // namespace cudastdenv::machine
