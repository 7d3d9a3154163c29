// SPDX-License-Identifier: MIT
#include "machine/elf/file_walk.hpp"

#include "core/lists.hpp"
#include "core/quote.hpp"

#include <linux/magic.h>
#include <sys/vfs.h>

namespace cudastdenv::machine {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t longest_start = 512;

/// The kernel creates the files of its own file systems when they are read; they are not programs.
bool is_made_by_kernel(const fs::path& folder) {
    constexpr std::array<long, 8> kernels{PROC_SUPER_MAGIC, SYSFS_MAGIC,        DEBUGFS_MAGIC,       TRACEFS_MAGIC,
                                          SECURITYFS_MAGIC, CGROUP_SUPER_MAGIC, CGROUP2_SUPER_MAGIC, BPF_FS_MAGIC};
    struct statfs info {};
    return ::statfs(folder.c_str(), &info) == 0 && contains(kernels, static_cast<long>(info.f_type));
}

class Walk {
public:
    explicit Walk(FileWalk& walk) : walk_(walk) {}

    void add(const fs::path& path) {
        std::error_code error;
        if (fs::is_directory(path, error)) add_folder(path);
        else add_file(path);
    }

private:
    void add_file(const fs::path& path) {
        try {
            const RegularFile file = open_regular_file(path);
            seen_.emplace(file.device, file.inode);
            walk_.read(file, path);
        } catch (const MachineError& error) {
            walk_.errors.emplace_back(error.what());
        }
    }

    /// Files come before links, whose targets may be among the files.
    void add_folder(const fs::path& folder) {
        std::vector<fs::path> chosen;
        for (const auto& [is_link, path] : list(folder))
            if (is_wanted(path)) chosen.push_back(path);
        std::ranges::sort(chosen);
        for (const fs::path& path : chosen) add_file(path);
    }

    /// False for a broken link, and for a file that was seen.
    bool is_wanted(const fs::path& path) {
        std::error_code error;
        if (!fs::is_regular_file(path, error)) return false;
        try {
            const RegularFile file = open_regular_file(path);
            return walk_.is_wanted(start_of(file, longest_start, shown(path))) &&
                   seen_.emplace(file.device, file.inode).second;
        } catch (const MachineError& problem) {
            walk_.errors.emplace_back(problem.what());
            return false;
        }
    }

    void add_error(const fs::path& path, std::error_code error) {
        walk_.errors.push_back(shown(path) + ": cannot be read: " + error.message());
    }

    /// All files in a directory and below, then the links.
    std::vector<std::pair<bool, fs::path>> list(const fs::path& top) {
        std::vector<std::pair<bool, fs::path>> contents;
        std::vector<fs::path> folders{top};
        while (!folders.empty()) {
            const fs::path folder = std::move(folders.back());
            folders.pop_back();
            std::error_code error;
            fs::directory_iterator entries(folder, error);
            for (; !error && entries != fs::directory_iterator(); entries.increment(error)) {
                std::error_code unknown;
                const fs::file_status status = entries->symlink_status(unknown);
                if (status.type() == fs::file_type::none) add_error(entries->path(), unknown);
                else if (fs::is_regular_file(status) || fs::is_symlink(status))
                    contents.emplace_back(fs::is_symlink(status), entries->path());
                else if (fs::is_directory(status) && !is_made_by_kernel(entries->path()))
                    folders.push_back(entries->path());
            }
            if (error) add_error(folder, error);
        }
        std::ranges::sort(contents);
        return contents;
    }

    FileWalk& walk_;
    std::set<std::pair<std::uint64_t, std::uint64_t>> seen_;
};

}  // namespace

void FileWalk::walk(const std::vector<fs::path>& paths) {
    Walk all(*this);
    for (const fs::path& path : paths) all.add(path);
}

std::string start_of(const RegularFile& file, std::size_t size, const std::string& name) {
    return read_at(file, 0, std::min<std::uint64_t>(file.size, size), name);
}

}  // namespace cudastdenv::machine
