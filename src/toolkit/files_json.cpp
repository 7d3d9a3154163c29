// SPDX-License-Identifier: MIT
// The JSON files among what says which toolkit it is.
#include "toolkit/files.hpp"

#include "core/quote.hpp"
#include "tables/strict_json.hpp"

#include <cudastdenv/load.hpp>

#include <nlohmann/json.hpp>

namespace cudastdenv::machine {

namespace {

using nlohmann::json;

constexpr int max_depth = 64;

/// The text below the keys, or empty.
std::string text_at(const json& root, std::initializer_list<const char*> keys) {
    const json* place = &root;
    for (const char* key : keys) {
        if (!place->is_object()) return {};
        const auto next = place->find(key);
        if (next == place->end()) return {};
        place = &*next;
    }
    return place->is_string() ? place->get<std::string>() : std::string();
}

/// Calls `read` with the parsed text, or notes why it cannot be parsed.
template <class Read>
void with_json(const std::string& file, std::string_view text, ToolkitFiles& files, const Read& read) {
    try {
        read(parse_strict_json(file, text, max_depth));
    } catch (const DataError& error) {
        files.unreadable.push_back({file, error.what()});
    }
}

}  // namespace

void read_version_json(const std::string& file, std::string_view text, ToolkitFiles& files) {
    with_json(file, text, files, [&](const json& root) {
        const std::string release = text_at(root, {"cuda", "version"});
        const std::string build = text_at(root, {"cuda_nvcc", "version"});
        Clue clue{.kind = Clue::Kind::version_json,
                  .where = file,
                  .build = full_version(build),
                  .release = full_version(release),
                  .package = {},
                  .package_version = {},
                  .platform = {}};
        if (!clue.release) files.unreadable.push_back({file, "its CUDA version is " + in_quotes(release)});
        else if (!build.empty() && !clue.build)
            files.unreadable.push_back({file, "its version of nvcc is " + in_quotes(build)});
        else files.clues.push_back(std::move(clue));
    });
}

void read_conda_json(const std::string& file, std::string_view text, ToolkitFiles& files) {
    with_json(file, text, files, [&](const json& root) {
        const std::string name = text_at(root, {"name"});
        const std::string version = text_at(root, {"version"});
        // cuda-nvcc itself is a package of scripts that conda-forge numbers like the compiler.
        if (!name.starts_with("cuda-nvcc") && !name.starts_with("cuda-crt")) return;
        const std::optional<Version> build = full_version(version);
        if (!build) {
            files.unreadable.push_back({file, "the version of " + in_quotes(name) + " is " + in_quotes(version)});
            return;
        }
        files.clues.push_back({.kind = Clue::Kind::conda,
                               .where = file,
                               .build = build,
                               .release = {},
                               .package = name,
                               .package_version = version,
                               .platform = text_at(root, {"subdir"})});
    });
}

}  // namespace cudastdenv::machine
