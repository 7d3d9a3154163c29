// SPDX-License-Identifier: MIT
#include "host/host.hpp"

#include "core/lists.hpp"
#include "core/quote.hpp"
#include "elf/elf.hpp"
#include "os/files.hpp"
#include "os/write_file.hpp"
#include "tables/lookup.hpp"
#include "toolkit/toolkit.hpp"

namespace cudastdenv::machine {

namespace fs = std::filesystem;

void write_glibc_shim(const fs::path& folder) {
    const fs::path path = folder / glibc_shim_header;
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (error) throw MachineError(shown(folder) + ": the folder cannot be made: " + error.message());
    write_file(path, glibc_shim_text);
}

namespace {

bool is_older(const std::string& version, const std::string& other) {
    return version != other && newest_version({version, other}, "GLIBCXX_") == other;
}

/// Whether a loader that knows nothing else looks there.
bool is_in_system_folder(std::string_view path) { return path.starts_with("/lib") || path.starts_with("/usr/lib"); }

/// Where to link the libstdc++ that programs load, where a compiler by itself links `own`, an older one; nothing where
/// that is not older, or where no compiler has the newer one to link. A GCC that is not the distribution's default, and
/// a Clang that is pointed at one, may bring an older libstdc++.so, and then libraries that need the newer one fail at
/// link although they would run.
std::optional<LinkFolder> newer_libstdcxx(const Host& host, const Tables& tables, const fs::path& own) {
    if (!host.libstdcxx || own.empty()) return std::nullopt;
    const LoadedLibstdcxx& loaded = *host.libstdcxx;
    const std::optional<LoadedLibstdcxx> linked = read_libstdcxx(own, tables);
    if (!linked || !is_older(linked->glibcxx, loaded.glibcxx)) return std::nullopt;
    for (const FoundCompiler& other : host.compilers) {
        if (other.libstdcxx.empty()) continue;
        const std::optional<LoadedLibstdcxx> newer = read_libstdcxx(other.libstdcxx, tables);
        if (newer && newer->glibcxx == loaded.glibcxx)
            return LinkFolder{other.libstdcxx.parent_path(), !is_in_system_folder(loaded.path)};
    }
    return std::nullopt;
}

/// The release says it; where that is not known, its toolkit is asked. Absent: not known.
std::optional<bool> heeds_ccbin(const Surroundings& surroundings, const Tables& tables, const FoundToolkit& toolkit,
                                Version release, const FoundCompiler& compiler) {
    if (const std::optional<bool> known = heeds_ccbin_variable(tables, release)) return known;
    return heeds_nvcc_ccbin(surroundings, toolkit, compiler.path);
}

}  // namespace

BuildChoice build_choice(const Surroundings& surroundings, const Host& host, const Tables& tables,
                         const FoundToolkit& toolkit, Version release, const HostCompiler& chosen,
                         const FoundCompiler& compiler) {
    const FoundCompiler* owner = headers_owner(host, chosen, compiler);
    BuildChoice choice;
    choice.compiler = &compiler;
    choice.nvcc_heeds_ccbin = heeds_ccbin(surroundings, tables, toolkit, release, compiler);
    // A Clang links from the folder that it is pointed at.
    choice.link = newer_libstdcxx(host, tables, owner ? owner->libstdcxx : compiler.libstdcxx);
    if (owner) choice.clang_install = owner->libstdcxx.parent_path();
    if (contains(toolkit.lacks, ToolkitLack::library_folder)) choice.toolkit_libraries = toolkit.root / "lib";
    return choice;
}

}  // namespace cudastdenv::machine
