// SPDX-License-Identifier: MIT
#include "os/surroundings.hpp"

#include "core/text.hpp"

#include <unistd.h>

#include <set>

namespace cudastdenv::machine {

namespace fs = std::filesystem;

bool is_program(const fs::path& path) {
    std::error_code error;
    return fs::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
}

Surroundings Surroundings::here() {
    Surroundings surroundings;
    for (char** entry = ::environ; entry && *entry; ++entry) {
        const std::string_view text = *entry;
        const std::size_t equals = text.find('=');
        if (equals != text.npos) surroundings.variables.emplace(text.substr(0, equals), text.substr(equals + 1));
    }
    return surroundings;
}

std::string Surroundings::variable(std::string_view name) const {
    const auto found = variables.find(name);
    return found == variables.end() ? std::string() : found->second;
}

std::vector<fs::path> Surroundings::search_path() const {
    std::vector<fs::path> folders;
    std::set<fs::path> known;
    const std::string path = variables.contains("PATH") ? variable("PATH") : "/usr/bin:/bin";
    for (const fs::path folder : pieces_of(path, ':')) {
        // A relative entry means another folder in each working directory: nothing to export to a shell.
        if (!folder.is_absolute()) continue;
        std::error_code error;
        if (fs::is_directory(folder, error) && known.insert(fs::canonical(folder, error)).second)
            folders.push_back(folder);
    }
    return folders;
}

fs::path Surroundings::program(std::string_view name) const {
    for (const fs::path& folder : search_path())
        if (is_program(folder / name)) return folder / name;
    return {};
}

fs::path Surroundings::place(std::string_view absolute) const { return root / fs::path(absolute).relative_path(); }

Surroundings Surroundings::of_bare_nvcc() const {
    Surroundings bare = *this;
    for (const char* name : {"NVCC_CCBIN", "NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS"}) bare.variables.erase(name);
    return bare;
}

std::vector<std::string> Surroundings::environment() const {
    std::map<std::string, std::string, std::less<>> own = variables;
    own["LC_ALL"] = "C";
    own.erase("LANGUAGE");
    own.erase("GCC_COLORS");
    own["NO_COLOR"] = "1";
    std::vector<std::string> entries;
    for (const auto& [name, value] : own) entries.push_back(name + "=" + value);
    return entries;
}

}  // namespace cudastdenv::machine
