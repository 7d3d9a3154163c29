// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::machine {

/// A folder in which archives lie: as NVIDIA's server has them, or anyhow.
class ArchiveFolder {
public:
    /// Looks into the folders in it too, but follows no links to folders. Throws MachineError: no folder, not to be
    /// read.
    explicit ArchiveFolder(const std::filesystem::path& folder);

    /// The archive that a manifest has under a path below its own folder: at that path, else the one file of that name.
    /// Throws MachineError where there is more than one.
    [[nodiscard]] std::optional<std::filesystem::path> find(std::string_view relative_path) const;

private:
    std::filesystem::path folder_;
    std::map<std::string, std::vector<std::filesystem::path>, std::less<>> by_name_;
};

}  // namespace cudastdenv::machine
