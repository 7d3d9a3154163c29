// SPDX-License-Identifier: MIT
#pragma once

#include "os/process.hpp"

#include <filesystem>

namespace cudastdenv::machine {

/// A folder of its own below the system's temporary folder, removed with all that is in it, also where a signal ends
/// this process.
class TemporaryFolder {
public:
    /// `purpose` becomes part of its name. Throws MachineError.
    explicit TemporaryFolder(std::string_view purpose);
    /// In that folder instead, with a name that begins so.
    TemporaryFolder(const std::filesystem::path& folder, std::string_view name);
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder();

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
    /// It is none any longer, and has that name. Throws MachineError.
    void become(const std::filesystem::path& finished);

private:
    bool make(const std::filesystem::path& beginning);

    Undisturbed until_it_is_removed_;
    std::filesystem::path path_;
};

/// Makes `path` hold exactly `text`, all at once: whoever reads it sees the old content or the new one. An existing
/// file keeps its permissions, and is left alone if it holds that text already; a symbolic link stays, its target is
/// replaced. What is no regular file, or a descriptor of ours (`/dev/stdout`), is written to as it is. Throws
/// MachineError.
void write_file(const std::filesystem::path& path, std::string_view text);

/// A regular file, and what it is to hold.
struct NewContent {
    std::filesystem::path path;
    std::string text;
};

/// The same for several regular files that are there: nothing is replaced before all of the new ones are on the disk.
/// Throws MachineError.
void replace_files(std::span<const NewContent> files);

/// Throws MachineError: what is at that path cannot be written, for that reason (errno).
[[noreturn]] void fail_to_write(const std::filesystem::path& path, int code);

/// Renames it. Throws MachineError.
void move_to(const std::filesystem::path& from, const std::filesystem::path& to);

/// Without this a crash soon after a rename may bring the old name back; a folder that cannot be synced is no failure.
void sync_folder(const std::filesystem::path& folder);

}  // namespace cudastdenv::machine
