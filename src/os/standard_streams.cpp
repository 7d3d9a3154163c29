// SPDX-License-Identifier: MIT
#include "os/standard_streams.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace cudastdenv::machine {

bool occupy_standard_streams() noexcept {
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
        const bool is_closed = ::fcntl(fd, F_GETFD) < 0 && errno == EBADF;
        const int wrong_way = fd == STDIN_FILENO ? O_WRONLY : O_RDONLY;
        if (is_closed && ::open("/dev/null", wrong_way) != fd) return false;
    }
    return true;
}

}  // namespace cudastdenv::machine
