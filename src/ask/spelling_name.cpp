// SPDX-License-Identifier: MIT
#include "ask/spelling_name.hpp"

#include "ask/bad_input.hpp"
#include "ask/did_you_mean.hpp"
#include "ask/owned_request.hpp"
#include "words/lists.hpp"

#include <fmt/format.h>

#include <utility>
#include <variant>
#include <vector>

namespace cudastdenv::asking {

const Spelling& read_spelling_name(std::string_view name) {
    if (const Spelling* spelling = find_spelling(name)) return *spelling;
    std::vector<std::string_view> choices;
    for (const Spelling& spelling : spellings()) choices.push_back(spelling.name);
    throw BadInput(InputError::unknown, fmt::format("unknown format {}{}", in_quotes(name), suggestion(name, choices)));
}

Listing read_listing(const Spelling& spelling, std::string_view text) {
    ListReadResult read = spelling.read(text);
    if (const auto* error = std::get_if<ListReadError>(&read))
        throw BadInput(InputError::malformed, words::list_error_message(spelling.name, text, *error));
    return std::get<Listing>(std::move(read));
}

Listing read_for_compiler(const Texts& texts, const Tables& tables, const Spelling& spelling, Listing listing) {
    if (!texts.has("compiler")) return listing;
    const Compiler compiler = read_compiler(tables, texts.value("compiler"));
    if (!spelling.unasked_ptx_until || to_string(compiler.family) != spelling.name)
        throw BadInput(
            InputError::contradiction,
            fmt::format("--compiler goes with --format clang and names a Clang, whose versions differ in the "
                        "PTX that they embed; the format is {}",
                        spelling.name));
    return with_unasked_ptx(std::move(listing), compiler.major <= *spelling.unasked_ptx_until);
}

BuildList read_build_list(const Tables& tables, Version release, const Listing& listing) {
    auto expanded = expand(tables, release, listing);
    if (std::holds_alternative<NativeUnknown>(expanded))
        throw BadInput(InputError::not_here,
                       "'native' means the GPUs of the machine that builds, which only that machine knows: "
                       "write their capabilities instead");
    return std::get<BuildList>(std::move(expanded));
}

}  // namespace cudastdenv::asking
