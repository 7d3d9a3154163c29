// SPDX-License-Identifier: MIT
#pragma once

#include <cudastdenv/export.hpp>

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace cudastdenv {

/// In a folder of tables, a folder of those that replace them. It is there, whole, from the moment at which the new
/// tables count until each of them lies in its place: who reads meanwhile takes what is in it. Whoever writes renames
/// a finished folder to this name, and finishes what a dead writer left of one.
inline constexpr std::string_view finished_update = ".update";

/// The texts of these files of a folder of tables, all of one moment. Writes nothing. Throws DataError.
[[nodiscard]] std::map<std::string_view, std::string> read_table_files(const std::filesystem::path& directory,
                                                                       const std::set<std::string_view>& files);

}  // namespace cudastdenv
