#pragma once

/// Reads a toolkit.

#include "findings/toolkit.hpp"
#include "os/machine_error.hpp"
#include "os/surroundings.hpp"

#include <filesystem>
#include <optional>
#include <vector>

namespace cudastdenv::machine {

/// Nothing of a toolkit is there, and nothing is wrong with what is.
class NoToolkit : public MachineError {
public:
    using MachineError::MachineError;
};

struct IngestOptions {
    bool run = false;
    std::optional<Version> release;  ///< that the user names
};

/// The toolkits, packages of one and single headers directly in a folder and in the folders there; each once, sorted.
/// Throws MachineError where it is no folder.
[[nodiscard]] std::vector<std::filesystem::path> find_toolkits(const std::filesystem::path& folder);

/// Throws NoToolkit, and MachineError: not to be read, several toolkits in it.
[[nodiscard]] Toolkit read_toolkit(const std::filesystem::path& path, const IngestOptions& options,
                                   const Surroundings& surroundings);

}  // namespace cudastdenv::machine
