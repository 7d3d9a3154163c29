#include "machine/regular_file.hpp"

#include "core/quote.hpp"
#include "machine/machine_error.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>

namespace cudastdenv::machine {

namespace {

[[noreturn]] void fail(const std::filesystem::path& path, const std::string& what) {
    throw MachineError(shown(path) + ": " + what);
}

}  // namespace

std::string shown(const std::filesystem::path& path) { return show_controls(path.string()); }

RegularFile open_regular_file(const std::filesystem::path& path) {
    RegularFile file{UniqueFd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)), 0};
    if (!file.fd) fail(path, errno == ENOENT ? "no such file" : std::string("cannot be read: ") + std::strerror(errno));
    struct stat status {};
    if (::fstat(file.fd.get(), &status) != 0) fail(path, std::strerror(errno));
    if (S_ISDIR(status.st_mode)) fail(path, "is a folder; a file was expected");
    if (!S_ISREG(status.st_mode)) fail(path, "is a pipe, socket or device; a file was expected");
    file.size = static_cast<std::uint64_t>(status.st_size);
    return file;
}

}  // namespace cudastdenv::machine
