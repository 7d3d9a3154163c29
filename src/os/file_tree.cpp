// SPDX-License-Identifier: MIT
#include "os/file_tree.hpp"

#include "core/quote.hpp"
#include "os/machine_error.hpp"
#include "os/package_archive.hpp"
#include "os/regular_file.hpp"

#include <algorithm>

namespace cudastdenv::machine {

namespace fs = std::filesystem;

namespace {

/// A folder with more entries than this is none that a `*` of ours was meant for.
constexpr std::size_t most_entries = 20'000;

[[noreturn]] void fail(const fs::path& file, const std::string& problem) {
    throw MachineError(as_plain_text(file.string() + ": " + problem));
}

class Folder : public FileTree {
public:
    explicit Folder(fs::path root) : root_(std::move(root)) {}

    std::vector<std::string> find(std::string_view pattern) const override {
        std::vector<std::string> found{""};
        while (!pattern.empty() && !found.empty()) {
            const std::size_t end = std::min(pattern.find('/'), pattern.size());
            found = step(found, pattern.substr(0, end));
            pattern.remove_prefix(std::min(end + 1, pattern.size()));
        }
        std::erase_if(found, [&](const std::string& name) {
            std::error_code error;
            return !fs::is_regular_file(root_ / name, error);
        });
        std::ranges::sort(found);
        return found;
    }
    std::string read(const std::string& name, std::size_t max_bytes) const override {
        return read_regular_file(root_ / name, max_bytes);
    }
    fs::path folder() const override { return root_; }
    bool same(const std::string& left, const std::string& right) const override {
        std::error_code error;
        return fs::equivalent(root_ / left, root_ / right, error) && !error;
    }

private:
    [[nodiscard]] std::vector<std::string> step(const std::vector<std::string>& folders, std::string_view part) const {
        std::vector<std::string> next;
        for (const std::string& folder : folders) {
            const std::string prefix = folder.empty() ? folder : folder + "/";
            if (part.find('*') == part.npos) next.push_back(prefix + std::string(part));
            else add_entries(next, prefix, part);
        }
        return next;
    }
    void add_entries(std::vector<std::string>& names, const std::string& prefix, std::string_view part) const {
        std::error_code error;
        std::size_t seen = 0;
        for (fs::directory_iterator entry(root_ / prefix, error), end; !error && entry != end; entry.increment(error)) {
            const std::string name = entry->path().filename().string();
            if (fits_pattern(part, name)) names.push_back(prefix + name);
            if (++seen == most_entries) return;
        }
    }

    fs::path root_;
};

/// A header, whatever it is called; or the METADATA of a wheel.
class SingleFile : public FileTree {
public:
    explicit SingleFile(fs::path file) : file_(std::move(file)) {}

    std::vector<std::string> find(std::string_view pattern) const override {
        const std::string name = file_.filename().string();
        const std::string_view meant = name == "METADATA" ? "METADATA" : "host_config.h";
        return pattern == meant ? std::vector{name} : std::vector<std::string>();
    }
    std::string read(const std::string&, std::size_t max_bytes) const override {
        return read_regular_file(file_, max_bytes);
    }

private:
    fs::path file_;
};

class ArchiveTree : public FileTree {
public:
    explicit ArchiveTree(const fs::path& file) : archive_(file) {}

    std::vector<std::string> find(std::string_view pattern) const override {
        std::vector<std::string> found;
        for (const auto& [name, member] : archive_.members())
            if (fits_pattern(pattern, name)) found.push_back(name);
        return found;
    }
    std::string read(const std::string& name, std::size_t max_bytes) const override {
        return archive_.read(name, max_bytes);
    }

private:
    PackageArchive archive_;
};

}  // namespace

bool fits_pattern(std::string_view pattern, std::string_view text) noexcept {
    const std::size_t star = pattern.find('*');
    if (star == pattern.npos) return pattern == text;
    if (!text.starts_with(pattern.substr(0, star))) return false;
    text.remove_prefix(star);
    pattern.remove_prefix(star + 1);
    for (;;) {
        if (fits_pattern(pattern, text)) return true;
        if (text.empty() || text[0] == '/') return false;
        text.remove_prefix(1);
    }
}

std::unique_ptr<FileTree> open_file_tree(const fs::path& path) {
    std::error_code error;
    if (!fs::exists(path, error)) fail(path, "no such file or folder");
    if (fs::is_directory(path, error)) return std::make_unique<Folder>(path);
    if (!fs::is_regular_file(path, error)) fail(path, "neither a folder nor a regular file");
    if (is_package_archive(path)) return std::make_unique<ArchiveTree>(path);
    return std::make_unique<SingleFile>(path);
}

}  // namespace cudastdenv::machine
