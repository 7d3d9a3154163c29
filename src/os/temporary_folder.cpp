// SPDX-License-Identifier: MIT
#include "os/temporary_folder.hpp"

#include "os/machine_error.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

namespace cudastdenv::machine {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder(std::string_view purpose) {
    const char* const chosen = std::getenv("TMPDIR");
    const fs::path parent = chosen && *chosen ? chosen : "/tmp";
    std::string name = (parent / ("cudastdenv-" + std::string(purpose) + ".XXXXXX")).string();
    if (!::mkdtemp(name.data()))
        throw MachineError(parent.string() + ": no temporary folder can be made in it: " + std::strerror(errno) +
                           "; TMPDIR names another place");
    path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code error;
    fs::remove_all(path_, error);
}

}  // namespace cudastdenv::machine
