// SPDX-License-Identifier: MIT
#include "tables/table_files.hpp"

#include <cudastdenv/load.hpp>

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <vector>

namespace cudastdenv {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_file_bytes = std::size_t{16} << 20;

struct Closer {
    void operator()(std::FILE* stream) const noexcept { std::fclose(stream); }
};

/// A file of tables that is open: as long as it is, no other file gets its inode.
struct OpenFile {
    std::string_view name;
    std::unique_ptr<std::FILE, Closer> stream;
    struct stat status {};
};

/// Where the file may lie. It is always in one of the two places: a writer renames it from the first to the second.
std::array<fs::path, 2> places_of(const fs::path& directory, std::string_view file) {
    return {directory / finished_update / file, directory / file};
}

OpenFile open_file(const fs::path& directory, std::string_view name) {
    OpenFile file{name, {}, {}};
    for (const fs::path& place : places_of(directory, name)) {
        // Without waiting for whoever should write into a pipe.
        const int fd = ::open(place.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
        if (fd < 0 && (errno == ENOENT || errno == ENOTDIR || errno == ELOOP)) continue;
        // A socket cannot be opened at all.
        if (fd < 0 && errno == ENXIO) throw DataError(directory / name, "", "not a regular file");
        file.stream.reset(fd < 0 ? nullptr : ::fdopen(fd, "rb"));
        if (!file.stream || ::fstat(fd, &file.status) != 0) throw DataError(directory / name, "", "cannot be read");
        if (!S_ISREG(file.status.st_mode)) throw DataError(directory / name, "", "not a regular file");
        return file;
    }
    throw DataError(directory / name, "", "no such file");
}

std::string text_of(const OpenFile& file, const fs::path& path) {
    const auto size = static_cast<std::uintmax_t>(file.status.st_size);
    if (size > max_file_bytes) throw DataError(path, "", "larger than 16 MiB, which no table is");
    std::string text(size, '\0');
    if (std::fread(text.data(), 1, text.size(), file.stream.get()) != text.size())
        throw DataError(path, "", "cannot be read");
    return text;
}

bool is_same(const struct stat& left, const struct stat& right) {
    return left.st_dev == right.st_dev && left.st_ino == right.st_ino && left.st_size == right.st_size &&
           left.st_mtim.tv_sec == right.st_mtim.tv_sec && left.st_mtim.tv_nsec == right.st_mtim.tv_nsec;
}

/// Whether the file that is open is still the one that counts.
bool still_counts(const OpenFile& file, const fs::path& directory) {
    struct stat now {};
    for (const fs::path& place : places_of(directory, file.name))
        if (::stat(place.c_str(), &now) == 0) return is_same(now, file.status);
    return false;
}

/// Whether nobody wrote into the file since it was opened.
bool is_untouched(const OpenFile& file) {
    struct stat now {};
    return ::fstat(::fileno(file.stream.get()), &now) == 0 && is_same(now, file.status);
}

/// The files as they count at one moment; nothing where a writer put one in its place meanwhile.
std::vector<OpenFile> open_at_once(const fs::path& directory, const std::set<std::string_view>& files) {
    std::vector<OpenFile> opened;
    for (const std::string_view name : files) opened.push_back(open_file(directory, name));
    // Each counted from before the last was opened until after: there was a moment at which all of them did.
    const bool all_count = std::ranges::all_of(opened,
                                               [&](const OpenFile& file) { return still_counts(file, directory); });
    return all_count ? std::move(opened) : std::vector<OpenFile>();
}

}  // namespace

std::map<std::string_view, std::string> read_table_files(const fs::path& directory,
                                                         const std::set<std::string_view>& files) {
    // A writer's renames and these take so little time that few attempts are ever needed.
    constexpr int most_attempts = 1000;
    for (int i = 0; i < most_attempts; ++i) {
        const std::vector<OpenFile> opened = open_at_once(directory, files);
        if (opened.empty()) continue;
        // What is open stays as it is, whatever takes its place.
        std::map<std::string_view, std::string> texts;
        for (const OpenFile& file : opened) texts[file.name] = text_of(file, directory / file.name);
        if (std::ranges::all_of(opened, is_untouched)) return texts;
    }
    throw DataError(directory, "", "its tables change all the time");
}

}  // namespace cudastdenv
