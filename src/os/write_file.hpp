// SPDX-License-Identifier: MIT
#pragma once

#include "os/files.hpp"
#include "os/process.hpp"

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
    std::filesystem::path folder_;
    UniqueFd lock_;
};

}  // namespace cudastdenv::machine
