// SPDX-License-Identifier: MIT
#include "machine/elf/gpu_code.hpp"

#include "core/quote.hpp"
#include "core/text.hpp"
#include "machine/elf/file_walk.hpp"
#include "machine/os/archive_reader.hpp"
#include "machine/os/file_tree.hpp"

#include <cstring>

namespace cudastdenv::machine {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t block = 4096;

/// Reads a file at any offset, in blocks, since pieces of code may be small.
class FileBytes {
public:
    FileBytes(const RegularFile& file, const std::string& name) : file_(file), name_(name) {}

    std::string_view operator()(std::uint64_t offset, std::size_t size) {
        if (offset >= file_.size) return {};
        size = static_cast<std::size_t>(std::min<std::uint64_t>(size, file_.size - offset));
        if (offset < begin_ || offset + size > begin_ + bytes_.size()) {
            bytes_ = read_at(file_, offset, std::min<std::uint64_t>(std::max(size, block), file_.size - offset), name_);
            begin_ = offset;
        }
        return std::string_view(bytes_).substr(static_cast<std::size_t>(offset - begin_), size);
    }

private:
    const RegularFile& file_;
    const std::string& name_;
    std::uint64_t begin_ = 0;
    std::string bytes_;
};

/// Files of this size and below are read as a whole; of others only what is needed is kept.
constexpr std::uint64_t in_memory = std::uint64_t{64} << 20;

/// Reads a member of a package forward.
class MemberBytes {
public:
    MemberBytes(const OpenMember& member, std::string start) : member_(member), bytes_(std::move(start)) {}

    std::string_view operator()(std::uint64_t offset, std::size_t size) {
        if (offset < begin_) throw MachineError("is read backwards");  // never
        if (offset + size > begin_ + bytes_.size()) fill(offset, size);
        if (offset >= begin_ + bytes_.size()) return {};
        return std::string_view(bytes_).substr(static_cast<std::size_t>(offset - begin_), size);
    }

private:
    void fill(std::uint64_t offset, std::size_t size) {
        while (offset > begin_ + bytes_.size()) {  // skip
            begin_ += bytes_.size();
            bytes_.clear();
            if (!append(static_cast<std::size_t>(std::min<std::uint64_t>(offset - begin_, at_once)))) return;
        }
        bytes_.erase(0, static_cast<std::size_t>(offset - begin_));
        begin_ = offset;
        if (bytes_.size() < size) (void)append(std::max(size, at_once) - bytes_.size());
    }

    bool append(std::size_t size) {
        const std::size_t before = bytes_.size();
        bytes_.resize(before + size);
        bytes_.resize(before + member_.read(bytes_.data() + before, size));
        return bytes_.size() > before;
    }

    static constexpr std::size_t at_once = 1 << 17;

    const OpenMember& member_;
    std::uint64_t begin_ = 0;
    std::string bytes_;
};

GpuCode read_member(const OpenMember& member, std::string start) {
    if (!member.size) throw GpuCodeError("has no size in the package");
    if (*member.size > in_memory) {
        MemberBytes bytes(member, std::move(start));
        return scan_gpu_code(std::ref(bytes), *member.size);
    }
    const std::size_t size = static_cast<std::size_t>(*member.size), begun = std::min(start.size(), size);
    start.resize(size);
    start.resize(begun + member.read(start.data() + begun, size - begun));
    return cudastdenv::read_gpu_code(start);
}

// How the process that reads a package prints the code: numbers with a blank after each.

void print_kind(const GpuCodeKind& kind, std::string& text) {
    const Version ptx = kind.ptx_version.value_or(Version{-1, 0});
    for (const int number : {static_cast<int>(kind.form), kind.capability.major, kind.capability.minor,
                             static_cast<int>(kind.capability.kind), ptx.major, ptx.minor,
                             static_cast<int>(kind.compressed), static_cast<int>(kind.debug)})
        text += std::to_string(number) + ' ';
}

std::string printed(const GpuCode& code) {
    std::string text = std::to_string(code.kinds.size()) + ' ';
    for (const auto& [kind, count] : code.kinds) {
        print_kind(kind, text);
        text += std::to_string(count) + ' ';
    }
    text += std::to_string(code.fatbins.size()) + ' ';
    for (const auto& [list, count] : code.fatbins) {
        text += std::to_string(count) + ' ' + std::to_string(list.size()) + ' ';
        for (const GpuCodeKind& kind : list) print_kind(kind, text);
    }
    return text;
}

class PrintedCode {
public:
    explicit PrintedCode(std::string_view text) : text_(text) {}

