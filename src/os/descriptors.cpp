// SPDX-License-Identifier: MIT
#include "os/descriptors.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <string>
#include <string_view>

namespace cudastdenv::machine {

std::optional<int> own_descriptor(const std::filesystem::path& path) {
    const std::string& name = path.native();
    if (name == "/dev/stdin") return STDIN_FILENO;
    if (name == "/dev/stdout") return STDOUT_FILENO;
    if (name == "/dev/stderr") return STDERR_FILENO;
    for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
        if (!name.starts_with(folder)) continue;
        int number = -1;
        const char* const end = name.data() + name.size();
        const auto [rest, error] = std::from_chars(name.data() + folder.size(), end, number);
        if (error == std::errc() && rest == end && number >= 0) return number;
    }
    return std::nullopt;
}

bool occupy_standard_streams() noexcept {
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
        const bool is_closed = ::fcntl(fd, F_GETFD) < 0 && errno == EBADF;
        const int wrong_way = fd == STDIN_FILENO ? O_WRONLY : O_RDONLY;
        if (is_closed && ::open("/dev/null", wrong_way) != fd) return false;
    }
    return true;
}

}  // namespace cudastdenv::machine
