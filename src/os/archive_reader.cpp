// SPDX-License-Identifier: MIT
#include "os/archive_reader.hpp"

#include "core/quote.hpp"
#include "os/descriptors.hpp"
#include "os/process.hpp"
#include "os/regular_file.hpp"

#include <archive.h>
#include <archive_entry.h>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <exception>
#include <initializer_list>
#include <memory>
#include <new>
#include <string>
#include <utility>

namespace cudastdenv::machine {

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

/// What libarchive opens with: a kind of compression, or of archive.
using Support = int (*)(archive*);
constexpr std::array<Support, 4> compressions{archive_read_support_filter_gzip, archive_read_support_filter_xz,
                                              archive_read_support_filter_zstd, archive_read_support_filter_bzip2};

void print(std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) throw MachineError(std::strerror(errno));
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

/// An archive that is read from its beginning to its end.
class Reader {
public:
    explicit Reader(std::initializer_list<Support> kinds) : archive_(::archive_read_new()) {
        if (!archive_) throw std::bad_alloc();
        // Where libarchive has no library for one, it would run a program.
        for (const Support support : compressions) need(support(archive_.get()) == ARCHIVE_OK);
        for (const Support support : kinds) need(support(archive_.get()) == ARCHIVE_OK);
    }
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;

    void open(const std::filesystem::path& file) {
        constexpr std::size_t block = 64u << 10;
        need(::archive_read_open_filename(archive_.get(), file.c_str(), block) == ARCHIVE_OK);
    }

