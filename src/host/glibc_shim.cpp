// SPDX-License-Identifier: MIT
#include "host/glibc_shim.hpp"

#include "core/quote.hpp"
#include "findings/build_environment.hpp"
#include "os/machine_error.hpp"
#include "os/write_file.hpp"

namespace cudastdenv::machine {

namespace fs = std::filesystem;

void write_glibc_shim(const fs::path& folder) {
    const fs::path path = folder / glibc_shim_header;
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (error) throw MachineError(shown(folder) + ": the folder cannot be made: " + error.message());
    write_file(path, glibc_shim_text);
}

}  // namespace cudastdenv::machine
