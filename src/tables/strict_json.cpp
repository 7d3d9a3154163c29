// SPDX-License-Identifier: MIT
#include "tables/strict_json.hpp"

#include "core/quote.hpp"

#include <cudastdenv/load.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace cudastdenv {

using nlohmann::json;

json parse_strict_json(const std::filesystem::path& file, std::string_view text, int deepest) {
    // To the parser a zero byte is the end, and what stands behind it goes unread.
    if (const std::size_t zero = text.find('\0'); zero != text.npos)
        throw DataError(file, "", "not valid JSON (a zero byte at " + std::to_string(zero) + ")");
    std::vector<std::set<std::string>> keys;
    const json::parser_callback_t watch = [&](int depth, json::parse_event_t event, json& parsed) {
        if (depth > deepest) throw DataError(file, "", "nested too deeply");
        if (event == json::parse_event_t::object_start) keys.emplace_back();
        if (event == json::parse_event_t::object_end) keys.pop_back();
        if (event == json::parse_event_t::key && !keys.back().insert(parsed.get<std::string>()).second)
            throw DataError(file, "", "key " + in_quotes(parsed.get<std::string>()) + " twice in one record");
        return true;
    };
    try {
        return json::parse(text, watch);
    } catch (const json::parse_error& error) {
        const auto line = 1 + std::ranges::count(text.substr(0, error.byte), '\n');
        throw DataError(file, "",
                        "not valid JSON (line " + std::to_string(line) + ", byte " + std::to_string(error.byte) + ")");
    } catch (const json::out_of_range&) {
        throw DataError(file, "", "not valid JSON: a number is too large");
    }
}

}  // namespace cudastdenv
