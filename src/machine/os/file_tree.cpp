// SPDX-License-Identifier: MIT
#include "machine/os/file_tree.hpp"

#include "core/quote.hpp"
#include "core/text.hpp"
#include "machine/os/archive_reader.hpp"
#include "machine/os/process.hpp"

#include <fnmatch.h>
#include <glob.h>

#include <exception>

namespace cudastdenv::machine {

namespace fs = std::filesystem;

FindArchive archives_in(const fs::path& folder) {
    std::map<std::string, std::vector<fs::path>, std::less<>> by_name;
    std::error_code error;
    fs::recursive_directory_iterator entry(folder, error);
    for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error))
        if (std::error_code ignored; entry->is_regular_file(ignored))
            by_name[entry->path().filename().string()].push_back(entry->path());
    if (error) throw MachineError(as_plain_text(folder.string() + ": " + error.message()));
    return [folder, by_name](std::string_view relative_path) -> std::optional<fs::path> {
        const fs::path relative(relative_path);
        std::error_code ignored;
        if (const fs::path there = folder / relative; fs::is_regular_file(there, ignored)) return there;
        const auto named = by_name.find(relative.filename().string());
        if (named == by_name.end()) return std::nullopt;
        if (named->second.size() > 1)
            throw MachineError(as_plain_text(folder.string() + ": more than one file is called " + named->first));
        return named->second.front();
    };
}

namespace {

[[noreturn]] void fail(const fs::path& file, const std::string& problem) {
    throw MachineError(as_plain_text(file.string() + ": " + problem));
}

FileTree tree_of_folder(const fs::path& root) {
    const auto find = [folder = (root / "").string()](std::string_view pattern) {
        glob_t all{};
        // Sorted in the C locale, which this process uses.
        ::glob((with_backslashes(folder, "*?[\\") + std::string(pattern)).c_str(), 0, nullptr, &all);
        std::vector<std::string> found;
        for (const char* path : std::span(all.gl_pathv, all.gl_pathc))
            if (std::error_code error; fs::is_regular_file(path, error)) found.emplace_back(path + folder.size());
        ::globfree(&all);
        return found;
    };
    const auto read = [root](const std::string& name, std::size_t max_bytes) {
        return read_regular_file(root / name, max_bytes);
    };
    return {find, read, root};
}

/// A header of any name, or the METADATA of a wheel.
FileTree tree_of_file(const fs::path& file) {
    const auto find = [name = file.filename().string()](std::string_view pattern) {
        const std::string_view meant = name == "METADATA" ? "METADATA" : "host_config.h";
        return pattern == meant ? std::vector{name} : std::vector<std::string>();
    };
    const auto read = [file](const std::string&, std::size_t max_bytes) { return read_regular_file(file, max_bytes); };
    return {find, read};
}

constexpr std::size_t listing_limit = std::size_t{64} << 20;
/// A package with a gigabyte of libraries must be decompressed completely.
constexpr std::chrono::minutes time_limit{10};

/// The three texts of each entry, as print_entries() prints them.
std::vector<std::array<std::string, 3>> texts_of_entries(const fs::path& file, bool with_inner) {
    const std::string printed = printed_about(
        file, [&] { print_entries(file, with_inner); }, listing_limit);
    const std::vector<std::string_view> texts = pieces_of(printed, '\0');
    std::vector<std::array<std::string, 3>> entries;
    for (std::size_t i = 0; i + 2 < texts.size(); i += 3)
        entries.push_back({std::string(texts[i]), std::string(texts[i + 1]), std::string(texts[i + 2])});
    return entries;
}

bool is_package_archive(const fs::path& file) { return begins_package(read_start(file, package_start_size)); }

using PackageMembers = std::map<std::string, PackageMember, std::less<>>;  ///< by name, without `./` in front

std::string read_member(const fs::path& file, const PackageMembers& members, const std::string& name,
                        std::size_t max_bytes) {
    const auto found = members.find(name);
    if (found == members.end()) fail(file, "has no " + name);
    const PackageMember& member = found->second;
    const auto inner = members.find(member.archive);
    const bool twice_inside = inner != members.end() && inner->second.twice;
    if (member.twice || twice_inside) fail(file, "has two members called " + (twice_inside ? member.archive : name));
    return printed_about(
        file, [&] { print_member(file, member); }, max_bytes);
}

/// The files of a package that is not unpacked: `.whl`, `.zip`, `.tar.*`, and `.conda` and `.deb`, which contain
/// archives. Directories, links, and names with control characters are left out.
FileTree tree_of_package(const fs::path& file) {
    PackageMembers members;
    for (const auto& [archive, kind_and_name, target] : texts_of_entries(file, true)) {
        const std::string written = kind_and_name.substr(1);
        const std::string name = written.starts_with("./") ? written.substr(2) : written;
        if (!kind_and_name.starts_with('f') || name.empty() || !is_plain_text(name)) continue;
        const auto [place, is_new] = members.try_emplace(name, PackageMember{archive, written});
        if (!is_new) place->second.twice = true;
    }
    const auto kept = std::make_shared<const PackageMembers>(std::move(members));
    const auto find = [kept](std::string_view pattern) {
        std::vector<std::string> found;
        for (const auto& [name, member] : *kept)
            if (matches_pattern(pattern, name)) found.push_back(name);
        return found;
    };
    const auto read = [kept, file](const std::string& name, std::size_t max_bytes) {
        return read_member(file, *kept, name, max_bytes);
    };
    return {find, read};
}

}  // namespace

