// SPDX-License-Identifier: MIT
#include "elf/elf.hpp"

#include "core/lists.hpp"
#include "core/quote.hpp"
#include "core/text.hpp"
#include "os/files.hpp"

#include <linux/magic.h>
#include <sys/vfs.h>

namespace cudastdenv::machine {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view ar_magic = "!<arch>\n";
constexpr std::string_view thin_magic = "!<thin>\n";
constexpr std::uint64_t member_header_size = 60;
constexpr std::uint64_t largest_name_table = std::uint64_t{1} << 26;
constexpr std::size_t longest_member_name = 4096;

/// A field of a header: a text with spaces behind it.
std::string_view field(std::string_view header, std::size_t at, std::size_t size) {
    const std::string_view text = header.substr(at, size);
    const std::size_t last = text.find_last_not_of(' ');
    return text.substr(0, last == text.npos ? 0 : last + 1);
}

bool is_symbol_table(std::string_view name) {
    return name == "/" || name == "/SYM64/" || name.starts_with("__.SYMDEF");
}

bool begins_archive(std::string_view first_bytes) {
    return first_bytes.starts_with(ar_magic) || first_bytes.starts_with(thin_magic);
}

/// A member of an `ar` archive; the part is its content, which a thin archive does not hold.
struct ArchiveMember : FilePart {
    std::string name;  ///< in a thin archive the path of the file that it is, from the archive's folder
};

/// Goes through the members of an archive, thin ones too, without symbol and name tables.
class Archive {
public:
    /// `file` and `name` stay where they are. Throws MachineError, as do the others, with one line.
    Archive(const RegularFile& file, const std::string& name) : file_(file), name_(name), at_(ar_magic.size()) {
        const std::string start = read_at(file, 0, ar_magic.size(), name);
        if (!begins_archive(start)) fail("is not an archive");
        is_thin_ = start == thin_magic;
    }

    /// The next member, or nothing at the end.
    std::optional<ArchiveMember> next() {
        while (at_ < file_.size) {
            ArchiveMember member = read_header();
            const bool is_names = member.name == "//";
            const bool is_table = is_names || is_symbol_table(member.name);
            const bool has_content = !is_thin_ || is_table;
            if (has_content && member.size > file_.size - member.offset)
                fail("is truncated: member " + in_quotes(member.name) + " is beyond its end");
            at_ = member.offset + (has_content ? member.size + member.size % 2 : 0);
            if (is_names) {
                if (member.size > largest_name_table) fail("is not a valid archive: its names are too large");
                long_names_ = read_at(file_, member.offset, member.size, name_);
            }
            if (is_table) continue;
            if (member.name.starts_with("#1/") && has_content) take_bsd_name(member);
            else if (member.name.starts_with('/')) member.name = long_name(std::string_view(member.name).substr(1));
            else if (member.name.ends_with('/')) member.name.pop_back();
            if (!is_symbol_table(member.name)) return member;
        }
        return std::nullopt;
    }

protected:
    const RegularFile& file_;
    const std::string& name_;
    bool is_thin_ = false;

private:
    [[noreturn]] void fail(const std::string& what) const { throw MachineError(name_ + ": " + what); }

    /// The header at at_, its name as it stands there.
    [[nodiscard]] ArchiveMember read_header() const {
        if (file_.size - at_ < member_header_size) fail("is truncated: a member's header is beyond its end");
        const std::string header = read_at(file_, at_, member_header_size, name_);
        const auto size = whole_number<std::uint64_t>(field(header, 48, 10));
        if (!header.ends_with("`\n") || !size) fail("is not a valid archive: a member's header");
        return {{at_ + member_header_size, *size}, std::string(field(header, 0, 16))};
    }

    [[nodiscard]] std::string long_name(std::string_view offset) const {
        const auto start = whole_number<std::uint64_t>(offset);
        if (!start || *start >= long_names_.size()) fail("is not a valid archive: a long name");
        const std::string_view name = std::string_view(long_names_).substr(*start, longest_member_name);
        // The path of a thin archive's member has slashes: only one before the end of the line ends the name.
        const std::size_t end = std::min(name.find("/\n"), name.find('\n'));
        if (end == name.npos) fail("is not a valid archive: a name without an end");
        return std::string(name.substr(0, end));
    }

