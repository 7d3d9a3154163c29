// SPDX-License-Identifier: MIT
#pragma once

#include "os/interruption.hpp"

#include <filesystem>
#include <string_view>

namespace cudastdenv::machine {

/// A folder of its own below the system's temporary folder, removed with all that is in it, also where a signal ends
/// this process.
class TemporaryFolder {
public:
    /// `purpose` becomes part of its name. Throws MachineError.
    explicit TemporaryFolder(std::string_view purpose);
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder();

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

private:
    Undisturbed until_it_is_removed_;
    std::filesystem::path path_;
};

}  // namespace cudastdenv::machine
