// SPDX-License-Identifier: MIT
#pragma once

#include "core/std.hpp"

#include <filesystem>
#include <list>

namespace cudastdenv {

struct ArchiveEntry {
    enum class Kind : std::uint8_t { file, folder, link };

    std::string name;  ///< as in the archive, without a leading `./` and a trailing `/`
    Kind kind = Kind::file;
    std::string target = {};  ///< of a symbolic link
};

/// The path without links, `.` and `..`. Both it and the result of `target_of(path)`, where a link leads, are relative
/// to one root; an absent result means that the path is not a link. Absent if a link leads out of the root, or after 40
/// links, Linux's own limit.
template <class TargetOf>
[[nodiscard]] std::optional<std::filesystem::path> followed_in_root(const std::filesystem::path& path,
                                                                    const TargetOf& target_of) {
    std::filesystem::path at;
    std::list<std::filesystem::path> rest(path.begin(), path.end());
    for (int links = 0; !rest.empty();) {
        const std::filesystem::path part = rest.front();
        rest.pop_front();
        if (part.empty() || part == ".") continue;
        const bool is_up = part == "..";
        if (part.has_root_directory() || (is_up && at.empty())) return std::nullopt;
        const std::filesystem::path next = is_up ? at.parent_path() : at / part;
        const std::optional<std::filesystem::path> target = is_up ? std::nullopt : target_of(next);
        if (target && ++links > 40) return std::nullopt;
        if (target) rest.insert(rest.begin(), target->begin(), target->end());
        at = target ? std::filesystem::path() : next;
    }
    return at;
}

}  // namespace cudastdenv
