// SPDX-License-Identifier: MIT
#include "os/write_file.hpp"

#include "os/files.hpp"
#include "os/process.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <list>

namespace cudastdenv::machine {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder(std::string_view purpose) {
    const char* const chosen = std::getenv("TMPDIR");
    const fs::path parent = chosen && *chosen ? chosen : "/tmp";
    if (!make(parent / ("cudastdenv-" + std::string(purpose))))
        throw MachineError(parent.string() + ": cannot create a temporary directory in it: " + std::strerror(errno) +
                           "; set TMPDIR to another directory");
}

TemporaryFolder::TemporaryFolder(const fs::path& folder, std::string_view name) {
    if (!make(folder / name)) fail_to_write(folder, errno);
}

bool TemporaryFolder::make(const fs::path& beginning) {
    std::string name = beginning.string() + ".XXXXXX";
    if (!::mkdtemp(name.data())) return false;
    path_ = name;
    return true;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code error;
    if (!path_.empty()) fs::remove_all(path_, error);
}

void TemporaryFolder::become(const fs::path& finished) {
    move_to(path_, finished);
    path_.clear();
}

namespace {

constexpr mode_t permission_bits = 07777;
constexpr mode_t default_mode = 0666;

/// Where a chain of symbolic links ends, whether or not there is a file yet.
fs::path target_of(const fs::path& path) {
    constexpr int longest_chain = 40;
    fs::path target = path;
    std::error_code error;
    for (int links = 0; fs::is_symlink(fs::symlink_status(target, error)); ++links) {
        if (links == longest_chain) fail_to_write(path, ELOOP);
        const fs::path next = fs::read_symlink(target, error);
        if (error) fail_to_write(path, error.value());
        target = target.parent_path() / next;
    }
    return target;
}

bool holds(const fs::path& path, std::string_view text) {
    std::error_code error;
    return fs::file_size(path, error) == text.size() && !error && read_start(path, text.size()) == text;
}

void write_to(int fd, std::string_view text, const fs::path& path) {
    if (!write_all(fd, text)) fail_to_write(path, errno);
}

mode_t mode_of_new_file() {
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return default_mode & ~mask;
}

fs::path folder_of(const fs::path& path) { return path.parent_path().empty() ? fs::path(".") : path.parent_path(); }

/// Removes a temporary file unless it was renamed.
class TemporaryFile {
public:
    // A name of its own: one that is made of the file's may be too long.
    explicit TemporaryFile(const fs::path& beside) : name_((folder_of(beside) / ".cudastdenv.XXXXXX").string()) {
        fd_ = UniqueFd(::mkostemp(name_.data(), O_CLOEXEC));
        if (!fd_) fail_to_write(beside, errno);
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    ~TemporaryFile() {
        if (!name_.empty()) ::unlink(name_.c_str());
    }

    void fill(std::string_view text, mode_t mode, const fs::path& for_path) {
        write_to(fd_.get(), text, for_path);
        if (::fchmod(fd_.get(), mode) != 0 || ::fsync(fd_.get()) != 0) fail_to_write(for_path, errno);
    }
    void rename_to(const fs::path& path) {
        move_to(name_, path);
        name_.clear();
    }

private:
    Undisturbed until_it_has_its_name_;
    std::string name_;
    UniqueFd fd_;
};

}  // namespace

void fail_to_write(const fs::path& path, int code) {
    throw MachineError(path.string() + ": cannot be written: " + std::strerror(code));
}

void move_to(const fs::path& from, const fs::path& to) {
    if (::rename(from.c_str(), to.c_str()) != 0) fail_to_write(to, errno);
}

void sync_folder(const fs::path& folder) {
    const UniqueFd fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (fd) (void)::fsync(fd.get());
}

void write_file(const fs::path& path, std::string_view text) {
    if (path.empty()) throw MachineError("the name of the output file is empty");
    if (const auto descriptor = own_descriptor(path)) return write_to(*descriptor, text, path);
    const fs::path target = target_of(path);
    struct stat info {};
    const bool exists = ::stat(target.c_str(), &info) == 0;
    if (!exists && errno != ENOENT) fail_to_write(path, errno);
    if (exists && S_ISDIR(info.st_mode)) fail_to_write(path, EISDIR);
    if (exists && !S_ISREG(info.st_mode)) {
        // A device or a pipe has no content to replace.
        const UniqueFd fd(::open(target.c_str(), O_WRONLY | O_CLOEXEC));
        if (!fd) fail_to_write(path, errno);
        return write_to(fd.get(), text, path);
    }
    if (exists && holds(target, text)) return;

    TemporaryFile temporary(target);
    temporary.fill(text, exists ? info.st_mode & permission_bits : mode_of_new_file(), path);
    temporary.rename_to(target);
    sync_folder(folder_of(target));
}

void replace_files(std::span<const NewContent> files) {
    std::list<TemporaryFile> temporaries;
    for (const NewContent& file : files) {
        struct stat info {};
        if (::stat(file.path.c_str(), &info) != 0) fail_to_write(file.path, errno);
        temporaries.emplace_back(file.path).fill(file.text, info.st_mode & permission_bits, file.path);
    }
    auto temporary = temporaries.begin();
    for (const NewContent& file : files) {
        (temporary++)->rename_to(file.path);
        sync_folder(folder_of(file.path));
    }
}

}  // namespace cudastdenv::machine
