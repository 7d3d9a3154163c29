// SPDX-License-Identifier: MIT
#include "machine/elf/elf.hpp"

#include "core/text.hpp"

#include <elf.h>

namespace cudastdenv::machine {

namespace fs = std::filesystem;

namespace {

// As in glibc's sysdeps/generic/dl-cache.h: a header, entries, then texts.
constexpr std::string_view magic = "glibc-ld.so.cache1.1";
constexpr std::size_t header_size = 48;
constexpr std::size_t longest_text = 4096;
struct CacheEntry {
    std::int32_t flags;
    std::uint32_t name, path;  ///< offsets of texts
    std::uint32_t os_version;
    std::uint64_t capabilities;
};

std::optional<std::string_view> text_at(std::string_view bytes, std::uint32_t at) {
    if (at >= bytes.size()) return std::nullopt;
    const std::string_view rest = bytes.substr(at, longest_text);
    const std::size_t end = rest.find('\0');
    if (end == rest.npos) return std::nullopt;
    return rest.substr(0, end);
}

constexpr std::string_view libstdcxx = "libstdc++.so.6";
constexpr std::string_view libcuda = "libcuda.so.1";
constexpr std::string_view nix_store = "/nix/store/";
constexpr std::size_t largest_cache = 1 << 24;

/// The loader resolves the links of a program for $ORIGIN, but not those of a library.
fs::path origin_of(const Binary& binary) {
    if (binary.path.empty()) return {};
    std::error_code error;
    if (binary.elf.kind == ElfFile::Kind::executable) return fs::canonical(binary.path, error).parent_path();
    return fs::absolute(binary.path, error).lexically_normal().parent_path();
}

RunPathFolder expand(const std::string& entry, const fs::path& origin) {
    RunPathFolder folder{.entry = {entry}};
    std::string text = entry;
    for (const std::string_view name : {"${ORIGIN}", "$ORIGIN"})
        if (!origin.empty()) replace_all(text, name, origin.string());
    if (!text.starts_with('/') || text.find('$') != text.npos) return folder;
    folder.folder = fs::path(text).lexically_normal();
    std::error_code error;
    folder.exists = fs::is_directory(text, error);
    return folder;
}

std::vector<std::string> default_folders(const ElfFile& elf) {
    const std::string machine = elf.machine == EM_PPC64 ? "powerpc64le" : architecture(elf);
    std::vector<std::string> folders{"/lib/" + machine + "-linux-gnu", "/usr/lib/" + machine + "-linux-gnu"};
    if (elf.is_64_bit) folders.insert(folders.end(), {"/lib64", "/usr/lib64"});
    folders.insert(folders.end(), {"/lib", "/usr/lib"});
    return folders;
}

/// Whether a library with these newest versions has all that the binary needs.
bool is_new_enough(const ElfFile& elf, const SoughtLibrary& library) {
    const auto has_all = [&](AbiPart part, std::string_view newest) {
        const std::optional<Version> there = number_of(part, newest);
        return std::ranges::all_of(elf.needs, [&](const NeededVersion& need) {
            const std::optional<Version> needed = number_of(part, need.version);
            return need.library != libstdcxx || !needed || there >= needed;
        });
    };
    return has_all(AbiPart::glibcxx, library.glibcxx) && has_all(AbiPart::cxxabi, library.cxxabi);
}

/// Finds the libraries of binaries, and caches the files that it read.
class LibraryFinder {
public:
    explicit LibraryFinder(const Surroundings& surroundings) : surroundings_(surroundings) {}

    LibrarySearch search(const Binary& binary) {
        LibrarySearch search;
        if (!binary.elf.is_dynamic) return search;
        const fs::path origin = origin_of(binary);
        RunPath& run_path = search.run_path;
        for (const std::string& entry : binary.elf.run_path) run_path.folders.push_back(expand(entry, origin));
        if (!run_path.folders.empty()) run_path.tag = binary.elf.is_rpath ? "RPATH" : "RUNPATH";
        run_path.cuda_compat = compat_order(binary.elf.run_path);
        if (contains(binary.elf.libraries, libstdcxx))
            search.libraries.push_back(seek(binary, search, std::string(libstdcxx)));
        const auto is_cuda = [](const std::string& library) {
            return library.starts_with("libcudart.so") || library == libcuda;
        };
        if (run_path.cuda_compat != CompatOrder::neither || std::ranges::any_of(binary.elf.libraries, is_cuda))
            search.libraries.push_back(seek(binary, search, std::string(libcuda)));
        return search;
    }

private:
    struct Candidate {
        fs::path path;
        FoundBy by;
    };

