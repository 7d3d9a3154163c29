#include "machine/temporary_folder.hpp"

#include "machine/machine_error.hpp"

#include <cstdlib>
#include <string>

namespace cudastdenv::machine {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder(std::string_view purpose) {
    std::string name = (fs::temp_directory_path() / ("cudastdenv-" + std::string(purpose) + ".XXXXXX")).string();
    if (!::mkdtemp(name.data())) throw MachineError("no temporary folder can be made: " + name);
    path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code error;
    fs::remove_all(path_, error);
}

}  // namespace cudastdenv::machine
