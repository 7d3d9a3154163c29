// SPDX-License-Identifier: MIT
#pragma once

#include <cudastdenv/tables.hpp>

#include <filesystem>

namespace cudastdenv {

/// What a schema cannot say: rows sorted and unique, ranges the right way up, every reference known, every
/// release with exactly one row per compiler family. Throws DataError; `directory` is named in it.
void check_tables(const Tables& tables, const std::filesystem::path& directory);

/// What rows say of each other: numbers that only ever rise do, what follows from another row is as that one has it,
/// and what one row names another one knows. Throws DataError at the first row that does not fit; `directory` is named
/// in it. Relies on what check_tables() checks of each row before.
void check_rows_together(const Tables& tables, const std::filesystem::path& directory);

}  // namespace cudastdenv