    SoughtLibrary seek(const Binary& binary, const LibrarySearch& search, const std::string& name) {
        SoughtLibrary sought{.name = {name},
                             .needed = contains(binary.elf.libraries, name),
                             .ld_library_path = in_library_path(binary.elf, name)};
        for (const Candidate& candidate : candidates(binary, search, name)) {
            const ElfFile* known = read(candidate.path, binary.elf);
            if (!known) continue;
            sought.path = candidate.path;
            sought.by = candidate.by;
            sought.glibcxx = newest_version(known->defines, "GLIBCXX_");
            sought.cxxabi = newest_version(known->defines, "CXXABI_");
            if (name == libstdcxx) sought.new_enough = is_new_enough(binary.elf, sought);
            break;
        }
        return sought;
    }

    std::vector<Candidate> candidates(const Binary& binary, const LibrarySearch& search, const std::string& name) {
        std::vector<Candidate> list;
        for (const RunPathFolder& entry : search.run_path.folders)
            if (!entry.folder.empty()) list.push_back({entry.folder / name, FoundBy::run_path});
        // The loader of a program in the Nix store searches only its own directory.
        const fs::path loader = binary.elf.interpreter;
        if ((loader.empty() ? binary.path : loader).string().starts_with(nix_store)) {
            if (!loader.empty()) list.push_back({loader.parent_path() / name, FoundBy::default_folder});
            return list;
        }
        const auto [first, last] = loader_cache().equal_range(name);
        for (auto entry = first; entry != last; ++entry) list.push_back({entry->second, FoundBy::loader_cache});
        for (const std::string& folder : default_folders(binary.elf))
            list.push_back({surroundings_.place(folder) / name, FoundBy::default_folder});
        return list;
    }

    fs::path in_library_path(const ElfFile& elf, const std::string& name) {
        std::string folders = surroundings_.variable("LD_LIBRARY_PATH");
        std::ranges::replace(folders, ';', ':');
        for (const fs::path folder : pieces_of(folders, ':'))
            if (folder.is_absolute() && read(folder / name, elf)) return folder / name;
        return {};
    }

    /// nullptr: missing, or for another machine.
    const ElfFile* read(const fs::path& path, const ElfFile& needed_by) {
        const auto [entry, is_new] = known_.try_emplace(path);
        if (is_new) {
            try {
                entry->second = read_elf_file(path);
            } catch (const MachineError&) {
                // The loader also tries the next directory.
            }
        }
        const std::optional<ElfFile>& known = entry->second;
        const bool fits = known && known->machine == needed_by.machine && known->is_64_bit == needed_by.is_64_bit &&
                          known->is_little_endian == needed_by.is_little_endian;
        return fits ? &*known : nullptr;
    }

    const std::multimap<std::string, fs::path>& loader_cache() {
        // musl and Nix have no cache.
        if (!cache_) cache_ = read_loader_cache(read_start(surroundings_.place("/etc/ld.so.cache"), largest_cache));
        return *cache_;
    }

    const Surroundings& surroundings_;
    std::map<fs::path, std::optional<ElfFile>> known_;
    std::optional<std::multimap<std::string, fs::path>> cache_;
};

}  // namespace

std::multimap<std::string, std::filesystem::path> read_loader_cache(std::string_view bytes) {
    std::multimap<std::string, std::filesystem::path> libraries;
    if (!bytes.starts_with(magic)) return libraries;
    const std::uint32_t count = record_at<std::uint32_t>(bytes, magic.size()).value_or(0);
    for (std::size_t i = 0; i < count; ++i) {
        const auto entry = record_at<CacheEntry>(bytes, header_size + i * sizeof(CacheEntry));
        if (!entry) break;
        const auto name = text_at(bytes, entry->name), path = text_at(bytes, entry->path);
        if (!name || !path) break;
        libraries.emplace(*name, *path);
    }
    return libraries;
}

std::vector<LibrarySearch> search_libraries(const Surroundings& surroundings, std::span<const Binary> binaries) {
    LibraryFinder finder(surroundings);
    std::vector<LibrarySearch> searches;
    for (const Binary& binary : binaries) searches.push_back(finder.search(binary));
    return searches;
}

}  // namespace cudastdenv::machine
