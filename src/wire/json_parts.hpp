#pragma once

/// What the JSON answers have in common.

#include "resolve/drivers.hpp"
#include "wire/canonical.hpp"
#include "words/resolution_report.hpp"
#include "words/said.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace cudastdenv::wire {

using Json = nlohmann::ordered_json;

inline constexpr int schema_version = 1;

/// The answer, ended by a newline. Names of files may hold any bytes, JSON only UTF-8: another text becomes an array of
/// its bytes, never a text that names another file.
[[nodiscard]] std::string finish(Json json);

/// A row, or a part of one, as it stands in its table's file.
[[nodiscard]] Json json_of(const Datum& datum);

template <class T>
Json optional_json(const std::optional<T>& value) {
    return value ? Json(*value) : Json(nullptr);
}

/// For a text that is empty where there is none.
[[nodiscard]] inline Json text_or_null(std::string_view text) { return text.empty() ? Json(nullptr) : Json(text); }

/// What has a name of its own.
template <class T>
Json name_or_null(const std::optional<T>& value) {
    return value ? Json(to_string(*value)) : Json(nullptr);
}

inline Json texts(std::span<const Capability> capabilities) {
    Json list = Json::array();
    for (const Capability capability : capabilities) list.push_back(to_string(capability));
    return list;
}

/// What is said, as texts alone.
inline Json texts(std::span<const words::Said> list) {
    Json json = Json::array();
    for (const words::Said& said : list) json.push_back(said.text);
    return json;
}

/// For each GPU that was asked about, whether the driver knows it, and by which rows.
[[nodiscard]] Json driver_gpus_json(const DriverAnswer& answer);

/// The release, and as which package set of which channel it was named, if it was.
inline Json cuda_json(const words::ResolutionReport& answer) {
    const Release& release = *answer.resolution.release;
    const words::PackageSet& set = answer.package_set;
    return {{"requested", answer.cuda_requested},
            {"release", to_string(release.version)},
            {"nvcc", optional_json(release.nvcc)},
            {"channel", set.channel.empty() ? Json(nullptr) : Json(set.channel)}};
}

}  // namespace cudastdenv::wire
