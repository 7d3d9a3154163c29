// SPDX-License-Identifier: MIT
#include "os/table_folder.hpp"

#include "os/interruption.hpp"
#include "os/machine_error.hpp"
#include "os/write_file.hpp"
#include "tables/table_files.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace cudastdenv::machine {

namespace {

namespace fs = std::filesystem;

void move_to(const fs::path& from, const fs::path& to) {
    if (::rename(from.c_str(), to.c_str()) != 0) fail_to_write(to, errno);
}

/// Removes a folder of files that nobody reads yet.
class Unfinished {
public:
    explicit Unfinished(const fs::path& folder)
        : path_((folder / (std::string(finished_update) + ".XXXXXX")).string()) {
        if (!::mkdtemp(path_.data())) fail_to_write(folder, errno);
    }
    Unfinished(const Unfinished&) = delete;
    Unfinished& operator=(const Unfinished&) = delete;
    ~Unfinished() {
        std::error_code error;
        if (!path_.empty()) fs::remove_all(path_, error);
    }

    [[nodiscard]] fs::path path() const { return path_; }
    void become(const fs::path& finished) {
        move_to(path_, finished);
        path_.clear();
    }

private:
    Undisturbed until_it_has_its_name_;
    std::string path_;
};

}  // namespace

TableFolder::TableFolder(const fs::path& folder)
    : folder_(folder), lock_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    if (!lock_) throw MachineError(folder.string() + ": cannot be opened: " + std::strerror(errno));
    // It ends with the process, however that ends.
    while (::flock(lock_.get(), LOCK_EX) != 0)
        if (errno != EINTR) throw MachineError(folder.string() + ": cannot be locked: " + std::strerror(errno));
    finish_update();
    remove_unfinished();
}

void TableFolder::replace(const std::map<std::string, std::string>& texts) const {
    Unfinished update(folder_);
    for (const auto& [name, text] : texts) {
        struct stat info {};
        const fs::path now = folder_ / name;
        if (::lstat(now.c_str(), &info) != 0) fail_to_write(now, errno);
        if (!S_ISREG(info.st_mode)) throw MachineError(now.string() + ": not a regular file, so it is not replaced");
        write_file(update.path() / name, text);
        if (::chmod((update.path() / name).c_str(), info.st_mode & 07777) != 0) fail_to_write(now, errno);
    }
    if (::chmod(update.path().c_str(), 0755) != 0) fail_to_write(folder_, errno);
    sync_folder(update.path());
    update.become(folder_ / finished_update);
    sync_folder(folder_);
    try {
        finish_update();
    } catch (const MachineError& error) {
        throw MachineError(std::string(error.what()) + "; the new tables are whole in " +
                           (folder_ / finished_update).string() + " and count, the next writer puts them in place");
    }
}

void TableFolder::finish_update() const {
    const fs::path update = folder_ / finished_update;
    std::error_code error;
    if (!fs::is_directory(update, error)) return;
    std::vector<fs::path> names;
    for (const fs::directory_entry& entry : fs::directory_iterator(update, error))
        names.push_back(entry.path().filename());
    if (error) fail_to_write(update, error.value());
    for (const fs::path& name : names) move_to(update / name, folder_ / name);
    sync_folder(folder_);
    fs::remove(update, error);
    if (error) fail_to_write(update, error.value());
}

void TableFolder::remove_unfinished() const {
    const std::string beginning = std::string(finished_update) + '.';
    std::error_code error;
    std::vector<fs::path> left;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_, error))
        if (entry.path().filename().string().starts_with(beginning)) left.push_back(entry.path());
    for (const fs::path& path : left) fs::remove_all(path, error);
}

}  // namespace cudastdenv::machine
