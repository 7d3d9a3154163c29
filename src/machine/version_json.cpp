#include "machine/version_json.hpp"

#include <nlohmann/json.hpp>

#include <string>

namespace cudastdenv::machine {

std::optional<Version> release_in_version_json(std::string_view text) {
    constexpr bool may_throw = false;
    const nlohmann::json json = nlohmann::json::parse(text, nullptr, may_throw);
    const nlohmann::json::json_pointer place("/cuda/version");
    if (!json.is_object() || !json.contains(place) || !json[place].is_string()) return std::nullopt;
    return parse_version(json[place].get_ref<const std::string&>());
}

}  // namespace cudastdenv::machine
