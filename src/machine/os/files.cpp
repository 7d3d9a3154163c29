// SPDX-License-Identifier: MIT
#include "machine/os/files.hpp"

#include "core/quote.hpp"
#include "core/text.hpp"
#include "machine/os/write_file.hpp"
#include "tables/fields.hpp"

#include <fcntl.h>
#include <nettle/sha2.h>
#include <nettle/version.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <cstdlib>
#include <cstring>
#include <list>

namespace cudastdenv::machine {

namespace fs = std::filesystem;

std::optional<int> own_descriptor(const std::filesystem::path& path) {
    const std::string& name = path.native();
    if (name == "/dev/stdin") return STDIN_FILENO;
    if (name == "/dev/stdout") return STDOUT_FILENO;
    if (name == "/dev/stderr") return STDERR_FILENO;
    for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
        if (!name.starts_with(folder)) continue;
        const auto number = whole_number<int>(std::string_view(name).substr(folder.size()));
        if (number >= 0) return number;
    }
    return std::nullopt;
}

bool occupy_standard_streams() noexcept {
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
        const bool is_closed = ::fcntl(fd, F_GETFD) < 0 && errno == EBADF;
        if (is_closed && ::open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd) return false;
    }
    return true;
}

namespace {

[[noreturn]] void fail(const std::string& name, const std::string& what) { throw MachineError(name + ": " + what); }

[[noreturn]] void fail_to_read(const std::string& name) {
    fail(name, std::string("cannot be read: ") + std::strerror(errno));
}

/// At most `limit` bytes from the current position. The files of /proc have no size.
std::string read_up_to(const RegularFile& file, std::size_t limit, const std::string& name) {
    std::string text;
    std::array<char, 65536> buffer;
    while (text.size() < limit) {
        const ssize_t got = read_some(file.fd.get(), buffer.data(), std::min(buffer.size(), limit - text.size()));
        if (got < 0) fail_to_read(name);
        if (got == 0) break;
        text.append(buffer.data(), static_cast<std::size_t>(got));
    }
    return text;
}

/// Throws that the path cannot be written because of that errno.
[[noreturn]] void fail_to_write(const fs::path& path, int code) {
    throw MachineError(path.string() + ": cannot be written: " + std::strerror(code));
}

void move_to(const fs::path& from, const fs::path& to) {
    if (::rename(from.c_str(), to.c_str()) != 0) fail_to_write(to, errno);
}

/// Makes a rename survive a crash. A directory that cannot be synced is not an error.
void sync_folder(const fs::path& folder) {
    const UniqueFd fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (fd) (void)::fsync(fd.get());
}

constexpr mode_t permission_bits = 07777;
constexpr mode_t default_mode = 0666;

/// The end of a chain of symbolic links, which need not exist.
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
    // Not derived from the file's name, which may be too long for that.
    explicit TemporaryFile(const fs::path& beside) : name_((folder_of(beside) / ".cudastdenv.XXXXXX").string()) {
        fd_ = UniqueFd(::mkostemp(name_.data(), O_CLOEXEC));
        if (!fd_) fail_to_write(beside, errno);
    }
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

/// Moves the files of a complete update into place.
void finish_update(const fs::path& folder) {
    const fs::path update = folder / finished_update;
    std::error_code error;
    if (!fs::is_directory(update, error)) return;
    for (const fs::path& file : entries_of(update)) move_to(file, folder / file.filename());
    sync_folder(folder);
    fs::remove(update, error);
    if (error) fail_to_write(update, error.value());
}

}  // namespace

RegularFile open_regular_file(const std::filesystem::path& path) {
    RegularFile file;
    file.fd = UniqueFd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (!file.fd && errno == ENOENT) fail(shown(path), "no such file");
    // A socket cannot be opened.
    if (!file.fd && errno == ENXIO) fail(shown(path), "is a pipe, socket or device, not a file");
    if (!file.fd) fail_to_read(shown(path));
    struct stat status {};
    if (::fstat(file.fd.get(), &status) != 0) fail_to_read(shown(path));
    if (S_ISDIR(status.st_mode)) fail(shown(path), "is a directory, not a file");
    if (!S_ISREG(status.st_mode)) fail(shown(path), "is a pipe, socket or device, not a file");
    file.size = static_cast<std::uint64_t>(status.st_size);
    file.device = status.st_dev;
    file.inode = status.st_ino;
    return file;
}

