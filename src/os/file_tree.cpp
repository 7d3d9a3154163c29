// SPDX-License-Identifier: MIT
#include "os/file_tree.hpp"

#include "core/quote.hpp"
#include "core/text.hpp"
#include "os/files.hpp"
#include "os/process.hpp"

#include <archive.h>
#include <archive_entry.h>

#include <fnmatch.h>
#include <glob.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <exception>
#include <initializer_list>
#include <memory>
#include <new>
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

namespace {

struct Magic {
    std::size_t offset;
    std::string_view bytes;
};
/// xz, gzip, zstd, bzip2; zip, ar, tar.
constexpr std::array<Magic, 7> magics{{{0, "\xfd"
                                           "7zXZ"},
                                       {0, "\x1f\x8b"},
                                       {0, "\x28\xb5\x2f\xfd"},
                                       {0, "BZh"},
                                       {0, "PK\x03\x04"},
                                       {0, "!<arch>\n"},
                                       {257, "ustar"}}};

/// Of an archive, decompressed: a file of a megabyte can become terabytes.
constexpr std::size_t package_content_limit = std::size_t{8} << 30;

/// What libarchive opens with: a kind of compression, or of archive.
using Support = int (*)(archive*);
constexpr std::array<Support, 4> compressions{archive_read_support_filter_gzip, archive_read_support_filter_xz,
                                              archive_read_support_filter_zstd, archive_read_support_filter_bzip2};

void print(std::string_view text) {
    if (!write_all(STDOUT_FILENO, text)) throw MachineError(std::strerror(errno));
}

/// How much of the beginning of a file says whether it may be an archive.
constexpr std::size_t package_start_size = 512;

/// Whether a file that begins so may be one: tar, zip, ar, and what is compressed as a whole.
bool begins_package(std::string_view start) noexcept {
    return std::ranges::any_of(magics, [&](const Magic& magic) {
        return start.size() >= magic.offset && start.substr(magic.offset).starts_with(magic.bytes);
    });
}

/// An archive that is read from its beginning to its end, which has the most to do with what somebody else wrote: only
/// ever in a process of its own (printed_by). What an archive calls its members is never used as a path.
class OpenArchive {
public:
    explicit OpenArchive(std::initializer_list<Support> kinds) : archive_(::archive_read_new()) {
        if (!archive_) throw std::bad_alloc();
        // Where libarchive has no library for one, it would run a program.
        for (const Support support : compressions) need(support(archive_.get()) == ARCHIVE_OK);
        for (const Support support : kinds) need(support(archive_.get()) == ARCHIVE_OK);
    }
    OpenArchive(const OpenArchive&) = delete;
    OpenArchive& operator=(const OpenArchive&) = delete;

    void open(const std::filesystem::path& file) {
        constexpr std::size_t block = 64u << 10;
        need(::archive_read_open_filename(archive_.get(), file.c_str(), block) == ARCHIVE_OK);
    }

    /// Opens the present member of another one. False where that does not begin as an archive does.
    bool open_member(OpenArchive& other) {
        const std::size_t got = other.read(from_outer_.data(), package_start_size);
        if (!begins_package({from_outer_.data(), got})) return false;
        outer_ = &other;
        begun_ = got;
        need(::archive_read_open2(archive_.get(), this, nullptr, read_outer, nullptr, nullptr) == ARCHIVE_OK);
        return true;
    }

    /// Goes on to the next regular file; false at the end.
    bool next() {
        while (next_entry())
            if (kind() == 'f') return true;
        return false;
    }

    /// The same for the next entry of any kind.
    bool next_entry() {
        for (;;) {
            const int status = ::archive_read_next_header(archive_.get(), &entry_);
            if (status == ARCHIVE_EOF) return false;
            if (status == ARCHIVE_RETRY) continue;
            need(status >= ARCHIVE_WARN);
            check_size();
            return true;
        }
    }

    /// As it is written there; empty: in letters that cannot be told.
    [[nodiscard]] std::string_view name() const {
        const char* name = ::archive_entry_pathname(entry_);
        if (!name) name = ::archive_entry_pathname_utf8(entry_);
        return name ? name : "";
    }

    /// As print_entries() has it; 0 for another. A second name of a file has its content elsewhere.
    [[nodiscard]] char kind() const {
        if (::archive_entry_hardlink(entry_)) return 'h';
        switch (::archive_entry_filetype(entry_)) {
            case AE_IFREG: return 'f';
            case AE_IFDIR: return 'd';
            case AE_IFLNK: return 'l';
            default: return 0;
        }
    }
    /// Where a symbolic link points to; empty for anything else.
    [[nodiscard]] std::string_view target() const {
        const char* target = ::archive_entry_symlink(entry_);
        return target ? target : "";
    }

