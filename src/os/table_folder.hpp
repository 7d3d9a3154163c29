// SPDX-License-Identifier: MIT
#pragma once

#include "os/unique_fd.hpp"

#include <filesystem>
#include <map>
#include <string>

namespace cudastdenv::machine {

/// The one writer of a folder of tables, for as long as this object lives. Another one waits.
class TableFolder {
public:
    /// Waits until nobody else writes, and finishes or removes what a writer that died left. Throws MachineError.
    explicit TableFolder(const std::filesystem::path& folder);

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return folder_; }

    /// Replaces these files, by their names in the folder, all at once: whoever reads the tables, and whoever comes
    /// after a crash, finds all of the old ones or all of the new ones. A file keeps its permissions. Throws
    /// MachineError; then nothing was changed, unless the message says that the new tables already count.
    void replace(const std::map<std::string, std::string>& texts) const;

private:
    void finish_update() const;
    void remove_unfinished() const;

    std::filesystem::path folder_;
    UniqueFd lock_;
};

}  // namespace cudastdenv::machine