    GpuCode read() {
        GpuCode code;
        for (std::size_t kinds = number<std::size_t>(); kinds > 0; --kinds) {
            const GpuCodeKind kind = read_kind();
            code.kinds[kind] = number<std::size_t>();
        }
        for (std::size_t lists = number<std::size_t>(); lists > 0; --lists) {
            const auto count = number<std::size_t>();
            std::vector<GpuCodeKind> list;
            for (std::size_t size = number<std::size_t>(); size > 0; --size) list.push_back(read_kind());
            code.fatbins[std::move(list)] = count;
        }
        return code;
    }

private:
    template <class Number>
    Number number() {
        const std::size_t end = text_.find(' ');
        const auto value = whole_number<Number>(text_.substr(0, end));
        if (end == text_.npos || !value) throw MachineError("cannot be read: the process that reads it failed");
        text_.remove_prefix(end + 1);
        return *value;
    }

    GpuCodeKind read_kind() {
        GpuCodeKind kind;
        kind.form = enumerators<GpuCodeForm>.at(number<std::size_t>());
        kind.capability.major = number<int>();
        kind.capability.minor = number<int>();
        kind.capability.kind = enumerators<Capability::Kind>.at(number<std::size_t>());
        const Version ptx{number<int>(), number<int>()};
        if (ptx.major >= 0) kind.ptx_version = ptx;
        kind.compressed = number<int>() != 0;
        kind.debug = number<int>() != 0;
        return kind;
    }

    std::string_view text_;
};

void print(const std::string& name, std::string_view code, std::string_view problem) {
    const std::string record = name + '\0' + std::string(code) + '\0' + std::string(problem) + '\0';
    if (!write_all(STDOUT_FILENO, record)) throw MachineError("cannot print");
}

/// Prints three texts for each file that may have GPU code, with a zero byte after each: name, code, problem. A code
/// that is one number is the place in the package.
void print_code(const fs::path& package) {
    std::uint64_t printed_place = 0;
    const auto print_place = [&](std::uint64_t place) {
        constexpr std::uint64_t step = 1 << 20;
        if (place < printed_place + step) return;
        printed_place = place;
        print("", std::to_string(place), "");
    };
    const auto visit = [](const OpenMember& member) {
        std::string start(gpu_code_start_size, '\0');
        start.resize(member.read(start.data(), start.size()));
        if (!may_have_gpu_code(start)) return;
        try {
            print(member.name, printed(read_member(member, std::move(start))), "");
        } catch (const GpuCodeError& error) {
            print(member.name, "", error.what());
        }
    };
    visit_members(package, visit, print_place);
}

/// `progress` is called with the place in the package, in bytes.
void add_package(const fs::path& package, const std::function<void(std::uint64_t)>& progress, CodeFiles& files) {
    constexpr std::size_t most = std::size_t{64} << 20;
    CodeFiles found;
    const auto read_records = [&](std::string& output) {
        const std::vector<std::string_view> texts = pieces_of(output, '\0');
        const auto complete = static_cast<std::size_t>(std::ranges::count(output, '\0'));
        std::size_t size = 0;
        for (std::size_t i = 0; i + 2 < complete; i += 3) {
            const std::string_view code = texts[i + 1], problem = texts[i + 2];
            const std::string name = shown(package) + ":" + as_plain_text(texts[i]);
            size += texts[i].size() + code.size() + problem.size() + 3;
            if (const auto place = whole_number<std::uint64_t>(code)) progress(*place);
            else if (!problem.empty()) found.unreadable.push_back(name + ": " + std::string(problem));
            else found.add(name, PrintedCode(code).read());
        }
        output.erase(0, size);
    };
    (void)printed_about(
        package, [&] { print_code(package); }, most, read_records);
    std::ranges::move(found.files, std::back_inserter(files.files));
    std::ranges::move(found.unreadable, std::back_inserter(files.unreadable));
    files.without_code += found.without_code;
}

bool begins_zip(std::string_view start) { return start.starts_with("PK\x03\x04"); }

/// In a directory, other archives than wheels would have to be decompressed to find that they have no code.
bool is_wanted(std::string_view start) { return may_have_gpu_code(start) || begins_zip(start); }

/// A package of Debian is an archive of archives.
bool is_package(std::string_view start) {
    constexpr std::string_view debian = "!<arch>\ndebian-binary";
    return start.starts_with(debian) || (begins_package(start) && !may_have_gpu_code(start));
}

/// Adds the code of a file. False: it is of no known kind.
bool add_file(const RegularFile& file, const fs::path& path, std::string_view start,
              const std::function<void(std::uint64_t)>& progress, CodeFiles& files) {
    if (is_package(start)) add_package(path, progress, files);
    else if (may_have_gpu_code(start)) files.add(shown(path), read_gpu_code(file, shown(path)));
    else return false;
    return true;
}

/// The shared libraries in a directory and below, the largest first.
std::vector<fs::path> libraries_in(const fs::path& folder) {
    constexpr std::size_t most_entries = 100'000;
    std::vector<std::pair<std::uintmax_t, fs::path>> found;
    std::error_code error;
    fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, error);
    for (std::size_t count = 0; !error && entry != fs::recursive_directory_iterator() && count < most_entries;
         ++count) {
        const bool is_library = is_shared_library(entry->path().filename().native());
        if (std::error_code unknown; is_library && entry->is_regular_file(unknown))
            if (const std::uintmax_t size = entry->file_size(unknown); !unknown)
                found.emplace_back(size, entry->path());
        entry.increment(error);
    }
    std::ranges::sort(found, [](const auto& left, const auto& right) {
        return left.first != right.first ? left.first > right.first : left.second < right.second;
    });
    std::vector<fs::path> libraries;
    for (auto& [size, path] : found) libraries.push_back(std::move(path));
    return libraries;
}