    /// The next bytes of the present member; fewer at its end only.
    std::size_t read(char* bytes, std::size_t size) {
        const la_ssize_t got = ::archive_read_data(archive_.get(), bytes, size);
        need(got >= 0);
        return static_cast<std::size_t>(got);
    }

    void print_content() {
        while (const std::size_t got = read(buffer_.data(), buffer_.size())) print({buffer_.data(), got});
    }

private:
    struct Free {
        void operator()(archive* it) const { ::archive_read_free(it); }
    };

    void need(bool good) const {
        if (good) return;
        const char* why = ::archive_error_string(archive_.get());
        throw MachineError(std::string("cannot be read: ") + (why ? why : "unknown error of libarchive"));
    }

    /// All before the end of the present member has to be decompressed, whether somebody wants it or not.
    void check_size() const {
        const bool is_decompressed = outer_ || ::archive_filter_count(archive_.get()) > 1;
        const la_int64_t before = ::archive_filter_bytes(archive_.get(), 0), size = ::archive_entry_size(entry_);
        const auto limit = static_cast<la_int64_t>(package_content_limit);
        if (is_decompressed && (before > limit || size > limit - before))
            throw MachineError("more than " + std::to_string(package_content_limit >> 20) + " MiB");
    }

    static la_ssize_t read_outer(archive*, void* self, const void** bytes) {
        auto& inner = *static_cast<OpenArchive*>(self);
        *bytes = inner.from_outer_.data();
        const std::size_t begun = std::exchange(inner.begun_, 0);
        if (begun > 0) return static_cast<la_ssize_t>(begun);
        const la_ssize_t got = ::archive_read_data(inner.outer_->archive_.get(), inner.from_outer_.data(),
                                                   inner.from_outer_.size());
        if (got < 0)
            ::archive_set_error(inner.archive_.get(), EIO, "%s", ::archive_error_string(inner.outer_->archive_.get()));
        return got;
    }

    std::unique_ptr<archive, Free> archive_;
    archive_entry* entry_ = nullptr;
    std::array<char, std::size_t{64} << 10> buffer_;
    OpenArchive* outer_ = nullptr;
    std::array<char, std::size_t{64} << 10> from_outer_;  ///< libarchive reads on there
    std::size_t begun_ = 0;                               ///< bytes of the outer member that are there already
};

/// Whether a package of that kind is inside: `data.tar.xz` of a .deb, `pkg-cuda-nvcc-12.8.93-0.tar.zst` of a .conda.
bool is_inner_archive(std::string_view name) {
    const auto is_plain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
               c == '.' || c == '+';
    };
    if (!std::ranges::all_of(name, is_plain)) return false;
    const bool deb = name.starts_with("data.tar") || name.starts_with("control.tar");
    return deb || ((name.starts_with("pkg-") || name.starts_with("info-")) && name.ends_with(".tar.zst"));
}

constexpr std::initializer_list<Support> packages{archive_read_support_format_tar, archive_read_support_format_zip,
                                                  archive_read_support_format_ar};
constexpr std::initializer_list<Support> inner_archives{archive_read_support_format_tar};

/// Goes on to the first file of that name, or throws.
void find(OpenArchive& archive, std::string_view name) {
    while (archive.next())
        if (archive.name() == name) return;
    throw MachineError("has no " + std::string(name));
}

void print_entry(const OpenArchive& archive, const std::string& inside_of) {
    if (const char kind = archive.kind())
        print(inside_of + '\0' + kind + std::string(archive.name()) + '\0' + std::string(archive.target()) + '\0');
}

/// Prints all that is in a package and, where that is asked, in the archives inside of it, `data.tar.xz` of a .deb and
/// `pkg-cuda-nvcc-12.8.93-0.tar.zst` of a .conda. For each entry three texts, a zero byte behind each: the archive; `f`
/// (a file), `h` (another name of one), `d` (a folder) or `l` (a symbolic link) and its name; where a link points to.
/// What is neither (a device) is left out. Throws MachineError: no archive, damaged, too large.
void print_entries(const fs::path& package, bool with_inner) {
    OpenArchive outer(packages);
    outer.open(package);
    while (outer.next_entry()) {
        print_entry(outer, "");
        const std::string name(outer.name());
        if (!with_inner || outer.kind() != 'f' || !is_inner_archive(name)) continue;
        OpenArchive inner(inner_archives);
        if (!inner.open_member(outer)) continue;
        while (inner.next_entry()) print_entry(inner, name);
    }
}

/// Where a file is: in a package, or in an archive inside of it.
struct PackageMember {
    std::string archive;  ///< the member that is the archive; empty: the package itself
    std::string name;     ///< in that archive, as it is written there
    bool twice = false;   ///< another one of that name is there
};

