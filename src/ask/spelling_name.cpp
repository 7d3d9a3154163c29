// SPDX-License-Identifier: MIT
#include "ask/spelling_name.hpp"

#include "ask/bad_input.hpp"
#include "ask/compiler_name.hpp"
#include "ask/did_you_mean.hpp"
#include "ask/owned_request.hpp"
#include "core/text.hpp"
#include "words/lists.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

namespace cudastdenv::asking {

namespace {

/// `TORCH_CUDA_ARCH_LIST` of `-DTORCH_CUDA_ARCH_LIST=...`
std::string_view without_assignment(std::string_view text) {
    take_prefix(text, "-D");
    return text.substr(0, text.find('='));
}

/// Names of programs, variables and options, in a sentence of other words.
std::vector<std::string_view> names_in(std::string_view sentence) {
    std::vector<std::string_view> names;
    for (std::string_view word : pieces_of(sentence, ' ')) {
        while (word.ends_with(',') || word.ends_with('*') || word.ends_with('_')) word.remove_suffix(1);
        const bool is_owner = word.ends_with("'s");
        if (is_owner) word.remove_suffix(2);
        const bool is_name =
            is_owner || std::ranges::any_of(word, [](char c) { return c == '_' || c == '-' || lower_case(c) != c; });
        if (is_name && word != "CUDA") names.push_back(word);
    }
    return names;
}

}  // namespace

const Spelling* spelling_called(std::string_view text) {
    const std::string_view name = without_assignment(text);
    if (name.empty()) return nullptr;
    for (const Spelling& spelling : spellings())
        if (equal_in_any_case(spelling.name, name)) return &spelling;
    for (const Spelling& spelling : spellings())
        for (const std::string_view known : names_in(spelling.summary))
            if (equal_in_any_case(known, name)) return &spelling;
    return nullptr;
}

const Spelling& read_spelling_name(std::string_view name) {
    if (const Spelling* spelling = spelling_called(name)) return *spelling;
    std::vector<std::string_view> choices;
    for (const Spelling& spelling : spellings()) choices.push_back(spelling.name);
    throw BadInput(InputError::unknown, fmt::format("unknown format {}{}", in_quotes(name), suggestion(name, choices)));
}

Listing read_listing(const Spelling& spelling, const SpellingContext& context, std::string_view text) {
    ListReadResult read = spelling.read(context, text);
    if (const auto* error = std::get_if<ListReadError>(&read))
        throw BadInput(InputError::malformed, words::list_error_message(spelling.name, text, *error));
    return std::get<Listing>(std::move(read));
}

Listing read_for_compiler(const Texts& texts, const Tables& tables, const Spelling& spelling, Listing listing) {
    if (!texts.has("compiler")) return listing;
    const Compiler compiler = read_compiler(tables, texts.value("compiler")).compiler;
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
