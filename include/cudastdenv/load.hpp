// SPDX-License-Identifier: MIT
#pragma once

/// Tables from a folder instead of those compiled in.

#include <cudastdenv/export.hpp>
#include <cudastdenv/tables.hpp>

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>

namespace cudastdenv {

/// A table that cannot be used: missing, unreadable, not JSON, not of the schema, or contradicting itself.
/// what() is one line: file, place in it, what is wrong.
class CUDASTDENV_API DataError : public std::runtime_error {
public:
    /// `pointer` is a JSON pointer into the file, or empty for the file as a whole.
    DataError(const std::filesystem::path& file, const std::string& pointer, const std::string& problem);
};

/// Tables read from a folder of JSON files, with the storage that their rows point into.
class CUDASTDENV_API LoadedTables {
public:
    /// Reads every table in `directory` and checks them as strictly as the built-in ones. Throws DataError.
    explicit LoadedTables(const std::filesystem::path& directory);
    LoadedTables(LoadedTables&&) noexcept;
    LoadedTables& operator=(LoadedTables&&) noexcept;
    ~LoadedTables();

    /// Valid as long as this object lives.
    [[nodiscard]] Tables view() const noexcept;

private:
    struct Storage;
    std::unique_ptr<Storage> storage_;
};

}  // namespace cudastdenv
