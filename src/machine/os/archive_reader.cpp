// SPDX-License-Identifier: MIT
#include "machine/os/archive_reader.hpp"

#include "machine/os/files.hpp"

#include <archive.h>
#include <archive_entry.h>

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <new>

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

/// The limit of decompressed content, since a megabyte can become terabytes.
constexpr std::size_t package_content_limit = std::size_t{8} << 30;

/// A function that enables a compression or a format.
using Support = int (*)(archive*);
constexpr std::array<Support, 4> compressions{archive_read_support_filter_gzip, archive_read_support_filter_xz,
                                              archive_read_support_filter_zstd, archive_read_support_filter_bzip2};

void print(std::string_view text) {
    if (!write_all(STDOUT_FILENO, text)) throw MachineError(std::strerror(errno));
}

/// An archive that is read sequentially.
class OpenArchive {
public:
    explicit OpenArchive(std::initializer_list<Support> kinds) : archive_(::archive_read_new()) {
        if (!archive_) throw std::bad_alloc();
        // If libarchive lacks the library for a compression, it would run a program.
        for (const Support support : compressions) need(support(archive_.get()) == ARCHIVE_OK);
        for (const Support support : kinds) need(support(archive_.get()) == ARCHIVE_OK);
    }
    OpenArchive(const OpenArchive&) = delete;
    OpenArchive& operator=(const OpenArchive&) = delete;

    void open(const std::filesystem::path& file) {
        constexpr std::size_t block = 64u << 10;
        need(::archive_read_open_filename(archive_.get(), file.c_str(), block) == ARCHIVE_OK);
    }

    /// Opens the current member of another archive. False if it does not begin like an archive.
    bool open_member(OpenArchive& other) {
        const std::size_t got = other.read(from_outer_.data(), package_start_size);
        if (!begins_package({from_outer_.data(), got})) return false;
        outer_ = &other;
        begun_ = got;
        need(::archive_read_open2(archive_.get(), this, nullptr, read_outer, nullptr, nullptr) == ARCHIVE_OK);
        return true;
    }

    /// Moves to the next regular file; false at the end.
    bool next() {
        while (next_entry())
            if (kind() == 'f') return true;
        return false;
    }

    /// Moves to the next entry of any kind; false at the end.
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

    /// As written there; empty: the encoding is unknown.
    [[nodiscard]] std::string_view name() const {
        const char* name = ::archive_entry_pathname(entry_);
        if (!name) name = ::archive_entry_pathname_utf8(entry_);
        return name ? name : "";
    }

    /// As in print_entries(); 0 for another kind. The content of a hard link is elsewhere.
    [[nodiscard]] char kind() const {
        if (::archive_entry_hardlink(entry_)) return 'h';
        switch (::archive_entry_filetype(entry_)) {
            case AE_IFREG: return 'f';
            case AE_IFDIR: return 'd';
            case AE_IFLNK: return 'l';
            default: return 0;
        }
    }
    /// The target of a symbolic link, otherwise empty.
    [[nodiscard]] std::string_view target() const {
        const char* target = ::archive_entry_symlink(entry_);
        return target ? target : "";
    }

    /// The size of the current member; absent: unknown before its end.
    [[nodiscard]] std::optional<std::uint64_t> size() const {
        if (!::archive_entry_size_is_set(entry_)) return std::nullopt;
        return static_cast<std::uint64_t>(std::max<la_int64_t>(::archive_entry_size(entry_), 0));
    }

    /// The number of bytes of the file that are read.
    [[nodiscard]] std::uint64_t place() const {
        return static_cast<std::uint64_t>(std::max<la_int64_t>(::archive_filter_bytes(archive_.get(), -1), 0));
    }

    /// The next bytes of the current member; fewer only at its end.
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

    /// Everything before the end of the current member is decompressed in any case.
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
    std::array<char, std::size_t{64} << 10> from_outer_;  ///< libarchive's input buffer
    std::size_t begun_ = 0;                               ///< bytes in it that are already read from the outer member
};

/// Whether the name is that of an inner package: `data.tar.xz` of a .deb, `pkg-cuda-nvcc-12.8.93-0.tar.zst` of a
/// .conda.
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

/// Moves to the first file of that name, or throws.
void find(OpenArchive& archive, std::string_view name) {
    while (archive.next())
        if (archive.name() == name) return;
    throw MachineError("has no " + std::string(name));
}

void print_entry(const OpenArchive& archive, const std::string& inside_of) {
    if (const char kind = archive.kind())
        print(inside_of + '\0' + kind + std::string(archive.name()) + '\0' + std::string(archive.target()) + '\0');
}

}  // namespace

std::vector<LinkedLibrary> archive_libraries() {
    std::vector<LinkedLibrary> libraries{{"libarchive", ARCHIVE_VERSION_ONLY_STRING, "BSD-2-Clause"}};
    const auto add = [&](std::string_view name, const char* version, std::string_view licence) {
        // bzip2's version is `1.0.8, 13-Jul-2019`.
        if (version) libraries.push_back({name, std::string(version, std::strcspn(version, ", ")), licence});
    };
    add("bzip2", ::archive_bzlib_version(), "bzip2-1.0.6");
    add("liblzma", ::archive_liblzma_version(), "0BSD, before 5.6 public domain");
    add("libzstd", ::archive_libzstd_version(), "BSD-3-Clause OR GPL-2.0-only");
    add("zlib", ::archive_zlib_version(), "Zlib");
    return libraries;
}

bool begins_package(std::string_view start) noexcept {
    return std::ranges::any_of(magics, [&](const Magic& magic) {
        return start.size() >= magic.offset && start.substr(magic.offset).starts_with(magic.bytes);
    });
}

void print_entries(const std::filesystem::path& package, bool with_inner) {
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

void visit_members(const std::filesystem::path& package, const std::function<void(const OpenMember&)>& visit,
                   const std::function<void(std::uint64_t place)>& on_read) {
    OpenArchive outer(packages);
    outer.open(package);
    const auto visit_current = [&](OpenArchive& archive) {
        visit({std::string(archive.name()), archive.size(), [&](char* bytes, std::size_t size) {
                   on_read(outer.place());
                   return archive.read(bytes, size);
               }});
    };
    while (outer.next()) {
        if (!is_inner_archive(outer.name())) {
            visit_current(outer);
            continue;
        }
        OpenArchive inner(inner_archives);
        if (!inner.open_member(outer)) continue;
        while (inner.next()) visit_current(inner);
    }
}

void print_member(const std::filesystem::path& package, const PackageMember& member) {
    OpenArchive outer(packages);
    outer.open(package);
    find(outer, member.archive.empty() ? member.name : member.archive);
    if (member.archive.empty()) return outer.print_content();
    OpenArchive inner(inner_archives);
    if (!inner.open_member(outer)) throw MachineError("has no archive " + member.archive);
    find(inner, member.name);
    inner.print_content();
}

void print_decompressed(const std::filesystem::path& file) {
    OpenArchive reader({archive_read_support_format_raw});
    reader.open(file);
    if (reader.next()) reader.print_content();
}

}  // namespace cudastdenv::machine
