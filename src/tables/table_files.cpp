#include "tables/table_files.hpp"

#include <cudastdenv/load.hpp>

#include <fstream>
#include <optional>
#include <sys/stat.h>
#include <tuple>

namespace cudastdenv {

namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t max_file_bytes = 16u << 20;

/// Where the file of a table lies at this moment.
fs::path place_of(const fs::path& directory, std::string_view file) {
    const fs::path updated = directory / finished_update / file;
    std::error_code error;
    return fs::exists(updated, error) ? updated : directory / file;
}

/// What tells a file from any other, and from itself with another content. A renamed file stays the same.
using Identity = std::tuple<dev_t, ino_t, off_t, time_t, long>;

std::optional<Identity> identity_of(const fs::path& path) {
    struct stat info{};
    if (::stat(path.c_str(), &info) != 0) return std::nullopt;
    return Identity{info.st_dev, info.st_ino, info.st_size, info.st_mtim.tv_sec, info.st_mtim.tv_nsec};
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

/// One reading of all, which is good only if no file was another one afterwards.
class Reading {
public:
    Reading(const fs::path& directory, const std::set<std::string_view>& files) : directory_(directory) {
        for (const std::string_view file : files) read(file);
    }

    [[nodiscard]] bool is_of_one_moment() const {
        for (const auto& [file, identity] : identities_)
            if (!identity || identity != identity_of(place_of(directory_, file))) return false;
        return !problem_;
    }
    [[nodiscard]] const std::optional<DataError>& problem() const noexcept { return problem_; }
    [[nodiscard]] std::map<std::string_view, std::string> take() { return std::move(texts_); }

private:
    void read(std::string_view file) {
        const fs::path place = place_of(directory_, file);
        identities_[file] = identity_of(place);
        try {
            texts_[file] = read_file(place, directory_ / file);
        } catch (const DataError& error) {
            if (!problem_) problem_ = error;
        }
    }

    const fs::path& directory_;
    std::map<std::string_view, std::optional<Identity>> identities_;
    std::map<std::string_view, std::string> texts_;
    std::optional<DataError> problem_;
};

}  // namespace

std::map<std::string_view, std::string> read_table_files(const fs::path& directory,
                                                         const std::set<std::string_view>& files) {
    // A writer's renames take less time than one reading, so few of these are ever needed.
    constexpr int most_readings = 100;
    std::optional<DataError> problem;
    for (int i = 0; i < most_readings; ++i) {
        Reading reading(directory, files);
        if (reading.is_of_one_moment()) return reading.take();
        // What cannot be read twice in a row is no file that was just being renamed.
        if (problem && reading.problem()) break;
        problem = reading.problem();
    }
    throw problem.value_or(DataError(directory, "", "its tables change all the time"));
}

}  // namespace cudastdenv
