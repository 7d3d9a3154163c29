// SPDX-License-Identifier: MIT
#include "tables/table_files.hpp"

#include <cudastdenv/load.hpp>

#include <fstream>
#include <utility>
#include <variant>

namespace cudastdenv::inline CUDASTDENV_ABI {

namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t max_file_bytes = 16u << 20;

/// Where the file of a table lies at this moment.
fs::path place_of(const fs::path& directory, std::string_view file) {
    const fs::path updated = directory / finished_update / file;
    std::error_code error;
    return fs::exists(updated, error) ? updated : directory / file;
}

/// Messages name the file by `name`, wherever it lies.
std::string read_file(const fs::path& path, const fs::path& name) {
    std::error_code error;
    if (!fs::exists(path, error)) throw DataError(name, "", "no such file");
    if (!fs::is_regular_file(path, error)) throw DataError(name, "", "not a regular file");
    const std::uintmax_t size = fs::file_size(path, error);
    if (error) throw DataError(name, "", "cannot be read");
    if (size > max_file_bytes) throw DataError(name, "", "larger than 16 MiB, which no table is");
    std::ifstream stream(path, std::ios::binary);
    std::string text(size, '\0');
    if (!stream.read(text.data(), static_cast<std::streamsize>(size))) throw DataError(name, "", "cannot be read");
    return text;
}

/// One reading of all, or what was wrong with it.
using Texts = std::map<std::string_view, std::string>;
using Reading = std::variant<Texts, DataError>;

Reading read_all(const fs::path& directory, const std::set<std::string_view>& files) {
    Texts texts;
    try {
        for (const std::string_view file : files) texts[file] = read_file(place_of(directory, file), directory / file);
    } catch (const DataError& error) {
        return error;
    }
    return texts;
}

bool are_same(const Reading& left, const Reading& right) {
    if (left.index() != right.index()) return false;
    const auto* texts = std::get_if<Texts>(&left);
    // What cannot be read twice in a row is no file that was just being renamed.
    return !texts || *texts == std::get<Texts>(right);
}

}  // namespace

Texts read_table_files(const fs::path& directory, const std::set<std::string_view>& files) {
    // A writer's renames take less time than one reading, so few of these are ever needed.
    constexpr int most_readings = 100;
    Reading before = read_all(directory, files);
    for (int i = 1; i < most_readings; ++i) {
        Reading now = read_all(directory, files);
        if (!are_same(before, now)) {
            before = std::move(now);
            continue;
        }
        if (const auto* error = std::get_if<DataError>(&now)) throw *error;
        return std::get<Texts>(std::move(now));
    }
    throw DataError(directory, "", "its tables change all the time");
}

}  // namespace cudastdenv::inline CUDASTDENV_ABI
