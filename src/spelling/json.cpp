// SPDX-License-Identifier: MIT
#include "resolve/resolve.hpp"
#include "spelling/reading.hpp"
#include "spelling/spell.hpp"
#include "tables/json.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace cudastdenv::spelling {

namespace {

using Json = nlohmann::json;

constexpr std::string_view wanted_attributes = "the attributes of nixpkgs' cudaPackages.flags";
// More than any list has, and a bound on what a hostile text can make the parser do.
constexpr int deepest = 8;

Json parse(std::string_view text) {
    const auto not_too_deep = [](int depth, Json::parse_event_t, Json&) {
        if (depth > deepest) fail("list-unexpected", {}, wanted_attributes);
        return true;
    };
    try {
        return Json::parse(text, not_too_deep);
    } catch (const Json::parse_error& error) {
        const std::size_t offset = std::min(error.byte == 0 ? 0 : error.byte - 1, text.size());
        fail("list-unexpected", Piece{text, 0}.part(offset, 1), "JSON");
    } catch (const Json::exception&) {  // a number that is too large
        fail("list-unexpected", Piece{text, 0}.part(0, 1), wanted_attributes);
    }
}

/// Where a text stands in the JSON, so that an error can point at it.
Piece place_of(std::string_view text, const std::string& value, std::size_t from) {
    const std::size_t found = text.find('"' + value + '"', from);
    return {value, found == text.npos ? from : found + 1};
}

}  // namespace

std::string write_json(const SpellingContext& context, const BuildList& list) {
    return json_text(make_flags(context.tables, context.system, list));
}

/// Of the ten attributes `arches` says it all: machine code as `sm_90`, PTX as `compute_90`.
Listing read_json(const SpellingContext&, const Piece& value) {
    const std::string_view text = value.text;
    const Json json = parse(text);
    const Piece whole = value.part(0, 1);
    if (!json.is_object() || !json.contains("arches") || !json["arches"].is_array())
        fail("list-unexpected", whole, wanted_attributes);
    Listing listing;
    std::size_t from = text.find("\"arches\"");
    for (const Json& item : json["arches"]) {
        if (!item.is_string()) fail("list-unexpected", whole, wanted_attributes);
        const std::string name = item.get<std::string>();
        const Piece entry = place_of(text, name, from);
        from = entry.offset;
        listing.entries.push_back(code_entry(entry));
    }
    return listing;
}

}  // namespace cudastdenv::spelling
