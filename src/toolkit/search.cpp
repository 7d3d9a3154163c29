// SPDX-License-Identifier: MIT
#include "toolkit/ingest.hpp"

#include "core/quote.hpp"
#include "os/file_tree.hpp"
#include "toolkit/files.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace cudastdenv::machine {

namespace fs = std::filesystem;

namespace {

constexpr std::array<std::string_view, 9> suffixes{".whl",    ".zip",     ".conda", ".deb", ".tar.xz",
                                                   ".tar.gz", ".tar.bz2", ".tgz",   ".tar"};

/// What a folder has that is a toolkit, or an unpacked package of one.
constexpr std::array<std::string_view, 3> marks{"include/crt/host_config.h", "bin/nvcc", "bin/ptxas"};

bool is_file_of_interest(const fs::path& file) {
    const std::string name = file.filename().string();
    if (name == "host_config.h") return true;
    return std::ranges::any_of(suffixes, [&](std::string_view suffix) { return name.ends_with(suffix); });
}

bool is_toolkit_folder(const fs::path& folder) {
    const std::unique_ptr<FileTree> tree = open_file_tree(folder);
    return std::ranges::any_of(marks, [&](std::string_view mark) { return !find_in_toolkit(*tree, mark).empty(); }) ||
           !tree->find(meta_package_pattern).empty();
}

std::vector<fs::path> sorted_entries(const fs::path& folder) {
    std::vector<fs::path> entries;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
        entries.push_back(entry->path());
    std::ranges::sort(entries);
    return entries;
}

class Search {
public:
    void look_into(const fs::path& folder, int levels) {
        for (const fs::path& entry : sorted_entries(folder)) {
            std::error_code error;
            const bool is_folder = fs::is_directory(entry, error);
            const bool fits = is_folder ? is_toolkit_folder(entry)
                                        : fs::is_regular_file(entry, error) && is_file_of_interest(entry);
            if (fits) add(entry);
            else if (is_folder && levels > 1) look_into(entry, levels - 1);
        }
    }
    [[nodiscard]] std::vector<fs::path> take() { return std::move(found_); }

private:
    /// /usr/local/cuda is a link to /usr/local/cuda-13.0.
    void add(const fs::path& path) {
        std::error_code error;
        const fs::path real = fs::canonical(path, error);
        if (!error && seen_.insert(real).second) found_.push_back(path);
    }

    std::vector<fs::path> found_;
    std::set<fs::path> seen_;
};

}  // namespace

std::vector<fs::path> find_toolkits(const fs::path& folder) {
    std::error_code error;
    if (!fs::is_directory(folder, error)) throw MachineError(as_plain_text(folder.string()) + ": no such folder");
    constexpr int levels = 2;
    Search search;
    search.look_into(folder, levels);
    return search.take();
}

}  // namespace cudastdenv::machine