/// Prints the content of the first file of that name.
void print_member(const fs::path& package, const PackageMember& member) {
    OpenArchive outer(packages);
    outer.open(package);
    find(outer, member.archive.empty() ? member.name : member.archive);
    if (member.archive.empty()) return outer.print_content();
    OpenArchive inner(inner_archives);
    if (!inner.open_member(outer)) throw MachineError("has no archive " + member.archive);
    find(inner, member.name);
    inner.print_content();
}

/// Prints what a `.gz` file holds.
void print_decompressed(const fs::path& file) {
    OpenArchive reader({archive_read_support_format_raw});
    reader.open(file);
    if (reader.next()) reader.print_content();
}

[[noreturn]] void fail(const fs::path& file, const std::string& problem) {
    throw MachineError(as_plain_text(file.string() + ": " + problem));
}

FileTree tree_of_folder(const fs::path& root) {
    const auto find = [folder = (root / "").string()](std::string_view pattern) {
        glob_t all{};
        // Sorted in the C locale, which is ours.
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

/// A header, whatever it is called; or the METADATA of a wheel.
FileTree tree_of_file(const fs::path& file) {
    const auto find = [name = file.filename().string()](std::string_view pattern) {
        const std::string_view meant = name == "METADATA" ? "METADATA" : "host_config.h";
        return pattern == meant ? std::vector{name} : std::vector<std::string>();
    };
    const auto read = [file](const std::string&, std::size_t max_bytes) { return read_regular_file(file, max_bytes); };
    return {find, read};
}

constexpr std::size_t listing_limit = std::size_t{64} << 20;
/// A package with a gigabyte of libraries has to be decompressed to its end.
constexpr std::chrono::minutes time_limit{10};

/// What the work prints, in a process of its own. Throws MachineError unless it ends well.
std::string printed_by(const std::function<void()>& work, const fs::path& file, std::size_t output_limit) {
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
    Finished finished = run({.work = guarded, .time_limit = time_limit, .output_limit = output_limit});
    switch (finished.end) {
        case Finished::End::out_of_time: fail(file, "reading it took longer than 10 minutes");
        case Finished::End::too_much_output: fail(file, "more than " + std::to_string(output_limit >> 20) + " MiB");
        case Finished::End::signalled: fail(file, "reading it was ended by signal " + std::to_string(finished.status));
        case Finished::End::exited: break;
    }
    if (finished.status != 0) fail(file, finished.errors);
    return std::move(finished.output);
}

/// The texts that print_entries() has for each entry.
std::vector<std::array<std::string, 3>> texts_of_entries(const fs::path& file, bool with_inner) {
    const std::string printed = printed_by([&] { print_entries(file, with_inner); }, file, listing_limit);
    const std::vector<std::string_view> texts = pieces_of(printed, '\0');
    std::vector<std::array<std::string, 3>> entries;
    for (std::size_t i = 0; i + 2 < texts.size(); i += 3)
        entries.push_back({std::string(texts[i]), std::string(texts[i + 1]), std::string(texts[i + 2])});
    return entries;
}

/// Whether the file begins as an archive does.
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
    return printed_by([&] { print_member(file, member); }, file, max_bytes);
}

/// The files in a package, read without unpacking it: `.whl`, `.zip`, `.tar.*`, and what has archives inside, `.conda`
/// and `.deb`. Folders and links are left out, and so are names with control characters.
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
            if (fits_pattern(pattern, name)) found.push_back(name);
        return found;
    };
    const auto read = [kept, file](const std::string& name, std::size_t max_bytes) {
        return read_member(file, *kept, name, max_bytes);
    };
    return {find, read};
}

}  // namespace

bool fits_pattern(std::string_view pattern, std::string_view text) {
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

std::string read_compressed(const fs::path& file, std::size_t max_bytes) {
    return printed_by([&] { print_decompressed(file); }, file, max_bytes);
}

std::vector<LinkedLibrary> archive_libraries() {
    std::vector<LinkedLibrary> libraries{{"libarchive", ARCHIVE_VERSION_ONLY_STRING, "BSD-2-Clause"}};
    const auto add = [&](std::string_view name, const char* version, std::string_view licence) {
        // bzip2 says `1.0.8, 13-Jul-2019`.
        if (version) libraries.push_back({name, std::string(version, std::strcspn(version, ", ")), licence});
    };
    add("bzip2", ::archive_bzlib_version(), "bzip2-1.0.6");
    add("liblzma", ::archive_liblzma_version(), "0BSD, before 5.6 public domain");
    add("libzstd", ::archive_libzstd_version(), "BSD-3-Clause OR GPL-2.0-only");
    add("zlib", ::archive_zlib_version(), "Zlib");
    return libraries;
}

}  // namespace cudastdenv::machine
