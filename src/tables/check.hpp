// SPDX-License-Identifier: MIT
#pragma once

#include <cudastdenv/tables.hpp>

#include <filesystem>

namespace cudastdenv {

/// What a schema cannot say: rows sorted and unique, ranges the right way up, every reference known, every
/// release with exactly one row per compiler family. Throws DataError; `directory` is named in it.
void check_tables(const Tables& tables, const std::filesystem::path& directory);

}  // namespace cudastdenv
