// SPDX-License-Identifier: MIT
#include "spelling/formats.hpp"
#include "spelling/reading.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace cudastdenv::spelling {

namespace {

/// Skips white space and comments.
void skip_blanks(Piece& rest) {
    for (;;) {
        rest = rest.part(std::min(rest.text.find_first_not_of(white_space), rest.text.size()));
        if (!rest.text.starts_with('#')) return;
        rest = rest.part(std::min(rest.text.find('\n'), rest.text.size()));
    }
}

Piece next_nix_word(const Piece& rest) { return rest.part(0, rest.text.find_first_of(" \t\r\n;")); }

void expect_nix(Piece& rest, std::string_view literal) {
    skip_blanks(rest);
    if (!take(rest, literal)) fail(ListReadError::Kind::unexpected, next_nix_word(rest), literal);
}

bool take_boolean(Piece& rest) {
    skip_blanks(rest);
    if (take(rest, "true")) return true;
    if (take(rest, "false")) return false;
    fail(ListReadError::Kind::unexpected, next_nix_word(rest), "true or false");
}

Listing take_capabilities(Piece& rest) {
    Listing listing;
    expect_nix(rest, "[");
    for (skip_blanks(rest); !take(rest, "]"); skip_blanks(rest)) {
        const Piece quoted = rest;
        expect_nix(rest, "\"");
        const std::size_t end = rest.text.find('"');
        if (end == rest.text.npos) fail(ListReadError::Kind::unexpected, next_nix_word(quoted), "a closing quote");
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
Listing read_nix(const SpellingContext&, std::string_view text) {
    Listing listing;
    bool forward_compat = true;  // nixpkgs' default
    Piece rest{text, 0};
    skip_blanks(rest);
    const bool braces = take(rest, "{");
    for (skip_blanks(rest); !rest.text.empty() && !rest.text.starts_with('}'); skip_blanks(rest)) {
        (void)(take(rest, "nixpkgs.config.") || take(rest, "config."));
        const std::size_t end = std::min(rest.text.find_first_of(" \t\r\n="), rest.text.size());
        const Piece name = rest.part(0, end);
        rest = rest.part(end);
        if (name.text != "cudaCapabilities" && name.text != "cudaForwardCompat" && name.text != "cudaSupport")
            fail(ListReadError::Kind::unexpected, name, "cudaCapabilities or cudaForwardCompat");
        expect_nix(rest, "=");
        if (name.text == "cudaCapabilities") listing = take_capabilities(rest);
        else if (name.text == "cudaForwardCompat") forward_compat = take_boolean(rest);
        else (void)take_boolean(rest);
        expect_nix(rest, ";");
    }
    if (braces) expect_nix(rest, "}");
    skip_blanks(rest);
    if (!rest.text.empty()) fail(ListReadError::Kind::unexpected, next_nix_word(rest), "the end");
    listing = not_empty(std::move(listing), text);
    if (forward_compat) listing.entries.back().ptx = listing.entries.back().real;
    return listing;
}

}  // namespace cudastdenv::spelling
