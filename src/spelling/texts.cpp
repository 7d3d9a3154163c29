// SPDX-License-Identifier: MIT
#include "core/format.hpp"
#include "resolve/resolve.hpp"
#include "spelling/reading.hpp"
#include "spelling/spell.hpp"
#include "tables/lookup.hpp"
#include "tables/shape.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace cudastdenv::spelling {

namespace {

/// Skips white space and comments.
void skip_blanks(Piece& rest) {
    for (;;) {
        take_all(rest, white_space);
        if (!rest.text.starts_with('#')) return;
        rest = rest.part(std::min(rest.text.find('\n'), rest.text.size()));
    }
}

Piece next_nix_word(const Piece& rest) { return rest.part(0, rest.text.find_first_of(" \t\r\n;")); }

void expect_nix(Piece& rest, std::string_view literal) {
    skip_blanks(rest);
    if (!take(rest, literal)) fail("list-unexpected", next_nix_word(rest), literal);
}

bool take_boolean(Piece& rest) {
    skip_blanks(rest);
    if (take(rest, "true")) return true;
    if (take(rest, "false")) return false;
    fail("list-unexpected", next_nix_word(rest), "true or false");
}

Listing take_capabilities(Piece& rest) {
    Listing listing;
    expect_nix(rest, "[");
    for (skip_blanks(rest); !take(rest, "]"); skip_blanks(rest)) {
        const Piece quoted = rest;
        expect_nix(rest, "\"");
        const std::size_t end = rest.text.find('"');
        if (end == rest.text.npos) fail("list-unexpected", next_nix_word(quoted), "a closing quote");
        const Piece entry = rest.part(0, end);
        listing.entries.push_back(real_entry(entry, dotted(entry)));
        rest = rest.part(end + 1);
    }
    return listing;
}

}  // namespace

// nixpkgs adds PTX of the list's last element, so the PTX capability is moved there.
std::string write_nix(const SpellingContext&, const BuildList& list) {
    std::vector<std::string> quoted;
    for (const Capability capability : in_the_order_of_nixpkgs(list))
        quoted.push_back(fmt::format("\"{}\"", to_string(capability)));
    return fmt::format("cudaCapabilities = [ {} ]; cudaForwardCompat = {};", fmt::join(quoted, " "), !list.ptx.empty());
}

/// The attributes of nixpkgs' config that concern the list, in any order, with or without braces around them.
Listing read_nix(const SpellingContext&, const Piece& text) {
    Listing listing;
    bool forward_compat = true;  // nixpkgs' default
    Piece rest = text;
    skip_blanks(rest);
    const bool braces = take(rest, "{");
    for (skip_blanks(rest); !rest.text.empty() && !rest.text.starts_with('}'); skip_blanks(rest)) {
        (void)(take(rest, "nixpkgs.config.") || take(rest, "config."));
        const std::size_t end = std::min(rest.text.find_first_of(" \t\r\n="), rest.text.size());
        const Piece name = rest.part(0, end);
        rest = rest.part(end);
        if (name.text != "cudaCapabilities" && name.text != "cudaForwardCompat" && name.text != "cudaSupport")
            fail("list-unexpected", name, "cudaCapabilities or cudaForwardCompat");
        expect_nix(rest, "=");
        if (name.text == "cudaCapabilities") listing = take_capabilities(rest);
        else if (name.text == "cudaForwardCompat") forward_compat = take_boolean(rest);
        else (void)take_boolean(rest);
        expect_nix(rest, ";");
    }
    if (braces) expect_nix(rest, "}");
    skip_blanks(rest);
    if (!rest.text.empty()) fail("list-unexpected", next_nix_word(rest), "the end");
    if (forward_compat && !listing.entries.empty()) listing.entries.back().ptx = listing.entries.back().real;
    return listing;
}

constexpr std::string_view before_ptx = "PTX of ";

std::string write_readable(const SpellingContext& context, const BuildList& list) {
    std::vector<std::string> real;
    for (const Capability capability : list.real) {
        const CapabilityRow* row = find_capability(context.tables, capability);
        real.push_back(fmt::format("{} ({})", to_string(capability), row ? row->architecture : "unknown"));
    }
    const bool has_ptx = !list.ptx.empty();
    return fmt::format("{}{}{}{}", fmt::join(real, ", "), real.empty() || !has_ptx ? "" : "; ",
                       has_ptx ? before_ptx : "", joined(list.ptx, ", "));
}

Listing read_readable(const SpellingContext&, const Piece& text) {
    Listing listing;
    for (const Piece& half : split(text, ";")) {
        Piece list = trimmed(half);
        const bool ptx = take(list, before_ptx);
        for (const Piece& part : split(list, ",")) {
            const Piece entry = trimmed(part);
            const Piece number = trimmed(entry.part(0, entry.text.find('(')));
            if (number.text.size() < entry.text.size() && !entry.text.ends_with(')'))
                fail("list-unexpected", entry, "9.0 (Hopper)");
            const Capability capability = dotted(number);
            listing.entries.push_back(ptx ? ptx_entry(entry, capability) : real_entry(entry, capability));
        }
    }
    return listing;
}

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