/// Reads files by names that nobody checked, each once.
class NamedCode {
public:
    void add(const std::string& path) {
        if (!path.ends_with('/')) return add_file(path);
        constexpr std::size_t most_read = 8, most_with_code = 4;
        const std::size_t before = files_.files.size();
        const std::vector<fs::path> libraries = libraries_in(path);
        for (std::size_t i = 0; i < libraries.size() && i < most_read; ++i)
            if (files_.files.size() < before + most_with_code) add_file(libraries[i]);
    }

    [[nodiscard]] CodeFiles take() { return std::move(files_); }

private:
    void add_file(const fs::path& path) {
        constexpr std::uint64_t largest_package = std::uint64_t{128} << 20;
        try {
            const RegularFile file = open_regular_file(path);
            const std::string start = start_of(file, package_start_size, shown(path));
            const bool is_too_large = is_package(start) && file.size > largest_package;
            if (!is_too_large && seen_.emplace(file.device, file.inode).second)
                (void)machine::add_file(
                    file, path, start, [](std::uint64_t) {}, files_);
        } catch (const MachineError&) {  // it is left out
        }
    }

    CodeFiles files_;
    std::set<std::pair<std::uint64_t, std::uint64_t>> seen_;
};

}  // namespace

GpuCode read_gpu_code(const RegularFile& file, const std::string& name) {
    FileBytes bytes(file, name);
    try {
        return cudastdenv::read_gpu_code(std::ref(bytes), file.size);
    } catch (const GpuCodeError& error) {
        throw MachineError(name + ": " + error.what());
    }
}

CodeFiles read_code_files(const std::vector<fs::path>& paths, const std::function<void(std::uint64_t)>& progress) {
    CodeFiles files;
    std::uint64_t done = 0;
    const auto report = [&](std::uint64_t place) {
        if (progress) progress(done + place);
    };
    FileWalk walk{.is_wanted = is_wanted, .read = {}};
    walk.read = [&](const RegularFile& file, const fs::path& path) {
        const std::string name = shown(path);
        if (!add_file(file, path, start_of(file, package_start_size, name), report, files))
            files.unreadable.push_back(name + ": is of no known kind: pass a program, library, object, archive, cubin, "
                                              "fatbin, PTX or package");
        done += file.size;
        report(0);
    };
    walk.walk(paths);
    std::ranges::move(walk.errors, std::back_inserter(files.unreadable));
    return files;
}

CodeFiles read_named_code(const std::vector<std::string>& paths) {
    NamedCode code;
    for (const std::string& path : paths) code.add(path);
    return code.take();
}

}  // namespace cudastdenv::machine