    /// `#1/12`: the name is the first 12 bytes of the content.
    void take_bsd_name(ArchiveMember& member) const {
        const auto length = whole_number<std::uint64_t>(std::string_view(member.name).substr(3));
        if (!length || *length > longest_member_name || *length > member.size)
            fail("is not a valid archive: a long name");
        const std::string name = read_at(file_, member.offset, *length, name_);
        member.name = name.substr(0, name.find('\0'));
        member.offset += *length;
        member.size -= *length;
    }

    std::uint64_t at_ = 0;
    std::string long_names_;
};

constexpr std::size_t magic_size = 8;
/// Of an archive whose every member is broken.
constexpr std::size_t most_errors_of_one = 16;
constexpr std::size_t most_needs_of_one = 4096;

bool begins_elf(std::string_view first_bytes) { return first_bytes.starts_with("\177ELF"); }

std::string first_bytes(const RegularFile& file, const std::string& name) {
    return read_at(file, 0, std::min<std::uint64_t>(file.size, magic_size), name);
}

/// Joins what the members of an archive need.
class ArchiveReading : Archive {
public:
    ArchiveReading(const RegularFile& file, const fs::path& path, const std::string& name, const KnownSymbols* known,
                   Binaries& found)
        : Archive(file, name),
          known_symbols_(known),
          found_(found),
          binary_{path, {}, ArchiveContents{.thin = is_thin_, .needed_by = {}}} {}

    void read() {
        try {
            while (const auto member = next()) read_member(*member);
        } catch (const MachineError& error) {
            add_error(error.what());
        }
        if (errors_ > most_errors_of_one)
            found_.errors.push_back(name_ + ": " + std::to_string(errors_ - most_errors_of_one) +
                                    " more members cannot be read");
        add_needs_of_symbols();
        found_.files.push_back(std::move(binary_));
    }

private:
    void add_error(const std::string& line) {
        if (++errors_ <= most_errors_of_one) found_.errors.push_back(line);
    }

    void read_member(const ArchiveMember& member) {
        const std::string name = name_ + "(" + shown(member.name) + ")";
        try {
            const auto elf = is_thin_ ? read_file(member, name) : read_content(member, name);
            if (elf) join(*elf, member.name);
            else ++binary_.archive->other_members;
        } catch (const MachineError& error) {
            add_error(error.what());
        }
    }

    [[nodiscard]] std::optional<ElfFile> read_content(const ArchiveMember& member, const std::string& name) const {
        const auto start = read_at(file_, member.offset, std::min<std::uint64_t>(member.size, magic_size), name_);
        if (!begins_elf(start)) return std::nullopt;
        return read_elf_file(file_, member, name, known_symbols_);
    }

    /// A thin archive only names its members.
    [[nodiscard]] std::optional<ElfFile> read_file(const ArchiveMember& member, const std::string& name) const {
        const fs::path path = binary_.path.parent_path() / member.name;
        const RegularFile file = open_regular_file(path);
        if (!begins_elf(first_bytes(file, name))) return std::nullopt;
        return read_elf_file(file, {.size = file.size}, name, known_symbols_);
    }

    void join(const ElfFile& elf, const std::string& member) {
        ArchiveContents& contents = *binary_.archive;
        if (contents.elf_members++ == 0) {
            binary_.elf.kind = elf.kind;
            binary_.elf.machine = elf.machine;
            binary_.elf.is_64_bit = elf.is_64_bit;
            binary_.elf.is_little_endian = elf.is_little_endian;
        }
        if (elf.kind == ElfFile::Kind::object) return join_symbols(elf, member);
        for (const NeededVersion& need : elf.needs) add_need(need, member);
    }

    void add_need(const NeededVersion& need, const std::string& member) {
        if (binary_.elf.needs.size() == most_needs_of_one) return;
        if (!known_.insert(need.library + ' ' + need.version).second) return;
        binary_.elf.needs.push_back(need);
        binary_.archive->needed_by.push_back(member);
    }

    void join_symbols(const ElfFile& elf, const std::string& member) {
        defined_.insert(elf.defined.begin(), elf.defined.end());
        for (const KnownSymbol& symbol : elf.undefined)
            if (met_.insert(symbol).second) undefined_.emplace_back(symbol, member);
    }

    /// What one member needs and another has is no need of the archive.
    void add_needs_of_symbols() {
        for (const auto& [symbol, member] : undefined_)
            if (!defined_.contains(symbol))
                add_need({"", std::string(symbol.version), std::string(symbol.name)}, member);
    }

