// SPDX-License-Identifier: MIT
#pragma once

#include "machine/os/files.hpp"
#include "machine/os/process.hpp"

namespace cudastdenv::machine {

/// A new directory in the system's temporary directory. It is removed with its contents, also if a signal ends this
/// process.
class TemporaryFolder {
public:
    /// `purpose` is part of the name. Throws MachineError.
    explicit TemporaryFolder(std::string_view purpose);
    /// In `folder`, with a name that begins with `name`.
    TemporaryFolder(const std::filesystem::path& folder, std::string_view name);
    ~TemporaryFolder();

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
    /// Renames the directory, which then stays. Throws MachineError.
    void rename_to(const std::filesystem::path& finished);

private:
    bool make(const std::filesystem::path& beginning);

    Undisturbed until_it_is_removed_;
    std::filesystem::path path_;
};

/// Makes `path` contain exactly `text`. The change is atomic: readers see the old or the new content. An existing file
/// keeps its permissions, and is not touched if it is equal; a symbolic link stays, and its target is replaced. A file
/// that is not regular, and our own descriptor (`/dev/stdout`), is written to directly. Throws MachineError.
void write_file(const std::filesystem::path& path, std::string_view text);

/// The new content of a regular file.
struct NewContent {
    std::filesystem::path path;
    std::string text;
};

/// The same for several existing regular files. Nothing is replaced before all new files are on the disk. Throws
/// MachineError.
void replace_files(std::span<const NewContent> files);

/// The only writer of a directory of tables while this object exists. Others wait.
class TableFolder {
public:
    /// Waits for other writers, then completes or removes the update of one that died. Throws MachineError.
    explicit TableFolder(const std::filesystem::path& folder);

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return folder_; }

    /// Replaces these files, by name, atomically: readers, also after a crash, see all old ones or all new ones. A file
    /// keeps its permissions. Throws MachineError; then nothing has changed, unless the message states that the new
    /// tables already count.
    void replace(const std::map<std::string, std::string>& texts) const;

private:
    std::filesystem::path folder_;
    UniqueFd lock_;
};

}  // namespace cudastdenv::machine
