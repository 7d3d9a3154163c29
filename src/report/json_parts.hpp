#pragma once

/// What the JSON answers have in common.

#include "report/answer.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <span>
#include <string>

namespace cudastdenv::report {

using Json = nlohmann::ordered_json;

inline constexpr int schema_version = 1;

/// Names of files may hold any bytes; what is not UTF-8 is replaced.
inline std::string finish(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

template <class T>
Json optional_json(const std::optional<T>& value) {
    return value ? Json(*value) : Json(nullptr);
}

inline Json texts(std::span<const Capability> capabilities) {
    Json list = Json::array();
    for (const Capability capability : capabilities) list.push_back(to_string(capability));
    return list;
}

/// The release, and as which package set of which channel it was named, if it was.
inline Json cuda_json(const Answer& answer) {
    const Release& release = *answer.resolution.release;
    const PackageSet& set = answer.package_set;
    return {{"requested", answer.cuda_requested},
            {"release", to_string(release.version)},
            {"nvcc", optional_json(release.nvcc)},
            {"channel", set.channel.empty() ? Json(nullptr) : Json(set.channel)}};
}

}  // namespace cudastdenv::report