    const KnownSymbols* known_symbols_;
    Binaries& found_;
    Binary binary_;
    std::set<std::string> known_;  ///< library and version of the needs
    std::set<KnownSymbol> met_, defined_;
    std::vector<std::pair<KnownSymbol, std::string>> undefined_;  ///< with the first member that has it
    std::size_t errors_ = 0;
};

/// The kernel's own file systems: what lies there is made when it is read, and is nobody's program.
bool is_made_by_kernel(const fs::path& folder) {
    constexpr std::array<long, 8> kernels{PROC_SUPER_MAGIC, SYSFS_MAGIC,        DEBUGFS_MAGIC,       TRACEFS_MAGIC,
                                          SECURITYFS_MAGIC, CGROUP_SUPER_MAGIC, CGROUP2_SUPER_MAGIC, BPF_FS_MAGIC};
    struct statfs info {};
    return ::statfs(folder.c_str(), &info) == 0 && contains(kernels, static_cast<long>(info.f_type));
}

class Walk {
public:
    explicit Walk(const KnownSymbols* known) : known_symbols_(known) {}

    Binaries take() { return std::move(found_); }

    void add(const fs::path& path) {
        std::error_code error;
        if (fs::is_directory(path, error)) add_folder(path);
        else add_named(path);
    }

private:
    void add_named(const fs::path& path) {
        try {
            const RegularFile file = open_regular_file(path);
            seen_.emplace(file.device, file.inode);
            read_binary(file, path, shown(path), known_symbols_, found_);
        } catch (const MachineError& error) {
            found_.errors.emplace_back(error.what());
        }
    }

    void add_folder(const fs::path& folder) {
        std::vector<fs::path> chosen;
        for (const auto& [is_link, path] : list(folder))
            if (is_new_binary(path)) chosen.push_back(path);
        std::ranges::sort(chosen);
        for (const fs::path& path : chosen) add_named(path);
    }

    void add_error(const fs::path& path, std::error_code error) {
        found_.errors.push_back(shown(path) + ": cannot be read: " + error.message());
    }

    /// All files in a folder and below; behind them the links, for what they lead to may be among the files.
    std::vector<std::pair<bool, fs::path>> list(const fs::path& top) {
        std::vector<std::pair<bool, fs::path>> contents;
        std::vector<fs::path> folders{top};
        while (!folders.empty()) {
            const fs::path folder = std::move(folders.back());
            folders.pop_back();
            std::error_code error;
            fs::directory_iterator entries(folder, error);
            for (; !error && entries != fs::directory_iterator(); entries.increment(error)) {
                std::error_code unknown;
                const fs::file_status status = entries->symlink_status(unknown);
                if (status.type() == fs::file_type::none) add_error(entries->path(), unknown);
                else if (fs::is_regular_file(status) || fs::is_symlink(status))
                    contents.emplace_back(fs::is_symlink(status), entries->path());
                else if (fs::is_directory(status) && !is_made_by_kernel(entries->path()))
                    folders.push_back(entries->path());
            }
            if (error) add_error(folder, error);
        }
        std::ranges::sort(contents);
        return contents;
    }

    /// Whether it begins as an ELF file or an archive does, and was not met before. A link into nowhere is none.
    bool is_new_binary(const fs::path& path) {
        std::error_code error;
        if (!fs::is_regular_file(path, error)) return false;
        try {
            const RegularFile file = open_regular_file(path);
            const std::string start = first_bytes(file, shown(path));
            if (!begins_elf(start) && !begins_archive(start)) return false;
            return seen_.emplace(file.device, file.inode).second;
        } catch (const MachineError& problem) {
            found_.errors.emplace_back(problem.what());
            return false;
        }
    }

    const KnownSymbols* known_symbols_;
    Binaries found_;
    std::set<std::pair<std::uint64_t, std::uint64_t>> seen_;
};

}  // namespace

void read_binary(const RegularFile& file, const fs::path& path, const std::string& name, const KnownSymbols* known,
                 Binaries& found) {
    if (file.size == 0) throw MachineError(name + ": is empty");
    const std::string start = first_bytes(file, name);
    if (begins_archive(start)) return ArchiveReading(file, path, name, known, found).read();
    if (!begins_elf(start)) throw MachineError(name + ": is not an ELF file or an archive");
    found.files.push_back({path, read_elf_file(file, {.size = file.size}, name, known), std::nullopt});
}

Binaries read_binaries(const std::vector<fs::path>& paths, const KnownSymbols* known) {
    Walk walk(known);
    for (const fs::path& path : paths) walk.add(path);
    return walk.take();
}

}  // namespace cudastdenv::machine