    /// Opens the present member of another one. False where that does not begin as an archive does.
    bool open_member(Reader& other) {
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
            // A link has its content elsewhere.
            if (::archive_entry_filetype(entry_) == AE_IFREG && !::archive_entry_hardlink(entry_)) return true;
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

    /// `f`, `d`, `l`; 0 for another. A second name of a file is one.
    [[nodiscard]] char kind() const {
        if (::archive_entry_hardlink(entry_)) return 'f';
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
        throw MachineError(std::string("cannot be read: ") + (why ? why : "libarchive does not say why"));
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
        auto& inner = *static_cast<Reader*>(self);
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
    Reader* outer_ = nullptr;
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
void find(Reader& archive, std::string_view name) {
    while (archive.next())
        if (archive.name() == name) return;
    throw MachineError("has no " + std::string(name));
}

void print_name(std::string_view archive, std::string_view name) {
    print(std::string(archive) + '\0' + std::string(name) + '\0');
}

}  // namespace

std::vector<ArchiveLibrary> archive_libraries() {
    std::vector<ArchiveLibrary> libraries{{"libarchive", ARCHIVE_VERSION_ONLY_STRING}};
    const std::array<std::pair<std::string_view, const char*>, 4> others{{{"bzip2", ::archive_bzlib_version()},
                                                                          {"liblzma", ::archive_liblzma_version()},
                                                                          {"libzstd", ::archive_libzstd_version()},
                                                                          {"zlib", ::archive_zlib_version()}}};
    for (const auto& [name, version] : others)
        // bzip2 says `1.0.8, 13-Jul-2019`.
        if (version) libraries.push_back({name, std::string_view(version).substr(0, std::strcspn(version, ", "))});
    return libraries;
}

bool begins_package(std::string_view start) noexcept {
    return std::ranges::any_of(magics, [&](const Magic& magic) {
        return start.size() >= magic.offset && start.substr(magic.offset).starts_with(magic.bytes);
    });
}

void print_members(const std::filesystem::path& package) {
    Reader outer(packages);
    outer.open(package);
    while (outer.next()) {
        const std::string name(outer.name());
        print_name("", name);
        if (!is_inner_archive(name)) continue;
        Reader inner(inner_archives);
        if (!inner.open_member(outer)) continue;
        while (inner.next()) print_name(name, inner.name());
    }
}

void print_entries(const std::filesystem::path& package) {
    Reader reader(packages);
    reader.open(package);
    while (reader.next_entry())
        if (const char kind = reader.kind()) print_name(kind + std::string(reader.name()), reader.target());
}

void print_member(const std::filesystem::path& package, const PackageMember& member) {
    Reader outer(packages);
    outer.open(package);
    find(outer, member.archive.empty() ? member.name : member.archive);
    if (member.archive.empty()) return outer.print_content();
    Reader inner(inner_archives);
    if (!inner.open_member(outer)) throw MachineError("has no archive " + member.archive);
    find(inner, member.name);
    inner.print_content();
}

void print_decompressed(const std::filesystem::path& file) {
    Reader reader({archive_read_support_format_raw});
    reader.open(file);
    if (reader.next()) reader.print_content();
}

namespace fs = std::filesystem;

namespace {

constexpr std::size_t listing_limit = std::size_t{64} << 20;
/// A package with a gigabyte of libraries has to be decompressed to its end.
constexpr std::chrono::minutes time_limit{10};

[[noreturn]] void fail_to_read(const fs::path& file, const std::string& problem) {
    throw MachineError(as_plain_text(file.string() + ": " + problem));
}

/// What the work prints, in a process of its own. Throws MachineError unless it ends well.
template <class Work>
std::string printed_by(const Work& work, const fs::path& file, std::size_t output_limit) {
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
    Finished finished = run(
        {.arguments = {}, .work = guarded, .environment = {}, .time_limit = time_limit, .output_limit = output_limit});
    switch (finished.end) {
        case Finished::End::out_of_time: fail_to_read(file, "reading it took longer than 10 minutes");
        case Finished::End::too_much_output:
            fail_to_read(file, "more than " + std::to_string(output_limit >> 20) + " MiB");
        case Finished::End::signalled:
            fail_to_read(file, "reading it was ended by signal " + std::to_string(finished.status));
        case Finished::End::exited: break;
    }
    if (finished.status != 0) fail_to_read(file, finished.errors);
    return std::move(finished.output);
}

/// Takes a text that a zero byte ends.
std::string_view take_text(std::string_view& rest) {
    const std::string_view text = rest.substr(0, rest.find('\0'));
    rest.remove_prefix(std::min(text.size() + 1, rest.size()));
    return text;
}

}  // namespace

bool is_package_archive(const fs::path& file) { return begins_package(read_start(file, package_start_size)); }

PackageArchive::PackageArchive(const fs::path& file) : file_(file) {
    if (!is_package_archive(file_)) fail_to_read(file, "is no archive that can be read (zip, tar, deb, conda)");
    const std::string names = printed_by([&] { print_members(file_); }, file_, listing_limit);
    for (std::string_view rest = names; !rest.empty();) {
        const std::string_view archive = take_text(rest);
        add(archive, take_text(rest));
    }
}

void PackageArchive::add(std::string_view archive, std::string_view written) {
    const std::string_view name = written.starts_with("./") ? written.substr(2) : written;
    if (name.empty() || !is_plain_text(name)) return;
    const auto [place, is_new] = members_.try_emplace(std::string(name),
                                                      Member{{std::string(archive), std::string(written)}});
    if (!is_new) place->second.twice = true;
}

std::string PackageArchive::read(std::string_view name, std::size_t max_bytes) const {
    const auto found = members_.find(name);
    if (found == members_.end()) fail_to_read(file_, "has no " + std::string(name));
    const Member& member = found->second;
    const auto inner = members_.find(member.place.archive);
    const bool twice_inside = inner != members_.end() && inner->second.twice;
    if (member.twice || twice_inside)
        fail_to_read(file_, "has two members called " + (twice_inside ? member.place.archive : std::string(name)));
    return printed_by([&] { print_member(file_, member.place); }, file_, max_bytes);
}

std::vector<ArchiveEntry> entries_of_package(const fs::path& file) {
    if (!is_package_archive(file)) fail_to_read(file, "is no archive that can be read (zip, tar, deb, conda)");
    const std::string printed = printed_by([&] { print_entries(file); }, file, listing_limit);
    std::vector<ArchiveEntry> entries;
    for (std::string_view rest = printed; !rest.empty();) {
        std::string_view name = take_text(rest);
        const std::string_view target = take_text(rest);
        const char kind = name.empty() ? 0 : name.front();
        name.remove_prefix(std::min<std::size_t>(1, name.size()));
        while (name.starts_with("./")) name.remove_prefix(2);
        while (name.ends_with('/')) name.remove_suffix(1);
        if (name.empty() || name == "." || !is_plain_text(name)) continue;
        using Kind = ArchiveEntry::Kind;
        entries.push_back({std::string(name),
                           kind == 'f'   ? Kind::file
                           : kind == 'd' ? Kind::folder
                                         : Kind::link,
                           std::string(target)});
    }
    return entries;
}

std::string read_compressed(const fs::path& file, std::size_t max_bytes) {
    return printed_by([&] { print_decompressed(file); }, file, max_bytes);
}

}  // namespace cudastdenv::machine
