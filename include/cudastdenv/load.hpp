// SPDX-License-Identifier: MIT
#pragma once

/// Tables from a directory instead of the built-in ones.

#include <cudastdenv/export.hpp>
#include <cudastdenv/tables.hpp>

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>

namespace cudastdenv {

/// A table is missing, unreadable, invalid JSON, invalid by its schema, or inconsistent. what() is one line: file,
/// location in it, problem.
class CUDASTDENV_API DataError : public std::runtime_error {
public:
    /// `pointer` is a JSON pointer into the file; empty: the whole file.
    DataError(const std::filesystem::path& file, const std::string& pointer, const std::string& problem);
};

/// Tables from a directory of JSON files. Owns the storage of the rows.
class CUDASTDENV_API LoadedTables {
public:
    /// Reads every table in `directory`, with the same checks as for the built-in ones. Throws DataError.
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