bool matches_pattern(std::string_view pattern, std::string_view text) {
    return ::fnmatch(std::string(pattern).c_str(), std::string(text).c_str(), FNM_PATHNAME | FNM_NOESCAPE) == 0;
}

FileTree open_file_tree(const fs::path& path) {
    std::error_code error;
    if (!fs::exists(path, error)) fail(path, "no such file or directory");
    if (fs::is_directory(path, error)) return tree_of_folder(path);
    if (!fs::is_regular_file(path, error)) fail(path, "neither a directory nor a regular file");
    return is_package_archive(path) ? tree_of_package(path) : tree_of_file(path);
}

std::vector<ArchiveEntry> entries_of_package(const fs::path& file) {
    if (!is_package_archive(file)) fail(file, "is not a readable archive (zip, tar, deb, conda)");
    std::vector<ArchiveEntry> entries;
    for (const auto& [archive, kind_and_name, target] : texts_of_entries(file, false)) {
        const char kind = kind_and_name.front();
        std::string_view name = std::string_view(kind_and_name).substr(1);
        while (name.starts_with("./")) name.remove_prefix(2);
        while (name.ends_with('/')) name.remove_suffix(1);
        if (name.empty() || name == "." || !is_plain_text(name)) continue;
        using Kind = ArchiveEntry::Kind;
        entries.push_back({std::string(name),
                           kind == 'd'   ? Kind::folder
                           : kind == 'l' ? Kind::link
                                         : Kind::file,
                           target});
    }
    return entries;
}

std::string printed_about(const fs::path& file, const std::function<void()>& work, std::size_t output_limit,
                          const std::function<void(std::string&)>& on_output) {
    const auto guarded = [&] {
        try {
            work();
            return 0;
        } catch (const std::exception& error) {
            constexpr std::size_t longest = 200;
            const std::string_view line = first_bytes(error.what(), longest);
            return ::write(STDERR_FILENO, line.data(), line.size()) < 0 ? 2 : 1;
        }
    };
    Finished finished =
        run({.work = guarded, .time_limit = time_limit, .output_limit = output_limit, .on_output = on_output});
    switch (finished.end) {
        case Finished::End::out_of_time: fail(file, "reading it took longer than 10 minutes");
        case Finished::End::too_much_output: fail(file, "more than " + std::to_string(output_limit >> 20) + " MiB");
        case Finished::End::signalled: fail(file, "reading it was ended by signal " + std::to_string(finished.status));
        case Finished::End::exited: break;
    }
    if (finished.status != 0) fail(file, finished.errors);
    return std::move(finished.output);
}

std::string read_compressed(const fs::path& file, std::size_t max_bytes) {
    return printed_about(
        file, [&] { print_decompressed(file); }, max_bytes);
}

}  // namespace cudastdenv::machine
