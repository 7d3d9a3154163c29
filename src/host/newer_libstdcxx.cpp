// SPDX-License-Identifier: MIT
#include "host/newer_libstdcxx.hpp"

#include "elf/file.hpp"

namespace cudastdenv::machine {

namespace fs = std::filesystem;

namespace {

bool is_older(const std::string& version, const std::string& other) {
    return version != other && newest_version({version, other}, "GLIBCXX_") == other;
}

/// Whether a loader that knows nothing else looks there.
bool is_system_folder(const fs::path& folder) {
    const std::string text = folder.string();
    return text.starts_with("/lib") || text.starts_with("/usr/lib");
}

}  // namespace

std::optional<LinkFolder> newer_libstdcxx(const Host& host, const Tables& tables, const FoundCompiler& compiler) {
    if (!host.libstdcxx || compiler.libstdcxx.empty()) return std::nullopt;
    const LoadedLibstdcxx& loaded = *host.libstdcxx;
    const std::optional<LoadedLibstdcxx> own = read_libstdcxx(compiler.libstdcxx, tables);
    if (!own || !is_older(own->glibcxx, loaded.glibcxx)) return std::nullopt;
    for (const FoundCompiler& other : host.compilers) {
        if (other.libstdcxx.empty()) continue;
        const std::optional<LoadedLibstdcxx> linked = read_libstdcxx(other.libstdcxx, tables);
        if (linked && linked->glibcxx == loaded.glibcxx)
            return LinkFolder{other.libstdcxx.parent_path(), !is_system_folder(loaded.path.parent_path())};
    }
    return std::nullopt;
}

}  // namespace cudastdenv::machine
