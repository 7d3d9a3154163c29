// SPDX-License-Identifier: MIT
#include "os/archive_folder.hpp"

#include "core/quote.hpp"
#include "os/machine_error.hpp"

#include <system_error>

namespace cudastdenv::machine {

namespace fs = std::filesystem;

ArchiveFolder::ArchiveFolder(const fs::path& folder) : folder_(folder) {
    std::error_code error;
    fs::recursive_directory_iterator entry(folder, error);
    for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error))
        if (std::error_code ignored; entry->is_regular_file(ignored))
            by_name_[entry->path().filename().string()].push_back(entry->path());
    if (error) throw MachineError(as_plain_text(folder.string() + ": " + error.message()));
}

std::optional<fs::path> ArchiveFolder::find(std::string_view relative_path) const {
    const fs::path relative(relative_path);
    std::error_code ignored;
    if (const fs::path there = folder_ / relative; fs::is_regular_file(there, ignored)) return there;
    const auto named = by_name_.find(relative.filename().string());
    if (named == by_name_.end()) return std::nullopt;
    if (named->second.size() > 1)
        throw MachineError(as_plain_text(folder_.string() + ": more than one file is called " + named->first));
    return named->second.front();
}

}  // namespace cudastdenv::machine