std::string read_start(const std::filesystem::path& path, std::size_t limit) {
    try {
        return read_up_to(open_regular_file(path), limit, shown(path));
    } catch (const MachineError&) {
        return {};
    }
}

std::string read_regular_file(const std::filesystem::path& path, std::size_t max_bytes) {
    std::string text = read_up_to(open_regular_file(path), max_bytes + 1, shown(path));
    if (text.size() > max_bytes)
        fail(shown(path), "larger than " + std::to_string(max_bytes >> 10) + " KiB, the limit for such files");
    return text;
}

std::vector<std::filesystem::path> entries_of(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> entries;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
        entries.push_back(entry->path());
    std::ranges::sort(entries);
    return entries;
}

RegularFile read_into_memory(int pipe, const std::string& name) {
    constexpr std::uint64_t most = std::uint64_t{1} << 30;
    RegularFile file;
    file.fd = UniqueFd(::memfd_create("cudastdenv", MFD_CLOEXEC));
    if (!file.fd) fail_to_read(name);
    std::vector<char> buffer(1 << 16);
    while (true) {
        const ssize_t got = read_some(pipe, buffer.data(), buffer.size());
        if (got < 0) fail_to_read(name);
        if (got == 0) return file;
        file.size += static_cast<std::uint64_t>(got);
        if (file.size > most) fail(name, "is larger than 1 GiB");
        if (!write_all(file.fd.get(), {buffer.data(), static_cast<std::size_t>(got)})) fail_to_read(name);
    }
}

std::string read_at(const RegularFile& file, std::uint64_t offset, std::uint64_t size, const std::string& name) {
    if (offset > file.size || size > file.size - offset) fail(name, "is truncated");
    std::string bytes(size, '\0');
    std::size_t filled = 0;
    while (filled < bytes.size()) {
        const ssize_t got = ::pread(file.fd.get(), bytes.data() + filled, bytes.size() - filled,
                                    static_cast<off_t>(offset + filled));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) fail_to_read(name);
        if (got == 0) fail(name, "is truncated: it shrank while it was read");
        filled += static_cast<std::size_t>(got);
    }
    return bytes;
}

std::string sha256_of_file(const std::filesystem::path& file) {
    const RegularFile opened = open_regular_file(file);
    std::vector<std::uint8_t> buffer(std::size_t{1} << 18);
    sha256_ctx context;
    sha256_init(&context);
    while (const ssize_t got = read_some(opened.fd.get(), buffer.data(), buffer.size())) {
        if (got < 0) throw MachineError(as_plain_text(file.string() + ": " + std::strerror(errno)));
        sha256_update(&context, static_cast<std::size_t>(got), buffer.data());
    }
    std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest;
#if NETTLE_VERSION_MAJOR < 4
    sha256_digest(&context, digest.size(), digest.data());
#else
    sha256_digest(&context, digest.data());
#endif
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (const std::uint8_t byte : digest) text.append(1, digits[byte >> 4]).append(1, digits[byte & 15]);
    return text;
}

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

void TemporaryFolder::rename_to(const fs::path& finished) {
    move_to(path_, finished);
    path_.clear();
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

TableFolder::TableFolder(const fs::path& folder)
    : folder_(folder), lock_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    if (!lock_) throw MachineError(folder.string() + ": cannot be opened: " + std::strerror(errno));
    // The lock ends with the process.
    while (::flock(lock_.get(), LOCK_EX) != 0)
        if (errno != EINTR) throw MachineError(folder.string() + ": cannot be locked: " + std::strerror(errno));
    finish_update(folder_);
    // An update of a writer that died before it was complete.
    const std::string beginning = std::string(finished_update) + '.';
    for (const fs::path& path : entries_of(folder_))
        if (std::error_code ignored; path.filename().string().starts_with(beginning)) fs::remove_all(path, ignored);
}

void TableFolder::replace(const std::map<std::string, std::string>& texts) const {
    TemporaryFolder update(folder_, finished_update);  // nobody reads these files yet
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
    update.rename_to(folder_ / finished_update);
    sync_folder(folder_);
    try {
        finish_update(folder_);
    } catch (const MachineError& error) {
        throw MachineError(std::string(error.what()) + "; the new tables are complete in " +
                           (folder_ / finished_update).string() + "; the next writer moves them into place");
    }
}

}  // namespace cudastdenv::machine
